// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import HTTPClient
internal import OnCueRuntime

/// Writes a song to a temporary file, and renames it to its final name once it is complete.
final class CopySink: HTTPBodySink {
    private let path: String
    private let executor: BlockingExecutor
    private let descriptor: Int32

    /// `nil` if the file cannot be created. Blocks.
    init?(_ path: String, on executor: BlockingExecutor) {
        (self.path, self.executor) = (path, executor)
        descriptor = open(path + ".part", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    func begin(_ head: HTTPHead) async throws(HTTPError) -> Bool {
        let type = head.contentType
        // The request is redirected to the address of the file.
        if 300..<400 ~= head.status { return false }
        // Errors are sent as JSON or as a page.
        guard head.status == 200, !type.hasPrefix("text/"), !type.hasSuffix("/json"), !type.hasSuffix("/xml") else {
            throw HTTPError(.status, "the server sends no file")
        }
        return true
    }

    func take(_ bytes: [UInt8]) async throws(HTTPError) {
        let descriptor = descriptor
        let isWritten = await executor.run {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
        guard isWritten else { throw HTTPError(.notTaken, "there is no room on the disk") }
    }

    /// Renames the complete file to its final name.
    ///
    /// - Returns: Its size in bytes; `nil` if that fails.
    func finish() async -> Int? {
        let (path, descriptor) = (path, descriptor)
        return await executor.run {
            var status = stat()
            guard fsync(descriptor) == 0, fstat(descriptor, &status) == 0, status.st_size > 0,
                rename(path + ".part", path) == 0
            else { return nil }
            return Int(status.st_size)
        }
    }

    func drop() async {
        let path = path
        await executor.run { _ = unlink(path + ".part") }
    }
}
