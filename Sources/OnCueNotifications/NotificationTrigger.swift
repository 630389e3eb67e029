// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The condition for showing a notification.
package enum NotificationTrigger: Sendable, Equatable, Codable {
    /// The number of times that an event counts.
    package enum Repetition: String, Sendable, CaseIterable, Codable {
        case once
        case always
        /// Each time, until the user has answered.
        case untilAnswered = "until-answered"
    }

    /// A number of seconds from the request, which includes sleep and does not depend on the clock.
    case interval(Int64, repeats: Bool)
    /// Moments of the calendar, by the wall clock.
    case calendar(CalendarComponents, repeats: Bool)
    /// An event around the machine.
    case event(NotificationEvent, Repetition)

    func check() throws(NotificationRefusal) {
        switch self {
        case .interval(let seconds, let repeats):
            let shortest = repeats ? NotificationLimits.shortestRepetition : 1
            guard (shortest...NotificationLimits.longestInterval).contains(seconds) else {
                throw .invalid(
                    "an interval must be from \(shortest) to \(NotificationLimits.longestInterval) seconds, not \(seconds)"
                )
            }
        case .calendar(let components, _): try components.check()
        case .event(let event, _):
            try NotificationRequest.checkOptional(
                "the name of a trigger", event.name ?? "", NotificationLimits.titleBytes)
            guard event.kind.needsName == false || event.name?.isEmpty == false else {
                throw .invalid("the trigger \(event.kind.rawValue) needs a name")
            }
        }
    }

    package var repeats: Bool {
        switch self {
        case .interval(_, let repeats), .calendar(_, let repeats): repeats
        case .event(_, let repetition): repetition == .always
        }
    }
}

/// An event around the machine at which a notification may be due.
package struct NotificationEvent: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, CaseIterable, Codable {
        /// The machine has arrived at a place.
        case arrival
        case departure
        /// Headphones can be heard.
        case headphones
        case car
        case carLeft = "car-left"
        /// A device with the given name was connected.
        case device
        case deviceLeft = "device-left"
        case unlock
        case wake
        case boot
        /// The user has started to listen.
        case playback

        var needsName: Bool { self == .device || self == .deviceLeft }
    }

    package var kind: Kind
    /// The name of the place or the device, or the device's identifier; `nil` for any.
    package var name: String?

    package init(_ kind: Kind, _ name: String? = nil) { (self.kind, self.name) = (kind, name) }

    /// Reads an event in the words of a user: a moment such as `headphones`, `the car` or `unlock`, the name of a place
    /// or a device that is reached, or one of these after `leaving` or `left`. Case, accents and a leading "the" do not
    /// matter.
    ///
    /// - Parameters:
    ///   - places: The names of the known places.
    ///   - devices: The known devices.
    /// - Returns: `nil` if nothing has that name.
    package init?(named words: String, places: [String], devices: [(name: String, identifier: String)]) {
        let prefix = ["leaving ", "left "].first { TextFolding.fold(words).hasPrefix($0) }
        let isLeaving = prefix != nil
        let subject = String(words.dropFirst(prefix?.count ?? 0))
        var names = [TextFolding.fold(subject)]
        if let name = names.first, name.hasPrefix("the ") { names.append(String(name.dropFirst(4))) }
        let moments: [String: Kind] =
            isLeaving
            ? ["car": .carLeft]
            : ["headphones": .headphones, "car": .car, "unlock": .unlock, "wake": .wake, "boot": .boot]
        if let kind = names.lazy.compactMap({ moments[$0] }).first {
            self.init(kind)
        } else if let place = places.first(where: { names.contains(TextFolding.fold($0)) }) {
            self.init(isLeaving ? .departure : .arrival, place)
        } else if let device = devices.first(where: { device in
            names.contains(TextFolding.fold(device.name)) || device.identifier == subject
        }) {
            self.init(isLeaving ? .deviceLeft : .device, device.name)
        } else {
            return nil
        }
    }

    /// Returns whether this is the event that happens now.
    ///
    /// - Parameter names: The names of the place or the device.
    func matches(_ kind: Kind, _ names: [String]) -> Bool {
        guard kind == self.kind else { return false }
        guard let name else { return true }
        let wanted = TextFolding.fold(name)
        return names.contains { TextFolding.fold($0) == wanted }
    }
}
