// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Shows the content tree: finds what is at a place, says what changes, and has its delegate play what is selected.
///
/// It owns no items: those come from a ``PlayableContentDataSource``, page by page.
@MediaActor
package final class PlayableContentManager {
    /// What others want to know as soon as it is different.
    package enum Update: Sendable, Equatable {
        case nowPlaying([ContentIdentifier])
        case context(PlayableContentContext)
        /// What was held back goes out now.
        case batchEnded
    }

    /// The most children that one page has.
    package static let pageLimit = 1000
    /// Schemes of the locations that are played.
    package nonisolated static let playableSchemes = ["file", "http", "https"]

    /// Plays what is selected; without one nothing can be. A strong reference.
    package var delegate: (any PlayableContentDelegate)?
    /// Called after something is different.
    package var onUpdate: (@MediaActor (Update) -> Void)?
    /// What plays: the item, its album, and the container through which it was started; empty when nothing does.
    package private(set) var nowPlayingIdentifiers: [ContentIdentifier] = []
    /// What holds for every endpoint that is there.
    package private(set) var context = PlayableContentContext()
    /// The views of endpoints.
    package let views = ContentViews()
    /// Which changes are held back.
    package let updates = ContentUpdates()

    let source: any PlayableContentDataSource
    let resolver: any MediaResolving
    let listening: (any ListeningStoring)?
    /// End the batches that their owners leave open.
    var batchAlarms: [String: Task<Void, Never>] = [:]
    /// The container through which something was started, and what that was.
    private var started: (container: ContentIdentifier, tracks: Set<ContentIdentifier>)?

    /// - Parameter listening: Knows where long items were left; without it everything begins at its beginning.
    package init(
        source: any PlayableContentDataSource, resolver: any MediaResolving,
        listening: (any ListeningStoring)? = nil
    ) {
        self.source = source
        self.resolver = resolver
        self.listening = listening
        views.onChange = { [weak self] in self?.viewsChanged() }
    }

    /// Notes what a delegate has begun to play.
    package func noteStart(of content: ContentSelection) {
        started = content.container.map { ($0, Set(content.tracks.map(\.identifier))) }
    }

    /// Notes what plays by now.
    package func nowPlayingChanged(to track: Track?) {
        var identifiers: [ContentIdentifier] = []
        if let track {
            identifiers = [track.identifier] + [track.albumIdentifier].compactMap { $0 }
            // What was put into the queue from elsewhere is not of this container.
            if let started, started.tracks.contains(track.identifier), !identifiers.contains(started.container) {
                identifiers.append(started.container)
            }
        }
        guard identifiers != nowPlayingIdentifiers else { return }
        nowPlayingIdentifiers = identifiers
        onUpdate?(.nowPlaying(identifiers))
    }

    private func viewsChanged() {
        let context = views.context
        guard context != self.context else { return }
        self.context = context
        onUpdate?(.context(context))
        delegate?.playableContentManager(self, didUpdate: context)
    }
}
