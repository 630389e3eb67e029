// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// Plays results chosen in the search of a desktop, and provides their pictures.
@MediaActor
package final class DesktopPlayer {
    /// An action on a result.
    enum Deed: String, CaseIterable {
        case play
        case playNext = "play-next"
        case append
    }

    /// The time limit for covers. One that has to be made first takes longer, and is available for the next letter; the
    /// search does not wait for it while the user types.
    private static let pictureTime: Duration = .milliseconds(15)

    /// The sources of results that are opened in other programs.
    package var others: [any ForeignSearching] = []
    /// Called when a chosen result has begun to play in place of the queue.
    package var onPlayed: (@MediaActor (PlayedContent) -> Void)?
    /// Called with the reason why a chosen result could not be played or opened, since desktops do not show the errors
    /// of a search.
    package var onFailed: (@MediaActor (String) -> Void)?
    private let playback: any PlaybackService
    private let artwork: any ArtworkProviding
    private let log = Logger("desktop")

    package init(playback: any PlaybackService, artwork: any ArtworkProviding) {
        (self.playback, self.artwork) = (playback, artwork)
    }

    /// Performs the action; errors are logged and reported to ``onFailed``.
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

    /// Returns the files with the pictures of items, as far as they are available in time.
    func pictures(of items: [ContentNode]) async -> [ContentIdentifier: MediaLocation] {
        let known = items.filter { $0.artwork != nil }
        guard !known.isEmpty else { return [:] }
        // One answer for each item, and the alarm.
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
