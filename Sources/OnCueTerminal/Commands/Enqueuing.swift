// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueInterface
internal import OnCuePhrases

/// Adds places to the queue: `oncue play --next`, `oncue play --append` and `oncue queue add`.
struct Enqueuing {
    let context: CommandContext
    var options: EnqueueOptions

    /// Enqueues all valid places as one change, and reports the result and the invalid ones.
    func run(_ words: [String]) async throws -> PlaceOutcome {
        let outcome = try await PlaceOutcome(words, context) { places async throws(ClientError) in
            try await context.service.enqueue(places, options)
        }
        if let content = outcome.content { tell(content, outcome) }
        return outcome
    }

    private func tell(_ content: PlayedContent, _ outcome: PlaceOutcome) {
        context.console.tell(
            PlayPhrase.added(
                content, placeCount: outcome.placeCount, isNext: options.isNext,
                isShuffled: options.isShuffled && content.count > 1))
        PlaceResolver(context).tellRunnerUp(content.runnerUp, content.naming)
    }
}
