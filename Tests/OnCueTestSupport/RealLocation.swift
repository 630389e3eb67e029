// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import Glibc
internal import OnCueRuntime

/// The GeoClue of the system, on a bus of the test's own, with a receiver that says where the test wants the machine to
/// be.
///
/// It reads its settings from one place alone, so it sees another file there. Nobody else's GeoClue is touched, and it
/// asks nothing of the network.
package final class RealLocation: Sendable {
    private static let program = "/usr/libexec/geoclue"
    private static let settings = "/etc/geoclue/geoclue.conf"
    private static let world = "org.oncue.TestWorld"

    private let client: MessageBus
    private let directory: TemporaryDirectory
    private let geoclue: ChildProcess
    private let receiver: ChildProcess

    /// Starts it; nobody has an agent yet.
    ///
    /// - Parameter bus: What stands for the system bus.
    package init(on bus: PrivateBus) async throws {
        let client = try await bus.connect()
        self.client = client
        directory = try TemporaryDirectory()
        let environment = ["DBUS_SYSTEM_BUS_ADDRESS": bus.address, "LC_ALL": "C.UTF-8", "HOME": directory.file("")]
        let script = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        receiver = try ChildProcess(
            "/usr/bin/python3", [script + "/Programs/geoclue-world.py", directory.file("nmea")],
            environment: environment)
        try await waitUntil("the receiver is on the bus") {
            try await client.owner(of: Self.world) != nil
        }
        let sources = ["3g", "cdma", "modem-gps", "wifi", "compass"].map { "[\($0)]\nenable=false\n" }.joined()
        try directory.write(
            "geoclue.conf",
            ("[agent]\nwhitelist=oncue-test\n[network-nmea]\nenable=true\nnmea-socket=\(directory.file("nmea"))\n"
                + sources).utf8)
        let command = "mount --bind \"$1\" \(Self.settings) && exec \(Self.program) -t 60"
        // Who is not root may do so in a namespace of their own.
        let own = getuid() == 0 ? [] : ["--map-current-user", "--keep-caps"]
        geoclue = try ChildProcess(
            "unshare", own + ["-m", "/bin/sh", "-c", command, "sh", directory.file("geoclue.conf")],
            environment: environment)
        try await waitUntil("GeoClue is on the bus") {
            try await client.owner(of: FakeLocation.name) != nil
        }
    }

    /// The receiver says from now on that the machine is here.
    package func move(_ latitude: Double, _ longitude: Double) async throws {
        try await client.call(
            "Move", of: "org.oncue.Test", at: "/", on: Self.world, [.double(latitude), .double(longitude)])
    }

    /// The person has an agent from now on, which allows everything.
    package func addAgent() async throws {
        try await client.call("AddAgent", of: "org.oncue.Test", at: "/", on: Self.world)
    }

    /// Ends GeoClue, as a crash would; returns when it has left the bus.
    package func end() async throws {
        try await geoclue.end()
        try await waitUntil("GeoClue has left the bus") {
            try await self.client.owner(of: FakeLocation.name) == nil
        }
    }
}
