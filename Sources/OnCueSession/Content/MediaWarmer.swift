// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import OnCueRuntime

/// Warms up content that may play soon: reads the beginning of a file into memory, or resolves the address of a named
/// item into its cache.
///
/// One at a time: an earlier operation is abandoned if it has not reached the file yet.
@MediaActor
final class MediaWarmer {
    /// The number of bytes that were read ahead, 0 if there was nothing to read or the operation was abandoned; or the
    /// reason why nothing could be read.
    typealias Outcome = Result<Int, PlaybackError>

    /// The number of bytes of a file that are read ahead.
    nonisolated static let length = 256 * 1024
    private nonisolated static let part = 64 * 1024

    private let executor = BlockingExecutor(label: "oncue.warm-up")
    private let log = Logger("content")
    private var task: Task<Outcome, Never>?

    deinit { task?.cancel() }

    /// Warms up a location, in place of the previous one; a failure is logged, and has no effect until the item is
    /// played.
    @discardableResult
    func warm(_ location: MediaLocation, with locator: (any MediaLocating)?) -> Task<Outcome, Never> {
        task?.cancel()
        let (executor, log) = (executor, log)
        let task = Task { @MediaActor () -> Outcome in
            do throws(PlaybackError) {
                return .success(try await Self.warm(location, locator, executor))
            } catch {
                if !Task.isCancelled {
                    log.warning("cannot prepare", ["location": "\(location)", "error": error.message])
                }
                return .failure(error)
            }
        }
        self.task = task
        return task
    }

    private static func warm(
        _ location: MediaLocation, _ locator: (any MediaLocating)?, _ executor: BlockingExecutor
    ) async throws(PlaybackError) -> Int {
        var location = location
        if location.scheme == ResolvingEngine.scheme {
            guard let locator else { return 0 }
            location = try await locator.locate(location, isRetry: false)
        }
        guard let path = location.filePath, !Task.isCancelled else { return 0 }
        let (count, error) = await executor.run { readAhead(path) }
        guard error == 0 else {
            throw PlaybackError(
                error == ENOENT ? .notFound : .failed,
                "cannot read \(location): \(String(cString: strerror(error)))")
        }
        return count
    }

    /// Reads the beginning and discards it, so that it stays in the memory of the system. Blocks.
    private nonisolated static func readAhead(_ path: [UInt8]) -> (count: Int, error: Int32) {
        let file = (path + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } ?? -1
            }
        }
        guard file >= 0 else { return (0, errno) }
        defer { close(file) }
        var (buffer, count) = ([UInt8](repeating: 0, count: part), 0)
        while count < length {
            let read = pread(file, &buffer, min(part, length - count), off_t(count))
            guard read >= 0 else { return (count, errno) }
            if read == 0 { break }
            count += read
        }
        return (count, 0)
    }
}
