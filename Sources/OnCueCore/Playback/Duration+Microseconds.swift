// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension Duration {
    /// The unit of times on the bus and in the catalog; parts of a microsecond are dropped, and what does not fit is clamped.
    package var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000)
        if isTooLarge { return seconds < 0 ? .min : .max }
        let (sum, isOver) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        return isOver ? (seconds < 0 ? .min : .max) : sum
    }
}
