// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// An item that was looked up by a place.
package struct ContentLookup: Sendable, Equatable {
    /// The revision to which `path` belongs.
    package var revision: ContentTree.Revision
    package var item: ContentNode
    /// The position, where the place was one.
    package var path: IndexPath?
}
