// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
package import OnCueCore
internal import OnCueHandoff

/// An item as it is described to other machines.
package struct ToldItem: Sendable, Hashable {
    /// The identifier on the machine that made the change. Those of tracks mean nothing elsewhere; those of artists,
    /// albums and the like follow from their names, and those of podcasts and stations from their addresses.
    package var identifier: ContentIdentifier
    /// The properties by which a track or an episode is found.
    package var entry: HandedEntry?

    package init(_ identifier: ContentIdentifier, _ entry: HandedEntry? = nil) {
        (self.identifier, self.entry) = (identifier, entry)
    }

    /// The kinds whose identifiers are the same on every machine.
    package static let common: Set<ContentKind> = [.artist, .album, .genre, .composer, .podcast, .station]
    /// The kinds that are shared at all.
    package static let told: Set<ContentKind> = common.union([.track, .episode])

    package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    package var json: JSONValue {
        var members: [JSONValue.Member] = [.init("id", .string(identifier.description))]
        if let entry { members.append(.init("as", HandoffJSON.json(entry))) }
        return .object(members)
    }

    /// `nil` if it is incomplete, or of a kind that is not shared.
    package init?(json: JSONValue?) {
        guard let identifier = json?["id"]?.stringValue.flatMap(ContentIdentifier.init),
            Self.told.contains(identifier.kind)
        else { return nil }
        self.identifier = identifier
        entry = json?["as"].flatMap { HandoffJSON.value(HandedEntry.self, from: $0)?.bounded }
        guard Self.common.contains(identifier.kind) || entry != nil else { return nil }
    }
}

/// A change on a machine.
package enum SharedChange: Sendable, Equatable {
    /// An entry of the journal.
    case played(ToldItem, JournalEntry.Kind, position: Int64, PlaybackCause, song: String?)
    /// The resume position of an item, in microseconds; `nil` if there is none.
    case left(ToldItem, Int64?)
    /// 1 for a favourite, -1 for a dislike, 0 for neither.
    case liked(ToldItem, Int)
    /// The rating in half stars; `nil` if it was removed.
    case rated(ToldItem, Int?)
    /// The user subscribed to a podcast, with the address of its feed, or unsubscribed from it.
    case subscribed(ToldItem, Bool)
    /// A playlist was changed, or deleted.
    case listed(SharedPlaylist)
    /// A donation was learnt, or an earlier one was amended.
    case learnt(ToldItem, SharedDonation)
    /// Entries of a log were erased, by their numbers; the name is that of an earlier log of the same machine, if one
    /// is given.
    case erased(String?, [ClosedRange<Int64>])
    /// Entries of one kind of a log of the same machine were erased, by their numbers; the stream is `nil` if the
    /// receiver does not know its kind.
    case removed(SharedStream?, [ClosedRange<Int64>])

    /// The name under which only the last change counts; `nil` if each change counts.
    package var register: String? {
        switch self {
        case .left(let item, _), .liked(let item, _), .rated(let item, _), .subscribed(let item, _):
            item.identifier.description
        case .listed(let playlist): playlist.register
        case .learnt(_, let donation): donation.register
        case .played, .erased, .removed: nil
        }
    }

    /// Whether it takes back other changes, which it names by their numbers, so that its own time does not matter.
    package var isErasure: Bool {
        switch self {
        case .erased, .removed: true
        case .played, .left, .liked, .rated, .subscribed, .listed, .learnt: false
        }
    }

    package var item: ToldItem? {
        switch self {
        case .played(let item, _, _, _, _), .left(let item, _), .liked(let item, _), .rated(let item, _),
            .subscribed(let item, _), .learnt(let item, _):
            item
        case .listed, .erased, .removed: nil
        }
    }
}

/// One change in the log of a machine.
package struct SharedEntry: Sendable, Equatable {
    /// The number among the changes of its kind in its log, from 1.
    package var number: Int64
    /// Seconds since 1970, later than the time of every other change of the same thing that the machine knew.
    package var time: Int64
    package var change: SharedChange

    package init(_ number: Int64, at time: Int64, _ change: SharedChange) {
        (self.number, self.time, self.change) = (number, time, change)
    }
}

// MARK: JSON

extension SharedEntry {
    private static let longestText = 512
    /// Ten years, in microseconds.
    private static let furthest: Int64 = 315_360_000_000_000

    package var json: JSONValue {
        var members: [JSONValue.Member] = [.init("n", .int(Int(number))), .init("t", .int(Int(time)))]
        if let item = change.item { members.append(.init("item", item.json)) }
        switch change {
        case .played(_, let kind, let position, let cause, let song):
            members += [
                .init("play", .string(kind.rawValue)), .init("at", .int(Int(position))),
                .init("cause", .string(cause.rawValue)),
            ]
            if let song { members.append(.init("song", .string(song))) }
        case .left(_, let position): members.append(.init("at", position.map { .int(Int($0)) } ?? .null))
        case .liked(_, let like): members.append(.init("like", .int(like)))
        case .rated(_, let halves): members.append(.init("halves", halves.map { .int($0) } ?? .null))
        case .subscribed(_, let isOn): members.append(.init("on", .bool(isOn)))
        case .listed(let playlist): members += playlist.members
        case .learnt(_, let donation): members += donation.members
        case .erased(let log, let ranges):
            if let log { members.append(.init("log", .string(log))) }
            members.append(.init("erased", Self.json(ranges)))
        case .removed(let stream, let ranges):
            if let stream {
                members += [.init("log", .string(stream.log)), .init("of", .string(stream.kind.rawValue))]
            }
            members.append(.init("erased", Self.json(ranges)))
        }
        return .object(members)
    }

    private static func json(_ ranges: [ClosedRange<Int64>]) -> JSONValue {
        .array(ranges.map { .array([.int(Int($0.lowerBound)), .int(Int($0.upperBound))]) })
    }

    /// Reads an entry; `nil` if it is incomplete, or has an impossible value.
    package init?(json: JSONValue, _ kind: SharedKind) {
        guard let number = json["n"]?.intValue, (1...Int(SharedLimits.highest)).contains(number),
            let time = json["t"]?.intValue, (0...Int(SharedLimits.highest)).contains(time),
            let change = Self.change(json, kind)
        else { return nil }
        self.init(Int64(number), at: Int64(time), change)
    }

    private static func change(_ json: JSONValue, _ kind: SharedKind) -> SharedChange? {
        if let erased = json["erased"]?.arrayValue {
            let change = self.erased(json, erased)
            guard kind == .erasures, case .erased(let log, let ranges) = change else { return change }
            let known = json["of"]?.stringValue.flatMap(SharedKind.init)
            return .removed(log.flatMap { log in known.map { SharedStream(log, $0) } }, ranges)
        }
        if kind == .playlists { return SharedPlaylist(json: json).map { .listed($0) } }
        guard let item = ToldItem(json: json["item"]) else { return nil }
        switch kind {
        case .plays:
            guard let kind = json["play"]?.stringValue.flatMap(JournalEntry.Kind.init),
                let cause = json["cause"]?.stringValue.flatMap(PlaybackCause.init),
                let position = position(json["at"])
            else { return nil }
            let song = json["song"]?.stringValue?.shortened(toBytes: longestText)
            return .played(item, kind, position: position, cause, song: song)
        case .positions:
            if json["at"] == .null { return .left(item, nil) }
            return position(json["at"]).map { .left(item, $0) }
        case .likes:
            guard let like = json["like"]?.intValue, (-1...1).contains(like) else { return nil }
            return .liked(item, like)
        case .stars:
            if json["halves"] == .null { return .rated(item, nil) }
            guard let halves = json["halves"]?.intValue, (0...10).contains(halves) else { return nil }
            return .rated(item, halves)
        case .subscriptions:
            guard item.identifier.kind == .podcast, let isOn = json["on"]?.boolValue,
                let address = item.entry?.address, isFeed(address)
            else { return nil }
            return .subscribed(item, isOn)
        case .learnt: return SharedDonation(json: json).map { .learnt(item, $0) }
        case .playlists, .erasures: return nil
        }
    }

    private static func position(_ json: JSONValue?) -> Int64? {
        guard let position = json?.intValue, (0...Int(furthest)).contains(position) else { return nil }
        return Int64(position)
    }

    private static func erased(_ json: JSONValue, _ list: [JSONValue]) -> SharedChange? {
        let log = json["log"]?.stringValue
        guard list.count <= SharedLimits.ranges, log.map(SharedStream.isLog) ?? true else { return nil }
        var ranges: [ClosedRange<Int64>] = []
        for pair in list {
            guard let first = pair.arrayValue?.first?.intValue, let last = pair.arrayValue?.last?.intValue,
                first >= 1, first <= last, last <= Int(SharedLimits.highest)
            else { return nil }
            ranges.append(Int64(first)...Int64(last))
        }
        return .erased(log, ranges)
    }

    /// Whether an address may be sent and taken: a web address that leads to the same place from another machine, and
    /// contains no password.
    ///
    /// - Parameter own: The names of this machine, in lower case, and its addresses; an address with one of them is
    ///   refused, since it would not lead back here from another machine.
    package static func isFeed(_ address: String, on own: Set<String> = []) -> Bool {
        guard let location = MediaLocation(uri: address), HandedEntry.address(location) == address else { return false }
        var entry = HandedEntry(title: "")
        entry.address = address
        return entry.commonAddress(on: own) != nil
    }
}
