// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueIntents
package import OnCueRuntime
internal import OnCueSuggestions

/// A cue and the effect of its shortcut.
package struct KeptCue: Sendable, Equatable {
    package var cue: Cue
    /// Whether its shortcut begins to play something, as far as its tasks reveal.
    package var isHeard: Bool

    package init(_ cue: Cue, isHeard: Bool) { (self.cue, self.isHeard) = (cue, isHeard) }
}

/// The user's cues: determines when one is due by the clock, and performs their shortcuts.
///
/// No timer runs unless a cue has a time of day.
@MediaActor
package final class CueKeeper {
    /// Performs the shortcut with this name, which the user has not chosen just now, and shows its questions to the
    /// user.
    ///
    /// - Returns: Whether it was done, or asks the user something.
    package typealias Performing = @MediaActor (_ shortcut: String) async -> Bool

    package private(set) var cues: [KeptCue] = []
    /// Called when the time of a cue has come.
    var onTime: (@MediaActor (Cue) -> Void)?
    private let clock: ClockTriggerSource
    private let performing: Performing

    package init(clock: ClockTriggerSource.Clock = .system, performing: @escaping Performing) {
        self.clock = ClockTriggerSource(clock: clock)
        self.performing = performing
        self.clock.onReport = { [weak self] in self?.take($0) }
        self.clock.start()
    }

    isolated deinit { clock.stop() }

    /// Replaces all cues; takes effect at once.
    package func set(_ cues: [KeptCue]) {
        self.cues = cues
        clock.times = cues.compactMap { kept in kept.cue.occasion.time.map { NamedTime(name: kept.cue.name, time: $0) }
        }
    }

    private func take(_ report: TriggerReport) {
        guard case .time(let name) = report, let kept = cues.first(where: { $0.cue.name == name }) else { return }
        onTime?(kept.cue)
    }

    func perform(_ cue: Cue) async -> Bool { await performing(cue.shortcut) }
}
