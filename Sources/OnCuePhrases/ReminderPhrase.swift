// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
package import OnCueInterface
internal import OnCueNotifications
internal import TextOutput

/// The words for a reminder that was just made.
package enum ReminderPhrase {
    /// Returns the time or event at which it comes: `when you come to Home`, `on 2026-11-27 09:00`, `on 2026-11-26
    /// 18:00, the day before`.
    package static func when(_ row: NotificationRow) -> String {
        guard let trigger = row.wish.trigger else { return "" }
        let when = NotificationTriggerText.text(trigger, due: row.due)
        if case .event = trigger { return when }
        return "on " + when + (row.wish.content.info.text(Reminder.lead).map { ", " + $0 } ?? "")
    }

    /// Returns the position in its item: `1:23`, `1:23, The van`; `nil` at the start.
    package static func position(_ info: ActivityInfo) -> String? {
        guard let seconds = info.number(Reminder.position), (0..<1_000_000).contains(seconds) else { return nil }
        let chapter = info.text(Reminder.chapter).map { ", " + TextLayout.printable($0) } ?? ""
        return TimeText.clock(.seconds(seconds)) + chapter
    }
}
