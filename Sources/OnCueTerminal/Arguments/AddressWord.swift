// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// An address on the command line, or on standard input if it contains a password: all users can see the arguments of a
/// process.
enum AddressWord {
    /// The argument that stands for the first line of standard input.
    static let input = "-"
    static let note =
        "\(input) reads it from standard input, so that a password in it does not appear in process lists."

    /// - Throws: ``CommandFailure`` if there is no input.
    static func text(_ word: String, _ context: CommandContext) throws(CommandFailure) -> String {
        guard word == input else { return RawWords.printable(word) }
        let line = context.questioner.answer(to: "Address:") ?? ""
        let text = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !text.isEmpty else { throw CommandFailure(.wrongWords, "standard input had no address") }
        return text
    }
}
