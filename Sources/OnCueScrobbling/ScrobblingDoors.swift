// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
package import OnCueSession

/// The parts of the service that scrobbling needs.
package struct ScrobblingDoors: Sendable {
    package var listening: any OwnListening & ListeningStoring
    package var finder: any LovedTrackFinding
    /// Returns the tracks of identifiers, without those that are gone.
    package var tracks: @Sendable ([ContentIdentifier]) async throws(ContentError) -> [Track]
    /// Returns the playable items in a container.
    package var contents: @Sendable (ContentIdentifier) async throws(ContentError) -> [Track]
    /// Returns the tracks in the queue.
    package var queued: @MediaActor @Sendable () -> [Track]
    /// Returns the item at a place.
    package var item: @Sendable (String) async throws -> ContentNode
    /// Returns when all plays so far are in the journal.
    package var settle: @Sendable () async -> Void
    /// Calls its argument when the network may have changed, as long as the result lives.
    package var watchNetwork: @MediaActor @Sendable (@escaping @MediaActor () -> Void) async -> any Sendable
    /// Returns the seconds since 1970.
    package var now: @Sendable () -> Int64

    package init(
        listening: any OwnListening & ListeningStoring, finder: any LovedTrackFinding,
        tracks: @escaping @Sendable ([ContentIdentifier]) async throws(ContentError) -> [Track],
        contents: @escaping @Sendable (ContentIdentifier) async throws(ContentError) -> [Track],
        queued: @escaping @MediaActor @Sendable () -> [Track],
        item: @escaping @Sendable (String) async throws -> ContentNode, settle: @escaping @Sendable () async -> Void,
        watchNetwork: @escaping @MediaActor @Sendable (@escaping @MediaActor () -> Void) async -> any Sendable,
        now: @escaping @Sendable () -> Int64
    ) {
        (self.listening, self.finder, self.tracks, self.contents) = (listening, finder, tracks, contents)
        self.queued = queued
        (self.item, self.settle, self.watchNetwork, self.now) = (item, settle, watchNetwork, now)
    }
}
