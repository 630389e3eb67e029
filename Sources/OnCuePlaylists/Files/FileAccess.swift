// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import OnCueRuntime

/// The few operations on files; all of them block.
enum FileAccess {
    /// The properties by which a change of a file is detected.
    struct Fingerprint: Sendable, Hashable {
        var size: Int
        var modified: Int
        var inode: UInt

        /// Since 1970.
        var modifiedSecond: Int64 { Int64(modified / 1_000_000_000) }
    }

    enum Failure: Error {
        /// The number of the system's error.
        case system(Int32)
        /// The file exceeds the given limit, in bytes.
        case tooLarge(limit: Int)
        case notAPlaylist

        var isAbsence: Bool {
            if case .system(let number) = self { number == ENOENT || number == ENOTDIR } else { false }
        }

        var text: String {
            switch self {
            case .system(let number): strerror(number).map { String(cString: $0) } ?? "system error \(number)"
            case .tooLarge(let limit): "it is larger than \(limit >> 20) MB, the most a playlist may be; split it"
            case .notAPlaylist: "it is not a playlist"
            }
        }
    }

    /// Returns the content of a regular file of at most `limit` bytes.
    static func read(_ path: [UInt8], limit: Int) throws(Failure) -> (bytes: [UInt8], fingerprint: Fingerprint) {
        let descriptor = withPath(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw .system(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .system(EINVAL) }
        guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: max(4096, min(Int(status.st_size) + 1, 1 << 20)))
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            guard count >= 0 else { throw .system(errno) }
            if count == 0 { return (bytes, Fingerprint(status)) }
            bytes += piece[..<count]
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        }
    }

    /// Returns the fingerprint of a file; `nil` for everything that is not a regular file.
    static func fingerprint(_ path: [UInt8]) -> Fingerprint? {
        var status = stat()
        guard withPath(path, { stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Fingerprint(status)
    }

    static func isFile(_ location: MediaLocation) -> Bool {
        location.filePath.map { fingerprint($0) != nil } ?? false
    }

    /// Writes a file so that other programs, and a restart after a power cut, find either all of it or the previous
    /// content.
    static func replace(_ path: [UInt8], with bytes: [UInt8]) throws(Failure) {
        let temporary = path + Array(".\(getpid())-\(UInt32.random(in: 0 ... .max)).part".utf8)
        let descriptor = withPath(temporary) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644) }
        guard descriptor >= 0 else { throw .system(errno) }
        var failure: Int32?
        var written = 0
        bytes.withUnsafeBytes { buffer in
            while written < bytes.count, failure == nil {
                let count = Glibc.write(descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written)
                if count > 0 { written += count } else { failure = errno }
            }
        }
        if failure == nil, fsync(descriptor) != 0 { failure = errno }
        close(descriptor)
        if failure == nil, withPath(temporary, { from in withPath(path) { rename(from, $0) } }) != 0 { failure = errno }
        if let failure {
            _ = withPath(temporary) { unlink($0) }
            throw .system(failure)
        }
        if let folder = PathBytes.divided(path)?.folder { syncFolder(folder) }
    }

    /// Moves a file to another path, at which nothing may exist.
    static func move(_ path: [UInt8], to target: [UInt8]) throws(Failure) {
        guard withPath(target, { access($0, F_OK) }) != 0 else { throw .system(EEXIST) }
        guard withPath(path, { from in withPath(target) { rename(from, $0) } }) == 0 else { throw .system(errno) }
        let folders = Set([path, target].compactMap { PathBytes.divided($0)?.folder })
        for folder in folders { syncFolder(folder) }
    }

    static func remove(_ path: [UInt8]) throws(Failure) {
        guard withPath(path, { unlink($0) }) == 0 else { throw .system(errno) }
        if let folder = PathBytes.divided(path)?.folder { syncFolder(folder) }
    }

    /// Removes the folder of a file and those above it as long as they are empty.
    static func removeEmptyFolders(from path: [UInt8], upTo top: [UInt8]) {
        var folder = PathBytes.divided(path)?.folder ?? top
        while folder != top, PathBytes.isInside(folder, top), withPath(folder, { rmdir($0) }) == 0 {
            folder = PathBytes.divided(folder)?.folder ?? top
        }
    }

    static func makeFolder(_ path: [UInt8]) throws(Failure) {
        guard PrivateDirectory.make(String(decoding: path, as: UTF8.self)) else { throw .system(errno) }
    }

    /// Names are on the disk only when their folder is.
    private static func syncFolder(_ path: [UInt8]) {
        let descriptor = withPath(path) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    static func withPath<T>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> T) -> T {
        let text = path.map { CChar(bitPattern: $0) } + [0]
        return text.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("an array with a zero byte has memory") }
            return body(start)
        }
    }
}

extension FileAccess.Fingerprint {
    init(_ status: stat) {
        size = Int(status.st_size)
        modified = Int(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int(status.st_mtim.tv_nsec)
        inode = UInt(status.st_ino)
    }
}
