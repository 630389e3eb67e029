// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The time according to both clocks of the machine.
package struct NotificationTime: Sendable, Equatable {
    /// The wall clock, in seconds since 1970.
    package var wall: Int64
    /// The seconds since the machine was booted, including those that it slept.
    package var uptime: Int64
    /// The identifier of that boot.
    package var boot: String

    package init(wall: Int64, uptime: Int64, boot: String) {
        (self.wall, self.uptime, self.boot) = (wall, uptime, boot)
    }
}

/// A request and its state.
package struct NotificationRecord: Sendable, Equatable, Codable {
    /// A moment that does not move when the clock is set.
    package struct Lasting: Sendable, Equatable, Codable {
        var uptime: Int64
        var boot: String
    }

    package enum Phase: String, Sendable, CaseIterable, Codable {
        /// It is due, but not shown yet.
        case due
        /// It is being shown, and the outcome is not known yet.
        case presented
        /// It is listed, and was passed to the screen, which does not mean that the user has seen it.
        case delivered
        /// It was due so long ago that it was not shown.
        case missed
    }

    /// A listed notification that was delivered.
    package struct Delivery: Sendable, Equatable, Codable {
        /// A number that is different for each delivery.
        package var number: Int64
        package var content: NotificationContent
        package var phase: Phase
        /// The time at which it was due, in seconds since 1970.
        package var due: Int64
        /// The time at which it was shown; `nil` if it was not.
        package var shown: Int64?
        /// The name of the screen that shows it; `nil` if only the list has it.
        package var screen: String?
        /// The mark by which that screen recognises it after a restart of the service.
        package var mark: String?
    }

    package var request: NotificationRequest
    /// Whether it waits for its trigger.
    package var isPending: Bool
    /// The time at which its trigger is next due, in seconds since 1970; `nil` if it waits for an event.
    package var next: Int64?
    /// The same moment for an interval, by the clock that is never set.
    var lasting: Lasting?
    /// The time at which the trigger was last due, in seconds since 1970.
    var last: Int64?
    package var delivery: Delivery?
    /// A number that grows with each change, and orders notifications that are due at the same time.
    package var order: Int64

    package var name: NotificationRequest.Name { request.name }
}

extension NotificationRecord {
    /// Determines when the trigger is next due after a moment.
    mutating func schedule(at now: NotificationTime, offset: (Int64) -> Int64) {
        guard !request.content.isOff else {
            (next, lasting) = (nil, nil)
            return
        }
        switch request.trigger {
        case .interval(let seconds, _):
            lasting = Lasting(uptime: now.uptime + seconds, boot: now.boot)
            next = now.wall + seconds
        case .calendar(let components, _):
            next = components.next(after: max(now.wall, credible(last, at: now)), offset: offset)
        case .event, nil: next = nil
        }
    }

    /// Determines that again after the clock or its zone was changed, or the machine was booted.
    mutating func reschedule(at now: NotificationTime, offset: (Int64) -> Int64) {
        guard isPending else { return }
        switch request.trigger {
        case .interval:
            guard let lasting, lasting.boot == now.boot else { return }
            next = now.wall + lasting.uptime - now.uptime
        case .calendar: schedule(at: now, offset: offset)
        case .event, nil: break
        }
    }

    /// Advances an interval past all repetitions that have passed.
    mutating func advance(_ seconds: Int64, at now: NotificationTime) {
        let due = lasting.map { $0.boot == now.boot ? now.wall + $0.uptime - now.uptime : next ?? now.wall } ?? now.wall
        let behind = max(0, now.wall - due)
        let wait = seconds - behind % seconds
        lasting = Lasting(uptime: now.uptime + wait, boot: now.boot)
        next = now.wall + wait
    }

    /// Returns the time, or 0 if it is not credible: a clock that was wrong by days must not silence a notification for
    /// as long.
    private func credible(_ last: Int64?, at now: NotificationTime) -> Int64 {
        guard let last, last <= now.wall + 2 * 86_400 else { return 0 }
        return last
    }
}
