// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
internal import OnCueCore
package import OnCueInterface
internal import TextOutput

/// A stretch of a log: every change of one kind after one number, up to another.
package struct SharedPart: Sendable, Equatable {
    package var stream: SharedStream
    /// The number after which the part begins.
    package var after: Int64
    /// The number up to which the part is complete; missing numbers were erased, or replaced by later ones.
    package var through: Int64
    /// The entries, in the order of their numbers.
    package var entries: [SharedEntry]

    package init(_ stream: SharedStream, after: Int64, through: Int64, _ entries: [SharedEntry]) {
        (self.stream, self.after, self.through, self.entries) = (stream, after, through, entries)
    }

    package var json: JSONValue {
        .object([
            .init("log", .string(stream.log)), .init("kind", .string(stream.kind.rawValue)),
            .init("after", .int(Int(after))), .init("through", .int(Int(through))),
            .init("entries", .array(entries.map(\.json))),
        ])
    }

    /// Reads a part; `nil` if its kind is not known here.
    ///
    /// - Throws: `invalidValue` if it is incomplete or invalid.
    static func part(_ json: JSONValue) throws(ServiceError) -> SharedPart? {
        guard let log = json["log"]?.stringValue, SharedStream.isLog(log), let word = json["kind"]?.stringValue,
            let after = json["after"]?.intValue, let through = json["through"]?.intValue, after >= 0,
            after <= through, through <= Int(SharedLimits.highest), let list = json["entries"]?.arrayValue,
            list.count <= SharedLimits.entries
        else { throw ServiceError(.invalidValue, "a part of a log is not whole") }
        guard let kind = SharedKind(rawValue: word) else { return nil }
        var entries: [SharedEntry] = []
        var last = Int64(after)
        for entry in list {
            guard let entry = SharedEntry(json: entry, kind), entry.number > last, entry.number <= Int64(through) else {
                throw ServiceError(.invalidValue, "an entry of a log is not whole, or not in order")
            }
            last = entry.number
            entries.append(entry)
        }
        return SharedPart(SharedStream(log, kind), after: Int64(after), through: Int64(through), entries)
    }
}

extension [SharedPart] {
    /// Returns the number of entries that were taken, from the numbers known of their logs before and after.
    func taken(from before: [SharedStream: Int64], to after: [SharedStream: Int64]) -> Int {
        reduce(0) { sum, part in
            let (from, to) = (before[part.stream] ?? 0, after[part.stream] ?? 0)
            return sum + part.entries.count { $0.number > from && $0.number <= to }
        }
    }
}

/// One message of an exchange: how much its sender has of the receiver's logs, and parts of its own.
///
/// Every message contains all that is needed to answer it, so an exchange can break off at any message and continue
/// with another one.
package struct SharedMessage: Sendable, Equatable {
    package static let version = 1

    /// The kinds that the sender shares and takes.
    package var kinds: Set<SharedKind>
    /// The last number that the sender has of each log of the receiver.
    package var have: [SharedStream: Int64]
    package var parts: [SharedPart]
    /// The reason why the sender takes no more, for people; empty as long as it does.
    package var note: String
    /// The number of entries kept of the message that this one answers; `nil` from a version that does not report it.
    package var taken: Int?
    /// The clock of the sender, in seconds since 1970; `nil` from a version that does not report it.
    package var time: Int64?

    package init(
        kinds: Set<SharedKind>, have: [SharedStream: Int64] = [:], parts: [SharedPart] = [], note: String = ""
    ) {
        (self.kinds, self.have, self.parts, self.note) = (kinds, have, parts, note)
    }

    /// Whether the clock of the sender differs by more than a day, so that times of one machine mean little to the
    /// other.
    ///
    /// - Parameter now: Seconds since 1970.
    package func isFar(from now: Int64) -> Bool { time.map { abs($0 - now) > SharedLimits.ahead } ?? false }

    /// The number of entries.
    package var count: Int { parts.reduce(0) { $0 + $1.entries.count } }

    package var json: JSONValue {
        .object(
            members
                + [taken.map { .init("taken", .int($0)) }, time.map { .init("now", .int(Int($0))) }].compactMap(\.self))
    }

    private var members: [JSONValue.Member] {
        var logs: [String: [JSONValue.Member]] = [:]
        for (stream, number) in have.sorted(by: { $0.key < $1.key }) {
            logs[stream.log, default: []].append(.init(stream.kind.rawValue, .int(Int(number))))
        }
        return [
            .init("version", .int(Self.version)),
            .init("kinds", .array(kinds.sorted().map { .string($0.rawValue) })),
            .init(
                "have", .object(logs.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .object($0.value)) })),
            .init("parts", .array(parts.map(\.json))), .init("note", .string(note)),
        ]
    }

    package var text: String { json.text() }

    /// Reads a message.
    ///
    /// - Throws: `invalidValue` with a description of the fault.
    package init(text: String) throws(ServiceError) {
        guard text.utf8.count <= 2 * SharedLimits.bytes else {
            throw ServiceError(
                .invalidValue, "the message has \(text.utf8.count) bytes; at most \(2 * SharedLimits.bytes)")
        }
        guard let json = try? JSONValue(parsing: text) else {
            throw ServiceError(.invalidValue, "a message about listening is an object on one line")
        }
        try self.init(json: json)
    }

    package init(json: JSONValue) throws(ServiceError) {
        guard json["version"]?.intValue == Self.version else {
            throw ServiceError(
                .invalidValue, "listening is shared in another version there; install the same version of OnCue on both"
            )
        }
        guard let words = json["kinds"]?.arrayValue, let logs = json["have"], let parts = json["parts"]?.arrayValue,
            words.count <= 64, parts.count <= 256
        else { throw ServiceError(.invalidValue, "a message about listening is not whole") }
        kinds = Set(words.compactMap { $0.stringValue.flatMap(SharedKind.init) })
        have = try Self.have(logs)
        var read: [SharedPart] = []
        for part in parts {
            if let part = try SharedPart.part(part) { read.append(part) }
        }
        self.parts = read
        note = TextLayout.printable(json["note"]?.stringValue?.shortened(toBytes: 300) ?? "")
        taken = json["taken"]?.intValue.flatMap { (0...SharedLimits.entries).contains($0) ? $0 : nil }
        time = json["now"]?.intValue.flatMap { (0...Int(SharedLimits.highest)).contains($0) ? Int64($0) : nil }
        guard count <= SharedLimits.entries else {
            throw ServiceError(.invalidValue, "the message has \(count) entries; at most \(SharedLimits.entries)")
        }
    }

    private static func have(_ json: JSONValue) throws(ServiceError) -> [SharedStream: Int64] {
        guard case .object(let members) = json, members.count <= 4 * SharedLimits.logs else {
            throw ServiceError(.invalidValue, "\"have\" is not whole")
        }
        var have: [SharedStream: Int64] = [:]
        for member in members where SharedStream.isLog(member.name) {
            guard case .object(let kinds) = member.value, kinds.count <= 64 else { continue }
            for kind in kinds {
                guard let name = SharedKind(rawValue: kind.name), let number = kind.value.intValue, number >= 0 else {
                    continue
                }
                have[SharedStream(member.name, name)] = Int64(number)
            }
        }
        return have
    }
}
