// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import HTTPClient
import OnCueCore
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

/// An engine that plays (with parts of media, as in the service), and media for it.
@MediaActor
class MediaStage {
    let engine: SegmentEngine
    let events: EngineRecorder
    let files: TemporaryFiles
    private var lastToken: UInt64 = 0

    init(files: TemporaryFiles, output: OutputPreference, keepingTime: Duration = .seconds(30)) {
        self.files = files
        engine = SegmentEngine(
            DeckEngine(
                outputs: [output], web: WebMedia(client: HTTPClient(userAgent: "OnCueTests")), keepingTime: keepingTime)
        )
        events = EngineRecorder(engine)
    }

    func request(
        _ make: @autoclosure @Sendable () -> ToneFile, as format: String = "wav"
    ) async throws -> PlaybackRequest {
        request(path: try await write(make(), as: format))
    }

    /// The path of a file with this sound.
    func write(_ make: @autoclosure @Sendable () -> ToneFile, as format: String = "wav") async throws -> String {
        lastToken += 1
        let path = files.path("\(lastToken).wav")
        try await ToneFile.write(to: path, make)
        return format == "wav" ? path : try await encode(path, as: format)
    }

    func request(path: String) -> PlaybackRequest {
        request(MediaLocation(filePath: Array(path.utf8)))
    }

    func request(_ location: MediaLocation) -> PlaybackRequest {
        lastToken += 1
        return PlaybackRequest(token: .init(lastToken), location: location)
    }

    /// The same medium under a new token.
    func again(_ request: PlaybackRequest) -> PlaybackRequest { self.request(request.location) }

    /// A part of a medium under a new token.
    func part(of medium: PlaybackRequest, _ start: Duration, _ end: Duration?) -> PlaybackRequest {
        var part = again(medium)
        part.segment = MediaSegment(start: start, end: end)
        return part
    }

    /// Waits until playback has passed a position; false when it does not get there.
    func play(until position: Duration) async -> Bool {
        let limit = ContinuousClock.now + .seconds(10)
        while (engine.position ?? .zero) < position {
            guard ContinuousClock.now < limit else { return false }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return true
    }
}
