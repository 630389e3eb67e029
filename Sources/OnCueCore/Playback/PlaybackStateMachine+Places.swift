// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Where long items go on that were left in the midst, however the queue gets to them.
extension PlaybackStateMachine {
    /// Takes where items were left; `nil` for those that begin at their beginning.
    package mutating func notePlaces(_ places: [ContentIdentifier: Duration?]) -> [Action] {
        for (item, place) in places { self.places[item] = place }
        return recue()
    }

    /// Where a track begins unless somebody names another position.
    func place(of track: Track) -> Duration {
        track.isStation ? .zero : places[track.identifier] ?? .zero
    }

    /// The current entry has been heard to its end.
    mutating func forgetPlace() {
        if let track = queue.currentEntry?.track { places[track.identifier] = nil }
    }
}
