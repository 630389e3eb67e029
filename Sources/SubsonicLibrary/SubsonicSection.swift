// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SubsonicProtocol

/// A list at the top of a server's branch.
enum SubsonicSection: String, CaseIterable, Sendable {
    case artists
    case albums
    case newest
    case frequent
    case recent
    case random
    case starred
    case genres
    case playlists
    case podcasts
    case radio
    case bookmarks
    case queue
    case offline

    var title: String {
        switch self {
        case .artists: "Artists"
        case .albums: "Albums"
        case .newest: "Recently Added"
        case .frequent: "Most Played"
        case .recent: "Recently Played"
        case .random: "Random Albums"
        case .starred: "Starred"
        case .genres: "Genres"
        case .playlists: "Playlists"
        case .podcasts: "Podcasts"
        case .radio: "Radio"
        case .bookmarks: "Bookmarks"
        case .queue: "Play Queue"
        case .offline: "On This Machine"
        }
    }

    /// The sections that every server has.
    static let always: [SubsonicSection] = [
        .artists, .albums, .newest, .frequent, .recent, .random, .starred, .genres, .playlists,
    ]

    /// The sections that are shown only if the server has something in them.
    static let probed: [SubsonicSection] = [.podcasts, .radio, .bookmarks, .queue]

    /// The server's name for this order of albums; `nil` if the section is not a list of albums.
    var albumOrder: String? {
        switch self {
        case .albums: "alphabeticalByName"
        case .newest, .frequent, .recent, .random: rawValue
        default: nil
        }
    }

    /// Whether all albums are listed, and not only the first ones.
    var isWhole: Bool { self == .albums }

    var item: SubsonicItem? { SubsonicItem(.list, rawValue) }
}
