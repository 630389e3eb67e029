// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import AssistantProtocol
internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueIntents
internal import OnCueInterface
internal import TextOutput

/// Performs the calls of an assistant through the intents of the service.
struct AssistantCaller: Sendable {
    let service: any CommandService
    let table: AssistantToolTable

    /// Returns the outcome of a call. A failure is an answer with a message, so that a model can correct itself.
    func outcome(of call: AssistantCall) async -> AssistantCall.Outcome {
        do throws(ClientError) {
            if let definition = table.definitions[call.tool] {
                let values = Self.values(of: call.arguments, definition)
                return try await perform(definition, definition.name.intent, values, call.consent)
            }
            return try await performTask(call)
        } catch {
            return .answer(.failure(AssistantJSON.sentence(error.message)))
        }
    }

    private func perform(
        _ definition: IntentDefinition, _ name: String, _ values: [String: ParameterValue],
        _ consent: AssistantCall.Consent
    ) async throws(ClientError) -> AssistantCall.Outcome {
        let isAgreed = consent != .none
        // Lasting effects need consent, even if the program does not ask for it.
        if definition.effect == .lasting, !isAgreed {
            return .question(AssistantJSON.sentence(definition.title(values) + "?"))
        }
        let outcome = try await service.perform(IntentRequest(name, values, isConfirmed: isAgreed))
        switch outcome.state {
        case .done: return .answer(Self.answer(outcome))
        case .failed: return .answer(.failure(AssistantJSON.sentence(outcome.sentence)))
        case .asks:
            let isTask = definition.name.program != ServiceNames.busName
            return .answer(.failure(Self.question(outcome, at: isTask ? " in \"values\"" : "")))
        case .confirms where isAgreed:
            return .answer(.failure("It asks again although the user has agreed; nothing was done."))
        case .confirms:
            return .question(
                ([outcome.sentence] + outcome.lines.prefix(AssistantJSON.longestList)).map(AssistantJSON.sentence)
                    .joined(separator: "\n"))
        }
    }

    // MARK: Values

    /// Returns the values of a call, without those that equal the default.
    private static func values(of arguments: JSONValue, _ definition: IntentDefinition) -> [String: ParameterValue] {
        var values: [String: ParameterValue] = [:]
        for parameter in definition.parameters {
            guard let value = arguments[parameter.name].flatMap(value), value != parameter.fallback else { continue }
            values[parameter.name] = value
        }
        return values
    }

    /// Returns a text, a number or a truth value; `nil` for anything else.
    private static func value(_ value: JSONValue) -> ParameterValue? {
        switch value {
        case .string(let text): .text(text)
        case .int(let number): .number(Double(number))
        case .double(let number): .number(number)
        case .bool(let flag): .flag(flag)
        case .null, .array, .object: nil
        }
    }

    // MARK: Answers

    private static func answer(_ outcome: IntentOutcome) -> AssistantAnswer {
        let lines = [outcome.sentence] + outcome.lines.prefix(AssistantJSON.longestList)
        return .text(
            lines.map(AssistantJSON.sentence).joined(separator: "\n"), structure: AssistantJSON.object(of: outcome))
    }

    /// Returns the question for a missing value, with its name, the object that it belongs in, and the possible
    /// values.
    private static func question(_ outcome: IntentOutcome, at place: String) -> String {
        var lines = [
            "Nothing was done yet. \(AssistantJSON.sentence(outcome.sentence)) "
                + "Call again with \"\(outcome.parameter)\"\(place)."
        ]
        let choices = outcome.choices.prefix(AssistantJSON.longestList)
        if !choices.isEmpty { lines.append("It can be:") }
        lines += choices.map { choice in
            let titles = [choice.title == choice.name ? "" : choice.title, choice.subtitle]
                .map { AssistantText.title($0) }.filter { !$0.isEmpty }
            return AssistantText.title(choice.name) + (titles.isEmpty ? "" : ": " + titles.joined(separator: ", "))
        }
        return lines.joined(separator: "\n")
    }

    // MARK: Tasks of other programs

    private func performTask(_ call: AssistantCall) async throws(ClientError) -> AssistantCall.Outcome {
        // OnCue's own tasks have tools of their own; those that are not offered there must not be reachable here.
        let tasks = try await service.intents().filter { $0.definition.name.program != ServiceNames.busName }
        guard let name = call.arguments["task"]?.stringValue else { return .answer(Self.list(tasks)) }
        guard let task = tasks.first(where: { $0.definition.name.text == name }) else {
            let nearest = NearestWord.of(name, among: tasks.map(\.definition.name.text))
            let advice = nearest.map { "; did you mean \"\($0)\"?" } ?? "; call without task to list what there is."
            return .answer(.failure("There is no task \"\(AssistantText.title(name, limit: 60))\"\(advice)"))
        }
        var values: [String: ParameterValue] = [:]
        if case .object(let members) = call.arguments["values"] {
            for member in members {
                guard let value = Self.value(member.value) else {
                    let name = AssistantText.title(member.name, limit: 60)
                    return .answer(.failure("\"\(name)\" must be a text, a number, true or false."))
                }
                values[member.name] = value
            }
        }
        return try await perform(task.definition, task.definition.name.text, values, call.consent)
    }

    private static func list(_ tasks: [IntentRecord]) -> AssistantAnswer {
        guard !tasks.isEmpty else {
            return .text("No other program declares a task.", structure: ["tasks": []])
        }
        let shown = tasks.prefix(AssistantJSON.longestList)
        let lines = shown.map { task in
            "\(task.definition.name.text): \(AssistantText.title(task.definition.title)) "
                + "(\(AssistantText.title(task.programName)))"
        }
        return .text(
            lines.joined(separator: "\n"), structure: ["tasks": .array(shown.map { AssistantJSON.object(of: $0) })])
    }
}
