// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

/// A media player on the bus that speaks MPRIS, as it was when it answered.
package struct PlayerReport: Sendable, Equatable {
    /// Its name on the bus after `org.mpris.MediaPlayer2.`, including the instance.
    package var name: String
    /// Its own display name.
    package var identity: String?
    package var now: NowPlayingReport
    package var abilities: PlayerAbilities
    /// The rates that it can play at.
    package var rates: ClosedRange<Double>
    /// The object path of the current track; `nil` if it has none that could be sent back.
    package var trackPath: String?
    /// The data for the order of players: see `PlayerOrder`.
    package var activity: PlayerActivity

    package init(
        name: String, identity: String? = nil, now: NowPlayingReport, abilities: PlayerAbilities = .all,
        rates: ClosedRange<Double> = 1...1, trackPath: String? = nil, activity: PlayerActivity = PlayerActivity()
    ) {
        self.name = name
        self.identity = identity
        self.now = now
        self.abilities = abilities
        self.rates = rates
        self.trackPath = trackPath
        self.activity = activity
    }

    /// Its name in a sentence.
    package var title: String { identity ?? name }
}

/// The actions that a player declares possible. Undeclared ones count as possible.
package struct PlayerAbilities: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let control = PlayerAbilities(rawValue: 1)
    package static let play = PlayerAbilities(rawValue: 2)
    package static let pause = PlayerAbilities(rawValue: 4)
    package static let seek = PlayerAbilities(rawValue: 8)
    package static let next = PlayerAbilities(rawValue: 16)
    package static let previous = PlayerAbilities(rawValue: 32)
    package static let all: PlayerAbilities = [.control, .play, .pause, .seek, .next, .previous]
}

/// The players on the bus.
package struct PlayerListing: Sendable, Equatable {
    /// One that gave no answer, or none that could be understood.
    package struct Silent: Sendable, Equatable {
        package var name: String
        /// The reason why its state is unknown.
        package var reason: String

        package init(name: String, reason: String) {
            self.name = name
            self.reason = reason
        }
    }

    /// The most recently active first.
    package var players: [PlayerReport]
    /// The players that did not answer, by name.
    package var silent: [Silent]

    package init(players: [PlayerReport] = [], silent: [Silent] = []) {
        self.players = PlayerOrder.sorted(players)
        self.silent = silent.sorted { $0.name < $1.name }
    }
}
