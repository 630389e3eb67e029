// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import HTTPClient
internal import OnCueCore
internal import OnCueRuntime

/// The file into which a download goes; it blocks on a queue of its own.
actor DownloadFile: HTTPBodySink {
    /// The space that must remain free on the disk, in bytes.
    private static let reserve: Int64 = 200 << 20

    private let executor: BlockingExecutor
    private let path: String
    private var descriptor: Int32 = -1
    private(set) var received: Int64 = 0
    private(set) var total: Int64?
    private(set) var tag: String?
    private let tell: @Sendable (_ received: Int64, _ total: Int64?, _ tag: String?) async -> Void

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - path: The location of the part that has arrived.
    ///   - tell: Called at the beginning of the response and for each piece.
    init(
        path: String, executor: BlockingExecutor,
        tell: @escaping @Sendable (_ received: Int64, _ total: Int64?, _ tag: String?) async -> Void
    ) {
        self.path = path
        self.executor = executor
        self.tell = tell
    }

    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Returns the number of bytes that arrived in earlier attempts.
    func present() -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    func begin(_ head: HTTPHead) async throws(HTTPError) -> Bool {
        switch head.status {
        case 200: try open(at: 0)
        case 206:
            let start = head.fields["content-range"].flatMap(Self.start)
            guard let start, start <= present() else {
                throw HTTPError(.malformed, "\(head.address) sent a different part of the file than requested")
            }
            try open(at: start)
        case 416:
            // The local part is longer than the file on the server: it belongs to another version.
            unlink(path)
            throw HTTPError(.notTaken, "\(head.address) has changed on the server; download it again")
        default: throw HTTPError(.notTaken, "\(head.address) answered with HTTP status \(head.status)")
        }
        total = head.promisedBytes.map { Int64($0) + received }
        tag = Self.tag(head)
        try checkSpace(Int64(head.promisedBytes ?? 0))
        await tell(received, total, tag)
        return true
    }

    func take(_ bytes: [UInt8]) async throws(HTTPError) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else {
                let isFull = errno == ENOSPC || errno == EDQUOT
                throw HTTPError(
                    .notTaken,
                    "cannot write \(path): "
                        + "\(isFull ? "the disk is full; free some space" : "check the permissions of its folder")"
                )
            }
            written += count
        }
        received += Int64(bytes.count)
        await tell(received, total, tag)
    }

    /// Moves the complete file to its final place.
    func finish(at target: String) throws(HTTPError) {
        fsync(descriptor)
        let folder = PathBytes.divided(Array(target.utf8)).map { String(decoding: $0.folder, as: UTF8.self) }
        guard let folder, PrivateDirectory.make(folder), rename(path, target) == 0 else {
            throw HTTPError(.notTaken, "cannot write \(target); check the permissions of its folder")
        }
    }

    private func open(at offset: Int64) throws(HTTPError) {
        if let folder = PathBytes.divided(Array(path.utf8))?.folder {
            PrivateDirectory.make(String(decoding: folder, as: UTF8.self))
        }
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0, ftruncate(descriptor, off_t(offset)) == 0,
            lseek(descriptor, off_t(offset), SEEK_SET) == off_t(offset)
        else { throw HTTPError(.notTaken, "cannot write \(path); check the permissions of its folder") }
        received = offset
    }

    private func checkSpace(_ needed: Int64) throws(HTTPError) {
        var status = statvfs()
        guard fstatvfs(descriptor, &status) == 0 else { return }
        let free = Int64(clamping: status.f_bavail) * Int64(clamping: status.f_frsize)
        guard free - needed < Self.reserve else { return }
        throw HTTPError(
            .notTaken,
            "not enough disk space: it needs \(needed >> 20) MB, and \(free >> 20) MB are free; delete other downloads")
    }

    /// Returns the first byte in `bytes 100-199/200`.
    private static func start(_ range: String) -> Int64? {
        guard range.hasPrefix("bytes ") else { return nil }
        return Int64(range.dropFirst(6).prefix { $0 != "-" })
    }

    /// Returns the identity of this version of the file; a weak tag is not sufficient.
    private static func tag(_ head: HTTPHead) -> String? {
        if let tag = head.fields["etag"], !tag.hasPrefix("W/") { return tag }
        return head.fields["last-modified"]
    }
}
