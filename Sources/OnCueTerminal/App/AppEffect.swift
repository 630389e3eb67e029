// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// A request of the full-screen program to its environment.
enum AppEffect: Sendable, Equatable {
    case fetch(ListFetch)
    /// Follow the changes of this container instead of the previous one.
    case watch(AppTab, token: Int, identifier: String)
    /// Follow no container.
    case unwatch
    /// Play the first of these places that exists.
    case play([String], shuffle: Bool?, title: String)
    /// Play all of these places, one after another.
    case playSeveral([String], title: String)
    case enqueue([String], EnqueueOptions, title: String)
    case command(PlaybackCommand)
    case chapter(ChapterStep)
    /// Prepare the playback of this item, unless another row is selected soon.
    case prepare(String)
    /// Requests the changes of the queue since a revision.
    case compare(UInt64)
    case edit(QueueAction)
    case item(ItemAction)
    case accept(String, title: String)
    case setOutput(String?, title: String)
    /// Adds an output to those in use, or removes it.
    case toggleOutput(String, title: String)
    case setSound(SoundChanges, title: String)
    /// Finds the list of an item: the album of a track, the podcast of an episode.
    case locate(item: String, title: String, artist: String, album: String)
    /// Finds the folders that a playlist is in.
    case locatePlaylist(ContentRecord)
    /// Finds lyrics, chapters and the like of the current entry.
    case details(UInt64, identifier: String, isShown: Bool)
    case draw(PictureRequest)
    /// Fetches and draws the picture of a result, unless another one is selected soon.
    case drawFound(FoundPictureRequest)
    /// Stops fetching the picture of a result, since none is needed.
    case leaveFound
    case names(NameTopic)
    /// Finds the description of an item; `facts` are the lines that the screen already has.
    case describe(String, title: String, facts: [String])
    /// Finds names that begin with a text, for a field of a query.
    case complete(query: String, field: String, text: String)
    /// Finds the most likely end of a query that ends with a value.
    case hint(query: String)
    /// Explains a suggestion.
    case explain(String)
    /// Remembers a search for this session of the user.
    case remember(String)
    /// Asks for the playing time of the queue.
    case queueTime
    case notice(NoticeDeed)
    /// Redraws the screen completely.
    case redraw
    case suspend
    case quit
}

/// A jump among the chapters of the current entry.
enum ChapterStep: Sendable, Equatable {
    case next, previous
    case index(Int)
}

/// A change of the queue; entries are identified by their numbers.
enum QueueAction: Sendable, Equatable {
    case remove([String], title: String)
    case move(String, to: Int)
    /// Moves several together; the first of them gets the index.
    case moveSeveral([String], to: Int)
    case undo
    case redo
    case clear
}

/// A change of items, playlists, podcasts and stations. The title appears in the message about the result.
enum ItemAction: Sendable, Equatable {
    case toggleFavourite([String], title: String)
    case toggleDislike([String], title: String)
    /// Rates items; `nil` removes the rating.
    case rate([String], Stars?, title: String)
    /// Raises or lowers the rating of each item by a number of half stars.
    case adjustStars([String], by: Int, title: String)
    case saveQueue(String)
    case addToPlaylist([String], playlist: String, title: String)
    /// Creates a playlist in a folder, whose path is empty for the top level.
    case createPlaylist(String, folder: String = "")
    case deletePlaylist(String, title: String)
    case renamePlaylist(String, to: String)
    case removeFromPlaylist(String, indexes: [Int], title: String)
    /// Moves entries of a playlist together; the first of them gets the index.
    case moveInPlaylist(String, indexes: [Int], to: Int)
    case subscribe(String)
    case unsubscribe(String, title: String)
    case refreshPodcasts
    case download(String, title: String, isRemoval: Bool)
    case addStation(String, address: String)
    case removeStation(String, title: String)
    case renameStation(String, to: String)
    case dismiss(String, DismissalReason, title: String)

    /// The item that is rated, liked or disliked, if it is the only one; otherwise `nil`.
    var judgedPlace: String? {
        switch self {
        case .toggleFavourite(let places, _), .toggleDislike(let places, _), .rate(let places, _, _),
            .adjustStars(let places, _, _):
            places.count == 1 ? places[0] : nil
        default: nil
        }
    }
}
