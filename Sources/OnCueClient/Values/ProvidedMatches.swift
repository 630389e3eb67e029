// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a search found in one program that provides content.
package struct ProvidedMatches: Sendable, Equatable {
    /// The title of its branch.
    package var source: String
    /// The best first; at least one.
    package var items: [ContentRecord]

    package init(source: String, items: [ContentRecord]) {
        self.source = source
        self.items = items
    }
}
