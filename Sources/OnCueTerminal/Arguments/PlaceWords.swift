// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
package import OnCueCore
internal import OnCueQuery

/// The interpretation of the words of a PLACE argument.
package enum PlaceWords: Sendable, Equatable {
    /// `hasRevision` is true if the path was typed with a revision.
    case indexPath(String, IndexPath, hasRevision: Bool)
    case identifier(String)
    /// An existing file or folder.
    case local(MediaLocation)
    /// Text with a scheme.
    case uri(String)
    /// Titles from the top, words to search for, or a query.
    case names(String)
    /// A text with the form of a file name, but without such a file.
    case missing(String)

    /// Classifies the words joined by spaces.
    ///
    /// - Parameter prefersTitles: Whether titles of the content tree take precedence over files of the same name.
    /// - Throws: ``CommandFailure`` for an index path with an impossible number.
    package init(_ words: [String], files: LocalFiles, prefersTitles: Bool = false) throws(CommandFailure) {
        let text = words.joined(separator: " ")
        let query = RawWords.printable(ContentQuery.joined(words))
        if text.hasPrefix(ContentPlace.searchPrefix) {
            self = .names(query)
        } else if let indexPath = try Self.indexPath(text) {
            self = indexPath
        } else if prefersTitles, Self.beginsWithSection(text) {
            self = .names(query)
        } else if let location = Self.existing(text, files) {
            self = .local(location)
        } else if MediaLocation(uri: text) != nil {
            self = .uri(text)
        } else if Self.isIdentifier(text) {
            self = .identifier(text)
        } else if Self.looksLikeFile(text) {
            let name = RawWords.bytes(of: text)
            // Opening the file produces the error, with its reason.
            self = files.isClosed(name) ? .local(files.location(of: name)) : .missing(text)
        } else {
            self = .names(query)
        }
    }

    /// Returns whether each word is a place of its own, rather than a part of one place.
    ///
    /// Adjacent queries are one query with all of their conditions. A single word among others is a place of its own if
    /// one of them can only be a place: words in quotes, an index path, an identifier or a location.
    ///
    /// - Throws: The errors of ``init(_:files:prefersTitles:)``.
    package static func areSeveral(_ words: [String], files: LocalFiles) throws(CommandFailure) -> Bool {
        var (areQueries, hasBareWord, hasPlace) = (true, false, false)
        for word in words {
            let isQuery = isQuery(word)
            switch try PlaceWords([word], files: files) {
            case .names:
                let isQuoted = word.contains(" ")
                areQueries = areQueries && isQuery
                if isQuery || beginsAtTop(word) { continue }
                guard isQuoted || !belongsToQuery(word) else { return false }
                if isQuoted { hasPlace = true } else { hasBareWord = true }
            case .indexPath, .identifier, .uri: (areQueries, hasPlace) = (false, true)
            // A word may coincide with the name of a file.
            case .local: (areQueries, hasPlace) = (false, hasPlace || looksLikeFile(word))
            case .missing: areQueries = false
            }
        }
        return words.count > 1 && !areQueries && (hasPlace || !hasBareWord)
    }

    /// Returns whether a word has a meaning only together with those around it: a flag, `OR`, an exclusion, a group or
    /// a field.
    private static func belongsToQuery(_ word: String) -> Bool {
        word.contains(":") || ["-", "("].contains(where: word.hasPrefix) || ["OR", "AND"].contains(word)
            || QueryFlag(word: word.lowercased()) != nil
    }

    /// Returns whether a word is a query by itself. `OR`, `-live`, `kind:album` and `sort:title` belong to the words
    /// around them.
    private static func isQuery(_ word: String) -> Bool {
        guard let query = try? ContentQuery(word) else { return false }
        return query.condition.conjuncts.contains { condition in
            switch condition {
            case .text(let text): text.field != nil
            case .number, .time: true
            case .any: ContentQuery.isMoreThanWords(word)
            case .kind, .flag, .not, .all: false
            }
        }
    }

    /// Returns whether a word is a path of titles from the top, such as `Albums/Gained`.
    static func beginsAtTop(_ word: String) -> Bool {
        guard let slash = word.firstIndex(of: "/"), word.index(after: slash) < word.endIndex else { return false }
        let first = word[..<slash].lowercased()
        return beginsWithSection(word) || RootBranch.allCases.contains { $0.title.lowercased() == first }
    }

    private static func indexPath(_ text: String) throws(CommandFailure) -> PlaceWords? {
        do throws(ContentError) {
            guard let parsed = try IndexPathText.parse(text) else { return nil }
            return .indexPath(text, parsed.indexPath, hasRevision: parsed.revision != nil)
        } catch {
            throw CommandFailure(.wrongWords, error.message)
        }
    }

    /// Returns whether a text is an identifier; `genre:jazz` only looks like one, but is a query for a genre.
    private static func isIdentifier(_ text: String) -> Bool {
        guard let identifier = ContentIdentifier(text) else { return false }
        let place = ContentPlace.identifier(identifier)
        return place.query == nil || place.hasCatalogKey
    }

    private static func existing(_ text: String, _ files: LocalFiles) -> MediaLocation? {
        let name = RawWords.bytes(of: text)
        return files.kind(of: name) == nil ? nil : files.location(of: name)
    }

    private static func beginsWithSection(_ text: String) -> Bool {
        let first = text.prefix { $0 != "/" }.lowercased()
        return ContentSection.allCases.contains { $0.title.lowercased() == first }
    }

    private static func looksLikeFile(_ text: String) -> Bool {
        if ["/", "./", "../", "~"].contains(where: text.hasPrefix) || text == "." || text == ".." { return true }
        guard let dot = text.lastIndex(of: ".") else { return false }
        return suffixes.contains(text[text.index(after: dot)...].lowercased())
    }

    /// File name extensions that do not occur in album titles.
    private static let suffixes: Set<String> = [
        "aac", "ac3", "aif", "aifc", "aiff", "ape", "caf", "cue", "dff", "dsf", "dts", "eac3", "flac", "m3u", "m3u8",
        "m4a",
        "m4b", "mid", "mka", "mp2", "mp3", "mp4", "mpc", "oga", "ogg", "opus", "pls", "rf64", "spx", "tta", "w64",
        "wav",
        "webm", "wma", "wv", "xspf",
    ]
}
