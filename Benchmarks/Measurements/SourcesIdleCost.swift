// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// What the daemon costs on a machine where everything is that it hears triggers from, and nothing happens.
struct SourcesIdleCost: Measurement {
    let name = "idle-sources"
    let summary = "the daemon listens to BlueZ, NetworkManager and a sound server that are silent"

    /// Those that must work for the figures to mean something.
    private static let sources: Set<String> = ["bluetooth", "sound", "network"]

    func measure(_ bench: Bench) async throws -> [Figure] {
        guard let stage = try await TriggerStage(bench) else {
            return [.absent("idle with sources", "pulseaudio or python3 is not installed")]
        }
        defer { stage.stop() }
        let network = try ChildProgram(
            ["/usr/bin/python3", "-m", "dbusmock", "--template", "networkmanager"],
            variables: ["DBUS_SYSTEM_BUS_ADDRESS": stage.system.address], in: bench.sandbox
        ).start()
        defer { bench.sandbox.processes.end(network) }
        try await stage.headsets.add(1)
        _ = try await stage.headsets.connect(1)
        let daemon = try await stage.host.start()
        defer { daemon.stop() }
        try await waitUntilListening(daemon)
        // Half a minute after its start the daemon looks at podcasts once.
        try await Task.sleep(for: .seconds(bench.options.runs(45, quick: 3)))
        let figures = try await watch(daemon, bench)
        return figures
    }

    private func waitUntilListening(_ daemon: Daemon) async throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while true {
            let working = try await daemon.client.triggerSources().filter { $0.state == "working" }.map(\.source)
            if Self.sources.isSubset(of: working) { return }
            guard ContinuousClock.now < deadline else { throw BenchError("of the sources only \(working) work") }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private func watch(_ daemon: Daemon, _ bench: Bench) async throws -> [Figure] {
        var (wakeUps, processor) = (Samples(), Samples())
        for _ in 0..<bench.options.runs(3, quick: 1) {
            for use in try await UseOverTime.watch([daemon.process], for: .seconds(10)) {
                wakeUps.add(use.wakeUpsPerSecond)
                processor.add(use.percent)
            }
        }
        return [
            Figure("idle wake-ups, listening for triggers", wakeUps, "per second", aim: .atMost(0)),
            Figure("idle processor use, listening for triggers", processor, "% of a core"),
        ]
    }
}
