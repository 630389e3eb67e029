// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
internal import OnCueCore
package import OnCueInterface
internal import WebAccess

/// Requests of a page, with their fields.

/// Nothing is needed.
struct NoRequest: DictionaryForm {
    static let blank = NoRequest()
    mutating func form(_ fields: inout some FieldCoder) {}
}

/// A part of a list.
struct PartRequest: DictionaryForm {
    /// The most rows of an answer.
    static let largest = PageLimit.usual

    var offset: Int?
    var limit: Int?

    static var blank: PartRequest { PartRequest() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("offset", &offset)
        fields("limit", &limit)
    }

    var start: Int { offset ?? 0 }
    var count: Int { min(max(1, limit ?? 100), Self.largest) }
}

/// A part of the children of an item, of the root if absent.
struct ContentRequest: DictionaryForm {
    var item: ContentIdentifier?
    /// The endpoint that shows them, under its limits.
    var endpoint: ContentEndpoint?
    var part = PartRequest()

    static var blank: ContentRequest { ContentRequest() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("item", &item)
        fields("endpoint", &endpoint)
        part.form(&fields)
    }
}

/// Words, or a query.
struct QueryRequest: DictionaryForm {
    var words = ""
    var part = PartRequest()

    static var blank: QueryRequest { QueryRequest() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("q", &words, .required)
        part.form(&fields)
    }
}

/// Something to be played instead of the queue.
struct PlayRequest: DictionaryForm {
    var places: [ContentIdentifier] = []
    var from: Int?
    var isFromBeginning: Bool?
    var shuffleMode: ShuffleMode?

    static var blank: PlayRequest { PlayRequest() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("places", &places, .required)
        fields("from", &from)
        fields("fromStart", &isFromBeginning)
        fields("shuffleMode", &shuffleMode)
    }
}

/// Something to be added to the queue: next, at an index, before an entry, or at the end.
struct AddRequest: DictionaryForm {
    var places: [ContentIdentifier] = []
    var isNext: Bool?
    var index: Int?
    var before: PlaybackQueue.EntryID?
    var isShuffled: Bool?

    static var blank: AddRequest { AddRequest() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("places", &places, .required)
        fields("next", &isNext)
        fields("at", &index)
        fields("before", &before)
        fields("shuffle", &isShuffled)
    }
}

/// An entry of the queue.
struct EntryRequest: DictionaryForm {
    var entry = PlaybackQueue.EntryID.blank

    static var blank: EntryRequest { EntryRequest() }
    mutating func form(_ fields: inout some FieldCoder) { fields("entry", &entry, .required) }
}

/// The last change; with the revision of the queue after it, only that one.
struct UndoRequest: DictionaryForm {
    var revision: UInt64?

    static var blank: UndoRequest { UndoRequest() }
    mutating func form(_ fields: inout some FieldCoder) { fields("revision", &revision) }
}

/// Entries of the queue.
struct EntriesRequest: DictionaryForm {
    var entries: [PlaybackQueue.EntryID] = []

    static var blank: EntriesRequest { EntriesRequest() }
    mutating func form(_ fields: inout some FieldCoder) { fields("entries", &entries, .required) }
}

/// Entries of the queue to move, and the entry before which they go; the end if absent.
struct MoveRequest: DictionaryForm {
    var entries: [PlaybackQueue.EntryID] = []
    var before: PlaybackQueue.EntryID?

    static var blank: MoveRequest { MoveRequest() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("entries", &entries, .required)
        fields("before", &before)
    }
}

/// A position, or a distance from the present one.
struct SeekRequest: DictionaryForm {
    var position: Duration?
    /// Microseconds, backwards below 0.
    var offset: Int64?

    static var blank: SeekRequest { SeekRequest() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("position", &position)
        fields("offset", &offset)
    }
}

/// A volume, or the difference to the present one.
struct VolumeRequest: DictionaryForm {
    var volume: Double?
    var change: Double?

    static var blank: VolumeRequest { VolumeRequest() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("volume", &volume)
        fields("change", &change)
    }
}

/// The mute switch.
struct MuteRequest: DictionaryForm {
    var isMuted = false

    static var blank: MuteRequest { MuteRequest() }
    mutating func form(_ fields: inout some FieldCoder) { fields("muted", &isMuted, .required) }
}

/// Whether the current item is liked.
struct LikeRequest: DictionaryForm {
    var isLiked = false

    static var blank: LikeRequest { LikeRequest() }
    mutating func form(_ fields: inout some FieldCoder) { fields("liked", &isLiked, .required) }
}

/// The time of the medium that passes in a second.
struct RateRequest: DictionaryForm {
    var rate = 1.0

    static var blank: RateRequest { RateRequest() }
    mutating func form(_ fields: inout some FieldCoder) { fields("rate", &rate, .required) }
}

/// A mode of playback.
struct ModeRequest<Mode: WireField & Blank>: DictionaryForm {
    var mode = Mode.blank

    static var blank: ModeRequest { ModeRequest() }
    mutating func form(_ fields: inout some FieldCoder) { fields("mode", &mode, .required) }
}

/// The sleep timer.
struct SleepTimerRequest: DictionaryForm {
    var mode = SleepMode.off
    var time: Duration?

    static var blank: SleepTimerRequest { SleepTimerRequest() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("mode", &mode, .required)
        fields("time", &time)
    }
}

/// A chapter, counted from 0.
struct ChapterRequest: DictionaryForm {
    var index = 0

    static var blank: ChapterRequest { ChapterRequest() }
    mutating func form(_ fields: inout some FieldCoder) { fields("index", &index, .required) }
}

/// A number of suggestions.
struct SuggestionsRequest: DictionaryForm {
    var limit: Int?

    static var blank: SuggestionsRequest { SuggestionsRequest() }
    mutating func form(_ fields: inout some FieldCoder) { fields("limit", &limit) }
}

/// A suggestion.
struct SuggestionRequest: DictionaryForm {
    var id = ""

    static var blank: SuggestionRequest { SuggestionRequest() }
    mutating func form(_ fields: inout some FieldCoder) { fields("id", &id, .required) }
}

/// A suggestion that is refused, and the reason.
struct DismissRequest: DictionaryForm {
    var id = ""
    var reason = ""

    static var blank: DismissRequest { DismissRequest() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("id", &id, .required)
        fields("reason", &reason, .ifSet)
    }
}

/// Outputs; the default of the sound server for none.
struct OutputsRequest: DictionaryForm {
    var identifiers: [String] = []

    static var blank: OutputsRequest { OutputsRequest() }
    mutating func form(_ fields: inout some FieldCoder) { fields("identifiers", &identifiers, .required) }
}

/// A room, and the changes to it.
struct RoomRequest: DictionaryForm {
    var room = ""
    var change = RoomChange()

    static var blank: RoomRequest { RoomRequest() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("room", &room, .required)
        change.form(&fields)
    }
}

/// Rooms that become a group.
struct RoomsRequest: DictionaryForm {
    var rooms: [String] = []

    static var blank: RoomsRequest { RoomsRequest() }
    mutating func form(_ fields: inout some FieldCoder) { fields("rooms", &rooms, .required) }
}

/// The report of a page that plays, or could.
package struct HereRequest: DictionaryForm {
    /// A name that distinguishes the pages of a device.
    package private(set) var name = ""
    package private(set) var isTaking: Bool?
    package private(set) var isLeaving: Bool?
    private var order: UInt64?
    private var medium: String?
    private var state: BrowserPage.State?
    private var position: Duration?
    private var duration: Duration?
    private var reason: String?

    package static var blank: HereRequest { HereRequest() }
    package mutating func form(_ fields: inout some FieldCoder) {
        fields("page", &name, .required)
        fields("taking", &isTaking)
        fields("leaving", &isLeaving)
        fields("order", &order)
        fields("medium", &medium)
        fields("state", &state)
        fields("position", &position)
        fields("duration", &duration)
        fields("reason", &reason)
    }

    /// - Throws: ``WebRefusal`` with `invalidValue`.
    package static func read(_ members: [JSONValue.Member]) throws -> HereRequest {
        let request = try RequestReader.request(HereRequest.self, members)
        guard (1...64).contains(request.name.utf8.count), request.reason?.utf8.count ?? 0 <= 500 else {
            throw WebRefusal(.invalidValue, "page must have 1 to 64 characters, and reason at most 500")
        }
        return request
    }

    /// Returns the page as the service knows it.
    package func page(_ output: String, title: String) -> BrowserPage {
        var page = BrowserPage(output, title: title, page: name)
        (page.isTaking, page.isLeaving, page.order) = (isTaking ?? false, isLeaving ?? false, order ?? 0)
        (page.medium, page.state) = (medium ?? "", state ?? .paused)
        (page.position, page.duration, page.reason) = (position ?? .zero, duration, reason ?? "")
        return page
    }
}
