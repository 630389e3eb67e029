// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueInterface
internal import OnCuePhrases

/// The output format of `oncue now`.
enum NowForm: Sendable {
    case text
    case json
    case template(FormatTemplate)

    /// Reads `--json` and `--format`.
    ///
    /// - Throws: ``CommandFailure`` for an invalid template, after printing it with a caret below the mistake.
    init(_ parsed: ParsedCommand, _ console: Console) throws {
        try parsed.refuse("format", with: "json")
        guard let text = parsed.option("format").map(RawWords.printable) else {
            self = parsed.has("json") ? .json : .text
            return
        }
        do throws(FormatError) {
            self = .template(try FormatTemplate(text))
        } catch {
            for line in CaretText.lines(text, error.column) { console.say(line) }
            throw CommandFailure(.wrongWords, "--format, column \(error.column): \(error.message)")
        }
    }

    /// Returns one line for a change; `nil` stands for a missing daemon.
    func line(_ now: NowPlayingReport?) -> String {
        switch self {
        case .text: now.map(NowPlayingLine.plain) ?? "unavailable"
        case .json: (now?.json ?? NowPlayingReport.unavailableJSON).text(.compact)
        case .template(let template): template.text(now?.json ?? NowPlayingReport.unavailableJSON)
        }
    }
}
