// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore

/// What BlueZ reads of a player and gives to headsets and cars (AVRCP), in exactly the types that it takes: one that is
/// wrong makes it refuse the player.
enum BluetoothProperties {
    /// More than any display shows.
    static let longestText = 255

    /// Everything but the position.
    static func make(_ nowPlaying: NowPlaying) -> [String: BusValue] {
        let playback = nowPlaying.playback
        return [
            "Identity": .string("OnCue"),
            "PlaybackStatus": .string(status(playback.status)),
            "LoopStatus": .string(loopStatus(playback.repeatMode)),
            "Shuffle": .bool(playback.isShuffled),
            "Metadata": .dictionary(metadata(nowPlaying)),
            "CanPlay": .bool(playback.available.canPlay),
            "CanPause": .bool(playback.available.canPause),
            "CanGoNext": .bool(playback.available.canGoNext),
            "CanGoPrevious": .bool(playback.available.canGoPrevious),
            "CanSeek": .bool(playback.available.canSeek),
            "CanControl": .bool(true),
        ]
    }

    /// The mode that a value of LoopStatus stands for.
    static func repeatMode(_ text: String) -> RepeatMode? {
        RepeatMode.allCases.first { loopStatus($0) == text }
    }

    private static func metadata(_ nowPlaying: NowPlaying) -> [String: BusValue] {
        guard let track = nowPlaying.track else { return [:] }
        var values: [String: BusValue] = ["xesam:title": .string(cut(nowPlaying.playback.streamTitle ?? track.title))]
        // Of lists BlueZ takes the first text alone, so all are in it.
        if !track.artists.isEmpty { values["xesam:artist"] = .strings([joined(track.artists)]) }
        if !track.genres.isEmpty { values["xesam:genre"] = .strings([joined(track.genres)]) }
        if let album = track.album { values["xesam:album"] = .string(cut(album)) }
        if let duration = nowPlaying.playback.duration, duration > .zero {
            values["mpris:length"] = .int64(duration.wholeMicroseconds)
        }
        if let number = track.trackNumber { values["xesam:trackNumber"] = .int32(Int32(clamping: number)) }
        return values
    }

    private static func joined(_ texts: [String]) -> String {
        cut(texts.prefix(longestText).map(cut).joined(separator: ", "))
    }

    private static func cut(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestText)))
    }

    private static func status(_ status: PlaybackStatus) -> String {
        switch status {
        case .playing: "Playing"
        case .paused: "Paused"
        case .stopped: "Stopped"
        }
    }

    private static func loopStatus(_ mode: RepeatMode) -> String {
        switch mode {
        case .off: "None"
        case .one: "Track"
        case .all: "Playlist"
        }
    }
}
