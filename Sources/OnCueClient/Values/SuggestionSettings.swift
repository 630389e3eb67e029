// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How the person wants suggestions to be raised.
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

    /// When nothing is raised; `nil` for never.
    package var quietHours: Hours?
    /// How long nothing is raised for the same trigger once it was.
    package var coolDown = Duration.seconds(900)
    /// How long suggestions are offered when nothing else ends them.
    package var lifetime = Duration.seconds(600)
    /// How long after something played nothing is staged in its place.
    package var stagingGuard = Duration.seconds(300)
    /// So many dismissals in a row for one trigger silence it; 0 for none.
    package var dismissalLimit = 3
    /// The suggestion is shown as what would play next, where a lock screen shows that.
    package var stages = true
    /// Kinds of triggers of which the person wants to hear beside devices and arrivals.
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
