// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
package import OnCueCore
package import OnCueSuggestions
internal import TextOutput

/// A donation as it is sent to other machines, without its item and its time, which are in its entry.
///
/// Places, triggers and devices are identified by their names, which mean the same wherever the user gives them the
/// same names.
package struct SharedDonation: Sendable, Equatable {
    /// The time of day, the weekday and the surroundings, without the date.
    package struct Circumstances: Sendable, Equatable {
        package var hour: Double
        package var weekday: Int
        package var place: String?
        package var trigger: String?
        package var device: String?

        init(_ moment: Moment) {
            (hour, weekday, place) = (moment.hour, moment.weekday, moment.place)
            (trigger, device) = (moment.trigger, moment.device)
        }

        func moment(at time: Double) -> Moment {
            Moment(time: time, hour: hour, weekday: weekday, place: place, trigger: trigger, device: device)
        }
    }

    /// The permanent identifier: digits that its machine has chosen.
    package var register: String
    package var kind: Donation.Kind
    package var circumstances: Circumstances
    package var isOpen: Bool
    /// The moment of the choice, and the number of seconds between it and the donation.
    package var choice: (before: Int64, circumstances: Circumstances)?

    package init(_ register: String, _ donation: Donation) {
        (self.register, kind, isOpen) = (register, donation.kind, donation.isOpen)
        circumstances = Circumstances(donation.moment)
        choice = donation.choice.map { choice in
            let before = donation.moment.time - choice.time
            return (Int64(min(max(0, before), Double(Self.furthest))), Circumstances(choice))
        }
    }

    /// Returns the donation of an item.
    ///
    /// - Parameter time: Seconds since 1970.
    package func donation(of item: ContentIdentifier, at time: Int64) -> Donation {
        Donation(
            kind, item.description, at: circumstances.moment(at: Double(time)), isOpen: isOpen,
            choice: choice.map { $0.circumstances.moment(at: Double(time - $0.before)) })
    }

    package static func == (one: SharedDonation, another: SharedDonation) -> Bool {
        one.register == another.register && one.kind == another.kind && one.isOpen == another.isOpen
            && one.circumstances == another.circumstances && one.choice?.before == another.choice?.before
            && one.choice?.circumstances == another.choice?.circumstances
    }
}

// MARK: JSON

extension SharedDonation {
    /// One day: the maximum time between a choice and its donation.
    private static let furthest: Int64 = 86_400
    fileprivate static let longestName = 256
    private static let digits = 16

    /// Whether a text can be the identifier of a donation.
    package static func isRegister(_ text: String) -> Bool {
        text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    var members: [JSONValue.Member] {
        var members: [JSONValue.Member] = [
            .init("as", .string(register)), .init("learnt", .string(kind.rawValue)),
            .init("in", circumstances.json),
        ]
        if isOpen { members.append(.init("open", .bool(true))) }
        if let choice {
            members += [.init("before", .int(Int(choice.before))), .init("chosen", choice.circumstances.json)]
        }
        return members
    }

    /// `nil` if it is incomplete or invalid.
    init?(json: JSONValue) {
        guard let register = json["as"]?.stringValue, Self.isRegister(register),
            let kind = json["learnt"]?.stringValue.flatMap(Donation.Kind.init),
            let circumstances = json["in"].flatMap(Circumstances.init)
        else { return nil }
        (self.register, self.kind, self.circumstances) = (register, kind, circumstances)
        isOpen = json["open"]?.boolValue ?? false
        guard let chosen = json["chosen"] else { return }
        guard let before = json["before"]?.intValue, (0...Int(Self.furthest)).contains(before),
            let choice = Circumstances(json: chosen)
        else { return nil }
        self.choice = (Int64(before), choice)
    }
}

extension SharedDonation.Circumstances {
    fileprivate var json: JSONValue {
        var members: [JSONValue.Member] = [.init("hour", .double(hour)), .init("weekday", .int(weekday))]
        if let place { members.append(.init("place", .string(place))) }
        if let trigger { members.append(.init("trigger", .string(trigger))) }
        if let device { members.append(.init("device", .string(device))) }
        return .object(members)
    }

    fileprivate init?(json: JSONValue) {
        guard let hour = json["hour"]?.doubleValue, hour >= 0, hour < 24,
            let weekday = json["weekday"]?.intValue, (0...6).contains(weekday)
        else { return nil }
        (self.hour, self.weekday) = (hour, weekday)
        func name(_ key: String) -> String? {
            json[key]?.stringValue.map { TextLayout.printable($0).shortened(toBytes: SharedDonation.longestName) }
        }
        (place, trigger, device) = (name("place"), name("trigger"), name("device"))
    }
}
