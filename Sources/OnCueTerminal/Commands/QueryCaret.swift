// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueQuery

/// Marks the position of a mistake in a query.
enum QueryCaret {
    /// Checks a query before it is sent to the service.
    ///
    /// - Throws: ``CommandFailure`` after printing the text with a caret below the mistake, and for a text without
    ///   conditions.
    static func check(_ text: String, _ context: CommandContext) throws(CommandFailure) {
        do throws(ContentError) {
            guard try ContentQuery(text).isBlank else { return }
        } catch {
            guard case .invalidQuery(let column) = error.code else { throw CommandFailure(.wrongWords, error.message) }
            for line in CaretText.lines(text, column) { context.console.say(line) }
            throw CommandFailure(.wrongWords, error.message)
        }
        throw CommandFailure(
            .wrongWords,
            "nothing to search for; expected words or a query, such as miles blue or 'genre:jazz year:1959'")
    }
}
