// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueQuery

/// Describes the tracks that a query finds by their origin, in the words of a sentence.
enum QueryOrigin {
    /// Returns the words after "4 tracks": `by Valve & Feather`, `of the genre jazz`, `of albums by Valve & Feather`.
    ///
    /// - Returns: `nil` for any other query, such as one with an order or with plain words.
    /// - Complexity: Linear in the text.
    static func words(_ text: String) -> String? {
        guard let query = try? ContentQuery(text), query.order.isEmpty, !query.isLimited else { return nil }
        let conditions: [QueryCondition]
        if case .all(let all) = query.condition { conditions = all } else { conditions = [query.condition] }
        var parts: [Int: String] = [:]
        for condition in conditions {
            // Two conditions of the same sort, such as two artists, cannot be said in such words.
            guard let part = part(condition), parts[part.rank] == nil else { return nil }
            parts[part.rank] = part.words
        }
        return parts.isEmpty ? nil : parts.sorted { $0.key < $1.key }.map(\.value).joined(separator: " ")
    }

    /// Returns the words for a condition, with their rank among others.
    private static func part(_ condition: QueryCondition) -> (rank: Int, words: String)? {
        switch condition {
        case .kind(let kinds):
            guard kinds.count == 1, let kind = kinds.first else { return nil }
            return (0, "of \(kind.rawValue)s")
        case .text(let text):
            switch text.field {
            case .genre: return (1, "of the genre \(text.text)")
            case .album: return (2, "of the album \(text.text)")
            case .artist: return (3, "by \(text.text)")
            case .title, .composer, .folder, nil: return nil
            }
        case .number, .time, .flag, .not, .all, .any: return nil
        }
    }
}
