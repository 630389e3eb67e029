// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
package import PlayableContent
internal import SubsonicProtocol

/// The content of one server, as OnCue asks for it: read when a client asks for it, kept for a minute, and kept longer
/// while the server does not answer.
@MediaActor
package final class SubsonicSource {
    /// The time for which an answer counts as current.
    package nonisolated static let lifetime: Duration = .seconds(60)
    /// The default time for which a request of OnCue waits for the server: less than OnCue's time limit for a call,
    /// after which OnCue would treat this program as not answering.
    package nonisolated static let patience: Duration = .milliseconds(1_600)
    /// The maximum number of lists that are kept, and of items in all of them.
    private static let mostLists = 400
    private static let mostItems = 100_000
    /// The maximum number of items that are remembered apart from lists.
    private static let mostKnown = 20_000

    let connection: SubsonicConnection
    /// The time for which a request of OnCue waits for the server; a later answer is shown when it comes.
    let patience: Duration
    /// Copies of pinned items; `nil` if none can be made.
    var copies: SubsonicCopies?
    /// The manager, which is notified of changes.
    weak var manager: PlayableContentManager?
    /// The sections found on the server, beyond those that every server has.
    var found: Set<SubsonicSection> = []
    /// The sections that the server does not have, and until when that counts as current.
    var absent: [SubsonicSection: ContinuousClock.Instant] = [:]
    /// The search for sections that is under way.
    var probing: Task<Void, Never>?
    /// The title of the current song of the server's play queue.
    var queueTitle: String?
    /// The positions that this program last sent to the server, in milliseconds, by the identifiers of songs: they are
    /// not news when the server returns them.
    var ownBookmarks: [String: Int] = [:]
    /// Whether positions on this machine have yet to be sent, so that the server knows nothing newer.
    var isAhead = false

    private struct List {
        var records: [SubsonicRecord]
        var time: ContinuousClock.Instant
    }

    private var lists: [String: List] = [:]
    private typealias Load = Task<Result<[SubsonicRecord], SubsonicError>, Never>

    /// The lists that are being read, each with a number that shows whether the result still counts.
    private var loads: [String: (number: Int, task: Load)] = [:]
    private var lastLoad = 0
    private struct Known {
        var record: SubsonicRecord
        var time: ContinuousClock.Instant
    }

    private var known: [SubsonicItem: Known] = [:]
    /// Items and pictures that are requested one by one.
    private let items = LateAnswers<SubsonicRecord?>(most: 4, lifetime: SubsonicSource.lifetime)
    private let pictures = LateAnswers<[UInt8]>(most: 4, lifetime: .seconds(3600))
    private let clock = ContinuousClock()

    package init(_ connection: SubsonicConnection, patience: Duration = SubsonicSource.patience) {
        (self.connection, self.patience) = (connection, patience)
    }

    /// Shows the content through a manager.
    package func attach(to manager: PlayableContentManager) {
        self.manager = manager
        manager.contentLifetime = Self.lifetime
        manager.dataSource = self
        manager.delegate = self
    }

    // MARK: Lists

    /// Returns the records of a container: kept ones that are current, or those of the server; outdated ones while the
    /// server does not answer.
    func records(of container: SubsonicItem) async throws(SubsonicError) -> [SubsonicRecord] {
        let name = container.identifier
        let kept = lists[name]
        if let kept, clock.now - kept.time < Self.lifetime { return kept.records }
        let load = loads[name]?.task ?? begin(container)
        let result = await MediaActor.value(within: patience) { await load.value }
        switch result {
        case .success(let records): return records
        case .failure(let error):
            if let kept { return kept.records }
            if let records = await copies?.records(of: container) { return records }
            throw error
        case nil:
            if let kept { return kept.records }
            announce(name, after: load)
            if let records = await copies?.records(of: container) { return records }
            throw late
        }
    }

    /// The error for an answer that has not come yet.
    var late: SubsonicError {
        SubsonicError(
            .unreachable, "\(connection.server.name) has not answered yet; what it has is shown as soon as it does")
    }

    private func begin(_ container: SubsonicItem) -> Load {
        let name = container.identifier
        lastLoad += 1
        let number = lastLoad
        let task = Task { @MediaActor [weak self] in
            guard let self else { return Result<[SubsonicRecord], SubsonicError>.failure(Self.ended) }
            let result: Result<[SubsonicRecord], SubsonicError>
            do throws(SubsonicError) { result = .success(try await self.load(container)) } catch {
                result = .failure(error)
            }
            // The list may have been forgotten since it was requested.
            guard self.loads[name]?.number == number else { return result }
            self.loads[name] = nil
            if case .success(let records) = result { self.keep(records, name) }
            return result
        }
        loads[name] = (number, task)
        return task
    }

    private static let ended = SubsonicError(.failed, "the program is being ended")

    /// Notifies OnCue of a list as soon as it has been read.
    private func announce(_ name: String, after load: Load) {
        Task { @MediaActor [weak self] in
            _ = await load.value
            self?.manager?.reloadChildItems(ofItemWithIdentifier: name)
        }
    }

    /// Keeps a list, and notifies OnCue if it differs from the one before.
    func keep(_ records: [SubsonicRecord], _ name: String) {
        let before = lists[name]?.records
        lists[name] = List(records: records, time: clock.now)
        trim(besides: name)
        for record in records { remember(record) }
        if let before, before != records { manager?.reloadChildItems(ofItemWithIdentifier: name) }
        copies?.note(records, of: name)
    }

    /// Drops the oldest lists until the limits are met.
    private func trim(besides name: String) {
        var count = lists.values.reduce(0) { $0 + $1.records.count }
        while lists.count > Self.mostLists || count > Self.mostItems,
            let oldest = lists.filter({ $0.key != name }).min(by: { $0.value.time < $1.value.time })
        {
            count -= oldest.value.records.count
            lists[oldest.key] = nil
        }
    }

    func remember(_ record: SubsonicRecord) {
        if known.count >= Self.mostKnown { known = [:] }
        known[record.item] = Known(record: record, time: clock.now)
    }

    /// Returns the remembered record of an item without asking the server, unless it is outdated.
    func recordAtHand(_ item: SubsonicItem) -> SubsonicRecord? {
        known[item].flatMap { clock.now - $0.time < Self.lifetime ? $0.record : nil }
    }

    /// Drops a list, or all of them with `nil`, so that it is read again, even if it is being read just now.
    func forget(_ container: SubsonicItem?) {
        if let container {
            (lists[container.identifier], loads[container.identifier]) = (nil, nil)
        } else {
            (lists, loads) = ([:], [:])
        }
    }

    /// Reloads the lists after pinned items or their copies have changed.
    func copiesChanged() {
        if let list = SubsonicSection.offline.item {
            forget(list)
            manager?.reloadChildItems(ofItemWithIdentifier: list.identifier)
        }
        manager?.reloadChildItems(ofItemWithIdentifier: "")
    }

    /// Changes a record wherever it is kept.
    func change(_ item: SubsonicItem, _ body: (inout SubsonicRecord) -> Void) {
        if var before = known[item] {
            body(&before.record)
            known[item] = before
        }
        for (name, list) in lists {
            guard let index = list.records.firstIndex(where: { $0.item == item }) else { continue }
            body(&lists[name, default: list].records[index])
            manager?.reloadChildItems(ofItemWithIdentifier: name)
        }
    }
}

// MARK: Data source

extension SubsonicSource: PagingPlayableContentDataSource, SearchablePlayableContentDataSource {
    @MediaActor package func childItems(
        ofItemWithIdentifier identifier: String, offset: Int, limit: Int
    ) async throws -> ContentItemPage {
        let rows = try await rows(of: identifier)
        return ContentItemPage(Array(rows.dropFirst(max(0, offset)).prefix(max(0, limit))), total: rows.count)
    }

    private func row(_ section: SubsonicSection) -> ContentItem {
        var row = section.row
        if section == .queue, let queueTitle { row.subtitle = "at \"\(queueTitle)\"" }
        return row
    }

    private func rows(of identifier: String) async throws -> [ContentItem] {
        if identifier.isEmpty { return try await sections().map(row) }
        guard let item = SubsonicItem(identifier) else { throw PlayableContentError.notFound("there is no such item") }
        do throws(SubsonicError) { return try await records(of: item).map(\.row) } catch { throw Self.failure(error) }
    }

    @MediaActor package func contentItem(forIdentifier identifier: String) async throws -> ContentItem? {
        guard let item = SubsonicItem(identifier) else { return nil }
        if item.kind == .list { return SubsonicSection(rawValue: item.id).map(row) }
        if let record = recordAtHand(item) { return record.row }
        let before = known[item]?.record
        if before == nil, let record = await copies?.record(of: item) { return record.row }
        do throws(SubsonicError) {
            let record = try await items.value(identifier, within: patience, late: late) { [weak self] in
                do throws(SubsonicError) {
                    let record = try await self?.record(of: item)
                    if let record { self?.remember(record) }
                    return .success(record)
                } catch {
                    return .failure(error)
                }
            }
            return record?.row
        } catch {
            if error.code == .notFound { return nil }
            if let before { return before.row }
            throw Self.failure(error)
        }
    }

    @MediaActor package func contentItems(matching words: String, limit: Int) async throws -> [ContentItem] {
        let each = min(max(1, limit), 50)
        let connection = connection
        let result = await MediaActor.value(within: patience) { () -> Result<[SubsonicRecord], SubsonicError> in
            do throws(SubsonicError) {
                return .success(try await connection.ask(.search(words, limit: each)).found)
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(let records):
            // The positions in long songs are requested with each song.
            for record in records where !Self.isLong(record) { remember(record) }
            return Self.shared(records, limit).map(\.row)
        case .failure(let error): throw Self.failure(error)
        case nil: throw PlayableContentError(.unavailable, "\(connection.server.name) did not answer in time")
        }
    }

    /// Returns the first records of each kind, so that many artists leave room for albums and songs, in the original
    /// order.
    nonisolated static func shared(_ records: [SubsonicRecord], _ limit: Int) -> [SubsonicRecord] {
        guard records.count > limit else { return records }
        var counts: [SubsonicItem.Kind: Int] = [:]
        let places = records.enumerated().map { index, record in
            counts[record.item.kind, default: 0] += 1
            return (place: counts[record.item.kind, default: 0], index: index)
        }
        let first = places.sorted { ($0.place, $0.index) < ($1.place, $1.index) }.prefix(max(0, limit)).map(\.index)
        return first.sorted().map { records[$0] }
    }

    @MediaActor package func artwork(named name: String) async throws -> [UInt8]? {
        let connection = connection
        do throws(SubsonicError) {
            return try await pictures.value(name, within: patience, late: late) {
                do throws(SubsonicError) { return .success(try await connection.picture(name, size: 600)) } catch {
                    return .failure(error)
                }
            }
        } catch {
            if error.code == .notFound { return nil }
            throw Self.failure(error)
        }
    }

    nonisolated static func failure(_ error: SubsonicError) -> PlayableContentError {
        error.code == .notFound ? .notFound(error.message) : PlayableContentError(.unavailable, error.message)
    }
}
