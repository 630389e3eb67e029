// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import HTTPClient
internal import OnCueCore
internal import OnCueRuntime

extension PodcastCenter {
    /// Refreshes podcasts, a few at a time, reports the progress, and sets the timer for the next time.
    func run(_ podcasts: [PodcastRecord]) async {
        let podcasts = podcasts.filter { busy.insert($0.key).inserted }
        var report = RefreshReport(podcasts: podcasts.count)
        var rest = podcasts[...]
        var done = 0
        await withTaskGroup(of: (PodcastRecord, Result).self) { group in
            for podcast in rest.prefix(Self.refreshWidth) {
                group.addTask { (podcast, await self.refresh(podcast)) }
            }
            rest = rest.dropFirst(Self.refreshWidth)
            for await (podcast, result) in group {
                busy.remove(podcast.key)
                done += 1
                report.newEpisodes += result.added
                if let failure = result.failure { report.failures.append("\(podcast.title): \(failure)") }
                let progress = RefreshProgress(done: done, total: podcasts.count, title: podcast.title)
                eventHub.tell(.refreshProgressed(progress))
                if let podcast = rest.popFirst() { group.addTask { (podcast, await self.refresh(podcast)) } }
            }
        }
        eventHub.tell(.refreshFinished(report))
        reschedule()
    }

    struct Result: Sendable {
        var added = 0
        var failure: String?
    }

    /// Refreshes one podcast, and records the outcome in any case.
    private func refresh(_ podcast: PodcastRecord) async -> Result {
        let answer = await loader.load(podcast.address, tag: podcast.tag, modified: podcast.modified)
        do throws(ContentError) {
            let (outcome, added) = try await take(answer, for: podcast)
            let hasNews = outcome.failure != podcast.failure || outcome.isEnded != podcast.isEnded
            try await store.note(outcome, for: podcast.key, at: now())
            if hasNews { await tellChange(of: [.root]) }
            try await tend(podcast.key, isFresh: outcome.failure == nil)
            return Result(added: added, failure: outcome.failure)
        } catch {
            log.warning("cannot store a feed", ["podcast": podcast.address, "error": error.message])
            return Result(failure: error.message)
        }
    }

    private func take(
        _ answer: FeedLoader.Answer, for podcast: PodcastRecord
    ) async throws(ContentError) -> (RefreshOutcome, added: Int) {
        var outcome = RefreshOutcome(
            next: RefreshSchedule.Look(due: now() + schedule.interval, reason: .learning), wishes: podcast.wishes)
        outcome.tag = podcast.tag
        outcome.modified = podcast.modified
        switch answer {
        case .feed(let feed, let head):
            let (loaded, arrived) = try await take(feed, head, for: podcast.key, at: podcast.address)
            // The first episodes that are loaded, as after an import, are not new ones.
            if podcast.episodes > 0 { try await announce(arrived, of: podcast.key) }
            return (loaded, arrived.count)
        case .unchanged(let head):
            outcome.movedTo = head.movedTo
            outcome.next = try await nextLook(at: podcast.key, podcast.wishes, head)
        case .gone:
            outcome.isEnded = true
            outcome.failure = "\(podcast.address) has been removed for good (410)"
        case .page(let address): fail(&outcome, podcast, "\(podcast.address) is now a web page; its feed is \(address)")
        case .failed(let reason, let patience): fail(&outcome, podcast, reason, patience)
        }
        return (outcome, 0)
    }

    /// Stores a feed that was loaded.
    ///
    /// - Returns: The outcome to store, and the episodes that were not there before, newest first.
    func take(
        _ feed: Feed, _ head: HTTPHead, for key: StableKey, at address: String
    ) async throws(ContentError) -> (RefreshOutcome, arrived: [StableKey]) {
        let arrived = try await keep(feed, for: key)
        var outcome = RefreshOutcome(next: try await nextLook(at: key, feed.wishes, head), wishes: feed.wishes)
        outcome.tag = head.fields["etag"]
        outcome.modified = head.fields["last-modified"]
        outcome.movedTo = loader.move(of: feed, head, from: address)
        return (outcome, arrived)
    }

    /// Returns the time of the next refresh, according to the feed's rhythm and its publisher's wishes.
    private func nextLook(
        at key: StableKey, _ wishes: PublisherWishes, _ head: HTTPHead
    ) async throws(ContentError) -> RefreshSchedule.Look {
        let now = now()
        let appearances = try await store.appearances(of: key, limit: PublishingRhythm.memory)
        var wishes = wishes
        wishes.freshUntil = PublisherWishes.freshUntil(head.fields, now: now)
        return schedule.afterSuccess(
            at: now, PublishingRhythm(Appearance.times(of: appearances, now: now)), wishes, seed: seeds.next())
    }

    private func fail(
        _ outcome: inout RefreshOutcome, _ podcast: PodcastRecord, _ reason: String, _ patience: String? = nil
    ) {
        outcome.failures = podcast.failures + 1
        outcome.failure = HiddenPassword.hidden(in: reason)
        let due = schedule.afterFailure(
            outcome.failures, at: now(), patience: RefreshSchedule.patience(patience, now: now()), seed: seeds.next())
        outcome.next = RefreshSchedule.Look(due: due, reason: .failed, expected: podcast.expected)
    }

    /// Stores a feed, and deletes the episodes that it has dropped, except played or downloaded ones.
    ///
    /// - Returns: The episodes that were not there before, newest first.
    func keep(_ feed: Feed, for key: StableKey) async throws(ContentError) -> [StableKey] {
        let changes = try await store.store(feed, for: key, at: now())
        let known = try await listening.known(among: changes.dropped)
        let forgotten = changes.dropped.filter { !known.contains($0) }
        try await store.forget(forgotten)
        if !changes.arrived.isEmpty, let podcast = try await store.podcast(key) { try await adoptDownloads([podcast]) }
        if changes.isVisible || !forgotten.isEmpty { await tellChange(of: [.root, key.identifier(.podcast)]) }
        return changes.arrived
    }

    /// Registers downloaded files that are not in the store.
    func adoptDownloads(_ podcasts: [PodcastRecord]) async throws(ContentError) {
        let count = try await downloads.adopt(podcasts)
        guard count > 0 else { return }
        log.info("took up downloads that were there already", ["count": "\(count)"])
        await tellChange(of: Set(podcasts.map { $0.key.identifier(.podcast) }))
    }
}
