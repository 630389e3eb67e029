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
    private let exports: ServiceExports
    private let report: @MediaActor () -> NowPlayingReport
    private var queueChanges: UntoldQueueChanges

    /// - Parameters:
    ///   - manager: Is notified of the current item.
    ///   - report: Returns the current report of playback.
    package init(
        _ exports: ServiceExports, controller: PlaybackController, manager: ContentManager,
        report: @escaping @MediaActor () -> NowPlayingReport
    ) {
        self.manager = manager
        self.exports = exports
        self.report = report
        queueChanges = UntoldQueueChanges(of: controller)
    }

    package func nowPlayingChanged(to nowPlaying: NowPlaying) {
        for change in queueChanges.take() { exports.emit(PlaybackMethods.queueChanged, change) }
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
        case .contentChanged, .partScanned: break
        case .scanProgressed(let progress): exports.emit(LibraryMethods.progressed, Only(progress))
        case .scanFinished(let report): exports.emit(LibraryMethods.finished, Only(report))
        }
    }

    private func announceNowPlaying() {
        exports.emit(NowPlayingMethods.changed, Only(report()))
    }
}
