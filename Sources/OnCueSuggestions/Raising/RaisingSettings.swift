// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The user's general settings for suggestions.
package struct RaisingSettings: Sendable, Equatable, Codable {
    /// The hours of the day in which nothing is raised, in minutes since midnight; across midnight if the end is not
    /// later than the beginning. `nil` for none.
    package var quietHours: PartOfDay?
    /// The time for which nothing is raised again for the same trigger.
    package var coolDown: Duration = .seconds(15 * 60)
    /// The time for which suggestions are offered if nothing else ends them.
    package var lifetime: Duration = .seconds(10 * 60)
    /// The time after playback within which nothing is staged in its place.
    package var stagingGuard: Duration = .seconds(5 * 60)
    /// The number of successive dismissals that silences a trigger.
    package var dismissalLimit = 3
    /// Whether the suggestion is shown as the next track, for lock screens that display that.
    package var stages = true
    /// Whether the desktop is asked to show suggestions.
    package var notifies = true
    /// The enabled kinds of triggers, in addition to devices and arrivals.
    package var moments: Set<Trigger.Kind> = []

    package init() {}
}

extension RaisingSettings {
    /// Decodes settings; missing and unreadable ones have their defaults.
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
