// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

/// The whole interface of the service for clients.
///
/// Places are texts as parsed by ``ContentPlace``. Calls may come from any isolation. The first call connects, and
/// starts the daemon if none is running. Streams of updates never start it, except those of the library and of
/// podcasts; all others continue across restarts of the daemon.
package protocol MediaServiceClient: ContentService, NowPlayingService, PlaybackService, PlaylistService, RadioService,
    PodcastService, DirectoryService, SoundService, OutputService, BrowserService, QueryService, NotificationService,
    UserNotificationService, ReminderService,
    AlarmService, LibraryService, ListeningService, TrashService, HandoffService, MachineService, TogetherService,
    SharedListeningService,
    CompletionService,
    ArtworkService, FileService, PageService, ProviderService, SuggestionService, TriggerService, ActivityService,
    SearchIndexService, PeopleService, PushService, IntentService, ScrobblingService,
    KeepingClient, LinkOpening
where Failure == ServiceError {
    // MARK: Content

    /// Returns the results of programs that provide content, up to `limit` (at most 50) from each, as each answers. The
    /// stream ends when all have answered or missed their deadlines; programs without results are left out.
    func searchProviders(_ words: String, limit: Int) -> AsyncStream<ProvidedMatches>

    /// Opens a view of the content with the limits of an endpoint, which lasts as long as the service and the
    /// connection to it.
    func openView(_ limits: ContentLimits) async throws(ClientError) -> Int
    func closeView(_ number: Int) async throws(ClientError)
    /// - Throws: `notFound` if there is no such view.
    func context(ofView number: Int) async throws(ClientError) -> ContentContext

    // MARK: Listening

    /// Adds a bookmark at the current position, with an optional name.
    func addBookmark(_ name: String?) async throws(ClientError)

    // MARK: Service

    func identity() async throws(ClientError) -> ServiceIdentity
    /// Returns the names of programs on the bus, and of those that the bus starts when they are called.
    func programNames() async throws(ClientError) -> [String]
    /// Ends the daemon and waits until it has left the bus. Never starts one.
    ///
    /// - Returns: `false` if none is running.
    func quit() async throws(ClientError) -> Bool

    /// Makes a running daemon reread its configuration file, and returns when the changes are in effect.
    ///
    /// - Throws: `unavailable` if none is running; none is started.
    func readConfiguration() async throws(ClientError)
}

extension MediaServiceClient {
    /// Replaces the queue with the contents of one place and plays it.
    package func play(_ place: String, _ options: PlayOptions) async throws(ClientError) -> PlayedContent {
        try await play([place], options)
    }

    /// Adds the contents of one place to the queue.
    package func enqueue(_ place: String, _ options: EnqueueOptions) async throws(ClientError) -> PlayedContent {
        try await enqueue([place], options)
    }

    /// Appends the item at the place.
    package func enqueue(_ place: String) async throws(ClientError) -> PlayedContent {
        try await enqueue(place, EnqueueOptions())
    }
}
