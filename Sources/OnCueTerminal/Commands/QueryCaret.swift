// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore

/// Shows a person where in a query the mistake lies.
enum QueryCaret {
    /// Reads the text as a query before the service is asked.
    ///
    /// - Throws: ``CommandFailure`` after the text with a caret below the mistake has been said, and for a text that
    ///   asks for nothing.
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
