// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueInterface
package import OnCueNotifications
package import OnCueRuntime
package import OnCueSession

/// Announces new episodes through the notification centre: one notification for each podcast, which counts the episodes
/// not answered yet.
@MediaActor
package final class EpisodeNews {
    package nonisolated static let name = "episodes"
    private nonisolated static let play = "play"
    private nonisolated static let later = "later"
    private nonisolated static let never = "never"
    /// The time after which an episode is no longer news, in seconds.
    private static let lifetime: Int64 = 14 * 86_400
    /// The most episodes of one refresh that are announced.
    private static let most = 50

    private let center: NotificationCoordinator
    private let podcasts: any PodcastManaging
    private let now: @MediaActor () -> Int64
    private let play: @MediaActor (_ item: String) async throws -> Void
    private let append: @MediaActor (_ item: String) async throws -> Void
    private let log = Logger("podcasts")

    /// - Parameters:
    ///   - now: Seconds since 1970.
    ///   - play: Plays an episode.
    ///   - append: Adds an episode to the end of the queue.
    package init(
        center: NotificationCoordinator, podcasts: any PodcastManaging, now: @escaping @MediaActor () -> Int64,
        play: @escaping @MediaActor (_ item: String) async throws -> Void,
        append: @escaping @MediaActor (_ item: String) async throws -> Void
    ) {
        (self.center, self.podcasts, self.now) = (center, podcasts, now)
        (self.play, self.append) = (play, append)
        center.handle(Self.name) { [weak self] in await self?.answered($0) }
    }

    /// The category of new episodes, with the possible answers.
    package nonisolated static var category: NotificationCategory {
        NotificationCategory(
            name,
            actions: [
                NotificationAction(play, "Play"), NotificationAction(later, "Play later"),
                NotificationAction(never, "Not this show"),
            ], summary: "%u new episodes")
    }

    /// Announces the new episodes of a podcast, the oldest first.
    package func tell(_ news: NewEpisodes) async {
        for episode in news.episodes.prefix(Self.most).reversed() {
            var content = NotificationContent(
                title: NotificationContent.line(episode.title), subtitle: NotificationContent.line(news.podcast),
                category: Self.name,
                thread: news.identifier.description, urgency: news.isLoud ? .normal : .low)
            if news.isLoud { content.sound = "default" }
            content.item = episode.identifier.description
            content.expires = now() + Self.lifetime
            if let picture = news.picture, picture.filePath != nil { content.attachments = [picture.uri] }
            let name = NotificationRequest.Name(ServiceNames.busName, episode.identifier.description)
            do { try await center.add(NotificationRequest(name, content)) } catch {
                log.warning("cannot tell of a new episode", ["error": "\(error)"])
            }
        }
    }

    private func answered(_ response: NotificationResponse) async {
        guard let item = response.content.item else { return }
        do {
            switch response.answer.action {
            case .main, .custom(Self.play): try await play(item)
            case .custom(Self.later): try await append(item)
            case .custom(Self.never): try await silence(response.content.thread)
            default: break
            }
        } catch {
            log.warning("an answer to a new episode failed", ["error": "\(error)"])
        }
    }

    /// Switches off the announcements of a podcast, and removes those already made.
    private func silence(_ podcast: String) async throws {
        guard let identifier = ContentIdentifier(podcast) else { return }
        var settings = try await podcasts.settings(of: identifier)
        settings.notifies = false
        try await podcasts.set(settings, of: identifier)
        _ = try await center.remove(.all) { $0.request.content.thread == podcast }
    }
}
