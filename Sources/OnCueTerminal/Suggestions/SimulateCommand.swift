// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueInterface
internal import OnCuePhrases
internal import OnCueSuggestions

/// `oncue simulate`
enum SimulateCommand {
    static let command = Command(
        CommandDefinition(
            "simulate", group: "Suggestions",
            summary: "Simulate connecting headphones, a car, an arrival or another trigger.",
            discussion: """
                Shows what would be suggested and why, and which rules prevent it; without --dry-run, the suggestions \
                are really made. NAME is the name of a device, of a place for arrival and departure, or of a time. \
                MOMENT is \(ComingMomentText.expected), in local time.

                JSON: raised, dryRun, action (ignore, suggest, resume or play), note (what the list is based on while \
                there are no habits yet, or null), trip (where a trip in the car probably leads, and how long it takes, or \
                null), total, offset, items as in oncue suggestions, objections [rule, \
                sentence], cues [name, run, perform, acts, objections].
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("KIND", kind: "a kind", allowed: Trigger.Kind.allCases.map(\.rawValue)),
                    description: "The kind of trigger."),
                ArgumentDefinition(
                    ValueDefinition(
                        "NAME", kind: "a name", expected: "a device, a place or a time",
                        completion: NameTopic.simulated.completion), .any,
                    description: "The device, place or time. Several words need no quotes."),
            ],
            options: [
                OptionDefinition(
                    "at", value: ValueDefinition("MOMENT", kind: "a moment", expected: ComingMomentText.expected),
                    description: "Pretend that it is this time."),
                OptionDefinition("place", value: RaisingWords.place, description: "Pretend to be at this place."),
                OptionDefinition("dry-run", description: "Only show what would happen."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue simulate headphones WH-1000XM5", "Simulate connecting these headphones."),
                DocumentedTerm(
                    "oncue simulate car --at \"Mon 08:10\" --place home --dry-run",
                    "Show what a Monday morning in the car would suggest."),
                DocumentedTerm("oncue simulate arrival home --dry-run", "Show what coming home would suggest."),
            ])
    ) { parsed, context in
        let request = try request(parsed)
        let result = try await context.service.simulate(request)
        if parsed.has("json") {
            return context.console.write(SimulationView.json(result, isDryRun: request.isDryRun))
        }
        context.console.write(
            lines: SimulationView.lines(result, isDryRun: request.isDryRun, screen: context.console.dataScreen))
    }

    private static func request(_ parsed: ParsedCommand) throws(UsageError) -> SimulationRequest {
        let kind = try parsed.required("KIND", Trigger.Kind.init)
        let name = RaisingWords.name(parsed.arguments("NAME"))
        guard !name.isEmpty || !kind.isAboutPlace else {
            throw UsageError(
                .missingArgument, call: parsed.call,
                "missing NAME: \(kind.rawValue) needs the name of a place from oncue place")
        }
        guard name.isEmpty || kind.canHaveName else {
            throw UsageError(.unexpectedArgument, call: parsed.call, "\(kind.rawValue) takes no NAME")
        }
        let now = MomentText.now
        return SimulationRequest(
            kind: kind.rawValue, name: name.isEmpty ? nil : name,
            time: try parsed.option("at") { ComingMomentText.seconds($0, now: now) },
            place: parsed.option("place").map(RawWords.printable), isDryRun: parsed.has("dry-run"))
    }
}
