// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueNotifications

/// The playing track as a notification.
enum TrackText {
    /// The buttons, by names that are also those of icons, for screens that draw them.
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

    /// More than any screen shows.
    private static let mostArtists = 20

    static func content(_ notice: TrackNotice) -> NotificationContent {
        let about = ([notice.artists.prefix(mostArtists).joined(separator: ", ")] + [notice.album ?? ""])
            .filter { !$0.isEmpty }.joined(separator: " — ")
        var content = NotificationContent(
            title: NotificationContent.line(notice.title),
            body: about.isEmpty ? "" : NotificationContent.line(about), category: TrackNotifier.name, urgency: .low)
        if let artwork = notice.artwork, artwork.uri.utf8.count <= NotificationLimits.addressBytes {
            content.attachments = [artwork.uri]
        }
        let isControls = notice.kind == .controls
        content.manner = NotificationManner(
            actions: buttons(of: notice).map { NotificationAction($0.rawValue, $0.label) }, isTransient: true,
            isResident: isControls, isLasting: isControls, hasIcons: isControls)
        return content
    }

    /// Returns the buttons of a notice, without those that would have no effect.
    static func buttons(of notice: TrackNotice) -> [Button] {
        guard notice.kind == .controls else { return [] }
        return (notice.canGoPrevious ? [.previous] : []) + [notice.isPlaying ? .pause : .play]
            + (notice.canGoNext ? [.next] : [])
    }
}
