// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

/// The tracks to play.
extension ProviderContentSource {
    func tracks(under identifier: ContentIdentifier) async throws(ContentError) -> [Track] {
        let item = try await item(for: identifier)
        var walk = Walk()
        try await collect(item, 0, &walk)
        return walk.tracks
    }

    /// Returns the tracks of the list itself, without deeper levels; a long list begins with the track.
    func tracks(
        under identifier: ContentIdentifier, from track: ContentIdentifier
    ) async throws(ContentError) -> [Track] {
        let (list, own) = (try own(identifier), try own(track))
        let isLong = try await rows(list, 0, 1).total > ProviderLimits.tracksInList
        guard let start = isLong ? pages.index(of: own, in: list) : 0 else { return [] }
        let items = try await rows(list, start, ProviderLimits.tracksInList).items
        return items.filter { !$0.isContainer }.compactMap(self.track)
    }

    /// The tracks found so far; a tree with a cycle ends at its limits.
    private struct Walk {
        var tracks: [Track] = []
        var seen: Set<ContentIdentifier> = []
        var calls = 0
    }

    private func collect(_ item: ContentNode, _ depth: Int, _ walk: inout Walk) async throws(ContentError) {
        if !item.isContainer {
            if let track = track(item) { walk.tracks.append(track) }
            return
        }
        guard depth < ProviderLimits.depth, walk.seen.insert(item.identifier).inserted else { return }
        var offset = 0
        while walk.tracks.count < ProviderLimits.tracks, walk.calls < ProviderLimits.callsForTracks {
            walk.calls += 1
            let (items, total) = try await rows(try own(item.identifier), offset, ProviderLimits.chunk)
            for child in items where walk.tracks.count < ProviderLimits.tracks {
                try await collect(child, depth + 1, &walk)
            }
            offset += items.count
            if items.isEmpty || offset >= total { return }
        }
    }

    /// Takes over the positions in other players that the rows contain.
    func takePositions(of rows: [ProviderRow?]) async {
        guard let positions else { return }
        let left = rows.compactMap { row -> (track: Track, left: LeftPosition)? in
            guard let item = row?.item, let left = item.rare.left, let track = track(item) else { return nil }
            return (track, left)
        }
        if !left.isEmpty { await positions.take(left) }
    }

    private func track(_ item: ContentNode) -> Track? {
        guard let own = client.identity.own(item.identifier), let location = client.identity.location(of: own) else {
            return nil
        }
        var picture: MediaLocation?
        if case .picture(let location) = item.artwork { picture = location }
        return Track(
            identifier: item.identifier, location: location, title: item.title,
            artists: item.subtitle.isEmpty ? [] : [item.subtitle], duration: item.duration, segment: item.rare.part,
            picture: picture, isExplicit: item.isExplicit)
    }
}
