// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

extension PodcastRecord {
    /// - Parameter played: The number of episodes that were played.
    func item(played: Int) -> ContentNode {
        let unplayed = max(0, episodes - played)
        let parts = [author, failure != nil && episodes == 0 ? "cannot be loaded" : "\(unplayed) unplayed"]
        let ends = [place?.name ?? "", isEnded ? "ended" : ""]
        var item = ContentNode(
            identifier: identifier, title: title,
            subtitle: (parts + ends).filter { !$0.isEmpty }.joined(separator: " · "),
            artwork: image.flatMap { MediaLocation(uri: $0) }.map { .picture($0) }, isContainer: true,
            isPlayable: episodes > 0, childCount: episodes, isExplicit: isExplicit)
        item.location = place?.location
        return item
    }

    func summary(played: Int) -> PodcastSummary {
        var summary = PodcastSummary(
            identifier: identifier, title: title, author: author, address: address, episodes: episodes,
            unplayed: max(0, episodes - played), downloaded: downloaded, refreshed: refreshed,
            nextRefresh: isEnded || due == 0 ? nil : due, refreshReason: isEnded ? nil : reason,
            expected: isEnded ? nil : expected, failure: failure, isEnded: isEnded)
        summary.failingSince = failure == nil || failingSince == PodcastRecord.toldFailure ? nil : failingSince
        return summary
    }
}

extension EpisodeRecord {
    func item(_ listening: ListeningRecord?) -> ContentNode {
        var item = ContentNode(
            identifier: identifier, title: title, subtitle: subtitle, artwork: picture.map { .picture($0) },
            duration: duration, isPlayable: location != nil, playbackProgress: progress(listening),
            isExplicit: isExplicit, isStreaming: file == nil, hasChapters: hasChapters)
        item.location = place?.location
        return item
    }

    var track: Track? {
        guard let location else { return nil }
        return Track(
            identifier: identifier, location: location, title: title,
            artists: podcastAuthor.isEmpty ? [] : [podcastAuthor], album: podcastTitle,
            albumIdentifier: podcast.identifier(.podcast), genres: [Self.genre], trackNumber: number,
            discNumber: season, date: published.map { FeedDate.day(of: $0) }, duration: duration, picture: picture,
            isExplicit: isExplicit)
    }

    private var picture: MediaLocation? { image.flatMap { MediaLocation(uri: $0) } }

    /// Such as `2026-11-21 · S2 E5 · chapters`.
    private var subtitle: String {
        var parts: [String] = []
        if let published { parts.append(FeedDate.day(of: published)) }
        let place = [season.map { "S\($0)" }, number.map { "E\($0)" }].compactMap(\.self).joined(separator: " ")
        if !place.isEmpty { parts.append(place) }
        if kind != .full { parts.append(kind.rawValue) }
        if hasChapters { parts.append("chapters") }
        if let name = self.place?.name { parts.append(name) }
        if isKept { parts.append("kept") }
        return parts.joined(separator: " · ")
    }

    /// 0 for an episode that was never heard, 1 for one that was heard to its end.
    private func progress(_ listening: ListeningRecord?) -> Double {
        guard let listening else { return 0 }
        if let position = listening.position, let duration, duration > .zero {
            return min(1, max(0, position / duration))
        }
        return listening.playCount > 0 ? 1 : 0
    }
}
