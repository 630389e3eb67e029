// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import Synchronization

/// The current suggestions, for browsing. Safe from any thread.
package final class SuggestedItems: Sendable {
    private struct State {
        var items: [ContentNode] = []
        var changed: @Sendable () -> Void = {}
    }

    private let state = Mutex(State())

    package init() {}

    /// The items, best first; empty if nothing is suggested.
    package var items: [ContentNode] {
        get { state.withLock { $0.items } }
        set {
            let changed = state.withLock { state -> (@Sendable () -> Void)? in
                guard state.items != newValue else { return nil }
                state.items = newValue
                return state.changed
            }
            changed?()
        }
    }

    func onChange(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.changed = handler } }
}
