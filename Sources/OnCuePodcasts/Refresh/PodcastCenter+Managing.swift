// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import HTTPClient
package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

extension PodcastCenter: PodcastManaging {}

extension PodcastCenter {
    package func events() async -> AsyncStream<PodcastEvent> { eventHub.listen() }

    package func subscribe(to text: String) async throws(ContentError) -> PodcastSummary {
        try await subscribe(to: text, isEdit: true)
    }

    /// Subscribes as ``PodcastManaging/subscribe(to:)`` does.
    ///
    /// - Parameter isEdit: Whether the user does it; `false` for a change that follows another machine.
    package func subscribe(to text: String, isEdit: Bool) async throws(ContentError) -> PodcastSummary {
        guard let address = Self.address(text) else {
            throw ContentError(
                .invalidPlace, "\"\(text.prefix(200))\" is not the address of a feed; expected https://…")
        }
        if let known = try await store.podcast(at: address) { return try await summary(of: known) }
        let limit = isEdit ? Self.podcastLimit : followedLimit
        guard try await store.podcastCount() < limit else {
            throw ContentError(.refused, "there are already \(limit) podcasts, which is the limit; remove one first")
        }
        return try await subscribe(to: address, page: nil, isEdit)
    }

    /// - Parameter page: The web page that names the feed.
    private func subscribe(
        to address: String, page: String?, _ isEdit: Bool
    ) async throws(ContentError) -> PodcastSummary {
        switch await loader.load(address, from: page) {
        case .feed(let feed, let head):
            let place = loader.move(of: feed, head, from: address) ?? address
            let name = MediaLocation(uri: place)?.displayName ?? place
            let (key, _) = try await store.subscribe(
                to: place, title: feed.title.isEmpty ? name : feed.title, editedAt: isEdit ? now() : nil)
            if isEdit { subscriptionChanges.send(()) }
            var (outcome, _) = try await take(feed, head, for: key, at: place)
            outcome.movedTo = nil
            try await store.note(outcome, for: key, at: now())
            await tellChange(of: [.root, key.identifier(.podcast)])
            reschedule()
            return try await summary(of: key)
        case .page(let feed) where page == nil:
            if let known = try await store.podcast(at: feed) { return try await summary(of: known) }
            return try await subscribe(to: feed, page: address, isEdit)
        case .page:
            throw ContentError(.unavailable, "\(address) is a web page, not a feed; give the address of the feed")
        case .failed(let reason, _): throw ContentError(.unavailable, "cannot subscribe: \(reason)")
        case .gone: throw ContentError(.unavailable, "cannot subscribe: \(address) has been removed for good (410)")
        case .unchanged: throw ContentError(.unavailable, "cannot subscribe: \(address) sent nothing; try again later")
        }
    }

    package func unsubscribe(_ podcast: ContentIdentifier) async throws(ContentError) {
        try await unsubscribe(podcast, isEdit: true)
    }

    /// Unsubscribes as ``PodcastManaging/unsubscribe(_:)`` does.
    ///
    /// - Parameter isEdit: Whether the user does it; `false` for a change that follows another machine.
    package func unsubscribe(_ podcast: ContentIdentifier, isEdit: Bool) async throws(ContentError) {
        let key = try await key(podcast, .podcast)
        for episode in try await store.episodes(under: podcast) { await downloads.cancel(episode) }
        guard try await store.moveToTrash(key, at: now(), isEdit: isEdit) else {
            throw PodcastStore.notFound(podcast)
        }
        if isEdit { subscriptionChanges.send(()) }
        _ = try await trash()
        await tellChange(of: [.root, podcast])
        reschedule()
    }

    /// Returns the user's changes to subscriptions that were not sent to other machines yet; the last edit of each
    /// podcast.
    ///
    /// - Throws: `storage`.
    package func subscriptionEdits() async throws(ContentError) -> [SubscriptionEdit] {
        try await store.subscriptionEdits()
    }

    /// Forgets an edit, unless a later one has replaced it.
    ///
    /// - Throws: `storage`.
    package func forget(_ edit: SubscriptionEdit) async throws(ContentError) { try await store.forget(edit) }

    package func refresh(_ podcast: ContentIdentifier?) async throws(ContentError) {
        var podcasts = try await store.podcasts().filter { !$0.isEnded }
        if let podcast {
            guard let record = try await store.podcast(try await key(podcast, .podcast)) else {
                throw PodcastStore.notFound(podcast)
            }
            podcasts = [record]
        }
        Task { await run(podcasts) }
    }

    package func subscriptions() async throws(ContentError) -> [PodcastSummary] {
        let counts = try await listening.playedCounts(store)
        return try await store.podcasts().map { podcast in
            var summary = podcast.summary(played: counts[podcast.key] ?? 0)
            summary.refreshReason = obstacle(of: podcast) ?? summary.refreshReason
            return summary
        }
    }

    package func download(_ episode: ContentIdentifier) async throws(ContentError) {
        guard let record = try await store.episode(try await key(episode, .episode)) else {
            throw PodcastStore.notFound(episode)
        }
        try await downloads.begin(record)
    }

    package func removeDownload(_ episode: ContentIdentifier) async throws(ContentError) {
        guard let record = try await store.episode(try await key(episode, .episode)) else {
            throw PodcastStore.notFound(episode)
        }
        try await downloads.remove(record)
    }

    package func importOPML(_ text: String) async throws(ContentError) -> (added: Int, known: Int) {
        let outlines: [OPML.Outline]
        do throws(FeedError) { outlines = try OPML.parse(Array(text.utf8)) } catch {
            throw ContentError(.refused, "cannot import: \(error.message)")
        }
        var added: [PodcastRecord] = []
        for outline in outlines {
            guard try await store.podcastCount() < Self.podcastLimit else { break }
            let title = outline.title.isEmpty ? outline.address : outline.title
            let (key, isNew) = try await store.subscribe(to: outline.address, title: title, editedAt: now())
            if isNew, let record = try await store.podcast(key) { added.append(record) }
        }
        if !added.isEmpty {
            subscriptionChanges.send(())
            await tellChange(of: [.root])
            Task { await run(added) }
        }
        return (added.count, outlines.count - added.count)
    }

    package func exportOPML() async throws(ContentError) -> String {
        OPML.write(try await store.podcasts().map { OPML.Outline(title: $0.title, address: $0.address) })
    }

    private func summary(of key: StableKey) async throws(ContentError) -> PodcastSummary {
        guard let record = try await store.podcast(key) else { throw PodcastStore.notFound(key.identifier(.podcast)) }
        return record.summary(played: try await listening.playedCounts(store)[key] ?? 0)
    }

    /// Returns the key of an identifier of a kind.
    ///
    /// - Throws: `refused`, naming the item, where it is of the other kind; `notFound`.
    func key(_ identifier: ContentIdentifier, _ kind: ContentKind) async throws(ContentError) -> StableKey {
        guard let key = StableKey(text: identifier.key) else { throw PodcastStore.notFound(identifier) }
        switch (identifier.kind, kind) {
        case (kind, _): return key
        case (.podcast, .episode):
            let title = try await store.podcast(key)?.title ?? ""
            throw ContentError(
                .refused,
                "\"\(title)\" is a podcast, not an episode; list its episodes with: oncue podcast episodes "
                    + "\(ShellWord.quoted(title))"
            )
        case (.episode, .podcast):
            let title = try await store.episode(key)?.title ?? ""
            throw ContentError(
                .refused,
                "\"\(title)\" is an episode, not a podcast; list the podcasts with: oncue podcast list")
        default: throw ContentError(.refused, "\(identifier) is not \(kind == .episode ? "an episode" : "a podcast")")
        }
    }

    /// Returns the web address in a text; feeds have schemes of their own that mean http.
    static func address(_ text: String) -> String? {
        var text = text
        for scheme in ["feed:", "pcast:", "itpc:", "podcast:"] where text.lowercased().hasPrefix(scheme) {
            text = String(text.dropFirst(scheme.count))
            if text.hasPrefix("//") { text = "http:" + text }
        }
        if !text.contains("://"), text.contains("."), !text.contains(" ") { text = "https://" + text }
        return FeedText.address(text)
    }
}
