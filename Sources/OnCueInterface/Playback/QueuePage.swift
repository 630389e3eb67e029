// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import OnCueCore

/// A part of the queue.
package struct QueuePage: Sendable, Equatable {
    /// One entry.
    package struct Entry: Sendable, Equatable {
        package var id: PlaybackQueue.EntryID
        package var identifier: String
        package var title: String
        package var artist: String?
        package var album: String?
        package var duration: Duration?
        /// The URI of the medium.
        package var url: String?
        /// Its number in the source of the queue, counted from 1; `nil` for entries added later.
        package var contextNumber: Int?
        /// Whether it was added automatically as similar to the entries before.
        package var isSimilar = false
        /// Whether its file is missing, as far as that was checked.
        package var isMissing = false
        package var isCurrent: Bool

        package init(
            id: PlaybackQueue.EntryID, identifier: String, title: String, artist: String? = nil,
            album: String? = nil, duration: Duration? = nil, url: String? = nil, contextNumber: Int? = nil,
            isCurrent: Bool = false
        ) {
            self.id = id
            self.identifier = identifier
            self.title = title
            self.artist = artist
            self.album = album
            self.duration = duration
            self.url = url
            self.contextNumber = contextNumber
            self.isCurrent = isCurrent
        }
    }

    /// The index of the first entry of the page.
    package var offset: Int
    /// The number of all entries of the queue.
    package var total: Int
    /// The index of the current entry.
    package var current: Int?
    package var entries: [Entry]
    /// The source of the queue; `nil` for single items.
    package var context: ContextMark?
    /// The revision of the queue.
    package var revision: UInt64

    package init(
        offset: Int = 0, total: Int, current: Int? = nil, entries: [Entry], context: ContextMark? = nil,
        revision: UInt64 = 0
    ) {
        self.offset = offset
        self.total = total
        self.current = current
        self.entries = entries
        self.context = context
        self.revision = revision
    }
}

extension PlaybackQueue.EntryID: WireField, Blank {
    package static var blank: PlaybackQueue.EntryID { PlaybackQueue.EntryID(0) }
    package static var signature: String { "t" }
    package var wire: BusValue { .uint64(number) }

    package init?(wire: BusValue) {
        guard let number = UInt64(wire: wire) else { return nil }
        self.init(number)
    }
}

extension QueueTime: DictionaryForm {
    package static var blank: QueueTime { QueueTime() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("duration", &total)
        fields("remaining", &remaining)
        fields("unknown", &unknownCount)
    }
}

extension QueuePage: WireForm {
    package static var blank: QueuePage { QueuePage(total: 0, entries: []) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("total", &total)
        var index = Int32(clamping: current ?? -1)
        fields("current", &index)
        current = index < 0 ? nil : Int(index)
        fields("entries", &entries)
        var source = context ?? .blank
        fields("context", &source)
        context = source == .blank ? nil : source
        fields("revision", &revision)
    }
}

extension QueuePage.Entry: DictionaryForm {
    package static var blank: QueuePage.Entry { QueuePage.Entry(id: .blank, identifier: "", title: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("entry", &id, .required)
        fields("identifier", &identifier)
        fields("title", &title)
        fields("artist", &artist)
        fields("album", &album)
        fields("duration", &duration)
        fields("url", &url)
        fields("contextNumber", &contextNumber)
        fields("similar", &isSimilar, .ifSet)
        fields("current", &isCurrent)
    }
}
