// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// What notifications cost that wait: at the start, and while nothing is due.
struct PendingNotifications: Measurement {
    let name = "pending-notifications"
    let summary = "the daemon starts and waits with 10,000 notifications that are not due"

    private static let programs = 10
    private static let each = 1_000
    private static let startAim = Figure.Aim.atMost(20)
    private static let idleAim = Figure.Aim.atMost(1)

    func measure(_ bench: Bench) async throws -> [Figure] {
        let runs = bench.options.runs(15, quick: 5)
        let (empty, full) = (try await Host(in: bench.sandbox), try await Host(in: bench.sandbox))
        defer { for host in [empty, full] { host.remove() } }
        try await fill(full)
        var (starts, more, wakeUps) = ((Samples(), Samples()), Samples(), Samples())
        // One beside the other, as the machine is not always as fast.
        for run in 0...runs {
            let times = (try await start(empty), try await start(full))
            guard run > 0 else { continue }
            starts.0.add(milliseconds: times.0)
            starts.1.add(milliseconds: times.1)
            more.add(milliseconds: times.1 - times.0)
        }
        let daemon = try await full.start()
        defer { daemon.stop() }
        try await daemon.waitForQuiet()
        // Half a minute after its start the daemon looks at podcasts.
        try await Task.sleep(for: .seconds(bench.options.runs(45, quick: 5)))
        for use in try await UseOverTime.watch([daemon.process], for: .seconds(10)) {
            wakeUps.add(use.wakeUpsPerSecond)
        }
        return [
            Figure("daemon start without notifications", starts.0, "ms"),
            Figure("daemon start with 10,000 pending notifications", starts.1, "ms"),
            Figure("what 10,000 pending notifications add to a start", more, "ms", aim: Self.startAim),
            Figure("idle wake-ups with 10,000 pending notifications", wakeUps, "per second", aim: Self.idleAim),
        ]
    }

    private func start(_ host: Host) async throws -> Duration {
        let daemon = try await host.start()
        defer { daemon.stop() }
        try await daemon.waitForQuiet()
        return daemon.startTime
    }

    /// Has ten programs ask for a thousand notifications each, of some months from now.
    private func fill(_ host: Host) async throws {
        let daemon = try await host.start()
        defer { daemon.stop() }
        try await Self.ask(on: host.bus.address)
    }

    @MediaActor
    private static func ask(on address: String) async throws {
        let bus = try await MessageBus.connect(to: address)
        for program in 0..<programs {
            let name = "org.example.Bench\(program)"
            _ = try await bus.requestName(name)
            for number in 0..<each {
                let trigger: [String: BusValue] = [
                    "kind": .string("interval"), "seconds": .int64(Int64(5_000_000 + program * each + number)),
                ]
                _ = try await bus.call(
                    "Add", of: "org.oncue.UserNotifications1", at: ServiceNames.objectPath, on: ServiceNames.busName,
                    [
                        .string(name),
                        .dictionary([
                            "title": .string("Notification \(number)"), "body": .string("It waits for its time."),
                            "trigger": .dictionary(trigger),
                        ]),
                    ])
            }
        }
    }
}
