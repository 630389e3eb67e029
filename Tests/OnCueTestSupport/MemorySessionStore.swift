// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueSession
internal import Synchronization

/// Keeps the session in memory and remembers every save.
package final class MemorySessionStore: SessionStoring {
    package enum Save: Sendable, Equatable {
        case everything(SavedSession)
        case position(SavedSession)

        package var session: SavedSession {
            switch self {
            case .everything(let session), .position(let session): session
            }
        }
    }

    private struct State {
        var session: SavedSession
        var isHeld = false
        var isFull = false
        var areEntriesCurrent = true
        var waiting: [CheckedContinuation<Void, Never>] = []
        var tidyings = 0
    }

    private let state: Mutex<State>
    /// Every save in the order in which it was begun.
    package let saves = EventLog<Save>()

    package init(_ session: SavedSession = SavedSession()) {
        state = Mutex(State(session: session))
    }

    /// What a restart would find.
    package var session: SavedSession { state.withLock { $0.session } }

    /// From now on a save takes until it is released.
    package func hold() {
        state.withLock { $0.isHeld = true }
    }

    package func release() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isHeld = false
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// From now on, or until it is set back, nothing can be saved, as on a full disk.
    package func setFull(_ isFull: Bool) {
        state.withLock { $0.isFull = isFull }
    }

    /// Forgets everything, as when a damaged file was moved aside.
    package func lose() {
        state.withLock { state in
            state.session = SavedSession()
            state.areEntriesCurrent = false
        }
    }

    /// How often it was tidied.
    package var tidyings: Int { state.withLock { $0.tidyings } }

    package func tidy() async { state.withLock { $0.tidyings += 1 } }

    package func load() async -> SavedSession { session }

    @discardableResult
    package func save(_ session: SavedSession) async -> SessionSaveOutcome {
        await write(.everything(session)) { state in
            state.areEntriesCurrent = !state.isFull
            if !state.isFull { state.session = session }
        }
    }

    @discardableResult
    package func savePosition(_ session: SavedSession) async -> SessionSaveOutcome {
        await write(.position(session)) { state in
            guard state.areEntriesCurrent, !state.isFull else { return }
            let (entries, context) = (state.session.entries, state.session.context)
            state.session = session
            (state.session.entries, state.session.context) = (entries, context)
        }
    }

    private func write(_ save: Save, _ change: @Sendable (inout State) -> Void) async -> SessionSaveOutcome {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.isHeld { state.waiting.append(continuation) }
                return state.isHeld
            }
            saves.append(save)
            if !isHeld { continuation.resume() }
        }
        return state.withLock { state in
            change(&state)
            if state.isFull { return .failed("in memory: No space left on device") }
            return state.areEntriesCurrent ? .saved : .entriesMissing
        }
    }
}
