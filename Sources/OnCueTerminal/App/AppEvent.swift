// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// An event for the full-screen program.
enum AppEvent: Sendable {
    case terminal(TerminalEvent)
    case page(ListFetch, ListPage)
    case filtered(ListFetch, ListFilterStep)
    case pageFailed(ListFetch, ClientError)
    /// A change of the container in view.
    case content(AppTab, token: Int, ContentUpdate)
    /// A move of entries in a playlist has succeeded or failed.
    case arranged
    /// An item was created that is to be selected on a screen as soon as its row is there.
    case made(AppTab, identifier: String)
    /// The rows of a screen are out of date.
    case outdated(AppTab)
    case queue(QueueEvent)
    case nowPlaying(NowPlayingUpdate, at: ContinuousClock.Instant)
    case details(EntryDetails)
    case picture(PictureRequest, String?)
    case foundPicture(FoundPictureRequest, String?)
    /// The places that can be chosen in an answer.
    case names([String])
    /// The names with which the end of a query can be completed.
    case completions(query: String, [String])
    /// The most likely end of a query, as a complete query.
    case hint(query: String, word: String)
    /// The album or podcast of an item to show, or `nil` if it is in none.
    case located(ContentRecord?, item: String, title: String)
    /// A playlist to show, and the folders that contain it, the outermost first.
    case locatedPlaylist(ContentRecord, folders: [ContentRecord])
    /// The description of an item.
    case described(AppInfo)
    /// A podcast event, such as the progress of a download.
    case podcasts(PodcastUpdate)
    /// The result of a request, as a message.
    case told(String)
    /// An event of the notification centre.
    case notice(NoticeEvent)
    /// The displayed time has to be updated.
    case tick

    var terminal: TerminalEvent? { if case .terminal(let event) = self { event } else { nil } }
}

/// The details of an item that replace the screen.
enum AppInfo: Sendable {
    /// Lines that are wrapped to the width of the screen.
    case lines([String])
    /// The reasons for a suggestion.
    case suggestion(SuggestionRecord)
}

/// An event about the queue.
enum QueueEvent: Sendable {
    case page(ListFetch, QueuePage)
    /// The queue has changed, or may have.
    case changed
    /// The queue was edited, here or elsewhere.
    case difference(QueueChange)
    /// The changes since the revision in view, or `nil` if they are not available.
    case compared(QueueChanges?)
    /// The playing time of the queue at a moment.
    case time(QueueTime, at: ContinuousClock.Instant)
    /// An edit has succeeded or failed; with a message.
    case edited(String)
}

/// Facts about the current entry that are not in the report.
enum EntryDetails: Sendable, Equatable {
    /// Each starts with the number of the entry, as answers may be late.
    case lyrics(UInt64, Lyrics?, isFromWeb: Bool = false)
    case chapters(UInt64, ChapterListing)
    case listening(UInt64, ListeningRecord)
}

/// A cover in the size in which it is displayed.
struct PictureRequest: Sendable, Equatable {
    var file: [UInt8]
    var columns: Int
    var rows: Int
}
