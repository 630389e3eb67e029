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

    init(store: any SessionStoring) {
        self.store = store
    }

    /// - Parameter isComplete: False when the entries are as they were saved last.
    func save(_ session: SavedSession, isComplete: Bool) {
        pending = (session, isComplete || pending?.isComplete == true)
        guard task == nil else { return }
        task = Task { @MediaActor in
            while let next = pending {
                pending = nil
                await write(next.session, isComplete: next.isComplete)
            }
            task = nil
        }
    }

    /// Returns when everything is on disk.
    func finish() async {
        await task?.value
    }

    private func write(_ session: SavedSession, isComplete: Bool) async {
        if !isComplete, areEntriesSaved {
            areEntriesSaved = await store.savePosition(session)
            if areEntriesSaved { return }
        }
        areEntriesSaved = await store.save(session)
    }
}
