// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A kind of change that paired machines share. Each kind of each log is numbered for itself.
package enum SharedKind: String, Sendable, CaseIterable, Comparable {
    /// Entries of the journal.
    case plays
    /// Where items were left.
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

    /// The topic that a person switches on to share it; `nil` for a kind that does not need that.
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
    /// Returns the kinds that are sent to other machines where some topics are shared.
    package static func told(_ topics: Set<SharedTopic>) -> Set<SharedKind> {
        topics.reduce(into: [.erasures]) { $0.formUnion($1.kinds) }
    }
}

/// A topic that a person switches on: the words of `handoff.share`.
package enum SharedTopic: String, Sendable, CaseIterable {
    case plays
    case positions
    case likes
    case subscriptions
    case playlists
    case learnt

    package var kinds: Set<SharedKind> { Set(SharedKind.allCases.filter { $0.topic == self }) }
}

/// A kind of a log.
package struct SharedStream: Sendable, Hashable, Comparable {
    /// The name of the log: hexadecimal digits, of which the first are those of its machine.
    package var log: String
    package var kind: SharedKind

    package init(_ log: String, _ kind: SharedKind) { (self.log, self.kind) = (log, kind) }

    package static func < (one: SharedStream, another: SharedStream) -> Bool {
        one.log == another.log ? one.kind < another.kind : one.log < another.log
    }

    /// How many digits the name of a log has of the identifier of its machine. The others are chosen: only those to whom
    /// the machine tells its log know them, and may erase what is in it once the machine is not paired any longer.
    package static let ownDigits = 24
    package static let chosenDigits = 24
    /// The digits of a name that was chosen before the machine had a key, and of what stands for a name where it is not told.
    private static let fewDigits = 32

    /// Whether a text is the name of a log that only this machine can have chosen.
    ///
    /// - Parameter machine: Its identifier.
    package static func isLog(_ text: String, of machine: String) -> Bool {
        isLog(text) && machine.utf8.count > ownDigits && text.hasPrefix(machine.prefix(ownDigits))
    }

    /// Whether a text can be the name of a log.
    package static func isLog(_ text: String) -> Bool {
        [fewDigits, ownDigits + chosenDigits].contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

/// How much is kept of what comes from other machines.
package struct SharedRoom: Sendable {
    /// The most entries of a machine.
    package var entries = SharedLimits.kept
    /// The most playlists of a machine.
    package var playlists = SharedLimits.playlists
    /// The most podcasts of a machine.
    package var podcasts = SharedLimits.podcasts
    /// The most donations of a machine about what is here, and as many about what is not.
    package var learnt = SharedLimits.learnt
    /// The size of the file from which on nothing more is kept.
    package var bytesOfFile = SharedLimits.bytesOfFile

    package init() {}
}

/// The bounds of what comes from other machines.
package enum SharedLimits {
    /// The most entries of a message, and about the most bytes.
    package static let entries = 2_000
    package static let bytes = 1 << 20
    /// The most logs of a machine: one, and one more for each time that it was restored from a backup.
    package static let logs = 16
    /// The most entries that are kept of a machine: of a hundred tracks a day those of forty years or more, which take some
    /// hundred megabytes. At that number a change still replaces a former one of its item, and erases what is there.
    package static let kept = 2_000_000
    /// The most erasures of a machine that wait until another one is not paired any longer.
    package static let waiting = 100
    /// The size of the file in bytes from which on nothing more is kept of others: entries may be long.
    package static let bytesOfFile: Int64 = 2 << 30
    /// As many bytes of a playlist count as an entry that is kept.
    package static let bytesOfEntry = 256
    /// The most playlists that are kept of a machine, those that it deleted included.
    package static let playlists = 4_000
    /// The most podcasts that are kept of a machine, those that it has ended included.
    package static let podcasts = 4_000
    /// The most donations of others that count: later ones make earlier ones all but irrelevant. Not many more are kept.
    package static let learnt = 20_000
    /// The most ranges in an entry that erases.
    package static let ranges = 500
    /// How far the clock of another machine may be ahead, in seconds.
    package static let ahead: Int64 = 86_400
    /// How far two clocks may be apart that count as right, in seconds.
    package static let agreement: Int64 = 300
    /// September 2026: a clock before that is wrong, such as one that begins in 1970 at each start.
    package static let earliest: Int64 = 1_788_220_800
    /// The highest number of an entry, which JSON and SQLite both have.
    package static let highest: Int64 = 1 << 52
}
