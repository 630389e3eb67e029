// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueInterface

/// Speaks the outcomes of tasks, with the music lowered meanwhile.
struct SpokenAnswers {
    /// The factor of the volume during speech.
    private static let lowered = 0.25

    let context: CommandContext

    /// Speaks the sentence of an outcome. If that fails, the sentence has been printed, or will be, so the task has not
    /// failed.
    func speak(_ outcome: IntentOutcome) async {
        guard !outcome.sentence.isEmpty, outcome.state == .done || outcome.state == .failed else { return }
        // The sentences are English, whatever the language of the question.
        let speak = { try await context.voice.speak(outcome.sentence, language: "en") }
        do {
            try await LoweredSound(service: context.service).run(to: Self.lowered, waits: false, speak)
        } catch let failure as CommandFailure {
            context.console.say("oncue: " + failure.message)
        } catch {
            context.console.say("oncue: not spoken: the sound of OnCue cannot be lowered")
        }
    }
}
