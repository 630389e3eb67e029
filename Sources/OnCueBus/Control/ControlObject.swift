// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// Announces changes of playback, the queue and the library on the bus.
@MediaActor
package final class ControlObject: NowPlayingPublishing {
    private let manager: ContentManager
    private let controller: PlaybackController
    private let exports: ServiceExports
    private let report: @MediaActor () -> NowPlayingReport
    /// The revision of the queue up to which changes were announced.
    private var announcedRevision: UInt64

    /// - Parameters:
    ///   - manager: Is told what is playing.
    ///   - report: Returns what is playing at the moment.
    package init(
        _ exports: ServiceExports, controller: PlaybackController, manager: ContentManager,
        report: @escaping @MediaActor () -> NowPlayingReport
    ) {
        self.manager = manager
        self.controller = controller
        self.exports = exports
        self.report = report
        announcedRevision = controller.snapshot.queueRevision
    }

    package func nowPlayingChanged(to nowPlaying: NowPlaying) {
        announceQueueChanges()
        manager.nowPlayingChanged(to: nowPlaying.playback.entry?.track)
        announceNowPlaying()
    }

    package func positionJumped(to position: Duration) {
        announceNowPlaying()
    }

    package func playbackFailed(_ token: PlaybackRequest.Token, _ error: PlaybackError) {
        exports.emit(PlaybackMethods.failed, FailedPlayback(token: token, error))
    }

    package func libraryChanged(_ event: LibraryEvent) {
        switch event {
        // The tree announces its own revisions, of which that of the library is a part.
        case .contentChanged: break
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
        exports.emit(NowPlayingMethods.changed, Only(report()))
    }
}
