// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Whether a provider answers, and when it is asked again after it did not.
struct ProviderHealth: Sendable, Equatable {
    /// The state for clients.
    enum State: String, Sendable {
        /// It has not been called yet, or has ended and will be started by a call.
        case idle
        case available
        /// It does not run and cannot be started, or the last call failed: until the time of the next attempt, callers
        /// do not wait for it.
        case unavailable
        /// It sends more signals than are processed.
        case throttled
    }

    private static let longestPause: Duration = .seconds(300)
    /// The time beyond the next pause without failures after which the pauses are reset.
    private static let goodTime: Duration = .seconds(10)

    /// Calls that were not answered, and answers that could not be used, since the beginning.
    private(set) var failures = 0
    private var complaint: String?
    /// The duration of the last call.
    private(set) var latency: Duration?
    /// The last call failed.
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

    /// The last or present problem.
    var lastError: String? { presence == .gone && !isDown ? "it is not running" : complaint }

    func mayCall(at now: ContinuousClock.Instant) -> Bool { retryAt.map { $0 <= now } ?? true }

    /// Whether the bus starts it for a call.
    var isStartable: Bool { presence == .startable }

    mutating func answered(in latency: Duration) {
        self.latency = latency
        (isDown, hasAnswered, retryAt) = (false, true, nil)
    }

    /// Notes a call without an answer; each in turn doubles the pause, up to five minutes.
    ///
    /// Answers in between, or a restart, do not reset the pause: a provider that fails in every other call, or after
    /// each start, is called less and less often. Only a good time, up to the start of the call, resets it, as the call
    /// itself may take longer than that.
    mutating func failed(
        _ message: String, from begin: ContinuousClock.Instant, to now: ContinuousClock.Instant
    ) {
        complain(message)
        // Calls that ran side by side fail together and count once.
        if isDown, let failedAt, begin < failedAt { return }
        if let failedAt, hasAnswered, begin - failedAt > pause + Self.goodTime { pause = firstPause }
        (isDown, hasAnswered, failedAt, retryAt) = (true, false, now, now + pause)
        pause = min(pause * 2, Self.longestPause)
    }

    /// The pause after a failure is over: a call may start it.
    mutating func rested() {
        (isDown, retryAt) = (false, nil)
    }

    /// Notes an answer that cannot be used, or not wholly.
    mutating func complain(_ message: String) {
        failures += 1
        complaint = message
    }

    /// Its process has ended, or it was never there.
    ///
    /// - Parameter isStartable: The bus starts it for a call.
    mutating func left(isStartable: Bool) {
        presence = isStartable ? .startable : .gone
        isThrottled = false
    }

    /// Notes that it was restarted, and may be called at once.
    mutating func revive() {
        presence = .here
        (isDown, retryAt) = (false, nil)
    }
}
