// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// The requests waiting for the outcome of their playback.
@MediaActor
final class PlaybackOutcomes {
    private typealias Answer = CheckedContinuation<PlaybackError?, Never>

    private var waiting: [UInt64: (token: PlaybackRequest.Token, answer: Answer)] = [:]
    private var lastNumber: UInt64 = 0

    /// Waits for the outcome of a request or of one that took its place; `nil` after `limit`.
    func wait(for token: PlaybackRequest.Token, limit: Duration) async -> PlaybackError? {
        lastNumber += 1
        let number = lastNumber
        let timeout = Task { @MediaActor in
            if (try? await MediaActor.sleep(for: limit)) != nil { answer(number, nil) }
        }
        defer { timeout.cancel() }
        return await withCheckedContinuation { answer in
            waiting[number] = (token, answer)
        }
    }

    func started(_ token: PlaybackRequest.Token) {
        for (number, entry) in waiting where entry.token <= token { answer(number, nil) }
    }

    /// - Parameter isFinal: True if nothing else is tried instead.
    func failed(_ error: PlaybackError, isFinal: Bool) {
        guard isFinal else { return }
        for number in Array(waiting.keys) { answer(number, error) }
    }

    /// Answers the callers that wait for exactly this request.
    func failed(_ token: PlaybackRequest.Token, _ error: PlaybackError) {
        for (number, entry) in waiting where entry.token == token { answer(number, error) }
    }

    func giveUp() {
        for number in Array(waiting.keys) { answer(number, nil) }
    }

    private func answer(_ number: UInt64, _ error: PlaybackError?) {
        waiting.removeValue(forKey: number)?.answer.resume(returning: error)
    }
}
