// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Subscriptions to podcasts, their refresh and their downloads.
package protocol PodcastManaging: Sendable {
    /// Subscribes to a feed, or to the first feed that a web page names.
    ///
    /// - Returns: The podcast with its episodes loaded; the existing one if it was subscribed to already.
    /// - Throws: `invalidPlace`, `unavailable`, `refused`, `storage`.
    func subscribe(to address: String) async throws(ContentError) -> PodcastSummary

    /// Moves a podcast with its episodes and downloads to the trash.
    ///
    /// - Throws: `notFound`, `storage`.
    func unsubscribe(_ podcast: ContentIdentifier) async throws(ContentError)

    /// Begins to check one podcast, or all, for new episodes; progress is reported as events.
    ///
    /// - Throws: `notFound`, `storage`.
    func refresh(_ podcast: ContentIdentifier?) async throws(ContentError)

    /// Every podcast by title.
    func subscriptions() async throws(ContentError) -> [PodcastSummary]

    /// Returns the chapters of an episode, in order; empty if it has none. Those in a file on a server are loaded once.
    ///
    /// - Throws: `notFound`, `unavailable`, `storage`.
    func chapters(of episode: ContentIdentifier) async throws(ContentError) -> [Chapter]

    /// Begins or resumes the download of an episode; progress is reported as events.
    ///
    /// - Throws: `notFound`, `refused`, `storage`.
    func download(_ episode: ContentIdentifier) async throws(ContentError)

    /// Deletes the downloaded data of an episode, and ends its download.
    ///
    /// - Throws: `notFound`, `storage`.
    func removeDownload(_ episode: ContentIdentifier) async throws(ContentError)

    /// Begins or resumes the downloads of the newest episodes of a podcast.
    ///
    /// - Returns: Those episodes, newest first.
    /// - Throws: `notFound`, `refused`, `storage`.
    func downloadLatest(_ count: Int, of podcast: ContentIdentifier) async throws(ContentError) -> [DownloadProgress]

    /// Sets whether the download of an episode is kept until the user deletes it.
    ///
    /// - Throws: `notFound`, `storage`.
    func setKept(_ isKept: Bool, _ episode: ContentIdentifier) async throws(ContentError)

    /// Returns the settings of a podcast, except for its rate, which playback keeps.
    ///
    /// - Throws: `notFound`, `storage`.
    func settings(of podcast: ContentIdentifier) async throws(ContentError) -> PodcastSettings

    /// Sets the settings of a podcast, except for its rate; automatic downloads begin at once.
    ///
    /// - Throws: `notFound`, `refused` for values out of bounds, `storage`.
    func set(_ settings: PodcastSettings, of podcast: ContentIdentifier) async throws(ContentError)

    /// Notes that the user was notified of the failure of a podcast; its ``PodcastSummary/failingSince`` is `nil` until
    /// it has worked again.
    func noteFailureTold(of podcast: ContentIdentifier) async

    /// Subscribes to every feed in an OPML document; they are loaded by the refresh that this begins.
    ///
    /// - Returns: The number of feeds added, and of those already subscribed.
    /// - Throws: `refused` for text that is not OPML, `storage`.
    func importOPML(_ text: String) async throws(ContentError) -> (added: Int, known: Int)

    func exportOPML() async throws(ContentError) -> String

    /// Events from now on; every call returns a separate stream. A slow reader loses progress, never the end.
    func events() async -> AsyncStream<PodcastEvent>
}
