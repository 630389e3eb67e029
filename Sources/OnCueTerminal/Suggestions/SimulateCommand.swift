// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue simulate`
enum SimulateCommand {
    /// What can happen, and whether it has to do with something that has a name.
    private enum Kind: String, CaseIterable {
        case headphones, car
        case carLeft = "car-left"
        case arrival, departure, unlock, wake, boot, time

        var needsName: Bool { self == .arrival || self == .departure }
        var takesName: Bool { self != .unlock && self != .wake && self != .boot }
    }

    static let command = Command(
        CommandDefinition(
            "simulate", group: "Suggestions", summary: "Do as if headphones, a car or an arrival had come.",
            discussion: """
                Tells what is raised, what would be suggested and why, and which rules step in. With --dry-run nothing \
                is raised. NAME is that of the device, of the place for arrival and departure, or of the time. MOMENT is \
                \(ComingMomentText.expected), in local time.

                JSON: raised, dryRun, action (ignore, suggest, resume or play), note (what the list is made from where there \
                is no habit yet, or null), total, offset, items as oncue suggestions has them, objections [rule, sentence].
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("KIND", kind: "a kind", allowed: Kind.allCases.map(\.rawValue)),
                    description: "What has happened."),
                ArgumentDefinition(
                    ValueDefinition(
                        "NAME", kind: "a name", expected: "a device, a place or a time",
                        completion: CompleteWordsCommand.names), .any,
                    description: "With what, or where. Several words count as one."),
            ],
            options: [
                OptionDefinition(
                    "at", value: ValueDefinition("MOMENT", kind: "a moment", expected: ComingMomentText.expected),
                    description: "As if it were then."),
                OptionDefinition("place", value: RaisingWords.place, description: "As if you were there."),
                OptionDefinition("dry-run", description: "Raise nothing."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue simulate headphones WH-1000XM5", "Raise what these headphones would raise."),
                DocumentedTerm(
                    "oncue simulate car --at \"Mon 08:10\" --place home --dry-run", "See what Monday morning brings."),
                DocumentedTerm("oncue simulate arrival home --dry-run", "See what coming home would bring."),
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
        let kind = try parsed.required("KIND", Kind.init)
        let name = RaisingWords.name(parsed.arguments("NAME"))
        guard !name.isEmpty || !kind.needsName else {
            throw UsageError(
                .missingArgument, call: parsed.call,
                "missing NAME: \(kind.rawValue) needs the name of a place, as oncue place shows it")
        }
        guard name.isEmpty || kind.takesName else {
            throw UsageError(.unexpectedArgument, call: parsed.call, "\(kind.rawValue) takes no NAME")
        }
        let now = MomentText.now
        return SimulationRequest(
            kind: kind.rawValue, name: name.isEmpty ? nil : name,
            time: try parsed.option("at") { ComingMomentText.seconds($0, now: now) },
            place: parsed.option("place").map(RawWords.printable), isDryRun: parsed.has("dry-run"))
    }
}
