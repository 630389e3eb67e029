// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Decides when the notification about the current track is shown, replaced and removed.
///
/// There is at most one. A track is shown once, when it starts to play, and again only if its picture arrives late; a
/// notification with buttons follows everything that it displays.
package struct TrackNotices: Sendable {
    package enum Action: Sendable, Equatable {
        /// Shows a notification, replacing the current one.
        case show(TrackNotice)
        case close
    }

    /// The properties that a viewer perceives as a new track when they change.
    private struct Key: Equatable {
        var entry: PlaybackQueue.EntryID
        var title: String
    }

    private var shown: TrackNotice?
    /// The last track shown, or not shown only because notifications were off.
    private var announced: Key?

    package init() {}

    /// Processes the current state.
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
        // The picture may be late; a track that was not shown at its start is not shown later either.
        let isPictured = shown.artwork == nil && notice.artwork != nil && shown.title == notice.title
        return isPictured ? show(notice) : nil
    }

    /// Notes that the notification was closed or has expired.
    package mutating func wasClosed() {
        // A notification with buttons comes back when its content changes.
        if shown?.kind == .track { shown = nil }
    }

    /// Notes that the notification server has lost our notification.
    package mutating func wasForgotten() {
        shown = nil
    }

    /// - Returns: `true` if a track has started to play.
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
