// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueSuggestions

/// The tree of one provider, read page by page and kept until a change is announced.
@MediaActor
final class ProviderContentSource: ContentSource {
    let client: ContentProviderClient
    var name: String
    /// The URI of a picture, or the name of an icon, as the provider gave it.
    var icon: String?
    /// The time for which an answer is valid if changes are not announced. An older answer is shown if there is no
    /// newer one.
    var lifetime: Duration?
    /// Whether the provider is on another machine, which may be away.
    var isElsewhere = false
    var canSearch = false
    var canNominate = false
    /// Whether the provider keeps favourites and ratings.
    var canMark = false
    /// Takes over the positions where items were left in other players of the provider.
    var positions: PositionsElsewhere?
    var nominated: [Nomination] = []
    var nominating: Task<Void, Never>?
    var isNominatedAnew = false

    nonisolated let hub = ContentChangeHub()
    var pages = ProviderPages()
    var loads = ProviderLoads()
    /// The rows, or `nil` if they changed during the request.
    private typealias Answer = Result<[ProviderRow?]?, ContentError>
    /// The requests under way; an answer whose number is missing here precedes a change.
    private var loading: [ProviderPages.Key: (number: UInt64, task: Task<Answer, Never>)] = [:]
    private var lastLoad: UInt64 = 0
    /// The times when rows arrived, if they are only valid for a while.
    private var arrivals: [ProviderPages.Key: ContinuousClock.Instant] = [:]
    /// Containers whose children could not be loaded, until the provider is available again.
    private var lost: Set<ContentIdentifier> = []
    // Higher than in the previous run, as long as there is less than one change per microsecond.
    var number = UInt64(time(nil)) &* 1_000_000

    init(client: ContentProviderClient, name: String, icon: String?) {
        self.client = client
        self.name = name
        self.icon = icon
    }

    deinit { hub.finish() }

    var artwork: ArtworkReference? { icon.flatMap(ProviderRow.artwork) }

    var iconName: String? { icon.flatMap(ProviderRow.iconName) }

    // MARK: Changes

    /// Notes that the children of a container have changed, or those of all containers if `nil`.
    func changed(_ own: String?) {
        number += 1
        loads.forgetFailures(of: own)
        guard let own else {
            pages.forgetAll()
            (loading, lost) = ([:], [])
            lookForNominations()
            return hub.tell(ContentChange(revision: current))
        }
        pages.forget(own)
        loading = loading.filter { $0.key.container != own }
        guard let identifier = container(own) else { return }
        hub.tell(ContentChange(revision: current, containers: [identifier]))
    }

    /// Notes that the provider has become available, or is no longer available.
    func stateChanged() {
        number += 1
        var told: Set<ContentIdentifier> = [.root]
        if client.health.state != .unavailable {
            told.formUnion(lost)
            lost = []
        }
        hub.tell(ContentChange(revision: current, containers: told))
    }

    /// Schedules a change of a container for the time when the provider is available again.
    func noteLost(_ identifier: ContentIdentifier) {
        if lost.count < ProviderLimits.lostContainers { lost.insert(identifier) }
    }

    var current: ContentTree.Revision { ContentTree.Revision(number) }

    func container(_ own: String) -> ContentIdentifier? {
        own.isEmpty ? .root : client.identity.identifier(of: own)
    }

    func own(_ identifier: ContentIdentifier) throws(ContentError) -> String {
        guard let own = client.identity.own(identifier) else {
            throw ContentError(.notFound, "there is no \(identifier) in \(name)")
        }
        return own
    }

    // MARK: Chunks

    /// Returns the rows of a container after its last change.
    ///
    /// - Parameter evenOld: Whether known rows that are old are returned at once, and requested again in the
    ///   background.
    /// - Throws: `unavailable` if it changes faster than it can be read; the errors of the provider.
    func chunk(_ key: ProviderPages.Key, evenOld: Bool = false) async throws(ContentError) -> [ProviderRow?] {
        for _ in 0..<3 {
            let kept = pages.chunk(key)
            if let kept, !isOld(key) { return kept }
            if let kept, evenOld {
                if loading[key] == nil, client.health.mayCall(at: .now) { _ = load(key) }
                return kept
            }
            let task = loading[key]?.task ?? load(key)
            switch await task.value {
            case .success(let rows?): return rows
            case .success(nil): continue
            case .failure(let error):
                guard let kept, error.code == .unavailable else { throw error }
                return kept
            }
        }
        throw restless
    }

    private func isOld(_ key: ProviderPages.Key) -> Bool {
        guard let lifetime else { return false }
        return arrivals[key].map { ContinuousClock.now - $0 > lifetime } ?? true
    }

    private func load(_ key: ProviderPages.Key) -> Task<Answer, Never> {
        lastLoad += 1
        let load = lastLoad
        let task = Task { @MediaActor [client] in
            do throws(ContentError) {
                let page = try await client.children(
                    of: key.container, offset: key.chunk * ProviderLimits.chunk, limit: ProviderLimits.chunk)
                guard self.loading[key]?.number == load else { return Answer.success(nil) }
                self.arrived(page, key)
                // This must happen before the rows are used, so that an item plays from where it was left.
                await self.takePositions(of: page.rows)
                return .success(page.rows)
            } catch {
                if self.loading[key]?.number == load { self.loading[key] = nil }
                return .failure(error)
            }
        }
        loading[key] = (load, task)
        return task
    }

    private func arrived(_ page: ContentProviderClient.Page, _ key: ProviderPages.Key) {
        loading[key] = nil
        if lifetime != nil {
            if arrivals.count >= ProviderLimits.keptChunks * 2 { arrivals = [:] }
            arrivals[key] = .now
        }
        // Old rows may have been shown in the meantime.
        let isOther = pages.chunk(key).map { $0.map { $0?.item } != page.rows.map { $0?.item } } ?? false
        let isNews = pages.keep(page, for: key, asked: ProviderLimits.chunk)
        if isNews || isOther, let identifier = container(key.container) {
            number += 1
            hub.tell(ContentChange(revision: current, containers: [identifier]))
        }
    }

    /// Returns the items from `offset` on. If answers change during the reading, it starts over, at most three times;
    /// if the provider changes its revision with every answer, the last result is returned.
    ///
    /// - Throws: The same errors as ``chunk(_:evenOld:)``.
    func rows(
        _ own: String, _ offset: Int, _ limit: Int, evenOld: Bool = false
    ) async throws(ContentError) -> (items: [ContentNode], total: Int) {
        var last: (items: [ContentNode], total: Int)?
        for _ in 0..<4 {
            // A change may have removed the known data.
            if pages.containers[own] == nil { _ = try await chunk(ProviderPages.Key(container: own, chunk: 0)) }
            let revision = pages.containers[own]?.revision
            let found = try await collect(own, offset, limit, evenOld)
            guard let now = pages.containers[own]?.revision else { continue }
            if now == revision { return found }
            last = found
        }
        guard let last else { throw restless }
        return last
    }

    private func collect(
        _ own: String, _ offset: Int, _ limit: Int, _ evenOld: Bool
    ) async throws(ContentError) -> (items: [ContentNode], total: Int) {
        var items: [ContentNode] = []
        var position = pages.containers[own]?.position(of: offset) ?? offset
        while items.count < limit, position < pages.containers[own]?.total ?? 0 {
            let key = ProviderPages.Key(container: own, chunk: position / ProviderLimits.chunk)
            let rows = try await chunk(key, evenOld: evenOld).dropFirst(position % ProviderLimits.chunk)
            if rows.isEmpty { break }
            for row in rows where items.count < limit {
                if let row { items.append(row.item) }
                position += 1
            }
        }
        return (items, pages.containers[own]?.shown ?? items.count)
    }

    private var restless: ContentError {
        ContentError(.unavailable, "\(name) changes faster than it can be read; try again")
    }

    var stale: ContentError {
        ContentError(
            .staleIndexPath(current: current), "\(name) has changed since it was listed; browse again")
    }
}
