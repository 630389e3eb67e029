// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

@MediaActor
extension ServiceContract {
    /// Checks what is told about what plays.
    ///
    /// Nothing has been played before. So What has three chapters, from 0, 50 and 100 s on, and lyrics.
    ///
    /// - Parameters:
    ///   - play: Plays the album Blue.
    ///   - settle: Returns when everything that was asked for is heard.
    package static func nowPlaying(
        _ service: some NowPlayingService, _ notes: Notes, play: () async throws -> Void,
        settle: () async -> Void
    ) async throws {
        let silence = notes.heard(try await service.nowPlaying())
        notes.expect(silence.status == .stopped && silence.entry == nil && silence.queueLength == 0, "nothing plays")
        await notes.expect(.nothingPlaying, "there are no chapters of nothing") { _ = try await service.chapters() }
        await notes.expect(.nothingPlaying, "there are no lyrics of nothing") { _ = try await service.lyrics() }
        await notes.expect(.nothingPlaying, "there is nothing to jump in") { try await service.seek(toChapter: 0) }
        try await play()
        await settle()

        let report = try await service.nowPlaying()
        notes.expect(report.status == .playing && report.queueLength == 2, "what plays is told")
        notes.expect(notes.heard(report.entry?.title) == "So What", "and its title")
        notes.expect(notes.heard(report.context)?.title == "Blue", "and where it comes from")
        notes.expect(notes.heard(report.next)?.title == "Freddie", "and what follows")
        let listing = notes.heard(try await service.chapters())
        notes.expect(listing.items.map(\.start) == [.zero, .seconds(50), .seconds(100)], "chapters have beginnings")
        notes.expect(listing.items.first?.end == .seconds(50) && listing.current == 0, "and ends, and one is heard")
        notes.expect(notes.heard(try await service.lyrics())?.lyrics.lines.first?.text == "One", "lyrics are told")
        try await checkJumps(service, notes, settle: settle)
    }

    private static func checkJumps(
        _ service: some NowPlayingService, _ notes: Notes, settle: () async -> Void
    ) async throws {
        try await service.seek(toChapter: 2)
        await settle()
        notes.expect(try await service.chapters().current == 2, "a jump is seen")
        notes.expect(notes.heard(try await service.nowPlaying().entry?.chapter)?.index == 2, "also beside what plays")
        try await service.seekToPreviousChapter()
        await settle()
        notes.expect(try await service.chapters().current == 1, "the chapter before is the one before")
        try await service.seekToNextChapter()
        await settle()
        notes.expect(try await service.chapters().current == 2, "the next chapter is the one behind")
        await notes.expect(.noSuchChapter, "a chapter that there is not cannot be heard") {
            try await service.seek(toChapter: 3)
        }
    }
}
