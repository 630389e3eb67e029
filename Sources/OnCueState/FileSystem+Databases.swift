// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import OnCueCore
internal import SQLite

/// The files that databases leave next to them.
extension FileSystem {
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

    /// Removes the copies that upgrades of a database have left, which contain its former data.
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
}
