// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface

/// The entries of a queue in little memory: their texts are in one piece, and one that follows itself is there once.
///
/// Marks of the page that they came with are left out.
struct QueueEntryList: Sendable {
    /// Where a text is; without one, it begins at the end of all numbers.
    private struct Text {
        var start: UInt32
        var length: UInt32

        static let none = Text(start: .max, length: 0)
    }

    private struct Row {
        var id: UInt64
        /// In microseconds; negative if unknown.
        var duration: Int64
        var identifier: Text
        var title: Text
        var artist: Text
        var album: Text
        var url: Text
    }

    private var rows: [Row] = []
    private var bytes: [UInt8] = []

    init() {}

    /// Adds entries at the end.
    mutating func append(_ entries: [QueuePage.Entry]) {
        for entry in entries { append(entry) }
    }

    private mutating func append(_ entry: QueuePage.Entry) {
        let last = rows.last
        rows.append(
            Row(
                id: entry.id.number, duration: entry.duration.map { Int64($0 / .microseconds(1)) } ?? -1,
                identifier: add(entry.identifier, nil), title: add(entry.title, nil),
                artist: add(entry.artist, last?.artist), album: add(entry.album, last?.album),
                url: add(entry.url, nil)))
    }

    /// - Parameter known: Where it may be already.
    private mutating func add(_ text: String?, _ known: Text?) -> Text {
        guard let text else { return .none }
        if let known, known.start != .max, text.utf8.elementsEqual(bytes[range(known)]) { return known }
        // Nobody's queue has so many letters; what would be behind is as if it had none.
        guard let start = UInt32(exactly: bytes.count), start != .max, let length = UInt32(exactly: text.utf8.count)
        else { return Text(start: 0, length: 0) }
        bytes += text.utf8
        return Text(start: start, length: length)
    }

    private func range(_ text: Text) -> Range<Int> { Int(text.start)..<Int(text.start) + Int(text.length) }

    private func text(_ text: Text) -> String? {
        text.start == .max ? nil : String(decoding: bytes[range(text)], as: UTF8.self)
    }

    // MARK: Parts of an entry

    func id(at index: Int) -> PlaybackQueue.EntryID { PlaybackQueue.EntryID(rows[index].id) }

    /// The number by which clients know it.
    func number(at index: Int) -> Int { Int(truncatingIfNeeded: rows[index].id) }

    func identifier(at index: Int) -> ArraySlice<UInt8> { bytes[range(rows[index].identifier)] }
}

extension QueueEntryList: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { rows.count }

    subscript(index: Int) -> QueuePage.Entry {
        let row = rows[index]
        return QueuePage.Entry(
            id: PlaybackQueue.EntryID(row.id), identifier: text(row.identifier) ?? "", title: text(row.title) ?? "",
            artist: text(row.artist), album: text(row.album),
            duration: row.duration < 0 ? nil : .microseconds(row.duration), url: text(row.url))
    }
}
