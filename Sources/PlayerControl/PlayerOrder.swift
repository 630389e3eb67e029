// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface

/// The known activity of a player, in addition to its present state.
package struct PlayerActivity: Sendable, Equatable {
    /// Greater for later activity, as observed; 0 without an observation.
    package var seen: Int
    /// The unique name of its connection to the bus.
    package var owner: String

    package init(seen: Int = 0, owner: String = "") {
        self.seen = seen
        self.owner = owner
    }

    /// The number of the connection, which grows with each new program: `:1.42` is the 42nd.
    var connection: Int { owner.split(separator: ".").last.flatMap { Int($0) } ?? 0 }
}

/// The order of players by recent activity, found without observation: playing ones come before paused ones, and those
/// before stopped ones. Among equals the one observed as active last comes first; then the one that connected to the
/// bus last.
enum PlayerOrder {
    static func sorted(_ players: [PlayerReport]) -> [PlayerReport] {
        players.sorted { left, right in
            let (one, other) = (key(left), key(right))
            return one == other ? left.name < right.name : one > other
        }
    }

    private static func key(_ player: PlayerReport) -> (Int, Int, Int) {
        let status =
            switch player.now.status {
            case .playing: 2
            case .paused: 1
            case .stopped: 0
            }
        return (status, player.activity.seen, player.activity.connection)
    }
}
