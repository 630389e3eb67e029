// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The tracks that were liked here and loved at a service when both sides last agreed.
///
/// A track that one side has and this does not was added there, and is sent to the other side; a track that this has
/// and one side does not was removed there. So no change is sent back to the side that it came from.
package struct LoveBook: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        /// The key of the track at the service.
        package var key: String
        /// Whether the service has listed it. A track that it lists under another name was not removed there.
        package var isSeen: Bool

        package init(_ key: String, isSeen: Bool = false) { (self.key, self.isSeen) = (key, isSeen) }
    }

    /// A love that the service lists.
    package struct Listed: Sendable, Equatable {
        package var key: String
        /// The track here; `nil` if it is not in the library.
        package var track: ContentIdentifier?

        package init(_ key: String, _ track: ContentIdentifier?) { (self.key, self.track) = (key, track) }
    }

    /// The resulting changes to the likes here.
    package struct Changes: Sendable, Equatable {
        package var liked: [ContentIdentifier] = []
        package var unliked: [ContentIdentifier] = []
        /// The number of likes that would have been removed at once, if that is more than a user is likely to remove.
        package var keptBack = 0

        package init() {}
    }

    /// If more than this many, and more than half of all, disappear at once, that is taken as a fault of the service.
    package static let mostUnliked = 25

    package var entries: [ContentIdentifier: Entry] = [:]
    /// The loves that were removed from here, with their tracks, until the service no longer lists them.
    package var takenBack: [String: ContentIdentifier] = [:]
    /// Whether the service has ever listed or taken loves, which proves that it supports them.
    package var isProven = false

    package init() {}

    /// Notes that the service loves a track.
    package mutating func add(_ track: ContentIdentifier, _ key: String) {
        entries[track] = Entry(key)
        takenBack = takenBack.filter { $0.key != key && $0.value != track }
        isProven = true
    }

    /// Notes that a track is no longer loved from here. If the service still lists it, its list is out of date.
    package mutating func remove(_ track: ContentIdentifier) {
        isProven = true
        guard let entry = entries.removeValue(forKey: track), !entries.values.contains(where: { $0.key == entry.key })
        else { return }
        takenBack[entry.key] = track
    }

    /// Whether the service treats another track as the same one, such as a second copy.
    package func isShared(_ track: ContentIdentifier) -> Bool {
        guard let key = entries[track]?.key else { return false }
        return entries.contains { $0.key != track && $0.value.key == key }
    }

    /// Whether a like, or its removal, must be sent to the service.
    package func tells(_ track: ContentIdentifier, liked isLiked: Bool) -> Bool {
        (entries[track] != nil) != isLiked
    }

    /// Processes the loves that the service lists.
    ///
    /// - Parameters:
    ///   - isComplete: Whether the list is complete; otherwise no track counts as removed.
    ///   - waiting: The tracks whose like has changed here since, which the service does not know yet.
    package mutating func take(
        _ listed: [Listed], isComplete: Bool, waiting: Set<ContentIdentifier>
    ) -> Changes {
        var changes = Changes()
        let keys = Set(listed.map(\.key))
        let present = Set(listed.compactMap(\.track))
        isProven = true
        let gone = entries.filter { track, entry in
            entry.isSeen && !keys.contains(entry.key) && !present.contains(track) && !waiting.contains(track)
        }.keys.sorted { $0.description < $1.description }
        if isComplete {
            if gone.count > Self.mostUnliked, gone.count > entries.count / 2 {
                changes.keptBack = gone.count
            } else {
                for track in gone { entries[track] = nil }
                changes.unliked = gone
            }
            takenBack = takenBack.filter { keys.contains($0.key) || present.contains($0.value) }
        }
        for (track, entry) in entries where keys.contains(entry.key) { entries[track]?.isSeen = true }
        let known = Set(entries.values.map(\.key))
        let former = Set(takenBack.values)
        for love in listed {
            guard let track = love.track, !waiting.contains(track), !former.contains(track),
                takenBack[love.key] == nil
            else { continue }
            if entries[track] != nil {
                if !keys.contains(entries[track]?.key ?? "") { entries[track] = Entry(love.key, isSeen: true) }
            } else if !known.contains(love.key) {
                entries[track] = Entry(love.key, isSeen: true)
                changes.liked.append(track)
            }
        }
        return changes
    }
}
