// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport

extension Machine {
    /// A machine on whose bus a program is started when it is called.
    ///
    /// - Parameters:
    ///   - name: Its name on the bus.
    ///   - home: Its own home, where the bus has its socket.
    /// - Returns: The machine, and the bus, which ends when it is released.
    static func starting(
        _ program: String, named name: String, in home: TemporaryDirectory, _ changes: [String: String] = [:]
    ) async throws -> (Machine, PrivateBus) {
        let socket = home.file("bus")
        let variables = "HOME=\(home.path) DBUS_SESSION_BUS_ADDRESS=unix:path=\(socket)"
        try home.makeDirectory("services")
        try home.write(
            "services/\(name).service",
            "[D-BUS Service]\nName=\(name)\nExec=/usr/bin/env \(variables) \(program)\n".utf8)
        let bus = try await PrivateBus(socket: socket, services: home.file("services"))
        return (
            try await Machine(hasSessionBus: false, ["DBUS_SESSION_BUS_ADDRESS": bus.address].merging(changes) { $1 }),
            bus
        )
    }
}
