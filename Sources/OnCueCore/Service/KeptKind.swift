// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The kinds of data that backups contain, and that an erasure removes or keeps. The raw values are used in reports for
/// programs.
///
/// Reports count exactly these, and the help of `oncue erase` and `oncue backup` names all of them.
package enum KeptKind: String, Sendable, CaseIterable {
    case journal, records, donations, activities, foreign, events, notifications, said, raised, devices, places, queue,
        sound, recent, trash, files
    case tracks, likes, stars, bookmarks, playlists, podcasts, settings, times, keys

    /// Whether an erasure counts it, as removed or kept.
    package var isInErasures: Bool { self != .settings && self != .keys }

    /// Whether an erasure removes it.
    package var isErased: Bool {
        switch self {
        case .journal, .records, .donations, .activities, .foreign, .events, .notifications, .said, .raised, .devices,
            .places, .queue, .sound, .recent, .trash, .files:
            true
        case .tracks, .likes, .stars, .bookmarks, .playlists, .podcasts, .settings, .times, .keys: false
        }
    }

    /// Whether a backup counts it. Play counts, volumes and past suggestions are in a backup without being counted.
    package var isInBackups: Bool {
        switch self {
        case .records, .raised, .sound, .recent, .files, .tracks: false
        case .journal, .donations, .activities, .foreign, .events, .notifications, .said, .devices, .places, .queue,
            .trash, .likes, .stars, .bookmarks, .playlists, .podcasts, .settings, .times, .keys:
            true
        }
    }

    /// The term used in help.
    package var term: String {
        switch self {
        case .journal: "listening history"
        case .records: "play and skip counts"
        case .donations: "what suggestions have learnt"
        case .activities: "activities"
        case .foreign: "index of searches"
        case .events: "kept events"
        case .notifications: "notifications, reminders and alarms"
        case .said: "what you have said about them"
        case .raised: "past suggestions"
        case .devices: "devices"
        case .places: "places"
        case .queue: "queue"
        case .sound: "volumes of outputs and the rates of podcasts"
        case .recent: "recent files"
        case .trash: "trash"
        case .files: "pictures, the log and all copies"
        case .tracks: "library"
        case .likes: "likes"
        case .stars: "ratings"
        case .bookmarks: "bookmarks"
        case .playlists: "playlists"
        case .podcasts: "podcasts"
        case .settings: "settings"
        case .times: "times of day"
        case .keys: "key of this machine"
        }
    }
}
