// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
internal import OnCueActivities
internal import OnCueCore
package import OnCueNotifications

package enum UserNotificationMethods {
    private static let interface = ServiceNames.userNotifications

    package static let delivered = Method<Pair<Int, Int>, NotificationPage>(
        interface, "GetDelivered", isRepeatable: true)
    package static let pending = Method<Pair<Int, Int>, NotificationPage>(interface, "GetPending", isRepeatable: true)
    package static let answer = Method<NotificationAnswerCall, Nothing>(interface, "Answer")
    package static let remove = Method<Only<Strict<NotificationSelection>>, Only<Int>>(interface, "Remove")
    package static let clients = Method<Nothing, Only<[NotificationClientRecord]>>(
        interface, "GetPrograms", isRepeatable: true)
    package static let setClient = Method<
        Pair<String, Strict<NotificationClientChanges>>, Only<NotificationClientRecord>
    >(
        interface, "SetPermissions", isRepeatable: true)
    package static let forgetClient = Method<Only<String>, Nothing>(interface, "ForgetProgram")
    package static let watch = Method<Only<Bool>, Nothing>(interface, "Watch", isRepeatable: true)
    package static let take = Method<Only<Int64>, Nothing>(interface, "Take", isRepeatable: true)
    package static let add = Method<Pair<String, Strict<NotificationWish>>, Only<String>>(interface, "Add")
    package static let setProgram = Method<Pair<String, Strict<NotificationProgram>>, Only<NotificationClientRecord>>(
        interface, "SetProgram", isRepeatable: true)
    package static let changed = Event<Nothing>(interface, "NotificationsChanged")
    package static let presented = Event<Only<NotificationRow>>(interface, "Presented")
    package static let responded = Event<Only<NotificationResponseRecord>>(interface, "Responded")

    package static func bindings<Service: UserNotificationService>() -> [Binding<Service>] {
        [
            Binding(delivered) { NotificationPage(try await $0.deliveredNotifications(), $1) },
            Binding(pending) { NotificationPage(try await $0.pendingNotifications(), $1) },
            Binding(answer) { service, call in
                try await service.answerNotification(
                    .init(call.client, call.identifier), action: call.action, text: call.text.isEmpty ? nil : call.text)
            },
            Binding(remove) { Only(try await $0.removeNotifications(try $1.value.understood())) },
            Binding(clients) { service, _ in Only(try await service.notificationClients()) },
            Binding(setClient) { Only(try await $0.setNotificationClient($1.first, try $1.second.understood())) },
            Binding(forgetClient) { try await $0.forgetNotificationClient($1.value) },
            Binding(watch) { try await $0.watchNotifications($1.value) },
            Binding(take) { try await $0.takeNotification($1.value) },
            Binding(add) { Only(try await $0.addNotification(try $1.second.understood(), for: $1.first)) },
            Binding(setProgram) {
                Only(try await $0.setNotificationProgram(try $1.second.understood(), for: $1.first))
            },
        ]
    }
}

/// A part of a list of notifications.
package struct NotificationPage: WireForm, ItemPage {
    package var total: Int
    package var items: [NotificationRow]

    init(_ all: [NotificationRow], _ page: Pair<Int, Int>) {
        total = all.count
        items = Array(all.dropFirst(page.first).prefix(PageLimit.granted(page.second)))
    }

    private init() { (total, items) = (0, []) }

    package static var blank: NotificationPage { NotificationPage() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("total", &total)
        fields("items", &items)
    }
}

/// The arguments of `Answer`.
package struct NotificationAnswerCall: WireForm {
    package var client: String
    package var identifier: String
    package var action: String
    package var text: String

    package init(_ name: NotificationRequest.Name, action: String, text: String?) {
        (client, identifier, self.action, self.text) = (name.client, name.identifier, action, text ?? "")
    }

    package static var blank: NotificationAnswerCall { NotificationAnswerCall(.init("", ""), action: "", text: nil) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("program", &client)
        fields("identifier", &identifier)
        fields("action", &action)
        fields("text", &text)
    }
}

/// An answer as it is sent to its program, and to every follower.
package struct NotificationResponseRecord: Sendable, Equatable {
    package var number: Int64
    package var client: String
    package var identifier: String
    package var action: String
    package var text: String?
    package var content: NotificationContent
    /// Seconds since 1970.
    package var time: Int64

    package init(_ response: NotificationResponse) {
        (number, client, identifier) = (response.number, response.name.client, response.name.identifier)
        (action, text) = (response.answer.action.name, response.answer.text)
        (content, time) = (response.content, response.time)
    }
}

// MARK: Fields

extension NotificationContent.Privacy: WireField {}
extension NotificationContent.Urgency: WireField {}
extension NotificationClient.Permission: WireField {}
extension NotificationBook.Part: WireField {}
extension NotificationRow.State: WireField {}

extension NotificationContent: DictionaryForm {
    package static var blank: NotificationContent { NotificationContent(title: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("title", &title)
        fields("subtitle", &subtitle, .ifSet)
        fields("body", &body, .ifSet)
        fields("badge", &badge)
        fields("progress", &progress)
        fields("sound", &sound)
        fields("attachments", &attachments, .ifSet)
        fields("userInfo", &info, .ifSet)
        fields("category", &category, .ifSet)
        fields("thread", &thread, .ifSet)
        fields("whileLocked", &privacy)
        fields("urgency", &urgency)
        fields("mutable", &isMutable, .ifSet)
        fields("item", &item)
        fields("expires", &expires)
    }
}

extension NotificationWish: DictionaryForm {
    package static var blank: NotificationWish { NotificationWish("", .blank) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("identifier", &identifier)
        content.form(&fields)
        fields("trigger", &trigger)
    }
}

extension NotificationRow: DictionaryForm {
    package static var blank: NotificationRow {
        NotificationRow(client: "", program: "", .blank, .pending)
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("program", &client, .required)
        fields("programName", &program)
        wish.form(&fields)
        fields("state", &state, .required)
        fields("number", &number)
        fields("due", &due)
        fields("shown", &shown)
        fields("screen", &screen)
        fields("actions", &actions, .ifSet)
    }
}

extension NotificationResponseRecord: DictionaryForm {
    package static var blank: NotificationResponseRecord {
        NotificationResponseRecord(
            NotificationResponse(number: 0, name: .init("", ""), answer: .init(.main), content: .blank, time: 0))
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("program", &client, .required)
        fields("identifier", &identifier, .required)
        fields("action", &action, .required)
        fields("text", &text, .ifGiven)
        fields("number", &number)
        fields("time", &time)
        content.form(&fields)
    }
}

extension NotificationAction: DictionaryForm {
    package static var blank: NotificationAction { NotificationAction("", "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name, .required)
        fields("title", &title, .required)
        fields("text", &takesText, .ifSet)
        fields("placeholder", &placeholder, .ifSet)
        fields("foreground", &isForeground, .ifSet)
        fields("destructive", &isDestructive, .ifSet)
        fields("needsUnlock", &needsUnlock, .ifSet)
    }
}

extension NotificationCategory: DictionaryForm {
    package static var blank: NotificationCategory { NotificationCategory("") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name, .required)
        fields("actions", &actions, .ifSet)
        fields("tellsDismissal", &tellsDismissal, .ifSet)
        fields("summary", &summary, .ifSet)
    }
}

extension NotificationSelection: DictionaryForm {
    package static var blank: NotificationSelection { NotificationSelection() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("program", &client)
        fields("identifiers", &identifiers, .ifSet)
        fields("thread", &thread)
        fields("part", &part)
    }
}

extension NotificationClientRecord: DictionaryForm {
    package static var blank: NotificationClientRecord {
        NotificationClientRecord(NotificationClient(""), pending: 0, delivered: 0)
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("program", &name, .required)
        fields("programName", &title)
        fields("alert", &alert)
        fields("sound", &sound)
        fields("badge", &badge)
        fields("categories", &categories, .ifSet)
        fields("silenced", &silenced, .ifSet)
        fields("pending", &pending)
        fields("delivered", &delivered)
    }
}

extension NotificationClientChanges: DictionaryForm {
    package static var blank: NotificationClientChanges { NotificationClientChanges() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("alert", &alert)
        fields("sound", &sound)
        fields("badge", &badge)
        fields("shown", &shown)
        fields("silenced", &silenced)
    }
}

extension NotificationProgram: DictionaryForm {
    package static var blank: NotificationProgram { NotificationProgram() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("programName", &title, .ifSet)
        fields("categories", &categories, .ifSet)
        fields("handler", &handler, .ifSet)
        fields("extension", &completer, .ifSet)
    }
}

// MARK: Triggers

/// The fields of a trigger; its kind determines which of them are present.
private struct TriggerFields: DictionaryForm {
    static let interval = "interval"
    static let date = "date"

    var kind = ""
    var seconds: Int64?
    var repeats = NotificationTrigger.Repetition.once
    var name: String?
    var year: Int?
    var month: Int?
    var day: Int?
    var weekdays: [Int] = []
    var hour: Int?
    var minute: Int?
    var second: Int?

    static var blank: TriggerFields { TriggerFields() }

    mutating func form(_ fields: inout some FieldCoder) {
        fields("kind", &kind, .required)
        fields("seconds", &seconds)
        fields("repeats", &repeats)
        fields("name", &name)
        fields("year", &year)
        fields("month", &month)
        fields("day", &day)
        fields("weekdays", &weekdays, .ifSet)
        fields("hour", &hour)
        fields("minute", &minute)
        fields("second", &second)
    }
}

extension NotificationTrigger.Repetition: WireField {}

extension NotificationTrigger: WireField {
    package static var signature: String { "a{sv}" }
    package static var expectation: String { "a dictionary with the kind of a trigger and what belongs to it" }

    package var wire: BusValue {
        var fields = TriggerFields()
        switch self {
        case .interval(let seconds, let repeats):
            (fields.kind, fields.seconds, fields.repeats) = (TriggerFields.interval, seconds, repeats ? .always : .once)
        case .calendar(let date, let repeats):
            (fields.kind, fields.repeats) = (TriggerFields.date, repeats ? .always : .once)
            (fields.year, fields.month, fields.day, fields.weekdays) = (date.year, date.month, date.day, date.weekdays)
            (fields.hour, fields.minute, fields.second) = (date.hour, date.minute, date.second)
        case .event(let event, let repetition):
            (fields.kind, fields.name, fields.repeats) = (event.kind.rawValue, event.name, repetition)
        }
        return fields.wire
    }

    package init?(wire: BusValue) {
        guard let fields = TriggerFields(wire: wire) else { return nil }
        switch fields.kind {
        case TriggerFields.interval:
            guard let seconds = fields.seconds, fields.repeats != .untilAnswered else { return nil }
            self = .interval(seconds, repeats: fields.repeats == .always)
        case TriggerFields.date:
            guard fields.repeats != .untilAnswered else { return nil }
            self = .calendar(
                CalendarComponents(
                    year: fields.year, month: fields.month, day: fields.day, weekdays: fields.weekdays,
                    hour: fields.hour, minute: fields.minute, second: fields.second),
                repeats: fields.repeats == .always)
        default:
            guard let kind = NotificationEvent.Kind(rawValue: fields.kind) else { return nil }
            self = .event(NotificationEvent(kind, fields.name), fields.repeats)
        }
    }
}
