// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueIntents
internal import OnCueInterface
internal import TextOutput

/// Asks on the terminal for what a task needs, until it is done, refused or given up.
struct IntentConversation {
    /// The most questions; a task that asks more is given up.
    private static let mostQuestions = 8

    let context: CommandContext
    let parsed: ParsedCommand
    /// Members that are added to each outcome in JSON.
    var extra: [JSONValue.Member] = []
    /// Called with the final outcome: after it is printed if the task is done and JSON is not requested, otherwise
    /// before.
    var told: (IntentOutcome) async -> Void = { _ in }

    /// - Parameter request: Performs the task with the answers so far.
    /// - Throws: ``CommandFailure``: the reason for a failure, or the missing value if the user cannot be asked.
    func run(
        _ request: (_ values: [String: ParameterValue], _ isConfirmed: Bool) async throws -> IntentOutcome
    ) async throws {
        var values: [String: ParameterValue] = [:]
        var isConfirmed = parsed.has("yes")
        for _ in 0...Self.mostQuestions {
            let outcome = try await request(values, isConfirmed)
            switch outcome.state {
            case .done, .failed:
                // People read faster than a voice speaks; a program waits for the whole output.
                if !parsed.has("json"), outcome.state == .done {
                    try finish(outcome)
                    return await told(outcome)
                }
                await told(outcome)
                return try finish(outcome)
            case .asks:
                guard let answer = try ask(outcome) else { return }
                values = outcome.values
                values[outcome.parameter] = answer
                // A confirmation is only for the question with which it was given.
                isConfirmed = parsed.has("yes")
            case .confirms:
                guard try confirm(outcome) else { return }
                values = outcome.values
                isConfirmed = true
            }
        }
        throw CommandFailure(.failed, "it asks for too much; nothing more is done")
    }

    private func finish(_ outcome: IntentOutcome) throws(CommandFailure) {
        if parsed.has("json") {
            context.console.write(IntentView.json(outcome, extra))
            if outcome.state == .failed { throw CommandFailure(IntentView.status(outcome), "") }
            return
        }
        guard outcome.state == .done else {
            // A sentence that is not understood does not belong to a task.
            let examples = outcome.intent.isEmpty ? outcome.lines.map { "\"\($0)\"" }.joined(separator: ", ") : ""
            let hint = examples.isEmpty ? "" : "; you can say, for example, " + examples
            if !outcome.intent.isEmpty {
                for line in outcome.lines { context.console.tell(TextLayout.printable(line)) }
            }
            throw CommandFailure(IntentView.status(outcome), TextLayout.printable(outcome.sentence + hint))
        }
        // The steps of a shortcut; the sentence is the last one.
        let steps = outcome.lines.last == outcome.sentence ? outcome.lines : [outcome.sentence]
        for line in steps { context.console.tell(TextLayout.printable(line)) }
        guard steps.count == 1, outcome.lines.count != 1 || outcome.lines != steps else { return }
        for line in outcome.lines { context.console.tell("  " + TextLayout.printable(line)) }
    }

    private func ask(_ outcome: IntentOutcome) throws(CommandFailure) -> ParameterValue? {
        if parsed.has("json") {
            context.console.write(IntentView.json(outcome, extra))
            throw CommandFailure(.wrongWords, "")
        }
        let choices = outcome.choices
        guard context.questioner.canAsk else {
            let names = choices.map { $0.title == $0.name ? $0.name : "\($0.name) (\($0.title))" }
            let known = choices.isEmpty ? "" : " " + names.joined(separator: ", ")
            let name = outcome.parameter == SayOptions.reading ? "" : " (\(outcome.parameter)=)"
            throw CommandFailure(.wrongWords, TextLayout.printable(outcome.sentence + name + known))
        }
        for (index, choice) in choices.enumerated() {
            let subtitle = choice.subtitle.isEmpty ? "" : "  " + choice.subtitle
            context.console.say("  \(index + 1)  " + TextLayout.printable(choice.title + subtitle))
        }
        guard let answer = context.questioner.answer(to: outcome.sentence), !answer.isEmpty else {
            throw CommandFailure(.failed, "nothing was done")
        }
        if let number = Values.positive(answer), choices.indices.contains(number - 1) {
            return .text(choices[number - 1].name)
        }
        return .text(answer)
    }

    private func confirm(_ outcome: IntentOutcome) throws(CommandFailure) -> Bool {
        if parsed.has("json") {
            context.console.write(IntentView.json(outcome, extra))
            throw CommandFailure(.wrongWords, "")
        }
        guard context.questioner.canAsk else {
            for line in outcome.lines { context.console.say("  " + TextLayout.printable(line)) }
            throw CommandFailure(
                .wrongWords,
                "not confirmed: " + TextLayout.printable(outcome.title) + "; add --yes to do it without being asked")
        }
        for line in outcome.lines { context.console.say("  " + TextLayout.printable(line)) }
        guard context.questioner.confirms(outcome.sentence) else {
            context.console.tell("Nothing was done")
            return false
        }
        return true
    }
}

/// The printed form of outcomes of tasks.
enum IntentView {
    static func status(_ outcome: IntentOutcome) -> ExitStatus {
        switch outcome.code {
        case ServiceError.Code.notFound.rawValue, ServiceError.Code.nothingMatches.rawValue: .nothingFound
        default: .failed
        }
    }

    /// - Parameter extra: Additional members.
    static func json(_ outcome: IntentOutcome, _ extra: [JSONValue.Member] = []) -> JSONValue {
        guard case .object(let members) = json(of: outcome) else { return .null }
        return .object(members + extra)
    }

    private static func json(of outcome: IntentOutcome) -> JSONValue {
        [
            "state": .string(outcome.state.rawValue), "intent": .string(outcome.intent),
            "title": .string(outcome.title), "sentence": .string(outcome.sentence),
            "code": .string(filled: outcome.code), "values": json(outcome.values),
            "parameter": .string(filled: outcome.parameter), "choices": .array(outcome.choices.map(json)),
            "lines": .array(outcome.lines.map { .string($0) }), "picture": .string(orNull: outcome.picture),
            "properties": json(outcome.properties),
            "items": .array(outcome.items.map(\.json)), "total": .int(orNull: outcome.total),
            "undoable": .bool(outcome.isUndoable),
        ]
    }

    static func json(_ values: [String: ParameterValue]) -> JSONValue {
        .object(values.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, json($0.value)) })
    }

    private static func json(_ value: ParameterValue) -> JSONValue {
        switch value {
        case .text(let text): .string(text)
        case .number(let number): number == number.rounded() && abs(number) < 1e15 ? .int(Int(number)) : .double(number)
        case .flag(let flag): .bool(flag)
        case .object(let identifier, let title): ["identifier": .string(identifier), "title": .string(title)]
        }
    }

    private static func json(_ choice: IntentChoice) -> JSONValue {
        ["name": .string(choice.name), "title": .string(choice.title), "subtitle": .string(choice.subtitle)]
    }

    /// `play what="Night Crossing" shuffle=yes`
    static func text(_ step: Shortcut.Step) -> String {
        let values = step.values.sorted { $0.key < $1.key }.map { name, value in
            let word = value.word
            return " \(name)=" + (word.contains(" ") ? "\"\(word)\"" : word)
        }
        return TextLayout.printable(step.intent + values.joined())
    }
}
