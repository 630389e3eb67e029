// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

@MediaActor
extension ServiceContract {
    /// Checks what arranges the queue, its time, and doing again what was undone; nothing has been played before.
    package static func arranging(_ service: some PlaybackService, _ notes: Notes) async throws {
        try await checkNothingToArrange(service, notes)
        let there = try await service.tracks(at: "album:blue")
        notes.expect(
            there.total == 2 && there.rows.map(\.title) == ["So What", "Freddie"] && there.rows[0].url != nil,
            "the tracks of a place are told without a change of the queue, not \(there)")
        await notes.expect(.nothingMatches, "and why there are none") { _ = try await service.tracks(at: "album:none") }
        notes.expect(try await service.queue(offset: 0, limit: 9).total == 0, "the queue is still empty")
        let places = ["album:blue", "album:green", "album:blue"]
        _ = try await service.play(places, PlayOptions(waits: false))
        let time = try await service.queueTime()
        notes.expect(notes.heard(time.total) == .seconds(900), "the time of the queue is that of all its entries")
        notes.expect(time.remaining <= time.total && time.remaining > .seconds(720), "less what has passed")
        notes.expect(time.unknownCount == 0, "and all of them have a length")
        let arranged = try await checkEveryArrangement(service, notes)
        try await checkRedoing(arranged, service, notes)
    }

    private static func checkNothingToArrange(_ service: some PlaybackService, _ notes: Notes) async throws {
        notes.expect(notes.heard(try await service.queueTime()) == QueueTime(), "an empty queue takes no time")
        notes.expect(try await service.redoableEdits().isEmpty, "nothing can be done again at first")
        await notes.expect(.nothingToUndo, "and is not") { _ = try await service.redoEdit() }
        await notes.expect(.nothingPlaying, "nothing is sorted") { try await service.perform(.sortQueue(.title)) }
        try await service.perform(.removeDuplicates)
        let entry = PlaybackQueue.EntryID(7)
        for command: PlaybackCommand in [
            .keepEntries([entry]), .moveEntries([entry], to: 0), .rearrangeEntries([entry]), .playNext([entry]),
            .playFirst([entry]),
        ] {
            await notes.expect(.noSuchEntry, "\(command) needs the entry") { try await service.perform(command) }
        }
        for command: PlaybackCommand in [
            .keepEntries([]), .moveEntries([], to: 0), .rearrangeEntries([]), .playNext([]),
        ] {
            await notes.expect(.invalidValue, "\(command) needs entries") { try await service.perform(command) }
        }
        notes.expect(try await service.undoableEdits().isEmpty, "what changes nothing is no edit")
    }

    /// Returns the titles afterwards.
    private static func checkEveryArrangement(
        _ service: some PlaybackService, _ notes: Notes
    ) async throws -> [String] {
        func entries() async throws -> [PlaybackQueue.EntryID] {
            try await service.queue(offset: 0, limit: 9).entries.map(\.id)
        }
        try await service.perform(.removeDuplicates)
        try await expectQueue(["So What", "Freddie", "Leaves"], current: 0, service, notes, "repetitions are removed")
        try await service.perform(.sortQueue(.reverse))
        try await expectQueue(["Leaves", "Freddie", "So What"], current: 2, service, notes, "it is reversed")
        try await service.perform(.sortQueue(.title))
        try await expectQueue(["Freddie", "Leaves", "So What"], current: 2, service, notes, "it is sorted")
        var present = try await entries()
        try await service.perform(.moveEntries([present[2], present[0]], to: 1))
        try await expectQueue(["Leaves", "Freddie", "So What"], current: 2, service, notes, "entries move together")
        present = try await entries()
        try await service.perform(.rearrangeEntries([present[2], present[0]]))
        try await expectQueue(["So What", "Freddie", "Leaves"], current: 0, service, notes, "entries are swapped")
        present = try await entries()
        try await service.perform(.rearrangeEntries([present[2], present[0]]))
        present = try await entries()
        try await service.perform(.playNext([present[1], present[0]]))
        try await expectQueue(["So What", "Freddie", "Leaves"], current: 0, service, notes, "entries play next")
        present = try await entries()
        try await service.perform(.keepEntries([present[0], present[2]]))
        try await expectQueue(["So What", "Leaves"], current: 0, service, notes, "entries are kept")
        let edits = notes.heard(try await service.undoableEdits())
        notes.expect(
            edits.map(\.kind) == [.remove, .move, .move, .move, .move, .sort, .sort, .remove, .add],
            "each is an edit, not \(edits.map(\.kind))")
        return ["So What", "Leaves"]
    }

    private static func checkRedoing(
        _ titles: [String], _ service: some PlaybackService, _ notes: Notes
    ) async throws {
        let edits = try await service.undoableEdits()
        for edit in edits.dropLast() {
            notes.expect(try await service.undoEdit() == edit, "the edits are undone, the newest first")
        }
        try await expectQueue(
            ["So What", "Freddie", "Leaves", "So What", "Freddie"], current: 0, service, notes, "all are undone")
        let undone = notes.heard(try await service.redoableEdits())
        notes.expect(undone == edits.dropLast().reversed(), "what is undone can be done again, the last first")
        for edit in undone {
            notes.expect(notes.heard(try await service.redoEdit()) == edit, "and is, in that order")
        }
        try await expectQueue(titles, current: 0, service, notes, "all are done again")
        await notes.expect(.nothingToUndo, "but once only") { _ = try await service.redoEdit() }
        _ = try await service.undoEdit()
        _ = try await service.enqueue(["album:green"], EnqueueOptions())
        notes.expect(try await service.redoableEdits().isEmpty, "after another change, nothing can be done again")
    }

    /// Checks the changes of many entries of a playlist with the entries So What, Freddie and Leaves.
    static func checkArranging(
        of playlist: String, _ service: some PlaylistService, _ content: some ContentService, _ notes: Notes
    ) async throws {
        func expectEntries(_ titles: [String], after change: PlaylistArrangement) async throws {
            let count = notes.heard(try await service.arrange(playlist, change))
            let found = try await content.children(of: playlist, offset: 0, limit: 9).items.map(\.title)
            notes.expect(found == titles && count == titles.count, "\(change) makes \(titles), not \(found)")
        }
        try await expectEntries(["Freddie", "Leaves", "So What"], after: .sort(.title))
        try await expectEntries(["So What", "Leaves", "Freddie"], after: .sort(.reverse))
        try await expectEntries(["Leaves", "So What", "Freddie"], after: .move([2, 0], to: 1))
        try await expectEntries(["Leaves", "Freddie"], after: .keep([2, 0]))
        _ = try await service.add(["album:blue"], toPlaylist: playlist, at: nil)
        try await expectEntries(["Leaves", "Freddie", "So What"], after: .removeDuplicates)
        try await expectEntries(["Freddie"], after: .remove([0, 2]))
        for change: PlaylistArrangement in [.remove([0, 1]), .keep([1]), .move([1], to: 0), .remove([]), .keep([])] {
            await notes.expect(.notFound, "\(change) needs entries that there are") {
                _ = try await service.arrange(playlist, change)
            }
        }
        notes.expect(
            try await content.children(of: playlist, offset: 0, limit: 9).total == 1, "what fails changes nothing")
        for change: PlaylistArrangement in [.sort(.title), .removeDuplicates, .move([0], to: 0)] {
            await notes.expect(.notFound, "\(change) needs a playlist") {
                _ = try await service.arrange("no such", change)
            }
        }
    }
}
