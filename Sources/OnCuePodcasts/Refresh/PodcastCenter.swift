// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import HTTPClient
package import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// The user's podcasts: subscriptions, their refresh on a schedule, and downloads.
@MediaActor
package final class PodcastCenter {
    /// The maximum number of subscriptions.
    nonisolated static let podcastLimit = 5000
    /// The number of subscriptions from which on those of other machines are no longer followed, so that there is room
    /// for the user's own.
    var followedLimit = PodcastCenter.podcastLimit - 500
    /// The number of feeds that are loaded at the same time.
    static let refreshWidth = 4

    let store: PodcastStore
    let listening: EpisodeListening
    /// The times of refreshes; a change takes effect after the next refresh.
    package var schedule: RefreshSchedule
    let loader: FeedLoader
    let downloads: EpisodeDownloads
    let eventHub = StreamHub<PodcastEvent>(.newest(256))
    let log = Logger("podcasts")
    let now: @Sendable () -> Int64
    /// The settings of podcasts that have their own, from the start on and after each change.
    package let settingChanges = Broadcast<[ContentIdentifier: PodcastSettings]>()
    /// New episodes of podcasts that announce them.
    package let arrivals = Broadcast<NewEpisodes>()
    /// Returns the episodes that play or are in a queue, whose downloads are not deleted automatically.
    package var inUse: @MediaActor () -> Set<ContentIdentifier> = { [] }
    /// Returns the reason why nothing is loaded automatically now, `metered` or `offline`; `nil` if there is none.
    package var obstacle: @MediaActor () async -> RefreshReason? = { nil }
    /// Sends when the user has subscribed to a podcast, or removed one.
    package let subscriptionChanges = Broadcast<Void>()
    /// Calls its argument when the obstacle may have changed, as long as the result lives.
    package var watchObstacle: @MediaActor (@escaping @MediaActor () -> Void) async -> any Sendable = { _ in () }
    /// The reason why due podcasts wait, and the watch for its end.
    private var held: (reason: RefreshReason, watch: any Sendable)?
    /// The podcasts being refreshed.
    var busy: Set<StableKey> = []
    private let changeHub: ContentChangeHub
    private var timer: Task<Void, Never>?
    /// The refresh that the timer began last.
    private var refreshing: Task<Void, Never>?
    private var listeningFollower: Task<Void, Never>?
    private var isStarted = false
    var seeds = SplitMix64(seed: 0)

    /// The branch of the content tree.
    package let source: PodcastContentSource

    /// Finds episodes by their locations.
    package nonisolated var finder: EpisodeFinder { EpisodeFinder(store: store) }

    /// - Parameters:
    ///   - path: The database file.
    ///   - isLasting: `false` for a temporary copy, in which case all changes fail.
    ///   - folder: The folder for downloaded episodes.
    ///   - listening: The listening history; `nil` if none is kept.
    ///   - client: Sends the requests.
    ///   - schedule: The times of refreshes.
    ///   - seed: Spreads the refreshes.
    ///   - now: Returns the seconds since 1970.
    package nonisolated init(
        path: String, isLasting: Bool = true, downloads folder: String, listening: (any ListeningStoring)?,
        client: HTTPClient,
        schedule: RefreshSchedule = RefreshSchedule(), seed: UInt64, now: @escaping @Sendable () -> Int64
    ) {
        let hub = ContentChangeHub()
        store = PodcastStore(path: path, isLasting: isLasting) { [log] in log.warning("storage", ["detail": $0]) }
        self.listening = EpisodeListening(store: listening)
        self.schedule = schedule
        loader = FeedLoader(client: client)
        downloads = EpisodeDownloads(store: store, client: client, folder: folder, events: eventHub)
        self.now = now
        changeHub = hub
        source = PodcastContentSource(
            store: store, listening: listening, links: EpisodeLinks(client: client, store: store), hub: hub)
        seeds = SplitMix64(seed: seed)
    }

    /// Starts to refresh on schedule; without subscriptions nothing ever wakes up.
    package func start() {
        isStarted = true
        followListening()
        downloads.onChange = { [weak self] in await self?.tellChange(of: [$0.identifier(.podcast)]) }
        reschedule(delay: schedule.startDelay)
        // A restored backup from before a download, or a damaged file, may lack it.
        Task {
            await tellSettings()
            if let podcasts = try? await store.podcasts() { try? await adoptDownloads(podcasts) }
        }
    }

    /// Ends all running work; the parts of downloads that have arrived are kept.
    package func stop() async {
        timer?.cancel()
        timer = nil
        refreshing?.cancel()
        listeningFollower?.cancel()
        listeningFollower = nil
        held = nil
        isStarted = false
        downloads.cancelAll()
        await store.close()
    }

    /// Announces that containers have changed.
    func tellChange(of containers: Set<ContentIdentifier>?) async {
        guard let revision = try? await store.revision() else { return }
        changeHub.tell(ContentChange(revision: revision, containers: containers))
    }

    /// Announces rows whose display changes because an episode was played.
    private func followListening() {
        guard listeningFollower == nil, let changes = listening.store?.changes() else { return }
        listeningFollower = Task { [weak self] in
            for await change in changes { await self?.listeningChanged(change.containers) }
        }
    }

    /// Positions have not changed, so the revision stays, too.
    private func listeningChanged(_ items: Set<ContentIdentifier>?) async {
        guard let items else { return await tellChange(of: nil) }
        var containers: Set<ContentIdentifier> = []
        var tended: Set<StableKey> = []
        for item in items where item.kind == .episode {
            guard let key = StableKey(text: item.key), let episode = try? await store.episode(key) else { continue }
            containers.formUnion([.root, episode.podcast.identifier(.podcast)])
            guard episode.upkeep == .automatic, episode.file != nil else { continue }
            // One that was heard to its end no longer has a position, and its download now has a time of deletion.
            let record = (try? await listening.records(of: [episode]))?[item]
            if record?.position == nil { tended.insert(episode.podcast) }
        }
        if !containers.isEmpty { await tellChange(of: containers) }
        guard !tended.isEmpty else { return }
        for podcast in tended {
            do throws(ContentError) {
                try await tend(podcast, isFresh: false)
            } catch {
                log.warning("cannot look after downloads", ["error": error.message])
            }
        }
        reschedule()
    }

    // MARK: Schedule

    /// Sets the one timer to the feed that is due first; it continues while the system sleeps, so that feeds that have
    /// become due meanwhile are refreshed at the wake-up.
    func reschedule(delay: Duration = .zero) {
        timer?.cancel()
        timer = nil
        guard isStarted else { return }
        timer = Task { [weak self] in
            do {
                try await MediaActor.sleep(for: delay)
                guard let wait = try await self?.wait() else { return }
                try await MediaActor.sleepThroughSuspend(for: wait)
            } catch {
                return
            }
            // Setting the timer again must not cancel a refresh that has begun.
            self?.refreshing = Task { [weak self] in await self?.refreshDue() }
        }
    }

    /// Returns the time until the next feed or the next download is due; `nil` if none ever is.
    private func wait() async throws -> Duration? {
        var due: Int64?
        if held == nil {
            due = try await store.podcasts().filter { !$0.isEnded && !busy.contains($0.key) }.map(\.due).min()
        }
        return [due, try await nextRemoval()].compactMap(\.self).min().map { .seconds(max(0, $0 - now())) }
    }

    private func refreshDue() async {
        let now = now()
        let podcasts = (try? await store.podcasts()) ?? []
        let due = podcasts.filter { !$0.isEnded && $0.due <= now && !busy.contains($0.key) }
        guard isStarted else { return }
        await deleteDue()
        if due.isEmpty { return reschedule() }
        let isFree = await isFree()
        // It may have ended while others answered.
        guard isStarted else { return }
        guard isFree else {
            log.info("podcasts wait for another connection", ["count": "\(due.count)"])
            return reschedule()
        }
        await run(due)
    }

    // MARK: The network

    /// Returns whether podcasts may be refreshed automatically; if not, it arranges a refresh when the obstacle has
    /// gone.
    private func isFree() async -> Bool {
        guard let reason = await obstacle() else { return true }
        let watch = await watchObstacle { [weak self] in Task { await self?.obstacleChanged() } }
        guard isStarted else { return false }
        held = (reason, watch)
        // It may have gone before it was watched.
        guard await obstacle() == nil else { return false }
        held = nil
        return true
    }

    private func obstacleChanged() async {
        guard held != nil else { return }
        if let reason = await obstacle() {
            held?.reason = reason
        } else if held != nil {
            held = nil
            reschedule()
        }
    }

    /// Returns the reason why a due podcast waits; `nil` if it does not wait.
    func obstacle(of podcast: PodcastRecord) -> RefreshReason? {
        podcast.due <= now() && !podcast.isEnded ? held?.reason : nil
    }
}
