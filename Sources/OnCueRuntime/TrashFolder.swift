// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueCore

/// The folder of deleted items, with one file for each; everything blocks.
///
/// An item is written here, completely and to the disk, before it is deleted at its place, and is restored there before
/// it leaves this folder: after a crash it may be in both places, but is never lost.
package struct TrashFolder: Sendable {
    /// The bytes of a file that are read at most: more than any kept item has.
    private static let sizeLimit = 64 << 20

    private let path: String
    private let now: @Sendable () -> Int64

    /// - Parameters:
    ///   - path: Absolute path of the folder, which is made when the first item is put into it.
    ///   - now: The seconds since 1970.
    package init(path: String, now: @escaping @Sendable () -> Int64 = { Int64(time(nil)) }) {
        self.path = path
        self.now = now
    }

    /// Keeps an item that is about to be deleted.
    ///
    /// - Returns: The key, to remove the item again if it could not be deleted.
    /// - Throws: ``WholeFile/Failure``; nothing is kept then.
    package func put(
        _ kind: TrashItem.Kind, title: String, name: String = "", content: [UInt8]
    ) throws(WholeFile.Failure) -> String {
        let file = TrashFile(kind, title: title, removed: now(), name: name, content: content)
        var key: String
        repeat {
            key = "\(file.removed)-" + String(UInt32.random(in: 0 ... .max), radix: 16)
        } while PrivateDirectory.isPresent(path + "/" + key)
        try WholeFile.replace(path + "/" + key, with: file.bytes)
        return key
    }

    /// Returns everything that can be restored, newest first; expired items are removed.
    package func items() -> [TrashItem] {
        let now = now()
        var items: [TrashItem] = []
        for key in keys() {
            guard let file = head(key) else { continue }
            let item = TrashItem(key: key, kind: file.kind, title: file.title, removed: file.removed)
            if item.isExpired(at: now) { remove(key) } else { items.append(item) }
        }
        return items.sorted { ($0.removed, $0.key) > ($1.removed, $1.key) }
    }

    /// Returns an item with its content; `nil` if it does not exist, or no longer does.
    package func read(_ key: String) -> TrashFile? {
        guard Self.isKey(key), let bytes = try? WholeFile.read(path + "/" + key, limit: Self.sizeLimit) else {
            return nil
        }
        return TrashFile(bytes)
    }

    /// Returns the name of an item's former file; `nil` if the item does not exist, or no longer does.
    package func name(_ key: String) -> String? { Self.isKey(key) ? head(key)?.name : nil }

    /// Removes an item permanently.
    package func remove(_ key: String) {
        if Self.isKey(key) { WholeFile.remove(path + "/" + key) }
    }

    private func keys() -> [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var keys: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
                unsafe start.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if Self.isKey(name) { keys.append(name) }
        }
        return keys
    }

    private func head(_ key: String) -> TrashFile? {
        let file = unsafe open(path + "/" + key, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: TrashFile.headLimit)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
        return count > 0 ? TrashFile(Array(bytes[..<count])) : nil
    }

    /// Returns whether a name is a key; one that leads out of the folder, or to a file that is being written, is not.
    private static func isKey(_ name: String) -> Bool {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && Int64(parts[0]) != nil && UInt32(parts[1], radix: 16) != nil
    }
}
