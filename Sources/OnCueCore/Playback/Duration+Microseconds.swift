// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension Duration {
    /// The duration in the unit of the bus and of the catalog; parts of a microsecond are dropped, and values out of
    /// range are clamped.
    package var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000)
        if isTooLarge { return seconds < 0 ? .min : .max }
        let (sum, isOver) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        return isOver ? (seconds < 0 ? .min : .max) : sum
    }
}
