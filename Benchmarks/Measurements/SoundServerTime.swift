// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// How long it takes from what a person asks for until the sound server plays the first sample of it, recorded there.
///
/// The recording asks the server for pieces of a millisecond, which add to each figure.
struct SoundServerTime: Measurement {
    let name = "sound-server"
    let summary = "a client plays, goes on and goes back, until a private PulseAudio plays the first sample"

    private static let aim = Figure.Aim.atMost(15)
    private static let skipAim = Figure.Aim.atMost(20)
    private static let quiet: ClosedRange<Float> = 0.1...0.3
    private static let audible: ClosedRange<Float> = 0.001...1
    private static let loud: ClosedRange<Float> = 0.5...0.8
    /// Long enough for what is next to be opened.
    private static let lead: Duration = .milliseconds(250)

    func measure(_ bench: Bench) async throws -> [Figure] {
        guard let server = try await SoundServer.start(in: bench.sandbox) else {
            return [.absent("first sound at the sound server", "pulseaudio is not installed")]
        }
        defer { server.stop() }
        let folder = bench.sandbox.newPath("squares")
        try Files.makeFolder(folder)
        try Files.write(SquareWave.file(level: 0.2, seconds: 20), to: folder + "/1.wav")
        try Files.write(SquareWave.file(level: 0.6, seconds: 20), to: folder + "/2.wav")
        let host = try await Host(in: bench.sandbox, output: "pulsesink", ["PULSE_SERVER": server.address])
        let daemon = try await host.start()
        defer {
            daemon.stop()
            host.remove()
        }
        return try await figures(daemon.client, server.ear, folder, bench.options.runs(21, quick: 5))
    }

    private func figures(
        _ client: OnCueConnection, _ ear: Ear, _ folder: String, _ runs: Int
    ) async throws -> [Figure] {
        var (selected, nexts, previouses) = (Samples(), Samples(), Samples())
        for run in 0...runs {
            // A device that was never played on begins softly.
            let select = try await time(ear, "run \(run), the selected track", run == 0 ? Self.audible : Self.quiet) {
                () async throws(ClientError) in
                _ = try await client.play(MediaLocation(filePath: Array(folder.utf8)).uri, PlayOptions())
            }
            if run == 0 { try await client.perform(.setVolume(1)) }
            try await Task.sleep(for: Self.lead)
            let next = try await time(ear, "run \(run), the next track", Self.loud) { () async throws(ClientError) in
                try await client.perform(.next)
            }
            try await Task.sleep(for: Self.lead)
            let previous = try await time(ear, "run \(run), the previous track", Self.quiet) {
                () async throws(ClientError) in
                try await client.perform(.previous)
            }
            try await client.perform(.stop)
            try await ear.silence()
            try await Task.sleep(for: .milliseconds(60))
            if run == 0 { continue }
            selected.add(milliseconds: select)
            nexts.add(milliseconds: next)
            previouses.add(milliseconds: previous)
        }
        return [
            Figure("select to first sound at the sound server, wav", selected, "ms", aim: Self.aim),
            Figure("next to first sound at the sound server, wav", nexts, "ms", aim: Self.skipAim),
            Figure("previous to first sound at the sound server, wav", previouses, "ms", aim: Self.skipAim),
        ]
    }

    /// From asking until a sound of these levels comes.
    private func time(
        _ ear: Ear, _ what: String, _ levels: ClosedRange<Float>, _ ask: () async throws(ClientError) -> Void
    ) async throws -> Duration {
        async let heard = ear.first(in: levels)
        // The ear listens before anything is asked for.
        await Task.yield()
        let begin = ContinuousClock.now
        try await ask()
        guard let time = await heard else {
            throw BenchError(
                "the sound server has not got \(what): no sound of level \(levels) came, but \(ear.loudest) at most")
        }
        return begin.duration(to: time)
    }
}
