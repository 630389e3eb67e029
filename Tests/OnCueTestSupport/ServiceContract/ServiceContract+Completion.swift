// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

extension ServiceContract {
    /// Checks which words fit where something is being typed.
    ///
    /// - Parameter known: A kind with its words, in order, of which one begins with the text.
    package static func completion(
        _ service: some CompletionService, _ notes: Notes, known: (kind: CompletionKind, words: [String], typed: String)
    ) async throws {
        for kind in ["", "nonsense", "Item"] {
            await notes.expect(.invalidValue, "a kind that does not exist is refused") {
                _ = try await service.completions(kind, of: "a", limit: 0)
            }
        }
        let longest = String(repeating: "x", count: CompletionWord.longestText)
        await notes.expect(.invalidValue, "a text that is too long is refused") {
            _ = try await service.completions("item", of: longest + "x", limit: 0)
        }
        notes.expect(try await service.completions("item", of: longest, limit: 0).isEmpty, "the longest text is taken")

        for kind in CompletionKind.allCases {
            for typed in ["", "g", "\"", "((", "kind:", "\u{301}", "a/b"] {
                let words = notes.heard(try await service.completions(kind.rawValue, of: typed, limit: 0))
                notes.expect(words.count <= CompletionWord.limit, "\(kind), \"\(typed)\": no more than the limit")
                notes.expect(Set(words.map(\.text)).count == words.count, "\(kind), \"\(typed)\": no word twice")
                let fits = words.allSatisfy { $0.text.lowercased().hasPrefix(typed) }
                // A word of a query may get quotation marks, and an accent is not compared.
                let isCompared = kind != .query && typed != "\u{301}"
                notes.expect(fits || !isCompared, "\(kind), \"\(typed)\": the words begin with the text")
            }
        }

        let all = try await service.completions(known.kind.rawValue, of: "", limit: 0)
        notes.expect(all.map(\.text) == known.words, "all words while nothing is typed: \(all.map(\.text))")
        let first = try await service.completions(known.kind.rawValue, of: "", limit: 1)
        notes.expect(first == Array(all.prefix(1)), "no more words than wanted, the likeliest first")
        for typed in [known.typed.lowercased(), known.typed.uppercased()] {
            let fitting = try await service.completions(known.kind.rawValue, of: typed, limit: 0)
            let expected = known.words.filter { $0.lowercased().hasPrefix(typed.lowercased()) }
            notes.expect(fitting.map(\.text) == expected, "the case of what is typed does not matter: \(fitting)")
        }
    }
}
