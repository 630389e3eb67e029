// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import Glibc
internal import OnCueClient
internal import OnCueInterface

/// `oncue say`
enum SayCommand {
    static let command = Command(
        CommandDefinition(
            "say", group: "Shortcuts", summary: "Say what you want, in a sentence.",
            discussion: """
                The sentence is understood in the language of your locale, English or German, with the titles, artists, \
                playlists and outputs that are there; typing mistakes and what sounds alike are forgiven. What is \
                ambiguous is asked back. The answer is that of the command that does the same, and oncue undo takes \
                changes of the queue back.

                JSON: state (done, failed, asks, confirms), intent, title, sentence, code, values, parameter, choices \
                [name, title, subtitle], lines, picture, properties, items, total, undoable.
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("SENTENCE", kind: "a sentence", expected: "words"), .oneOrMore,
                    description: "The words; quotes are only needed for what the shell would take.")
            ],
            options: [
                OptionDefinition(
                    "language",
                    value: ValueDefinition("CODE", kind: "a language", allowed: ["en", "de"]),
                    description: "Understand it in this language."),
                OptionDefinition("dry-run", description: "Only say what is understood."),
                OptionDefinition("speak", description: "Speak the answer, too."),
                OptionDefinition("yes", short: "y", description: "Do not ask for confirmation."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue say play something by Juniper Vale for half an hour", "Fill the time."),
                DocumentedTerm("oncue say wake me at half past six on weekdays", "Add an alarm."),
                DocumentedTerm("oncue say --language de mach leiser", "The same in German."),
            ], runsAlone: true)
    ) { parsed, context in
        var saying = Saying(
            context: context, parsed: parsed,
            sentence: RawWords.printable(parsed.arguments("SENTENCE").joined(separator: " ")),
            options: SayOptions(language: parsed.option("language") ?? locale, isRehearsal: parsed.has("dry-run")))
        if parsed.has("speak") { saying.told = { await SpokenAnswers(context: context).speak($0) } }
        try await saying.run()
    }

    /// The language of messages, from the locale.
    static var locale: String {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            if let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty { return value }
        }
        return "en"
    }
}
