// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import MPDProtocol
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// The queue, asked for once, however many clients want it.
///
/// Which entries there are is known from the changes of the service. What new ones are is asked for behind the answers to
/// those who do not want to know: mostly identifiers, since the songs of the library are known already.
@MediaActor
final class QueueMirror {
    private let service: OnCueConnection
    /// Is called with every revision that clients do not know.
    var onChange: @MediaActor () -> Void = {}
    /// Whether an identifier is that of a song of the library, as far as that is known.
    var isInLibrary: @MediaActor (ArraySlice<UInt8>) -> Bool = { _ in true }

    /// As it was loaded last.
    var known: QueueView { view }

    private var view = QueueView()
    private(set) var priorities = EntryPriorities()
    /// How often the queue may have changed.
    private var changeCount = 1
    /// Up to which change it is known; 0 before it was loaded.
    private var knownCount = 0
    /// Its parts are of one revision.
    private var isOfOnePiece = false
    private let loading = SharedWork()
    private let filling = SharedWork()
    /// Whether missing parts are being asked for, though nobody waits for them.
    private var isFillingAll = false
    /// The revision of which something was asked when the service had another one already.
    private var pastRevision: UInt64?
    private var toldRevision: UInt64?

    init(_ service: OnCueConnection) { self.service = service }

    /// It may have changed, so whoever asks from now on gets what is loaded from now on.
    func noteChange() { changeCount += 1 }

    /// Nobody has seen it from now on.
    func forget() {
        (view, knownCount, toldRevision) = (QueueView(behind: view), 0, nil)
        priorities = EntryPriorities()
        noteChange()
    }

    /// The queue as it is at the moment of the call, or later.
    func current() async throws(ServiceError) -> QueueView {
        let wanted = changeCount
        while knownCount < wanted {
            do throws(ServiceError) {
                try await loading.run { () throws(ServiceError) in try await self.load() }
            } catch {
                // The daemon ends at this moment, and nobody may bring it back.
                guard error.code == .unavailable, !DaemonStart.isAllowed, knownCount > 0 else { throw error }
                break
            }
        }
        return view
    }

    /// How often the queue is looked at that changes all the time.
    private static let patience = 8

    /// The queue as it is at the moment of the call, or later, with what is at positions of it.
    ///
    /// - Parameters:
    ///   - positions: The positions in a queue, ascending.
    ///   - isEnough: Whether an identifier tells all that must be known of an entry; of others, it is their tags.
    /// - Returns: The positions without entries of which nothing is known, as the daemon has ended.
    /// - Throws: ``CommandRefusal`` for a queue that changes all the time.
    func current(
        with positions: (QueueView) throws -> [Int], _ isEnough: (ArraySlice<UInt8>) -> Bool
    ) async throws -> (queue: QueueView, positions: [Int]) {
        for _ in 1..<Self.patience {
            let queue = try await current()
            let wanted = try positions(queue)
            if try await fill(wanted, of: queue.revision, isEnough) { return (view, view.entries.named(wanted)) }
        }
        throw CommandRefusal(.system, "The queue changes all the time")
    }

    /// Asks for what is not known of entries.
    ///
    /// - Returns: Whether all of it is known, and the queue still has this revision.
    private func fill(
        _ positions: some RandomAccessCollection<Int>, of revision: UInt64,
        _ isEnough: (ArraySlice<UInt8>) -> Bool
    ) async throws(ServiceError) -> Bool {
        var index = 0
        while view.revision == revision, pastRevision != revision {
            guard let gap = view.entries.gap(in: positions, from: index, isEnough) else { return true }
            index = gap.index
            do throws(ServiceError) {
                try await filling.run { () throws(ServiceError) in try await self.ask(for: gap) }
            } catch {
                // As in ``current()``.
                guard error.code == .unavailable, !DaemonStart.isAllowed else { throw error }
                return view.revision == revision
            }
        }
        return false
    }

    private func ask(for gap: QueueEntryList.Gap) async throws(ServiceError) {
        let asked = view.revision
        let (start, count) = (gap.places.lowerBound, gap.places.count)
        let revision: UInt64
        let isFilled: Bool
        if gap.isOfTags {
            let page = try await service.queue(offset: start, limit: count)
            isFilled = page.entries.count == count && view.fill(page.entries, from: start)
            revision = page.revision
        } else {
            let page = try await service.queueIdentifiers(offset: start, limit: count)
            isFilled = page.rows.count == count && view.fill(page.rows, from: start)
            revision = page.revision
        }
        guard !isFilled, asked == view.revision else { return }
        pastRevision = asked
        // The entries of a revision are always the same ones, unless something is wrong with what is known of them.
        if revision == asked { isOfOnePiece = false }
        noteChange()
    }

    /// Asks for what clients will most likely want to know next, and what the daemon can no longer tell them when it has
    /// ended.
    private func fillAll() {
        guard !isFillingAll, !view.entries.isEmpty else { return }
        isFillingAll = true
        DaemonStart.$isAllowed.withValue(false) {
            Task {
                var revision: UInt64?
                while revision != view.revision {
                    revision = view.revision
                    _ = try? await fill(view.entries.indices, of: view.revision) { isInLibrary($0) }
                }
                isFillingAll = false
            }
        }
    }

    /// Looks at what may have changed; its entries are asked for only if they were before.
    private func look() async {
        if knownCount > 0 {
            _ = try? await current()
        } else if let revision = try? await service.queueChanges(since: 0).revision {
            tell(revision)
        }
    }

    private func load() async throws(ServiceError) {
        let count = changeCount
        var isKnown = false
        if knownCount > 0, isOfOnePiece {
            let news = try await service.queueChanges(since: view.revision)
            isKnown = view.apply(news)
        }
        if !isKnown {
            let (entries, revision, isOfOnePiece) = try await service.wholeQueue()
            view.take(entries, revision)
            (self.isOfOnePiece, pastRevision) = (isOfOnePiece, nil)
        }
        knownCount = count
        forgetPriorities()
        tell(view.revision)
        fillAll()
        // The pages of the bus were larger than what is kept of them.
        if !isKnown, view.entries.count > PageLimit.largest { await Background.computing.run { Heap.giveBack() } }
    }

    /// Tells clients of a revision, once, whichever way it came.
    ///
    /// - Parameter isNews: Also if none was known before.
    private func tell(_ revision: UInt64, isNews: Bool = false) {
        guard toldRevision != revision else { return }
        let isFirst = toldRevision == nil
        toldRevision = revision
        if !isFirst || isNews { onChange() }
    }

    // MARK: Priorities

    /// Sets the priority of entries, and tells clients if it was another one.
    ///
    /// - Returns: Those that had another one.
    func prefer(_ ids: [PlaybackQueue.EntryID], _ priority: Int) -> [PlaybackQueue.EntryID] {
        var generator = SystemRandomNumberGenerator()
        let changed = priorities.set(ids.map(\.number), to: priority, using: &generator)
        guard !changed.isEmpty else { return [] }
        view.note(Set(changed))
        onChange()
        return changed.map { PlaybackQueue.EntryID($0) }
    }

    /// Forgets those of entries that have gone.
    private func forgetPriorities() {
        if !priorities.isEmpty { priorities.keep(only: view.entries.numbers) }
    }

    func receive(_ update: QueueUpdate) {
        switch update {
        case .edited(let change):
            if change.revision != view.revision || loading.isRunning { noteChange() }
            // Nobody may ask for the entries for long, and they may have been many.
            if change.total == 0, knownCount > 0, !loading.isRunning {
                view.take(QueueEntryList(), change.revision)
                isOfOnePiece = true
                forgetPriorities()
            }
            tell(change.revision, isNews: true)
        case .changed:
            noteChange()
            Task { await look() }
        // It is as it was when the next daemon comes, which is told.
        case .serviceLost: break
        }
    }
}

extension OnCueConnection {
    /// How often a queue is read that changes all the time, before its parts are taken as they are.
    private static let patience = 8

    /// All entries of the queue, of one revision if it does not change all the time.
    fileprivate func wholeQueue() async throws(ServiceError) -> (
        entries: QueueEntryList, revision: UInt64, isOfOnePiece: Bool
    ) {
        var tries = 1
        while true {
            if let queue = try await queuePages(mayDiffer: tries == Self.patience) { return queue }
            tries += 1
        }
    }

    /// - Parameter mayDiffer: Parts of several revisions are taken for the first of them.
    /// - Returns: `nil` if it has changed meanwhile.
    private func queuePages(
        mayDiffer: Bool
    ) async throws(ServiceError) -> (entries: QueueEntryList, revision: UInt64, isOfOnePiece: Bool)? {
        var page = try await queueIdentifiers(offset: 0, limit: PageLimit.largest)
        let revision = page.revision
        var isOfOnePiece = true
        var entries = QueueEntryList()
        entries.append(page.rows)
        while entries.count < page.total {
            page = try await queueIdentifiers(offset: entries.count, limit: PageLimit.largest)
            if page.revision != revision {
                guard mayDiffer else { return nil }
                isOfOnePiece = false
            }
            if page.rows.isEmpty { break }
            entries.append(page.rows)
        }
        return (entries, revision, isOfOnePiece)
    }
}

/// The queue, and which places of it have changed since when.
struct QueueView: Sendable {
    private(set) var entries = QueueEntryList()
    /// The age at which each place got its entry, or the entry its priority.
    private var stamps: [UInt64] = []
    private(set) var revision: UInt64 = 0
    /// How often priorities have changed, of which the service does not know.
    private var changeCount: UInt64 = 0
    /// The first age that was seen.
    private var first: UInt64?

    /// Grows with each change, whoever knows of it.
    private var age: UInt64 { revision &+ changeCount }

    init() {}

    /// One of which nothing is known, but that no version of another one comes again.
    init(behind other: QueueView) { changeCount = other.changeCount }

    /// Notes that entries have another priority.
    mutating func note(_ changed: Set<UInt64>) {
        changeCount += 1
        for index in entries.indices where changed.contains(entries.id(at: index).number) { stamps[index] = age }
    }

    mutating func take(_ entries: QueueEntryList, _ revision: UInt64) {
        let old = self.entries
        (self.entries, self.revision) = (entries, revision)
        let age = age
        if first == nil { first = age }
        stamps = entries.indices.map { index in entries.isSame(as: old, at: index) ? stamps[index] : age }
    }

    /// Carries out what has changed.
    ///
    /// - Returns: Whether it is known what has.
    mutating func apply(_ news: QueueChanges) -> Bool {
        guard let changes = news.changes, (changes.first?.base ?? news.revision) == revision else { return false }
        guard !changes.isEmpty else { return true }
        var new = entries
        for change in changes {
            guard let difference = change.difference, new.apply(difference) else { return false }
        }
        guard new.count == news.total else { return false }
        take(new, news.revision)
        return true
    }

    /// Notes what entries are.
    ///
    /// - Returns: Whether they are at these places.
    mutating func fill(_ entries: [QueueIdentifiers.Row], from start: Int) -> Bool {
        self.entries.fill(entries, from: start)
    }

    /// Notes the tags of entries.
    ///
    /// - Returns: Whether they are at these places.
    mutating func fill(_ entries: [QueuePage.Entry], from start: Int) -> Bool {
        self.entries.fill(entries, from: start)
    }

    /// The version that clients are told.
    var version: Int { Self.version(age) }

    private static func version(_ age: UInt64) -> Int { Int(age & 0x3FFF_FFFF) + 1 }

    /// The positions that have changed since a version; all of them if that is not known.
    func changes(since base: Int) -> [Int] {
        guard let first, base >= Self.version(first), base <= version else { return Array(entries.indices) }
        return entries.indices.filter { Self.version(stamps[$0]) > base }
    }

    func position(of id: Int) -> Int? { id < 0 ? nil : entries.place(of: UInt64(id)) }
}
