// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// A screen of the full-screen program.
enum AppTab: Int, Sendable, CaseIterable {
    case now, queue, library, search, playlists, podcasts, radio, suggestions, sound, history

    var title: String {
        switch self {
        case .now: "Now"
        case .queue: "Queue"
        case .library: RootBranch.library.title
        case .search: "Search"
        case .playlists: RootBranch.playlists.title
        case .podcasts: RootBranch.podcasts.title
        case .radio: RootBranch.radio.title
        case .suggestions: "Suggestions"
        case .sound: "Sound"
        case .history: "History"
        }
    }

    /// The short form of the title.
    var shortTitle: String {
        switch self {
        case .playlists: "Lists"
        case .suggestions: "Suggest"
        default: title
        }
    }

    /// The action that shows the screen.
    var action: KeyAction {
        switch self {
        case .now: .nowPlaying
        case .queue: .queue
        case .library: .library
        case .search: .search
        case .playlists: .playlists
        case .podcasts: .podcasts
        case .radio: .radio
        case .suggestions: .suggestions
        case .sound: .sound
        case .history: .history
        }
    }

    init?(_ action: KeyAction) {
        guard let tab = Self.allCases.first(where: { $0.action == action }) else { return nil }
        self = tab
    }

    /// Returns the screen that is `step` further, continuing at the other end.
    func moved(by step: Int) -> AppTab {
        let count = Self.allCases.count
        return AppTab(rawValue: (rawValue + step + count) % count) ?? self
    }
}
