// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// What a program can ask of any media player on the bus that speaks MPRIS. Never starts a player, nor the daemon.
package protocol PlayerClient: Sendable {
    /// The players whose names `isWanted` takes. Those that do not answer within a second are told as silent.
    func players(_ isWanted: @escaping @Sendable (String) -> Bool) async throws(ClientError) -> PlayerListing
    /// Has a player do something, unless it says that it cannot; `player` is what was told of it just now.
    func perform(_ action: PlayerAction, on player: PlayerReport) async throws(ClientError)
    /// Holds a player against the MPRIS specification; takes some seconds.
    ///
    /// What is changed is set back, also when the task is cancelled; the call returns when that is done.
    func examine(_ player: PlayerReport, _ depth: ExaminationDepth) async throws(ClientError) -> ConformanceReport
    /// The players of now and after every change of one, until the reader stops; also across restarts of players and of
    /// the bus. A reader that is slow misses the oldest of more than 64 changes.
    func playerUpdates(_ isWanted: @escaping @Sendable (String) -> Bool) -> AsyncStream<PlayerListing>
}

/// What a player is asked to do.
package enum PlayerAction: Sendable, Equatable {
    case play, pause, toggle, stop, next, previous
    /// The position of what plays becomes this.
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
