// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import MPDProtocol
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// A copy of the queue that is requested once, however many clients need it.
///
/// Changes reported by the service keep the list of entries current. The details of new entries are requested after the
/// answers to clients that do not need them: mostly identifiers, since the songs of the library are already known.
@MediaActor
final class QueueMirror {
    private let service: OnCueConnection
    /// Called with every revision that clients do not know yet.
    var onChange: @MediaActor () -> Void = {}
    /// Whether an identifier is that of a song of the library, as far as is known.
    var isInLibrary: @MediaActor (ArraySlice<UInt8>) -> Bool = { _ in true }

    /// The queue as it was last loaded.
    var known: QueueView { view }

    private var view = QueueView()
    private(set) var priorities = EntryPriorities()
    /// The number of times that the queue may have changed.
    private var changeCount = 1
    /// The change count up to which the queue is known; 0 before it is loaded.
    private var knownCount = 0
    /// Whether all parts are from one revision.
    private var isOfOnePiece = false
    private let loading = SharedWork()
    private let filling = SharedWork()
    /// Whether missing parts are being requested although no client waits for them.
    private var isFillingAll = false
    /// The revision for which a request came too late, because the service had already moved on.
    private var pastRevision: UInt64?
    private var toldRevision: UInt64?

    init(_ service: OnCueConnection) { self.service = service }

    /// Notes that the queue may have changed, so that later callers get a queue that is loaded after this call.
    func noteChange() { changeCount += 1 }

    /// Forgets the queue, as if no client had seen it.
    func forget() {
        (view, knownCount, toldRevision) = (QueueView(behind: view), 0, nil)
        priorities = EntryPriorities()
        noteChange()
    }

    /// Returns the queue as it is at the moment of the call, or later.
    func current() async throws(ServiceError) -> QueueView {
        let wanted = changeCount
        while knownCount < wanted {
            do throws(ServiceError) {
                try await loading.run { () throws(ServiceError) in try await self.load() }
            } catch {
                // The daemon is ending, and this request must not start it again.
                guard error.code == .unavailable, !DaemonStart.isAllowed, knownCount > 0 else { throw error }
                break
            }
        }
        return view
    }

    /// The maximum number of attempts to read a queue that changes all the time.
    private static let patience = 8

    /// Returns the queue as it is at the moment of the call, or later, with the contents of some of its positions.
    ///
    /// - Parameters:
    ///   - positions: Returns the positions in a queue, in ascending order.
    ///   - isEnough: Whether the identifier of an entry is enough; otherwise its tags are requested.
    /// - Returns: The queue, and the positions without those entries of which nothing is known because the daemon has
    ///   ended.
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

    /// Requests the missing information about entries.
    ///
    /// - Returns: Whether all of it is known and the queue still has this revision.
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
        // A revision always has the same entries, unless the copy of them is wrong.
        if revision == asked { isOfOnePiece = false }
        noteChange()
    }

    /// Requests the information that clients will most likely need next, and that the daemon can no longer provide once
    /// it has ended.
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

    /// Checks whether the queue has changed; its entries are requested only if they were loaded before.
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
        // The pages from the bus took more memory than the entries that are kept.
        if !isKnown, view.entries.count > PageLimit.largest { await Background.computing.run { Heap.giveBack() } }
    }

    /// Notifies clients of a revision, once, whichever way it was received.
    ///
    /// - Parameter isNews: Whether clients are notified even if no revision was known before.
    private func tell(_ revision: UInt64, isNews: Bool = false) {
        guard toldRevision != revision else { return }
        let isFirst = toldRevision == nil
        toldRevision = revision
        if !isFirst || isNews { onChange() }
    }

    // MARK: Priorities

    /// Sets the priority of entries, and notifies clients if that changes any.
    ///
    /// - Returns: The entries whose priority has changed.
    func prefer(_ ids: [PlaybackQueue.EntryID], _ priority: Int) -> [PlaybackQueue.EntryID] {
        var generator = SystemRandomNumberGenerator()
        let changed = priorities.set(ids.map(\.number), to: priority, using: &generator)
        guard !changed.isEmpty else { return [] }
        view.note(Set(changed))
        onChange()
        return changed.map { PlaybackQueue.EntryID($0) }
    }

    /// Forgets the priorities of entries that have gone.
    private func forgetPriorities() {
        if !priorities.isEmpty { priorities.keep(only: view.entries.numbers) }
    }

    func receive(_ update: QueueUpdate) {
        switch update {
        case .edited(let change):
            if change.revision != view.revision || loading.isRunning { noteChange() }
            // It may be a long time until a client requests the entries again, and there may have been many.
            if change.total == 0, knownCount > 0, !loading.isRunning {
                view.take(QueueEntryList(), change.revision)
                isOfOnePiece = true
                forgetPriorities()
            }
            tell(change.revision, isNews: true)
        case .changed:
            noteChange()
            Task { await look() }
        // The next daemon restores the queue, and its start is reported.
        case .serviceLost: break
        }
    }
}

extension OnCueConnection {
    /// The maximum number of attempts to read a queue that changes all the time, before parts of several revisions are
    /// accepted.
    private static let patience = 8

    /// Returns all entries of the queue, from one revision unless it changes all the time.
    fileprivate func wholeQueue() async throws(ServiceError) -> (
        entries: QueueEntryList, revision: UInt64, isOfOnePiece: Bool
    ) {
        var tries = 1
        while true {
            if let queue = try await queuePages(mayDiffer: tries == Self.patience) { return queue }
            tries += 1
        }
    }

    /// - Parameter mayDiffer: Whether parts of several revisions are accepted as belonging to the first of them.
    /// - Returns: The entries, or `nil` if the queue has changed meanwhile.
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

/// The queue, and the version in which each of its places last changed.
struct QueueView: Sendable {
    private(set) var entries = QueueEntryList()
    /// The age at which each place got its entry, or its entry got its priority.
    private var stamps: [UInt64] = []
    private(set) var revision: UInt64 = 0
    /// The number of changes of priorities, which the service does not know.
    private var changeCount: UInt64 = 0
    /// The first age that was seen.
    private var first: UInt64?

    /// A number that grows with each change, whether or not the service knows of it.
    private var age: UInt64 { revision &+ changeCount }

    init() {}

    /// Creates an unknown queue that never repeats a version of another one.
    init(behind other: QueueView) { changeCount = other.changeCount }

    /// Notes that the priority of entries has changed.
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

    /// Applies changes.
    ///
    /// - Returns: Whether the changes are known and fit this queue.
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

    /// Stores the identifiers of entries.
    ///
    /// - Returns: Whether the entries are at these places.
    mutating func fill(_ entries: [QueueIdentifiers.Row], from start: Int) -> Bool {
        self.entries.fill(entries, from: start)
    }

    /// Stores the tags of entries.
    ///
    /// - Returns: Whether the entries are at these places.
    mutating func fill(_ entries: [QueuePage.Entry], from start: Int) -> Bool {
        self.entries.fill(entries, from: start)
    }

    /// The version that clients see.
    var version: Int { Self.version(age) }

    private static func version(_ age: UInt64) -> Int { Int(age & 0x3FFF_FFFF) + 1 }

    /// Returns the positions that have changed since a version, or all of them if that is not known.
    func changes(since base: Int) -> [Int] {
        guard let first, base >= Self.version(first), base <= version else { return Array(entries.indices) }
        return entries.indices.filter { Self.version(stamps[$0]) > base }
    }

    func position(of id: Int) -> Int? { id < 0 ? nil : entries.place(of: UInt64(id)) }
}
