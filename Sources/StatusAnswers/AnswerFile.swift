// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The file with the answers, in the runtime folder of this user.
///
/// The daemon holds a lock on it, which the kernel releases however the daemon ends. Readers ignore a file without a
/// lock.
package final class AnswerFile {
    /// The name of the file in the folder.
    package static let name = "answers"

    private let path: String
    private let descriptor: Int32
    private var mark: UInt64 = 0
    private var isTrue = false

    /// Creates the file, with no answers yet.
    ///
    /// - Parameter folder: A folder to which only this user can write.
    /// - Returns: `nil` if it cannot be written, or if another process holds the lock.
    package init?(in folder: String) {
        path = folder + "/" + Self.name
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { return nil }
        guard Self.ownSize(descriptor) != nil, Self.lock(descriptor), ftruncate(descriptor, 0) == 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit {
        close(descriptor)
    }

    /// Makes the answers unreadable until they are replaced.
    package func invalidate() {
        guard isTrue else { return }
        isTrue = false
        let nothing = [UInt8](repeating: 0, count: 8)
        // If the answers cannot be invalidated, the file must not be found.
        if pwrite(descriptor, nothing, nothing.count, off_t(AnswerSheet.placeOfMark)) != nothing.count { unlink(path) }
    }

    /// Replaces the answers.
    package func write(_ sheet: AnswerSheet) {
        invalidate()
        mark += 1
        var bytes = sheet.bytes(mark: mark)
        guard bytes.count <= AnswerSheet.largest else { return }
        let place = AnswerSheet.placeOfMark..<(AnswerSheet.placeOfMark + 8)
        let written = Array(bytes[place])
        bytes.replaceSubrange(place, with: repeatElement(0, count: 8))
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { return }
        isTrue = true
        pwrite(descriptor, written, written.count, off_t(place.lowerBound))
    }

    /// Removes the file, before the daemon leaves the bus.
    package func remove() {
        invalidate()
        unlink(path)
    }

    // MARK: Reading

    /// Returns the answers, if a living daemon of this user keeps them.
    package static func sheet(in folder: String) -> AnswerSheet? {
        let descriptor = open(folder + "/" + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let size = ownSize(descriptor), size <= AnswerSheet.largest, isHeld(descriptor) else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
        }
        return AnswerSheet(bytes: bytes)
    }

    /// Returns the size of a file of this user that no one else can read or write; `nil` for anything else.
    private static func ownSize(_ descriptor: Int32) -> Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0, status.st_nlink == 1
        else { return nil }
        return Int(status.st_size)
    }

    private static func lock(_ descriptor: Int32) -> Bool {
        var lock = wholeFile
        return fcntl(descriptor, setLock, &lock) == 0
    }

    private static func isHeld(_ descriptor: Int32) -> Bool {
        var lock = wholeFile
        return fcntl(descriptor, getLock, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    private static var wholeFile: flock {
        flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
    }

    // F_OFD_GETLK and F_OFD_SETLK, which Swift does not import: locks that belong to the open file.
    private static let getLock: Int32 = 36
    private static let setLock: Int32 = 37
}
