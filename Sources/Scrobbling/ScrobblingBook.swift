// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
package import OnCueCore

/// The position of a reader in the logs of this machine: the last number that it has of each.
package typealias LogCursor = [String: Int64]

/// The position of a play in a log of this machine.
package struct LogPosition: Sendable, Equatable {
    package var log: String
    /// The number of the entry with which it began, as far as known.
    package var first: Int64
    /// The number of the entry with which it counted.
    package var number: Int64

    package init(_ log: String, first: Int64, _ number: Int64) {
        // An entry whose time was corrected keeps its first number, which may be lower than that of the play's
        // beginning.
        (self.log, self.first, self.number) = (log, min(first, number), number)
    }
}

/// A service to which listens are sent, with its secrets.
package struct ScrobblingAccount: Sendable, Equatable {
    /// The name in commands.
    package var name: String
    package var kind: ScrobblingKind
    /// The address of its interface.
    package var server: String
    package var user: String
    /// The token of ListenBrainz, or the session of Last.fm.
    package var token: String
    /// The key and the secret of an application; empty for ListenBrainz.
    package var key = ""
    package var secret = ""
    /// Whether episodes are sent as well.
    package var sendsPodcasts = false
    /// Whether likes and loves are kept in step.
    package var sharesLoves = true
    /// Whether the server has reported that it has no loves; it is asked again when the user wants that.
    package var lacksLoves = false

    /// The time at which it was added, in seconds since 1970; earlier plays are not sent.
    package var since: Int64 = 0
    /// The positions up to which plays and likes have been sent.
    package var plays: LogCursor = [:]
    package var likes: LogCursor = [:]
    package var loves = LoveBook()
    /// The number of listens that the service has taken, and the numbers of those that were not sent, by reason.
    package var sentCount = 0
    package var leftOut: [String: Int] = [:]
    /// The time at which a listen was last taken, in seconds since 1970.
    package var lastSent: Int64?
    /// The reason why the service has refused the token; `nil` if it has not.
    package var denial: String?

    package init(_ name: String, _ kind: ScrobblingKind, server: String, user: String, token: String) {
        (self.name, self.kind, self.server, self.user, self.token) = (name, kind, server, user, token)
    }
}

/// All accounts, and everything that stays private.
package struct ScrobblingBook: Sendable, Equatable {
    /// A time in which plays are never sent; if it has no end, it lasts.
    package struct Silence: Sendable, Equatable {
        package var start: Int64
        package var end: Int64?
        /// The ends of the logs when it began and when it ended, since the clock may be changed meanwhile.
        package var former: LogCursor?
        package var through: LogCursor?

        package init(_ start: Int64, _ end: Int64? = nil) { (self.start, self.end) = (start, end) }

        func contains(_ position: LogPosition) -> Bool {
            guard let former, position.number > former[position.log] ?? 0 else { return false }
            return end == nil || position.first <= through?[position.log] ?? 0
        }
    }

    /// A play of something that was private when it was heard.
    package struct PrivatePlay: Sendable, Equatable {
        package var item: ContentIdentifier
        package var heard: Int64
    }

    package static let accountLimit = 16
    package static let privatePlayLimit = 1_000
    package static let privateLimit = 1_000
    package static let silenceLimit = 1_000
    /// The maximum size of the file, in bytes.
    package static let largest = 16 << 20

    package var accounts: [ScrobblingAccount] = []
    /// Items that are never sent, with everything in them.
    package var privateItems: [ContentIdentifier] = []
    /// The titles of these items, as far as known.
    package var privateTitles: [ContentIdentifier: String] = [:]
    /// The last plays of these items, which stay private even if the library has changed by the time they would be
    /// sent.
    package private(set) var privatePlays: [PrivatePlay] = []
    package var silences: [Silence] = []
    /// Whether the file was damaged: since it is unknown what was private, everything is until the user resumes.
    package private(set) var isDamaged = false

    package init() {}

    package var isPaused: Bool { silences.last.map { $0.end == nil } ?? false }

    /// Begins or ends a time in which plays are private.
    ///
    /// - Parameters:
    ///   - now: Seconds since 1970.
    ///   - ends: The ends of the logs.
    package mutating func setPaused(_ isPaused: Bool, now: Int64, at ends: LogCursor? = nil) {
        guard isPaused != self.isPaused else { return }
        if isPaused {
            if silences.count >= Self.silenceLimit { joinOldest() }
            silences.append(Silence(now))
            silences[silences.count - 1].former = ends
        } else {
            silences[silences.count - 1].end = now
            silences[silences.count - 1].through = ends
            isDamaged = false
        }
    }

    /// Joins the two oldest times. None is forgotten, since plays may wait for as long as a server is away: it is
    /// better to keep too much private than too little.
    private mutating func joinOldest() {
        silences[1].start = min(silences[0].start, silences[1].start)
        silences[1].former = silences[0].former
        silences.removeFirst()
    }

    /// Whether a play was at least partly in a private time.
    package func isSilent(_ listen: Listen, at position: LogPosition? = nil) -> Bool {
        silences.contains { silence in
            silence.start <= listen.heard && silence.end ?? .max >= listen.start
                || position.map { silence.contains($0) } ?? false
        }
    }

    /// Notes that a play stays private for good.
    package mutating func keepPrivate(_ listen: Listen) {
        privatePlays = privatePlays.suffix(Self.privatePlayLimit - 1)
        privatePlays.append(PrivatePlay(item: listen.identifier, heard: listen.heard))
    }

    /// Whether a play was noted as private.
    package func isKeptPrivate(_ listen: Listen) -> Bool {
        privatePlays.contains { $0.heard == listen.heard && $0.item == listen.identifier }
    }
}

// MARK: JSON

extension ScrobblingAccount {
    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", .string(name)), .init("service", .string(kind.rawValue)),
            .init("server", .string(server)), .init("user", .string(user)), .init("token", .string(token)),
            .init("key", .string(key)), .init("secret", .string(secret)),
            .init("podcasts", .bool(sendsPodcasts)), .init("loves", .bool(sharesLoves)),
            .init("since", .int(Int(since))), .init("plays", Self.json(plays)), .init("likes", Self.json(likes)),
        ]
        let loved = loves.entries.sorted { $0.key.description < $1.key.description }.map { track, entry in
            JSONValue.array([.string(track.description), .string(entry.key), .bool(entry.isSeen)])
        }
        let takenBack = loves.takenBack.sorted { $0.key < $1.key }.map { key, track in
            JSONValue.array([.string(key), .string(track.description)])
        }
        let reasons = leftOut.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .int($0.value)) }
        members += [
            .init("loved", .array(loved)), .init("takenBack", .array(takenBack)),
            .init("provenLoves", .bool(loves.isProven)), .init("lacksLoves", .bool(lacksLoves)),
            .init("sent", .int(sentCount)),
            .init("leftOut", .object(reasons)),
        ]
        if let lastSent { members.append(.init("lastSent", .int(Int(lastSent)))) }
        if let denial { members.append(.init("denial", .string(denial))) }
        return .object(members)
    }

    fileprivate static func json(_ cursor: LogCursor) -> JSONValue {
        .object(cursor.sorted { $0.key < $1.key }.map { .init($0.key, .int(Int($0.value))) })
    }

    init?(json: JSONValue) {
        guard let name = json["name"]?.stringValue, !name.isEmpty,
            let kind = json["service"]?.stringValue.flatMap(ScrobblingKind.init),
            let server = json["server"]?.stringValue, let token = json["token"]?.stringValue
        else { return nil }
        self.init(name, kind, server: server, user: json["user"]?.stringValue ?? "", token: token)
        (key, secret) = (json["key"]?.stringValue ?? "", json["secret"]?.stringValue ?? "")
        sendsPodcasts = json["podcasts"]?.boolValue ?? false
        sharesLoves = json["loves"]?.boolValue ?? false
        lacksLoves = json["lacksLoves"]?.boolValue ?? false
        since = json["since"]?.intValue.map { Int64($0) } ?? 0
        (plays, likes) = (Self.cursor(json["plays"]), Self.cursor(json["likes"]))
        for love in json["loved"]?.arrayValue ?? [] {
            guard let track = love[0]?.stringValue.flatMap(ContentIdentifier.init), let key = love[1]?.stringValue
            else { continue }
            loves.entries[track] = LoveBook.Entry(key, isSeen: love[2]?.boolValue ?? false)
        }
        for love in json["takenBack"]?.arrayValue ?? [] {
            guard let key = love[0]?.stringValue else { continue }
            loves.takenBack[key] = love[1]?.stringValue.flatMap(ContentIdentifier.init)
        }
        loves.isProven = json["provenLoves"]?.boolValue ?? !loves.entries.isEmpty
        sentCount = json["sent"]?.intValue ?? 0
        if case .object(let members) = json["leftOut"] {
            for member in members { leftOut[member.name] = member.value.intValue }
        }
        lastSent = json["lastSent"]?.intValue.map { Int64($0) }
        denial = json["denial"]?.stringValue
    }

    fileprivate static func cursor(_ json: JSONValue?) -> LogCursor {
        guard case .object(let members) = json else { return [:] }
        return Dictionary(
            members.compactMap { member in member.value.intValue.map { (member.name, Int64($0)) } },
            uniquingKeysWith: { first, _ in first })
    }
}

extension ScrobblingBook {
    package var bytes: [UInt8] {
        let titles = privateTitles.sorted { $0.key.description < $1.key.description }.map { item, title in
            JSONValue.array([.string(item.description), .string(title)])
        }
        let plays = privatePlays.map { JSONValue.array([.string($0.item.description), .int(Int($0.heard))]) }
        let json: JSONValue = [
            "version": .int(Self.version), "accounts": .array(accounts.map(\.json)),
            "private": .array(privateItems.map { .string($0.description) }), "privateTitles": .array(titles),
            "privatePlays": .array(plays), "silences": .array(silences.map(\.json)), "damaged": .bool(isDamaged),
        ]
        return Array((json.text(.pretty) + "\n").utf8)
    }

    /// Whether a file was written by a later version.
    package static func isNewer(_ bytes: [UInt8]) -> Bool {
        let json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self), maximumCount: .max)
        return (json?["version"]?.intValue ?? 0) > version
    }

    private static let version = 1

    /// `nil` if the file is damaged, or of a later version.
    package init?(bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self), maximumCount: .max),
            json["version"]?.intValue == Self.version, json["accounts"]?.arrayValue != nil, read(json)
        else { return nil }
    }

    /// Creates a book in place of a damaged file, with everything that can still be read. All earlier plays, and all
    /// plays until the user resumes, are private.
    package init(damaged bytes: [UInt8]) {
        if let json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self), maximumCount: .max) {
            _ = read(json)
        }
        var all = Silence(0)
        all.former = [:]
        silences = [all]
        isDamaged = true
    }

    /// - Returns: Whether everything that is private could be read.
    private mutating func read(_ json: JSONValue) -> Bool {
        accounts = (json["accounts"]?.arrayValue ?? []).prefix(Self.accountLimit).compactMap {
            ScrobblingAccount(json: $0)
        }
        var isWhole = true
        func each(_ name: String, _ take: (JSONValue) -> Bool) {
            guard let value = json[name] else { return }
            guard let elements = value.arrayValue else {
                isWhole = false
                return
            }
            for element in elements where !take(element) { isWhole = false }
        }
        each("private") { json in
            guard let item = Self.item(json) else { return false }
            privateItems.append(item)
            return true
        }
        each("privateTitles") { json in
            guard let item = Self.item(json[0]), let title = json[1]?.stringValue else { return false }
            privateTitles[item] = title
            return true
        }
        each("privatePlays") { json in
            guard let item = Self.item(json[0]), let heard = json[1]?.intValue else { return false }
            privatePlays.append(PrivatePlay(item: item, heard: Int64(heard)))
            return true
        }
        each("silences") { json in
            guard let silence = Silence(json: json) else { return false }
            silences.append(silence)
            return true
        }
        // The mark stays until the pause ends.
        isDamaged = isPaused && json["damaged"]?.boolValue ?? false
        return isWhole
    }

    private static func item(_ json: JSONValue?) -> ContentIdentifier? {
        json?.stringValue.flatMap(ContentIdentifier.init)
    }
}

extension ScrobblingBook.Silence {
    fileprivate var json: JSONValue {
        .array([
            .int(Int(start)), .int(orNull: end.map { Int($0) }), former.map { ScrobblingAccount.json($0) } ?? .null,
            through.map { ScrobblingAccount.json($0) } ?? .null,
        ])
    }

    fileprivate init?(json: JSONValue) {
        guard let start = json[0]?.intValue else { return nil }
        self.init(Int64(start), json[1]?.intValue.map { Int64($0) })
        if case .object? = json[2] { former = ScrobblingAccount.cursor(json[2]) }
        if case .object? = json[3] { through = ScrobblingAccount.cursor(json[3]) }
    }
}
