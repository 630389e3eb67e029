// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
internal import OnCueCore
package import OnCueRuntime

/// `org.oncue.Service1`: the daemon itself.
@MediaActor
package final class ServiceInterface: ExportedInterface {
    package nonisolated let introspectionXML = Introspection.service
    /// The person's screen is locked.
    package var isLocked = false

    private let processIdentifier: UInt32
    private let quit: @MediaActor () -> Void

    package init(processIdentifier: UInt32, quit: @escaping @MediaActor () -> Void) {
        self.processIdentifier = processIdentifier
        self.quit = quit
    }

    package func properties() -> [String: BusValue] {
        [
            "Version": .string(ServiceVersion.current), "ProcessIdentifier": .uint32(processIdentifier),
            "Locked": .bool(isLocked),
        ]
    }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        reply.succeed()
        quit()
    }
}
