// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A kind of change that paired machines share. The changes of each kind in each log have their own numbers.
package enum SharedKind: String, Sendable, CaseIterable, Comparable {
    /// Entries of the journal.
    case plays
    /// Resume positions.
    case positions
    /// Favourites and dislikes.
    case likes
    /// Ratings.
    case stars
    /// Podcasts.
    case subscriptions
    /// Playlists of the user.
    case playlists
    /// Donations, from which suggestions are learnt.
    case learnt
    /// Erasures of the other kinds, which are sent to machines that have something of them, whatever is shared now.
    case erasures

    package static func < (one: SharedKind, another: SharedKind) -> Bool { one.rawValue < another.rawValue }

    /// The topic that the user switches on to share it; `nil` for a kind that does not need that.
    package var topic: SharedTopic? {
        switch self {
        case .plays: .plays
        case .positions: .positions
        case .likes, .stars: .likes
        case .subscriptions: .subscriptions
        case .playlists: .playlists
        case .learnt: .learnt
        case .erasures: nil
        }
    }

    /// Whether only the last change of an item counts.
    package var isRegister: Bool { self != .plays && self != .erasures }
}

extension SharedKind {
    /// Returns the kinds that are sent to other machines if the given topics are shared.
    package static func told(_ topics: Set<SharedTopic>) -> Set<SharedKind> {
        topics.reduce(into: [.erasures]) { $0.formUnion($1.kinds) }
    }
}

/// A topic that the user switches on: a word of `handoff.share`.
package enum SharedTopic: String, Sendable, CaseIterable {
    case plays
    case positions
    case likes
    case subscriptions
    case playlists
    case learnt

    package var kinds: Set<SharedKind> { Set(SharedKind.allCases.filter { $0.topic == self }) }
}

/// The changes of one kind in one log.
package struct SharedStream: Sendable, Hashable, Comparable {
    /// The name of the log: hexadecimal digits, the first of which are those of its machine.
    package var log: String
    package var kind: SharedKind

    package init(_ log: String, _ kind: SharedKind) { (self.log, self.kind) = (log, kind) }

    package static func < (one: SharedStream, another: SharedStream) -> Bool {
        one.log == another.log ? one.kind < another.kind : one.log < another.log
    }

    /// The number of digits in the name of a log that come from the identifier of its machine. The others are random:
    /// only machines to which the machine sends its log know them, and may erase its entries once the machine is no
    /// longer paired.
    package static let ownDigits = 24
    package static let chosenDigits = 24
    /// The number of digits of a name from before the machine had a key, and of the token that replaces a name that is
    /// not sent.
    private static let fewDigits = 32

    /// Whether a text is the name of a log that only the given machine can have chosen.
    ///
    /// - Parameter machine: The identifier of the machine.
    package static func isLog(_ text: String, of machine: String) -> Bool {
        isLog(text) && machine.utf8.count > ownDigits && text.hasPrefix(machine.prefix(ownDigits))
    }

    /// Whether a text can be the name of a log.
    package static func isLog(_ text: String) -> Bool {
        [fewDigits, ownDigits + chosenDigits].contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

/// The limits on what is kept of other machines.
package struct SharedRoom: Sendable {
    /// The maximum number of entries of a machine.
    package var entries = SharedLimits.kept
    /// The maximum number of playlists of a machine.
    package var playlists = SharedLimits.playlists
    /// The maximum number of podcasts of a machine.
    package var podcasts = SharedLimits.podcasts
    /// The maximum number of donations of a machine for items that are here, and the same number for items that are
    /// not.
    package var learnt = SharedLimits.learnt
    /// The size of the file from which nothing more is kept.
    package var bytesOfFile = SharedLimits.bytesOfFile

    package init() {}
}

/// The limits on data from other machines.
package enum SharedLimits {
    /// The maximum number of entries of a message, and roughly its maximum size in bytes.
    package static let entries = 2_000
    package static let bytes = 1 << 20
    /// The maximum number of logs of a machine: one, and one more for each time that it was restored from a backup.
    package static let logs = 16
    /// The maximum number of entries that are kept of a machine: at a hundred tracks a day those of forty years or
    /// more, which take some hundred megabytes. At the limit, a change still replaces an earlier one of its item, and
    /// still erases entries.
    package static let kept = 2_000_000
    /// The maximum number of erasures of a machine that wait until another machine is no longer paired.
    package static let waiting = 100
    /// The size of the file, in bytes, from which nothing more is kept of other machines: entries may be long.
    package static let bytesOfFile: Int64 = 2 << 30
    /// The number of bytes of a playlist that count as one kept entry.
    package static let bytesOfEntry = 256
    /// The maximum number of playlists that are kept of a machine, including those that it deleted.
    package static let playlists = 4_000
    /// The maximum number of podcasts that are kept of a machine, including those from which it unsubscribed.
    package static let podcasts = 4_000
    /// The maximum number of donations of other machines that count: later ones make earlier ones all but irrelevant.
    /// Not many more are kept.
    package static let learnt = 20_000
    /// The maximum number of ranges in an entry that erases.
    package static let ranges = 500
    /// The maximum time by which the clock of another machine may be ahead, in seconds.
    package static let ahead: Int64 = 86_400
    /// The maximum difference between two clocks that count as right, in seconds.
    package static let agreement: Int64 = 300
    /// September 2026: an earlier clock is wrong, such as one that starts in 1970 at each boot.
    package static let earliest: Int64 = 1_788_220_800
    /// The highest number of an entry, which both JSON and SQLite can represent.
    package static let highest: Int64 = 1 << 52
}
