// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a content item stands for.
package enum ContentKind: String, Sendable, CaseIterable, Codable {
    /// The top of the tree.
    case root
    /// A fixed branch directly under the root, such as Albums.
    case section
    case artist
    case album
    case track
    case genre
    case folder
}
