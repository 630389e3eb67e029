// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore

/// The MPRIS metadata guidelines, applied to one dictionary.
enum MetadataRules {
    typealias Finding = ConformanceReport.Finding

    static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
    /// The recommended size, in bytes, of the data announced at each change.
    private static let sizeLimit = 8192

    private static let types = [
        "mpris:length": "x", "mpris:artUrl": "s", "xesam:album": "s", "xesam:albumArtist": "as", "xesam:artist": "as",
        "xesam:asText": "s", "xesam:audioBPM": "i", "xesam:autoRating": "d", "xesam:comment": "as",
        "xesam:composer": "as", "xesam:contentCreated": "s", "xesam:discNumber": "i", "xesam:firstUsed": "s",
        "xesam:genre": "as", "xesam:lastUsed": "s", "xesam:lyricist": "as", "xesam:title": "s",
        "xesam:trackNumber": "i", "xesam:url": "s", "xesam:useCount": "i", "xesam:userRating": "d",
    ]

    /// - Parameter isPlaying: Whether there is a current track.
    static func findings(_ metadata: [String: BusValue], isPlaying: Bool) -> [Finding] {
        [
            trackID(metadata["mpris:trackid"], isPlaying: isPlaying), keyTypes(metadata), length(metadata),
            names(metadata), address(metadata["xesam:url"]?.stringValue), size(metadata),
        ] + ArtworkRules.findings(metadata["mpris:artUrl"]?.stringValue)
    }

    private static func trackID(_ value: BusValue?, isPlaying: Bool) -> Finding {
        let point = "is an object path outside /org/mpris"
        let section = "Metadata.mpris:trackid"
        guard let value else {
            return isPlaying
                ? Finding(section, point, .failed, "it is missing although there is a current track")
                : Finding(section, point)
        }
        guard case .objectPath(let path) = value.unwrapped else {
            return Finding(section, point, .failed, "its type is \(value.unwrapped.signature); SetPosition takes o")
        }
        if path == noTrack {
            return isPlaying
                ? Finding(section, point, .failed, "it is NoTrack although there is a current track")
                : Finding(section, point)
        }
        guard path.hasPrefix("/org/mpris") else { return Finding(section, point) }
        return Finding(section, point, .failed, path)
    }

    private static func keyTypes(_ metadata: [String: BusValue]) -> Finding {
        let wrong = metadata.keys.sorted().compactMap { key -> String? in
            guard let type = types[key], let value = metadata[key]?.unwrapped, value.signature != type else {
                return nil
            }
            return "\(key) is \(value.signature), not \(type)"
        }
        return Finding(
            "Metadata", "known keys have the right types", wrong.isEmpty ? .ok : .failed, wrong.joined(separator: "; "))
    }

    private static func length(_ metadata: [String: BusValue]) -> Finding {
        let isWrong = metadata["mpris:length"].map { ($0.intValue ?? 1) <= 0 } ?? false
        return Finding(
            "Metadata.mpris:length", "is left out if unknown", isWrong ? .warning : .ok,
            isWrong ? "it is 0 or negative" : "")
    }

    private static func names(_ metadata: [String: BusValue]) -> Finding {
        let empty = metadata.keys.sorted().filter { key in
            switch metadata[key]?.unwrapped {
            case .string(let text): text.isEmpty
            case .array(let values, _): values.isEmpty || values.contains { $0.stringValue == "" }
            default: false
            }
        }
        return Finding(
            "Metadata", "unknown values are left out, not empty", empty.isEmpty ? .ok : .warning,
            empty.joined(separator: " "))
    }

    private static func address(_ uri: String?) -> Finding {
        let isWrong = uri.map { !$0.contains(":") } ?? false
        return Finding(
            "Metadata.xesam:url", "is a URI", isWrong ? .failed : .ok,
            isWrong ? "\"\((uri ?? "").shortened(toBytes: 60))\" has no scheme" : "")
    }

    private static func size(_ metadata: [String: BusValue]) -> Finding {
        let bytes = metadata.reduce(0) { $0 + $1.key.utf8.count + 12 + size($1.value) }
        return Finding(
            "Metadata", "is small enough to send with each change", bytes < sizeLimit ? .ok : .warning,
            bytes < sizeLimit ? "" : "\(bytes) bytes")
    }

    private static func size(_ value: BusValue) -> Int {
        switch value.unwrapped {
        case .string(let text), .objectPath(let text): text.utf8.count + 5
        case .array(let values, _), .structure(let values): values.reduce(4) { $0 + size($1) }
        case .bytes(let bytes): bytes.count
        default: 8
        }
    }
}
