// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession
internal import Synchronization

/// Keeps what was set about sound in memory.
package final class MemorySoundStore: SoundStoring {
    private struct State {
        var saved: SavedSound
        var isFull = false
    }

    private let state: Mutex<State>
    /// Every change that was kept, in order.
    package let changes = EventLog<SavedSound.Change>()

    package init(_ saved: SavedSound = SavedSound()) {
        state = Mutex(State(saved: saved))
    }

    /// What a restart would find.
    package var saved: SavedSound { state.withLock { $0.saved } }

    /// From now on, or until it is set back, nothing can be kept, as on a full disk.
    package func setFull(_ isFull: Bool) {
        state.withLock { $0.isFull = isFull }
    }

    package func loadSound() async -> SavedSound { saved }

    package func keep(_ change: SavedSound.Change) async throws(ContentError) {
        let isFull = state.withLock { state in
            if !state.isFull { state.saved.apply(change) }
            return state.isFull
        }
        if isFull { throw ContentError(.storage, "the disk is full") }
        changes.append(change)
    }
}
