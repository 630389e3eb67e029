// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The number of rows of a list in one answer.
package enum PageLimit {
    /// The number for callers that set no limit.
    package static let usual = 200
    package static let largest = 1000

    /// Returns the number of rows for a requested `limit`; 0 requests ``usual``.
    package static func granted(_ limit: Int) -> Int { limit <= 0 ? usual : min(limit, largest) }
}
