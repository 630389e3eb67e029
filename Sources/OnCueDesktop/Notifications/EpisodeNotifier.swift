// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
package import OnCueCore
package import OnCueRuntime

/// Announces new episodes in one notification, which gains lines while it is shown.
@MediaActor
package final class EpisodeNotifier {
    /// More podcasts are counted, not named.
    private static let longest = 5

    private let server: NotificationServer
    private var news: [NewEpisodes] = []

    /// - Parameters:
    ///   - bus: The session bus.
    ///   - patience: How long the server may take for a call.
    package init(bus: MessageBus, patience: Duration = .seconds(10)) {
        server = NotificationServer(bus: bus, patience: patience)
        server.onClosed = { [weak self] _ in self?.news = [] }
        server.onServer = { [weak self] _ in self?.news = [] }
    }

    /// Shows the episodes of a podcast, beside those that are shown already.
    package func show(_ episodes: NewEpisodes) {
        news.removeAll { $0.podcast == episodes.podcast }
        news.append(episodes)
        server.show { [news] in Self.arguments(news, replacing: $0, $1) }
    }

    /// Takes the notification away.
    package func close() {
        guard !news.isEmpty else { return }
        news = []
        server.close()
    }

    /// The arguments of `Notify` (Desktop Notifications Specification 1.2).
    static func arguments(_ news: [NewEpisodes], replacing id: UInt32, _ capabilities: Set<String>) -> [BusValue] {
        let count = news.reduce(0) { $0 + $1.titles.count }
        let lines = news.suffix(longest).map(line)
        let more = news.count - lines.count
        let summary =
            if capabilities.contains("body") {
                count == 1 ? "New episode" : "\(count) new episodes"
            } else {
                lines.last ?? ""
            }
        var body = capabilities.contains("body") ? lines : []
        if more > 0, !body.isEmpty { body.append("and of \(more) more podcasts") }
        let isMarkup = capabilities.contains("body-markup")
        var hints: [String: BusValue] = [
            "urgency": .byte(0), "desktop-entry": .string(ServiceNames.desktopEntry),
            "category": .string("x-oncue.episodes"),
        ]
        if let picture = news.last?.picture, picture.filePath != nil { hints["image-path"] = .string(picture.uri) }
        return [
            .string("OnCue"), .uint32(id), .string(ServiceNames.desktopEntry), .string(NotificationText.plain(summary)),
            .string(body.map { isMarkup ? NotificationText.escaped($0) : $0 }.joined(separator: "\n")),
            .strings([]), .dictionary(hints), .int32(-1),
        ]
    }

    /// `The Show: Episode One`, or how many there are.
    private static func line(_ episodes: NewEpisodes) -> String {
        let what = episodes.titles.count == 1 ? episodes.titles[0] : "\(episodes.titles.count) new episodes"
        return NotificationText.plain("\(episodes.podcast): \(what)")
    }
}
