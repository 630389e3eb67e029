// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The number of rows of a list in one answer, in the service and for its callers.
package enum PageLimit {
    /// The number for callers that set no limit.
    package static let usual = 200
    package static let largest = 1000

    /// Returns a requested part of a list within its bounds: an offset from 0, and at least one row.
    package static func part(offset: Int, limit: Int) -> (offset: Int, limit: Int) {
        (max(0, offset), min(max(1, limit), largest))
    }

    /// Returns the number of rows for a requested `limit`; 0 requests ``usual``.
    package static func granted(_ limit: Int) -> Int { limit <= 0 ? usual : min(limit, largest) }
}
