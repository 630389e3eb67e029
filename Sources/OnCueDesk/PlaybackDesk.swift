// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// Playback and the queue, for front ends.
@MediaActor
package final class PlaybackDesk: nonisolated PlaybackService {
    package typealias Failure = any Error

    /// The longest time that playing waits for sound, if it is asked to wait: longer than a medium has to answer, and
    /// less than the time that bus clients wait.
    static let outcomeLimit: Duration = .seconds(22)

    /// Returns the current suggestions, the most likely first.
    package var suggested: @MediaActor () async -> [ContentIdentifier] = { [] }

    let controller: PlaybackController
    let manager: ContentManager
    private let starter: StartKeeper
    /// The sounds that were chosen on web pages.
    let taken: TakenSounds
    private let updates = StreamHub<QueueUpdate>(.newest(QueueUpdate.room))
    private var untold: UntoldQueueChanges
    private let playlists: any PlaylistManaging

    package init(
        controller: PlaybackController, manager: ContentManager, starter: StartKeeper,
        playlists: any PlaylistManaging, taken: TakenSounds = TakenSounds()
    ) {
        self.controller = controller
        self.playlists = playlists
        self.taken = taken
        self.manager = manager
        self.starter = starter
        untold = UntoldQueueChanges(of: controller)
        controller.changes.listen { [weak self] _ in self?.tellChanges() }
    }

    private func tellChanges() {
        for change in untold.take() { updates.tell(.edited(change)) }
    }

    @MediaActor
    package func queueUpdates() async -> AsyncStream<QueueUpdate> { updates.listen(beginningWith: .changed) }

    @MediaActor
    package func perform(_ command: PlaybackCommand) async throws {
        try await starter.perform(command, by: .current)?.value
        try await controller.saved()
    }

    @MediaActor
    package func setShuffled(_ isShuffled: Bool) async throws {
        try await perform(.setShuffleMode(controller.snapshot.shuffleMode.switched(isShuffled)))
    }

    @MediaActor
    package func undoEdit() async throws -> ListEdit {
        let (edit, isOfQueue) = Self.next(controller.undoableEdits, await playlists.undoableEdits())
        guard isOfQueue else { return try await noted(playlists.undoEdit()) }
        try await perform(.undo)
        return edit
    }

    @MediaActor
    package func undoableEdits() async throws -> [ListEdit] {
        NotedEdit.merged(queue: controller.undoableEdits, playlists: await playlists.undoableEdits()).map(\.edit)
    }

    @MediaActor
    package func redoEdit() async throws -> ListEdit {
        let (edit, isOfQueue) = Self.next(controller.redoableEdits, await playlists.redoableEdits())
        guard isOfQueue else { return try await noted(playlists.redoEdit()) }
        try await perform(.redo)
        return edit
    }

    @MediaActor
    package func redoableEdits() async throws -> [ListEdit] {
        NotedEdit.merged(queue: controller.redoableEdits, playlists: await playlists.redoableEdits()).map(\.edit)
    }

    /// Returns the latest edit of two histories, and whether it is of the queue, which is also true if there is none.
    private static func next(_ queue: [NotedEdit], _ playlists: [NotedEdit]) -> (ListEdit, isOfQueue: Bool) {
        let edit = NotedEdit.merged(queue: Array(queue.prefix(1)), playlists: Array(playlists.prefix(1))).first?.edit
        return (edit ?? .blank, edit?.playlist == nil)
    }

    /// Returns the edit of a playlist that was undone or redone, after updating the title of that playlist in the
    /// queue.
    private func noted(_ change: (edit: ListEdit, playlist: ContentIdentifier)?) async throws -> ListEdit {
        guard let change else {
            throw PlaybackCommandError(.nothingToUndo, "there is no change to the queue or a playlist to undo")
        }
        await controller.noteTitle(of: change.playlist, manager)
        return change.edit
    }

    @MediaActor
    package func queueTime() async throws -> QueueTime { controller.queueTime }

    @MediaActor
    package func queue(offset: Int, limit: Int) async throws -> QueuePage {
        let queue = controller.queue
        let offset = min(max(0, offset), queue.entries.count)
        let entries = queue.entries.dropFirst(offset).prefix(PageLimit.granted(limit))
        return QueuePage(
            offset: offset, total: queue.entries.count, current: queue.currentIndex,
            entries: entries.map { QueuePage.Entry($0, isCurrent: $0.id == queue.current) },
            context: queue.context.map { ContextMark($0) }, revision: controller.snapshot.queueRevision)
    }

    @MediaActor
    package func queueIdentifiers(offset: Int, limit: Int) async throws -> QueueIdentifiers {
        let entries = controller.queue.entries
        let part = entries.dropFirst(min(max(0, offset), entries.count)).prefix(PageLimit.granted(limit))
        return QueueIdentifiers(
            total: entries.count, revision: controller.snapshot.queueRevision,
            rows: part.map { QueueIdentifiers.Row($0.id, $0.track.identifier.description) })
    }

    @MediaActor
    package func queueChanges(since revision: UInt64) async throws -> QueueChanges {
        controller.queueChanges(since: revision)
    }
}

extension QueuePage.Entry {
    fileprivate init(_ entry: PlaybackQueue.Entry, isCurrent: Bool) {
        let track = entry.track
        let artist = track.artists.joined(separator: ", ")
        self.init(
            id: entry.id, identifier: track.identifier.description, title: track.title,
            artist: artist.isEmpty ? nil : artist, album: track.album, duration: track.duration,
            url: track.location.shownURI, contextNumber: entry.contextNumber, isCurrent: isCurrent)
        isSimilar = entry.isSimilar
    }
}
