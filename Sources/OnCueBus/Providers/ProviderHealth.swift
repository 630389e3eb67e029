// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Whether a provider answers, and when it is asked again after it did not.
struct ProviderHealth: Sendable, Equatable {
    /// What clients see.
    enum State: String, Sendable {
        /// It was not asked yet.
        case idle
        case available
        /// The last call failed; until the time for another has come nobody is kept waiting by it.
        case unavailable
        /// It sends more than is listened to.
        case throttled
    }

    private static let firstPause: Duration = .seconds(1)
    private static let longestPause: Duration = .seconds(300)

    /// Calls that were not answered, and answers that could not be used, since the beginning.
    private(set) var failures = 0
    private(set) var lastError: String?
    /// How long the last answer took.
    private(set) var latency: Duration?
    private(set) var isDown = false
    var isThrottled = false
    private(set) var retryAt: ContinuousClock.Instant?
    private var pause = Self.firstPause

    var state: State {
        if isDown { return .unavailable }
        if isThrottled { return .throttled }
        return latency == nil ? .idle : .available
    }

    func mayCall(at now: ContinuousClock.Instant) -> Bool { retryAt.map { $0 <= now } ?? true }

    mutating func answered(in latency: Duration) {
        self.latency = latency
        (isDown, retryAt, pause) = (false, nil, Self.firstPause)
    }

    /// Notes a call without an answer; each in turn doubles the pause, up to five minutes.
    mutating func failed(_ message: String, at now: ContinuousClock.Instant) {
        complain(message)
        // Calls that ran side by side fail together and count once.
        guard mayCall(at: now) || !isDown else { return }
        isDown = true
        retryAt = now + pause
        pause = min(pause * 2, Self.longestPause)
    }

    /// Notes an answer that cannot be used, or not wholly.
    mutating func complain(_ message: String) {
        failures += 1
        lastError = message
    }

    /// It was started anew: what was before does not count.
    mutating func revive() {
        (isDown, retryAt, pause) = (false, nil, Self.firstPause)
    }
}
