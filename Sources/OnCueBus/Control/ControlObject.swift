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
    private let playback: PlaybackInterface
    private let nowPlaying: NowPlayingInterface
    private let contentExport: BusExport
    private let playbackExport: BusExport
    private let nowPlayingExport: BusExport
    private let libraryExport: BusExport
    private let service: ServiceInterface
    private let serviceExport: BusExport
    private let artworkExport: BusExport

    /// Exports everything.
    ///
    /// - Throws: ``BusError`` when something is exported at the path already.
    package init(
        on bus: MessageBus, controller: PlaybackController, manager: PlayableContentManager, starter: StartKeeper,
        center: NowPlayingCenter, chapters: ChapterCenter, lyrics: LyricsCenter, library: some LibraryManaging,
        artwork: any ArtworkProviding,
        revision: ContentTree.Revision, service: ServiceInterface
    ) throws(BusError) {
        let path = ServiceNames.objectPath
        self.manager = manager
        self.service = service
        content = ContentInterface(manager: manager, revision: revision)
        nowPlaying = NowPlayingInterface(controller: controller, center: center, chapters: chapters, lyrics: lyrics)
        contentExport = try bus.export(content, at: path)
        playback = PlaybackInterface(controller: controller, manager: manager, starter: starter)
        playbackExport = try bus.export(playback, at: path)
        nowPlayingExport = try bus.export(nowPlaying, at: path)
        libraryExport = try bus.export(
            ServiceExport(library, Introspection.library, LibraryMethods.bindings()), at: path)
        serviceExport = try bus.export(service, at: path)
        artworkExport = try bus.export(ArtworkInterface(manager: manager, artwork: artwork), at: path)
        content.begin(on: bus, through: contentExport)
    }

    package func nowPlayingChanged(to nowPlaying: NowPlaying) {
        playback.announceQueueChanges(through: playbackExport)
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

    /// The screen was locked, or is not any more.
    package func lockChanged(to isLocked: Bool) {
        service.isLocked = isLocked
        serviceExport.emitPropertiesChanged(["Locked": .bool(isLocked)])
    }

    package func playbackFailed(_ token: PlaybackRequest.Token, _ error: PlaybackError) {
        playbackExport.emit(
            "PlaybackFailed",
            [.uint64(token.number), .string(ControlError.name(error.code)), .string(error.message)])
    }

    package func libraryChanged(_ event: LibraryEvent) {
        switch event {
        case .contentChanged(let revision): content.contentChanged(to: revision, through: contentExport)
        case .scanProgressed(let progress): libraryExport.emit(LibraryMethods.progressed, Only(progress))
        case .scanFinished(let report): libraryExport.emit(LibraryMethods.finished, Only(report))
        }
    }

    private func announceNowPlaying() {
        nowPlayingExport.emit("NowPlayingChanged", [.dictionary(nowPlaying.info())])
    }
}
