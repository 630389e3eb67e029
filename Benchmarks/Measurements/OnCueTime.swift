// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// How long it takes from a trigger until the notification server is asked to show a suggestion, and from the press that
/// takes it until the sound server plays the first sample of it.
///
/// The library has tracks of a person beside those that are played; what was played before counts as in a life.
struct OnCueTime: Measurement {
    let name = "on-cue"
    let summary = "from triggers to a notification, and from the press on it to sound at a private PulseAudio"

    static let aim = Figure.Aim.atMost(50)
    private static let audible: ClosedRange<Float> = 0.001...1
    /// Between an offer and a press: nobody is quicker.
    private static let lead: Duration = .milliseconds(250)

    func measure(_ bench: Bench) async throws -> [Figure] {
        guard let stage = try await TriggerStage(bench) else {
            return [.absent("trigger to notification", "pulseaudio or python3 is not installed")]
        }
        defer { stage.stop() }
        let board = try await NotificationBoard(on: stage.host.bus)
        let daemon = try await stage.host.start()
        defer { daemon.stop() }
        try await stock(daemon, bench)
        // The offers of a run end where the next ones begin, so that what ends is measured too.
        let figures = try await presses(daemon.client, board, stage.server.ear, bench.options.runs(100, quick: 10))
        let devices = try await triggers(stage.server, stage.headsets, board, bench)
        return figures + devices
    }

    /// Three tracks that suggestions will be, among so many that are only there.
    private func stock(_ daemon: Daemon, _ bench: Bench) async throws {
        let corpus = try bench.corpus()
        let folder = bench.sandbox.newPath("squares")
        try Files.makeFolder(folder)
        for number in 1...3 {
            try Files.write(SquareWave.file(level: 0.5, seconds: 20), to: folder + "/square \(number).wav")
        }
        _ = try await daemon.add(corpus.folder, expecting: corpus.count)
        _ = try await daemon.add(folder, expecting: corpus.count + 3)
        for number in 1...3 { try await daemon.client.setPinned("Library/Tracks/square \(number)", true) }
        try await daemon.client.setSuggestions([.coolDown(.zero)])
    }

    // MARK: Presses

    /// Triggers that are made over the bus, and what they offer taken by turns in the two ways.
    private func presses(
        _ client: OnCueConnection, _ board: NotificationBoard, _ ear: Ear, _ runs: Int
    ) async throws -> [Figure] {
        var (shown, pressed, accepted) = (Samples(), Samples(), Samples())
        for run in 0...runs {
            let begin = ContinuousClock.now
            async let simulated = client.simulate(SimulationRequest(kind: "headphones", name: "Bench \(run)"))
            let notice = try await board.next()
            _ = try await simulated
            try await Task.sleep(for: Self.lead)
            async let heard = ear.first(in: Self.audible)
            // The ear listens before anything is asked for.
            await Task.yield()
            let press = ContinuousClock.now
            if run.isMultiple(of: 2) {
                try await board.pressPlay(of: notice)
            } else {
                _ = try await client.acceptSuggestion("")
            }
            guard let time = await heard else { throw BenchError("run \(run): what was taken is not heard") }
            try await client.perform(.stop)
            try await ear.silence()
            // A device that was never played on begins softly, and the first offer finds nothing prepared.
            if run == 0 { continue }
            shown.add(milliseconds: begin.duration(to: notice.time))
            if run.isMultiple(of: 2) {
                pressed.add(milliseconds: press.duration(to: time))
            } else {
                accepted.add(milliseconds: press.duration(to: time))
            }
        }
        return Self.rows("simulated trigger to notification", shown)
            + Self.rows("Play of the notification to first sound at the sound server", pressed)
            + Self.rows("Accept over the bus to first sound at the sound server", accepted)
    }

    // MARK: Devices

    private func triggers(
        _ server: SoundServer, _ headsets: Headsets, _ board: NotificationBoard, _ bench: Bench
    ) async throws -> [Figure] {
        let watch = try SinkWatch(server, in: bench.sandbox)
        defer { watch.stop() }
        try await waitUntilWatching(watch, server)
        let runs = bench.options.runs(100, quick: 10)
        var (plugged, connected) = (Samples(), Samples())
        for run in 1...runs {
            let module = try server.addDevice("plugged_\(run)", form: "headphone")
            guard let told = await watch.next() else { throw BenchError("run \(run): no sink comes") }
            plugged.add(milliseconds: told.duration(to: try await board.next().time))
            try server.removeDevice(module)
        }
        for run in 1...runs {
            try await headsets.add(run)
            let told = try await headsets.connect(run)
            connected.add(milliseconds: told.duration(to: try await board.next().time))
            try await headsets.disconnect(run)
        }
        return Self.rows("new sink at the sound server to notification", plugged)
            + Self.rows("headphones at BlueZ to notification", connected)
    }

    /// Until a device that means nothing is told of.
    private func waitUntilWatching(_ watch: SinkWatch, _ server: SoundServer) async throws {
        for attempt in 1...5 {
            let module = try server.addDevice("speaker_\(attempt)", form: "speaker")
            let told = await watch.next()
            try server.removeDevice(module)
            if told != nil { return }
        }
        throw BenchError("the sound server tells nothing of its sinks")
    }

    private static func rows(_ name: String, _ samples: Samples) -> [Figure] {
        [
            Figure(name, samples, "ms", aim: aim),
            Figure(name + ", 99th percentile", samples, "ms", quantile: 0.99, aim: aim),
        ]
    }
}
