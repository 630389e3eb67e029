// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueSuggestions

/// `oncue evaluate`
enum EvaluateCommand {
    static let command = Command(
        CommandDefinition(
            "evaluate", group: "Looking", summary: "Answer a stream of events with what would be suggested.",
            discussion: """
                Replays what somebody did through the ranker of OnCue, apart from the daemon and from what it has learnt, \
                so that suggestions can be measured. FILE has one JSON object on each line; - is the standard input.

                kind reset begins anew, for another person. play (t, item, context, open) is something that was \
                listened to; skip and dismiss are refusals. trigger (t, context) is answered with one line: an object \
                whose suggestions are at most 10 items, best first. The first play after a trigger is what was chosen. \
                t is in seconds; context has hour (0 to 24), weekday (0 is Monday) and, where they are known, place, \
                trigger and device. Other kinds and keys are passed over.

                A line that cannot be read is told with its number, and the others go on; the status is 1 then.
                """,
            options: [
                OptionDefinition(
                    "events", value: ValueDefinition("FILE", kind: "a file", completion: .files),
                    description: "The events; - for standard input."),
                OptionDefinition(
                    "reasons", description: "Add details to answers: probability, reasons and sentence of each item."),
            ],
            examples: [
                DocumentedTerm("oncue evaluate --events history.jsonl", "Answer the triggers of a history."),
                DocumentedTerm("oncue evaluate --events - --reasons", "Answer events as they come, and say why."),
            ])
    ) { parsed, context in
        guard let name = parsed.option("events") else {
            throw UsageError(.missingArgument, call: parsed.call, "say which events: --events FILE, or - to read them")
        }
        let descriptor = name == "-" ? 0 : try context.files.open(RawWords.bytes(of: name))
        defer { if descriptor != 0 { LocalFiles.close(descriptor) } }
        try answer(descriptor, hasReasons: parsed.has("reasons"), parsed.call, context.console)
    }

    /// Mistakes that are told one by one.
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
        throw CommandFailure(.failed, "\(count) could not be read, and counted for nothing")
    }
}
