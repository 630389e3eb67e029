// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
package import OnCueInterface
internal import OnCueNotifications

/// The words for a reminder that was just made.
package enum ReminderPhrase {
    /// Returns when it comes: `when you come to Home`, `on 2026-11-27 09:00`, `on 2026-11-26 18:00, the day before`.
    package static func when(_ row: NotificationRow) -> String {
        guard let trigger = row.wish.trigger else { return "" }
        let when = NotificationTriggerText.text(trigger, due: row.due)
        if case .event = trigger { return when }
        return "on " + when + (row.wish.content.info.text(Reminder.lead).map { ", " + $0 } ?? "")
    }
}
