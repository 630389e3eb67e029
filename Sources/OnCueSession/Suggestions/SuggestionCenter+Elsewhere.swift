// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSuggestions

/// Offers to continue a queue or an activity that the user has left at another machine, when this one is unlocked.
extension SuggestionCenter {
    /// The playback or activity that was left, as long as it counts.
    var elsewhere: LeftElsewhere? {
        guard let left else { return nil }
        var now = left.what
        now.absence += elapsed - left.asked
        return now.absence <= LeftElsewhere.window ? now : nil
    }

    /// Asks the other machines after the screen was unlocked, without waiting for them.
    func lookElsewhere(at trigger: Trigger) {
        guard trigger.kind == .unlock, let others else { return }
        asking?.cancel()
        left = nil
        asking = Task { @MediaActor [weak self] in
            let found = LeftElsewhere.latest(await others.left())
            guard !Task.isCancelled, let self, let found else { return }
            left = (found, elapsed)
            tellListChanged()
            // A present offer stays.
            if offer == nil, finding == nil { consider(trigger, at: moment(of: trigger)) }
        }
    }

    /// Continues here the queue or activity that was left elsewhere.
    ///
    /// - Returns: Whether the suggestion is of that kind.
    /// - Throws: The reason why it could not be continued; the suggestion stays then.
    func goOnHere(_ wanted: ShownSuggestion) async throws -> Bool {
        guard let left, left.what.identifier == wanted.target, let others else { return false }
        try await others.take(left.what)
        self.left = nil
        carryOut(board.accept(wanted.id))
        tellListChanged()
        return true
    }
}
