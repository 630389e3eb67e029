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
    /// False after a complete save failed, so that the next save is complete, too.
    private var areEntriesSaved = true
    /// How many saves were asked for, and up to which of them the newest that was carried out goes.
    private var (asked, done): (UInt64, UInt64) = (0, 0)
    private var waiting: [UInt64: (save: UInt64, answer: CheckedContinuation<Void, Never>)] = [:]
    private var lastWaiter: UInt64 = 0

    init(store: any SessionStoring) {
        self.store = store
    }

    /// - Parameter isComplete: False when the entries are as they were saved last.
    func save(_ session: SavedSession, isComplete: Bool) {
        pending = (session, isComplete || pending?.isComplete == true)
        asked += 1
        guard task == nil else { return }
        task = Task { @MediaActor in
            while let next = pending {
                pending = nil
                let last = asked
                await write(next.session, isComplete: next.isComplete)
                settle(last)
            }
            task = nil
        }
    }

    /// Returns when everything is on disk that was to be saved before this call, or could not be saved.
    ///
    /// - Parameter limit: Returns then even so; `nil` waits for as long as it takes.
    func finish(within limit: Duration? = nil) async {
        guard done < asked else { return }
        lastWaiter += 1
        let number = lastWaiter
        let timeout = limit.map { limit in
            Task { @MediaActor in if (try? await MediaActor.sleep(for: limit)) != nil { answer(number) } }
        }
        defer { timeout?.cancel() }
        await withCheckedContinuation { waiting[number] = (asked, $0) }
    }

    private func settle(_ save: UInt64) {
        done = save
        for (number, waiter) in waiting where waiter.save <= save { answer(number) }
    }

    private func answer(_ waiter: UInt64) { waiting.removeValue(forKey: waiter)?.answer.resume() }

    private func write(_ session: SavedSession, isComplete: Bool) async {
        if !isComplete, areEntriesSaved {
            areEntriesSaved = await store.savePosition(session)
            if areEntriesSaved { return }
        }
        areEntriesSaved = await store.save(session)
    }
}
