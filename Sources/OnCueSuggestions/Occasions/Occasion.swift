// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An event with conditions: `weekdays 07:00..09:00 car`.
package struct Occasion: Sendable, Equatable {
    /// The event of an occasion.
    package enum Event: Sendable, Equatable {
        case headphones, car, carLeft, unlock, wake, boot
        /// A device with this name can be heard.
        case device(String)
        case arrival(String)
        case departure(String)
        /// A time of day, in minutes since midnight.
        case time(Int)
    }

    /// The circumstances at a moment, as far as they are known.
    package struct Surroundings: Sendable, Equatable {
        package var moment: Moment
        /// The names and the identifiers of the devices that can be heard.
        package var devices: [String]
        /// Whether one of them is a pair of headphones, and whether one is a car.
        package var (hasHeadphones, hasCar) = (false, false)
        /// The probable destination of a trip that has begun; `nil` for none.
        package var destination: String?

        package init(_ moment: Moment, devices: [String] = [], destination: String? = nil) {
            (self.moment, self.devices, self.destination) = (moment, devices, destination)
        }
    }

    /// The time for which the occasion of a time of day lasts, in minutes.
    static let lasting = 60

    package var event: Event
    /// The days of the week, from 0 for Monday to 6 for Sunday.
    package var days: Set<Int>
    /// A part that crosses midnight belongs to the day on which it begins.
    package var part: PartOfDay?
    /// The name of a place where the machine has to be.
    package var place: String?
    /// The name of a device that has to be heard.
    package var device: String?
    /// The required destination of a trip; empty for any, `nil` if no trip is required.
    package var destination: String?

    package init(_ event: Event) {
        self.event = event
        days = Set(0..<7)
    }

    /// The times at which it happens by the clock; `nil` if it does not depend on the clock.
    package var time: TimeOfWeek? {
        guard case .time(let minute) = event else { return nil }
        // A time after midnight within a part that crosses midnight belongs to the day before.
        let isNextDay = part.map { $0.to <= $0.from && minute < $0.to } ?? false
        return TimeOfWeek(days: isNextDay ? Set(days.map { ($0 + 1) % 7 }) : days, minute: minute)
    }

    /// Returns whether a trigger is the event.
    package func isMade(by trigger: Trigger, at moment: Moment) -> Bool {
        func isNamed(_ name: String, _ names: String?...) -> Bool {
            let wanted = name.lowercased()
            return names.contains { $0.map { $0.lowercased() == wanted } ?? false }
        }
        switch event {
        case .headphones: return trigger.kind == .headphones
        case .car: return trigger.kind == .car
        case .carLeft: return trigger.kind == .carLeft
        case .unlock: return trigger.kind == .unlock
        case .wake: return trigger.kind == .wake
        case .boot: return trigger.kind == .boot
        case .device(let name):
            return [.headphones, .car].contains(trigger.kind) && isNamed(name, trigger.device?.name, trigger.device?.id)
        case .arrival(let name): return trigger.kind == .arrival && isNamed(name, trigger.name)
        case .departure(let name): return trigger.kind == .departure && isNamed(name, trigger.name)
        case .time(let minute):
            let late = moment.minute - minute
            return trigger.kind == .time && (0..<5).contains(late < 0 ? late + 24 * 60 : late)
        }
    }

    /// Returns whether the event has happened and continues: the headphones are still connected, or the time of day was
    /// not long ago. Momentary events, such as unlocking, never continue.
    package func goesOn(_ now: Surroundings) -> Bool {
        func isAmong(_ name: String, _ names: [String]) -> Bool {
            names.contains { $0.lowercased() == name.lowercased() }
        }
        switch event {
        case .headphones: return now.hasHeadphones
        case .car: return now.hasCar
        case .device(let name): return isAmong(name, now.devices)
        case .arrival(let name): return now.moment.place.map { isAmong(name, [$0]) } ?? false
        case .time(let minute):
            if part != nil { return true }
            let late = now.moment.minute - minute
            return (0..<Self.lasting).contains(late < 0 ? late + 24 * 60 : late)
        case .carLeft, .departure, .unlock, .wake, .boot: return false
        }
    }

    /// Returns the first condition that is not met, as a sentence for people; `nil` if all are.
    package func objection(_ now: Surroundings) -> String? {
        let minute = now.moment.minute
        var weekday = now.moment.weekday
        if let part {
            guard part.contains(minute: minute) else {
                return "It is not between \(Self.clock(part.from)) and \(Self.clock(part.to))."
            }
            if part.to <= part.from, minute < part.to { weekday = (weekday + 6) % 7 }
        } else if case .time(let time) = event, minute < time {
            // It continues after midnight.
            weekday = (weekday + 6) % 7
        }
        guard days.contains(weekday) else { return "It is not one of its days (\(TimeOfWeek.text(ofDays: days)))." }
        if let place {
            guard let here = now.moment.place, here.lowercased() == place.lowercased() else {
                return "You are not at \(place)."
            }
        }
        if let device {
            let wanted = device.lowercased()
            guard now.devices.contains(where: { $0.lowercased() == wanted }) else {
                return "\(device) is not connected."
            }
        }
        if let destination {
            guard let leads = now.destination else { return "No trip is expected." }
            guard destination.isEmpty || leads.lowercased() == destination.lowercased() else {
                return "The trip does not lead to \(destination)."
            }
        }
        return nil
    }

    static func clock(_ minute: Int) -> String { TimeOfWeek.text(ofMinute: minute) }
}
