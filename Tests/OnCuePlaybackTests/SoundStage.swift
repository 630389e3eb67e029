// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

/// A private sound server, an engine that plays to it (with parts of media, as in the service), and a recording of what it plays.
@MediaActor
final class SoundStage {
    let server: PulseServer
    let engine: SegmentEngine
    let events: EngineRecorder
    let files: TemporaryFiles
    private let recorder: PulseRecorder
    private var lastToken: UInt64 = 0

    init() async throws {
        server = try await PulseServer()
        files = try TemporaryFiles()
        engine = SegmentEngine(DeckEngine(outputs: [.pulse(server: server.address)]))
        events = EngineRecorder(engine)
        recorder = try await server.record()
    }

    func request(
        _ make: @autoclosure @Sendable () -> ToneFile, as format: String = "wav"
    ) async throws -> PlaybackRequest {
        lastToken += 1
        let path = files.path("\(lastToken).wav")
        try await ToneFile.write(to: path, make)
        if format == "wav" { return request(path: path) }
        return request(path: try await encode(path, as: format))
    }

    func request(path: String) -> PlaybackRequest {
        lastToken += 1
        return PlaybackRequest(token: .init(lastToken), location: MediaLocation(filePath: Array(path.utf8)))
    }

    /// The same medium under a new token.
    func again(_ request: PlaybackRequest) -> PlaybackRequest {
        lastToken += 1
        return PlaybackRequest(token: .init(lastToken), location: request.location)
    }

    /// How much has been recorded.
    var recordedSeconds: Double { recorder.seconds }

    /// Waits until playback has passed a position; false when it does not get there.
    func play(until position: Duration) async -> Bool {
        let limit = ContinuousClock.now + .seconds(10)
        while (engine.position ?? .zero) < position {
            guard ContinuousClock.now < limit else { return false }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return true
    }

    /// Waits until so much more has been recorded.
    func record(_ seconds: Double) async {
        let end = recorder.seconds + seconds
        let limit = ContinuousClock.now + .seconds(10)
        while recorder.seconds < end, ContinuousClock.now < limit { try? await Task.sleep(for: .milliseconds(5)) }
    }

    /// Gives the output back and returns everything that was recorded.
    func finish() async throws -> SoundRecording {
        await record(0.2)
        await engine.shutDown()
        return try await recorder.finish()
    }

    /// The same sound in another format.
    private func encode(_ path: String, as format: String) async throws -> String {
        let coded = path + "." + format
        let arguments =
            switch format {
            case "mp3": ["lame", "--quiet", "-b", "192", path, coded]
            case "vbr.mp3": ["lame", "--quiet", "-V", "2", path, coded]
            case "opus": ["opusenc", "--quiet", "--bitrate", "192", path, coded]
            case "ogg": ["oggenc", "--quiet", "--quality", "6", "--output", coded, path]
            default: ["flac", "--silent", "--force", "-o", coded, path]
            }
        try #require(try await runProgram(arguments) == 0)
        return coded
    }
}
