// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueInterface

/// Finds the suggestion that a word names.
enum SuggestionChoosing {
    static let argument = ArgumentDefinition(
        ValueDefinition("N", kind: "a suggestion", expected: "a number or an id from oncue suggestions"),
        .optional, description: "The number of a suggestion, or its id (from --json).", acceptsNegativeNumbers: true)

    /// Returns the id in the service for a word: that of the suggestion with a number in the offer, or among the
    /// present suggestions if there is no offer; `nil` without a word.
    ///
    /// - Throws: `UsageError`, ``CommandFailure`` if no suggestion has the number, or `ClientError`.
    static func id(_ parsed: ParsedCommand, _ context: CommandContext) async throws -> String? {
        guard let word = parsed.argument("N") else { return nil }
        guard let number = Int(word) else {
            // An id contains a point, which other words do not.
            guard word.contains("."), !word.hasPrefix("-") else { throw parsed.invalid("N", word) }
            return RawWords.printable(word)
        }
        guard number > 0 else { throw parsed.invalid("N", word) }
        guard let offer = try await context.service.offer() else { return UnaskedSuggestion.id(number) }
        let numbered = offer.suggestions.enumerated().first { SuggestionView.number($1, $0) == number }
        guard let suggestion = numbered?.element else {
            throw CommandFailure(
                .nothingFound, "there is no suggestion \(number); list the suggestions with: oncue suggestions")
        }
        return suggestion.id
    }

    /// Returns the suggestion with an id; a number that was never listed refers to the present suggestions.
    ///
    /// - Throws: ``CommandFailure`` if it does not exist, or `ClientError`.
    static func suggestion(_ id: String, _ context: CommandContext) async throws -> SuggestionRecord {
        do throws(ClientError) { return try await context.service.explainSuggestion(id).suggestion } catch {
            guard error.code == .notFound, let number = UnaskedSuggestion.number(of: id) else { throw error }
            let listed = try await context.service.suggestions(limit: number)
            guard listed.count >= number else {
                throw CommandFailure(
                    .nothingFound, "there is no suggestion \(number); list the suggestions with: oncue suggestions")
            }
            return listed[number - 1]
        }
    }
}
