// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The steps by which playback moves from one machine to another: `org.oncue.Handoff1`.
///
/// The caller moves playback by calling, in this order, ``handedQueue()`` of the source, ``prepareHandoff(_:)`` of the
/// target, ``releaseForHandoff(_:)`` of the source, and ``beginHandoff(_:)`` of the target: the source falls silent
/// only when the target can play. A failure before the last step is undone with ``discardHandoff(_:)`` at the target,
/// and a failure in it with ``takeBackHandoff(_:)`` at the source.
package protocol HandoffService<Failure>: Sendable {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Returns the queue, described so that another machine can find its media. Changes nothing.
    ///
    /// - Throws: `nothingPlaying` for an empty queue.
    func handedQueue() async throws(Failure) -> HandedQueue

    /// Looks up the media of a queue, takes it over, paused at its position, and returns when it could be heard at
    /// once. Without a next step within a minute it is taken back.
    ///
    /// - Throws: `notFound` if none of its media are here; the reason if it cannot be played. The former queue is then
    ///   restored unchanged.
    func prepareHandoff(_ queue: HandedQueue) async throws(Failure) -> PreparedHandoff

    /// Pauses, and returns the position. May be called again if no answer came.
    ///
    /// - Parameter number: The number of the prepared queue at the target.
    /// - Throws: `nothingPlaying`; `overtaken` if this number was taken back before, or something else was requested
    ///   since it was released.
    func releaseForHandoff(_ number: UInt64) async throws(Failure) -> ReleasedHandoff

    /// Continues the prepared queue; returns when it is heard, if it is meant to play. May be called again if no answer
    /// came.
    ///
    /// - Throws: `overtaken` if something else was requested since, here or at the source; the reason if it cannot be
    ///   played. The prepared queue is then taken back, unless someone has changed it.
    func beginHandoff(_ start: HandoffStart) async throws(Failure)

    /// Takes back the prepared queue: the former queue is restored unchanged, and plays if it did. Does nothing if the
    /// prepared queue has begun, or was taken back before.
    func discardHandoff(_ number: UInt64) async throws(Failure)

    /// Continues as before a release, unless something else was requested since. A number that was taken back is no
    /// longer released, even if the release arrives later.
    func takeBackHandoff(_ number: UInt64) async throws(Failure)
}

/// A queue that is ready to continue on this machine.
package struct PreparedHandoff: Sendable, Equatable {
    /// The most titles of missing entries that are listed.
    package static let titleLimit = 20

    /// The number that identifies it in the next steps.
    package var number: UInt64
    /// As in ``HandedQueue``.
    package var run: UInt64
    /// The name of this machine.
    package var machine: String
    /// The title of the entry that will play.
    package var title: String
    /// Whether it begins with another entry than the current one, which is missing here.
    package var isElsewhere: Bool
    /// The number of entries, and of those that were found.
    package var total: Int
    package var found: Int
    /// The titles of those that were not found, at most ``titleLimit``.
    package var missing: [String]
    /// The number of those found whose files are fetched from the other machine.
    package var fetched = 0
    /// The reason why nothing is fetched from there; empty if that was not tried, or succeeded.
    package var refusal = ""

    package init(
        number: UInt64, run: UInt64 = 0, machine: String, title: String, isElsewhere: Bool = false, total: Int,
        found: Int,
        missing: [String] = []
    ) {
        self.number = number
        self.run = run
        self.machine = machine
        self.title = title
        self.isElsewhere = isElsewhere
        self.total = total
        self.found = found
        self.missing = missing
    }
}

/// The position at which playback was released.
package struct ReleasedHandoff: Sendable, Equatable {
    /// As in ``HandedQueue``.
    package var run: UInt64
    package var title: String
    /// The identifier of the entry, as in ``HandedEntry``.
    package var entry: UInt64?
    package var position: Duration
    /// Whether it was playing.
    package var isPlaying: Bool
    /// The time that was heard of the entry so far, which counts at the machine where it continues.
    package var heard: Duration = .zero

    package init(run: UInt64, title: String, entry: UInt64?, position: Duration, isPlaying: Bool) {
        self.run = run
        self.entry = entry
        self.title = title
        self.position = position
        self.isPlaying = isPlaying
    }
}

// MARK: On the bus

package enum HandoffMethods {
    package static let queue = Method<Nothing, Only<HandedQueue>>(
        ServiceNames.handoff, "GetQueue", isRepeatable: true)
    package static let prepare = Method<Only<HandedQueue>, Only<PreparedHandoff>>(ServiceNames.handoff, "Prepare")
    package static let release = Method<Only<UInt64>, Only<ReleasedHandoff>>(
        ServiceNames.handoff, "Release", isRepeatable: true)
    package static let begin = Method<Only<HandoffStart>, Nothing>(ServiceNames.handoff, "Begin", isRepeatable: true)
    package static let discard = Method<Only<UInt64>, Nothing>(ServiceNames.handoff, "Discard", isRepeatable: true)
    package static let takeBack = Method<Only<UInt64>, Nothing>(ServiceNames.handoff, "TakeBack", isRepeatable: true)

    package static func bindings<Service: HandoffService>() -> [Binding<Service>] {
        [
            Binding(queue) { service, _ in Only(try await service.handedQueue()) },
            Binding(prepare) { Only(try await $0.prepareHandoff($1.value.sound)) },
            Binding(release) { Only(try await $0.releaseForHandoff($1.value)) },
            Binding(begin) { try await $0.beginHandoff($1.value) },
            Binding(discard) { try await $0.discardHandoff($1.value) },
            Binding(takeBack) { try await $0.takeBackHandoff($1.value) },
        ]
    }
}

/// The start of a prepared queue.
package struct HandoffStart: DictionaryForm, Equatable {
    package var number: UInt64
    /// The index of the last current entry in the queue that was handed over; `nil` if it is not in that queue.
    package var current: Int?
    package var position: Duration
    package var isPlaying: Bool
    /// The time that was heard of the entry before, at other machines.
    package var heard: Duration = .zero

    package init(_ number: UInt64, current: Int?, at position: Duration, playing isPlaying: Bool) {
        (self.number, self.current, self.position, self.isPlaying) = (number, current, position, isPlaying)
    }

    package static var blank: HandoffStart { HandoffStart(0, current: nil, at: .zero, playing: false) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("number", &number, .required)
        fields("current", &current)
        fields("position", &position)
        fields("playing", &isPlaying)
        fields("heard", &heard)
    }
}

extension HandedEntry: DictionaryForm {
    package static var blank: HandedEntry { HandedEntry(title: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("title", &title, .required)
        fields("artists", &artists, .ifSet)
        fields("album", &album)
        fields("disc", &discNumber)
        fields("track", &trackNumber)
        fields("duration", &duration)
        fields("recording", &recording)
        fields("episode", &episode)
        fields("address", &address)
        fields("live", &isLive, .ifSet)
        var place = PercentEncoding.encode(path)
        fields("path", &place, .ifSet)
        path = PercentEncoding.decode(place.utf8)
        fields("size", &size)
        var key = medium?.text
        fields("medium", &key)
        medium = key.flatMap(StableKey.init(text:))
        var (start, end) = (segment?.start, segment?.end)
        fields("start", &start)
        fields("end", &end)
        fields("number", &number)
        fields("id", &identifier)
        segment = MediaSegment(from: start, to: end)
    }
}

extension HandedQueue: DictionaryForm {
    package static var blank: HandedQueue { HandedQueue(machine: "", entries: [], current: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("machine", &machine)
        fields("link", &link, .ifSet)
        fields("run", &run)
        // Leaving entries out would shift the others.
        var list = WholeList(entries)
        fields("entries", &list, .required)
        entries = list.elements
        fields("current", &current)
        fields("position", &position)
        fields("playing", &isPlaying)
        fields("rate", &rate)
        fields("repeat", &repeatMode)
        fields("shuffle", &shuffleMode)
        var turns = WholeList(order)
        fields("order", &turns, .ifSet)
        order = turns.elements
        fields("context", &context, .ifSet)
        fields("contextCount", &contextCount)
        var mode = sleep?.mode ?? .off
        fields("sleep", &mode)
        var time = sleep?.time
        fields("sleepTime", &time)
        sleep = SleepWish(mode, time)
        fields("stopsAfter", &stopsAfterEntry, .ifSet)
        fields("absence", &absence)
    }
}

extension PreparedHandoff: DictionaryForm {
    package static var blank: PreparedHandoff { PreparedHandoff(number: 0, machine: "", title: "", total: 0, found: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("number", &number, .required)
        fields("run", &run)
        fields("machine", &machine)
        fields("title", &title)
        fields("elsewhere", &isElsewhere, .ifSet)
        fields("total", &total)
        fields("found", &found)
        fields("missing", &missing, .ifSet)
        fields("fetched", &fetched, .ifSet)
        fields("refusal", &refusal, .ifSet)
    }
}

extension ReleasedHandoff: DictionaryForm {
    package static var blank: ReleasedHandoff {
        ReleasedHandoff(run: 0, title: "", entry: nil, position: .zero, isPlaying: false)
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("run", &run, .required)
        fields("title", &title)
        fields("entry", &entry)
        fields("position", &position)
        fields("playing", &isPlaying)
        fields("heard", &heard)
    }
}
