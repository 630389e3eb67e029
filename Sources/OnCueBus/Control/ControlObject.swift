// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
package import OnCueCore
internal import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// The object at `/org/oncue/OnCue` with all its interfaces, exported as long as this lives.
@MediaActor
package final class ControlObject: NowPlayingPublishing {
    private let manager: PlayableContentManager
    private let content: ContentInterface
    private let controller: PlaybackController
    private let nowPlaying: NowPlayingInterface
    private let contentExport: BusExport
    private let nowPlayingExport: BusExport
    private let service: ServiceInterface
    private let serviceExport: BusExport
    private let artworkExport: BusExport
    private let exports: ServiceExports
    /// The revision of the queue up to which changes were announced.
    private var announcedRevision: UInt64

    /// Exports everything.
    ///
    /// - Throws: ``BusError`` when something is exported at the path already.
    package init(
        on bus: MessageBus, _ exports: ServiceExports, controller: PlaybackController,
        manager: PlayableContentManager, center: NowPlayingCenter, chapters: ChapterCenter, lyrics: LyricsCenter,
        artwork: any ArtworkProviding,
        revision: ContentTree.Revision, service: ServiceInterface
    ) throws(BusError) {
        let path = ServiceNames.objectPath
        self.manager = manager
        self.service = service
        self.controller = controller
        self.exports = exports
        announcedRevision = controller.snapshot.queueRevision
        content = ContentInterface(manager: manager, revision: revision)
        nowPlaying = NowPlayingInterface(controller: controller, center: center, chapters: chapters, lyrics: lyrics)
        contentExport = try bus.export(content, at: path)
        nowPlayingExport = try bus.export(nowPlaying, at: path)
        serviceExport = try bus.export(service, at: path)
        artworkExport = try bus.export(ArtworkInterface(manager: manager, artwork: artwork), at: path)
        content.begin(on: bus, through: contentExport)
    }

    package func nowPlayingChanged(to nowPlaying: NowPlaying) {
        announceQueueChanges()
        manager.nowPlayingChanged(to: nowPlaying.playback.entry?.track)
        announceNowPlaying()
    }

    package func positionJumped(to position: Duration) {
        announceNowPlaying()
    }

    /// Something else is wrong with the configuration file.
    package func problemsChanged(to problems: [ConfigurationProblem]) {
        service.problems = problems
        serviceExport.emitPropertiesChanged(["ConfigurationProblems": service.problemsValue])
    }

    /// Announces that the screen was locked or unlocked.
    package func lockChanged(to isLocked: Bool) {
        service.isLocked = isLocked
        serviceExport.emitPropertiesChanged(["Locked": .bool(isLocked)])
    }

    package func playbackFailed(_ token: PlaybackRequest.Token, _ error: PlaybackError) {
        exports.emit(PlaybackMethods.failed, FailedPlayback(token: token, error))
    }

    package func libraryChanged(_ event: LibraryEvent) {
        switch event {
        case .contentChanged(let revision): content.contentChanged(to: revision, through: contentExport)
        case .scanProgressed(let progress): exports.emit(LibraryMethods.progressed, Only(progress))
        case .scanFinished(let report): exports.emit(LibraryMethods.finished, Only(report))
        }
    }

    /// Announces the changes of the queue since the last time, one after the other.
    private func announceQueueChanges() {
        let base = announcedRevision
        let news = controller.queueChanges(since: base)
        guard news.revision != base else { return }
        announcedRevision = news.revision
        let changes =
            news.changes
            ?? [QueueChange(base: base, revision: news.revision, total: news.total, difference: nil)]
        for change in changes { exports.emit(PlaybackMethods.queueChanged, change) }
    }

    private func announceNowPlaying() {
        nowPlayingExport.emit("NowPlayingChanged", [.dictionary(nowPlaying.info())])
    }
}
