// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Converts the songs of a tree to bytes, from which the tree is restored in a fraction of the time that it takes to
/// build.
///
/// Numbers are in the byte order of this machine, since the bytes are kept only for its next start. A tree read from
/// any bytes refers to nothing outside of itself; a checksum has to show whether they are the bytes that were written.
extension SongTree {
    /// - Complexity: O(*n*).
    package var archive: [UInt8] {
        var writer = ArchiveWriter()
        let index = folderIndex
        let counts = [
            store.bytes.count, store.rows.count, store.tags.count, index.paths.count, byURI.slots.count,
            byIdentifier.slots.count,
        ]
        for count in counts { writer.add(UInt64(count)) }
        writer.bytes.reserveCapacity(
            store.bytes.count + store.rows.count * SongStore.Row.archivedSize
                + store.tags.count * SongStore.Tag.archivedSize
                + (byURI.slots.count + byIdentifier.slots.count) * 4 + (index.paths.count << 8))
        writer.bytes += store.bytes
        for row in store.rows { row.add(to: &writer) }
        for tag in store.tags { tag.add(to: &writer) }
        for slot in byURI.slots { writer.add(slot) }
        for slot in byIdentifier.slots { writer.add(slot) }
        for path in index.paths { if let folder = folders[path] { folder.add(to: &writer, path, index.numbers) } }
        return writer.bytes
    }

    /// All folders, each before the folders in it, and the number of each.
    private var folderIndex: (paths: [String], numbers: [String: UInt32]) {
        var (paths, numbers, waiting) = ([String](), [String: UInt32](), [""])
        while let path = waiting.popLast() {
            guard let folder = folders[path] else { continue }
            numbers[path] = UInt32(paths.count)
            paths.append(path)
            waiting += folder.folders.reversed()
        }
        return (paths, numbers)
    }

    /// - Returns: `nil` if the bytes are not an archive.
    /// - Complexity: O(*n*).
    package init?(archive: [UInt8], from start: Int = 0) {
        let tree = archive.withUnsafeBytes { bytes in
            var reader = ArchiveReader(bytes, from: start)
            return reader.tree()
        }
        guard let tree else { return nil }
        self = tree
    }
}

private struct ArchiveWriter {
    var bytes: [UInt8] = []

    mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
    }
}

extension SongStore.Row {
    fileprivate static let archivedSize = 40

    fileprivate func add(to writer: inout ArchiveWriter) {
        writer.add(duration)
        writer.add(modified)
        writer.add(uri)
        writer.add(identifier)
        writer.add(tags)
        writer.add(format)
        writer.add(uriLength)
        writer.add(identifierLength)
        writer.add(tagCount)
        writer.add(formatLength)
    }
}

extension SongStore.Tag {
    fileprivate static let archivedSize = 7

    fileprivate func add(to writer: inout ArchiveWriter) {
        writer.add(line)
        writer.add(length)
        writer.add(UInt8(kind.rawValue))
    }
}

extension SongTree.Folder {
    fileprivate func add(to writer: inout ArchiveWriter, _ path: String, _ numbers: [String: UInt32]) {
        for bound in [songs.lowerBound, songs.upperBound, allSongs.lowerBound, allSongs.upperBound] {
            writer.add(UInt32(bound))
        }
        writer.add(modified)
        writer.add(UInt32(folders.count))
        for folder in folders { writer.add(numbers[folder] ?? 0) }
        writer.add(UInt32(path.utf8.count))
        writer.bytes += path.utf8
    }
}

private struct ArchiveReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset: Int

    init(_ bytes: UnsafeRawBufferPointer, from start: Int) { (self.bytes, offset) = (bytes, start) }

    /// Reads the next number; 0 after the end, where ``isBehindEnd`` is true.
    private mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type = Number.self)
        -> Number
    {
        let size = MemoryLayout<Number>.size
        defer { offset += size }
        return offset <= bytes.count - size ? bytes.loadUnaligned(fromByteOffset: offset, as: Number.self) : 0
    }

    private var isBehindEnd: Bool { offset > bytes.count }

    /// Returns the number of following elements of a size; `nil` if there is no room for them.
    private func count(_ number: UInt64, of size: Int) -> Int? {
        guard let count = Int(exactly: number), count <= (bytes.count - offset) / size else { return nil }
        return count
    }

    mutating func tree() -> SongTree? {
        let counts = (0..<6).map { _ in number(UInt64.self) }
        guard !isBehindEnd, let texts = text(counts[0]), let rows = rows(counts[1]), let tags = tags(counts[2])
        else { return nil }
        let store = SongStore(texts, rows, tags)
        guard store.isSound, let uris = slots(counts[4]), let identifiers = slots(counts[5]),
            let byURI = RowIndex(slots: uris, rowCount: rows.count),
            let byIdentifier = RowIndex(slots: identifiers, rowCount: rows.count),
            let folders = folders(counts[3], songCount: rows.count)
        else { return nil }
        return SongTree(store, in: folders, byURI: byURI, byIdentifier: byIdentifier)
    }

    private mutating func text(_ number: UInt64) -> [UInt8]? {
        guard let count = self.count(number, of: 1) else { return nil }
        defer { offset += count }
        return Array(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
    }

    private mutating func rows(_ number: UInt64) -> [SongStore.Row]? {
        guard let count = self.count(number, of: SongStore.Row.archivedSize) else { return nil }
        var rows: [SongStore.Row] = []
        rows.reserveCapacity(count)
        for _ in 0..<count {
            let (duration, modified): (Int64, Int64) = (self.number(), self.number())
            let (uri, identifier, tags): (UInt32, UInt32, UInt32) = (self.number(), self.number(), self.number())
            let format: UInt32 = self.number()
            let (uriLength, identifierLength): (UInt16, UInt16) = (self.number(), self.number())
            rows.append(
                SongStore.Row(
                    uri: uri, uriLength: uriLength, identifierLength: identifierLength, identifier: identifier,
                    tags: tags, tagCount: self.number(), formatLength: self.number(), format: format,
                    duration: duration, modified: modified))
        }
        return rows
    }

    private mutating func tags(_ number: UInt64) -> [SongStore.Tag]? {
        guard let count = self.count(number, of: SongStore.Tag.archivedSize) else { return nil }
        var tags: [SongStore.Tag] = []
        tags.reserveCapacity(count)
        let kinds = TagKind.allCases
        for _ in 0..<count {
            let (line, length, kind): (UInt32, UInt16, UInt8) = (self.number(), self.number(), self.number())
            guard Int(kind) < kinds.count else { return nil }
            tags.append(SongStore.Tag(line: line, length: length, kind: kinds[Int(kind)]))
        }
        return tags
    }

    private mutating func slots(_ number: UInt64) -> [UInt32]? {
        guard let count = self.count(number, of: 4) else { return nil }
        var slots: [UInt32] = []
        slots.reserveCapacity(count)
        for _ in 0..<count { slots.append(self.number()) }
        return slots
    }

    private mutating func folders(_ number: UInt64, songCount: Int) -> [String: SongTree.Folder]? {
        // A folder has four bounds, a time, and two counts.
        guard let count = self.count(number, of: 32), count > 0 else { return nil }
        var (found, paths) = ([(folder: SongTree.Folder, children: [UInt32])](), [String]())
        found.reserveCapacity(count)
        paths.reserveCapacity(count)
        var isChild: Set<UInt32> = []
        for index in 0..<count {
            let bounds = (0..<4).map { _ in Int(self.number(UInt32.self)) }
            let modified: Int64 = self.number()
            let number: UInt32 = self.number()
            guard bounds[0] <= bounds[1], bounds[2] <= bounds[3], max(bounds[1], bounds[3]) <= songCount,
                let childCount = self.count(UInt64(number), of: 4)
            else { return nil }
            // Each child is after the only folder that contains it, so no folder contains itself.
            let children = (0..<childCount).map { _ in self.number(UInt32.self) }
            let length: UInt32 = self.number()
            guard children.allSatisfy({ $0 > index && $0 < count && isChild.insert($0).inserted }),
                let path = text(UInt64(length))
            else {
                return nil
            }
            found.append(
                (
                    SongTree.Folder(
                        songs: bounds[0]..<bounds[1], allSongs: bounds[2]..<bounds[3], folders: [],
                        modified: modified), children
                ))
            paths.append(String(decoding: path, as: UTF8.self))
        }
        guard !isBehindEnd, paths[0].isEmpty else { return nil }
        var folders: [String: SongTree.Folder] = [:]
        folders.reserveCapacity(count)
        for (index, (folder, children)) in found.enumerated() {
            folders[paths[index]] = SongTree.Folder(
                songs: folder.songs, allSongs: folder.allSongs, folders: children.map { paths[Int($0)] },
                modified: folder.modified)
        }
        return folders
    }
}

extension SongStore {
    /// Whether everything that rows and tags refer to exists.
    fileprivate var isSound: Bool {
        let keyLength = Self.uriKey.utf8.count + 2
        let formatKeyLength = Self.formatKey.utf8.count + 2
        return tags.allSatisfy { $0.whole.upperBound <= bytes.count }
            && rows.allSatisfy { row in
                Int(row.uri) + keyLength + Int(row.uriLength) < bytes.count
                    && Int(row.identifier) + Int(row.identifierLength) <= bytes.count
                    && Int(row.tags) + Int(row.tagCount) <= tags.count
                    && (row.formatLength == 0
                        || Int(row.format) + formatKeyLength + Int(row.formatLength) < bytes.count)
            }
    }
}
