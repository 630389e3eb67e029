// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Where triggers come from and go to: a BlueZ, a sound server that it serves, and a place for a daemon that hears both.
final class TriggerStage {
    let system: PrivateMessageBus
    let headsets: Headsets
    let server: SoundServer
    /// Where the daemon runs, once it is started.
    let host: Host

    /// `nil` where no sound server is running, or no Python for BlueZ.
    init?(_ bench: Bench) async throws {
        system = try PrivateMessageBus(in: bench.sandbox)
        guard let headsets = try await Headsets.start(on: system, root: bench.options.root, in: bench.sandbox),
            let server = try await SoundServer.start(in: bench.sandbox, bluetooth: system)
        else {
            system.stop()
            return nil
        }
        (self.headsets, self.server) = (headsets, server)
        host = try await Host(
            in: bench.sandbox, output: "auto",
            ["PULSE_SERVER": server.address, "DBUS_SYSTEM_BUS_ADDRESS": system.address])
    }

    /// Ends everything but the daemon, which its own `stop` ends.
    func stop() {
        host.remove()
        server.stop()
        headsets.stop()
        system.stop()
    }
}
