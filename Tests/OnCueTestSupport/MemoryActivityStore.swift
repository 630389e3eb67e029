// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
package import OnCueCore
internal import OnCueSession
internal import Synchronization

/// Keeps activities in memory.
package final class MemoryActivityStore: ActivityStoring, SearchIndexing {
    private let content: Mutex<[Activity]>
    private let isFull = Mutex(false)
    private let indexed = Mutex<(items: [SearchItem], states: [String: String])>(([], [:]))
    /// Since when programs are missing.
    private let missing = Mutex<[String: Int64]>([:])

    private let mostItems: Int

    /// - Parameter mostItems: The most items that all programs together may have in the index.
    package init(_ activities: [Activity] = [], mostItems: Int = SearchLimits.overall) {
        content = Mutex(activities)
        self.mostItems = mostItems
    }

    package var activities: [Activity] { content.withLock { $0 } }

    /// Everything fails from now on, or nothing any more.
    package func setFull(_ isFull: Bool) { self.isFull.withLock { $0 = isFull } }

    package func load() async -> [Activity] { activities }

    package func apply(_ effects: [ActivityRegister.Effect]) async throws(ContentError) {
        guard !isFull.withLock({ $0 }) else { throw ContentError(.storage, "the disk is full") }
        content.withLock { content in
            for effect in effects {
                switch effect {
                case .keep(let activity):
                    content.removeAll { $0.name == activity.name }
                    content.append(activity)
                case .forget(let name): content.removeAll { $0.name == name }
                }
            }
        }
    }

    // MARK: The index

    package func index(
        _ items: [SearchItem], of program: String, state: String?, at now: Int64
    ) async throws(ContentError) -> Int {
        let names = Set(items.map(\.name))
        let count = indexed.withLock { index -> Int? in
            let others = index.items.filter { !$0.isExpired(at: now) && !names.contains($0.name) }
            let own = others.count { $0.name.program == program } + items.count
            guard own <= SearchLimits.perProgram, others.count + items.count <= mostItems else { return nil }
            index.items = others + items.filter { !$0.isExpired(at: now) }
            if let state { index.states[program] = state }
            return index.items.count { $0.name.program == program }
        }
        guard let count else {
            throw ContentError(
                .refused,
                "\(program) may have \(SearchLimits.perProgram) items in the index, and all programs together "
                    + "\(mostItems); delete some first")
        }
        return count
    }

    package func remove(
        _ deletion: SearchDeletion, of program: String, state: String?
    ) async throws(ContentError) -> Int {
        indexed.withLock { index in
            let before = index.items.count
            index.items.removeAll { item in
                guard item.name.program == program else { return false }
                return switch deletion {
                case .items(let identifiers): identifiers.contains(item.name.identifier)
                case .domains(let domains): domains.contains { item.domain == $0 || item.domain.hasPrefix($0 + ".") }
                case .all: true
                }
            }
            if let state { index.states[program] = state }
            return before - index.items.count
        }
    }

    package func removeEverything() async throws(ContentError) -> Int {
        indexed.withLock { index in
            defer { index = ([], [:]) }
            return index.items.count
        }
    }

    package func tidy(declared: Set<String>, at now: Int64) async throws(ContentError) {
        let programs = Set(indexed.withLock { $0.items }.map(\.name.program))
        let gone = missing.withLock { missing in
            for program in programs { missing[program] = declared.contains(program) ? nil : missing[program] ?? now }
            return missing.filter { $0.value + SearchLimits.undeclaredLifetime <= now }.keys
        }
        indexed.withLock { index in
            index.items.removeAll { $0.isExpired(at: now) || gone.contains($0.name.program) }
        }
    }

    package func clientState(of program: String) async throws(ContentError) -> String {
        indexed.withLock { $0.states[program] ?? "" }
    }

    package func items(
        matching words: [String], limit: Int, at now: Int64
    ) async throws(ContentError) -> [SearchItem] {
        let found = indexed.withLock { $0.items }.filter { item in
            !item.isExpired(at: now) && missing.withLock { $0[item.name.program] == nil }
                && SearchWords.matches(words, in: item.activity.searchText)
        }
        let best = found.filter { SearchWords.matches([words.max { $0.count < $1.count } ?? ""], in: $0.title) }
        return Array((best + found.filter { !best.contains($0) }).prefix(limit))
    }

    package func newestItems(limit: Int, at now: Int64) async throws(ContentError) -> [SearchItem] {
        let found = indexed.withLock { $0.items }.reversed().filter { item in
            !item.isExpired(at: now) && missing.withLock { $0[item.name.program] == nil }
        }
        return Array(found.prefix(limit))
    }

    package func locatedItems(limit: Int, at now: Int64) async throws(ContentError) -> [SearchItem] {
        let found = indexed.withLock { $0.items }.reversed().filter { item in
            item.location != nil && !item.isExpired(at: now) && missing.withLock { $0[item.name.program] == nil }
        }
        return Array(found.prefix(limit))
    }

    package func item(_ name: Activity.Name) async throws(ContentError) -> SearchItem? {
        indexed.withLock { $0.items.first { $0.name == name } }
    }
}
