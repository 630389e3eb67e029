// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The bounds of everything that comes from the network.
package enum WebLimits {
    /// The most connections at a time.
    package static let connections = 64
    /// The most connections at a time from one address, other than this machine's.
    package static let connectionsOfOne = 24
    /// The largest body of a request, in bytes.
    package static let body = 64 << 10
    /// The largest body that is read and discarded so that a refusal can be sent, in bytes; a larger one ends the
    /// connection.
    package static let refusedBody = 1 << 20
    /// The largest message on a web socket, in bytes.
    package static let message = 16 << 10
    /// The time after which a connection that is silent is closed.
    package static let idle: Duration = .seconds(60)
    /// The time within which a web socket must take the data sent to it.
    package static let slowness: Duration = .seconds(20)
    /// The time after which pages receive the state of the service even if it is not known whether it is there.
    package static let look: Duration = .seconds(3)
    /// The time between two checks that the other end of a web socket is still there.
    package static let pingInterval: Duration = .seconds(25)
    /// The commands of a device in a second, and at once.
    package static let commands = 30
    /// The number of times that a device may ask other machines at once what they play; after that, once in ten
    /// seconds.
    package static let questions = 6
    /// The longest path and query of a request, in bytes.
    package static let target = 4_096
    /// The longest parameter of a query, in bytes after decoding.
    package static let parameter = 2_048
    /// The most parameters of a query.
    package static let parameters = 16
    /// The deepest nesting of arrays and objects in a body.
    package static let depth = 8
    /// The most values in a body.
    package static let values = 4_096
}
