// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import Glibc
internal import OnCueRuntime

/// The files fetched from paired machines, in a folder of bounded size, for this user only.
///
/// A file is kept once, under a name derived from its content, and each of its tracks is a link to that. An incomplete
/// file has a name that ends in ``partSuffix``, and is continued later.
actor FetchCache {
    static let partSuffix = ".part"
    static let wholeSuffix = ".whole"
    /// The shortest time between two notes of the pieces that arrived.
    private static let noteInterval: Duration = .seconds(1)

    /// A file in the folder.
    struct Kept: Sendable, Equatable {
        var name: String
        /// The size in bytes.
        var size: Int
        /// The time when it was last played, or written, in seconds since 1970.
        var time: Int64
    }

    /// The reason why a file cannot be kept.
    struct Failure: Error, Sendable, Equatable { var message: String }

    /// A file that is being written.
    private struct Writing {
        var part: PartFile
        var name: String
        var map: PieceMap
        var noted = ContinuousClock.now
        var isNoting = false
    }

    private let executor = BlockingExecutor(label: "oncue.fetched")
    /// Waits for the disk while other calls read and write.
    private let noting = BlockingExecutor(label: "oncue.fetched.noting")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let folder: String
    private var limit: Int
    private var writing: [ObjectIdentifier: Writing] = [:]
    private var isSwept = false

    /// - Parameters:
    ///   - folder: The folder, which is created when something is kept.
    ///   - limit: The largest number of bytes that all files may take.
    init(folder: String, limit: Int) { (self.folder, self.limit) = (folder, limit) }

    /// Sets the largest number of bytes that all files may take, and removes files until the others fit.
    func setLimit(_ limit: Int) {
        self.limit = limit
        _ = makeRoom(for: 0)
    }

    /// Returns the path of the complete file of a track that is about to play, or `nil` if it is not here.
    func whole(_ track: String) -> String? {
        var name = track
        if let target = Self.target(of: path(track)) {
            guard target.hasSuffix(Self.wholeSuffix), !target.contains("/") else { return nil }
            name = target
        }
        var status = stat()
        guard lstat(path(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
            return nil
        }
        BoundedFile.mark(path(name))
        return path(name)
    }

    /// Begins a file, or continues one.
    ///
    /// - Parameter content: The name of its content: the same for the same bytes, and different for different ones.
    /// - Returns: The file, and the pieces that are already here.
    /// - Throws: ``Failure`` if there is no room for the file, or if it cannot be written.
    func begin(_ content: String, size: Int) throws(Failure) -> (part: PartFile, map: PieceMap) {
        guard PrivateDirectory.make(folder), PrivateDirectory.isSafe(folder) else {
            throw Failure(message: "\(folder) cannot be made, or is accessible to others")
        }
        sweep()
        if let file = PartFile(whole: path(content + Self.wholeSuffix), size: size) {
            return (file, PieceMap(whole: size))
        }
        let name = content + Self.partSuffix
        guard size <= limit, makeRoom(for: size, of: name) else {
            throw Failure(
                message: "it has \(size >> 20) MiB, and fetched files may take \(limit >> 20); "
                    + "to allow more: oncue config set handoff.cache-size MIB")
        }
        var map = PieceMap(size: size)
        guard let part = PartFile(path(name), &map) else { throw Self.failure(errno) }
        // A file that was given up a moment ago may have pieces that are not noted yet.
        for (identifier, former) in writing where former.name == name {
            former.part.leave()
            map.formUnion(former.map)
            writing[identifier] = nil
        }
        writing[ObjectIdentifier(part)] = Writing(part: part, name: name, map: map)
        return (part, map)
    }

    /// Writes a piece.
    func write(_ bytes: [UInt8], to part: PartFile, piece: Int) throws(Failure) {
        guard part.write(bytes, at: piece * PieceMap.length) else { throw Self.failure(errno) }
        let identifier = ObjectIdentifier(part)
        writing[identifier]?.map.insert(piece)
        guard let state = writing[identifier], !state.isNoting, ContinuousClock.now - state.noted > Self.noteInterval
        else { return }
        writing[identifier]?.isNoting = true
        Task { await note(part) }
    }

    func read(_ part: PartFile, at offset: Int, _ count: Int) -> [UInt8] { part.read(at: offset, count) }

    /// Notes on the disk which pieces are here, so that they still count after the process ends.
    func note(_ part: PartFile) async {
        let identifier = ObjectIdentifier(part)
        guard let map = writing[identifier]?.map else { return }
        await noting.run { part.note(map) }
        writing[identifier]?.isNoting = false
        writing[identifier]?.noted = .now
    }

    /// Gives a complete file its name, and links its tracks to it.
    func finish(_ part: PartFile, as content: String, of tracks: Set<String>) async throws(Failure) -> String {
        let path = self.path(content + Self.wholeSuffix)
        let error = await noting.run { part.complete(as: path) }
        writing[ObjectIdentifier(part)] = nil
        if let error { throw Self.failure(error) }
        BoundedFile.mark(path)
        for track in tracks { link(track, to: content) }
        return path
    }

    /// Notes that a track is in a complete file.
    func link(_ track: String, to content: String) {
        let target = content + Self.wholeSuffix
        guard Self.target(of: path(track)) != target else { return }
        unlink(path(track))
        symlink(target, path(track))
    }

    /// Leaves all files as they are, for another process to continue.
    func restAll() async { for file in writing.values { await rest(file.part) } }

    /// Leaves a file as it is, to be continued later.
    func rest(_ part: PartFile) async {
        await note(part)
        if writing.removeValue(forKey: ObjectIdentifier(part)) != nil { await noting.run { part.leave() } }
    }

    // MARK: Room

    /// Removes incomplete files that cannot be continued.
    private func sweep() {
        guard !isSwept else { return }
        isSwept = true
        for name in names where name.hasSuffix(Self.partSuffix) {
            let content = name.dropLast(Self.partSuffix.count)
            if content.contains(".") { unlink(path(name)) }
        }
    }

    /// Removes files until there is room.
    ///
    /// - Parameter name: The file that needs the room; the part of it that exists is kept.
    /// - Returns: `false` if there cannot be enough room.
    private func makeRoom(for size: Int, of name: String? = nil) -> Bool {
        let open = Set(writing.values.map(\.name))
        var kept: [Kept] = []
        var links: [String: [String]] = [:]
        for found in names where found != name && !open.contains(found) {
            if let target = Self.target(of: path(found)) {
                links[target, default: []].append(found)
            } else if let file = Self.kept(path(found), found) {
                kept.append(file)
            }
        }
        for (target, tracks) in links where access(path(target), F_OK) != 0 {
            for track in tracks { unlink(path(track)) }
        }
        // A file that was given up and begun again is open twice for a moment.
        let taken = Dictionary(
            writing.values.filter { $0.name != name }.map { ($0.name, $0.map.size) }, uniquingKeysWith: max)
        guard let removed = Self.removals(kept, taking: taken.values.reduce(size, +), limit: limit) else {
            return false
        }
        for name in removed { for one in (links[name] ?? []) + [name] { unlink(path(one)) } }
        return true
    }

    /// Returns a file with the room that it takes, which is less than its full size while it is incomplete.
    private static func kept(_ path: String, _ name: String) -> Kept? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let size =
            name.hasSuffix(partSuffix) ? min(Int(status.st_size), Int(status.st_blocks) * 512) : Int(status.st_size)
        return Kept(name: name, size: size, time: Int64(status.st_mtim.tv_sec))
    }

    private func path(_ name: String) -> String { folder + "/" + name }

    private var names: [String] {
        var names: [String] = []
        FileSystem.forEachName(in: Array(folder.utf8)) {
            names.append(String(decoding: $0, as: UTF8.self))
            return names.count < 100_000
        }
        return names
    }

    /// Returns the target of a link, or `nil` if the path is not a link.
    private static func target(of path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: 256)
        let length = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { readlink(path, $0, text.count) } ?? -1
            }
        }
        return length > 0 ? String(decoding: buffer[..<length], as: UTF8.self) : nil
    }

    /// Returns the files to remove to make room, beginning with the one not played for the longest time, or `nil` if
    /// removing all of them would not be enough.
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

    private static func failure(_ error: Int32) -> Failure {
        Failure(message: "the fetched file cannot be kept: \(ProcessEnvironment.text(ofError: error))")
    }
}
