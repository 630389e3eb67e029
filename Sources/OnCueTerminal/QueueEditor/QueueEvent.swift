// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore

/// What happens to the editor of the queue.
enum QueueEvent: ScreenEvent {
    case terminal(TerminalEvent)
    case page(BrowserFetch, QueuePage)
    case filtered(BrowserFetch, BrowserFilterStep)
    case pageFailed(BrowserFetch, ClientError)
    /// The queue is another, or may be.
    case changed
    /// It was edited, by whomever.
    case difference(QueueChange)
    /// What has changed since what is shown; `nil` when it cannot be told.
    case compared(QueueChanges?)
    case nowPlaying(NowPlayingUpdate, at: ContinuousClock.Instant)
    /// An edit has been carried out, or not; what came of it.
    case edited(String)
    /// What came of something else that was asked for.
    case told(String)
    case tick

    var terminal: TerminalEvent? { if case .terminal(let event) = self { event } else { nil } }
}

/// What the editor of the queue wants done.
enum QueueEffect: ScreenEffect {
    case fetch(BrowserFetch)
    /// Asks what has changed since a revision.
    case compare(UInt64)
    case edit(QueueAction)
    case play(String)
    case toggle
    case save(String)
    case suspend
    case quit
}

/// A change of the queue; entries are named by their numbers.
enum QueueAction: Sendable, Equatable {
    case remove(String, title: String)
    case move(String, to: Int)
    case undo
    case clear
}
