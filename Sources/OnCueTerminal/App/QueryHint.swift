// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueInterface

/// The most likely end of a query that is being typed.
struct QueryHint: Sendable, Equatable {
    let query: String
    /// The whole query including that end.
    let word: String

    /// The missing end, without quotes, to show after the query; empty if the query begins differently.
    var rest: String {
        let (typed, whole) = (query.filter { $0 != "\"" }, word.filter { $0 != "\"" })
        guard whole.lowercased().hasPrefix(typed.lowercased()) else { return "" }
        return String(whole.dropFirst(typed.count))
    }
}

extension AppModel {
    /// The number of results that are considered.
    private static let hintRows = 20

    /// The most likely end of the query, which the right arrow accepts; `nil` while nothing is typed.
    var queryHint: QueryHint? {
        guard isTyping, tab == .search, let pane = trees[.search], pane.levels.count == 1 else { return nil }
        let last = query.last.map { !$0.isWhitespace } ?? false
        guard last else { return nil }
        if let hint, hint.query == query { return hint.rest.isEmpty ? nil : hint }
        guard QueryCompletion.value(in: query) == nil else { return nil }
        let typed = query.lowercased()
        let titles = (0..<min(Self.hintRows, pane.level.count)).lazy.compactMap { pane.level.row($0)?.record.title }
        let title = titles.first { $0.count > query.count && $0.lowercased().hasPrefix(typed) }
        if let title { return QueryHint(query: query, word: query + title.dropFirst(query.count)) }
        return QueryCompletion.field(query).map { QueryHint(query: query, word: $0) }
    }
}
