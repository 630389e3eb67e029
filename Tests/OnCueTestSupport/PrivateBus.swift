// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
internal import OnCueRuntime

/// A message bus of the test's own: a dbus-daemon with a socket in a private directory, which starts no services.
package final class PrivateBus: Sendable {
    /// The address for clients.
    package let address: String

    private let directory: TemporaryDirectory
    private let process: ChildProcess

    /// Starts a bus; returns when it takes connections.
    ///
    /// - Parameter socket: The path of its socket; one in a directory of its own if absent.
    package init(socket: String? = nil) async throws {
        directory = try TemporaryDirectory()
        let configuration = try directory.write(
            "bus.conf", Self.configuration(socket: socket ?? directory.file("bus")).utf8)
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

    private static func configuration(socket: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>unix:path=\(socket)</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        """
    }
}
