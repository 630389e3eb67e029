// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib

/// The MPRIS specification 2.2 of properties, applied to a player's answer to `GetAll`.
enum PropertyRules {
    typealias Finding = ConformanceReport.Finding

    /// A property with its type; optional ones may be missing.
    private struct Rule {
        var name: String
        var type: String
        var isOptional = false
    }

    private static let root = [
        Rule(name: "CanQuit", type: "b"), Rule(name: "CanRaise", type: "b"), Rule(name: "HasTrackList", type: "b"),
        Rule(name: "Identity", type: "s"), Rule(name: "DesktopEntry", type: "s", isOptional: true),
        Rule(name: "SupportedUriSchemes", type: "as"), Rule(name: "SupportedMimeTypes", type: "as"),
    ]

    private static let player =
        [
            Rule(name: "PlaybackStatus", type: "s"), Rule(name: "LoopStatus", type: "s", isOptional: true),
            Rule(name: "Rate", type: "d"), Rule(name: "Shuffle", type: "b", isOptional: true),
            Rule(name: "Metadata", type: "a{sv}"), Rule(name: "Volume", type: "d"), Rule(name: "Position", type: "x"),
            Rule(name: "MinimumRate", type: "d"), Rule(name: "MaximumRate", type: "d"),
        ]
        + ["CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl"].map {
            Rule(name: $0, type: "b")
        }

    private static let trackList = [Rule(name: "Tracks", type: "ao"), Rule(name: "CanEditTracks", type: "b")]

    private static let playlists = [
        Rule(name: "PlaylistCount", type: "u"), Rule(name: "Orderings", type: "as"),
        Rule(name: "ActivePlaylist", type: "(b(oss))"),
    ]

    /// Checks that every property is there with its type.
    static func types(of interface: String, _ values: [String: BusValue]) -> [Finding] {
        let rules =
            switch interface {
            case "": root
            case ".Player": player
            case ".TrackList": trackList
            default: playlists
            }
        let name = interface.isEmpty ? "MediaPlayer2" : String(interface.dropFirst())
        return rules.compactMap { rule in
            let section = name + "." + rule.name
            let point = "exists with type \(rule.type)"
            guard let value = values[rule.name] else {
                return rule.isOptional ? nil : Finding(section, point, .failed, "it is missing")
            }
            let isRight = value.signature == rule.type
            return Finding(section, point, isRight ? .ok : .failed, isRight ? "" : "its type is \(value.signature)")
        }
    }

    // MARK: Values

    static func root(_ values: [String: BusValue], hasTrackList: Bool) -> [Finding] {
        let identity = values["Identity"]?.stringValue ?? ""
        let entry = values["DesktopEntry"]?.stringValue ?? ""
        let told = values["HasTrackList"]?.boolValue ?? false
        let schemes = values["SupportedUriSchemes"]?.stringsValue ?? []
        return [
            check("MediaPlayer2.Identity", "is not empty", !identity.isEmpty, "clients ignore a player without a name"),
            check(
                "MediaPlayer2.DesktopEntry", "is the name of a desktop file, without .desktop",
                !entry.isEmpty && !entry.hasSuffix(".desktop"), "\"\(entry)\"; desktops show no icon", .warning),
            check(
                "MediaPlayer2.HasTrackList", "is true if there is a TrackList", told == hasTrackList,
                "it is \(told), but there is \(hasTrackList ? "a" : "no") TrackList"),
            check(
                "MediaPlayer2.SupportedUriSchemes", "are in lower case, without ://",
                schemes.allSatisfy { $0 == $0.lowercased() && !$0.contains(":") }, schemes.joined(separator: " ")),
        ]
    }

    static func player(_ values: [String: BusValue]) -> [Finding] {
        let status = values["PlaybackStatus"]?.stringValue ?? ""
        let loop = values["LoopStatus"]?.stringValue
        let rate = values["Rate"]?.doubleValue ?? 1
        let (least, most) = (values["MinimumRate"]?.doubleValue ?? 1, values["MaximumRate"]?.doubleValue ?? 1)
        let volume = values["Volume"]?.doubleValue ?? 0
        let canControl = values["CanControl"]?.boolValue ?? false
        let abilities = ["CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek"]
        let stray = canControl ? [] : abilities.filter { values[$0]?.boolValue == true }
        return [
            check(
                "Player.PlaybackStatus", "is Playing, Paused or Stopped",
                ["Playing", "Paused", "Stopped"].contains(status), "\"\(status)\""),
            check(
                "Player.LoopStatus", "is None, Track or Playlist",
                loop.map { ["None", "Track", "Playlist"].contains($0) } ?? true, "\"\(loop ?? "")\""),
            check("Player.Rate", "is never 0", rate != 0, "0 means pause and is not a rate"),
            check(
                "Player.Rate", "is between MinimumRate and MaximumRate", rate >= least && rate <= most,
                "\(rate) is not within \(least)…\(most)"),
            check("Player.MinimumRate", "is 1 or less", least <= 1, "\(least)"),
            check("Player.MaximumRate", "is 1 or more", most >= 1, "\(most)"),
            check("Player.Volume", "is not negative", volume >= 0, "\(volume)"),
            check(
                "Player.CanPlay", "stays true during playback",
                status != "Playing" || values["CanPlay"]?.boolValue == true,
                "GNOME hides a player that reports that it cannot play"),
            check(
                "Player.CanControl", "if false, makes all other Can… false", stray.isEmpty,
                stray.joined(separator: " ")),
        ]
    }

    private static func check(
        _ section: String, _ point: String, _ isKept: Bool, _ detail: String,
        _ verdict: ConformanceReport.Verdict = .failed
    ) -> Finding {
        Finding(section, point, isKept ? .ok : verdict, isKept ? "" : detail)
    }
}
