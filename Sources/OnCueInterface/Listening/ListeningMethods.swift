// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import OnCueCore

package enum ListeningMethods {
    package static let setFavourite = Method<Pair<String, Bool>, Nothing>(
        ServiceNames.listening, "SetFavourite", isRepeatable: true)
    package static let setDisliked = Method<Pair<String, Bool>, Nothing>(
        ServiceNames.listening, "SetDisliked", isRepeatable: true)
    package static let setStars = Method<Pair<String, Double>, Nothing>(
        ServiceNames.listening, "SetStars", isRepeatable: true)
    package static let setPlayed = Method<Pair<String, Bool>, Nothing>(ServiceNames.listening, "SetPlayed")
    package static let record = Method<Only<String>, Only<ListenedItem>>(
        ServiceNames.listening, "GetRecord", isRepeatable: true)
    package static let records = Method<Only<[String]>, Only<[ListenedItem]>>(
        ServiceNames.listening, "GetRecords", isRepeatable: true)
    package static let bookmarks = Method<Pair<Int, Int>, BookmarkPage>(
        ServiceNames.listening, "GetBookmarks", isRepeatable: true)
    package static let removeBookmark = Method<Only<Int64>, Nothing>(ServiceNames.listening, "RemoveBookmark")
    package static let history = Method<Only<HistoryOptions>, JournalPage>(
        ServiceNames.listening, "GetHistory", isRepeatable: true)
    package static let eraseHistory = Method<Only<Strict<ErasingOptions>>, Only<Int>>(
        ServiceNames.listening, "EraseHistory")
    package static let changed = Event<Only<[String]>>(ServiceNames.listening, "RecordsChanged")

    package static func bindings<Service: ListeningService>() -> [Binding<Service>] {
        [
            Binding(setFavourite) { try await $0.setFavourite($1.first, $1.second) },
            Binding(setDisliked) { try await $0.setDisliked($1.first, $1.second) },
            Binding(setStars) { service, request in
                try await service.setStars(request.first, try request.second.stars())
            },
            Binding(setPlayed) { try await $0.setPlayed($1.first, $1.second) },
            Binding(record) { Only(try await $0.listeningRecord(of: $1.value)) },
            Binding(records) { Only(try await $0.listeningRecords(of: $1.value)) },
            Binding(bookmarks) { try await $0.bookmarks(offset: $1.first, limit: $1.second) },
            Binding(removeBookmark) { try await $0.removeBookmark($1.value) },
            Binding(history) { service, options in
                try await service.history(
                    try options.value.request(), offset: options.value.offset, limit: options.value.limit)
            },
            Binding(eraseHistory) { service, options in
                Only(try await service.eraseHistory(try options.value.understood().request()))
            },
        ]
    }
}

/// The options of `GetHistory`.
package struct HistoryOptions: DictionaryForm {
    private var asked = HistoryRequest()
    private var kinds: [String] = []
    fileprivate var offset = 0
    fileprivate var limit = 0

    package init(_ request: HistoryRequest, offset: Int, limit: Int) {
        (asked, self.offset, self.limit) = (request, offset, limit)
        kinds = request.kinds.map(\.rawValue)
    }

    private init() {}

    package static var blank: HistoryOptions { HistoryOptions() }

    package mutating func form(_ fields: inout some FieldCoder) {
        asked.formPart(&fields)
        fields("kinds", &kinds, .ifSet)
        var after = asked.after.map { LogCursor($0) }
        fields("after", &after, .ifGiven)
        asked.after = after?.numbers
        fields("privacy", &asked.marksPrivate, .ifSet)
        fields("offset", &offset)
        fields("limit", &limit)
    }

    /// - Throws: `invalidValue` for an unknown kind.
    fileprivate func request() throws(ServiceError) -> HistoryRequest {
        var request = asked
        for name in kinds.prefix(JournalEntry.Kind.allCases.count) {
            guard let kind = JournalEntry.Kind(rawValue: name) else {
                let known = JournalEntry.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw ServiceError(
                    .invalidValue, "\"\(name.prefix(200))\" is not a kind of event; expected one of \(known)")
            }
            request.kinds.append(kind)
        }
        return request
    }
}

/// The options of `EraseHistory`. An unknown one must not widen the erasure.
package struct ErasingOptions: DictionaryForm {
    private var asked = HistoryRequest()
    private var isAll = false

    package init(_ request: HistoryRequest) {
        isAll = request == HistoryRequest()
        asked = request
        (asked.kinds, asked.after, asked.marksPrivate) = ([], nil, false)
    }

    private init() {}

    package static var blank: ErasingOptions { ErasingOptions() }

    package mutating func form(_ fields: inout some FieldCoder) {
        asked.formPart(&fields)
        fields("all", &isAll, .ifSet)
    }

    /// - Throws: `invalidValue` if no option selects what to erase.
    fileprivate func request() throws(ServiceError) -> HistoryRequest {
        guard isAll || asked != HistoryRequest() else {
            throw ServiceError(.invalidValue, "missing what to erase: since, until, item or all")
        }
        return asked
    }
}

extension HistoryRequest {
    fileprivate mutating func formPart(_ fields: inout some FieldCoder) {
        fields("since", &since)
        fields("until", &until)
        // An empty place names no item, and must not widen the selection.
        fields("item", &place, .ifGiven)
    }
}

extension ListenedItem: DictionaryForm {
    package static var blank: ListenedItem { ListenedItem(.root, ListeningRecord()) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("identifier", &identifier, .required)
        fields("playCount", &record.playCount)
        fields("skipCount", &record.skipCount)
        fields("favourite", &record.isFavourite)
        fields("disliked", &record.isDisliked)
        fields("lastPlayed", &record.lastPlayed)
        fields("position", &record.position)
        var stars = record.stars?.number
        fields("stars", &stars)
        record.stars = stars.flatMap(Stars.init)
        fields("added", &added)
    }
}

extension Bookmark: DictionaryForm {
    package static var blank: Bookmark {
        Bookmark(number: 0, identifier: .root, location: .blank, title: "", position: .zero, time: 0)
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("number", &number, .required)
        fields("name", &name)
        fields("identifier", &identifier, .required)
        fields("url", &location, .required)
        fields("title", &title)
        fields("artists", &artists, .ifSet)
        fields("album", &album)
        fields("position", &position)
        fields("time", &time, .required)
    }
}

extension BookmarkPage: WireForm {
    package static var blank: BookmarkPage { BookmarkPage(bookmarks: [], total: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("total", &total)
        fields("bookmarks", &bookmarks)
    }
}

extension JournalEntry.Kind: WireField {}
extension PlaybackCause: WireField {}

/// Unknown values from a newer service are left out.
extension JournalEntry: DictionaryForm {
    package static var blank: JournalEntry {
        JournalEntry(.started, Subject(identifier: .root, title: ""), at: 0, position: .zero, cause: .user)
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("kind", &kind, .required)
        fields("time", &time, .required)
        fields("identifier", &subject.identifier, .required)
        fields("title", &subject.title)
        fields("artists", &subject.artists, .ifSet)
        fields("album", &subject.album)
        fields("duration", &subject.duration)
        fields("recording", &subject.recording)
        fields("position", &position)
        fields("cause", &cause, .required)
        fields("output", &output)
        fields("song", &song)
        fields("log", &log)
        fields("number", &number)
        fields("private", &isPrivate, .ifSet)
    }
}

/// Numbers by the names of logs.
private struct LogCursor: WireField, Blank {
    var numbers: [String: Int64]

    init(_ numbers: [String: Int64]) { self.numbers = numbers }

    static var blank: LogCursor { LogCursor([:]) }
    static var signature: String { "a{sv}" }
    var wire: BusValue { .dictionary(numbers.mapValues { .int64($0) }) }

    init?(wire: BusValue) {
        guard let values = wire.dictionaryValue else { return nil }
        numbers = values.compactMapValues { $0.intValue.map(Int64.init) }
    }
}

extension JournalPage: WireForm {
    package static var blank: JournalPage { JournalPage(entries: [], total: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("total", &total)
        fields("entries", &entries)
    }
}

extension Double {
    /// Returns the rating for a number on the bus; `nil` for a negative one, which removes it.
    ///
    /// - Throws: `invalidValue` for any other number.
    fileprivate func stars() throws(ServiceError) -> Stars? {
        if self < 0 { return nil }
        guard let stars = Stars(self) else {
            throw ServiceError(.invalidValue, "stars must be 0 to 5 in halves, or negative for no rating")
        }
        return stars
    }
}
