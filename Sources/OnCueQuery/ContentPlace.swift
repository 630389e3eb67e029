// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A parsed `PLACE` argument: the item, list or search that it refers to.
///
/// The same rule applies wherever a place is accepted. An index path, an identifier, a path of titles or an address
/// names exactly one existing item. Words name the best match of a search. A query, which has a field or an operator,
/// names all of its results, in order. An existing item takes precedence over words and queries of the same spelling.
package enum ContentPlace: Sendable, Equatable {
    /// A position; without a revision, the current one is meant.
    case indexPath(IndexPath, revision: ContentTree.Revision?)
    case identifier(ContentIdentifier)
    /// A file, a folder or a stream, as an absolute URI.
    case location(MediaLocation)
    /// Titles from the root downwards, or words to search when no section has the first name.
    case names([String])
    /// A text with a field or an operator of the query language.
    case query(String)
    /// All results of a search, even if something else has the same spelling.
    case search(String)

    /// The prefix of the words of a search.
    package static let searchPrefix = "search:"

    /// Parses the text form.
    ///
    /// `/` and `/0/2/5` (with an optional `@revision`) are index paths, `kind:key` with a known kind is an identifier,
    /// `scheme://…` is a location, `search:WORDS` is a search, `genre:jazz -live` is a query, everything else is names
    /// divided by `/`.
    ///
    /// - Throws: ``ContentError`` with `invalidPlace`.
    package init(_ text: String) throws(ContentError) {
        if text.isEmpty || text.utf8.contains(0) {
            throw ContentError(.invalidPlace, "the place is empty; expected /0/2, album:…, a name, a file or a URL")
        }
        if text.hasPrefix(Self.searchPrefix) {
            self = .search(String(text.dropFirst(Self.searchPrefix.count)))
        } else if let path = try IndexPathText.parse(text) {
            self = .indexPath(path.indexPath, revision: path.revision)
        } else if let identifier = ContentIdentifier(text) {
            self = .identifier(identifier)
        } else if let location = MediaLocation(uri: text) {
            self = .location(location)
        } else if ContentQuery.isMoreThanWords(text) {
            self = .query(text)
        } else {
            self = .names(Self.titles(text))
        }
    }

    /// Titles that may lead to something; `nil` for a place of another form.
    package var titles: [String]? {
        switch self {
        case .names(let titles): titles
        case .query(let text): Self.titles(text)
        case .indexPath, .identifier, .location, .search: nil
        }
    }

    /// The place as a query, for use if no item has that name; `nil` if it is not one.
    ///
    /// `genre:jazz` has the form of an identifier, but no genre has that key.
    package var query: String? {
        switch self {
        case .query(let text), .search(let text): text
        case .identifier(let identifier) where QueryTextField(rawValue: identifier.kind.rawValue) != nil:
            identifier.description
        case .identifier, .indexPath, .location, .names: nil
        }
    }

    /// Whether the place is an identifier with a key like those that catalogs make, so that it cannot be meant as a
    /// query: twelve letters and digits. Twelve letters are a word, as in `genre:instrumental`.
    package var hasCatalogKey: Bool {
        guard case .identifier(let identifier) = self, identifier.key.utf8.count == 12 else { return false }
        return identifier.key.utf8.contains { (0x30...0x39).contains($0) }
    }

    /// The words to search where titles lead nowhere; marks of the query language are words here. `nil` for a place of
    /// another form.
    package var words: String? {
        guard case .names(let titles) = self else { return nil }
        let text = titles.joined(separator: " ")
        return text.contains("\"") ? text : Self.withoutMarks(text)
    }

    private static func withoutMarks(_ text: String) -> String {
        text.split(separator: " ")
            .map { QueryFlag(word: $0.lowercased()) == nil ? String($0) : "\"\($0)\"" }
            .joined(separator: " ")
    }

    private static func titles(_ text: String) -> [String] {
        text.split(separator: "/").map(String.init).filter { !$0.isEmpty }
    }
}
