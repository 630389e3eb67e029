// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueInterface
import OnCueNotifications
import Testing

@testable import WebInterface

@Suite("Alarms and reminders on a page")
struct WaitingFormsTests {
    private func row(_ item: String?) -> NotificationRow {
        var content = NotificationContent(title: "Song")
        (content.item, content.category) = (item, Reminder.category)
        return NotificationRow(
            client: "org.oncue", program: "OnCue", NotificationWish("a", content), .pending)
    }

    @Test(
        "An item that only its address names is not named",
        arguments: [
            "https://h.example/a.mp3?token=x", "file:///home/anna/a.flac", "a.flac",
        ])
    func addresses(item: String) {
        let row = row(item)
        #expect(ReminderReply(row).item == nil && !ReminderReply(row).isPlayable)
        #expect(AlarmReply(row).item == nil)
    }

    @Test("An item that is listed is")
    func listed() {
        #expect(ReminderReply(row("album:abc")).item == "album:abc")
        #expect(ReminderReply(row("album:abc")).isPlayable)
    }

    @Test("An alarm has the name that it was given, or none")
    func names() {
        let unnamed = NotificationWish("a", NotificationContent(title: Alarm.unnamed, category: Alarm.category))
        #expect(AlarmReply(NotificationRow(client: "org.oncue", program: "OnCue", unnamed, .pending)).title.isEmpty)
        #expect(AlarmReply(row(nil)).title == "Song")
    }
}
