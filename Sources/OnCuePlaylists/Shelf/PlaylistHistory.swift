// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The latest changes of the user's own playlists, newest last, each with the file before and after it.
struct PlaylistHistory: Sendable {
    /// The number of changes that can be undone, one after the other.
    static let depth = 20
    /// The maximum number of bytes of files that are kept; beyond that, the oldest changes are forgotten. The newest is
    /// kept regardless of its size.
    static let byteLimit = 16 << 20

    /// A playlist file.
    struct File: Sendable, Equatable {
        var path: [UInt8]
        var content: [UInt8]
    }

    struct Step: Sendable {
        var edit: ListEdit
        var playlist: ContentIdentifier
        /// The file before the change; `nil` for a playlist that was made.
        var before: File?
        /// The file after the change; `nil` for a playlist that was deleted.
        var after: File?
        /// The key in the trash of a playlist that is deleted.
        var trashKey: String?
        var made: ContinuousClock.Instant = .now
        /// The time at which it was last undone.
        var undone: ContinuousClock.Instant?

        fileprivate var size: Int { (before?.content.count ?? 0) + (after?.content.count ?? 0) }
    }

    private(set) var done: [Step] = []
    /// The changes that can be done again, the next one last; none after another change.
    private(set) var undone: [Step] = []

    mutating func note(_ step: Step) {
        guard step.before != step.after else { return }
        undone = []
        done.append(step)
        if done.count > Self.depth { done.removeFirst() }
        var size = done.reduce(0) { $0 + $1.size }
        while done.count > 1, size > Self.byteLimit { size -= done.removeFirst().size }
    }

    /// Notes that the last change was undone.
    mutating func noteUndone(_ step: Step) {
        done.removeLast()
        undone.append(step)
    }

    /// Notes that the last change that was undone was done again.
    mutating func noteRedone(_ step: Step) {
        undone.removeLast()
        done.append(step)
    }

    /// Forgets the changes of a playlist that something else has changed since.
    mutating func forget(_ playlist: ContentIdentifier) {
        done.removeAll { $0.playlist == playlist }
        undone.removeAll { $0.playlist == playlist }
    }
}
