// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

/// The matches of a search in one program that provides content.
package struct ProvidedMatches: Sendable, Equatable {
    /// The title of its branch.
    package var source: String
    /// The matches, best first; at least one, unless the program could not be asked.
    package var items: [ContentRecord]
    /// The reason why the program did not answer.
    package var error: String?

    package init(source: String, items: [ContentRecord], error: String? = nil) {
        self.source = source
        self.items = items
        self.error = error
    }
}
