// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
internal import OnCueCore
package import OnCueInterface
internal import OnCueNotifications

extension ServiceContract {
    /// Checks the notification centre. Nothing is in it, and the caller has no name on the bus.
    package static func userNotifications(_ service: some UserNotificationService, _ notes: Notes) async throws {
        try await checkDelivered(service, notes)
        try await checkPending(service, notes)
        try await checkRefusals(service, notes)
        try await checkPermissions(service, notes)
    }

    /// Checks reminders. The album `album:blue` is in the library, and nothing plays.
    package static func reminders(
        _ service: some ReminderService, in list: some UserNotificationService, _ notes: Notes
    ) async throws {
        let trigger = NotificationTrigger.event(.init(.arrival, "home"), .untilAnswered)
        await notes.expect(.nothingPlaying, "nothing plays") {
            _ = try await service.addReminder(ReminderWish(trigger))
        }
        await notes.expect(.nothingMatches, "it has to be there") {
            _ = try await service.addReminder(ReminderWish(place: "album:none", trigger))
        }
        let row = try await service.addReminder(ReminderWish(place: "album:blue", trigger, note: "Loud"))
        _ = notes.heard(row.wish.content)
        notes.expect(row.state == .pending && row.wish.content.item == "album:blue", "it waits, with its item")
        notes.expect(row.wish.content.body.hasPrefix("Loud"), "and the note")
        notes.expect(
            try await list.pendingNotifications().map(\.wish.trigger) == [trigger], "it is among the pending")
        notes.expect(try await list.removeNotifications(NotificationSelection()) == 1, "and can be taken back")
    }

    /// Checks alarms. The album `album:blue` is in the library.
    package static func alarms(
        _ service: some AlarmService, in list: some UserNotificationService, _ notes: Notes
    ) async throws {
        let trigger = NotificationTrigger.calendar(
            CalendarComponents(weekdays: [0, 4], hour: 6, minute: 30), repeats: true)
        await notes.expect(.nothingMatches, "what plays has to be there") {
            _ = try await service.addAlarm(AlarmWish(trigger, place: "album:none"))
        }
        await notes.expect(.invalidValue, "it must be heard") {
            _ = try await service.addAlarm(AlarmWish(trigger, volume: 0))
        }
        await notes.expect(.invalidValue, "it rings at a time") {
            _ = try await service.addAlarm(AlarmWish(.event(.init(.boot), .once)))
        }
        let wish = AlarmWish(trigger, place: "album:blue", title: "Up", volume: 0.4, fade: .seconds(90))
        let record = try await service.addAlarm(wish)
        let row = record.notification
        _ = notes.heard([row.wish.content.title, row.wish.content.subtitle, record.prospect.rawValue])
        notes.expect(row.state == .pending && row.wish.content.item == "album:blue", "it waits, with its item")
        notes.expect(row.wish.content.category == Alarm.category && row.wish.content.title == "Up", "as an alarm")
        notes.expect(row.wish.content.info.values[Alarm.Key.volume] == .number(0.4), "with its volume")
        notes.expect(row.wish.content.info.values[Alarm.Key.fade] == .number(90), "and its rise")
        notes.expect(
            try await list.pendingNotifications().map(\.wish.trigger) == [trigger], "it is among the pending")
        let identifier = row.wish.identifier
        let off = try await service.setAlarm(identifier, isOn: false).notification
        notes.expect(off.isOffAlarm && off.due == nil && off.state == .pending, "switched off, it is never due")
        notes.expect(try await list.pendingNotifications().map(\.isOffAlarm) == [true], "and is kept")
        let on = try await service.setAlarm(identifier, isOn: true).notification
        notes.expect(!on.isOffAlarm && on.due == row.due, "switched on, it is as it was")
        notes.expect(on.wish == row.wish, "in all that it has")
        await notes.expect(.notFound, "one that is not there cannot be switched") {
            _ = try await service.setAlarm("none", isOn: true)
        }
        notes.expect(try await list.removeNotifications(NotificationSelection()) == 1, "and can be taken back")
    }

    private static func checkDelivered(_ service: some UserNotificationService, _ notes: Notes) async throws {
        var content = NotificationContent(title: "Tea", subtitle: "Green", body: "Two\nlines", thread: "kitchen")
        content.progress = 40
        (content.sound, content.urgency, content.privacy) = ("default", .critical, .withoutDetails)
        content.attachments = ["file:///tea.png"]
        content.info.values["cup"] = .integer(3)
        let identifier = try await service.addNotification(NotificationWish("tea", content), for: "")
        notes.expect(identifier == "tea", "it keeps its identifier")
        let rows = try await service.deliveredNotifications()
        _ = notes.heard(rows.map(\.wish))
        notes.expect(rows.count == 1 && rows.first?.wish.content.title == "Tea", "without a trigger it is due at once")
        notes.expect(rows.first?.wish.content.progress == 40, "with how much is done")
        notes.expect(rows.first?.wish.content.info == content.info, "with what its program needs")
        notes.expect(rows.first?.wish.content.attachments == content.attachments, "and its pictures")
        notes.expect(rows.first?.program == "OnCue", "messages of the user are of the service")
        content.title = "Coffee"
        _ = try await service.addNotification(NotificationWish("tea", content), for: "")
        notes.expect(
            try await service.deliveredNotifications().map(\.wish.content.title) == ["Coffee"],
            "the same identifier changes it")
        let name = NotificationRequest.Name(ServiceNames.busName, "tea")
        await notes.expect(.invalidValue, "it has no such button") {
            try await service.answerNotification(name, action: "drink", text: nil)
        }
        try await service.answerNotification(name, action: "dismiss", text: nil)
        await notes.expect(.notFound, "it is answered once") {
            try await service.answerNotification(name, action: "dismiss", text: nil)
        }
        notes.expect(try await service.deliveredNotifications().isEmpty, "and gone then")
    }

    private static func checkPending(_ service: some UserNotificationService, _ notes: Notes) async throws {
        let triggers: [(String, NotificationTrigger)] = [
            ("c", .event(.init(.arrival, "home"), .untilAnswered)), ("b", .interval(7_200, repeats: false)),
            ("a", .interval(3_600, repeats: true)),
            (
                "d",
                .calendar(.init(month: 2, day: 29, weekdays: [1, 2], hour: 7, minute: 30, second: 5), repeats: true)
            ),
        ]
        for (identifier, trigger) in triggers {
            let wish = NotificationWish(identifier, NotificationContent(title: "T"), trigger: trigger)
            _ = try await service.addNotification(wish, for: "")
        }
        let rows = try await service.pendingNotifications()
        notes.expect(rows.map(\.wish.identifier) == ["a", "b", "d", "c"], "what is due first comes first, events last")
        notes.expect(
            Dictionary(uniqueKeysWithValues: rows.map { ($0.wish.identifier, $0.wish.trigger) })
                == Dictionary(uniqueKeysWithValues: triggers), "with their triggers")
        notes.expect(rows.last?.due == nil && rows.first?.due != nil, "an event has no time")
        let none = NotificationSelection(identifiers: ["a"], part: .delivered)
        notes.expect(try await service.removeNotifications(none) == 0, "a pending one is not delivered")
        let one = NotificationSelection(identifiers: ["a"], part: .pending)
        notes.expect(try await service.removeNotifications(one) == 1, "one can be removed")
        notes.expect(try await service.removeNotifications(NotificationSelection()) == 3, "or all")
        notes.expect(try await service.pendingNotifications().isEmpty, "nothing is left")
    }

    private static func checkRefusals(_ service: some UserNotificationService, _ notes: Notes) async throws {
        await notes.expect(.refused, "nobody speaks for another program") {
            _ = try await service.addNotification(
                NotificationWish("x", NotificationContent(title: "T")), for: "org.example.Other")
        }
        await notes.expect(.refused, "nor describes it") {
            _ = try await service.setNotificationProgram(NotificationProgram(), for: "org.example.Other")
        }
        let large = NotificationContent(title: "T", body: String(repeating: "x", count: 5_000))
        for wish in [
            NotificationWish("x", large), NotificationWish("x", NotificationContent(title: "")),
            NotificationWish("x", NotificationContent(title: "T"), trigger: .interval(0, repeats: false)),
            NotificationWish("x", NotificationContent(title: "T"), trigger: .calendar(.init(hour: 25), repeats: false)),
        ] {
            await notes.expect(.invalidValue, "what cannot be used is refused") {
                _ = try await service.addNotification(wish, for: "")
            }
        }
        await notes.expect(.notFound, "there is no such program") {
            _ = try await service.setNotificationClient("org.example.Other", NotificationClientChanges(alert: .allowed))
        }
        await notes.expect(.notFound, "nor can it be forgotten") {
            try await service.forgetNotificationClient("org.example.Other")
        }
        await notes.expect(.refused, "nor the service itself") {
            try await service.forgetNotificationClient(ServiceNames.busName)
        }
        notes.expect(try await service.deliveredNotifications().isEmpty, "nothing of it is there")
    }

    private static func checkPermissions(_ service: some UserNotificationService, _ notes: Notes) async throws {
        let clients = try await service.notificationClients()
        notes.expect(clients.map(\.name) == [ServiceNames.busName], "the service itself notifies")
        notes.expect(clients.first?.alert == .allowed, "and may")
        let changed = try await service.setNotificationClient(
            ServiceNames.busName, NotificationClientChanges(sound: .refused, silenced: "message"))
        notes.expect(changed.sound == .refused && changed.silenced == ["message"], "its permissions can be changed")
        let back = try await service.setNotificationClient(
            ServiceNames.busName, NotificationClientChanges(sound: .allowed, shown: "message"))
        notes.expect(back.sound == .allowed && back.silenced.isEmpty, "and changed back")
        try await service.watchNotifications(true)
        try await service.takeNotification(4711)
        try await service.watchNotifications(false)
    }
}
