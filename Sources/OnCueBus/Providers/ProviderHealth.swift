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

    private static let firstPause: Duration = .seconds(1)
    private static let longestPause: Duration = .seconds(300)

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
    private var pause = Self.firstPause

    var state: State {
        if isDown || presence == .gone { return .unavailable }
        if presence == .startable { return .idle }
        if isThrottled { return .throttled }
        return latency == nil ? .idle : .available
    }

    /// What went wrong last, or what is wrong now.
    var lastError: String? { presence == .gone && !isDown ? "it does not run" : complaint }

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
        complaint = message
    }

    /// Its process has ended, or it was never there.
    ///
    /// - Parameter isStartable: The bus starts it for a call.
    mutating func left(isStartable: Bool) {
        presence = isStartable ? .startable : .gone
        isThrottled = false
    }

    /// It was started anew: what was before does not count.
    mutating func revive() {
        presence = .here
        (isDown, retryAt, pause) = (false, nil, Self.firstPause)
    }
}
