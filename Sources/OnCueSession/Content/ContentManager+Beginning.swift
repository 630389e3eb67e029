// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The item to begin with if the queue is empty and nothing is specified.
package struct Beginning: Sendable, Equatable {
    package var item: ContentIdentifier
    /// The list that continues after it; `nil` for the default of the item itself: its album, or nothing.
    package var container: ContentIdentifier?
    /// The position where it was left; `nil` for the beginning, or for the stored position of a long item.
    package var position: Duration?

    package init(item: ContentIdentifier, container: ContentIdentifier? = nil, position: Duration? = nil) {
        self.item = item
        self.container = container
        self.position = position
    }
}

extension ContentManager {
    /// The number of latest events that are searched for an item that still exists.
    private static let journalDepth = 100
    /// The number of first items of a list that are searched for a playable one.
    private static let listDepth = 20

    /// Returns the last played item that still exists, or else the first playable one of For You; `nil` if there is
    /// neither.
    ///
    /// Content of other programs is left out, since requesting it takes time and may start them.
    ///
    /// - Complexity: A page of the journal and the first items of the lists, regardless of the size of the library.
    package func beginning() async -> Beginning? {
        if let last = await lastPlayed() { return last }
        return await firstForYou()
    }

    /// Returns whether an item that was found before can still be played.
    package func isThere(_ beginning: Beginning) async -> Bool { await isPlayable(beginning.item) }

    /// Plays the item, and those after it.
    ///
    /// - Throws: ``ContentError`` as ``selection(at:widens:)``; the error of the delegate's completion.
    package func begin(_ beginning: Beginning, with options: PlaybackOptions) async throws {
        var content = try await selection(
            of: Found(identifier: beginning.item, container: beginning.container), widens: true)
        if beginning.container == nil, content.tracks.count == 1, let album = content.tracks[0].albumIdentifier {
            try await content.widen(to: album, in: source)
            content.container = album
        }
        content.startPosition = beginning.position ?? .zero
        content = await resumed(content)
        _ = try await player.contentManager(self, initiatePlaybackOf: content, with: options)
    }

    /// If the journal cannot be read, nothing counts as played.
    private func lastPlayed() async -> Beginning? {
        let page = try? await listening?.journal(JournalQuery(), offset: 0, limit: Self.journalDepth)
        var seen: Set<ContentIdentifier> = []
        for entry in page?.entries ?? [] where seen.insert(entry.subject.identifier).inserted {
            guard entry.subject.identifier.kind != .provided, await isPlayable(entry.subject.identifier) else {
                continue
            }
            return Beginning(item: entry.subject.identifier, position: entry.resumePosition)
        }
        return nil
    }

    private func firstForYou() async -> Beginning? {
        let lists = try? await source.children(
            of: RootBranch.forYou.identifier, offset: 0, limit: PageLimit.largest, at: nil)
        for list in lists?.items ?? [] where list.isPlayable {
            let page = try? await source.children(of: list.identifier, offset: 0, limit: Self.listDepth, at: nil)
            guard let first = page?.items.first(where: \.canBegin) else { continue }
            return Beginning(item: first.identifier, container: list.identifier)
        }
        return nil
    }

    private func isPlayable(_ item: ContentIdentifier) async -> Bool {
        (try? await source.item(for: item))?.canBegin ?? false
    }
}

extension ContentNode {
    fileprivate var canBegin: Bool { isPlayable && !isUnavailable }
}

extension JournalEntry {
    /// The position where playback ended; `nil` if the item was heard to its end, or could not be played.
    fileprivate var resumePosition: Duration? {
        switch kind {
        case .finished, .failed: nil
        case .started, .paused, .resumed, .heard, .skipped, .left, .stopped, .song: position
        }
    }
}
