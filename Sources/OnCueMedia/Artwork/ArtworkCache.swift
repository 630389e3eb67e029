// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import Glibc

/// The sizes of the picture files, and the order of their use.
struct ArtworkCache {
    private struct Entry {
        var size: Int64
        /// Seconds since 1970.
        var used: Int64
    }

    /// The minimum interval, in seconds, at which files are marked as used, so that their order outlives the daemon.
    private static let markInterval: Int64 = 3600

    private let folder: String
    private let limit: Int64
    private var entries: [String: Entry] = [:]
    private(set) var total: Int64 = 0

    /// Reads the files of a folder. Blocks.
    ///
    /// - Parameter limit: The maximum total size, in bytes.
    init(folder: String, limit: Int64) {
        self.folder = folder
        self.limit = limit
        for name in BoundedFile.names(in: folder) {
            guard let (size, used) = BoundedFile.sizeAndTime(folder + "/" + name) else { continue }
            entries[name] = Entry(size: size, used: used)
            total += size
        }
    }

    /// Notes that a file is handed out, and removes the least recently used ones if they take too much room.
    ///
    /// - Parameter kept: The names of files that are being shown at the moment.
    mutating func use(_ name: String, now: Int64 = Int64(time(nil)), keeping kept: Set<String>) {
        guard let (size, marked) = BoundedFile.sizeAndTime(folder + "/" + name) else { return }
        total += size - (entries[name]?.size ?? 0)
        entries[name] = Entry(size: size, used: now)
        if now - marked > Self.markInterval { BoundedFile.mark(folder + "/" + name) }
        if total > limit { prune(keeping: kept.union([name])) }
    }

    /// Makes a tenth more room than needed, so that not every new file requires the removal of another.
    private mutating func prune(keeping kept: Set<String>) {
        let removable = entries.filter { !kept.contains($0.key) }.sorted {
            ($0.value.used, $0.key) < ($1.value.used, $1.key)
        }
        for (name, entry) in removable where total > limit / 10 * 9 {
            unlink(folder + "/" + name)
            total -= entry.size
            entries[name] = nil
        }
    }
}
