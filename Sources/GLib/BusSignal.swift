// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues

/// A signal that arrived.
package struct BusSignal: Sendable, Equatable {
    /// The unique name of the connection that sent it.
    package var sender: String
    package var path: String
    package var interface: String
    package var member: String
    package var arguments: [BusValue]
}
