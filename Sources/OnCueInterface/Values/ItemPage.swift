// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Some rows of a list, and the number of all.
package protocol ItemPage {
    associatedtype Item

    /// The number of all rows.
    var total: Int { get }
    var items: [Item] { get }
}
