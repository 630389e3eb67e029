// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

/// A private sound server, an engine that plays to it, and a recording of what it plays.
@MediaActor
final class SoundStage: MediaStage {
    let server: PulseServer
    private let recorder: PulseRecorder

    /// - Parameters:
    ///   - byLink: The engine reaches the server by ``link``, which can be taken away.
    ///   - keepingTime: As for the engine.
    init(byLink: Bool = false, keepingTime: Duration = .seconds(30)) async throws {
        server = try await PulseServer()
        recorder = try await server.record()
        let files = try TemporaryFiles()
        super.init(
            files: files, output: .pulse(server: byLink ? "unix:" + Self.link(files) : server.address),
            keepingTime: keepingTime)
        if byLink { try putLink() }
    }

    private static func link(_ files: TemporaryFiles) -> String { files.path("server") }

    /// Lets the engine reach the server.
    func putLink() throws {
        try #require(symlink(String(server.address.dropFirst("unix:".count)), Self.link(files)) == 0)
    }

    /// Has the server not be found any more; connections stay.
    func takeLink() throws {
        try #require(unlink(Self.link(files)) == 0)
    }

    /// How much has been recorded.
    var recordedSeconds: Double { recorder.seconds }

    /// Waits until so much more has been recorded.
    func record(_ seconds: Double) async {
        try? await recorder.wait(until: recorder.seconds + seconds)
    }

    /// Listens no longer.
    func endRecording() async {
        _ = try? await recorder.finish()
    }

    /// Gives the output back and returns everything that was recorded.
    func finish() async throws -> SoundRecording {
        await record(0.2)
        await engine.shutDown()
        return try await recorder.finish()
    }
}
