// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueInterface
internal import OnCueQuery
package import OnCueRuntime

/// Answers the search of a desktop: newest query first, and in time.
///
/// A search ends early without results if a newer one of the same client overtakes it. A search that takes longer than
/// a user who types would wait, like the first one after a start, answers without results as well, but continues, so
/// that the next one finds everything ready. Content of other programs is left out: requesting it takes time and may
/// start them.
@MediaActor
package final class DesktopSearcher {
    /// The results of a search.
    package struct Results: Sendable, Equatable {
        /// The content of a row.
        package enum Content: Sendable, Equatable {
            case item(ContentNode)
            case foreign(ForeignMatch)
        }

        /// A result, and its relevance, 0 to 1.
        package struct Row: Sendable, Equatable {
            package var content: Content
            package var relevance: Double

            package var id: String {
                switch content {
                case .item(let item): item.identifier.description
                case .foreign(let match): match.id
                }
            }
        }

        /// The items among the rows.
        package var items: [ContentNode] {
            rows.compactMap { if case .item(let item) = $0.content { item } else { nil } }
        }

        /// The best first; at most ``DesktopSearch/limit``.
        package var rows: [Row] = []
        /// The number of all matches, shown or not; a lower bound.
        package var total = 0
        /// The text as a query; empty if there was none.
        package var text = ""

        package init() {}
    }

    /// The habits that the search needs.
    package struct Habits {
        package var probabilities: @MediaActor ([ContentIdentifier]) -> [Double]
        package var isHidden: @MediaActor (ContentIdentifier) -> Bool
        /// Returns the suggestions of this moment, the likeliest first.
        package var suggested: @MediaActor () async -> [ContentIdentifier]

        package init(
            probabilities: @escaping @MediaActor ([ContentIdentifier]) -> [Double],
            isHidden: @escaping @MediaActor (ContentIdentifier) -> Bool,
            suggested: @escaping @MediaActor () async -> [ContentIdentifier] = { [] }
        ) {
            (self.probabilities, self.isHidden, self.suggested) = (probabilities, isHidden, suggested)
        }
    }

    /// The maximum number of compared items of each kind.
    private static let depth = 10

    /// Whether anything is found at all.
    package var isOn = true
    /// The other sources that are searched.
    package var others: [any ForeignSearching] = []
    let manager: ContentManager
    private let habits: Habits
    private let patience: Duration
    private let log = Logger("desktop")
    /// Errors that were logged; each once, since a user who types causes the same one with each letter.
    private var logged: Set<String> = []
    /// The search in progress.
    private var current: Task<Results, Never>?
    private var number = 0

    /// - Parameter patience: The longest time that a search may take.
    package init(manager: ContentManager, habits: Habits, patience: Duration = .milliseconds(300)) {
        (self.manager, self.habits, self.patience) = (manager, habits, patience)
    }

    /// Returns the results that match all terms.
    package func results(of terms: [String]) async -> Results {
        current?.cancel()
        current = nil
        number += 1
        let mine = number
        guard isOn, let search = DesktopSearch(terms) else { return Results() }
        let task = Task { @MediaActor in await find(search) }
        current = task
        let results = await inTime(task)
        guard number == mine, isOn else { return Results() }
        return results ?? Results()
    }

    /// Returns the content with an identifier, if it may be shown.
    package func content(_ id: String) async -> Results.Content? {
        guard isOn else { return nil }
        if ForeignMatch.isOne(id) {
            for other in others {
                if let match = await other.match(id) { return .foreign(match) }
            }
            return nil
        }
        guard let identifier = ContentIdentifier(id), !habits.isHidden(identifier),
            let item = try? await manager.source.item(for: identifier)
        else { return nil }
        return .item(item)
    }

    private func inTime(_ task: Task<Results, Never>) async -> Results? {
        let (ends, continuation) = AsyncStream.makeStream(of: Results?.self, bufferingPolicy: .bufferingOldest(1))
        let waiting = Task { continuation.yield(await task.value) }
        let alarm = Task { [patience] in
            if (try? await MediaActor.sleep(for: patience)) != nil { continuation.yield(nil) }
        }
        defer {
            waiting.cancel()
            alarm.cancel()
        }
        for await end in ends { return end }
        return nil
    }

    private func find(_ search: DesktopSearch) async -> Results {
        let sources = manager.searchSources(ownOnly: true)
        let groups = await withTaskGroup(of: (Int, [ContentSearchGroup]).self) { group in
            for (place, source) in sources.enumerated() {
                group.addTask { (place, await self.groups(of: source, search)) }
            }
            var found: [(Int, [ContentSearchGroup])] = []
            for await answer in group { found.append(answer) }
            return found.sorted { $0.0 < $1.0 }.flatMap(\.1)
        }
        guard !Task.isCancelled else { return Results() }
        let (items, disliked) = await shown(groups.flatMap(\.items))
        guard !Task.isCancelled else { return Results() }
        var foreign: [ForeignMatch] = []
        for other in others { foreign += await other.matches(search, limit: DesktopSearch.limit) }
        guard !Task.isCancelled else { return Results() }
        let probabilities = habits.probabilities(items.map(\.identifier))
        let candidates =
            zip(items, probabilities).map { item, habit in
                DesktopSearch.Candidate(kind: item.kind, title: item.title, habit: habit)
            } + foreign.map { DesktopSearch.Candidate(kind: .provided, title: $0.title) }
        let contents = items.map(Results.Content.item) + foreign.map(Results.Content.foreign)
        var results = Results()
        results.rows = search.best(candidates).map {
            Results.Row(content: contents[$0], relevance: search.relevance(of: candidates[$0]))
        }
        if search.asksForSuggestions {
            let suggested = await suggested()
            guard !Task.isCancelled else { return Results() }
            let first = Set(suggested.map(\.id))
            results.rows = Array(
                (suggested + results.rows.filter { !first.contains($0.id) }).prefix(DesktopSearch.limit))
        }
        // Events do not play.
        results.total = groups.reduce(-disliked) { $0 + ($1.kind == .event ? 0 : $1.total) }
        results.text = search.text
        return results
    }

    /// Returns the suggestions of this moment that may be shown.
    private func suggested() async -> [Results.Row] {
        var items: [ContentNode] = []
        for identifier in await habits.suggested() where items.count < DesktopSearch.limit {
            guard let item = try? await manager.source.item(for: identifier) else { continue }
            items += await shown([item]).items
        }
        return items.map { Results.Row(content: .item($0), relevance: 1) }
    }

    private func groups(of source: ContentSearchSource, _ search: DesktopSearch) async -> [ContentSearchGroup] {
        do throws(ContentError) {
            return try await source.find(search.text, Self.depth)
        } catch {
            if !Task.isCancelled { note(error, of: source.title) }
            return []
        }
    }

    /// Leaves out items that cannot be played, that are disliked or that must never be shown, and folders, which have
    /// the names of their contents. If dislikes cannot be read, nothing counts as disliked.
    private func shown(_ items: [ContentNode]) async -> (items: [ContentNode], disliked: Int) {
        var disliked: Set<ContentIdentifier> = []
        do throws(ContentError) {
            let records = try await manager.listening?.records(for: items.map(\.identifier)) ?? [:]
            disliked = Set(records.filter(\.value.isDisliked).keys)
        } catch {
            note(error, of: "dislikes")
        }
        let shown = items.filter { item in
            item.isPlayable && !item.isUnavailable && item.kind != .folder && !disliked.contains(item.identifier)
                && !habits.isHidden(item.identifier)
        }
        return (shown, items.count { disliked.contains($0.identifier) })
    }

    private func note(_ error: ContentError, of part: String) {
        guard logged.count < 20, logged.insert(part + error.message).inserted else { return }
        log.warning("the search of a desktop cannot read everything", ["part": part, "error": error.message])
    }
}
