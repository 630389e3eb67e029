// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@Suite("The fake store of what was learnt")
struct MemorySuggestionStoreTests {
    @Test("It keeps the contract")
    func contract() async throws { try await SuggestionStoreContract.check(MemorySuggestionStore()) }
}
