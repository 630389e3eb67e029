// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The time by both clocks of the machine.
package struct NotificationTime: Sendable, Equatable {
    /// The clock on the wall, in seconds since 1970.
    package var wall: Int64
    /// The seconds since the machine has started, with those that it slept.
    package var uptime: Int64
    /// The identifier of that start.
    package var boot: String

    package init(wall: Int64, uptime: Int64, boot: String) {
        (self.wall, self.uptime, self.boot) = (wall, uptime, boot)
    }
}

/// A request, with what has become of it.
package struct NotificationRecord: Sendable, Equatable, Codable {
    /// A moment that does not move when the clock is set.
    package struct Lasting: Sendable, Equatable, Codable {
        var uptime: Int64
        var boot: String
    }

    package enum Phase: String, Sendable, CaseIterable, Codable {
        /// Its time has come, but nothing has shown it yet.
        case due
        /// It is being shown; whether that went well is not known yet.
        case presented
        /// It is listed, and was given to whatever shows notifications, which may not mean that it was seen.
        case delivered
        /// It was due so long ago that it was not shown.
        case missed
    }

    /// A listed notification that was delivered.
    package struct Delivery: Sendable, Equatable, Codable {
        /// Differs from that of every other one.
        package var number: Int64
        package var content: NotificationContent
        package var phase: Phase
        /// When it was due, in seconds since 1970.
        package var due: Int64
        /// When it was shown; `nil` if it was not.
        package var shown: Int64?
        /// The screen that shows it; `nil` for nothing but the list.
        package var screen: String?
        /// By which that screen knows it again after a restart of the service.
        package var mark: String?
    }

    package var request: NotificationRequest
    /// Whether it waits for its trigger.
    package var isPending: Bool
    /// When its trigger is due next, in seconds since 1970; `nil` for one that waits for an event.
    package var next: Int64?
    /// The same for an interval, by the clock that nobody sets.
    var lasting: Lasting?
    /// When the trigger was due last, in seconds since 1970.
    var last: Int64?
    package var delivery: Delivery?
    /// Grows with each change, the order of those that are due at one time.
    package var order: Int64

    package var name: NotificationRequest.Name { request.name }
}

extension NotificationRecord {
    /// Determines when the trigger is due after a moment.
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

    /// Determines it again after the clock or its zone was set, or the machine has started.
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

    /// Moves an interval on by as many times as have passed.
    mutating func advance(_ seconds: Int64, at now: NotificationTime) {
        let due = lasting.map { $0.boot == now.boot ? now.wall + $0.uptime - now.uptime : next ?? now.wall } ?? now.wall
        let behind = max(0, now.wall - due)
        let wait = seconds - behind % seconds
        lasting = Lasting(uptime: now.uptime + wait, boot: now.boot)
        next = now.wall + wait
    }

    /// A clock that was wrong by days must not silence a notification for as long.
    private func credible(_ last: Int64?, at now: NotificationTime) -> Int64 {
        guard let last, last <= now.wall + 2 * 86_400 else { return 0 }
        return last
    }
}
