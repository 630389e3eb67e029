// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport

/// An engine that plays into a file: every frame can be counted, as no clock of a server is in between.
@MediaActor
final class FileStage: MediaStage {
    private let path: String

    init() throws {
        let files = try TemporaryFiles()
        path = files.path("heard.wav")
        super.init(files: files, output: .file(path))
    }

    /// Gives the output back and returns all frames that were heard, at 48,000 a second.
    func finish() async throws -> SoundRecording {
        await engine.shutDown()
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return data.withUnsafeBytes { bytes in
            let frames = stride(from: 44, to: bytes.count - 3, by: 4)
            return SoundRecording(
                samples: frames.map { Double(bytes.loadUnaligned(fromByteOffset: $0, as: Int16.self)) / 32_768 })
        }
    }
}
