// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Bounds of listings.
enum ListPage {
    /// The largest page; a larger limit counts as this one.
    static let limit = 1000
}
