// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueClient
package import OnCueCore

/// Any media players on the bus that support MPRIS. Never starts a player, nor the daemon.
package protocol PlayerClient: Sendable {
    /// Returns the players whose names `isWanted` accepts. Those that do not answer within a second are listed as
    /// silent.
    func players(_ isWanted: @escaping @Sendable (String) -> Bool) async throws(ClientError) -> PlayerListing
    /// Performs an action on a player, unless it declares that impossible; `player` is its latest report.
    func perform(_ action: PlayerAction, on player: PlayerReport) async throws(ClientError)
    /// Returns the present players, and the players after every change of one, until the reader stops; also across
    /// restarts of players and of the bus. A slow reader misses the oldest of more than 64 changes.
    func playerUpdates(_ isWanted: @escaping @Sendable (String) -> Bool) -> AsyncStream<PlayerListing>
}

/// An action for a player.
package enum PlayerAction: Sendable, Equatable {
    case play, pause, toggle, stop, next, previous
    /// Seeks to this position in the current track.
    case seekTo(Duration)
    /// The position moves by this much, which may be negative.
    case seekBy(Duration)
    /// 0 to 1.
    case setVolume(Double)
    case adjustVolume(Double)
    case setRate(Double)
    case adjustRate(Double)
    case setShuffle(Bool)
    case setRepeat(RepeatMode)
    case open(uri: String)
}
