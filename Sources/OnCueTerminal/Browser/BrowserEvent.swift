// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient

/// What happens to the browser.
enum BrowserEvent: Sendable {
    case key(Key)
    case resized(Screen)
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
    /// The screen must be drawn anew, whatever is on it.
    case exposed
    case suspend
    case quit
}

/// What the browser wants done.
enum BrowserEffect: Sendable, Equatable {
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
