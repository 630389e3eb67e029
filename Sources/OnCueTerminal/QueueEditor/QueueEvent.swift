// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// An event for the queue editor.
enum QueueEvent: ScreenEvent {
    case terminal(TerminalEvent)
    case page(BrowserFetch, QueuePage)
    case filtered(BrowserFetch, BrowserFilterStep)
    case pageFailed(BrowserFetch, ClientError)
    /// The queue is another, or may be.
    case changed
    /// The queue was edited, here or elsewhere.
    case difference(QueueChange)
    /// The changes since the revision in view, or `nil` if they are not available.
    case compared(QueueChanges?)
    case nowPlaying(NowPlayingUpdate, at: ContinuousClock.Instant)
    /// An edit has succeeded or failed; with a message.
    case edited(String)
    /// The result of another request, as a message.
    case told(String)
    case tick

    var terminal: TerminalEvent? { if case .terminal(let event) = self { event } else { nil } }
}

/// A request of the queue editor to its surroundings.
enum QueueEffect: ScreenEffect {
    case fetch(BrowserFetch)
    /// Requests the changes since a revision.
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
