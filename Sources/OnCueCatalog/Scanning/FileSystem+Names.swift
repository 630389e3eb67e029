// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import SQLite

/// The contents of a folder, by name.
extension FileSystem {
    /// Returns whether a folder is empty; false if that cannot be determined.
    static func isEmpty(_ folder: [UInt8]) -> Bool {
        var count = 0
        let isRead = forEachName(in: folder) { _ in
            count += 1
            return false
        }
        return isRead && count == 0
    }

    /// Returns the paths of the damaged files of a database that were moved aside, the latest last.
    static func databasesAside(_ path: [UInt8]) -> [String] {
        guard let (folder, name) = PathBytes.divided(path) else { return [] }
        let beginning = Array(name) + Array(DatabaseFile.damagedMark.utf8)
        var found: [String] = []
        forEachName(in: Array(folder)) { other in
            let text = String(decoding: other, as: UTF8.self)
            if other.starts(with: beginning), !["-wal", "-shm", "-journal"].contains(where: text.hasSuffix) {
                found.append(String(decoding: folder, as: UTF8.self) + "/" + text)
            }
            return true
        }
        return found.sorted()
    }

    /// Removes the copies from upgrades of a database, which contain its former data.
    ///
    /// - Returns: The copies that could not be removed.
    @discardableResult
    static func removeUpgradeCopies(of path: [UInt8]) -> [String] {
        guard let (folder, name) = PathBytes.divided(path) else { return [] }
        let beginning = Array(name) + Array(UpgradeCopies.mark.utf8)
        var copies: [[UInt8]] = []
        forEachName(in: Array(folder)) { other in
            if other.starts(with: beginning) { copies.append(Array(folder) + [UInt8(ascii: "/")] + other) }
            return true
        }
        copies.forEach(remove)
        return copies.filter(exists).map { String(decoding: $0, as: UTF8.self) }
    }

    /// - Parameter body: Returns whether to continue.
    /// - Returns: `false` if the folder cannot be read.
    @discardableResult
    private static func forEachName(in folder: [UInt8], _ body: ([UInt8]) -> Bool) -> Bool {
        guard let stream = opendir(folder.map { CChar(bitPattern: $0) } + [0]) else { return false }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            // An entry may be shorter than its type, so the name is read in place, up to its zero byte.
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { continue }
            let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: UInt8.self)
            let name = Array(
                UnsafeBufferPointer(
                    start: start, count: strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))))
            guard name != [UInt8(ascii: ".")], name != Array("..".utf8) else { continue }
            guard body(name) else { break }
        }
        return true
    }
}
