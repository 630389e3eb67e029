// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// The call to a player for an action.
enum PlayerCall: Equatable {
    case method(String, [BusValue] = [])
    case set(String, BusValue)

    /// - Throws: ``ClientError`` if the player declares the action impossible.
    init(_ action: PlayerAction, _ player: PlayerReport) throws(ClientError) {
        try Self.check(action, player)
        let now = player.now
        switch action {
        case .play: self = .method("Play")
        case .pause: self = .method("Pause")
        case .toggle: self = .method("PlayPause")
        case .stop: self = .method("Stop")
        case .next: self = .method("Next")
        case .previous: self = .method("Previous")
        case .seekBy(let offset): self = .method("Seek", [.int64(offset.wholeMicroseconds)])
        case .seekTo(let position): self = try Self.seek(to: position, player)
        case .setVolume(let volume): self = .set("Volume", .double(volume))
        case .adjustVolume(let difference):
            // A volume above full may stay, but is not raised further.
            self = .set("Volume", .double(min(max(0, now.volume + difference), max(1, now.volume))))
        case .setRate(let rate): self = try Self.setRate(rate, player)
        case .adjustRate(let difference): self = try Self.setRate(now.rate + difference, player)
        case .setShuffle(let isOn): self = .set("Shuffle", .bool(isOn))
        case .setRepeat(let mode): self = .set("LoopStatus", .string(Self.loopStatus(mode)))
        case .open(let uri): self = .method("OpenUri", [.string(uri)])
        }
    }

    /// Returns the call that seeks to a position. A position can only be set for the track that the player names. If it
    /// names none, or its identifier could not be sent back, the difference is sent instead.
    private static func seek(to position: Duration, _ player: PlayerReport) throws(ClientError) -> PlayerCall {
        if let path = player.trackPath {
            return .method("SetPosition", [.objectPath(path), .int64(position.wholeMicroseconds)])
        }
        guard let entry = player.now.entry, !player.now.untold.contains(.position) else {
            throw ClientError(
                .refused, "\(player.title) reports neither its track nor its position; +10 and -10 may still work")
        }
        return .method("Seek", [.int64((position - entry.position).wholeMicroseconds)])
    }

    private static func setRate(_ rate: Double, _ player: PlayerReport) throws(ClientError) -> PlayerCall {
        let rounded = (rate * 100).rounded() / 100
        guard player.rates.contains(rounded) else {
            let (least, most) = (player.rates.lowerBound, player.rates.upperBound)
            let range = least == most ? "only at rate \(least)" : "at rates from \(least) to \(most)"
            throw ClientError(.refused, "\(player.title) plays \(range), not at \(rounded)")
        }
        return .set("Rate", .double(rounded))
    }

    private static func loopStatus(_ mode: RepeatMode) -> String {
        switch mode {
        case .off: "None"
        case .one: "Track"
        case .all: "Playlist"
        }
    }

    // MARK: Checks

    private static func check(_ action: PlayerAction, _ player: PlayerReport) throws(ClientError) {
        guard player.abilities.contains(.control) else {
            throw ClientError(.refused, "\(player.title) does not let other programs control it (CanControl)")
        }
        if let reason = refusal(action, player) { throw ClientError(.refused, "\(player.title) \(reason)") }
    }

    private static func refusal(_ action: PlayerAction, _ player: PlayerReport) -> String? {
        let can = player.abilities
        let untold = player.now.untold
        switch action {
        case .play where !can.contains(.play): return "has nothing to play (CanPlay)"
        case .toggle where !can.contains(player.now.status == .playing ? .pause : .play):
            return player.now.status == .playing ? pauseRefusal : "has nothing to play (CanPlay)"
        case .pause where !can.contains(.pause): return pauseRefusal
        case .next where !can.contains(.next): return "has no next track (CanGoNext)"
        case .previous where !can.contains(.previous): return "has no previous track (CanGoPrevious)"
        case .seekTo where !can.contains(.seek), .seekBy where !can.contains(.seek):
            return "cannot seek in the current track (CanSeek)"
        case .setVolume where untold.contains(.volume), .adjustVolume where untold.contains(.volume):
            return "does not support setting the volume"
        case .setRate where untold.contains(.rate), .adjustRate where untold.contains(.rate):
            return "does not support setting the rate"
        case .setShuffle where untold.contains(.shuffle): return "does not support shuffling"
        case .setRepeat where untold.contains(.repeatMode): return "does not support repeating"
        default: return nil
        }
    }

    private static let pauseRefusal = "cannot pause the current track (CanPause); try stop"
}
