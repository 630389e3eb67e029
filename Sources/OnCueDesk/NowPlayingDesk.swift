// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueCore
package import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// The item that is playing now, for front ends.
@MediaActor
package final class NowPlayingDesk: nonisolated NowPlayingService, NowPlayingPublishing {
    package typealias Failure = any Error

    private let controller: PlaybackController
    private let center: NowPlayingCenter
    private let chapterCenter: ChapterCenter
    private let lyricsCenter: LyricsCenter
    private let updates = StreamHub<NowPlayingUpdate>(.newest(NowPlayingUpdate.room))

    package init(
        controller: PlaybackController, center: NowPlayingCenter, chapters: ChapterCenter, lyrics: LyricsCenter
    ) {
        self.controller = controller
        self.center = center
        chapterCenter = chapters
        lyricsCenter = lyrics
        center.add(self)
    }

    package func nowPlayingChanged(to nowPlaying: NowPlaying) { tell() }

    package func positionJumped(to position: Duration) { tell() }

    private func tell() {
        if updates.isHeard { updates.tell(.report(report)) }
    }

    @MediaActor
    package func nowPlayingUpdates() async -> AsyncStream<NowPlayingUpdate> {
        updates.listen(beginningWith: .report(report))
    }

    /// The current report.
    package var report: NowPlayingReport {
        // The snapshot is read again: a caller that has just given a command sees its effect.
        let snapshot = controller.snapshot
        let told = center.nowPlaying
        let isSamePicture = told.track?.artwork == snapshot.entry?.track.artwork
        return NowPlayingReport(
            NowPlaying(
                playback: snapshot, pictures: isSamePicture ? told.pictures : nil, chapter: chapterCenter.current,
                opinion: center.opinion(of: snapshot.entry?.track.identifier)),
            position: controller.position, at: Self.now)
    }

    /// The clock that runs while the machine sleeps, `CLOCK_BOOTTIME`.
    package static var now: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    @MediaActor
    package func nowPlaying() async throws -> NowPlayingReport { report }

    @MediaActor
    package func chapters() async throws -> ChapterListing {
        let (list, current) = try await chapterCenter.chapters()
        let duration = controller.snapshot.duration
        return ChapterListing(
            current: current?.index,
            items: list.chapters.enumerated().map { index, chapter in
                ChapterListing.Item(
                    title: chapter.title, start: chapter.start, end: list.end(of: index, in: duration))
            })
    }

    @MediaActor
    package func seek(toChapter index: Int) async throws { try await chapterCenter.seek(to: index) }

    @MediaActor
    package func seekToNextChapter() async throws { try await chapterCenter.next() }

    @MediaActor
    package func seekToPreviousChapter() async throws { try await chapterCenter.previous() }

    @MediaActor
    package func lyrics() async throws -> FoundLyrics? { try await lyricsCenter.lyrics() }
}
