// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueInterface

/// The source of the rows of a list.
enum ListSource: Sendable, Equatable {
    /// A container of the content tree.
    case tree
    case queue
    /// The matches of a query.
    case search(String)
    case suggestions
    /// The outputs and the sound settings.
    case sound
    case history
    /// The matches of words in an open directory.
    case directory(OpenDirectory, words: String)
}

/// A request for a page.
struct ListFetch: Sendable, Equatable {
    /// The screen that the page is for, and the list on it.
    var tab: AppTab = .library
    var token: Int
    var source = ListSource.tree
    /// The path and the identifier of the container, if known.
    var path: String?
    var identifier: String
    var offset: Int
    var limit: Int
    /// The filter for which the rows are read; rows that do not match are dropped.
    var filter: ListMatcher?
    /// Whether to wait for contents from remote sources.
    var waits = false
    /// Whether the rows are those of a selected container, shown beside the list; another one may be selected soon.
    var isPreview = false
}
