// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueIntents
package import OnCueInterface

/// What everyone who does what is asked for promises.
extension ServiceContract {
    /// Checks what can be asked for, and doing it.
    package static func intents(_ service: some IntentService, _ notes: Notes) async throws {
        let all = try await service.intents()
        notes.expect(
            all.prefix(BuiltinIntents.all.count).map(\.definition) == BuiltinIntents.all,
            "the service's own come first, as they are declared")
        await notes.expect(.notFound, "an intent has to be there") {
            _ = try await service.perform(IntentRequest("playy"))
        }
        await notes.expect(.invalidValue, "a value has to fit its parameter") {
            _ = try await service.perform(IntentRequest("control", ["action": .text("paws")]))
        }
        await notes.expect(.invalidValue, "a parameter has to be one of the intent") {
            _ = try await service.perform(IntentRequest("control", ["axtion": .text("pause")]))
        }
        let asked = try await service.perform(IntentRequest("control"))
        _ = notes.heard(asked.sentence)
        notes.expect(asked.state == .asks && asked.parameter == "action", "what is missing is asked for")
        notes.expect(asked.choices.contains(IntentChoice("pause")), "with what it can be")
        let done = try await service.perform(IntentRequest("sleep", ["for": .number(600)]))
        _ = notes.heard([done.sentence, done.title, done.intent])
        notes.expect(done.state == .done && done.intent == "org.oncue.OnCue.sleep", "it is done")
        notes.expect(done.sentence.hasPrefix("Playback will pause in "), "and said")
        notes.expect(done.values == ["for": .number(600)], "with the values as they were understood")
        let failed = try await service.perform(IntentRequest("undo"))
        _ = notes.heard([failed.state.rawValue, failed.code, failed.sentence])
        notes.expect(
            failed.state == .failed && failed.code == "NothingToUndo", "a failure is an outcome with its reason")
        notes.expect(
            try await service.perform(IntentRequest("sleep", ["off": .flag(true)])).sentence == "Sleep timer off",
            "and it can be taken back")
    }
}
