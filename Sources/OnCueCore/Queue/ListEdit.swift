// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A change of the queue or of a playlist that can be undone, as users see it.
package struct ListEdit: Sendable, Equatable {
    /// The kind of edit.
    package enum Kind: String, Sendable, CaseIterable {
        /// Something else was played, so the queue was replaced.
        case play
        case add
        case remove
        case move
        /// All entries were put into another order.
        case sort
        /// All entries were put into a random order, once.
        case shuffle
        case clear
        /// The queue played in between was abandoned for the one set aside.
        case back
        /// The queue of another machine was taken over.
        case takeOver
        /// Another machine took the queue over.
        case handOver
        /// A playlist was created.
        case create
        /// A playlist was moved to the trash.
        case delete
        /// A playlist was renamed or moved to another folder.
        case rename
    }

    package var kind: Kind
    /// The title of the first entry concerned, or the former name of a playlist that was renamed; empty if there was
    /// none.
    package var title: String
    /// The number of entries concerned.
    package var count: Int
    /// The name of the playlist, after those of its folders; `nil` for the queue.
    package var playlist: String?

    package init(_ kind: Kind, title: String, count: Int, playlist: String? = nil) {
        self.kind = kind
        self.title = title
        self.count = count
        self.playlist = playlist
    }
}

/// An edit in the history, of the queue or of playlists.
package struct NotedEdit: Sendable, Equatable {
    package var edit: ListEdit
    /// The time when it was made or, if it can be repeated, when it was undone.
    package var time: ContinuousClock.Instant

    package init(_ edit: ListEdit, at time: ContinuousClock.Instant) { (self.edit, self.time) = (edit, time) }

    /// Merges two histories, latest edit first.
    ///
    /// - Parameters:
    ///   - queue: The edits of the queue, latest first; of edits at the same time, these come first.
    ///   - playlists: The edits of playlists, latest first.
    package static func merged(queue: [NotedEdit], playlists: [NotedEdit]) -> [NotedEdit] {
        var (queue, playlists) = (queue[...], playlists[...])
        var all: [NotedEdit] = []
        while let first = queue.first, let other = playlists.first {
            all.append(first.time >= other.time ? first : other)
            if first.time >= other.time { queue.removeFirst() } else { playlists.removeFirst() }
        }
        return all + queue + playlists
    }
}
