// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import OnCueCore

/// Options of playing.
package struct PlayOptions: Sendable, Equatable {
    /// `nil` leaves shuffling unchanged.
    package var shuffleMode: ShuffleMode?
    /// The track to start with, counted from 0; `nil` leaves that to the service.
    package var start: Int?
    /// Whether to start from the beginning, even if it was left unfinished.
    package var isFromBeginning: Bool
    /// Whether to set the queue aside, and return to it at the end of the new one.
    package var isInterrupting = false
    /// The time to fill, with tracks from the places or, if the first is empty, with unfinished, new and liked ones.
    package var time: Duration?
    /// Whether to leave disliked tracks out of the results of a query. Not on the bus.
    package var skipsDisliked = false
    /// Whether to return only once sound has started or nothing of it can be played.
    package var waits: Bool

    package init(shuffleMode: ShuffleMode? = nil, start: Int? = nil, isFromBeginning: Bool = false, waits: Bool = true)
    {
        self.shuffleMode = shuffleMode
        self.start = start
        self.isFromBeginning = isFromBeginning
        self.waits = waits
    }
}

/// Options of adding to the queue.
package struct EnqueueOptions: Sendable, Equatable {
    /// Whether to add after the current entry instead of at the end.
    package var isNext: Bool
    /// The index of the first new entry, from 0 to the number of entries; `nil` to add at the place that ``isNext``
    /// determines.
    package var index: Int?
    /// Whether to shuffle the new entries.
    package var isShuffled: Bool
    /// The first track to add, counted from 0.
    package var start: Int
    /// Whether to leave disliked tracks out of the results of a query. Not on the bus.
    package var skipsDisliked = false

    package init(isNext: Bool = false, index: Int? = nil, isShuffled: Bool = false, start: Int = 0) {
        self.isNext = isNext
        self.index = index
        self.isShuffled = isShuffled
        self.start = start
    }
}

// MARK: On the bus

/// Options together with the places after the first. Unknown keys are ignored, since they may be of a later version.
package struct PlacesOptions<Options: DictionaryForm>: WireField, Blank {
    private let values: [String: BusValue]

    /// - Parameter places: All places, of which the first is an argument of its own.
    package init(_ options: Options, _ places: [String]) {
        values = FormWriter.dictionary(
            Content(options: options, also: places.count > 1 ? Array(places.dropFirst()) : nil))
    }

    package init?(wire: BusValue) {
        guard let values = wire.dictionaryValue else { return nil }
        self.values = values
    }

    private init() { values = [:] }

    /// Returns the place that is an argument of its own.
    ///
    /// - Throws: `invalidValue` if there is none.
    package static func first(of places: [String]) throws(ServiceError) -> String {
        guard let first = places.first else { throw ServiceError(.invalidValue, "a request needs a place") }
        return first
    }

    package static var blank: PlacesOptions { PlacesOptions() }
    package static var signature: String { "a{sv}" }
    package var wire: BusValue { .dictionary(values) }

    /// Returns the options and places.
    ///
    /// - Throws: `invalidValue` for a value that cannot be read.
    package func understood() throws(ServiceError) -> Content {
        try FormReader.options(Content.self, in: values)
    }

    /// The options, and the places after the first.
    package struct Content: DictionaryForm {
        package var options: Options
        /// An empty list is the same as none.
        fileprivate var also: [String]?

        package static var blank: Content { Content(options: .blank, also: nil) }

        package mutating func form(_ fields: inout some FieldCoder) {
            options.form(&fields)
            fields("also", &also)
        }

        /// Returns all places.
        package func places(after first: String) -> [String] { [first] + (also ?? []) }
    }
}

extension PlayOptions: DictionaryForm {
    package static var blank: PlayOptions { PlayOptions(waits: false) }

    package mutating func form(_ fields: inout some FieldCoder) {
        // The older option, without a choice between tracks and albums.
        var isShuffled: Bool?
        fields("shuffle", &isShuffled)
        fields("shuffleMode", &shuffleMode)
        if let isShuffled, shuffleMode == nil { shuffleMode = isShuffled ? .tracks : .off }
        fields("from", &start)
        fields("fromStart", &isFromBeginning, .ifSet)
        fields("interrupt", &isInterrupting, .ifSet)
        fields("time", &time)
        fields("wait", &waits, .ifSet)
    }
}

extension EnqueueOptions: DictionaryForm {
    package static var blank: EnqueueOptions { EnqueueOptions() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("next", &isNext, .ifSet)
        fields("at", &index)
        fields("shuffle", &isShuffled, .ifSet)
        var start: Int? = start > 0 ? start : nil
        fields("from", &start)
        self.start = start ?? 0
    }
}

extension ShuffleMode: WireField, Blank {
    package static var blank: ShuffleMode { .off }
}

extension TrackSorting: WireField, Blank {
    package static var blank: TrackSorting { .title }
}

extension RepeatMode: WireField, Blank {
    package static var blank: RepeatMode { .off }
}

extension LoopPoint: WireField, Blank {
    package static var blank: LoopPoint { .start }
}

/// The arguments of `SetLoop`: the positions between which an entry is repeated.
package struct LoopRequest: WireForm {
    package var start: Duration
    package var end: Duration

    package init(_ start: Duration, _ end: Duration) { (self.start, self.end) = (start, end) }

    package static var blank: LoopRequest { LoopRequest(.zero, .zero) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("start", &start)
        fields("end", &end)
    }
}

extension SleepMode: WireField {}

/// The arguments of `SetSleep`: a mode, and a time that applies to one of the modes.
package struct SleepRequest: WireForm {
    private var mode: SleepMode
    /// Microseconds.
    private var time: Int64

    package init(_ wish: SleepWish?) {
        mode = wish?.mode ?? .off
        time = wish?.time.map { Int64($0.wholeMicroseconds) } ?? 0
    }

    package var wish: SleepWish? { SleepWish(mode, .microseconds(time)) }

    package static var blank: SleepRequest { SleepRequest(nil) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("mode", &mode)
        fields("time", &time)
    }
}
