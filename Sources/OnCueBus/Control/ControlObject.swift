// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
package import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// The object at `/org/oncue/OnCue` with all its interfaces, exported as long as this lives.
@MediaActor
package final class ControlObject: NowPlayingPublishing {
    private let manager: PlayableContentManager
    private let content: ContentInterface
    private let nowPlaying: NowPlayingInterface
    private let library: LibraryInterface
    private let contentExport: BusExport
    private let playbackExport: BusExport
    private let nowPlayingExport: BusExport
    private let libraryExport: BusExport
    private let serviceExport: BusExport
    private let artworkExport: BusExport
    private var published = NowPlaying()

    /// Exports everything.
    ///
    /// - Throws: ``BusError`` when something is exported at the path already.
    package init(
        on bus: MessageBus, controller: PlaybackController, manager: PlayableContentManager,
        center: NowPlayingCenter, chapters: ChapterCenter, library: any LibraryManaging, artwork: any ArtworkProviding,
        revision: ContentTree.Revision, service: ServiceInterface
    ) throws(BusError) {
        let path = ServiceNames.objectPath
        self.manager = manager
        content = ContentInterface(manager: manager, revision: revision)
        nowPlaying = NowPlayingInterface(controller: controller, center: center, chapters: chapters)
        self.library = LibraryInterface(library: library)
        contentExport = try bus.export(content, at: path)
        playbackExport = try bus.export(PlaybackInterface(controller: controller, manager: manager), at: path)
        nowPlayingExport = try bus.export(nowPlaying, at: path)
        libraryExport = try bus.export(self.library, at: path)
        serviceExport = try bus.export(service, at: path)
        artworkExport = try bus.export(ArtworkInterface(manager: manager, artwork: artwork), at: path)
        content.begin(on: bus, through: contentExport)
    }

    package func nowPlayingChanged(to nowPlaying: NowPlaying) {
        if nowPlaying.playback.queueRevision != published.playback.queueRevision {
            playbackExport.emit("QueueChanged", [.uint32(UInt32(clamping: nowPlaying.playback.queueLength))])
        }
        published = nowPlaying
        manager.nowPlayingChanged(to: nowPlaying.playback.entry?.track)
        announceNowPlaying()
    }

    package func positionJumped(to position: Duration) {
        announceNowPlaying()
    }

    package func playbackFailed(_ token: PlaybackRequest.Token, _ error: PlaybackError) {
        playbackExport.emit(
            "PlaybackFailed",
            [.uint64(token.number), .string(ControlError.name(error.code)), .string(error.message)])
    }

    package func libraryChanged(_ event: LibraryEvent) {
        if case .contentChanged(let revision) = event {
            content.contentChanged(to: revision, through: contentExport)
        } else {
            library.announce(event, through: libraryExport)
        }
    }

    private func announceNowPlaying() {
        nowPlayingExport.emit("NowPlayingChanged", [.dictionary(nowPlaying.info())])
    }
}
