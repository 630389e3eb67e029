// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueBus
internal import OnCueCore

/// Metadata with the types of the MPRIS v2 metadata guidelines; one wrong type makes BlueZ refuse a player.
enum MPRISMetadata {
    static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

    /// Returns the object path of a queue entry, which is stable while the entry is in the queue.
    static func trackID(of entry: PlaybackQueue.EntryID) -> String {
        ServiceNames.objectPath + "/entry/" + entry.description
    }

    /// Returns the entry with a path.
    static func entry(of trackID: String) -> PlaybackQueue.EntryID? {
        let prefix = ServiceNames.objectPath + "/entry/"
        guard trackID.hasPrefix(prefix), let number = UInt64(trackID.dropFirst(prefix.count)) else { return nil }
        // Only the form in which OnCue itself writes the path is accepted.
        let entry = PlaybackQueue.EntryID(number)
        return self.trackID(of: entry) == trackID ? entry : nil
    }

    /// The longest text, in bytes: tags may have megabytes, and every client receives the dictionary at each change.
    static let textLimit = 512
    /// The longest list of names, and its longest name, in bytes.
    private static let listLimit = 1024
    private static let nameLimit = 256
    private static let countLimit = 32
    /// The longest address, in bytes; a longer one is left out, because a part of it would be useless.
    private static let addressLimit = 2048

    /// Returns the complete dictionary: clients replace it as a whole.
    static func make(_ nowPlaying: NowPlaying) -> [String: BusValue] {
        guard let entry = nowPlaying.playback.entry else { return ["mpris:trackid": .objectPath(noTrack)] }
        var values = make(
            entry, duration: nowPlaying.playback.duration, artwork: nowPlaying.artwork,
            streamTitle: nowPlaying.playback.streamTitle)
        // A fraction of the best rating.
        if let stars = nowPlaying.stars { values["xesam:userRating"] = .double(stars.number / 5) }
        return values
    }

    /// Returns the metadata of an entry before it plays.
    static func make(_ entry: PlaybackQueue.Entry) -> [String: BusValue] {
        make(entry, duration: entry.track.duration, artwork: nil, streamTitle: nil)
    }

    private static func make(
        _ entry: PlaybackQueue.Entry, duration: Duration?, artwork: MediaLocation?, streamTitle: String?
    ) -> [String: BusValue] {
        let track = entry.track
        var values = BusDictionary()
        values.set("mpris:trackid", .objectPath(trackID(of: entry.id)))
        if let duration, duration > .zero { values.set("mpris:length", duration) }
        values.set("mpris:artUrl", address(artwork))
        values.set("xesam:url", address(track.location))
        values.set("xesam:title", text(streamTitle ?? track.title))
        values.set("xesam:artist", names(track.artists))
        values.set("xesam:albumArtist", names(track.albumArtists))
        values.set("xesam:album", text(track.album(beside: streamTitle)))
        values.set("xesam:composer", names(track.composers))
        values.set("xesam:genre", names(track.genres))
        if let number = track.trackNumber { values.set("xesam:trackNumber", .int32(Int32(clamping: number))) }
        if let number = track.discNumber { values.set("xesam:discNumber", .int32(Int32(clamping: number))) }
        values.set("xesam:contentCreated", track.date.flatMap(isoDate))
        return values.values
    }

    private static func text(_ text: String?) -> String? { text?.shortened(toBytes: textLimit) }

    private static func names(_ names: [String]) -> [String] {
        names.bounded(toBytes: listLimit, each: nameLimit, count: countLimit)
    }

    private static func address(_ location: MediaLocation?) -> String? {
        location.map(\.shownURI).flatMap { $0.utf8.count <= addressLimit ? $0 : nil }
    }

    /// Returns ISO 8601 with a time, as the guidelines require; `nil` for text that is not a date.
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
