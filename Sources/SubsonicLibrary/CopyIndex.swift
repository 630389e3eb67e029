// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import SubsonicProtocol

/// The pinned items of one server: their lists, so that they can be shown without the server, and their copies.
struct CopyIndex: Sendable, Equatable {
    struct Copy: Sendable, Equatable {
        /// The name of the file.
        var file: String
        var byteCount: Int
    }

    /// The pinned items, in the order in which they were pinned.
    var pins: [SubsonicRecord] = []
    /// The children of pinned containers, and of the containers in them.
    var lists: [String: [SubsonicRecord]] = [:]
    /// The copies, by the identifiers of songs on the server.
    var copies: [String: Copy] = [:]

    /// The total size of all copies, in bytes.
    var byteCount: Int { copies.values.reduce(0) { $0 + $1.byteCount } }

    /// Returns the songs of an item, each once, in order.
    func songs(of record: SubsonicRecord) -> [SubsonicRecord] {
        var (songs, seen): ([SubsonicRecord], Set<String>) = ([], [])
        collect(record, 0, &songs, &seen)
        return songs
    }

    private func collect(
        _ record: SubsonicRecord, _ depth: Int, _ songs: inout [SubsonicRecord], _ seen: inout Set<String>
    ) {
        switch record.item.kind {
        case .song, .bookmark, .episode:
            if seen.insert(record.item.id).inserted { songs.append(record) }
        case .station, .list: break
        case .artist, .album, .genre, .playlist, .podcast:
            guard depth < 4 else { return }
            for child in lists[record.item.identifier] ?? [] { collect(child, depth + 1, &songs, &seen) }
        }
    }

    /// All songs that are to be copied, each once.
    var songs: [SubsonicRecord] {
        var seen: Set<String> = []
        return pins.flatMap { songs(of: $0) }.filter { seen.insert($0.item.id).inserted }
    }

    func record(of item: SubsonicItem) -> SubsonicRecord? {
        pins.first { $0.item == item } ?? lists.values.lazy.flatMap { $0 }.first { $0.item == item }
    }

    // MARK: JSON

    init() {}

    init(_ json: JSONValue) {
        pins = Self.records(json["pins"])
        if case .object(let members)? = json["lists"] {
            for member in members { lists[member.name] = Self.records(member.value) }
        }
        if case .object(let members)? = json["copies"] {
            for member in members {
                guard let file = member.value["file"]?.stringValue, let bytes = member.value["bytes"]?.intValue,
                    !file.contains("/"), !file.hasPrefix(".")
                else { continue }
                copies[member.name] = Copy(file: file, byteCount: max(0, bytes))
            }
        }
    }

    private static func records(_ json: JSONValue?) -> [SubsonicRecord] {
        json?.arrayValue?.compactMap { SubsonicRecord(kept: $0) } ?? []
    }

    var json: JSONValue {
        .object([
            .init("pins", .array(pins.map(\.kept))),
            .init(
                "lists", .object(lists.sorted { $0.key < $1.key }.map { .init($0.key, .array($0.value.map(\.kept))) })),
            .init(
                "copies",
                .object(
                    copies.sorted { $0.key < $1.key }.map {
                        .init($0.key, ["file": .string($0.value.file), "bytes": .int($0.value.byteCount)])
                    })),
        ])
    }
}
