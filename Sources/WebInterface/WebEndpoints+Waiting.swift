// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueNotifications
internal import OnCuePhrases
internal import WebAccess

/// Alarms, reminders, and the machines that are paired with this one.
extension WebEndpoint {
    /// The longest time until a reminder, in seconds.
    private static let latest: Int64 = 2 * 366 * 86_400

    static let machines: [WebEndpoint] = [
        WebEndpoint(.get, "machines", "The machines that are paired with the one that plays, and what plays there.") {
            (service, _: NoRequest) in MachinesReply(machines: try await service.machines())
        },
        WebEndpoint(.post, "machines/continue", "Continue here what plays at a paired machine.") {
            (service, request: MachineRequest) in try await service.continueHere(from: request.machine)
        },
    ]

    static let alarms: [WebEndpoint] = [
        WebEndpoint(.get, "alarms", "The alarms: those that ring or were missed, and then the next ones.") {
            (service, _: NoRequest) in
            AlarmsReply(alarms: try await rows(service).filter(\.isAlarm).map(AlarmReply.init))
        },
        WebEndpoint(.post, "alarms/add", "Add an alarm: once, each day, or each week on some days.") {
            (service, request: AlarmRequest) in AlarmReply(try await service.addAlarm(request.wish))
        },
        WebEndpoint(.post, "alarms/switch", "Switch an alarm on or off.") {
            (service, request: AlarmSwitchRequest) in
            AlarmReply(try await service.setAlarm(request.alarm, isOn: request.isOn))
        },
        WebEndpoint(.post, "alarms/remove", "Remove an alarm.") { (service, request: AlarmRemoval) in
            let isPending = request.state != .ringing && request.state != .missed
            try await remove(request.alarm, isPending ? .pending : .delivered, service, \.isAlarm)
            return Nothing()
        },
        WebEndpoint("alarms/snooze", "Let the alarm that rings ring again in ten minutes.") { service in
            guard let row = try await rows(service).first(where: \.isRinging) else { throw silence }
            try await service.answerNotification(row.name, action: Alarm.snooze, text: nil)
        },
        WebEndpoint("alarms/stop", "End the alarm that rings, or that was snoozed.") { service in
            let rows = try await rows(service)
            if let row = rows.first(where: \.isRinging) {
                try await service.answerNotification(row.name, action: Alarm.stop, text: nil)
            } else if let row = rows.first(where: \.isSnoozed) {
                try await remove(row.wish.identifier, .pending, service, \.isSnoozed)
            } else {
                throw silence
            }
        },
    ]

    static let reminders: [WebEndpoint] = [
        WebEndpoint(.get, "reminders", "The reminders: those whose time has come, and then those that wait.") {
            (service, _: NoRequest) in
            RemindersReply(reminders: try await rows(service).filter(\.isReminder).map(ReminderReply.init))
        },
        WebEndpoint(
            .post, "reminders/add",
            "Be reminded of an item, or of what is playing, at a time or at an event: \(events.joined(separator: ", "))."
        ) { (service, request: ReminderRequest) in
            let wish = ReminderWish(
                place: request.item?.description ?? "", try trigger(request, now: MomentText.now), note: request.note)
            return ReminderReply(try await service.addReminder(wish))
        },
        WebEndpoint(.post, "reminders/answer", "Play what a reminder is about, be reminded later, or be done.") {
            (service, request: ReminderAnswer) in
            let rows = try await service.deliveredNotifications()
            guard let row = rows.first(where: { $0.isReminder && $0.wish.identifier == request.reminder }) else {
                throw gone
            }
            try await service.answerNotification(row.name, action: request.action.rawValue, text: nil)
            return Nothing()
        },
        WebEndpoint(.post, "reminders/remove", "Remove a reminder.") { (service, request: ReminderRemoval) in
            try await remove(request.reminder, .all, service, \.isReminder)
            return Nothing()
        },
    ]

    private static let silence = ServiceError(.notFound, "no alarm rings")
    private static let gone = ServiceError(.notFound, "that is no longer there")

    private static func rows(_ service: any MediaServiceClient) async throws -> [NotificationRow] {
        try await service.deliveredNotifications() + service.pendingNotifications()
    }

    /// Removes a notification, if it is of the requested kind: a page sees no others, and removes none.
    private static func remove(
        _ identifier: String, _ part: NotificationBook.Part, _ service: any MediaServiceClient,
        _ isMeant: (NotificationRow) -> Bool
    ) async throws {
        guard try await rows(service).contains(where: { $0.wish.identifier == identifier && isMeant($0) }) else {
            throw gone
        }
        let selection = NotificationSelection(
            client: ServiceNames.busName, identifiers: [identifier], part: part)
        guard try await service.removeNotifications(selection) > 0 else { throw gone }
    }

    private static let events = NotificationEvent.Kind.allCases.map(\.rawValue)

    private static func trigger(_ request: ReminderRequest, now: Int64) throws(WebRefusal) -> NotificationTrigger {
        switch (request.time, request.event) {
        case (let time?, nil):
            guard time > now - 60, time < now + latest else {
                throw WebRefusal(.invalidValue, "time must be to come, and not more than two years ahead")
            }
            return .once(at: time, now: now)
        case (nil, let event?):
            guard let kind = NotificationEvent.Kind(rawValue: event) else {
                throw WebRefusal(.invalidValue, "event must be one of \(events.joined(separator: ", "))")
            }
            return .event(NotificationEvent(kind, request.name), .untilAnswered)
        default: throw WebRefusal(.invalidValue, "expected either time or event")
        }
    }
}
