// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueSession

/// The properties of a player that BlueZ passes on to headsets and cars (AVRCP), in exactly the types that it accepts:
/// a wrong one makes it refuse the player.
enum BluetoothProperties {
    /// The longest text, in Unicode scalars; more than any display shows.
    static let longestText = 255

    /// Returns all properties except the position.
    ///
    /// - Parameter staged: Replaces the current track.
    static func make(_ nowPlaying: NowPlaying, _ staged: StagedSuggestion? = nil) -> [String: BusValue] {
        let usual = make(of: nowPlaying)
        return staged.map { usual.merging(make(of: $0)) { $1 } } ?? usual
    }

    private static func make(of staged: StagedSuggestion) -> [String: BusValue] {
        var metadata: [String: BusValue] = ["xesam:title": .string(cut(staged.title))]
        if !staged.artist.isEmpty { metadata["xesam:artist"] = .strings([cut(staged.artist)]) }
        if let length = staged.first.item.duration { metadata["mpris:length"] = .int64(length.wholeMicroseconds) }
        return [
            "PlaybackStatus": .string(status(.paused)), "Metadata": .dictionary(metadata),
            "CanPlay": .bool(true), "CanPause": .bool(true), "CanGoNext": .bool(staged.hasNext),
            "CanGoPrevious": .bool(false), "CanSeek": .bool(false),
        ]
    }

    private static func make(of nowPlaying: NowPlaying) -> [String: BusValue] {
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

    /// Returns the mode for a value of LoopStatus.
    static func repeatMode(_ text: String) -> RepeatMode? {
        RepeatMode.allCases.first { loopStatus($0) == text }
    }

    private static func metadata(_ nowPlaying: NowPlaying) -> [String: BusValue] {
        guard let track = nowPlaying.track else { return [:] }
        var values: [String: BusValue] = ["xesam:title": .string(cut(nowPlaying.playback.streamTitle ?? track.title))]
        // BlueZ uses only the first text of a list, so that text contains all of them.
        if !track.artists.isEmpty { values["xesam:artist"] = .strings([joined(track.artists)]) }
        if !track.genres.isEmpty { values["xesam:genre"] = .strings([joined(track.genres)]) }
        if let album = track.album(beside: nowPlaying.playback.streamTitle) {
            values["xesam:album"] = .string(cut(album))
        }
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
