// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Whether a provider answers, and when it is asked again after it did not.
struct ProviderHealth: Sendable, Equatable {
    /// What clients see.
    enum State: String, Sendable {
        /// It was not asked yet, or has ended and is started when it is asked.
        case idle
        case available
        /// It does not run and cannot be started, or the last call failed: until the time for another has come nobody is
        /// kept waiting by it.
        case unavailable
        /// It sends more than is listened to.
        case throttled
    }

    private static let longestPause: Duration = .seconds(300)
    /// How much longer than the next pause it must have done well, so that the pauses begin anew.
    private static let goodTime: Duration = .seconds(10)

    /// Calls that were not answered, and answers that could not be used, since the beginning.
    private(set) var failures = 0
    private var complaint: String?
    /// How long the last answer took.
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
    /// It has answered since the last failure.
    private var hasAnswered = false

    /// - Parameter firstPause: How long it is left alone after the first failure.
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

    /// What went wrong last, or what is wrong now.
    var lastError: String? { presence == .gone && !isDown ? "it is not running" : complaint }

    func mayCall(at now: ContinuousClock.Instant) -> Bool { retryAt.map { $0 <= now } ?? true }

    /// True when the bus starts it for a call.
    var isStartable: Bool { presence == .startable }

    mutating func answered(in latency: Duration) {
        self.latency = latency
        (isDown, hasAnswered, retryAt) = (false, true, nil)
    }

    /// Notes a call without an answer; each in turn doubles the pause, up to five minutes.
    ///
    /// Answers in between, or a new start, do not make the pause short again: who fails in every other call, or each
    /// time that it was started, is asked ever more seldom. Only after a good time, which ends where the call begins, is
    /// the pause short again: the call itself may take longer than that.
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

    /// It was started anew, and may be asked at once.
    mutating func revive() {
        presence = .here
        (isDown, retryAt) = (false, nil)
    }
}
