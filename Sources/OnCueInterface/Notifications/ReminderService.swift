// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueNotifications

/// Reminders of items: `org.oncue.Reminders1`. They are notifications of the service's own category `reminder`, which
/// ``UserNotificationService`` lists, answers and removes.
package protocol ReminderService<Failure>: Sendable {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Adds a reminder of an item, of a kept event, of an activity or of an item of another program, for when a trigger
    /// is due. It is on the disk when this returns.
    ///
    /// - Returns: The pending notification.
    /// - Throws: `nothingPlaying`, `notFound`, `nothingMatches`, `invalidPlace`, `invalidValue` if no time is given,
    ///   `refused` for too many, for an activity that ends with its program and for an event that comes too soon,
    ///   `storage`.
    func addReminder(_ wish: ReminderWish) async throws(Failure) -> NotificationRow
}

/// A reminder that the user requests, with its time.
package struct ReminderWish: Sendable, Equatable {
    /// The place of an item; empty for what is playing, at its position.
    package var place: String
    /// `nil` for a kept event whose day determines the time: the reminder follows the event when it is moved.
    package var trigger: NotificationTrigger?
    /// The time between the reminder and the event, in seconds; `nil` for the day before at 18:00 or, if that has passed,
    /// two hours. It is used without a trigger.
    package var before: Int64?
    package var note: String

    package init(
        place: String = "", _ trigger: NotificationTrigger? = nil, before: Int64? = nil, note: String = ""
    ) {
        (self.place, self.trigger, self.before, self.note) = (place, trigger, before, note)
    }
}

/// The category of reminders, with its names and limits.
package enum Reminder {
    package static let category = "reminder"
    /// The category of reminders of events.
    package static let eventCategory = "event"
    /// The category of reminders of activities, and of items of other programs.
    package static let activityCategory = "activity"
    /// The key of ``NotificationContent/info`` with the position in seconds.
    package static let position = "position"
    /// The key with the title of the chapter at that position.
    package static let chapter = "chapter"
    /// The key with the day and the place that an event had when the reminder was added.
    package static let facts = "facts"
    /// The key with the time between a reminder and the event that it follows, for people: `the day before`.
    package static let lead = "lead"
    /// The key with that time in seconds, if the user gave it.
    package static let before = "before"
    package static let play = "play"
    package static let open = "open"
    package static let later = "later"
    package static let done = "done"
    /// The time after which a postponed reminder comes again, in seconds.
    package static let pause: Int64 = 3_600
}

extension NotificationRow {
    /// Whether it is a reminder of the service.
    package var isReminder: Bool {
        client == ServiceNames.busName
            && [Reminder.category, Reminder.eventCategory, Reminder.activityCategory].contains(wish.content.category)
    }
}

package enum ReminderMethods {
    package static let add = Method<Only<Strict<ReminderWish>>, Only<NotificationRow>>(ServiceNames.reminders, "Add")

    package static func bindings<Service: ReminderService>() -> [Binding<Service>] {
        [Binding(add) { Only(try await $0.addReminder(try $1.value.understood())) }]
    }
}

extension ReminderWish: DictionaryForm {
    package static var blank: ReminderWish { ReminderWish() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("place", &place, .ifSet)
        fields("trigger", &trigger)
        fields("before", &before)
        fields("note", &note, .ifSet)
    }
}
