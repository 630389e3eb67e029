// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface

/// The entries of a queue, stored compactly: their texts share one buffer, and a text that repeats from one entry to
/// the next is stored once.
///
/// The numbers of the entries are always known; their identifiers and tags may be requested later. The marks on the
/// page that they came with are not kept.
struct QueueEntryList: Sendable {
    /// The position of a text; a missing text has the largest number as its start.
    private struct Text {
        var start: UInt32
        var length: UInt32

        static let none = Text(start: .max, length: 0)
        var isThere: Bool { start != .max }
    }

    /// An entry; if it is not known, it has no texts.
    private struct Row {
        var identifier = Text.none
        /// The title, which every entry has if its tags are known.
        var title = Text.none
        var artist = Text.none
        var album = Text.none
        var url = Text.none
        /// The duration in microseconds; negative if unknown.
        var duration: Int64 = -1

        var length: Int { [identifier, title, artist, album, url].reduce(0) { $0 + Int($1.length) } }
    }

    private var ids: [UInt64] = []
    private var rows: [Row] = []
    private var bytes: [UInt8] = []

    init() {}

    /// Adds entries at the end.
    mutating func append(_ entries: [QueueIdentifiers.Row]) {
        let start = ids.count
        add(entries.count, from: entries.first?.id.number ?? 0)
        for (offset, entry) in entries.enumerated() { ids[start + offset] = entry.id.number }
        _ = fill(entries, from: start)
    }

    /// Adds entries of which only the numbers are known, which are consecutive.
    private mutating func add(_ count: Int, from first: UInt64) {
        for offset in 0..<count { ids.append(first &+ UInt64(offset)) }
        rows.append(contentsOf: repeatElement(Row(), count: count))
    }

    // MARK: Contents of entries

    /// A range of missing information that is requested at once.
    struct Gap: Equatable {
        /// Whether the identifiers are known and only the tags are missing.
        var isOfTags: Bool
        var places: Range<Int>
        /// The index of its first place among the positions that were searched.
        var index: Int
    }

    /// Finds the first of some ascending positions at which information is missing.
    ///
    /// - Parameters:
    ///   - index: The index among the positions at which to begin.
    ///   - isEnough: Whether the identifier makes the tags unnecessary.
    /// - Returns: A range of up to ``PageLimit/largest`` places from there on.
    func gap(
        in positions: some RandomAccessCollection<Int>, from index: Int, _ isEnough: (ArraySlice<UInt8>) -> Bool
    ) -> Gap? {
        var gap: Gap?
        for (offset, place) in positions.dropFirst(index).enumerated() where rows.indices.contains(place) {
            let row = rows[place]
            let lacksTags = row.identifier.isThere
            if lacksTags, row.title.isThere || isEnough(bytes[range(row.identifier)]) { continue }
            guard let found = gap else {
                gap = Gap(isOfTags: lacksTags, places: place..<place + 1, index: index + offset)
                continue
            }
            guard place >= found.places.lowerBound, place < found.places.lowerBound + PageLimit.largest else { break }
            if lacksTags == found.isOfTags { gap?.places = found.places.lowerBound..<place + 1 }
        }
        return gap
    }

    /// Returns those positions whose identifiers, at least, are known.
    func named(_ positions: [Int]) -> [Int] {
        positions.filter { rows.indices.contains($0) && rows[$0].identifier.isThere }
    }

    /// Stores the identifiers of entries.
    ///
    /// - Returns: Whether the entries are at these places.
    mutating func fill(_ entries: [QueueIdentifiers.Row], from start: Int) -> Bool {
        guard start + entries.count <= ids.count else { return false }
        for (place, entry) in zip(start..., entries) {
            guard ids[place] == entry.id.number else { return false }
            if !rows[place].identifier.isThere { rows[place].identifier = add(entry.identifier, nil) }
        }
        return true
    }

    /// Stores the tags of entries.
    ///
    /// - Returns: Whether the entries are at these places.
    mutating func fill(_ entries: [QueuePage.Entry], from start: Int) -> Bool {
        guard start + entries.count <= ids.count else { return false }
        for (place, entry) in zip(start..., entries) {
            guard ids[place] == entry.id.number else { return false }
            guard !rows[place].title.isThere else { continue }
            let last = place > 0 ? rows[place - 1] : nil
            var row = rows[place]
            if !row.identifier.isThere { row.identifier = add(entry.identifier, nil) }
            (row.title, row.url) = (add(entry.title, nil), add(entry.url, nil))
            (row.artist, row.album) = (add(entry.artist, last?.artist), add(entry.album, last?.album))
            row.duration = entry.duration.map { Int64($0 / .microseconds(1)) } ?? -1
            rows[place] = row
        }
        return true
    }

    /// - Parameter known: A text that may be the same.
    private mutating func add(_ text: String?, _ known: Text?) -> Text {
        guard let text else { return .none }
        if let known, known.isThere, text.utf8.elementsEqual(bytes[range(known)]) { return known }
        // No real queue has this much text; any text beyond the limit is treated as empty.
        guard let start = UInt32(exactly: bytes.count), start != .max, let length = UInt32(exactly: text.utf8.count)
        else { return Text(start: 0, length: 0) }
        bytes += text.utf8
        return Text(start: start, length: length)
    }

    private func range(_ text: Text) -> Range<Int> {
        text.isThere ? Int(text.start)..<Int(text.start) + Int(text.length) : 0..<0
    }

    private func text(_ text: Text) -> String? {
        text.isThere ? String(decoding: bytes[range(text)], as: UTF8.self) : nil
    }

    // MARK: Changes

    /// Applies a change; new entries are added as unknown.
    ///
    /// - Returns: Whether the change fits these entries; if not, nothing has changed.
    mutating func apply(_ change: QueueDifference) -> Bool {
        let lifted = (change.removed + change.moved.map { $0.start..<$0.start + $0.count })
            .sorted { $0.lowerBound < $1.lowerBound }
        var kept: [Range<Int>] = []
        var end = 0
        for range in lifted {
            guard range.lowerBound >= end, range.upperBound <= ids.count else { return false }
            kept.append(end..<range.lowerBound)
            end = range.upperBound
        }
        kept.append(end..<ids.count)
        var new = QueueEntryList()
        new.ids.reserveCapacity(Swift.max(0, ids.count + change.growth))
        new.rows.reserveCapacity(Swift.max(0, ids.count + change.growth))
        var rest = kept.filter { !$0.isEmpty }[...]
        /// Copies the entries that keep their order, up to a place in the new list.
        func keep(_ old: QueueEntryList, upTo target: Int) {
            while let range = rest.first, new.ids.count < target {
                let part = range.prefix(target - new.ids.count)
                new.copy(part, of: old)
                if part.upperBound < range.upperBound {
                    rest[rest.startIndex] = part.upperBound..<range.upperBound
                } else {
                    rest.removeFirst()
                }
            }
        }
        var (moved, inserted) = (change.moved[...], change.inserted[...])
        while let target = [moved.first?.target, inserted.first?.target].compactMap(\.self).min() {
            keep(self, upTo: target)
            guard new.ids.count == target else { return false }
            if let move = moved.first, move.target == target {
                new.copy(move.start..<move.start + move.count, of: self)
                moved.removeFirst()
            } else {
                let insertion = inserted.removeFirst()
                new.add(insertion.count, from: insertion.first.number)
            }
        }
        keep(self, upTo: .max)
        (ids, rows) = (new.ids, new.rows)
        if !change.removed.isEmpty { forgetUnusedTexts() }
        return true
    }

    private mutating func copy(_ range: Range<Int>, of other: QueueEntryList) {
        ids.append(contentsOf: other.ids[range])
        rows.append(contentsOf: other.rows[range])
    }

    /// Releases the texts of removed entries once they are the larger part.
    private mutating func forgetUnusedTexts() {
        guard !rows.isEmpty else {
            bytes = []
            return
        }
        guard bytes.count > 1 << 16, rows.reduce(0, { $0 + $1.length }) < bytes.count / 2 else { return }
        let old = bytes
        bytes = []
        var last: Row?
        for place in rows.indices {
            var row = rows[place]
            func kept(_ text: Text, _ known: Text? = nil) -> Text {
                guard text.isThere else { return text }
                let content = old[Int(text.start)..<Int(text.start) + Int(text.length)]
                if let known, known.isThere, content == bytes[range(known)] { return known }
                bytes += content
                return Text(start: UInt32(bytes.count) - text.length, length: text.length)
            }
            (row.identifier, row.title, row.url) = (kept(row.identifier), kept(row.title), kept(row.url))
            (row.artist, row.album) = (kept(row.artist, last?.artist), kept(row.album, last?.album))
            rows[place] = row
            last = row
        }
    }

    // MARK: Parts of an entry

    func id(at index: Int) -> PlaybackQueue.EntryID { PlaybackQueue.EntryID(ids[index]) }

    /// Returns the number that clients use for an entry.
    func number(at index: Int) -> Int { Int(truncatingIfNeeded: ids[index]) }

    /// The numbers of all entries.
    var numbers: Set<UInt64> { Set(ids) }

    /// Returns the identifier of an entry; empty if it is not known.
    func identifier(at index: Int) -> ArraySlice<UInt8> { bytes[range(rows[index].identifier)] }

    /// - Complexity: O(*n*), some microseconds for 10,000 entries.
    func place(of number: UInt64) -> Int? { ids.firstIndex(of: number) }

    /// Returns whether another list has the same entry at a place.
    func isSame(as other: QueueEntryList, at index: Int) -> Bool {
        index < other.ids.count && ids[index] == other.ids[index]
    }
}

extension QueueEntryList: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { ids.count }

    /// Fields that are not known are empty.
    subscript(index: Int) -> QueuePage.Entry {
        let row = rows[index]
        return QueuePage.Entry(
            id: PlaybackQueue.EntryID(ids[index]), identifier: text(row.identifier) ?? "", title: text(row.title) ?? "",
            artist: text(row.artist), album: text(row.album),
            duration: row.duration < 0 ? nil : .microseconds(row.duration), url: text(row.url))
    }
}
