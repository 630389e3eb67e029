// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
internal import OnCueCore
internal import OnCueIntents
internal import OnCueInterface
internal import OnCueNotifications
internal import OnCuePhrases

/// The buttons of alarms, reminders and pages, by name.
extension IntentPerformer {
    // MARK: Alarms

    private func alarms() async throws -> [NotificationRow] {
        let all = try await doors.notifications.deliveredNotifications() + doors.notifications.pendingNotifications()
        return all.filter(\.isAlarm)
    }

    /// Returns the alarm that is ringing, or the one whose music continues because no one has answered.
    private static func ringing(_ alarms: [NotificationRow]) -> NotificationRow? {
        alarms.first(where: \.isRinging) ?? alarms.first { $0.state == .delivered }
    }

    private static let silence = ServiceError(.notFound, "no alarm rings")

    func snoozeAlarm() async throws -> IntentAnswer {
        guard let alarm = Self.ringing(try await alarms()) else { throw Self.silence }
        try await doors.notifications.answerNotification(alarm.name, action: Alarm.snooze, text: nil)
        let moment = MomentText.text(doors.now() + Alarm.pause)
        return IntentAnswer("\"\(alarm.wish.content.title)\" rings again at \(moment)")
    }

    func stopAlarm() async throws -> IntentAnswer {
        let alarms = try await alarms()
        let ended: NotificationRow
        if let ringing = Self.ringing(alarms) {
            ended = ringing
            try await doors.notifications.answerNotification(ringing.name, action: Alarm.stop, text: nil)
        } else if let snoozed = alarms.first(where: \.isSnoozed) {
            ended = snoozed
            _ = try await doors.notifications.removeNotifications(
                NotificationSelection(client: snoozed.client, identifiers: [snoozed.wish.identifier], part: .pending))
        } else {
            throw Self.silence
        }
        return IntentAnswer("\"\(ended.wish.content.title)\" has ended")
    }

    /// Ends the alarm that is ringing; if none is, removes the pending ones.
    func alarmsOff() async throws -> IntentAnswer {
        let alarms = try await alarms()
        guard !alarms.isEmpty else { return IntentAnswer("No alarms") }
        if let ringing = alarms.first(where: \.isRinging) {
            try await doors.notifications.answerNotification(ringing.name, action: Alarm.stop, text: nil)
            return IntentAnswer("\"\(ringing.wish.content.title)\" has ended")
        }
        let count = try await doors.notifications.removeNotifications(
            NotificationSelection(
                client: ServiceNames.busName, identifiers: alarms.map(\.wish.identifier), part: .all))
        return IntentAnswer("Removed \(ContentPhrase.count(count, "alarm"))")
    }

    // MARK: Reminders

    func playReminder() async throws -> IntentAnswer { try await answerReminder([Reminder.play, Reminder.open]) }
    func remindLater() async throws -> IntentAnswer { try await answerReminder([Reminder.later]) }
    func reminderDone() async throws -> IntentAnswer { try await answerReminder([Reminder.done]) }

    /// Presses the first of the named buttons that the reminder has.
    private func answerReminder(_ names: [String]) async throws -> IntentAnswer {
        let reminder = try await dueReminder()
        let title = reminder.wish.content.title
        guard let action = reminder.actions.first(where: { names.contains($0.name) }) else {
            throw ServiceError(.notAvailable, "\"\(title)\" cannot be answered like that")
        }
        try await doors.notifications.answerNotification(reminder.name, action: action.name, text: nil)
        return IntentAnswer("Answered \"\(title)\": \(action.title)")
    }

    /// Returns the reminder that is meant: the one that is due, or of several the one with the title; otherwise asks
    /// the user.
    private func dueReminder() async throws -> NotificationRow {
        let due = try await doors.notifications.deliveredNotifications().filter(\.isReminder)
        guard let words = text("reminder") else {
            guard let only = due.first else { throw ServiceError(.notFound, "no reminder is due") }
            guard due.count > 1 else { return only }
            throw IntentQuestion(
                "reminder", "Which reminder?",
                due.map {
                    IntentChoice($0.wish.identifier, $0.wish.content.title, subtitle: $0.wish.content.subtitle)
                })
        }
        let wanted = TextFolding.fold(words)
        let found =
            due.first { $0.wish.identifier == words || TextFolding.fold($0.wish.content.title) == wanted }
            ?? due.first { TextFolding.fold($0.wish.content.title).contains(wanted) }
        guard let found else {
            throw ServiceError(.notFound, "no reminder of \"\(words.prefix(100))\" is due")
        }
        return found
    }

    // MARK: Pages

    func keepEvents() async throws -> IntentAnswer {
        let all = flag("all")
        let events = try await doors.keepEvents(text("url") ?? "", all)
        guard !events.isEmpty else {
            throw ServiceError(.notFound, "the page has no events" + (all ? "" : " of artists in your library"))
        }
        var answer = IntentAnswer("Kept \(ContentPhrase.count(events.count, "event"))")
        answer.lines = events.map(\.title)
        return answer
    }
}
