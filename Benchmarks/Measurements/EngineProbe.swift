// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import HTTPClient
internal import OnCueCore
internal import OnCuePlayback
internal import OnCueRuntime
internal import OnCueSession

/// An engine without sound, and how long it takes.
@MediaActor
final class EngineProbe {
    private let engine = DeckEngine(
        outputs: [.silent], web: WebMedia(client: HTTPClient(userAgent: "OnCueBench")))
    private var token: UInt64 = 0
    private var waiting: CheckedContinuation<Result<ContinuousClock.Instant, PlaybackError>, Never>?

    init() {
        engine.onEvent = { [weak self] in self?.receive($0) }
    }

    /// Loads a file, in the place of what plays, until its first sound is at the output.
    func timeToSound(_ location: MediaLocation) async throws -> Duration {
        token += 1
        let request = PlaybackRequest(token: .init(token), location: location)
        let begin = ContinuousClock.now
        let result = await withCheckedContinuation { continuation in
            waiting = continuation
            engine.load(request, at: .zero, playing: true)
        }
        return begin.duration(to: try result.get())
    }

    /// Has a file follow what plays.
    func cue(_ location: MediaLocation) {
        engine.cue([PlaybackRequest(token: .init(token + 1_000_000), location: location)])
    }

    /// Has a file held open.
    func prepare(_ location: MediaLocation) {
        engine.prepare([PreparedMedium(location: location)])
    }

    func stop() { engine.stop() }

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
