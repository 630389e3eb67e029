// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSuggestions

/// Nominates candidates without a habit: unfinished, new or popular items, and those nominated by other programs.
/// Queries the content tree after a change there, but only when the result is needed.
@MediaActor
final class SuggestionNominator {
    /// The queries, in the language in which people search.
    private static let questions: [(ground: Nomination.Ground, words: String)] = [
        (.unfinished, "is:unfinished sort:-played limit:5"),
        (.newEpisode, "kind:episode unplayed sort:-added limit:5"),
        (.recentlyAdded, "kind:album sort:-added limit:5"),
        // Tracks without an album.
        (.recentlyAdded, "kind:track sort:-added limit:5"),
        (.mostPlayed, "plays:>0 sort:-plays limit:5"),
    ]
    private static let limit = 5

    private let source: any ContentSource
    private let log = Logger("suggestions")
    private var known: [Nomination]?
    /// The lookup in progress, with the number of changes when it began.
    private var look: (news: Int, task: Task<[Nomination], Never>)?
    private var news = 0
    private var followers: [Task<Void, Never>] = []

    init(source: any ContentSource, listening: any ListeningStoring) {
        self.source = source
        followers = [source.changes(), listening.changes()].map { changes in
            Task { @MediaActor [weak self] in
                for await _ in changes { self?.changed() }
            }
        }
    }

    isolated deinit {
        for follower in followers { follower.cancel() }
    }

    /// - Parameter pinned: The items that the user has pinned.
    func nominations(pinned: [String]) async -> [Nomination] {
        let others = if let known { known } else { await looked() }
        return pinned.map { Nomination($0, .pinned) } + others
    }

    private func changed() {
        news += 1
        known = nil
    }

    /// Returns the nominations, with one search for concurrent requests.
    private func looked() async -> [Nomination] {
        if let look, look.news == news { return await look.task.value }
        let before = news
        let task = Task { @MediaActor in
            let (found, isWhole) = await search()
            // After a change meanwhile, or a failed request, the next call searches again.
            if news == before, isWhole { known = found }
            return found
        }
        look = (before, task)
        let found = await task.value
        if look?.news == before { look = nil }
        return found
    }

    private func search() async -> (found: [Nomination], isWhole: Bool) {
        var found = await source.nominations()
        var isWhole = true
        for question in Self.questions {
            do throws(ContentError) {
                let page = try await source.search(question.words, offset: 0, limit: Self.limit)
                found += page.items.filter { $0.isPlayable && !$0.isUnavailable }.map {
                    Nomination($0.identifier.description, question.ground)
                }
            } catch {
                isWhole = false
                log.debug("no candidates", ["ground": "\(question.ground)", "error": error.message])
            }
        }
        return (found, isWhole)
    }
}
