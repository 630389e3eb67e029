// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// With what playing begins when nothing is in the queue and nobody says what.
package struct Beginning: Sendable, Equatable {
    package var item: ContentIdentifier
    /// What follows it; `nil` for what is left for the item itself to say: its album, or nothing.
    package var container: ContentIdentifier?
    /// Where it was left; `nil` for what begins at its beginning, or where long items are kept to go on.
    package var position: Duration?

    package init(item: ContentIdentifier, container: ContentIdentifier? = nil, position: Duration? = nil) {
        self.item = item
        self.container = container
        self.position = position
    }
}

extension PlayableContentManager {
    private static let forYou = ContentIdentifier(kind: .section, key: "for-you")
    /// So many of what happened last are looked through for something that is still there.
    private static let journalDepth = 100
    /// So many of the first items of a list are looked through for one that plays.
    private static let listDepth = 20

    /// What was played last and is still there; else the first of For You that plays; `nil` where there is neither.
    ///
    /// What other programs provide is left out: asking them takes time and may start them.
    ///
    /// - Complexity: A page of the journal and the first items of the lists, whatever the size of the library.
    package func beginning() async -> Beginning? {
        if let last = await lastPlayed() { return last }
        return await firstForYou()
    }

    /// Whether what was found before can still be played.
    package func isThere(_ beginning: Beginning) async -> Bool { await isPlayable(beginning.item) }

    /// Plays it, and what stands behind it.
    ///
    /// - Throws: ``ContentError`` as ``selection(at:widens:)``; what the delegate completes with.
    package func begin(_ beginning: Beginning, with options: PlaybackOptions) async throws {
        var content = try await selection(
            of: Found(identifier: beginning.item, container: beginning.container), widens: true)
        if beginning.container == nil, content.tracks.count == 1, let album = content.tracks[0].albumIdentifier {
            try await content.widen(to: album, in: source)
            content.container = album
        }
        content.startPosition = beginning.position ?? .zero
        content = await resumed(content)
        _ = try await player.playableContentManager(self, initiatePlaybackOf: content, with: options)
    }

    /// What cannot be read was not played.
    private func lastPlayed() async -> Beginning? {
        let page = try? await listening?.journal(JournalQuery(), offset: 0, limit: Self.journalDepth)
        var seen: Set<ContentIdentifier> = []
        for entry in page?.entries ?? [] where seen.insert(entry.subject.identifier).inserted {
            guard entry.subject.identifier.kind != .provided, await isPlayable(entry.subject.identifier) else {
                continue
            }
            return Beginning(item: entry.subject.identifier, position: entry.placeToGoOn)
        }
        return nil
    }

    private func firstForYou() async -> Beginning? {
        let lists = try? await source.children(of: Self.forYou, offset: 0, limit: Self.pageLimit, at: nil)
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

extension ContentItem {
    fileprivate var canBegin: Bool { isPlayable && !isUnavailable }
}

extension JournalEntry {
    /// Where playing broke off; `nil` for what was heard to its end, and for what could not be played.
    fileprivate var placeToGoOn: Duration? {
        switch kind {
        case .finished, .failed: nil
        case .started, .paused, .resumed, .heard, .skipped, .left, .stopped: position
        }
    }
}
