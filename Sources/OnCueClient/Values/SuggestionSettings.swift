// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The user's settings for suggestions.
package struct SuggestionSettings: Sendable, Equatable {
    /// A part of the day, in minutes since midnight; over midnight where the end is not later than the begin.
    package struct Hours: Sendable, Equatable {
        package var from: Int
        package var to: Int

        package init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// The hours without suggestions; `nil` for none.
    package var quietHours: Hours?
    /// The time for which nothing is raised again for the same trigger.
    package var coolDown = Duration.seconds(900)
    /// The time for which suggestions are offered if nothing else ends them.
    package var lifetime = Duration.seconds(600)
    /// The time after playback within which nothing is staged in its place.
    package var stagingGuard = Duration.seconds(300)
    /// The number of successive dismissals that silences a trigger; 0 for none.
    package var dismissalLimit = 3
    /// Whether the suggestion is shown as the next track, for lock screens that display that.
    package var stages = true
    /// The enabled kinds of triggers, in addition to devices and arrivals.
    package var moments: [String] = []
    /// The desktop shows suggestions.
    package var notifies = true

    package init() {}
}

/// One thing that can be set about suggestions; the service looks at the bounds.
package enum SuggestionSetting: Sendable, Equatable {
    case quietHours(SuggestionSettings.Hours?)
    case coolDown(Duration)
    case lifetime(Duration)
    case stagingGuard(Duration)
    case dismissalLimit(Int)
    case stages(Bool)
    case moments([String])
    case notifies(Bool)
}
