// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Words for the circumstances of a moment: "Weekday mornings with WH-1000XM5 at home".
struct CircumstanceText {
    private let moment: Moment

    init(_ moment: Moment) {
        self.moment = moment
    }

    /// Returns the relevant circumstances, as the beginning of a sentence.
    func text(_ facets: [Facet]) -> String {
        let clock = clock(
            hour: facets.contains(.hour), day: facets.contains(.weekday), dayType: facets.contains(.dayType))
        let device = facets.contains(.device) ? moment.device.map { "with " + $0 } : nil
        // The name of a device implies its connection.
        let trigger = facets.contains(.trigger) && device == nil ? moment.trigger.map(Self.trigger) : nil
        let place = facets.contains(.place) ? moment.place.map { "at " + $0 } : nil
        let text = [clock, device, trigger, place].compactMap { $0 }.joined(separator: " ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    private func clock(hour: Bool, day: Bool, dayType: Bool) -> String? {
        let name =
            day ? Weekday(rawValue: moment.weekday)?.name : dayType ? (moment.isWeekend ? "weekend" : "weekday") : nil
        switch (name, hour) {
        case (let name?, true): return partOfDay == "noon" ? "\(name)s around noon" : "\(name) \(partOfDay)s"
        case (let name?, false): return "on \(name)s"
        case (nil, true):
            return partOfDay == "noon" ? "around noon" : partOfDay == "night" ? "at night" : "in the \(partOfDay)"
        case (nil, false): return nil
        }
    }

    private var partOfDay: String {
        switch moment.hour {
        case 5..<11: "morning"
        case 11..<14: "noon"
        case 14..<18: "afternoon"
        case 18..<22: "evening"
        default: "night"
        }
    }

    private static func trigger(_ name: String) -> String {
        switch Trigger.Kind(rawValue: name) {
        case .headphones: "with headphones"
        case .car: "in the car"
        case .arrival: "on arrival"
        case .departure: "on leaving"
        default: "on \(name)"
        }
    }
}
