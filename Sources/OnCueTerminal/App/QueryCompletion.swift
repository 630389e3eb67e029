// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueQuery

/// The completion of the last word of a query: the name of a field, or a name after one.
struct QueryCompletion: Sendable, Equatable {
    /// The fields whose values can be completed with names of items; each is also the name of a kind.
    static let namedFields = ["artist", "album", "genre", "composer"]

    /// The query without the last value.
    private let head: String
    private let names: [String]
    private var index = 0

    /// Completes with each of these names in turn.
    ///
    /// - Returns: `nil` if there are none.
    init?(_ query: String, names: [String]) {
        guard let value = Self.value(in: query), !names.isEmpty else { return nil }
        head = String(query[..<value.start])
        self.names = names
    }

    /// The query with the present name.
    var query: String {
        let name = names[index].filter { $0 != "\"" && $0 != "\\" }
        return head + (name.contains { !$0.isLetter && !$0.isNumber } ? "\"\(name)\"" : name)
    }

    /// Moves to the next name, continuing at the beginning after the last.
    mutating func next() { index = (index + 1) % names.count }

    /// Returns the field and the text after it, if the query ends with a value that names can complete.
    static func value(in query: String) -> (field: String, text: String, start: String.Index)? {
        guard let colon = query.lastIndex(of: ":") else { return nil }
        let field = query[..<colon].reversed().prefix { $0.isLetter }.reversed()
        let name = String(field).lowercased()
        guard namedFields.contains(name) else { return nil }
        let start = query.index(after: colon)
        var text = query[start...]
        if text.first == "\"" {
            text = text.dropFirst()
            guard !text.contains("\"") else { return nil }
        } else if text.contains(" ") {
            return nil
        }
        return (name, String(text), start)
    }

    /// Returns the query with the last word completed to the first matching field or flag; `nil` if there is none.
    static func field(_ query: String) -> String? {
        let start = query.lastIndex { " (-".contains($0) }.map(query.index(after:)) ?? query.startIndex
        let word = query[start...].lowercased()
        let fields = ContentQuery.fieldNames.map { $0 + ":" } + QueryFlag.allCases.map(\.rawValue)
        guard !word.isEmpty, let match = fields.first(where: { $0.hasPrefix(word) && $0 != word }) else { return nil }
        return query[..<start] + match
    }
}
