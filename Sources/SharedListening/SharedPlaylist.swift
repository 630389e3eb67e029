// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
package import OnCueCore
internal import OnCueHandoff

/// A playlist of the user, as one machine left it.
package struct SharedPlaylist: Sendable, Equatable {
    /// The maximum size of its name, and of the whole playlist in a message, in bytes.
    package static let nameLimit = 1_024
    package static let sizeLimit = SharedLimits.bytes / 2
    /// The maximum number of logs whose changes it can contain.
    private static let logLimit = 512

    /// The title, preceded by its folders, each with a slash.
    package var name: String
    /// The entries; `nil` if the playlist was deleted.
    package var entries: [HandedEntry]?
    /// The changes that it includes: for each log, the number of the last change of this playlist. In a message, tokens
    /// replace the names of the logs, because a third machine may not know the other machines that changed it.
    package var known: [String: Int64]

    package init(_ name: String, _ entries: [HandedEntry]?, known: [String: Int64]) {
        (self.name, self.entries, self.known) = (name, entries, known)
    }

    /// The name without case and accents, which do not distinguish playlists.
    package var register: String { Self.register(name) }

    package static func register(_ name: String) -> String { TextFolding.fold(name) }

    /// Whether a text can be the name of a playlist, and does not lead to another folder.
    package static func isName(_ text: String) -> Bool {
        text.utf8.count <= nameLimit && !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
            && text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
                $0.first?.isWhitespace == false && $0.last?.isWhitespace == false && $0 != "." && $0 != ".."
            }
    }

    /// The size in a message, in bytes.
    package var size: Int { JSONValue.object(members).text().utf8.count }

    /// Whether it fits into a message.
    package var isBounded: Bool { Self.isName(name) && size <= Self.sizeLimit }

    var members: [JSONValue.Member] {
        let known = known.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .int(Int($0.value))) }
        return [
            .init("playlist", .string(name)), .init("known", .object(known)),
            .init("entries", entries.map { .array($0.map { HandoffJSON.json($0) }) } ?? .null),
        ]
    }

    /// `nil` if it is incomplete or invalid.
    init?(json: JSONValue) {
        guard let name = json["playlist"]?.stringValue, Self.isName(name), let logs = json["known"],
            case .object(let members) = logs, members.count <= Self.logLimit
        else { return nil }
        (self.name, entries, known) = (name, nil, [:])
        for member in members {
            guard SharedStream.isLog(member.name), let number = member.value.intValue,
                (1...Int(SharedLimits.highest)).contains(number)
            else { return nil }
            known[member.name] = Int64(number)
        }
        guard json["entries"] != .null else { return }
        guard let list = json["entries"]?.arrayValue else { return nil }
        entries = list.compactMap { HandoffJSON.value(HandedEntry.self, from: $0)?.bounded }
        guard entries?.count == list.count else { return nil }
    }
}

/// The known state of a playlist: its versions in the logs, and the playlist on this machine.
package struct KnownPlaylist: Sendable, Equatable {
    /// The last change in a log.
    package struct Version: Sendable, Equatable {
        package var log: String
        package var number: Int64
        /// Whether it was made on this machine.
        package var isOwn: Bool
        package var isDeletion: Bool
        package var known: [String: Int64]

        package init(log: String, number: Int64, isOwn: Bool, isDeletion: Bool, known: [String: Int64]) {
            (self.log, self.number, self.isOwn) = (log, number, isOwn)
            (self.isDeletion, self.known) = (isDeletion, known)
        }

        /// Whether it includes another change.
        func contains(_ other: Version) -> Bool { (known[other.log] ?? 0) >= other.number }
    }

    /// The versions in the logs; the first one is the one that wins.
    package var versions: [Version] = []
    package var held: HeldPlaylist?

    package init() {}

    /// The change of another machine that this one has not carried out yet.
    var news: Version? {
        guard let first = versions.first, !first.isOwn, held?.contains(first) != true else { return nil }
        return first
    }

    /// A change of this machine that would be lost to the winning version, since no machine that changed the playlist
    /// knew of it.
    var loss: Version? {
        versions.first { own in
            own.isOwn && !own.isDeletion && (held?.kept[own.log] ?? 0) < own.number
                && !versions.contains { $0 != own && $0.contains(own) }
        }
    }
}

/// A playlist as it is on this machine, or was before it was deleted.
package struct HeldPlaylist: Sendable, Equatable {
    package var name: String
    /// The identifier, which survives renaming.
    package var identifier: ContentIdentifier
    /// A value that changes with the contents; `nil` if the playlist was deleted.
    package var stamp: String?
    /// The changes that it includes, like ``SharedPlaylist/known``.
    package var known: [String: Int64]
    /// For each log of this machine, the last change of which a copy was kept.
    package var kept: [String: Int64]
    /// The time at which this was noted, in seconds since 1970.
    package var time: Int64
    /// Whether the playlist is too large to be shared, so that no other machine has its contents.
    package var isUntold = false

    package init(
        _ name: String, _ identifier: ContentIdentifier, stamp: String?, known: [String: Int64] = [:],
        kept: [String: Int64] = [:], at time: Int64
    ) {
        (self.name, self.identifier, self.stamp) = (name, identifier, stamp)
        (self.known, self.kept, self.time) = (known, kept, time)
    }

    /// Whether it includes a change.
    func contains(_ version: KnownPlaylist.Version) -> Bool { (known[version.log] ?? 0) >= version.number }

    /// Returns the playlist as a change left it. The changes that it included before are not part of that.
    func at(_ version: KnownPlaylist.Version) -> HeldPlaylist {
        var held = self
        held.known = version.known
        held.known[version.log] = version.number
        held.isUntold = false
        return held
    }
}

extension HeldPlaylist {
    package var json: JSONValue {
        .object([
            .init("name", .string(name)), .init("id", .string(identifier.description)),
            .init("stamp", stamp.map { .string($0) } ?? .null), .init("known", Self.json(known)),
            .init("kept", Self.json(kept)), .init("t", .int(Int(time))), .init("untold", .bool(isUntold)),
        ])
    }

    package init?(json: JSONValue) {
        guard let name = json["name"]?.stringValue,
            let identifier = json["id"]?.stringValue.flatMap(ContentIdentifier.init)
        else { return nil }
        self.init(
            name, identifier, stamp: json["stamp"]?.stringValue, known: Self.numbers(json["known"]),
            kept: Self.numbers(json["kept"]), at: Int64(json["t"]?.intValue ?? 0))
        isUntold = json["untold"]?.boolValue ?? false
    }

    private static func json(_ numbers: [String: Int64]) -> JSONValue {
        .object(numbers.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .int(Int($0.value))) })
    }

    private static func numbers(_ json: JSONValue?) -> [String: Int64] {
        guard case .object(let members)? = json else { return [:] }
        return Dictionary(
            members.compactMap { member in member.value.intValue.map { (member.name, Int64($0)) } }
        ) { max($0, $1) }
    }
}
