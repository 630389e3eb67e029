// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport

/// A private sound server, an engine that plays to it, and a recording of what it plays.
@MediaActor
final class SoundStage: MediaStage {
    let server: PulseServer
    private let recorder: PulseRecorder

    init() async throws {
        server = try await PulseServer()
        recorder = try await server.record()
        super.init(files: try TemporaryFiles(), output: .pulse(server: server.address))
    }

    /// How much has been recorded.
    var recordedSeconds: Double { recorder.seconds }

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
}
