// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore
package import OnCueInterface
internal import OnCueNotifications

/// Alarms in sentences.
package enum AlarmPhrase {
    /// `You will be woken with "Night Crossing" on 2026-11-27 06:30, on weekdays, in 9 h`
    package static func text(_ row: NotificationRow, now: Int64) -> String {
        let when = row.wish.trigger.map { NotificationTriggerText.text($0, due: row.due) } ?? ""
        let content = row.wish.content
        let item = content.subtitle.isEmpty ? "what was playing last" : "\"\(TextLayout.printable(content.subtitle))\""
        let left =
            row.due.map { due in
                let seconds = max(1, due - now)
                return ", in " + SpanText.words(.seconds(seconds < 60 ? seconds : (seconds + 30) / 60 * 60))
            } ?? ""
        return "You will be woken with \(item) on \(when)\(left)"
    }
}
