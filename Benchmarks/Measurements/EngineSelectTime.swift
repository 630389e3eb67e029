// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCuePlayback
internal import OnCueRuntime
internal import OnCueSession

/// The part of ``SelectTime`` that the playback engine takes, without bus and catalog.
struct EngineSelectTime: Measurement {
    let name = "engine"
    let summary = "the playback engine alone opens a file, until its first sound is at the output"

    func measure(_ bench: Bench) async throws -> [Figure] {
        let runs = bench.options.runs(21, quick: 5)
        let probe = await EngineProbe()
        var figures: [Figure] = []
        for format in SelectTime.formats {
            guard let music = bench.music(format) else { continue }
            var times = Samples()
            for run in 0...runs {
                let time = try await probe.timeToSound(music)
                if run > 0 { times.add(milliseconds: time) }
                try await Task.sleep(for: .milliseconds(60))
            }
            figures.append(Figure("engine: load to first sound, \(format)", times, "ms"))
        }
        await probe.shutDown()
        return figures
    }
}

/// An engine without sound, and how long it takes.
@MediaActor
private final class EngineProbe {
    private let engine = PlaybinEngine(outputs: [.silent])
    private var token: UInt64 = 0
    private var waiting: CheckedContinuation<Result<ContinuousClock.Instant, PlaybackError>, Never>?

    init() {
        engine.onEvent = { [weak self] in self?.receive($0) }
    }

    /// Loads a file into the stopped engine, and stops it again.
    func timeToSound(_ location: MediaLocation) async throws -> Duration {
        token += 1
        let request = PlaybackRequest(token: .init(token), location: location)
        let begin = ContinuousClock.now
        let result = await withCheckedContinuation { continuation in
            waiting = continuation
            engine.load(request, at: .zero, playing: true)
        }
        engine.stop()
        return begin.duration(to: try result.get())
    }

    func shutDown() async { await engine.shutDown() }

    private func receive(_ event: EngineEvent) {
        switch event {
        case .started(.init(token)): resume(.success(.now))
        case .failed(.init(token), let error): resume(.failure(error))
        default: break
        }
    }

    private func resume(_ result: Result<ContinuousClock.Instant, PlaybackError>) {
        waiting?.resume(returning: result)
        waiting = nil
    }
}
