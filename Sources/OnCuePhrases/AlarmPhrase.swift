// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
package import OnCueNotifications
internal import TextOutput

/// Alarms in sentences.
package enum AlarmPhrase {
    /// `You will be woken with "Night Crossing" on 2026-11-27 06:30, on weekdays, in 9 h`
    package static func text(_ row: NotificationRow, now: Int64) -> String {
        let when = row.wish.trigger.map { self.when($0, row) } ?? ""
        let content = row.wish.content
        let item = content.subtitle.isEmpty ? "what was playing last" : "\"\(TextLayout.printable(content.subtitle))\""
        let left =
            row.due.map { due in
                let seconds = max(1, due - now)
                return ", in " + SpanText.words(.seconds(seconds < 60 ? seconds : (seconds + 30) / 60 * 60))
            } ?? ""
        return "You will be woken with \(item) on \(when)\(left)"
    }

    /// `2026-11-27 06:30, on weekdays`; of one that is off, `off, 06:30, on weekdays`.
    package static func when(_ trigger: NotificationTrigger, _ row: NotificationRow) -> String {
        guard row.isOffAlarm else { return NotificationTriggerText.text(trigger, due: row.due) }
        switch trigger {
        case .calendar(let components, let repeats):
            let time = [components.hour ?? 0, components.minute ?? 0].map { $0 < 10 ? "0\($0)" : "\($0)" }
            let days = repeats ? CalendarPhrase(components).repetition.map { ", " + $0 } ?? "" : ""
            return "off, " + time.joined(separator: ":") + days
        case .interval(let seconds, _): return "off, " + SpanText.words(.seconds(seconds))
        case .event: return "off"
        }
    }
}
