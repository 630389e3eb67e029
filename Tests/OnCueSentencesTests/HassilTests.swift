// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@Suite("The languages of OnCueSentences")
struct HassilTests {
    private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

    @Test("mean the same to hassil, which Scripts/setup test installs")
    func hassil() async throws {
        let check = try await ChildProcess.run(
            Self.root + "/.build/python/bin/python3",
            [
                Self.root + "/Tests/OnCueSentencesTests/hassil_check.py",
                Self.root + "/Sources/OnCueSentences/Languages", Self.root + "/Tests/OnCueSentencesTests",
            ])

        #expect(check.status == 0, "\(check.output)\(check.errors)")
    }
}
