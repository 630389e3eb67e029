// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
package import OnCueInterface

/// The item that is playing, and the time of that report.
package struct NowReply: DictionaryForm {
    /// On the clock of `timestamp`.
    package var clock: Duration
    /// `nil` while the service is away.
    package var now: NowPlayingReport?

    package init(clock: Duration, now: NowPlayingReport?) { (self.clock, self.now) = (clock, now) }

    package static var blank: NowReply { NowReply(clock: .zero, now: nil) }
    package mutating func form(_ fields: inout some FieldCoder) {
        fields("clock", &clock)
        fields("now", &now)
    }
}

/// The part of the queue's state that pages get without asking for it.
package struct QueueMark: DictionaryForm, Equatable {
    package var revision: UInt64
    package var total: Int

    package init(revision: UInt64, total: Int) { (self.revision, self.total) = (revision, total) }

    package static var blank: QueueMark { QueueMark(revision: 0, total: 0) }
    package mutating func form(_ fields: inout some FieldCoder) {
        fields("revision", &revision)
        fields("total", &total)
    }
}

/// Everything that events change.
package struct StateReply: DictionaryForm {
    package var type = "snapshot"
    /// Names this run of the server: revisions start again with each run.
    package var run: String
    package var revision: UInt64
    package var isServiceThere: Bool
    package var playing: NowReply
    package var queue: QueueMark
    package var offer: SuggestionOffer?

    package init(
        run: String, revision: UInt64, isServiceThere: Bool, playing: NowReply, queue: QueueMark,
        offer: SuggestionOffer?
    ) {
        (self.run, self.revision, self.isServiceThere) = (run, revision, isServiceThere)
        (self.playing, self.queue, self.offer) = (playing, queue, offer)
    }

    package static var blank: StateReply {
        StateReply(run: "", revision: 0, isServiceThere: false, playing: .blank, queue: .blank, offer: nil)
    }
    package mutating func form(_ fields: inout some FieldCoder) {
        fields("type", &type)
        fields("run", &run)
        fields("revision", &revision)
        fields("service", &isServiceThere)
        playing.form(&fields)
        fields("queue", &queue)
        fields("offer", &offer)
    }
}

/// A part of the queue.
struct QueueReply: WireForm {
    var page: QueuePage

    static var blank: QueueReply { QueueReply(page: .blank) }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("offset", &page.offset)
        page.form(&fields)
    }
}

/// The revision of the queue after a change, by which the change is undone.
struct EditedReply: DictionaryForm {
    /// 0, which no queue has, if something else was changed at the same time: a page must not undo that by this number.
    var revision: UInt64 = 0

    static var blank: EditedReply { EditedReply() }
    mutating func form(_ fields: inout some FieldCoder) { fields("revision", &revision) }

    static func revision(_ service: any MediaServiceClient) async throws -> UInt64 {
        try await service.queue(offset: 0, limit: 1).revision
    }

    /// Makes a change. It is one step of the revision; any other number of steps means that others made changes, too.
    static func after<Value: Sendable>(
        _ service: any MediaServiceClient, _ change: () async throws -> Value
    ) async throws -> (value: Value, edited: EditedReply) {
        let base = try await revision(service)
        let value = try await change()
        let after = try await revision(service)
        return (value, EditedReply(revision: after == base + 1 ? after : 0))
    }
}

/// The content that was added to the queue.
struct AddedReply: DictionaryForm {
    var added = PlayedContent.blank
    var edited = EditedReply.blank

    static var blank: AddedReply { AddedReply() }
    mutating func form(_ fields: inout some FieldCoder) {
        added.form(&fields)
        edited.form(&fields)
    }
}

/// A part of the children of an item.
struct ChildrenReply: WireForm {
    var offset = 0
    var page = ChildrenPage.blank

    static var blank: ChildrenReply { ChildrenReply() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("offset", &offset)
        page.form(&fields)
    }
}

/// A part of the results of a search.
struct FoundReply: WireForm {
    var offset = 0
    var page = FoundPage.blank

    static var blank: FoundReply { FoundReply() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("offset", &offset)
        page.form(&fields)
    }
}

/// The suggestions for this moment.
struct SuggestionsReply: WireForm {
    var suggestions: [SuggestionRecord] = []

    static var blank: SuggestionsReply { SuggestionsReply() }
    mutating func form(_ fields: inout some FieldCoder) { fields("suggestions", &suggestions) }
}

/// The rooms.
struct RoomsReply: WireForm {
    var rooms: [Room] = []

    static var blank: RoomsReply { RoomsReply() }
    mutating func form(_ fields: inout some FieldCoder) { fields("rooms", &rooms) }
}

/// The playback that a page is to perform.
package struct HereReply: DictionaryForm {
    /// The output that the page is.
    package var output: String
    package var wish: BrowserWish

    package init(_ output: String, _ wish: BrowserWish) { (self.output, self.wish) = (output, wish) }

    package static var blank: HereReply { HereReply("", .blank) }
    package mutating func form(_ fields: inout some FieldCoder) {
        fields("output", &output)
        wish.form(&fields)
    }
}
