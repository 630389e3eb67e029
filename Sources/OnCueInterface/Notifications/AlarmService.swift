// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
package import OnCueCore
package import OnCueNotifications

/// Alarms: `org.oncue.Alarms1`. They are notifications of the service's own category `alarm`, which
/// ``UserNotificationService`` lists, answers and removes.
package protocol AlarmService<Failure>: Sendable {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Adds an alarm, which wakes the user with sound when its trigger is due. It is on the disk when this returns.
    ///
    /// - Throws: `notFound`, `nothingMatches`, `invalidPlace`, `invalidValue`, `refused` for too many, `storage`.
    func addAlarm(_ wish: AlarmWish) async throws(Failure) -> AlarmRecord

    /// Switches a pending alarm off, or on again. One that is off is kept, and does not ring; an interval counts from
    /// when it is switched on.
    ///
    /// - Throws: `notFound`; `invalidValue` for switching on an alarm whose date has passed; `refused` for one that was
    ///   snoozed; `storage`.
    func setAlarm(_ identifier: String, isOn: Bool) async throws(Failure) -> AlarmRecord
}

/// The alarm that the user wants, with its time and sound.
package struct AlarmWish: Sendable, Equatable {
    /// An interval or a date.
    package var trigger: NotificationTrigger
    /// The place to play; empty for what was last playing.
    package var place: String
    /// The title; empty for ``Alarm/unnamed``.
    package var title: String
    /// The volume, above 0 and up to 1; `nil` for that of the output, if it is loud enough.
    package var volume: Double?
    /// The time in which it rises to that volume, at most ``Alarm/longestFade``.
    package var fade: Duration
    /// The identifier of the output; empty for the one in use.
    package var output: String

    package init(
        _ trigger: NotificationTrigger, place: String = "", title: String = "", volume: Double? = nil,
        fade: Duration = .zero, output: String = ""
    ) {
        (self.trigger, self.place, self.title) = (trigger, place, title)
        (self.volume, self.fade, self.output) = (volume, fade, output)
    }
}

/// An alarm that was added.
package struct AlarmRecord: Sendable, Equatable {
    package var notification: NotificationRow
    /// The expectation whether the machine will be awake.
    package var prospect: WakingProspect

    package init(_ notification: NotificationRow, _ prospect: WakingProspect) {
        (self.notification, self.prospect) = (notification, prospect)
    }
}

/// The category of alarms, with its names and limits.
package enum Alarm {
    package static let category = "alarm"
    package static let snooze = "snooze"
    package static let stop = "stop"
    /// The time after which a snoozed alarm rings again, in seconds.
    package static let pause: Int64 = 600
    /// The delay after which an alarm no longer rings, in seconds.
    package static let lateness: Int64 = 1_800
    package static let longestFade: Duration = .seconds(1_800)
    /// The title of an alarm without a name.
    package static let unnamed = "Alarm"

    /// The keys of ``NotificationContent/info``.
    package enum Key {
        package static let place = "place"
        package static let volume = "volume"
        package static let fade = "fade"
        package static let output = "output"
        package static let outputTitle = "outputTitle"
        /// The alarm was snoozed.
        package static let snoozed = "snoozed"
        /// The alarm is switched off.
        package static let off = "off"
        /// The alarm does not ring, or no longer does.
        package static let silent = "silent"
    }
}

extension NotificationContent {
    /// The name of an alarm; `nil` for one without.
    package var alarmName: String? { title == Alarm.unnamed ? nil : title }
}

extension NotificationRow {
    /// Whether it is an alarm of the service.
    package var isAlarm: Bool { client == ServiceNames.busName && wish.content.category == Alarm.category }

    /// Whether it is an alarm that rings: it is due, and can be heard.
    package var isRinging: Bool {
        isAlarm && state != .pending && state != .missed && wish.content.info.values[Alarm.Key.silent] == nil
    }

    /// Whether it is an alarm that is switched off.
    package var isOffAlarm: Bool { isAlarm && wish.content.info.values[Alarm.Key.off] != nil }

    /// Whether it is an alarm that was snoozed.
    package var isSnoozed: Bool {
        isAlarm && state == .pending && wish.content.info.values[Alarm.Key.snoozed] != nil
    }
}

package enum AlarmMethods {
    package static let add = Method<Only<Strict<AlarmWish>>, Only<AlarmRecord>>(ServiceNames.alarms, "Add")

    package static let set = Method<Only<AlarmSwitch>, Only<AlarmRecord>>(
        ServiceNames.alarms, "Set", isRepeatable: true)

    package static func bindings<Service: AlarmService>() -> [Binding<Service>] {
        [
            Binding(add) { Only(try await $0.addAlarm(try $1.value.understood())) },
            Binding(set) { Only(try await $0.setAlarm($1.value.identifier, isOn: $1.value.isOn)) },
        ]
    }
}

/// An alarm that is switched on or off.
package struct AlarmSwitch: DictionaryForm, Equatable {
    package var identifier: String
    package var isOn: Bool

    package init(_ identifier: String, isOn: Bool) { (self.identifier, self.isOn) = (identifier, isOn) }

    package static var blank: AlarmSwitch { AlarmSwitch("", isOn: false) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("identifier", &identifier, .required)
        fields("on", &isOn, .required)
    }
}

extension WakingProspect: WireField {}

extension AlarmWish: DictionaryForm {
    package static var blank: AlarmWish { AlarmWish(.interval(1, repeats: false)) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("trigger", &trigger, .required)
        fields("place", &place, .ifSet)
        fields("title", &title, .ifSet)
        fields("volume", &volume)
        fields("fade", &fade, .ifSet)
        fields("output", &output, .ifSet)
    }
}

extension AlarmRecord: DictionaryForm {
    package static var blank: AlarmRecord { AlarmRecord(.blank, .unknown) }

    package mutating func form(_ fields: inout some FieldCoder) {
        notification.form(&fields)
        fields("prospect", &prospect, .required)
    }
}
