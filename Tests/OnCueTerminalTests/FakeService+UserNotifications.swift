// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueCore
import OnCueInterface
import OnCueNotifications
import OnCuePhrases

extension FakeService {
    /// Thursday, 26 November 2026, 12:00 UTC.
    static let notificationTime = NotificationTime(wall: 1_795_694_400, uptime: 100, boot: "1")

    func notificationUpdates() -> AsyncStream<UserNotificationUpdate> { Self.stream(current.notificationUpdates) }

    func deliveredNotifications() async throws(ServiceError) -> [NotificationRow] {
        let book = try note("delivered notifications").notificationBook
        return book.delivered.compactMap { record in
            guard let delivery = record.delivery else { return nil }
            return row(record, delivery.content, .delivered, due: delivery.due, in: book)
        }
    }

    func pendingNotifications() async throws(ServiceError) -> [NotificationRow] {
        let book = try note("pending notifications").notificationBook
        return book.pending.map { row($0, $0.request.content, .pending, due: $0.next, in: book) }
    }

    private func row(
        _ record: NotificationRecord, _ content: NotificationContent, _ state: NotificationRow.State, due: Int64?,
        in book: NotificationBook
    ) -> NotificationRow {
        let client = book.clients[record.name.client]
        let wish = NotificationWish(record.name.identifier, content, trigger: record.request.trigger)
        var row = NotificationRow(
            client: record.name.client, program: client?.title ?? "OnCue", wish, state, due: due,
            actions: client?.category(content.category)?.actions ?? [])
        row.number = state == .pending ? 0 : record.delivery?.number ?? 0
        return row
    }

    func answerNotification(_ name: NotificationRequest.Name, action: String, text: String?) async throws(ServiceError)
    {
        let words = [name.identifier, action] + (text.map { [$0] } ?? [])
        try changeBook("answer notification " + words.joined(separator: " ")) { book throws(NotificationRefusal) in
            _ = try book.answer(name, .init(.init(name: action), text: text), isLocked: false, at: 0)
        }
    }

    func removeNotifications(_ selection: NotificationSelection) async throws(ServiceError) -> Int {
        var count = 0
        try changeBook("remove notifications \(selection.identifiers) \(selection.part.rawValue)") { book in
            count =
                book.remove(selection.part) { record in
                    (selection.client.map { $0 == record.name.client } ?? true)
                        && (selection.identifiers.isEmpty || selection.identifiers.contains(record.name.identifier))
                        && (selection.thread.map { $0 == record.request.content.thread } ?? true)
                }.count
        }
        return count
    }

    func notificationClients() async throws(ServiceError) -> [NotificationClientRecord] {
        try note("notification clients").notificationBook.clients.values.sorted { $0.name < $1.name }.map {
            NotificationClientRecord($0, pending: 0, delivered: 0)
        }
    }

    func setNotificationClient(
        _ name: String, _ changes: NotificationClientChanges
    ) async throws(ServiceError) -> NotificationClientRecord {
        guard current.notificationBook.clients[name] != nil else { throw ServiceError(.notFound, "no such program") }
        try changeBook("set notification client \(name)") { book throws(NotificationRefusal) in
            _ = try book.changeClient(name) { client in
                client.alert = changes.alert ?? client.alert
                client.sound = changes.sound ?? client.sound
                client.badge = changes.badge ?? client.badge
                client.silenced.removeAll { $0 == changes.shown }
                client.silenced += changes.silenced.map { [$0] } ?? []
            }
        }
        let client = current.notificationBook.clients[name] ?? NotificationClient(name)
        return NotificationClientRecord(client, pending: 0, delivered: 0)
    }

    func forgetNotificationClient(_ name: String) async throws(ServiceError) {
        guard current.notificationBook.clients[name] != nil else { throw ServiceError(.notFound, "no such program") }
        guard name != ServiceNames.busName else { throw ServiceError(.refused, "OnCue itself cannot be forgotten") }
        try changeBook("forget notification client \(name)") { _ = $0.forgetClient(name) }
    }

    func watchNotifications(_ isWatching: Bool) async throws(ServiceError) {
        _ = try note("watch notifications \(isWatching)")
    }

    func takeNotification(_ number: Int64) async throws(ServiceError) { _ = try note("take notification \(number)") }

    func addNotification(_ request: NotificationWish, for client: String) async throws(ServiceError) -> String {
        guard client.isEmpty else { throw ServiceError(.refused, "\(client) is not the caller's name") }
        let identifier = request.identifier.isEmpty ? "1" : request.identifier
        let whole = NotificationRequest(
            .init(ServiceNames.busName, identifier), request.content, trigger: request.trigger)
        try changeBook("add notification \(request.content.title)") { book throws(NotificationRefusal) in
            _ = try book.add(whole, at: Self.notificationTime)
        }
        return identifier
    }

    func setNotificationProgram(
        _ program: NotificationProgram, for client: String
    ) async throws(ServiceError) -> NotificationClientRecord {
        throw ServiceError(.refused, "\(client) is not the caller's name")
    }

    private func changeBook(
        _ call: String, about place: String = "",
        _ body: (inout NotificationBook) throws(NotificationRefusal) -> Void
    ) throws(ServiceError) {
        var book = try note(call, about: place).notificationBook
        do throws(NotificationRefusal) { try body(&book) } catch { throw ServiceError(error) }
        change { [book] in $0.notificationBook = book }
    }

    /// An empty centre, with the service itself.
    static var emptyBook: NotificationBook {
        var book = NotificationBook(offset: { _ in 0 })
        var own = NotificationClient(ServiceNames.busName, title: "OnCue")
        (own.alert, own.sound, own.badge) = (.allowed, .allowed, .allowed)
        own.categories = [NotificationCategory("message")]
        book.introduce(own)
        return book
    }
}

extension FakeService {
    func addReminder(_ wish: ReminderWish) async throws(ServiceError) -> NotificationRow {
        if wish.place.isEmpty, current.report.entry == nil {
            throw ServiceError(.nothingPlaying, "nothing is playing")
        }
        var content = NotificationContent(title: "Blue", body: wish.note, category: Reminder.category)
        content.item = wish.place.hasPrefix("album:") ? wish.place : "track:a"
        if wish.place.isEmpty, let position = current.report.entry?.position, position >= .seconds(1) {
            content.info.values[Reminder.position] = .number(position / .seconds(1))
        }
        let name = NotificationRequest.Name(ServiceNames.busName, "reminder")
        let trigger =
            if let said = wish.trigger { said } else {
                try trigger(ofEventAt: wish.place, before: wish.before, &content)
            }
        try changeBook("add reminder \(wish.place)", about: wish.place) { book throws(NotificationRefusal) in
            _ = try book.add(NotificationRequest(name, content, trigger: trigger), at: Self.notificationTime)
        }
        return NotificationRow(
            client: name.client, program: "OnCue", NotificationWish(name.identifier, content, trigger: trigger),
            .pending, due: current.notificationBook.records[name]?.next)
    }

    private func trigger(
        ofEventAt place: String, before: Int64?, _ content: inout NotificationContent
    ) throws(ServiceError) -> NotificationTrigger {
        guard let event = current.events.first(where: { $0.identifier.description == place }) else {
            throw ServiceError(.notFound, "this event is not kept any longer")
        }
        do throws(EventReminderRefusal) {
            let now = MomentText.now
            let reminder =
                if let before {
                    try event.reminder(
                        before: before, SpanText.words(.seconds(before)), now: now, offset: LocalClock.offset)
                } else {
                    try event.reminder(now: now, offset: LocalClock.offset)
                }
            content.info.values[Reminder.lead] = .text(reminder.words)
            return .once(at: reminder.time, now: now)
        } catch {
            throw ServiceError(.refused, error.message)
        }
    }

    func addAlarm(_ wish: AlarmWish) async throws(ServiceError) -> AlarmRecord {
        guard wish.volume.map({ $0 > 0 && $0 <= 1 }) ?? true else {
            throw ServiceError(.invalidValue, "an alarm is as loud as 1% to 100%")
        }
        if case .event = wish.trigger { throw ServiceError(.invalidValue, "an alarm rings at a time") }
        var content = NotificationContent(
            title: wish.title.isEmpty ? Alarm.unnamed : wish.title, subtitle: wish.place.isEmpty ? "" : "Blue",
            category: Alarm.category)
        content.item = wish.place.isEmpty ? nil : wish.place
        content.info.values[Alarm.Key.volume] = wish.volume.map { .number($0) }
        if wish.fade > .zero { content.info.values[Alarm.Key.fade] = .number(wish.fade / .seconds(1)) }
        let name = NotificationRequest.Name(ServiceNames.busName, "alarm")
        try changeBook("add alarm \(wish.place)", about: wish.place) { book throws(NotificationRefusal) in
            _ = try book.add(
                NotificationRequest(name, content, trigger: wish.trigger), at: Self.notificationTime)
        }
        let row = NotificationRow(
            client: name.client, program: "OnCue", NotificationWish(name.identifier, content, trigger: wish.trigger),
            .pending, due: current.notificationBook.records[name]?.next)
        return AlarmRecord(row, .asleep)
    }

    func setAlarm(_ identifier: String, isOn: Bool) async throws(ServiceError) -> AlarmRecord {
        let name = NotificationRequest.Name(ServiceNames.busName, identifier)
        guard var request = current.notificationBook.records[name]?.request else {
            throw ServiceError(.notFound, "no alarm with the identifier \"\(identifier)\" waits")
        }
        request.content.info.values[Alarm.Key.off] = isOn ? nil : .flag(true)
        request.content.manner = isOn ? nil : NotificationManner(isOff: true)
        try changeBook("alarm \(isOn ? "on" : "off")") { [request] book throws(NotificationRefusal) in
            _ = try book.add(request, at: Self.notificationTime)
        }
        let row = NotificationRow(
            client: name.client, program: "OnCue",
            NotificationWish(identifier, request.content, trigger: request.trigger), .pending,
            due: current.notificationBook.records[name]?.next)
        return AlarmRecord(row, .asleep)
    }
}
