// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore

/// Metadata with the types of the MPRIS v2 metadata guidelines; one wrong type makes BlueZ refuse a player.
enum MPRISMetadata {
    static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

    /// The object path that stands for a queue entry; it is stable while the entry is in the queue.
    static func trackID(of entry: PlaybackQueue.EntryID) -> String {
        ServiceNames.objectPath + "/entry/" + entry.description
    }

    /// The complete dictionary: clients take it as a whole.
    static func make(_ nowPlaying: NowPlaying) -> [String: BusValue] {
        guard let entry = nowPlaying.playback.entry else { return ["mpris:trackid": .objectPath(noTrack)] }
        let track = entry.track
        var values = BusDictionary()
        values.set("mpris:trackid", .objectPath(trackID(of: entry.id)))
        if let duration = nowPlaying.playback.duration, duration > .zero { values.set("mpris:length", duration) }
        values.set("mpris:artUrl", nowPlaying.artwork?.uri)
        values.set("xesam:url", track.location.uri)
        values.set("xesam:title", nowPlaying.playback.streamTitle ?? track.title)
        values.set("xesam:artist", track.artists)
        values.set("xesam:albumArtist", track.albumArtists)
        values.set("xesam:album", track.album)
        values.set("xesam:composer", track.composers)
        values.set("xesam:genre", track.genres)
        if let number = track.trackNumber { values.set("xesam:trackNumber", .int32(Int32(clamping: number))) }
        if let number = track.discNumber { values.set("xesam:discNumber", .int32(Int32(clamping: number))) }
        values.set("xesam:contentCreated", track.date.flatMap(isoDate))
        return values.values
    }

    /// ISO 8601 with a time, as the guidelines ask; `nil` for text that is no date.
    static func isoDate(_ text: String) -> String? {
        let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
        let isDate = zip(parts, [4, 2, 2]).allSatisfy { part, length in
            part.utf8.count == length && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        guard isDate, (1...3).contains(parts.count) else { return nil }
        let date = parts + ["01", "01"].suffix(3 - parts.count)
        return date.joined(separator: "-") + "T00:00:00Z"
    }
}
