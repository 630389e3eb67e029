// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import Glibc
internal import OnCueRuntime
internal import Synchronization

/// A file that is, or was, being fetched. Its calls block.
///
/// After its bytes comes a note of the pieces that are here: ``mark`` and a byte for each piece. The note is written
/// after the pieces that it lists, so it never lists a missing piece, whenever the process or the machine ends. Without
/// the note the file is complete.
final class PartFile: Sendable {
    private static let mark = Array("OnCuePt1".utf8)

    let path: String
    let size: Int
    private let descriptor: Int32
    private let pieces: Int
    /// Whether notes are no longer written, because the file is complete or another instance writes it.
    private let isOver: Mutex<Bool>

    private var noted: Int { Self.mark.count + pieces }

    /// Opens a complete file; `nil` if it does not exist, or has another size.
    init?(whole path: String, size: Int) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        guard Self.size(of: descriptor) == size else {
            Glibc.close(descriptor)
            return nil
        }
        (self.path, self.size, self.descriptor, pieces) = (path, size, descriptor, 0)
        isOver = Mutex(true)
    }

    /// Opens a file to continue it, or creates it.
    ///
    /// - Parameters:
    ///   - map: Receives the pieces that are here.
    /// - Returns: `nil` if it cannot be written, with the reason in `errno`.
    init?(_ path: String, _ map: inout PieceMap) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        (self.path, size, self.descriptor, pieces) = (path, map.size, descriptor, map.count)
        isOver = Mutex(false)
        if let here = piecesHere() {
            for (piece, isHere) in here.enumerated() where isHere { map.insert(piece) }
        } else {
            let header = Self.mark + [UInt8](repeating: 0, count: pieces)
            guard ftruncate(descriptor, 0) == 0, write(header, at: size) else { return nil }
        }
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8], at offset: Int) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = pwrite(
                    descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset + done))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
    }

    func read(at offset: Int, _ count: Int) -> [UInt8] { SharedFile.bytes(of: descriptor, at: offset, count) }

    /// Writes the note of the pieces that are here; all of them must have been written.
    func note(_ map: PieceMap) {
        isOver.withLock { isOver in
            guard !isOver, fdatasync(descriptor) == 0 else { return }
            _ = write(map.flags, at: size + Self.mark.count)
        }
    }

    /// Removes the note of a file of which all pieces were written, and renames it.
    ///
    /// - Returns: The value of `errno` if it failed, or `nil`. The caller may be on another thread, which has another
    ///   `errno`.
    func complete(as path: String) -> Int32? {
        isOver.withLock { isOver in
            guard !isOver else { return access(path, F_OK) == 0 ? nil : errno }
            // Without this, a power cut may leave an empty file under the new name.
            guard fdatasync(descriptor) == 0 else { return errno }
            isOver = true
            return ftruncate(descriptor, off_t(size)) == 0 && rename(self.path, path) == 0 ? nil : errno
        }
    }

    /// Leaves the file to another instance that writes it.
    func leave() { isOver.withLock { $0 = true } }

    /// Returns which pieces are here, or `nil` if this is not such a file of this size.
    private func piecesHere() -> [Bool]? {
        switch Self.size(of: descriptor) {
        // All pieces were here, and only the rename was missing.
        case size: return [Bool](repeating: true, count: pieces)
        case size + noted:
            let note = read(at: size, noted)
            guard note.count == noted, note.starts(with: Self.mark) else { return nil }
            return note.dropFirst(Self.mark.count).map { $0 == 1 }
        default: return nil
        }
    }

    private static func size(of descriptor: Int32) -> Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }
}
