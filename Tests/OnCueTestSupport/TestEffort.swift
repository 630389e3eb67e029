// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc

/// How hard tests with random input try: a few seeds with every `make test`, many with `make test-long`.
package enum TestEffort {
    /// `ONCUE_TEST_EFFORT`, 1 to 1000; 1 where it is not set.
    package static let factor: Int = {
        let text = getenv("ONCUE_TEST_EFFORT").map { String(cString: $0) }
        return text.flatMap { Int($0) }.map { min(max(1, $0), 1000) } ?? 1
    }()

    /// Whether this is the long run.
    package static var isLong: Bool { factor > 1 }

    /// So many seeds, from 0, or a multiple of them.
    package static func seeds(_ count: Int) -> Range<Int> { 0..<count * factor }
}
