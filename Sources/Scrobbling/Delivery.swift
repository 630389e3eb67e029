// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Decides when something is sent to a service: at once, after a pause that grows with each failure, or not until the
/// user acts.
package struct Delivery: Sendable, Equatable {
    package enum State: Sendable, Equatable {
        /// Nothing waits, as far as known.
        case resting
        case sending
        /// The service did not take it; it is tried again at a time, which the service may have asked for.
        case waiting(until: ContinuousClock.Instant, String, isAsked: Bool)
        /// The service does not accept the token; nothing is sent until there is a new one.
        case denied(String)
    }

    /// The reason why there may be something to send now.
    package enum Reason: Sendable {
        /// Something was listened to, or the pause is over.
        case news
        /// The network may have changed, which ends a pause that the service did not ask for.
        case network
        /// The user asks for it.
        case user
    }

    /// The first pause, which doubles with each failure.
    package static let pause = Duration.seconds(60)
    package static let longestPause = Duration.seconds(3_600)

    package private(set) var state = State.resting
    private var failures = 0
    /// Whether something arrived during sending.
    private var isWanted = false

    package init() {}

    /// Notes that there may be something to send.
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

    /// Notes that everything has been sent.
    ///
    /// - Returns: Whether to look again, because something arrived meanwhile.
    package mutating func finish() -> Bool {
        // Another request may have found meanwhile that the token is not valid.
        if case .denied = state { return false }
        failures = 0
        state = isWanted ? .sending : .resting
        defer { isWanted = false }
        return isWanted
    }

    /// Notes that nothing is to be sent for now, even if something arrived meanwhile.
    package mutating func rest() {
        isWanted = false
        state = .resting
    }

    /// Notes that a part was taken, so the service works.
    package mutating func noteSuccess() { failures = 0 }

    /// Notes that sending failed.
    ///
    /// - Parameter after: The pause that the service asks for, which is kept even if it is longer than any other.
    package mutating func fail(_ message: String, after: Duration?, now: ContinuousClock.Instant) {
        let pause = min(Self.pause * (1 << min(failures, 6)), Self.longestPause)
        failures += 1
        isWanted = false
        state = .waiting(until: now + max(pause, after ?? .zero), message, isAsked: after != nil)
    }

    /// Notes that the token is not valid.
    package mutating func deny(_ message: String) {
        isWanted = false
        state = .denied(message)
    }

    /// The time to try again; `nil` if that needs a reason from outside.
    package var next: ContinuousClock.Instant? {
        if case .waiting(let time, _, _) = state { time } else { nil }
    }

    /// The time to try again for something that is sent after this, such as loves after listens; `nil` as for
    /// ``next``.
    package func next(before later: Delivery) -> ContinuousClock.Instant? {
        switch state {
        case .denied: nil
        // The later delivery waits for this one.
        case .waiting(let time, _, _): time
        case .resting, .sending: later.next
        }
    }

    /// The reason why nothing is sent.
    package var problem: String? {
        switch state {
        case .resting, .sending: nil
        case .waiting(_, let message, _), .denied(let message): message
        }
    }
}
