// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import MPDProtocol
internal import OnCueRuntime

/// The budget shared by all regular expressions of one command.
@MediaActor
final class PatternBudget {
    /// The number of matches that may exceed the limit of steps.
    private static let mostExhausted = 200
    /// The maximum computing time of all expressions together.
    private static let mostTime: Duration = .seconds(4)

    private var exhausted = 0
    private var time: Duration = .zero

    /// Whether the budget is used up; from then on nothing matches.
    var isSpent: Bool { exhausted > Self.mostExhausted || time > Self.mostTime }

    /// The function that compiles the regular expressions of a filter.
    var patterns: SongFilter.PatternMaker {
        { text, foldsCase in
            PerlPattern(text, foldsCase: foldsCase).map { pattern in
                { text in MediaActor.assumeIsolated { self.isFound(pattern, text) } }
            }
        }
    }

    private func isFound(_ pattern: PerlPattern, _ text: String) -> Bool {
        guard !isSpent else { return false }
        let begin = ContinuousClock.now
        defer { time += ContinuousClock.now - begin }
        switch pattern.result(in: text) {
        case .found: return true
        case .absent: return false
        case .exhausted:
            exhausted += 1
            return false
        }
    }
}
