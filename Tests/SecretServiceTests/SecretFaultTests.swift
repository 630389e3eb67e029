// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import SecretService
import Testing

@Suite("Faults of a keyring")
struct SecretFaultTests {
    @Test("Each has a code of its own, which the text of a failing one does not change")
    func codes() {
        let faults: [SecretFault] = [.absent, .empty, .locked, .declined, .failing("is odd"), .failing("is locked")]

        #expect(faults.map(\.code) == ["absent", "empty", "locked", "declined", "failing", "failing"])
    }
}
