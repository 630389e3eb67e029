// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Decides when a notification about what plays is shown, replaced and taken away.
///
/// There is one at most. A track is shown once, when it begins to play, and again only with a picture that came late; one
/// with buttons follows everything it shows.
package struct TrackNotices: Sendable {
    package enum Action: Sendable, Equatable {
        /// In the place of what is shown.
        case show(TrackNotice)
        case close
    }

    /// What makes a track another one for those who look.
    private struct Key: Equatable {
        var entry: PlaybackQueue.EntryID
        var title: String
    }

    private var shown: TrackNotice?
    /// What was shown last, or would have been, had it been wanted.
    private var announced: Key?

    package init() {}

    /// Takes how everything is now.
    package mutating func update(
        _ nowPlaying: NowPlaying, isLocked: Bool, _ settings: NotificationSettings
    ) -> Action? {
        let isNew = noteTrack(of: nowPlaying)
        if settings.controls, isLocked { return show(TrackNotice(.controls, nowPlaying)) }
        let isWanted = settings.tracks == .on || settings.tracks == .locked && isLocked
        guard isWanted, let notice = TrackNotice(.track, nowPlaying) else { return show(nil) }
        if isNew { return show(notice) }
        guard let shown else { return nil }
        guard shown.kind == .track else { return show(nil) }
        // The picture may be late; a track that was not shown when it began is not shown any more.
        let isPictured = shown.artwork == nil && notice.artwork != nil && shown.title == notice.title
        return isPictured ? show(notice) : nil
    }

    /// The notification was closed, by a person or by time.
    package mutating func wasClosed() {
        // One with buttons comes back when there is something new in it.
        if shown?.kind == .track { shown = nil }
    }

    /// Whoever shows notifications knows nothing of ours any more.
    package mutating func wasForgotten() {
        shown = nil
    }

    /// - Returns: True when a track has begun to play.
    private mutating func noteTrack(of nowPlaying: NowPlaying) -> Bool {
        guard let entry = nowPlaying.playback.entry, nowPlaying.playback.status != .stopped else {
            announced = nil
            return false
        }
        let key = Key(entry: entry.id, title: nowPlaying.playback.streamTitle ?? entry.track.title)
        guard nowPlaying.playback.status == .playing, key != announced else { return false }
        announced = key
        return true
    }

    private mutating func show(_ notice: TrackNotice?) -> Action? {
        guard notice != shown else { return nil }
        shown = notice
        return notice.map { .show($0) } ?? .close
    }
}
