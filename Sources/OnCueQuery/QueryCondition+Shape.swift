// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Properties of a query that do not depend on any item.
extension ContentQuery {
    /// Whether the query names an order, or lacks required words to rank by, so that it is answered in full.
    package var isListed: Bool { !order.isEmpty || !condition.leads }

    /// The kinds that a full answer may contain: the requested ones, otherwise playable ones; for favourites, any.
    ///
    /// `nil` means any kind.
    package var listedKinds: Set<ContentKind>? {
        if let kinds = condition.kinds { return kinds }
        return condition.demands(.flag(.favourite)) ? nil : [.track, .episode]
    }
}

extension QueryCondition {
    /// Whether every match must contain some words, or a name that consists of signs.
    package var leads: Bool {
        if case .text(let text) = self, text.words.isEmpty { return text.field != .folder }
        if isWords { return true }
        if case .all(let parts) = self { return parts.contains(where: \.leads) }
        return false
    }

    private var isWords: Bool {
        switch self {
        case .text(let text): text.field != .folder && !text.words.isEmpty
        case .any(let parts), .all(let parts): !parts.isEmpty && parts.allSatisfy(\.isWords)
        default: false
        }
    }

    /// The conditions that must all hold, also those in brackets.
    package var conjuncts: [QueryCondition] {
        if case .all(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
    }

    /// Returns whether every match must fulfil another condition.
    package func demands(_ condition: QueryCondition) -> Bool { conjuncts.contains(condition) }

    /// Whether every match must have a rating.
    package var demandsStars: Bool {
        conjuncts.contains { if case .number(.stars, let range) = $0 { range.lowerBound > 0 } else { false } }
    }

    /// The kinds that the condition requires; `nil` if it allows any.
    package var kinds: Set<ContentKind>? {
        switch self {
        case .kind(let kinds): return kinds
        // Only events start at a time.
        case .time(.starts, _): return [.event]
        case .all(let parts):
            let all = parts.compactMap(\.kinds)
            return all.first.map { all.dropFirst().reduce($0) { $0.intersection($1) } }
        case .any(let parts):
            let all = parts.map(\.kinds)
            return all.contains(nil) || all.isEmpty ? nil : all.reduce(into: []) { $0.formUnion($1 ?? []) }
        default: return nil
        }
    }

    /// Every word that may be incomplete or mistyped.
    package var typedWords: Set<String> {
        switch self {
        case .text(let text): text.isWhole ? [] : Set(text.words.suffix(1))
        case .not(let inner): inner.typedWords
        case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.typedWords) }
        default: []
        }
    }

    /// Returns the condition extended by the likely meanings of mistyped words; exclusions are unchanged.
    func forgiving(_ corrections: [String: [String]]) -> QueryCondition {
        switch self {
        case .text(let text):
            guard !text.isWhole, text.words.count == 1, let words = corrections[text.words[0]] else { return self }
            return .any([self] + words.map { .text(QueryText(field: text.field, $0, isWhole: true)) })
        case .all(let parts): return .all(parts.map { $0.forgiving(corrections) })
        case .any(let parts): return .any(parts.map { $0.forgiving(corrections) })
        default: return self
        }
    }

    // MARK: Kinds

    /// Returns whether items of the kind have every field in the condition.
    ///
    /// Items without a field are not found by excluding a value of it.
    package func suits(_ kind: ContentKind) -> Bool {
        switch self {
        case .text(let text): text.field.map(kind.queryTexts.contains) ?? true
        case .number(let field, _): kind.queryNumbers.contains(field)
        case .time(let field, _): kind.queryTimes.contains(field)
        case .flag(let flag): kind.queryFlags.contains(flag)
        case .kind(let kinds): kinds.contains(kind)
        case .not(.kind(let kinds)): !kinds.contains(kind)
        case .not(let inner): inner.suits(kind)
        case .all(let parts): parts.allSatisfy { $0.suits(kind) }
        case .any(let parts): parts.contains { $0.suits(kind) }
        }
    }
}

/// The fields that items of a kind have as rows; the catalog knows more about its own items.
extension ContentKind {
    fileprivate var queryTexts: Set<QueryTextField> {
        switch self {
        case .track: Set(QueryTextField.allCases)
        case .album: [.title, .album, .artist]
        case .artist: [.title, .artist]
        case .genre: [.title, .genre]
        case .composer: [.title, .composer]
        case .episode: [.title, .artist, .album, .genre]
        case .podcast, .provider, .provided, .event: [.title, .artist]
        case .folder, .playlist: [.title, .folder]
        default: [.title]
        }
    }

    fileprivate var queryNumbers: Set<QueryNumberField> {
        switch self {
        case .track, .episode: Set(QueryNumberField.allCases)
        case .station: [.plays, .skips, .stars]
        case .playlist: [.length, .stars]
        case .artist, .album, .genre, .composer, .folder, .podcast: [.stars]
        case .provided: [.length]
        default: []
        }
    }

    fileprivate var queryTimes: Set<QueryTimeField> {
        switch self {
        case .track, .episode: [.added, .played]
        case .event: [.starts]
        case .station: [.played]
        default: []
        }
    }

    fileprivate var queryFlags: Set<QueryFlag> {
        switch self {
        case .track: Set(QueryFlag.allCases)
        case .episode: [.unplayed, .favourite, .unfinished]
        case .station: [.unplayed, .favourite]
        case .artist, .album, .genre, .composer, .folder, .podcast, .playlist: [.favourite]
        default: []
        }
    }
}
