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
    /// less than bus clients wait.
    static let outcomeLimit: Duration = .seconds(22)

    /// Returns what would be suggested now, the most likely first.
    package var suggested: @MediaActor () async -> [ContentIdentifier] = { [] }

    let controller: PlaybackController
    let manager: ContentManager
    private let starter: StartKeeper
    /// The sounds that were chosen from web pages.
    let taken: TakenSounds
    private let updates = StreamHub<QueueUpdate>(.newest(QueueUpdate.room))
    private var untold: UntoldQueueChanges

    package init(
        controller: PlaybackController, manager: ContentManager, starter: StartKeeper,
        taken: TakenSounds = TakenSounds()
    ) {
        self.controller = controller
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
        try await starter.perform(command, by: .user)?.value
        try await controller.saved()
    }

    @MediaActor
    package func setShuffled(_ isShuffled: Bool) async throws {
        try await perform(.setShuffleMode(controller.snapshot.shuffleMode.switched(isShuffled)))
    }

    @MediaActor
    package func undoEdit() async throws -> QueueEdit {
        let edit = controller.undoableEdits.first
        try await perform(.undo)
        return edit ?? .blank
    }

    @MediaActor
    package func undoableEdits() async throws -> [QueueEdit] { controller.undoableEdits }

    @MediaActor
    package func redoEdit() async throws -> QueueEdit {
        let edit = controller.redoableEdits.first
        try await perform(.redo)
        return edit ?? .blank
    }

    @MediaActor
    package func redoableEdits() async throws -> [QueueEdit] { controller.redoableEdits }

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
