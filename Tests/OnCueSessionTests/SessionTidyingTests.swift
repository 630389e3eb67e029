// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import OnCueSession

@Suite("Tidying of the saved session")
@MediaActor
struct SessionTidyingTests {
    private let store = MemorySessionStore()

    @Test("waits while entries change, and is no matter of those who wait for the disk")
    func waits() async {
        let saver = SessionSaver(store: store, tidyingAfter: .seconds(600))
        for _ in 0..<3 {
            saver.save(SavedSession(), isComplete: true)
            #expect(await saver.finish() == nil)
        }
        #expect(store.tidyings == 0)
    }

    @Test("follows once when they do not")
    func follows() async throws {
        let saver = SessionSaver(store: store, tidyingAfter: .zero)
        saver.save(SavedSession(), isComplete: false)
        #expect(await saver.finish() == nil)
        #expect(store.tidyings == 0, "a position leaves nothing to tidy")

        saver.save(SavedSession(), isComplete: true)
        #expect(await saver.finish() == nil)
        try await waitUntil("it is tidy") { store.tidyings == 1 }
    }
}
