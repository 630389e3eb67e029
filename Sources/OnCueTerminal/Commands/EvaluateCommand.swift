// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueSuggestions

/// `oncue evaluate`
enum EvaluateCommand {
    static let command = Command(
        CommandDefinition(
            "evaluate", group: "Looking", summary: "Replay listening events and print what would be suggested.",
            discussion: """
                Replays a listening history through OnCue's ranker, independently of the daemon and of anything it has \
                learned, so that suggestions can be measured. FILE has one JSON object per line; - is standard input.

                kind reset starts over, for another listener. play (t, item, context, open) records that an item was \
                played; skip and dismiss record that it was refused. trigger (t, context) is answered with one line: \
                an object whose suggestions are at most 10 items, best first. The first play after a trigger is taken \
                as the choice. t is in seconds; context has hour (0 to 24), weekday (0 is Monday) and, where known, \
                place, trigger and device. Other kinds and keys are ignored.

                A line that cannot be read is reported with its number and skipped; the exit status is then 1.
                """,
            options: [
                OptionDefinition(
                    "events", value: ValueDefinition("FILE", kind: "a file", completion: .files),
                    description: "The events; - for standard input."),
                OptionDefinition(
                    "reasons", description: "Add the probability, reasons and sentence of each item to the answers."),
            ],
            examples: [
                DocumentedTerm("oncue evaluate --events history.jsonl", "Replay a history file."),
                DocumentedTerm("oncue evaluate --events - --reasons", "Answer events as they arrive, with reasons."),
            ])
    ) { parsed, context in
        guard let name = parsed.option("events") else {
            throw UsageError(
                .missingArgument, call: parsed.call,
                "name the events to replay with --events FILE, or use --events - for standard input")
        }
        let descriptor = name == "-" ? 0 : try context.files.open(RawWords.bytes(of: name))
        defer { if descriptor != 0 { LocalFiles.close(descriptor) } }
        try answer(descriptor, hasReasons: parsed.has("reasons"), parsed.call, context.console)
    }

    /// The number of mistakes that are reported individually.
    private static let toldMistakes = 20

    private static func answer(
        _ descriptor: Int32, hasReasons: Bool, _ call: String, _ console: Console
    ) throws(CommandFailure) {
        var replay = EventReplay(hasReasons: hasReasons)
        var lines = LineReader(descriptor: descriptor)
        var mistakes = 0
        while let line = try lines.next() {
            let (answer, mistake) = replay.receive(line)
            if let answer { console.write(answer.text(.compact) + "\n") }
            guard let mistake else { continue }
            mistakes += 1
            if mistakes <= toldMistakes { console.say("\(call): line \(lines.number): \(mistake)") }
        }
        guard mistakes > 0 else { return }
        let count = mistakes == 1 ? "1 line" : "\(mistakes) lines"
        throw CommandFailure(.failed, "\(count) could not be read and had no effect")
    }
}
