// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueNotifications
internal import TextOutput

/// Triggers in words.
package enum NotificationTriggerText {
    /// `at Home`, `in 2 h`, `2026-11-27 09:00`, `each Monday at 07:30`.
    package static func text(_ trigger: NotificationTrigger, due: Int64?) -> String {
        switch trigger {
        case .interval(let seconds, let repeats):
            let span = SpanText.words(.seconds(seconds))
            return (due.map(MomentText.text) ?? "") + (repeats ? ", then every \(span)" : "")
        case .calendar(let components, let repeats):
            let moment = due.map(MomentText.text) ?? "never"
            return moment + (repeats ? CalendarPhrase(components).repetition.map { ", " + $0 } ?? "" : "")
        case .event(let event, let repetition):
            return self.text(event) + (repetition == .always ? ", each time" : "")
        }
    }

    package static func text(_ event: NotificationEvent) -> String {
        let name = TextLayout.printable(event.name ?? "")
        return switch event.kind {
        case .arrival: event.name == nil ? "when you come to a place" : "when you come to \(name)"
        case .departure: event.name == nil ? "when you leave a place" : "when you leave \(name)"
        case .headphones: "when headphones connect"
        case .car: "when you get into the car"
        case .carLeft: "when you leave the car"
        case .device: "when \(name) connects"
        case .deviceLeft: "when \(name) is gone"
        case .unlock: "when you unlock the screen"
        case .wake: "when the machine wakes up"
        case .boot: "when the machine starts"
        case .playback: "when you listen next"
        }
    }
}

extension NotificationTrigger {
    /// Returns a trigger at a moment of the local clock, or in one second if the moment is not after `now`.
    ///
    /// - Parameters:
    ///   - moment: Seconds since 1970.
    ///   - minute: The requested minute of the day, which the clock may skip on that day; `nil` for that of the moment.
    ///   - now: Seconds since 1970.
    ///   - offset: Returns the offset of the local clock from UTC, in seconds, at a moment.
    package static func once(
        at moment: Int64, showing minute: Int? = nil, now: Int64, offset: (Int64) -> Int64 = LocalClock.offset
    ) -> NotificationTrigger {
        let moment = moment <= now ? now + 1 : moment
        var shown = moment + offset(moment)
        // A skipped time comes when the clock is put forward, which may be after midnight.
        if let minute {
            let later = (Int(shown / 60) - minute) % (24 * 60)
            if later == 60 { shown -= 3_600 } else if later == 23 * 60 { shown += 3_600 }
        }
        let day = CivilDate(days: shown / CivilDate.secondsOfDay)
        let components = CalendarComponents(
            year: Int(day.year), month: Int(day.month), day: Int(day.day), hour: Int(shown / 3_600 % 24),
            minute: Int(shown / 60 % 60), second: Int(shown % 60))
        let next = components.next(after: now, offset: offset)
        // Of a time that occurs twice, the calendar takes the first.
        guard let next, next <= moment else { return .interval(moment - now, repeats: false) }
        return .calendar(components, repeats: false)
    }
}
