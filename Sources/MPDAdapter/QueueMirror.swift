// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// The queue, asked for once, however many clients want it.
@MediaActor
final class QueueMirror {
    private let service: OnCueConnection
    /// Is called with every revision that clients do not know.
    var onChange: @MediaActor () -> Void = {}

    /// As it was loaded last.
    var known: QueueView { view }

    private var view = QueueView()
    /// How often the queue may have changed.
    private var changeCount = 1
    /// Up to which change it is known; 0 before it was loaded.
    private var knownCount = 0
    private let loading = SharedWork()
    private var toldRevision: UInt64?

    init(_ service: OnCueConnection) { self.service = service }

    /// It may have changed, so whoever asks from now on gets what is loaded from now on.
    func noteChange() { changeCount += 1 }

    /// Nobody has seen it from now on.
    func forget() {
        (view, knownCount, toldRevision) = (QueueView(), 0, nil)
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

    /// Looks at what may have changed; its entries are asked for only if they were before.
    private func look() async {
        if knownCount > 0 {
            _ = try? await current()
        } else if let revision = try? await service.queue(offset: 0, limit: 1).revision {
            tell(revision)
        }
    }

    private func load() async throws(ServiceError) {
        let count = changeCount
        var isKnown = false
        if knownCount > 0 { isKnown = try await service.queue(offset: 0, limit: 1).revision == view.revision }
        if !isKnown {
            let (entries, revision) = try await service.wholeQueue()
            view.take(entries, revision)
        }
        knownCount = count
        tell(view.revision)
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

    func receive(_ update: QueueUpdate) {
        switch update {
        case .edited(let change):
            if change.revision != view.revision || loading.isRunning { noteChange() }
            // Nobody may ask for the entries for long, and they may have been many.
            if change.total == 0, knownCount > 0, !loading.isRunning { view.take(QueueEntryList(), change.revision) }
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
    fileprivate func wholeQueue() async throws(ServiceError) -> (entries: QueueEntryList, revision: UInt64) {
        var tries = 1
        while true {
            if let queue = try await queuePages(mayDiffer: tries == Self.patience) { return queue }
            tries += 1
        }
    }

    /// - Parameter mayDiffer: Parts of several revisions are taken for the first of them, which will not be the current
    ///   one when it is looked at next.
    /// - Returns: `nil` if it has changed meanwhile.
    private func queuePages(
        mayDiffer: Bool
    ) async throws(ServiceError) -> (entries: QueueEntryList, revision: UInt64)? {
        var page = try await queue(offset: 0, limit: PageLimit.largest)
        let revision = page.revision
        var entries = QueueEntryList()
        entries.append(page.entries)
        while entries.count < page.total {
            page = try await queue(offset: entries.count, limit: PageLimit.largest)
            if page.revision != revision, !mayDiffer { return nil }
            if page.entries.isEmpty { break }
            entries.append(page.entries)
        }
        return (entries, revision)
    }
}

/// The queue, and which places of it have changed since when.
struct QueueView: Sendable {
    private(set) var entries = QueueEntryList()
    /// The revision at which each place got its entry.
    private var stamps: [UInt64] = []
    private(set) var revision: UInt64 = 0
    /// The first revision that was seen.
    private var first: UInt64?
    private var positions: [UInt64: Int] = [:]

    mutating func take(_ entries: QueueEntryList, _ revision: UInt64) {
        let old = self.entries
        (self.entries, self.revision) = (entries, revision)
        if first == nil { first = revision }
        stamps = entries.indices.map { index in
            index < old.count && old.id(at: index) == entries.id(at: index) ? stamps[index] : revision
        }
        positions = Dictionary(entries.indices.map { (entries.id(at: $0).number, $0) }) { first, _ in first }
    }

    /// The version that clients are told.
    var version: Int { Self.version(revision) }

    private static func version(_ revision: UInt64) -> Int { Int(revision & 0x3FFF_FFFF) + 1 }

    /// The positions that have changed since a version; all of them if that is not known.
    func changes(since base: Int) -> [Int] {
        guard let first, base >= Self.version(first), base <= version else { return Array(entries.indices) }
        return entries.indices.filter { Self.version(stamps[$0]) > base }
    }

    func position(of id: Int) -> Int? { id < 0 ? nil : positions[UInt64(id)] }
}
