// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

/// The whole interface of the service for clients.
///
/// Places are texts as parsed by ``ContentPlace``. Calls may come from any isolation. The first call connects, and
/// starts the daemon if none runs. Streams of updates never start it, but those of the library and of podcasts; all others
/// go on across restarts of the daemon.
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

    /// Returns the results of programs that provide content, at most `limit` (up to 50) of each, as each answers. The
    /// stream ends when all have answered or missed their deadlines; a program without results is not in it.
    func searchProviders(_ words: String, limit: Int) -> AsyncStream<ProvidedMatches>

    /// Opens a view of the content with the limits of an endpoint, which lasts as long as the service and the
    /// connection to it.
    func openView(_ limits: ContentLimits) async throws(ClientError) -> Int
    func closeView(_ number: Int) async throws(ClientError)
    /// - Throws: `notFound` when there is no such view.
    func context(ofView number: Int) async throws(ClientError) -> ContentContext

    // MARK: Listening

    /// Adds a bookmark at the current position, with an optional name.
    func addBookmark(_ name: String?) async throws(ClientError)

    // MARK: Service

    func identity() async throws(ClientError) -> ServiceIdentity
    /// The names of programs on the bus, and of those that it starts when they are called.
    func programNames() async throws(ClientError) -> [String]
    /// Ends the daemon and waits until it has gone from the bus. Never starts one.
    ///
    /// - Returns: `false` when none runs.
    func quit() async throws(ClientError) -> Bool

    /// Has a daemon that runs read its configuration file, and returns when what has changed is in effect.
    ///
    /// - Throws: `unavailable` when none runs; none is started.
    func readConfiguration() async throws(ClientError)
}

extension MediaServiceClient {
    /// Replaces the queue by the contents of one place and plays it.
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
