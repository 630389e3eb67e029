// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The outcome of a request to play, to enqueue or to add: the content found, and where it was added.
package struct PlayedContent: Sendable, Equatable {
    package var title: String
    package var subtitle: String
    /// Usually the name of a `ContentKind`; also `query` and `file`.
    package var kind: String
    /// The number of entries.
    package var count: Int
    /// The index of the first of them in the queue; `nil` if they were not added to the queue.
    package var position: Int?
    /// The first of the entries that were added to the queue; the others have the following numbers, in their order.
    package var firstEntry: PlaybackQueue.EntryID?
    /// The number of entries of the whole queue, if it is known.
    package var total: Int?
    package var naming = ContentNaming.place
    /// Another item that could have been meant.
    package var runnerUp: ContentRecord?
    /// The places that were left out; `nil` if only one place was given.
    package var failures: [PlaceFailure]?
    /// A number that identifies the entry that began to play among everything that was played.
    package var token: UInt64?
    /// The entry of the queue that began to play.
    package var entry: UInt64?
    /// The position where an unfinished item resumes.
    package var resumedAt: Duration?
    /// The title of the output, if it was never used before and therefore begins with a limited volume.
    package var newOutput: String?
    /// The sound that was chosen, if the place is the address of a web page.
    package var taken: WebPage.Sound?
    /// The content that was chosen to fill a time; `nil` if no time was given.
    package var fitted: FittedContent?

    package init(title: String, subtitle: String = "", kind: String = "", count: Int, position: Int? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.kind = kind
        self.count = count
        self.position = position
    }
}

/// One of several places that was left out, and the reason.
package struct PlaceFailure: Sendable, Equatable {
    /// The number of the place among those that were given, from 0.
    package var place: Int
    package var error: ServiceError

    package init(_ place: Int, _ error: ServiceError) { (self.place, self.error) = (place, error) }
}

extension PlayedContent: DictionaryForm {
    /// No place named any content.
    package static var blank: PlayedContent { PlayedContent(title: "", count: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        let isSomething = count > 0 || !title.isEmpty
        fields("title", &title, isSomething ? .always : .ifSet)
        fields("subtitle", &subtitle, isSomething ? .always : .ifSet)
        fields("kind", &kind, isSomething ? .always : .ifSet)
        fields("count", &count)
        fields("position", &position)
        fields("firstEntry", &firstEntry)
        fields("total", &total)
        fields.naming(&naming)
        fields("runnerUp", &runnerUp)
        fields("failures", &failures, failures == nil ? .ifSet : .always)
        fields("token", &token)
        fields("entry", &entry)
        fields("resumedAt", &resumedAt)
        fields("newOutput", &newOutput)
        fields.group(&taken)
        fields("fitted", &fitted)
    }
}

/// The content that was chosen to fill a time.
package struct FittedContent: Sendable, Equatable {
    /// The most titles that are named.
    package static let limit = 20

    /// The speech, each item as a whole, in playing order: titles and playing times.
    package var titles: [String]
    package var times: [Duration]
    /// The number of pieces of music after it.
    package var musicCount: Int
    /// The playing time of all of it.
    package var total: Duration
    /// Whether it fades out at the end of the time; otherwise it ends by itself.
    package var fades: Bool

    package init(titles: [String], times: [Duration], musicCount: Int, total: Duration, fades: Bool) {
        self.titles = titles
        self.times = times
        self.musicCount = musicCount
        self.total = total
        self.fades = fades
    }
}

extension FittedContent: DictionaryForm {
    package static var blank: FittedContent {
        FittedContent(titles: [], times: [], musicCount: 0, total: .zero, fades: false)
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("titles", &titles)
        fields("times", &times)
        fields("musicCount", &musicCount)
        fields("total", &total)
        fields("fades", &fades)
    }
}

extension PlaceFailure: StructureForm {
    package static var blank: PlaceFailure { PlaceFailure(0, ServiceError(.failed, "")) }

    package mutating func form(_ fields: inout some FieldCoder) {
        var name = error.busName
        fields("place", &place)
        fields("name", &name)
        fields("message", &error.message)
        error.code = ServiceError.Code(busName: name) ?? .failed
    }
}
