// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import OnCueRuntime

/// Gets what may play soon closer: the beginning of a file into memory, the address of a named item into its cache.
@MediaActor
final class MediaWarmer {
    /// How much of a file is read ahead.
    private nonisolated static let length = 256 * 1024

    private let executor = BlockingExecutor(label: "oncue.warm-up")

    func warm(_ location: MediaLocation, with locator: (any MediaLocating)?) {
        let executor = executor
        Task {
            var location = location
            if location.scheme == ResolvingEngine.scheme {
                // What cannot be resolved now says so when it is played.
                guard let found = try? await locator?.locate(location, isRetry: false) else { return }
                location = found
            }
            guard let path = location.filePath else { return }
            await executor.run { Self.readAhead(path) }
        }
    }

    private nonisolated static func readAhead(_ path: [UInt8]) {
        let file = (path + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } ?? -1
            }
        }
        guard file >= 0 else { return }
        posix_fadvise(file, 0, off_t(length), POSIX_FADV_WILLNEED)
        close(file)
    }
}
