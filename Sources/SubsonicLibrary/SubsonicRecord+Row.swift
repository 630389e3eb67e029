// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import PlayableContent
internal import SubsonicProtocol

extension SubsonicRecord {
    /// The row that OnCue shows.
    var row: ContentItem {
        var row = ContentItem(identifier: item.identifier)
        (row.title, row.subtitle, row.duration) = (title, subtitle, duration)
        row.artworkName = cover
        row.isExplicitContent = isExplicit
        switch item.kind {
        case .list, .genre, .artist, .album, .playlist, .podcast:
            (row.isContainer, row.isPlayable) = (true, item.kind != .list)
            row.childCount = count.map { min(max(0, $0), 1_000_000) }
        case .song, .bookmark, .episode: row.isPlayable = true
        case .station: (row.isPlayable, row.isStreamingContent) = (true, true)
        }
        switch item.kind {
        case .artist, .album, .song: (row.isFavourite, row.stars) = (isStarred, stars.map(Double.init))
        default: break
        }
        if let position, let duration, duration > .zero { row.playbackProgress = min(1, position / duration) }
        if row.isPlayable, let position, let left { (row.leftPosition, row.leftTime) = (position, left) }
        return row
    }
}

extension SubsonicSection {
    /// The row that OnCue shows.
    var row: ContentItem {
        var row = ContentItem.container(item?.identifier ?? rawValue, title: title)
        row.isPlayable = self == .queue
        return row
    }
}
