// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// Plays what was chosen in the search of a desktop, and knows its pictures.
@MediaActor
package final class DesktopPlayer {
    /// An action on a result.
    enum Deed: String, CaseIterable {
        case play
        case playNext = "play-next"
        case append
    }

    /// The time for covers. One that has to be made first takes longer, and is at hand for the next letter; who types
    /// does not wait for it.
    private static let pictureTime: Duration = .milliseconds(15)

    /// The sources of results that are continued where they came from.
    package var others: [any ForeignSearching] = []
    /// Called when something that was chosen has begun to play in the place of the queue.
    package var onPlayed: (@MediaActor (PlayedContent) -> Void)?
    /// Called with the reason why something that was chosen could not be done, since no desktop shows errors of a search.
    package var onFailed: (@MediaActor (String) -> Void)?
    private let playback: any PlaybackService
    private let artwork: any ArtworkProviding
    private let log = Logger("desktop")

    package init(playback: any PlaybackService, artwork: any ArtworkProviding) {
        (self.playback, self.artwork) = (playback, artwork)
    }

    /// Does it; errors are logged and reported to ``onFailed``.
    func perform(_ deed: Deed, _ id: String) async {
        guard let result = DesktopResult(id: id) else { return log.info("unknown result of a search") }
        do {
            guard let place = result.place else {
                guard deed == .play else { return log.info("what another program shows cannot be put into the queue") }
                return try await open(id)
            }
            switch deed {
            case .play:
                var options = PlayOptions(waits: false)
                options.skipsDisliked = true
                let content = try await playback.play([place], options)
                onPlayed?(content)
            case .playNext, .append:
                var options = EnqueueOptions(isNext: deed == .playNext)
                options.skipsDisliked = true
                _ = try await playback.enqueue([place], options)
            }
        } catch {
            let reason = ServiceError(error).message
            log.warning("cannot play a result of a search", ["error": reason])
            onFailed?(reason)
        }
    }

    private func open(_ id: String) async throws {
        for other in others where await other.match(id) != nil { return try await other.open(id) }
        log.info("a result of a search is gone")
    }

    /// Returns the files with the pictures of items, as far as they are there in time.
    func pictures(of items: [ContentNode]) async -> [ContentIdentifier: MediaLocation] {
        let known = items.filter { $0.artwork != nil }
        guard !known.isEmpty else { return [:] }
        // An answer for each item, and the alarm.
        let (found, continuation) = AsyncStream.makeStream(
            of: (ContentIdentifier, MediaLocation?)?.self, bufferingPolicy: .bufferingOldest(known.count + 1))
        let tasks = known.map { item in
            Task { [artwork] in
                let file = await artwork.file(for: item.artwork, size: .medium, identifier: item.identifier)
                continuation.yield((item.identifier, file))
            }
        }
        let alarm = Task {
            if (try? await MediaActor.sleep(for: Self.pictureTime)) != nil { continuation.yield(nil) }
        }
        defer { alarm.cancel() }
        var pictures: [ContentIdentifier: MediaLocation] = [:]
        var left = tasks.count
        for await answer in found {
            guard let (identifier, file) = answer else { break }
            pictures[identifier] = file
            left -= 1
            if left == 0 { break }
        }
        return pictures
    }
}
