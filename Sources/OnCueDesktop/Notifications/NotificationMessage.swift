// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore

/// The arguments for a notification server (Desktop Notifications Specification 1.2), within its capabilities.
enum NotificationMessage {
    /// Buttons by their keys, which are names of icons for servers that draw those.
    enum Button: String, CaseIterable {
        case previous = "media-skip-backward"
        case pause = "media-playback-pause"
        case play = "media-playback-start"
        case next = "media-skip-forward"

        var label: String {
            switch self {
            case .previous: "Previous"
            case .pause: "Pause"
            case .play: "Play"
            case .next: "Next"
            }
        }
    }

    /// The arguments of `Notify`.
    static func arguments(_ notice: TrackNotice, replacing id: UInt32, _ capabilities: Set<String>) -> [BusValue] {
        let about = ([notice.artists.prefix(NotificationText.longest).joined(separator: ", ")] + [notice.album ?? ""])
            .filter { !$0.isEmpty }.joined(separator: " — ")
        let hasBody = capabilities.contains("body")
        let summary = NotificationText.plain(hasBody || about.isEmpty ? notice.title : notice.title + " — " + about)
        let body = hasBody ? NotificationText.plain(about) : ""
        return [
            .string("OnCue"), .uint32(id), .string(ServiceNames.desktopEntry), .string(summary),
            .string(capabilities.contains("body-markup") ? NotificationText.escaped(body) : body),
            .strings(actions(notice, capabilities)), .dictionary(hints(notice, capabilities)),
            // As long as the server likes, or until it is closed.
            .int32(notice.kind == .track ? -1 : 0),
        ]
    }

    /// The buttons of a notice, those that would do nothing left out.
    static func buttons(of notice: TrackNotice) -> [Button] {
        guard notice.kind == .controls else { return [] }
        return (notice.canGoPrevious ? [.previous] : []) + [notice.isPlaying ? .pause : .play]
            + (notice.canGoNext ? [.next] : [])
    }

    private static func actions(_ notice: TrackNotice, _ capabilities: Set<String>) -> [String] {
        capabilities.contains("actions") ? buttons(of: notice).flatMap { [$0.rawValue, $0.label] } : []
    }

    private static func hints(_ notice: TrackNotice, _ capabilities: Set<String>) -> [String: BusValue] {
        var hints: [String: BusValue] = [
            "urgency": .byte(0), "desktop-entry": .string(ServiceNames.desktopEntry),
            "category": .string("x-oncue.track"),
            "suppress-sound": .bool(true),
        ]
        if let artwork = notice.artwork { hints["image-path"] = .string(artwork.uri) }
        switch notice.kind {
        case .track: hints["transient"] = .bool(true)
        case .controls:
            hints["resident"] = .bool(true)
            if capabilities.contains("action-icons") { hints["action-icons"] = .bool(true) }
        }
        return hints
    }
}
