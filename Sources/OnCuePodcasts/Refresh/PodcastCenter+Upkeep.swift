// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// Automatic downloads and their deletion, by the settings of podcasts.
///
/// An episode that the user downloaded or keeps, or that plays or is in a queue, is never deleted. Nothing here has a
/// timer of its own: it runs after each refresh, and the only timer, that of refreshes, also fires when a download is
/// due for deletion.
extension PodcastCenter {
    /// Brings the automatic downloads of a podcast up to date: deletes those that are no longer wanted, and begins the
    /// missing ones.
    ///
    /// - Parameter isFresh: Whether its feed has just been loaded, so that its server can be reached.
    func tend(_ podcast: StableKey, isFresh: Bool) async throws(ContentError) {
        let settings = try await store.settings(of: podcast)
        try await deleteAutomatic(of: podcast, settings)
        guard isFresh, settings.latest > 0 else { return }
        let missing = try await missing(of: podcast, settings)
        guard !missing.isEmpty else { return }
        if let obstacle = await obstacle() {
            return log.info("no automatic downloads", ["count": "\(missing.count)", "reason": obstacle.rawValue])
        }
        for episode in missing {
            guard try await downloads.beginAutomatically(episode) else {
                return log.warning("no room for automatic downloads", ["podcast": episode.podcastTitle])
            }
        }
    }

    /// Returns the newest episodes, except those that are downloaded, were heard, or were deleted.
    private func missing(
        of podcast: StableKey, _ settings: PodcastSettings
    ) async throws(ContentError) -> [EpisodeRecord] {
        let newest = try await store.episodes(of: podcast, in: .newest, limit: settings.latest)
        let records = try await listening.records(of: newest)
        return newest.filter { episode in
            episode.file == nil && episode.upkeep != .over && records[episode.identifier]?.isHeard != true
        }
    }

    /// Deletes the downloads that are due for deletion, of all podcasts.
    func deleteDue() async {
        do throws(ContentError) {
            for podcast in try await store.settings().keys { try await tend(podcast, isFresh: false) }
        } catch {
            log.warning("cannot delete downloads", ["error": error.message])
        }
    }

    /// Deletes the automatic downloads that were heard long enough ago, and those that are no longer among the newest.
    /// An episode that was started is kept until it has been heard.
    private func deleteAutomatic(of podcast: StableKey, _ settings: PodcastSettings) async throws(ContentError) {
        let files = try await store.automaticDownloads(of: podcast).filter { !$0.isKept }
        guard !files.isEmpty else { return }
        let newest = Set(try await store.episodes(of: podcast, in: .newest, limit: settings.latest).map(\.key))
        let (records, now) = (try await listening.records(of: files), now())
        for episode in files {
            let record = records[episode.identifier]
            let isDue = record?.removal(after: settings.removal).map { $0 <= now } ?? false
            let isReplaced = settings.latest > 0 && !newest.contains(episode.key) && record?.position == nil
            guard isDue || isReplaced, !inUse().contains(episode.identifier) else { continue }
            log.info(
                "deleted an automatic download", ["episode": episode.title, "reason": isDue ? "heard" : "replaced"])
            try await downloads.remove(episode)
        }
    }

    /// Returns the next time at which a download that was heard is deleted. One that is overdue, because it is in a
    /// queue, waits for the next refresh.
    func nextRemoval() async throws(ContentError) -> Int64? {
        let now = now()
        var next: Int64?
        for (podcast, settings) in try await store.settings() where settings.removal != nil {
            let files = try await store.automaticDownloads(of: podcast).filter { !$0.isKept }
            for record in try await listening.records(of: files).values {
                guard let time = record.removal(after: settings.removal), time > now else { continue }
                next = min(next ?? time, time)
            }
        }
        return next
    }
}

extension ListeningRecord {
    /// Whether it was heard, and has not been started again since.
    fileprivate var isHeard: Bool { playCount > 0 && position == nil }

    /// Returns the time at which the download of a heard episode is deleted; `nil` if it stays.
    fileprivate func removal(after delay: Duration?) -> Int64? {
        guard isHeard, let lastPlayed, let delay else { return nil }
        return lastPlayed + delay.components.seconds
    }
}
