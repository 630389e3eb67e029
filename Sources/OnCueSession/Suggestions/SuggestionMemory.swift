// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime
package import OnCueSuggestions

/// The state kept with the donations, saved whenever it changes.
@MediaActor
package final class SuggestionMemory {
    package private(set) var state: SuggestionState

    private let store: any SuggestionStoring
    private let log = Logger("suggestions")
    private var saved: SuggestionState
    private var writer: Task<ContentError?, Never>?

    package init(store: any SuggestionStoring, state: SuggestionState) {
        self.store = store
        self.state = state
        saved = state
    }

    /// Changes something that happened by itself; it is written soon.
    package func note(_ change: (inout SuggestionState) -> Void) {
        change(&state)
        guard state != saved, writer == nil else { return }
        writer = Task { @MediaActor in await write() }
    }

    /// Changes a preference; it is on disk when this returns.
    ///
    /// - Throws: `storage`; the change is then reverted, unless something else changed meanwhile.
    package func change(_ change: (inout SuggestionState) -> Void) async throws(ContentError) {
        let before = state
        note(change)
        let wanted = state
        while state != saved, let writer {
            guard let error = await writer.value else { continue }
            if state == wanted { state = before }
            throw error
        }
    }

    /// Returns when everything that can be written has been written.
    package func finish() async {
        note { _ in }
        _ = await writer?.value
    }

    private func write() async -> ContentError? {
        defer { writer = nil }
        while state != saved {
            let next = state
            do throws(ContentError) {
                try await store.save(next)
            } catch {
                log.warning("cannot save pins and refusals", ["error": error.message])
                return error
            }
            saved = next
        }
        return nil
    }
}
