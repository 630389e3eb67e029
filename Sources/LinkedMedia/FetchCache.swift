// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import Glibc
internal import OnCueRuntime

/// The files that were fetched from paired machines, in a folder of bounded size, for this user only.
///
/// What is not whole has a name with ``partSuffix`` and does not outlive the process.
actor FetchCache {
    static let partSuffix = ".part"

    /// A file of the folder.
    struct Kept: Sendable, Equatable {
        var name: String
        /// In bytes.
        var size: Int
        /// Seconds since 1970 when it was played last.
        var time: Int64
    }

    /// Why a file cannot be kept.
    struct Failure: Error, Sendable, Equatable { var message: String }

    private let executor = BlockingExecutor(label: "oncue.fetched")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let folder: String
    private var limit: Int
    /// Files that are being written, with the sizes that they will have.
    private var reserved: [String: Int] = [:]
    private var lastPart = 0
    private var isSwept = false

    /// - Parameters:
    ///   - folder: Is made when something is kept.
    ///   - limit: The most bytes of all files.
    init(folder: String, limit: Int) { (self.folder, self.limit) = (folder, limit) }

    /// Sets the most bytes of all files, and removes what is too much.
    func setLimit(_ limit: Int) {
        self.limit = limit
        _ = makeRoom(for: 0)
    }

    /// The path of a whole file, which is played now; `nil` if it is not here.
    func whole(_ name: String) -> String? {
        let path = folder + "/" + name
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
        BoundedFile.mark(path)
        return path
    }

    /// Begins a file.
    ///
    /// - Throws: When it has no room, or cannot be written.
    func begin(_ name: String, size: Int) throws(Failure) -> PartFile {
        guard PrivateDirectory.make(folder), PrivateDirectory.isSafe(folder) else {
            throw Failure(message: "\(folder) cannot be made, or is not yours alone")
        }
        sweep()
        guard size <= limit, makeRoom(for: size) else {
            throw Failure(
                message: "it has \(size >> 20) MiB, and fetched files may take \(limit >> 20); "
                    + "to allow more: oncue config set handoff.cache-size MIB")
        }
        lastPart += 1
        let part = "\(name).\(lastPart)\(Self.partSuffix)"
        let path = folder + "/" + part
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failure() }
        reserved[part] = size
        return PartFile(descriptor: descriptor, path: path, name: part)
    }

    /// Writes a piece.
    func write(_ bytes: [UInt8], to part: PartFile, at offset: Int) throws(Failure) {
        guard part.write(bytes, at: offset) else { throw Self.failure() }
    }

    func read(_ part: PartFile, at offset: Int, _ count: Int) -> [UInt8] { part.read(at: offset, count) }

    /// Gives a file that is whole its name.
    func finish(_ part: PartFile, as name: String) throws(Failure) -> String {
        let path = folder + "/" + name
        // Without it, a power cut may leave the name with nothing in it.
        guard part.isStored, rename(part.path, path) == 0 else { throw Self.failure() }
        reserved[part.name] = nil
        BoundedFile.mark(path)
        return path
    }

    /// Removes a file that will not be whole.
    func drop(_ part: PartFile) {
        guard reserved.removeValue(forKey: part.name) != nil else { return }
        unlink(part.path)
    }

    // MARK: Room

    /// Removes what an earlier process has left unfinished.
    private func sweep() {
        guard !isSwept else { return }
        isSwept = true
        for name in names where name.hasSuffix(Self.partSuffix) { unlink(folder + "/" + name) }
    }

    private func makeRoom(for size: Int) -> Bool {
        let kept = names.filter { !$0.hasSuffix(Self.partSuffix) }.compactMap { name in
            BoundedFile.sizeAndTime(folder + "/" + name).map { Kept(name: name, size: Int($0.size), time: $0.time) }
        }
        let taken = reserved.values.reduce(0, +)
        guard let names = Self.removals(kept, taking: taken + size, limit: limit) else { return false }
        for name in names { unlink(folder + "/" + name) }
        return true
    }

    private var names: [String] {
        var names: [String] = []
        FileSystem.forEachName(in: Array(folder.utf8)) {
            names.append(String(decoding: $0, as: UTF8.self))
            return names.count < 100_000
        }
        return names
    }

    /// The files to remove so that there is room, those that were not played for longest first; `nil` if there is not
    /// enough without any of them.
    static func removals(_ kept: [Kept], taking size: Int, limit: Int) -> [String]? {
        guard size <= limit else { return nil }
        var left = kept.reduce(size) { $0 + $1.size }
        var names: [String] = []
        for file in kept.sorted(by: { ($0.time, $0.name) < ($1.time, $1.name) }) where left > limit {
            names.append(file.name)
            left -= file.size
        }
        return names
    }

    private static func failure() -> Failure {
        Failure(message: "the fetched file cannot be kept: \(ProcessEnvironment.text(ofError: errno))")
    }
}

/// A file that is being fetched. Its calls block.
final class PartFile: Sendable {
    private let descriptor: Int32
    let path: String
    let name: String

    fileprivate init(descriptor: Int32, path: String, name: String) {
        (self.descriptor, self.path, self.name) = (descriptor, path, name)
    }

    deinit { close(descriptor) }

    fileprivate func write(_ bytes: [UInt8], at offset: Int) -> Bool {
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

    fileprivate func read(at offset: Int, _ count: Int) -> [UInt8] {
        SharedFile.bytes(of: descriptor, at: offset, count)
    }

    fileprivate var isStored: Bool { fdatasync(descriptor) == 0 }
}
