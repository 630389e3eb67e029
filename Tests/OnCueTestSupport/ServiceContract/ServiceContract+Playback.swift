// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

@MediaActor
extension ServiceContract {
    /// Checks playback and the queue; nothing has been played before.
    package static func playback(_ service: some PlaybackService, _ notes: Notes) async throws {
        try await checkEmptyQueue(service, notes)
        let options = PlayOptions(waits: false)
        let played = notes.heard(try await service.play(["album:blue"], options))
        notes.expect(played.title == "Blue" && played.count == 2, "playing tells what plays")
        try await expectQueue(["So What", "Freddie"], current: 0, service, notes, "what is played is the queue")
        try await checkPlaces(service, notes)
        try await checkEdits(service, notes)
        try await checkUndoing(service, notes)
        try await checkSteering(service, notes)
        try await checkPages(service, notes)
        try await checkTimes(service, notes)
    }

    private static func checkEmptyQueue(_ service: some PlaybackService, _ notes: Notes) async throws {
        try await expectQueue([], current: nil, service, notes, "the queue is empty at first")
        notes.expect(try await service.undoableEdits().isEmpty, "nothing can be undone at first")
        for command: PlaybackCommand in [.resume, .toggle, .next, .previous, .seek(to: .seconds(1))] {
            await notes.expect(.nothingPlaying, "\(command) needs something that plays") {
                try await service.perform(command)
            }
        }
        for command: PlaybackCommand in [.setVolume(.nan), .adjustVolume(.infinity), .setRate(100)] {
            await notes.expect(.invalidValue, "\(command) is refused", isForm: command != .setRate(100)) {
                try await service.perform(command)
            }
        }
        for command: PlaybackCommand in [
            .playEntry(.init(.max)), .removeEntry(.init(.max)), .moveEntry(.init(7), to: 0), .removeEntries([.init(7)]),
        ] {
            await notes.expect(.noSuchEntry, "\(command) needs the entry") { try await service.perform(command) }
        }
        await notes.expect(.nothingToUndo, "nothing is undone in an empty queue") { _ = try await service.undoEdit() }
        await notes.expect(.nothingWaiting, "there is nothing to go back to") { try await service.perform(.goBack) }
    }

    private static func checkPlaces(_ service: some PlaybackService, _ notes: Notes) async throws {
        // What is on another machine may well be there.
        let unplayable: [(place: String, code: ServiceError.Code)] = [
            ("Genres", .notPlayable), ("zzz", .nothingMatches), ("album:none", .nothingMatches),
        ]
        for (place, code) in wrongPlaces.filter({ !$0.place.hasPrefix("http") }) + unplayable {
            await notes.expect(code, "nothing at \"\(place)\" is played") {
                _ = try await service.play([place], PlayOptions(waits: false))
            }
            await notes.expect(code, "nothing at \"\(place)\" is added") {
                _ = try await service.enqueue([place], EnqueueOptions())
            }
        }
        await notes.expect(.invalidValue, "playing needs a place") {
            _ = try await service.play([], PlayOptions(waits: false))
        }
        await notes.expect(.invalidValue, "adding needs a place") {
            _ = try await service.enqueue([], EnqueueOptions())
        }
        await notes.expect(.invalidValue, "playing begins with a track that there is", isForm: true) {
            _ = try await service.play(["album:blue"], PlayOptions(start: .max, waits: false))
        }
        for (options, promise) in [
            (EnqueueOptions(index: 9), "an index beyond the queue is refused"),
            (EnqueueOptions(isNext: true, index: 1), "next and an index exclude each other"),
            (EnqueueOptions(start: .max), "adding begins with a track that there is"),
        ] {
            await notes.expect(.invalidValue, promise, isForm: options.start == .max) {
                _ = try await service.enqueue(["album:green"], options)
            }
        }
        let none = notes.heard(try await service.enqueue(["album:none", "zzz"], EnqueueOptions()))
        notes.expect(
            none.count == 0 && none.failures?.map(\.place) == [0, 1], "several places that name nothing add nothing")
        try await expectQueue(["So What", "Freddie"], current: 0, service, notes, "what fails changes nothing")
    }

    private static func checkEdits(_ service: some PlaybackService, _ notes: Notes) async throws {
        let some = notes.heard(try await service.enqueue(["album:none", "album:green"], EnqueueOptions()))
        notes.expect(some.failures?.map(\.place) == [0], "the places that name nothing are told")
        notes.expect(some.failures?.first?.error.code == .nothingMatches, "and why")
        notes.expect(some.count == 1 && some.position == 2 && some.total == 3, "what is added is told with its place")
        let first = notes.heard(try await service.enqueue(["album:green"], EnqueueOptions(index: 0)))
        notes.expect(first.position == 0, "what is added goes where it is told")
        _ = try await service.enqueue(["album:blue"], EnqueueOptions(isNext: true, start: 1))
        try await expectQueue(
            ["Leaves", "So What", "Freddie", "Freddie", "Leaves"], current: 1, service, notes, "additions are seen")
        let entries = try await service.queue(offset: 0, limit: 9).entries
        try await service.perform(.removeEntries([entries[0].id, entries[2].id]))
        try await service.perform(.moveEntry(entries[4].id, to: 0))
        try await expectQueue(
            ["Leaves", "So What", "Freddie"], current: 1, service, notes, "removals and moves are seen")
    }

    private static func checkUndoing(_ service: some PlaybackService, _ notes: Notes) async throws {
        try await service.perform(.clearQueue)
        try await expectQueue([], current: nil, service, notes, "a cleared queue is empty")
        let edits = notes.heard(try await service.undoableEdits())
        notes.expect(edits.map(\.kind).prefix(2) == [.clear, .move], "edits are listed, the newest first")
        notes.expect(edits.first?.count == 3 && edits.first?.title == "Leaves", "with what they concern")
        let undone = notes.heard(try await service.undoEdit())
        notes.expect(undone == edits.first, "the last edit is undone")
        notes.expect(try await service.undoableEdits() == Array(edits.dropFirst()), "what is undone is not listed")
        let since = try await service.queue(offset: 0, limit: 1).revision
        _ = try await service.undoEdit()
        let changes = notes.heard(try await service.queueChanges(since: since))
        notes.expect(changes.changes?.count == 1 && changes.total == 3, "the change since a revision is told")
        try await expectQueue(
            ["So What", "Freddie", "Leaves"], current: 0, service, notes, "what was undone is as before")
    }

    private static func checkSteering(_ service: some PlaybackService, _ notes: Notes) async throws {
        let interrupting = {
            var options = PlayOptions(waits: false)
            options.isInterrupting = true
            return options
        }()
        _ = try await service.play(["album:green"], interrupting)
        try await expectQueue(["Leaves"], current: 0, service, notes, "what interrupts is the queue")
        try await service.perform(.goBack)
        try await expectQueue(["So What", "Freddie", "Leaves"], current: 0, service, notes, "the queue comes back")
        try await service.perform(.next)
        try await expectQueue(["So What", "Freddie", "Leaves"], current: 1, service, notes, "next is the next entry")
        let last = try await service.queue(offset: 2, limit: 1).entries[0].id
        try await service.perform(.playEntry(last))
        try await expectQueue(["So What", "Freddie", "Leaves"], current: 2, service, notes, "an entry can be chosen")
        _ = try await service.play(["album:blue"], PlayOptions(start: 1, waits: false))
        try await expectQueue(["So What", "Freddie"], current: 1, service, notes, "playing begins where it is told")
        try await service.setShuffled(true)
        try await service.setShuffled(false)
        while try await !service.undoableEdits().isEmpty { _ = try await service.undoEdit() }
        await notes.expect(.nothingToUndo, "nothing is undone twice") { _ = try await service.undoEdit() }
    }

    private static func checkPages(_ service: some PlaybackService, _ notes: Notes) async throws {
        let places = Array(repeating: "album:blue", count: 600)
        let played = notes.heard(try await service.play(places, PlayOptions(waits: false)))
        notes.expect(played.count == 1200 && played.failures == [], "several places are played one after the other")
        for (offset, limit, count) in pages(of: 1200) {
            let page = try await service.queue(offset: offset, limit: limit)
            notes.expect(page.total == 1200, "a page tells the length of the queue")
            notes.expect(page.entries.count == count, "\(limit) entries from \(offset) are \(count)")
            notes.expect(page.offset == min(offset, 1200), "a page tells where it begins")
            let part = notes.heard(try await service.queueIdentifiers(offset: offset, limit: limit))
            notes.expect(part.total == 1200 && part.revision == page.revision, "its identifiers are of the same queue")
            notes.expect(
                part.rows == page.entries.map { QueueIdentifiers.Row($0.id, $0.identifier) },
                "its identifiers are those of the page, for \(limit) entries from \(offset)")
        }
        let page = notes.heard(try await service.queue(offset: 1, limit: 2))
        notes.expect(page.entries.first?.title == "Freddie" && page.current == 0, "a page begins at its offset")
    }

    private static func checkTimes(_ service: some PlaybackService, _ notes: Notes) async throws {
        var options = PlayOptions(waits: false)
        for time: Duration in [.zero, .seconds(-1), .seconds(90_000)] {
            options.time = time
            await notes.expect(.invalidValue, "a time to fill is from 1 s to 24 h", isForm: time < .zero) {
                _ = try await service.play(["album:blue"], options)
            }
        }
        options.time = .seconds(3_600)
        let played = notes.heard(try await service.play(["album:blue"], options))
        notes.expect(played.fitted.map { $0.musicCount + $0.titles.count } == 2, "what fills a time is told")
        notes.expect(played.fitted?.fades == false, "what is shorter than its time ends by itself")
        try await service.perform(.setSleep(nil))
    }

    /// Offsets and limits of pages of a list, with the numbers of rows that there are then.
    static func pages(of total: Int) -> [(offset: Int, limit: Int, count: Int)] {
        [
            (0, 0, min(total, PageLimit.usual)), (0, 5, min(total, 5)), (0, .max, min(total, PageLimit.largest)),
            (max(0, total - 1), 10, min(total, 1)), (total, 10, 0), (Int(UInt32.max), Int(UInt32.max), 0),
        ]
    }

    static func expectQueue(
        _ titles: [String], current: Int?, _ service: some PlaybackService, _ notes: Notes, _ promise: String
    ) async throws {
        let page = notes.heard(try await service.queue(offset: 0, limit: 100))
        notes.expect(page.entries.map(\.title) == titles, "\(promise): \(titles), not \(page.entries.map(\.title))")
        notes.expect(page.total == titles.count && page.current == current, "\(promise), and its entry plays")
        notes.expect(page.entries.firstIndex(where: \.isCurrent) == current, "\(promise), and it is marked")
    }
}
