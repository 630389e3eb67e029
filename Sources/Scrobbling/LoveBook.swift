// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The tracks that are liked here and loved at a service, as both last agreed.
///
/// What one side has and this does not is new there, and goes to the other; what this has and one side does not was taken
/// back there. So nothing goes round in a circle.
package struct LoveBook: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        /// What the service calls it.
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

    /// What follows for the likes here.
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

    package init() {}

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
        }
        for (track, entry) in entries where keys.contains(entry.key) { entries[track]?.isSeen = true }
        let known = Set(entries.values.map(\.key))
        for love in listed {
            guard let track = love.track, !waiting.contains(track) else { continue }
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
