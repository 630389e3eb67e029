// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueCore
package import OnCueRuntime

/// Carries out remote commands, or refuses them with the reason that ``RemoteCommandCenter`` gives.
///
/// As a publisher of what plays it hears when other commands can be carried out, and tells that once for each change.
@MediaActor
package final class RemoteCommandPerformer {
    /// Hears of commands that are enabled or disabled, or take something else, from now on.
    package var onChange: (@MediaActor ([(kind: RemoteCommand.Kind, state: RemoteCommandState)]) -> Void)?

    private let controller: PlaybackController
    private let chapters: ChapterCenter
    private let likes: LikeWatch
    private let starter: StartKeeper
    private let bookmarks: any BookmarkStoring
    private let time: @Sendable () -> Int64
    private var told = RemoteCommandCenter()

    /// - Parameters:
    ///   - starter: Has begun to follow the content; it is told what plays from here.
    ///   - time: Seconds since 1970 now.
    package init(
        controller: PlaybackController, chapters: ChapterCenter, manager: PlayableContentManager, starter: StartKeeper,
        listening: any ListeningStoring & BookmarkStoring,
        time: @escaping @Sendable () -> Int64 = { Int64(Glibc.time(nil)) }
    ) {
        self.time = time
        bookmarks = listening
        self.controller = controller
        self.chapters = chapters
        likes = LikeWatch(manager: manager, store: listening)
        self.starter = starter
        likes.onChange = { [weak self] in self?.tell() }
    }

    /// What holds at this moment, also what a command just did.
    package var center: RemoteCommandCenter {
        let snapshot = controller.snapshot
        return RemoteCommandCenter(
            snapshot, chapter: chapters.current, like: likes.state(of: snapshot.entry?.track.identifier))
    }

    /// Carries out a command that playback carries out by itself, in the order of the calls.
    ///
    /// - Returns: What is still under way, and may fail, when this returns; `nil` where all is done.
    /// - Throws: ``PlaybackCommandError``; nothing has changed then.
    @discardableResult
    package func performNow(_ command: RemoteCommand) throws(PlaybackCommandError) -> Task<Void, any Error>? {
        switch try center.step(for: command) {
        case .playback(let command): return try starter.perform(command, by: .remote)
        case .like, .dislike, .bookmark, .nextChapter, .previousChapter:
            throw PlaybackCommandError(.notAvailable, "this takes time; wait for it")
        }
    }

    /// Carries out what a control elsewhere asks of the queue and of the volume, for which there are no remote commands.
    ///
    /// - Throws: ``PlaybackCommandError``; nothing has changed then.
    package func perform(_ command: PlaybackCommand) throws(PlaybackCommandError) {
        try controller.perform(command, by: .remote)
    }

    /// Plays an entry of the queue that a selection led to.
    ///
    /// - Throws: ``PlaybackCommandError`` with `overtaken` when something else was asked for meanwhile.
    package func playEntry(
        _ id: PlaybackQueue.EntryID, for selection: PlaybackController.Selection
    ) throws(PlaybackCommandError) {
        try controller.playEntry(id, for: selection, by: .remote)
    }

    /// Carries out any command, and returns when what it did is on disk.
    ///
    /// - Throws: ``PlaybackCommandError``, and what the store of listening and the reader of chapters throw.
    package func perform(_ command: RemoteCommand) async throws {
        switch try center.step(for: command) {
        case .playback(let command): try await starter.perform(command, by: .remote)?.value
        case .like(let item, let isLiked): try await likes.setLiked(item, isLiked)
        case .dislike(let item, let isDisliked): try await likes.setDisliked(item, isDisliked)
        case .bookmark(let track, let name):
            try await bookmarks.addBookmark(of: track, at: controller.position, name: name, time: time())
        case .nextChapter: try await chapters.next(by: .remote)
        case .previousChapter: try await chapters.previous(by: .remote)
        }
        try await controller.saved()
    }

    private func tell() {
        let now = center
        guard now != told else { return }
        let changed = now.states.filter { told[$0.kind] != $0.state }
        told = now
        if !changed.isEmpty { onChange?(changed) }
    }
}

extension RemoteCommandPerformer: NowPlayingPublishing {
    package func nowPlayingChanged(to nowPlaying: NowPlaying) {
        likes.follow(nowPlaying.track?.identifier)
        starter.update(nowPlaying.playback)
        tell()
    }

    package func positionJumped(to position: Duration) {}
}
