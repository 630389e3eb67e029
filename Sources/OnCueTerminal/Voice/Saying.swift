// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueIntents
internal import OnCueInterface

/// Understands a sentence and carries it out, with any questions on the terminal.
struct Saying {
    let context: CommandContext
    let parsed: ParsedCommand
    let sentence: String
    var options: SayOptions
    /// Whether irreversible actions need a confirmation, as for recognised speech.
    var isCautious = false
    /// Members to add to the outcome in JSON.
    var extra: [JSONValue.Member] = []
    /// Called with the final outcome; see ``IntentConversation/told``.
    var told: (IntentOutcome) async -> Void = { _ in }

    func run() async throws {
        var options = options
        var asked: (intent: String, values: [String: ParameterValue])?
        var isAllowed = !isCautious || options.isRehearsal || parsed.has("yes")
        var conversation = IntentConversation(context: context, parsed: parsed)
        (conversation.extra, conversation.told) = (extra, told)
        try await conversation.run { values, isConfirmed in
            options.isConfirmed = isConfirmed
            if asked == nil, let number = values[SayOptions.reading].flatMap({ Int($0.word) }) {
                options.reading = number
            } else if let asked, !values.isEmpty || isConfirmed {
                var request = IntentRequest(asked.intent, values, isConfirmed: isConfirmed)
                request.language = options.language
                return try await context.service.perform(request)
            }
            if isConfirmed { isAllowed = true }
            if !isAllowed {
                var tried = options
                (tried.isRehearsal, tried.isConfirmed) = (true, false)
                var understood = try await context.service.say(sentence, tried)
                if understood.state == .done, try await isLasting(understood) {
                    (understood.state, understood.sentence) = (.confirms, understood.title + "?")
                    // The sentence is sent again after the confirmation.
                    understood.values = [:]
                    return understood
                }
                isAllowed = understood.state == .done
            }
            let outcome = try await context.service.say(sentence, options)
            // Answers are given for the intent, because the sentence would be understood as before.
            if !outcome.intent.isEmpty { asked = (outcome.intent, outcome.values) }
            return outcome
        }
    }

    /// Returns whether a task, or a step of the shortcut that it runs, cannot be undone.
    private func isLasting(_ outcome: IntentOutcome) async throws -> Bool {
        var undoable: Set<String> = []
        for record in try await context.service.intents() {
            let definition = record.definition
            guard definition.effect != .lasting, !definition.isConfirmed else { continue }
            undoable.insert(definition.name.text)
            if definition.name.program == ServiceNames.busName { undoable.insert(definition.name.intent) }
        }
        guard undoable.contains(outcome.intent) else { return true }
        guard let words = outcome.values["shortcut"]?.word else { return false }
        let shortcut = try await context.service.shortcuts().first { $0.name == words || $0.phrase == words }
        // Shortcuts inside a shortcut are not examined.
        return shortcut?.steps.contains { !undoable.contains($0.intent) || $0.values["shortcut"] != nil } ?? true
    }
}
