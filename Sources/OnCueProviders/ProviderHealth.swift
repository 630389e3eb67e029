// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Tracks whether a provider answers, and when to call it again after it did not.
struct ProviderHealth: Sendable, Equatable {
    /// The state for clients.
    enum State: String, Sendable {
        /// It has not been called yet, or has ended and is started by the next call.
        case idle
        case available
        /// It does not run and cannot be started, or the last call failed. Callers do not wait for it until the time of
        /// the next attempt.
        case unavailable
        /// It sends more signals than can be processed.
        case throttled
    }

    private static let longestPause: Duration = .seconds(300)
    /// The time without failures, in addition to the pause, after which the pauses are reset.
    private static let goodTime: Duration = .seconds(10)

    /// The total number of calls that were not answered, and of answers that could not be used.
    private(set) var failures = 0
    private var complaint: String?
    /// The duration of the last call.
    private(set) var latency: Duration?
    /// Whether the last call failed.
    private(set) var isDown = false
    private var presence = Presence.unknown
    var isThrottled = false
    private enum Presence { case unknown, here, startable, gone }

    private(set) var retryAt: ContinuousClock.Instant?
    private let firstPause: Duration
    private var pause: Duration
    private var failedAt: ContinuousClock.Instant?
    /// Whether it has answered since the last failure.
    private var hasAnswered = false

    /// - Parameter firstPause: The pause after the first failure.
    init(firstPause: Duration = ProviderLimits.firstPause) {
        self.firstPause = firstPause
        pause = firstPause
    }

    var state: State {
        if isDown || presence == .gone { return .unavailable }
        if presence == .startable { return .idle }
        if isThrottled { return .throttled }
        return latency == nil ? .idle : .available
    }

    /// The last or current problem.
    var lastError: String? { presence == .gone && !isDown ? "it is not running" : complaint }

    func mayCall(at now: ContinuousClock.Instant) -> Bool { retryAt.map { $0 <= now } ?? true }

    /// Whether the bus starts the provider for a call.
    var isStartable: Bool { presence == .startable }

    mutating func answered(in latency: Duration) {
        self.latency = latency
        (isDown, hasAnswered, retryAt) = (false, true, nil)
    }

    /// Notes a call without an answer. Each in a row doubles the pause, up to five minutes.
    ///
    /// Answers in between, or a restart, do not reset the pause: a provider that fails in every other call, or after
    /// each start, is called less and less often. Only a sufficiently long time without failures resets it. This time
    /// is measured up to the start of the call, since the call itself may take longer.
    mutating func failed(
        _ message: String, from begin: ContinuousClock.Instant, to now: ContinuousClock.Instant
    ) {
        complain(message)
        // Concurrent calls that fail together count once.
        if isDown, let failedAt, begin < failedAt { return }
        if let failedAt, hasAnswered, begin - failedAt > pause + Self.goodTime { pause = firstPause }
        (isDown, hasAnswered, failedAt, retryAt) = (true, false, now, now + pause)
        pause = min(pause * 2, Self.longestPause)
    }

    /// Notes that the pause after a failure is over: a call may start the provider.
    mutating func rested() {
        (isDown, retryAt) = (false, nil)
    }

    /// Notes an answer that cannot be used, or only in part.
    mutating func complain(_ message: String) {
        failures += 1
        complaint = message
    }

    /// Notes that the provider's process has ended, or was never there.
    ///
    /// - Parameter isStartable: Whether the bus starts the provider for a call.
    mutating func left(isStartable: Bool) {
        presence = isStartable ? .startable : .gone
        isThrottled = false
    }

    /// Notes that the provider was restarted, and may be called at once.
    mutating func revive() {
        presence = .here
        (isDown, retryAt) = (false, nil)
    }
}
