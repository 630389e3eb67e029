// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import OnCueCore
internal import OnCueRuntime

/// Playback, and the queue: `org.oncue.Playback1`.
///
/// Places are texts as ``ContentPlace`` reads them. Changes are on disk when a call returns.
package protocol PlaybackService {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Replaces the queue with the items at the places, one after the other, and plays it.
    ///
    /// - Returns: The content that plays. With several places, those that name nothing are among its failures.
    /// - Throws: The reason if a single place names nothing; `invalidValue`, also without a place; `overtaken`.
    func play(_ places: [String], _ options: PlayOptions) async throws(Failure) -> PlayedContent

    /// Adds the items at the places to the queue, as one change; failures are reported as by ``play(_:_:)``.
    func enqueue(_ places: [String], _ options: EnqueueOptions) async throws(Failure) -> PlayedContent

    /// Returns the tracks that ``enqueue(_:_:)`` would add from a place, such as those of a playlist at an address; at
    /// most ``PageLimit/largest`` of them.
    ///
    /// - Throws: The reason if the place names nothing.
    func tracks(at place: String) async throws(Failure) -> PlaceTracks

    /// Performs a command that needs only its arguments: each except `play`, `enqueue`, `undo` and `redo`, which have
    /// functions of their own.
    ///
    /// - Throws: Errors of commands, such as `nothingPlaying`, `notSeekable`, `noSuchEntry` and `invalidValue`.
    func perform(_ command: PlaybackCommand) async throws(Failure)

    /// Shuffles tracks, unless albums are already shuffled; or stops shuffling.
    func setShuffled(_ isShuffled: Bool) async throws(Failure)

    /// Undoes the last change to the queue or to a playlist that was not undone yet.
    ///
    /// - Returns: The change that was undone.
    /// - Throws: `nothingToUndo`; `refused` (something else has changed the playlist since), `storage`.
    func undoEdit() async throws(Failure) -> ListEdit

    /// Returns the changes that can be undone, the next one first.
    func undoableEdits() async throws(Failure) -> [ListEdit]

    /// Redoes the change that was last undone; possible until another change of the queue, or of a playlist.
    ///
    /// - Returns: The change.
    /// - Throws: As ``undoEdit()``.
    func redoEdit() async throws(Failure) -> ListEdit

    /// Returns the changes that can be redone, the next one first.
    func redoableEdits() async throws(Failure) -> [ListEdit]

    /// Returns the playing time of the queue. Complexity: O(n) in its entries.
    func queueTime() async throws(Failure) -> QueueTime

    /// Returns a part of the queue; as many entries as ``PageLimit/granted(_:)`` allows.
    func queue(offset: Int, limit: Int) async throws(Failure) -> QueuePage

    /// Returns the entries of the same part of the queue, only by their identifiers.
    func queueIdentifiers(offset: Int, limit: Int) async throws(Failure) -> QueueIdentifiers

    /// Returns the changes of the queue since a revision of it.
    func queueChanges(since revision: UInt64) async throws(Failure) -> QueueChanges

    /// Returns an update whenever the queue has changed, until the reader stops, beginning with
    /// ``QueueUpdate/changed``.
    func queueUpdates() async -> AsyncStream<QueueUpdate>
}

// MARK: On the bus

package enum PlaybackMethods {
    package static let play = Method<Pair<String, PlacesOptions<PlayOptions>>, Only<PlayedContent>>(
        ServiceNames.playback, "Play")
    package static let enqueue = Method<Pair<String, PlacesOptions<EnqueueOptions>>, Only<PlayedContent>>(
        ServiceNames.playback, "Enqueue")
    package static let tracks = Method<Only<String>, PlaceTracks>(
        ServiceNames.playback, "GetTracks", isRepeatable: true)
    package static let setShuffle = Method<Only<Bool>, Nothing>(ServiceNames.playback, "SetShuffle", isRepeatable: true)
    package static let undo = Method<Nothing, Only<ListEdit>>(ServiceNames.playback, "Undo")
    package static let edits = Method<Nothing, Only<[ListEdit]>>(
        ServiceNames.playback, "GetEdits", isRepeatable: true)
    package static let redo = Method<Nothing, Only<ListEdit>>(ServiceNames.playback, "Redo")
    package static let undoneEdits = Method<Nothing, Only<[ListEdit]>>(
        ServiceNames.playback, "GetUndoneEdits", isRepeatable: true)
    package static let time = Method<Nothing, Only<QueueTime>>(
        ServiceNames.playback, "GetQueueTime", isRepeatable: true)
    package static let queue = Method<Pair<Int, Int>, QueuePage>(ServiceNames.playback, "GetQueue", isRepeatable: true)
    package static let identifiers = Method<Pair<Int, Int>, QueueIdentifiers>(
        ServiceNames.playback, "GetQueueIdentifiers", isRepeatable: true)
    package static let changes = Method<Only<UInt64>, QueueNews>(
        ServiceNames.playback, "GetQueueChanges", isRepeatable: true)
    package static let queueChanged = Event<QueueChange>(ServiceNames.playback, "QueueChanged")
    package static let failed = Event<FailedPlayback>(ServiceNames.playback, "PlaybackFailed")

    package static func bindings<Service: PlaybackService>() -> [Binding<Service>] {
        let commands = commands.map { method in
            Binding<Service>(method) { service, command in try await service.perform(command) }
        }
        return commands + [
            Binding(play) { service, request in
                let options = try request.second.understood()
                return Only(try await service.play(options.places(after: request.first), options.options))
            },
            Binding(enqueue) { service, request in
                let options = try request.second.understood()
                return Only(try await service.enqueue(options.places(after: request.first), options.options))
            },
            Binding(tracks) { try await $0.tracks(at: $1.value) },
            Binding(setShuffle) { try await $0.setShuffled($1.value) },
            Binding(undo) { service, _ in Only(try await service.undoEdit()) },
            Binding(edits) { service, _ in Only(try await service.undoableEdits()) },
            Binding(redo) { service, _ in Only(try await service.redoEdit()) },
            Binding(undoneEdits) { service, _ in Only(try await service.redoableEdits()) },
            Binding(time) { service, _ in Only(try await service.queueTime()) },
            Binding(queue) { try await $0.queue(offset: $1.first, limit: $1.second) },
            Binding(identifiers) { try await $0.queueIdentifiers(offset: $1.first, limit: $1.second) },
            Binding(changes) { QueueNews(try await $0.queueChanges(since: $1.value)) },
        ]
    }

    /// The methods that are commands.
    package static let commands: [CommandMethod] = [
        CommandMethod("Pause", .pause, isRepeatable: true),
        CommandMethod("Resume", .resume, isRepeatable: true),
        CommandMethod("Toggle", .toggle),
        CommandMethod("Stop", .stop, isRepeatable: true),
        CommandMethod("Next", .next),
        CommandMethod("Previous", .previous),
        CommandMethod("ClearQueue", .clearQueue),
        CommandMethod("GoBack", .goBack),
        CommandMethod(
            "SeekTo", isRepeatable: true, { .seek(to: .microseconds($0)) },
            { if case .seek(let position) = $0 { Int64(position.wholeMicroseconds) } else { nil } }),
        CommandMethod(
            "SeekBy", { .seekBy(.microseconds($0)) },
            { if case .seekBy(let offset) = $0 { Int64(offset.wholeMicroseconds) } else { nil } }),
        CommandMethod(
            "SetVolume", isRepeatable: true, { .setVolume($0) },
            { if case .setVolume(let volume) = $0 { volume } else { nil } }),
        CommandMethod(
            "AdjustVolume", { .adjustVolume($0) },
            { if case .adjustVolume(let difference) = $0 { difference } else { nil } }),
        CommandMethod(
            "SetMuted", isRepeatable: true, { .setMuted($0) },
            { if case .setMuted(let isMuted) = $0 { isMuted } else { nil } }),
        CommandMethod(
            "SetRate", isRepeatable: true, { .setRate($0) },
            { if case .setRate(let rate) = $0 { rate } else { nil } }),
        CommandMethod(
            "AdjustRate", { .adjustRate($0) },
            { if case .adjustRate(let difference) = $0 { difference } else { nil } }),
        CommandMethod(
            "SetSleep", isRepeatable: true, { (request: SleepRequest) in .setSleep(request.wish) },
            { if case .setSleep(let wish) = $0 { SleepRequest(wish) } else { nil } }),
        CommandMethod(
            "StopAfter", isRepeatable: true, { .stopAfterEntry($0) },
            { if case .stopAfterEntry(let isWanted) = $0 { isWanted } else { nil } }),
        CommandMethod(
            "SetLoop", isRepeatable: true, { (part: LoopRequest) in .setLoop(.part(part.start, part.end)) },
            { if case .setLoop(.part(let start, let end)) = $0 { LoopRequest(start, end) } else { nil } }),
        CommandMethod(
            "MarkLoop", { .setLoop(.mark($0)) },
            { if case .setLoop(.mark(let point)) = $0 { point } else { nil } }),
        CommandMethod("EndLoop", .setLoop(.off), isRepeatable: true),
        CommandMethod(
            "SetRepeat", isRepeatable: true, { .setRepeatMode($0) },
            { if case .setRepeatMode(let mode) = $0 { mode } else { nil } }),
        CommandMethod(
            "SetShuffleMode", isRepeatable: true, { .setShuffleMode($0) },
            { if case .setShuffleMode(let mode) = $0 { mode } else { nil } }),
        CommandMethod(
            "SetSimilar", isRepeatable: true, { .setSimilar($0) },
            { if case .setSimilar(let isWanted) = $0 { isWanted } else { nil } }),
        CommandMethod(
            "SetSingle", isRepeatable: true, { .setSingle($0) },
            { if case .setSingle(let isWanted) = $0 { isWanted } else { nil } }),
        CommandMethod(
            "SetConsume", isRepeatable: true, { .setConsuming($0) },
            { if case .setConsuming(let isWanted) = $0 { isWanted } else { nil } }),
        CommandMethod(
            "PlayEntry", isRepeatable: true, { .playEntry($0) },
            { if case .playEntry(let entry) = $0 { entry } else { nil } }),
        CommandMethod(
            "RemoveEntry", { .removeEntry($0) },
            { if case .removeEntry(let entry) = $0 { entry } else { nil } }),
        CommandMethod(
            "RemoveEntries", { .removeEntries($0) },
            { if case .removeEntries(let entries) = $0 { entries } else { nil } }),
        CommandMethod(
            "MoveEntry", { (move: Pair<PlaybackQueue.EntryID, Int>) in .moveEntry(move.first, to: move.second) },
            { if case .moveEntry(let entry, let index) = $0 { Pair(entry, index) } else { nil } }),
        CommandMethod(
            "KeepEntries", { .keepEntries($0) },
            { if case .keepEntries(let entries) = $0 { entries } else { nil } }),
        CommandMethod("RemoveDuplicates", .removeDuplicates),
        CommandMethod(
            "MoveEntries", { (move: Pair<[PlaybackQueue.EntryID], Int>) in .moveEntries(move.first, to: move.second) },
            { if case .moveEntries(let entries, let index) = $0 { Pair(entries, index) } else { nil } }),
        CommandMethod(
            "RearrangeEntries", { .rearrangeEntries($0) },
            { if case .rearrangeEntries(let entries) = $0 { entries } else { nil } }),
        CommandMethod(
            "PlayNext", { .playNext($0) },
            { if case .playNext(let entries) = $0 { entries } else { nil } }),
        CommandMethod(
            "PlayFirst", { .playFirst($0) },
            { if case .playFirst(let entries) = $0 { entries } else { nil } }),
        CommandMethod(
            "SortQueue", { .sortQueue($0) },
            { if case .sortQueue(let sorting) = $0 { sorting } else { nil } }),
    ]
}

/// A method of playback that is a command, with the conversions from its arguments to the command and back.
package struct CommandMethod: Sendable {
    package let name: String
    package let isRepeatable: Bool
    /// The signature of the arguments.
    package let signature: String
    /// Arguments with a blank value of each type.
    package let blank: [BusValue]
    /// Returns the command with the arguments of a call.
    package let command: @Sendable ([BusValue]) throws -> PlaybackCommand
    /// Returns the arguments of the call for a command; `nil` if the command belongs to another method.
    package let arguments: @Sendable (PlaybackCommand) -> [BusValue]?

    fileprivate init<Arguments: WireForm>(
        _ name: String, isRepeatable: Bool = false, _ command: @escaping @Sendable (Arguments) -> PlaybackCommand,
        _ arguments: @escaping @Sendable (PlaybackCommand) -> Arguments?
    ) {
        (self.name, self.isRepeatable) = (name, isRepeatable)
        signature = FormList.signature(of: Arguments.self)
        blank = FormWriter.members(Arguments.blank)
        self.command = { command(try MemberReader.arguments(Arguments.self, of: name, in: $0)) }
        self.arguments = { arguments($0).map { FormWriter.members($0) } }
    }

    fileprivate init<Value: WireField & Blank>(
        _ name: String, isRepeatable: Bool = false, _ command: @escaping @Sendable (Value) -> PlaybackCommand,
        _ value: @escaping @Sendable (PlaybackCommand) -> Value?
    ) {
        self.init(
            name, isRepeatable: isRepeatable, { (argument: Only<Value>) in command(argument.value) },
            { value($0).map(Only.init) })
    }

    fileprivate init(_ name: String, _ command: PlaybackCommand, isRepeatable: Bool = false) {
        self.init(name, isRepeatable: isRepeatable, { (_: Nothing) in command }, { $0 == command ? Nothing() : nil })
    }
}

extension Binding {
    /// - Parameter body: Performs the command.
    fileprivate init(
        _ method: CommandMethod, _ body: @escaping @MediaActor @Sendable (Service, PlaybackCommand) async throws -> Void
    ) {
        self.init(method.name, arguments: method.signature, reply: "") { service, arguments in
            try await body(service, try method.command(arguments))
            return []
        }
    }
}
