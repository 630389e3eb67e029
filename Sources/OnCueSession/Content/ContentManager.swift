// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Presents the content tree: finds the items at places, announces changes, and lets its delegate play the selected
/// items.
///
/// It owns no items: those come from a ``ContentSource``, page by page.
@MediaActor
package final class ContentManager {
    /// An update for publishers.
    package enum Update: Sendable, Equatable {
        case nowPlaying([ContentIdentifier])
        case context(ContentContext)
        /// Delayed notices are sent now.
        case batchEnded
    }

    /// Schemes of the locations that are played.
    package nonisolated static let playableSchemes = ["file", "http", "https"]

    /// Plays the selected items; without a delegate, nothing can be played. A strong reference.
    package var delegate: (any SelectionPlayer)?
    /// Returns the position at which a track that was never left begins.
    package var intro: @MediaActor (Track) -> Duration = { _ in .zero }
    /// The selections that have begun to play, with their origins.
    package let selections = Broadcast<(ContentSelection, PlaybackCause)>()
    /// Called after a change, with the update.
    package var onUpdate: (@MediaActor (Update) -> Void)?
    /// The playing item, its album, and the container through which it was started; empty if nothing plays.
    package private(set) var nowPlayingIdentifiers: [ContentIdentifier] = []
    /// The common context of all present endpoints.
    package private(set) var context = ContentContext()
    /// The views of endpoints.
    package let views = ContentViews()
    /// The state of delayed notices.
    package let updates = ContentUpdates()

    /// Searches other programs for results that are not content; `nil` to find only content.
    package var foreign: (any ForeignIndexing)?

    let source: any ContentSource
    let resolver: any MediaResolving
    let listening: (any ListeningStoring)?
    /// The tasks that end the batches that their owners leave open.
    var batchAlarms: [String: Task<Void, Never>] = [:]
    /// The container through which playback was started, and its tracks.
    private var started: (container: ContentIdentifier, tracks: Set<ContentIdentifier>)?

    /// - Parameter listening: The store with the positions of long items; without it everything begins at its
    ///   beginning.
    package init(
        source: any ContentSource, resolver: any MediaResolving,
        listening: (any ListeningStoring)? = nil
    ) {
        self.source = source
        self.resolver = resolver
        self.listening = listening
        views.onChange = { [weak self] in self?.viewsChanged() }
    }

    /// Returns the changes of the tree from now on, each with the revision that the tree has then.
    package func changes() -> AsyncStream<ContentChange> { source.changes() }

    /// Notes that a delegate has begun to play a selection.
    package func noteStart(of content: ContentSelection) {
        started = content.container.map { ($0, Set(content.tracks.map(\.identifier))) }
    }

    /// Notes the track that plays now.
    package func nowPlayingChanged(to track: Track?) {
        var identifiers: [ContentIdentifier] = []
        if let track {
            identifiers = [track.identifier] + [track.albumIdentifier].compactMap { $0 }
            // A track added to the queue from elsewhere does not belong to this container.
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
        delegate?.contentManager(self, didUpdate: context)
    }
}
