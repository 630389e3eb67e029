// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueInterface

/// An event for the browser.
enum BrowserEvent: ScreenEvent {
    case terminal(TerminalEvent)
    case page(BrowserFetch, ContentListing)
    case filtered(BrowserFetch, BrowserFilterStep)
    case pageFailed(BrowserFetch, ClientError)
    /// An update of the container in view.
    case content(token: Int, ContentUpdate)
    case nowPlaying(NowPlayingUpdate, at: ContinuousClock.Instant)
    /// The result of a request, as a message.
    case told(String)
    /// The line about the playing track is out of date.
    case tick

    var terminal: TerminalEvent? { if case .terminal(let event) = self { event } else { nil } }
}

/// A request of the browser to its surroundings.
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
    /// The path to the container and its identifier, as far as known.
    var path: String?
    var identifier: String
    var offset: Int
    var limit: Int
    /// The filter for which the rows are read; rows that do not match are dropped.
    var filter: BrowserMatcher?
    /// Waits for contents from remote sources.
    var waits = false
}
