// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Decides when something is sent to a service: at once, after a pause that grows with each failure, or not until the user
/// has done something.
package struct Delivery: Sendable, Equatable {
    package enum State: Sendable, Equatable {
        /// Nothing waits, as far as known.
        case resting
        case sending
        /// The service did not take it; tried again at a time, which the service may have asked for.
        case waiting(until: ContinuousClock.Instant, String, isAsked: Bool)
        /// The service does not accept the token; nothing is asked until there is another one.
        case denied(String)
    }

    /// Why something may be to be sent now.
    package enum Reason: Sendable {
        /// Something was listened to, or the pause is over.
        case news
        /// The network may be another one, so that a pause of our own is over.
        case network
        /// The user asks.
        case user
    }

    /// The first pause, which doubles with each failure.
    package static let pause = Duration.seconds(60)
    package static let longestPause = Duration.seconds(3_600)

    package private(set) var state = State.resting
    private var failures = 0
    /// Something came while it was sending.
    private var isWanted = false

    package init() {}

    /// There may be something to send.
    ///
    /// - Returns: Whether to send now.
    package mutating func wake(_ reason: Reason, now: ContinuousClock.Instant) -> Bool {
        switch state {
        case .denied: return false
        case .sending:
            isWanted = true
            return false
        case .waiting(let time, _, let isAsked):
            guard now >= time || reason == .user || reason == .network && !isAsked else { return false }
            state = .sending
            return true
        case .resting:
            state = .sending
            return true
        }
    }

    /// Everything that there was is sent.
    ///
    /// - Returns: Whether to look again, since something came meanwhile.
    package mutating func finish() -> Bool {
        // Something else may have been told meanwhile that the token is not valid.
        if case .denied = state { return false }
        failures = 0
        state = isWanted ? .sending : .resting
        defer { isWanted = false }
        return isWanted
    }

    /// Nothing is to be sent for now, whatever came meanwhile.
    package mutating func rest() {
        isWanted = false
        state = .resting
    }

    /// A part of it was taken, so the service is well.
    package mutating func noteSuccess() { failures = 0 }

    /// It could not be sent.
    ///
    /// - Parameter after: The pause that the service asks for, which is kept even if it is longer than any other.
    package mutating func fail(_ message: String, after: Duration?, now: ContinuousClock.Instant) {
        let pause = min(Self.pause * (1 << min(failures, 6)), Self.longestPause)
        failures += 1
        isWanted = false
        state = .waiting(until: now + max(pause, after ?? .zero), message, isAsked: after != nil)
    }

    /// The token is not valid.
    package mutating func deny(_ message: String) {
        isWanted = false
        state = .denied(message)
    }

    /// When to try again by itself; `nil` if that needs a reason from outside.
    package var next: ContinuousClock.Instant? {
        if case .waiting(let time, _, _) = state { time } else { nil }
    }

    /// When to try again by itself something that is sent after this, such as loves after listens; `nil` as for ``next``.
    package func next(before later: Delivery) -> ContinuousClock.Instant? {
        switch state {
        case .denied: nil
        // What comes afterwards waits with it.
        case .waiting(let time, _, _): time
        case .resting, .sending: later.next
        }
    }

    /// Why nothing is sent.
    package var problem: String? {
        switch state {
        case .resting, .sending: nil
        case .waiting(_, let message, _), .denied(let message): message
        }
    }
}
