// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient

/// What happens to the browser.
enum BrowserEvent: ScreenEvent {
    case terminal(TerminalEvent)
    case page(BrowserFetch, ContentListing)
    case filtered(BrowserFetch, BrowserFilterStep)
    case pageFailed(BrowserFetch, ClientError)
    /// The container that is watched tells something.
    case content(token: Int, ContentUpdate)
    case nowPlaying(NowPlayingUpdate, at: ContinuousClock.Instant)
    /// What came of something that was asked for.
    case told(String)
    /// The line about what plays is not true any more.
    case tick

    var terminal: TerminalEvent? { if case .terminal(let event) = self { event } else { nil } }
}

/// What the browser wants done.
enum BrowserEffect: ScreenEffect {
    case fetch(BrowserFetch)
    /// Follow the changes of this container instead of the one before.
    case watch(token: Int, identifier: String)
    /// Play the first of these places that is there.
    case play([String], shuffle: Bool?, title: String)
    case enqueue([String], EnqueueOptions, title: String)
    case toggle
    /// Warm this up, unless something else is chosen soon.
    case prepare(String)
    case suspend
    case quit
}

/// A page that is to be fetched.
struct BrowserFetch: Sendable, Equatable {
    /// The level that it is for.
    var token: Int
    /// Where the container was found, and what it is, as far as known.
    var path: String?
    var identifier: String
    var offset: Int
    var limit: Int
    /// What the rows are read for: only those that match are wanted.
    var filter: BrowserMatcher?
    /// Waits for what comes from far.
    var waits = false
}
