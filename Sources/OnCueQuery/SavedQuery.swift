// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A query with a name, in storage form.
package struct SavedQuery: Sendable, Equatable {
    /// The longest name, in characters.
    package static let nameLimit = 100
    /// The maximum number of saved queries.
    package static let countLimit = 200

    package var name: String
    /// The text in the query language; in a file edited by hand, it may contain mistakes.
    package var text: String

    package init(name: String, text: String) {
        self.name = name
        self.text = text
    }

    /// Creates a query that can be saved.
    ///
    /// - Throws: `refused` for a name that is not possible in the file or in a place, `invalidQuery` for the text.
    package init(checking name: String, text: String) throws(ContentError) {
        let name = Self.trimmed(name)
        let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        guard !name.isEmpty, name.count <= Self.nameLimit, isPlain, !name.contains("="), !name.contains("/"),
            name.first != "#", name.first != ";", name.first != "["
        else {
            throw ContentError(
                .refused,
                "\"\(name.prefix(Self.nameLimit))\" cannot be the name of a query; use 1 to "
                    + "\(Self.nameLimit) characters "
                    + "without = and /, not starting with #, ; or [")
        }
        let text = Self.trimmed(String(text.map { $0.isNewline ? " " : $0 }))
        guard !(try ContentQuery(text)).isBlank else {
            throw ContentError(.invalidQuery(column: 1), "column 1: expected something to find")
        }
        self.init(name: name, text: text)
    }

    static func trimmed(_ text: String) -> String {
        let isSpace: (Character) -> Bool = { $0.isWhitespace || $0 == "\0" }
        return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}

/// The text of the file of saved queries: a line `name = query` for each, and comments after `#`.
///
/// Comments and invalid lines stay where they are when a query is saved.
package struct SavedQueryFile: Sendable, Equatable {
    private var lines: [String]

    package init(_ text: String) {
        lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
    }

    package var text: String { lines.map { $0 + "\n" }.joined() }

    /// The queries in the order of the file; of several with one name, the last.
    package var queries: [SavedQuery] {
        var queries: [SavedQuery] = []
        for case .query(let query) in lines.map(Self.read) {
            queries.removeAll { Self.isSame($0.name, query.name) }
            queries.append(query)
        }
        return Array(queries.prefix(SavedQuery.countLimit))
    }

    /// The faulty lines, counted from 1, with a description of each problem.
    package var problems: [(line: Int, message: String)] {
        lines.enumerated().compactMap { index, line in
            switch Self.read(line) {
            case .none: return nil
            case .broken: return (index + 1, "expected NAME = QUERY")
            case .query(let query):
                do throws(ContentError) {
                    _ = try ContentQuery(query.text)
                    return nil
                } catch {
                    return (index + 1, "\"\(query.name)\": \(error.message)")
                }
            }
        }
    }

    /// Adds a query at the end, or replaces the one with the same name.
    package mutating func save(_ query: SavedQuery) {
        let line = "\(query.name) = \(query.text)"
        if let index = index(of: query.name) { lines[index] = line } else { lines.append(line) }
    }

    /// - Returns: `false` if no query has this name.
    package mutating func remove(_ name: String) -> Bool {
        guard index(of: name) != nil else { return false }
        while let index = index(of: name) { lines.remove(at: index) }
        return true
    }

    private func index(of name: String) -> Int? {
        lines.lastIndex { line in
            if case .query(let query) = Self.read(line) { Self.isSame(query.name, name) } else { false }
        }
    }

    /// Returns whether two names are the same; case and accents make no difference.
    package static func isSame(_ left: String, _ right: String) -> Bool {
        TextFolding.fold(left) == TextFolding.fold(right)
    }

    private enum Line {
        case none
        case query(SavedQuery)
        case broken
    }

    private static func read(_ line: String) -> Line {
        let text = SavedQuery.trimmed(line)
        // Section headings are ignored.
        guard let first = text.first, first != "#", first != ";", first != "[" else { return .none }
        guard let equals = text.firstIndex(of: "=") else { return .broken }
        let name = SavedQuery.trimmed(String(text[..<equals]))
        let query = SavedQuery.trimmed(String(text[text.index(after: equals)...]))
        return name.isEmpty || query.isEmpty ? .broken : .query(SavedQuery(name: name, text: query))
    }
}
