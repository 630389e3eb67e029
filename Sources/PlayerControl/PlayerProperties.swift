// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueInterface

/// Parses the properties of players (MPRIS 2.2, `org.mpris.MediaPlayer2.Player`) in the forms found in practice: types
/// that differ from the specification, identifiers that are not paths, missing members, and texts of any length.
struct PlayerProperties {
    static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
    private static let longestText = 4096
    private static let mostTexts = 64

    private let values: [String: BusValue]
    private let metadata: [String: BusValue]

    init(_ values: [String: BusValue]) {
        self.values = values
        metadata = values["Metadata"]?.dictionaryValue ?? [:]
    }

    // MARK: The whole

    func report(name: String, identity: String?, activity: PlayerActivity) -> PlayerReport {
        PlayerReport(
            name: name, identity: identity.flatMap { Self.text(.string($0)) }, now: now(name), abilities: abilities,
            rates: rates, trackPath: trackPath, activity: activity)
    }

    private func now(_ name: String) -> NowPlayingReport {
        var now = NowPlayingReport(
            status: status, volume: number(values["Volume"]).map { max(0, $0) } ?? 1, repeatMode: repeatMode ?? .off,
            shuffleMode: values["Shuffle"]?.boolValue == true ? .tracks : .off, rate: rate, entry: entry)
        now.player = name
        now.untold = [.queue]
        if number(values["Volume"]) == nil { now.untold.insert(.volume) }
        if repeatMode == nil { now.untold.insert(.repeatMode) }
        if values["Shuffle"]?.boolValue == nil { now.untold.insert(.shuffle) }
        if number(values["Rate"]) == nil { now.untold.insert(.rate) }
        if position == nil { now.untold.insert(.position) }
        return now
    }

    private var abilities: PlayerAbilities {
        let flags: [(String, PlayerAbilities)] = [
            ("CanControl", .control), ("CanPlay", .play), ("CanPause", .pause), ("CanSeek", .seek),
            ("CanGoNext", .next), ("CanGoPrevious", .previous),
        ]
        var abilities = PlayerAbilities.all
        for (flag, ability) in flags where values[flag]?.boolValue == false { abilities.remove(ability) }
        return abilities
    }

    private var status: PlaybackStatus {
        Self.text(values["PlaybackStatus"]).flatMap { PlaybackStatus(rawValue: $0.lowercased()) } ?? .stopped
    }

    private var repeatMode: RepeatMode? {
        switch Self.text(values["LoopStatus"]) {
        case "None": .off
        case "Track": .one
        case "Playlist": .all
        default: nil
        }
    }

    /// 0 is forbidden, but occurs while something is paused.
    private var rate: Double { number(values["Rate"]).flatMap { $0 > 0 ? min($0, 100) : nil } ?? 1 }

    private var rates: ClosedRange<Double> {
        let least = number(values["MinimumRate"]) ?? 1
        let most = number(values["MaximumRate"]) ?? 1
        return least > 0 && least <= most ? least...most : 1...1
    }

    private var position: Duration? { time(values["Position"]) }

    // MARK: Current track

    /// The player's identifier of the current track.
    private var trackText: String? { Self.text(metadata["mpris:trackid"]) }

    private var trackPath: String? {
        trackText.flatMap { $0 != Self.noTrack && BusValue.isObjectPath($0) ? $0 : nil }
    }

    private var entry: NowPlayingEntry? {
        guard trackText != Self.noTrack, !metadata.isEmpty else { return nil }
        let url = Self.text(metadata["xesam:url"]) ?? ""
        let title = Self.text(metadata["xesam:title"]) ?? ""
        let artists = texts("xesam:artist")
        // Some send an empty track when nothing plays.
        guard status != .stopped || !(title.isEmpty && url.isEmpty && artists.isEmpty) else { return nil }
        return NowPlayingEntry(
            id: PlaybackQueue.EntryID(0), identifier: trackText ?? "", title: title, artists: artists,
            albumArtists: texts("xesam:albumArtist"), album: Self.text(metadata["xesam:album"]),
            composers: texts("xesam:composer"), genres: texts("xesam:genre"),
            trackNumber: count("xesam:trackNumber"), discNumber: count("xesam:discNumber"),
            date: Self.text(metadata["xesam:contentCreated"]), url: url,
            // A picture in the text itself is not an address for display.
            artURL: Self.text(metadata["mpris:artUrl"]).flatMap { $0.hasPrefix("data:") ? nil : $0 },
            position: position ?? .zero, duration: time(metadata["mpris:length"]).flatMap { $0 > .zero ? $0 : nil },
            isSeekable: abilities.contains(.seek))
    }

    // MARK: Values

    /// `nil` if it is empty or not text.
    private static func text(_ value: BusValue?) -> String? {
        guard let text = value?.stringValue, !text.isEmpty else { return nil }
        return text.shortened(toBytes: longestText)
    }

    /// Returns the texts of a list, or the only text in the place of a list.
    private func texts(_ key: String) -> [String] {
        guard let value = metadata[key] else { return [] }
        return (value.arrayValue ?? [value]).prefix(Self.mostTexts).compactMap { Self.text($0) }
    }

    private func count(_ key: String) -> Int? {
        let number = number(metadata[key]) ?? Self.text(metadata[key]).flatMap { Double($0) }
        return number.flatMap { (1...1_000_000).contains($0) ? Int($0) : nil }
    }

    private func number(_ value: BusValue?) -> Double? {
        value?.doubleValue.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Microseconds, of any number type.
    private func time(_ value: BusValue?) -> Duration? {
        let longest = 1e15
        return number(value).flatMap { (0...longest).contains($0) ? .microseconds(Int64($0)) : nil }
    }
}
