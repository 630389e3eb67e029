// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueCore
package import OnCueInterface
package import OnCueRuntime

/// Carries out remote commands, or refuses them with the reason from ``RemoteCommandCenter``.
///
/// As a publisher it learns of changes in the available commands, and announces each change once. A change that comes
/// with a new item waits a moment until it is known whether the item is liked.
@MediaActor
package final class RemoteCommandPerformer: nonisolated RemoteCommandService {
    package typealias Failure = any Error

    /// Sent with the commands whose state or options have changed.
    package let changes = Broadcast<[(kind: RemoteCommand.Kind, state: RemoteCommandState)]>()

    private let controller: PlaybackController
    private let chapters: ChapterCenter
    private let opinions: OpinionWatch
    private let starter: StartKeeper
    private let listening: any ListeningStoring & BookmarkStoring
    private let time: @Sendable () -> Int64
    private var told = RemoteCommandCenter()
    /// The time that an announcement waits for the lookup of a new item.
    private static let patience: Duration = .milliseconds(80)
    private var waiting: Task<Void, Never>?

    /// - Parameters:
    ///   - opinions: Follows the item that ``NowPlayingCenter`` publishes.
    ///   - starter: Follows the content already; this object keeps it informed of playback.
    ///   - time: Returns the seconds since 1970.
    package init(
        controller: PlaybackController, chapters: ChapterCenter, opinions: OpinionWatch, starter: StartKeeper,
        listening: any ListeningStoring & BookmarkStoring,
        time: @escaping @Sendable () -> Int64 = { Int64(Glibc.time(nil)) }
    ) {
        self.time = time
        self.listening = listening
        self.controller = controller
        self.chapters = chapters
        self.opinions = opinions
        self.starter = starter
        opinions.changes.listen { [weak self] in self?.tell() }
    }

    /// The commands available at this moment, including the effect of a command just performed.
    package var center: RemoteCommandCenter {
        let snapshot = controller.snapshot
        return RemoteCommandCenter(
            snapshot, chapter: chapters.current, like: opinions.opinion(of: snapshot.entry?.track.identifier).like)
    }

    @MediaActor
    package func remoteCommands() async throws -> [RemoteCommandRow] {
        center.states.map { RemoteCommandRow($0.kind, $0.state) }
    }

    /// Carries out a command that concerns playback only, in the order of the calls.
    ///
    /// - Returns: The operation in progress, which may fail; `nil` if it is complete.
    /// - Throws: ``PlaybackCommandError``; nothing has changed then.
    @discardableResult
    package func performNow(_ command: RemoteCommand) throws(PlaybackCommandError) -> Task<Void, any Error>? {
        switch try center.step(for: command) {
        case .playback(let command): return try starter.perform(command, by: .remote)
        case .like, .dislike, .bookmark, .nextChapter, .previousChapter:
            throw PlaybackCommandError(.notAvailable, "this takes time; wait for it")
        }
    }

    /// Carries out a command for the queue or the volume from a remote control, for which there is no remote command.
    ///
    /// - Throws: ``PlaybackCommandError``; nothing has changed then.
    package func perform(_ command: PlaybackCommand) throws(PlaybackCommandError) {
        try controller.perform(command, by: .remote)
    }

    /// Plays an entry of the queue that a selection led to.
    ///
    /// - Throws: ``PlaybackCommandError`` with `overtaken` if something else was requested meanwhile.
    package func playEntry(
        _ id: PlaybackQueue.EntryID, for selection: PlaybackController.Selection
    ) throws(PlaybackCommandError) {
        try controller.playEntry(id, for: selection, by: .remote)
    }

    /// Carries out any command, and returns when its effect is on disk.
    ///
    /// - Throws: ``PlaybackCommandError``, and the errors of the listening store and of the reader of chapters.
    @MediaActor
    package func perform(_ command: RemoteCommand) async throws {
        switch try center.step(for: command) {
        case .playback(let command): try await starter.perform(command, by: .remote)?.value
        case .like(let item, let isLiked):
            if try await !opinions.setFavourite(isLiked, of: item) {
                try await listening.record([.favourite(item, isLiked)])
            }
        case .dislike(let item, _) where item.kind == .provided:
            throw ContentError(
                .refused, "the program that this comes from keeps favourites and ratings, but no dislikes")
        case .dislike(let item, let isDisliked): try await listening.record([.disliked(item, isDisliked)])
        case .bookmark(let track, let name):
            try await listening.addBookmark(of: track, at: controller.position, name: name, time: time())
        case .nextChapter: try await chapters.next(by: .remote)
        case .previousChapter: try await chapters.previous(by: .remote)
        }
        try await controller.saved()
    }

    private func tell() {
        guard !opinions.isLooking else { return tellSoon() }
        waiting?.cancel()
        waiting = nil
        announce()
    }

    private func tellSoon() {
        guard waiting == nil else { return }
        waiting = Task { @MediaActor [weak self] in
            guard (try? await MediaActor.sleep(for: Self.patience)) != nil, let self else { return }
            waiting = nil
            announce()
        }
    }

    private func announce() {
        let now = center
        guard now != told else { return }
        let changed = now.states.filter { told[$0.kind] != $0.state }
        told = now
        if !changed.isEmpty { changes.send(changed) }
    }
}

extension RemoteCommandPerformer: NowPlayingPublishing {
    package func nowPlayingChanged(to nowPlaying: NowPlaying) {
        starter.update(nowPlaying.playback)
        tell()
    }

    package func positionJumped(to position: Duration) {}
}
