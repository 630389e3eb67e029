// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The condition for showing a notification.
package enum NotificationTrigger: Sendable, Equatable, Codable {
    /// How often a trigger counts.
    package enum Repetition: String, Sendable, CaseIterable, Codable {
        case once
        case always
        /// Again each time, until the user has answered.
        case untilAnswered = "until-answered"
    }

    /// A number of seconds from when it was asked for, counted through sleep and whatever the clock shows.
    case interval(Int64, repeats: Bool)
    /// Moments of the calendar, by the clock on the wall.
    case calendar(CalendarComponents, repeats: Bool)
    /// Something that happens around the machine.
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

/// Something around the machine at which a notification may be due.
package struct NotificationEvent: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, CaseIterable, Codable {
        /// The machine has come to a place.
        case arrival
        case departure
        /// Headphones can be heard.
        case headphones
        case car
        case carLeft = "car-left"
        /// A device with that name is connected.
        case device
        case deviceLeft = "device-left"
        case unlock
        case wake
        case boot
        /// The user begins to listen.
        case playback

        var needsName: Bool { self == .device || self == .deviceLeft }
    }

    package var kind: Kind
    /// The name of the place or the device, or the device's identifier; `nil` for any.
    package var name: String?

    package init(_ kind: Kind, _ name: String? = nil) { (self.kind, self.name) = (kind, name) }

    /// An event as people name it: a moment such as `headphones`, `the car` or `unlock`, the name of a place or a device
    /// to come to, or `leaving` and `left` with one. Case, accents and a leading "the" do not count.
    ///
    /// - Parameters:
    ///   - places: The names of the places that are known.
    ///   - devices: The devices that are known.
    /// - Returns: `nil` if there is nothing of that name.
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

    /// Returns whether this is what happens.
    ///
    /// - Parameter names: Those of the place or the device.
    func matches(_ kind: Kind, _ names: [String]) -> Bool {
        guard kind == self.kind else { return false }
        guard let name else { return true }
        let wanted = TextFolding.fold(name)
        return names.contains { TextFolding.fold($0) == wanted }
    }
}
