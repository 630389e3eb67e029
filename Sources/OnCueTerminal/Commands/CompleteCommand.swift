// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueInterface
internal import TextOutput

/// `oncue complete`
///
/// It never starts the daemon: without one there are no completions.
enum CompleteCommand {
    static let name = "complete"

    static let command = Command(
        CommandDefinition(
            name, group: "Help", summary: "Print which words fit where something is being typed.",
            discussion: """
                Prints the words of a kind that begin as TEXT does, whatever its case, the likeliest at this moment \
                first, each with a tab and words about it. KIND is \
                \(CompletionKind.allCases.map(\.rawValue).joined(separator: ", ")); for query, the last word of TEXT \
                is completed, to fields and to values that the library has. The completion scripts of the shells use \
                the same words. Without a running daemon there are none; none is started.

                JSON: items [text, about, kind, identifier].
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("KIND", kind: "a kind", allowed: CompletionKind.allCases.map(\.rawValue)),
                    description: "What is wanted."),
                ArgumentDefinition(
                    ValueDefinition("TEXT", completion: NameTopic.words.completion), .any,
                    description: "What is typed so far. Several words count as one text."),
            ],
            options: [
                OptionDefinition(
                    "limit", short: "n",
                    value: ValueDefinition("COUNT", kind: "a count", expected: "a number from 1 to 200"),
                    description: "Print at most this many. Default: 200."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue complete item night", "Print what could be played."),
                DocumentedTerm("oncue complete query 'genre:ja'", "Print the genres that begin so, with counts."),
                DocumentedTerm("oncue complete album n --limit 1 --json", "Get the likeliest album for a program."),
            ])
    ) { parsed, context in
        let kind = try parsed.required("KIND", CompletionKind.init(rawValue:))
        let typed = RawWords.printable(parsed.arguments("TEXT").joined(separator: " "))
        let limit = try parsed.integer("limit", in: 1...CompletionWord.limit) ?? 0
        let words: [CompletionWord]
        do {
            words = try await context.service.completions(kind.rawValue, of: typed, limit: limit)
        } catch let error as ClientError where error.code == .unavailable {
            words = []
        }
        if parsed.has("json") { return context.console.write(.listing(words.map(\.json))) }
        context.console.write(
            lines: words.map { word in
                let text = TextLayout.printable(word.text)
                return word.about.isEmpty ? text : text + "\t" + TextLayout.printable(word.about)
            })
    }
}
