// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How much of a list one answer has.
package enum PageLimit {
    /// For callers that do not say.
    package static let usual = 200
    package static let largest = 1000

    /// What a caller gets that asks for `limit`; 0 asks for ``usual``.
    package static func granted(_ limit: Int) -> Int { limit <= 0 ? usual : min(limit, largest) }
}
