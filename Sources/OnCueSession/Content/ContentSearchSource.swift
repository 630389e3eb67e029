// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A part of the tree that is searched separately.
package struct ContentSearchSource: Sendable {
    /// Returns the best results of each kind, up to a limit.
    package typealias Find =
        @Sendable (_ words: String, _ limit: Int) async throws(ContentError)
        -> [ContentSearchGroup]

    package var title: String
    package var find: Find

    package init(title: String, find: @escaping Find) {
        self.title = title
        self.find = find
    }
}
