// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
internal import OnCueRuntime

/// A message bus of the test's own: a dbus-daemon with a socket in a private directory.
package final class PrivateBus: Sendable {
    /// The address for clients.
    package let address: String

    private let directory: TemporaryDirectory
    private let process: ChildProcess

    /// Starts a bus; returns when it takes connections.
    ///
    /// - Parameters:
    ///   - socket: The path of its socket; one in a directory of its own if absent.
    ///   - services: A directory with service files of programs that the bus starts; none if absent.
    package init(socket: String? = nil, services: String? = nil) async throws {
        directory = try TemporaryDirectory()
        let configuration = try directory.write(
            "bus.conf", Self.configuration(socket ?? directory.file("bus"), services).utf8)
        process = try ChildProcess("dbus-daemon", ["--config-file=" + configuration, "--nofork", "--print-address=1"])
        // The daemon prints its address when it listens.
        address = try await process.output.waitForLine { $0.hasPrefix("unix:") }
    }

    /// A new connection to the bus.
    package func connect() async throws -> MessageBus {
        try await MessageBus.connect(to: address)
    }

    /// Ends the bus at once, as a crash would; returns when it is gone.
    package func kill() async throws {
        try await process.end()
    }

    private static func configuration(_ socket: String, _ services: String?) -> String {
        let services = services.map { "<servicedir>\($0)</servicedir>" } ?? ""
        return """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(socket)</listen>
              <auth>EXTERNAL</auth>
              \(services)
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
              <!-- As in the session.conf of dbus-daemon. -->
              <limit name="max_incoming_bytes">1000000000</limit>
              <limit name="max_outgoing_bytes">1000000000</limit>
              <limit name="max_message_size">1000000000</limit>
              <limit name="max_replies_per_connection">50000</limit>
            </busconfig>
            """
    }
}
