// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A regular file that is open for reading piece by piece, and is inside one of several folders after links are
/// resolved.
///
/// All checks are made on the open file, so that renaming something meanwhile cannot redirect them. Its calls block.
package final class SharedFile: Sendable {
    private let descriptor: Int32
    /// Its path when it was opened, without links.
    private let path: [UInt8]

    /// `nil` for a file that is not regular, cannot be read, or is outside the folders.
    package init?(path: [UInt8], inside folders: [[UInt8]]) {
        // A pipe without a writer must not block the caller.
        descriptor = open(path.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0, let real = Self.path(of: descriptor) else { return nil }
        self.path = real
        guard Self.status(descriptor) != nil, isInside(folders) else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns whether it is inside one of these folders.
    package func isInside(_ folders: [[UInt8]]) -> Bool {
        folders.contains { folder in
            guard let real = Self.path(ofFolder: folder) else { return false }
            let prefix = real.last == UInt8(ascii: "/") ? real : real + [UInt8(ascii: "/")]
            return path.starts(with: prefix)
        }
    }

    /// The present state of the file; `nil` if it can no longer be read.
    package var fingerprint: FileFingerprint? { Self.status(descriptor).map(FileFingerprint.init) }

    /// Returns up to `count` bytes; fewer at the end, none where it cannot be read.
    package func bytes(at offset: Int, _ count: Int) -> [UInt8] {
        Self.bytes(of: descriptor, at: offset, count)
    }

    /// Returns up to `count` bytes of an open file; fewer at the end, none where it cannot be read.
    package static func bytes(of descriptor: Int32, at offset: Int, _ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            while done < count {
                let got = pread(
                    descriptor, buffer.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                done += got
            }
        }
    }

    private static func status(_ descriptor: Int32) -> stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? status : nil
    }

    private static func path(ofFolder folder: [UInt8]) -> [UInt8]? {
        let descriptor = open(
            folder.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return path(of: descriptor)
    }

    /// Returns the path of an open file according to the kernel; `nil` for a file that no longer has a name.
    private static func path(of descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { readlink("/proc/self/fd/\(descriptor)", $0, text.count) } ?? -1
            }
        }
        // The kernel appends this to a file that no longer has a name. A file's own name may end with it, too; such a
        // file is not shared.
        let gone = Array(" (deleted)".utf8)
        guard length > 0, length < buffer.count, !buffer[..<length].suffix(gone.count).elementsEqual(gone) else {
            return nil
        }
        return Array(buffer[..<length])
    }
}
