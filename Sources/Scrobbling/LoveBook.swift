// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The tracks that are liked here and loved at a service, as both last agreed.
///
/// A track that one side has and this does not is new there, and goes to the other; one that this has and one side does
/// not was taken back there. So nothing goes round in a circle.
package struct LoveBook: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        /// The key of the track at the service.
        package var key: String
        /// Whether the service has listed it. What it lists under another name was not taken back.
        package var isSeen: Bool

        package init(_ key: String, isSeen: Bool = false) { (self.key, self.isSeen) = (key, isSeen) }
    }

    /// A love that the service lists.
    package struct Listed: Sendable, Equatable {
        package var key: String
        /// The track here; `nil` for one that is not here.
        package var track: ContentIdentifier?

        package init(_ key: String, _ track: ContentIdentifier?) { (self.key, self.track) = (key, track) }
    }

    /// The resulting changes to the likes here.
    package struct Changes: Sendable, Equatable {
        package var liked: [ContentIdentifier] = []
        package var unliked: [ContentIdentifier] = []
        /// The number of likes that would have gone at once, which is more than a person takes back.
        package var keptBack = 0

        package init() {}
    }

    /// More than this many that go at once, and more than half of all, are a fault of the service.
    package static let mostUnliked = 25

    package var entries: [ContentIdentifier: Entry] = [:]
    /// The loves that were taken back from here, with their tracks, until the service lists them no longer.
    package var takenBack: [String: ContentIdentifier] = [:]
    /// Whether the service has ever listed or taken loves, so that it has them.
    package var isProven = false

    package init() {}

    /// Notes that the service loves a track.
    package mutating func add(_ track: ContentIdentifier, _ key: String) {
        entries[track] = Entry(key)
        takenBack = takenBack.filter { $0.key != key && $0.value != track }
        isProven = true
    }

    /// Notes that a track is not loved from here any longer. What the service still lists then is an old list.
    package mutating func remove(_ track: ContentIdentifier) {
        isProven = true
        guard let entry = entries.removeValue(forKey: track), !entries.values.contains(where: { $0.key == entry.key })
        else { return }
        takenBack[entry.key] = track
    }

    /// Whether another track is the same one for the service, such as a second copy.
    package func isShared(_ track: ContentIdentifier) -> Bool {
        guard let key = entries[track]?.key else { return false }
        return entries.contains { $0.key != track && $0.value.key == key }
    }

    /// Whether a like, or its end, is to be told to the service.
    package func tells(_ track: ContentIdentifier, liked isLiked: Bool) -> Bool {
        (entries[track] != nil) != isLiked
    }

    /// Takes what the service lists.
    ///
    /// - Parameters:
    ///   - isComplete: Whether that is all; otherwise nothing was taken back.
    ///   - waiting: Tracks whose like has changed here since, which the service does not know yet.
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
