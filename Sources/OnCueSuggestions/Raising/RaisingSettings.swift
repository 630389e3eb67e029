// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How the person wants suggestions to be raised, whatever the trigger.
package struct RaisingSettings: Sendable, Equatable, Codable {
    /// Hours of the day in which nothing is raised, in minutes since midnight; over midnight where the end is not
    /// later than the begin. `nil` for none.
    package var quietHours: QuietHours?
    /// How long nothing is raised for the same trigger once it was.
    package var coolDown: Duration = .seconds(15 * 60)
    /// How long suggestions are offered when nothing else ends them.
    package var lifetime: Duration = .seconds(10 * 60)
    /// How long after something played nothing is staged in its place.
    package var stagingGuard: Duration = .seconds(5 * 60)
    /// So many dismissals in a row for one trigger silence it.
    package var dismissalLimit = 3
    /// The suggestion is shown as what would play next, where a lock screen shows that.
    package var stages = true
    /// The desktop is asked to show suggestions.
    package var notifies = true
    /// The kinds of triggers of which the person wants to hear beside those of devices and arrivals.
    package var moments: Set<Trigger.Kind> = []

    package init() {}
}

extension RaisingSettings {
    /// What cannot be read, or was not known when it was written, is as usual.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func read<Value: Decodable>(_ key: CodingKeys, _ usual: Value) -> Value {
            (try? values.decodeIfPresent(Value.self, forKey: key)) ?? usual
        }
        let usual = RaisingSettings()
        self.init()
        quietHours = read(.quietHours, usual.quietHours)
        coolDown = read(.coolDown, usual.coolDown)
        lifetime = read(.lifetime, usual.lifetime)
        stagingGuard = read(.stagingGuard, usual.stagingGuard)
        dismissalLimit = read(.dismissalLimit, usual.dismissalLimit)
        stages = read(.stages, usual.stages)
        notifies = read(.notifies, usual.notifies)
        moments = read(.moments, usual.moments)
    }
}

/// A part of the day.
package struct QuietHours: Sendable, Equatable, Codable {
    package let from: Int
    package let to: Int

    /// - Parameters: Minutes since midnight, 0 to 1439.
    /// - Returns: `nil` for what is no time of day.
    package init?(from: Int, to: Int) {
        guard (0..<Self.day).contains(from), (0..<Self.day).contains(to) else { return nil }
        self.from = from
        self.to = to
    }

    package func contains(minute: Int) -> Bool {
        from < to ? (from..<to).contains(minute) : minute >= from || minute < to
    }

    private static let day = 24 * 60
}
