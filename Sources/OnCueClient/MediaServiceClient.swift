// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

/// Everything that a program can ask of the service.
///
/// Places are texts as ``ContentPlace`` reads them. Calls may come from any isolation. The first call connects, and
/// starts the daemon if none runs.
package protocol MediaServiceClient: PodcastServiceClient, ListClient, SoundClient, ChapterClient, OutputClient,
    NotificationService, LibraryService, ListeningService, TrashService, PlayerClient, ArtworkClient, LyricsClient,
    SuggestionClient, TriggerClient, HealthClient, KeepingClient
where Failure == ServiceError {
    // MARK: Playback

    /// Replaces the queue by what the places name, one behind the other, and plays it.
    ///
    /// With several places, those that name nothing are among the failures of the answer.
    func play(_ places: [String], _ options: PlayOptions) async throws(ClientError) -> PlayedContent
    func perform(_ command: TransportCommand) async throws(ClientError)
    /// The position of the current entry becomes this.
    func seek(to position: Duration) async throws(ClientError)
    /// The position of the current entry moves by this much, which may be negative.
    func seek(by offset: Duration) async throws(ClientError)
    /// 0 to 1, as loudness is perceived.
    func setVolume(_ volume: Double) async throws(ClientError)
    func adjustVolume(by difference: Double) async throws(ClientError)
    func setMuted(_ isMuted: Bool) async throws(ClientError)
    func setRepeatMode(_ mode: RepeatMode) async throws(ClientError)
    func setShuffleMode(_ mode: ShuffleMode) async throws(ClientError)
    /// Whether similar tracks follow when the queue has been heard.
    func setSimilar(_ isWanted: Bool) async throws(ClientError)

    // MARK: Queue

    /// At most ``QueuePage/limit`` entries.
    func queue(offset: Int, limit: Int) async throws(ClientError) -> QueuePage
    /// Puts what the places name into the queue, as one change; failures are told as those of ``play(_:_:)``.
    func enqueue(_ places: [String], _ options: EnqueueOptions) async throws(ClientError) -> PlayedContent
    func playEntry(_ id: PlaybackQueue.EntryID) async throws(ClientError)
    func removeEntry(_ id: PlaybackQueue.EntryID) async throws(ClientError)
    /// Removes several entries as one change.
    func removeEntries(_ ids: [PlaybackQueue.EntryID]) async throws(ClientError)
    /// The entry stands at the index `position` afterwards.
    func moveEntry(_ id: PlaybackQueue.EntryID, to position: Int) async throws(ClientError)
    func clearQueue() async throws(ClientError)
    /// Goes on at once with the queue that waits for what is played in between.
    func goBack() async throws(ClientError)
    /// Takes the last change of the queue back.
    ///
    /// - Returns: The change that was taken back.
    func undoEdit() async throws(ClientError) -> QueueEdit
    /// What can be taken back, the next one first.
    func undoableEdits() async throws(ClientError) -> [QueueEdit]

    /// That the queue has changed, until the reader stops, beginning with one that may be none; also across restarts of the
    /// daemon, which it never starts. A reader that is slow misses the oldest of more than 64 updates.
    func queueUpdates() -> AsyncStream<QueueUpdate>
    /// What has changed in the queue since a revision of it.
    func queueChanges(since revision: UInt64) async throws(ClientError) -> QueueChanges

    // MARK: Now playing

    func nowPlaying() async throws(ClientError) -> NowPlayingReport
    /// What plays now and every change of it, until the reader stops; also across restarts of the daemon, which it
    /// never starts. A reader that is slow misses the oldest of more than 64 changes.
    func nowPlayingUpdates() -> AsyncStream<NowPlayingUpdate>

    // MARK: Content

    func item(at place: String) async throws(ClientError) -> (revision: ContentTree.Revision, item: ContentRecord)
    /// The items that a place names.
    ///
    /// - Parameter opens: Words name the best match that has something in it.
    func resolve(_ place: String, opens: Bool) async throws(ClientError) -> NamedItems
    /// At most ``ContentListing/pageLimit`` children.
    ///
    /// - Parameter waits: False returns what is there while children that come from far are fetched.
    func children(of place: String, offset: Int, limit: Int, waits: Bool) async throws(ClientError) -> ContentListing
    /// What changes in the container at a place, until the reader stops; also across restarts of the daemon, which it
    /// never starts. Nothing is left out for a slow reader.
    func contentUpdates(of place: String) -> AsyncStream<ContentUpdate>
    /// Warms up what would play if the item at the place were selected.
    func prepare(_ place: String) async throws(ClientError)
    /// At most ``ContentListing/pageLimit`` items; none found is an empty listing.
    func search(_ words: String, offset: Int, limit: Int) async throws(ClientError) -> ContentListing
    /// What programs that provide content find, at most `limit` (up to 50) of each, as each answers. The stream ends
    /// when all have answered or missed their deadlines; a program that finds nothing is not in it.
    func searchProviders(_ words: String, limit: Int) -> AsyncStream<ProvidedMatches>

    // MARK: Listening

    /// Marks the position of what plays, under a name if there is one.
    func addBookmark(_ name: String?) async throws(ClientError)

    // MARK: Queries

    /// Keeps a query, in the place of the one with the same name.
    func saveQuery(_ name: String, _ text: String) async throws(ClientError)
    func removeQuery(_ name: String) async throws(ClientError)
    func savedQueries() async throws(ClientError) -> [SavedQuery]

    // MARK: Library

    /// What the library tells from now on. A reader that is slow misses the oldest of more than 256 updates.
    func libraryUpdates() async throws(ClientError) -> AsyncStream<LibraryUpdate>

    // MARK: Providers

    /// The programs that provide content, by name.
    func providers() async throws(ClientError) -> [ProviderRecord]
    /// Shows the program with this well-known name, also after the daemon was started anew.
    func addProvider(_ provider: ProviderRegistration) async throws(ClientError)
    func removeProvider(_ busName: String) async throws(ClientError)

    // MARK: Service

    func identity() async throws(ClientError) -> ServiceIdentity
    /// Ends the daemon and waits until it has gone from the bus. Never starts one.
    ///
    /// - Returns: `false` when none runs.
    func quit() async throws(ClientError) -> Bool
}

extension MediaServiceClient {
    /// Replaces the queue by what one place names and plays it.
    package func play(_ place: String, _ options: PlayOptions) async throws(ClientError) -> PlayedContent {
        try await play([place], options)
    }

    /// Puts what one place names into the queue.
    package func enqueue(_ place: String, _ options: EnqueueOptions) async throws(ClientError) -> PlayedContent {
        try await enqueue([place], options)
    }

    /// At most ``ContentListing/pageLimit`` children, once they are there.
    package func children(of place: String, offset: Int, limit: Int) async throws(ClientError) -> ContentListing {
        try await children(of: place, offset: offset, limit: limit, waits: true)
    }

    /// Appends what is at the place.
    package func enqueue(_ place: String) async throws(ClientError) -> PlayedContent {
        try await enqueue(place, EnqueueOptions())
    }
}
