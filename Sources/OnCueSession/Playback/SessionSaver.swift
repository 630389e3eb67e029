// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// Saves sessions one after the other; of several that wait, only the newest is written.
@MediaActor
final class SessionSaver {
    private let store: any SessionStoring
    private var pending: (session: SavedSession, isComplete: Bool)?
    private var task: Task<Void, Never>?
    /// False after a complete save has failed, so that the next save is complete, too.
    private var areEntriesSaved = true
    /// The newest session that could not be saved, with the reason; `nil` if saving works.
    private var unsaved: (session: SavedSession, reason: String)?
    /// Called with the reason when saving fails, and with `nil` when it works again.
    var onOutcome: (@MediaActor (String?) -> Void)?
    /// The number of saves requested, and the number of the newest request that is complete.
    private var (asked, done): (UInt64, UInt64) = (0, 0)
    private var waiting: [UInt64: (save: UInt64, answer: CheckedContinuation<String?, Never>)] = [:]
    private var lastWaiter: UInt64 = 0
    /// The time without saved entries before the store is tidied: a client that has added many entries reads them next,
    /// which is enough work for the processor at that moment.
    private let quiet: Duration
    private var tidying: Task<Void, Never>?

    init(store: any SessionStoring, tidyingAfter quiet: Duration = .seconds(3)) {
        (self.store, self.quiet) = (store, quiet)
    }

    /// - Parameter isComplete: False if the entries are those that were saved last.
    func save(_ session: SavedSession, isComplete: Bool) {
        pending = (session, isComplete || pending?.isComplete == true)
        asked += 1
        guard task == nil else { return }
        task = Task { @MediaActor in
            while let next = pending {
                pending = nil
                let last = asked
                let reason = await write(next.session, isComplete: next.isComplete)
                if (reason == nil) != (unsaved == nil) { onOutcome?(reason) }
                unsaved = reason.map { (next.session, $0) }
                settle(last, reason)
                if next.isComplete, reason == nil { tidyLater() }
            }
            task = nil
        }
    }

    private func tidyLater() {
        tidying?.cancel()
        tidying = Task { @MediaActor [store, quiet] in
            guard (try? await MediaActor.sleep(for: quiet)) != nil else { return }
            await store.tidy()
        }
    }

    /// Returns when all saves requested before this call are on disk, or have failed. Earlier failures are retried.
    ///
    /// - Parameter limit: The longest time to wait; `nil` waits without limit.
    /// - Returns: The reason of the failure, as in ``SessionSaveOutcome/failed(_:)``, or `nil` on success.
    @discardableResult
    func finish(within limit: Duration? = nil) async -> String? {
        if done == asked {
            guard let unsaved else { return nil }
            save(unsaved.session, isComplete: !areEntriesSaved)
        }
        lastWaiter += 1
        let number = lastWaiter
        let timeout = limit.map { limit in
            Task { @MediaActor in
                guard (try? await MediaActor.sleep(for: limit)) != nil else { return }
                answer(number, "within \(limit.components.seconds) s: its disk does not answer; see oncue doctor")
            }
        }
        defer { timeout?.cancel() }
        return await withCheckedContinuation { waiting[number] = (asked, $0) }
    }

    private func settle(_ save: UInt64, _ reason: String?) {
        done = save
        for (number, waiter) in waiting where waiter.save <= save { answer(number, reason) }
    }

    private func answer(_ waiter: UInt64, _ reason: String?) {
        waiting.removeValue(forKey: waiter)?.answer.resume(returning: reason)
    }

    /// - Returns: The reason why it was not saved.
    private func write(_ session: SavedSession, isComplete: Bool) async -> String? {
        if !isComplete, areEntriesSaved {
            switch await store.savePosition(session) {
            case .saved: return nil
            case .failed(let reason): return reason
            case .entriesMissing: break
            }
        }
        let outcome = await store.save(session)
        areEntriesSaved = outcome == .saved
        guard case .failed(let reason) = outcome else { return nil }
        return reason
    }
}
