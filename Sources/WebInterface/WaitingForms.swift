// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
internal import OnCueCore
internal import OnCueInterface
internal import OnCueNotifications
internal import OnCuePhrases

/// Alarms and reminders, as a page gets them and asks for them.

extension NotificationContent {
    /// The item, if it is listed anywhere; the others are named by their addresses, which no page gets.
    fileprivate var listedItem: String? { item.flatMap { ContentIdentifier($0) == nil ? nil : $0 } }
}

/// The state of an alarm or a reminder.
enum WaitingState: String, CaseIterable, WireField, Blank {
    case waiting
    /// An alarm that is switched off.
    case off
    /// An alarm that rings again in a while.
    case snoozed
    case ringing
    /// A reminder whose time has come.
    case due
    case missed

    static var blank: WaitingState { .waiting }
}

/// An alarm.
struct AlarmReply: DictionaryForm {
    var alarm = ""
    /// Empty for one that has no name.
    var title = ""
    /// The name of the item to play; empty for the one that was playing last.
    var subtitle = ""
    var item: String?
    var state = WaitingState.waiting
    /// Seconds since 1970.
    var due: Int64?
    /// The time of day, by the clock of the machine that plays; `nil` for one that was added with a time from then.
    var hour: Int?
    var minute: Int?
    /// 0 for Monday; empty for every day, or for once.
    var weekdays: [Int] = []
    var repeats = false
    var volume: Double?
    var fade: Duration?
    /// The prospect that the machine will be awake, in the words of `WakingProspect`; only of an alarm that was just
    /// added or switched.
    var prospect: String?

    static var blank: AlarmReply { AlarmReply() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("alarm", &alarm, .required)
        fields("title", &title)
        fields("subtitle", &subtitle, .ifSet)
        fields("item", &item)
        fields("state", &state, .required)
        fields("due", &due)
        fields("hour", &hour)
        fields("minute", &minute)
        fields("weekdays", &weekdays, .ifSet)
        fields("repeats", &repeats)
        fields("volume", &volume)
        fields("fade", &fade)
        fields("prospect", &prospect)
    }

    init() {}

    init(_ row: NotificationRow) {
        let content = row.wish.content
        (alarm, title, subtitle) = (row.wish.identifier, content.alarmName ?? "", content.subtitle)
        (item, due) = (content.listedItem, row.due)
        state =
            row.isRinging
            ? .ringing
            : row.state != .pending ? .missed : row.isOffAlarm ? .off : row.isSnoozed ? .snoozed : .waiting
        if case .calendar(let date, let repeats)? = row.wish.trigger {
            (hour, minute, weekdays, self.repeats) = (date.hour ?? 0, date.minute ?? 0, date.weekdays, repeats)
        }
        if case .number(let level)? = content.info.values[Alarm.Key.volume] { volume = level }
        if case .number(let seconds)? = content.info.values[Alarm.Key.fade], (0...1e6).contains(seconds) {
            fade = .seconds(seconds)
        }
    }

    init(_ record: AlarmRecord) {
        self.init(record.notification)
        prospect = record.prospect.rawValue
    }
}

struct AlarmsReply: WireForm {
    var alarms: [AlarmReply] = []

    static var blank: AlarmsReply { AlarmsReply() }
    mutating func form(_ fields: inout some FieldCoder) { fields("alarms", &alarms) }
}

/// A new alarm.
struct AlarmRequest: DictionaryForm {
    var hour = 0
    var minute = 0
    var weekdays: [Int] = []
    /// Each day, or each week on the days; otherwise once.
    var repeats: Bool?
    /// The item to play; the one that was playing last if absent.
    var item: ContentIdentifier?
    var title = ""
    var volume: Double?
    var fade: Duration?

    static var blank: AlarmRequest { AlarmRequest() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("hour", &hour, .required)
        fields("minute", &minute, .required)
        fields("weekdays", &weekdays, .ifSet)
        fields("repeats", &repeats)
        fields("item", &item)
        fields("title", &title, .ifSet)
        fields("volume", &volume)
        fields("fade", &fade)
    }

    var wish: AlarmWish {
        let date = CalendarComponents(weekdays: weekdays, hour: hour, minute: minute)
        var wish = AlarmWish(.calendar(date, repeats: repeats ?? !weekdays.isEmpty), place: item?.description ?? "")
        (wish.title, wish.volume, wish.fade) = (title, volume, fade ?? .zero)
        return wish
    }
}

/// An alarm that is switched on or off.
struct AlarmSwitchRequest: DictionaryForm {
    var alarm = ""
    var isOn = false

    static var blank: AlarmSwitchRequest { AlarmSwitchRequest() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("alarm", &alarm, .required)
        fields("on", &isOn, .required)
    }
}

/// An alarm to remove; a repeating one stays if its ringing or its missed time is removed.
struct AlarmRemoval: DictionaryForm {
    var alarm = ""
    var state: WaitingState?

    static var blank: AlarmRemoval { AlarmRemoval() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("alarm", &alarm, .required)
        fields("state", &state)
    }
}

/// A reminder.
struct ReminderReply: DictionaryForm {
    var reminder = ""
    var title = ""
    var subtitle = ""
    var note = ""
    var item: String?
    var state = WaitingState.waiting
    var due: Int64?
    /// The condition or time, for people: `when headphones connect`.
    var when = ""
    /// Whether it can be played.
    var isPlayable = false

    static var blank: ReminderReply { ReminderReply() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("reminder", &reminder, .required)
        fields("title", &title)
        fields("subtitle", &subtitle, .ifSet)
        fields("note", &note, .ifSet)
        fields("item", &item)
        fields("state", &state, .required)
        fields("due", &due)
        fields("when", &when, .ifSet)
        fields("playable", &isPlayable)
    }

    init() {}

    init(_ row: NotificationRow) {
        let content = row.wish.content
        (reminder, title, subtitle) = (row.wish.identifier, content.title, content.subtitle)
        (note, item, due) = (content.body, content.listedItem, row.due)
        state = row.state == .pending ? .waiting : row.state == .missed ? .missed : .due
        if let trigger = row.wish.trigger { when = NotificationTriggerText.text(trigger, due: row.due) }
        isPlayable = content.category == Reminder.category && item != nil
    }
}

struct RemindersReply: WireForm {
    var reminders: [ReminderReply] = []

    static var blank: RemindersReply { RemindersReply() }
    mutating func form(_ fields: inout some FieldCoder) { fields("reminders", &reminders) }
}

/// A new reminder: of an item or of the current one, at a time or when something happens.
struct ReminderRequest: DictionaryForm {
    var item: ContentIdentifier?
    /// Seconds since 1970.
    var time: Int64?
    var event: String?
    /// The name of the place or the device.
    var name: String?
    var note = ""

    static var blank: ReminderRequest { ReminderRequest() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("item", &item)
        fields("time", &time)
        fields("event", &event)
        fields("name", &name)
        fields("note", &note, .ifSet)
    }
}

/// A reminder that is answered.
struct ReminderAnswer: DictionaryForm {
    enum Action: String, CaseIterable, WireField, Blank {
        case play, later, done

        static var blank: Action { .done }
    }

    var reminder = ""
    var action = Action.done

    static var blank: ReminderAnswer { ReminderAnswer() }
    mutating func form(_ fields: inout some FieldCoder) {
        fields("reminder", &reminder, .required)
        fields("action", &action, .required)
    }
}

/// A reminder that is removed.
struct ReminderRemoval: DictionaryForm {
    var reminder = ""

    static var blank: ReminderRemoval { ReminderRemoval() }
    mutating func form(_ fields: inout some FieldCoder) { fields("reminder", &reminder, .required) }
}

/// The paired machines.
struct MachinesReply: WireForm {
    var machines: [MachineRecord] = []

    static var blank: MachinesReply { MachinesReply() }
    mutating func form(_ fields: inout some FieldCoder) { fields("machines", &machines) }
}

/// A paired machine.
struct MachineRequest: DictionaryForm {
    var machine = ""

    static var blank: MachineRequest { MachineRequest() }
    mutating func form(_ fields: inout some FieldCoder) { fields("machine", &machine, .required) }
}
