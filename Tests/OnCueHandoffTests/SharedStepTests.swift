// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueCore
import OnCueHandoff
import OnCueInterface
import OnCueTestSupport
import Testing

/// Shares one file of 1,000 bytes.
private struct OneFile: MediaSharing {
    static let key = StableKey(number: 77)
    static let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var isOn = true

    func shares() async -> SharedParts { SharedParts(files: isOn, library: false) }

    func piece(of track: StableKey, from offset: Int, count: Int) async throws(ServiceError) -> FilePiece {
        guard isOn else { throw ServiceError(.refused, "off") }
        guard track == Self.key, offset < 1_000 else { throw ServiceError(.notFound, "not here") }
        return FilePiece(size: 1_000, version: "v", kind: "flac", bytes: Array(Self.bytes[offset...].prefix(count)))
    }

    static let row: SharedRow = {
        var row = SharedRow(identifier: key.identifier(.album).description, title: "Blue")
        (row.subtitle, row.isContainer, row.isPlayable, row.isExplicit) = ("Ann", true, true, true)
        (row.duration, row.childCount, row.hasPicture) = (.seconds(70), 7, true)
        row.part = MediaSegment(start: .seconds(3), end: .seconds(73))
        return row
    }()

    func rows(of item: ContentIdentifier?, from offset: Int, count: Int) async throws(ServiceError) -> SharedRows {
        SharedRows(revision: 3, total: 2, rows: [Self.row, nil])
    }

    func row(of item: ContentIdentifier) async throws(ServiceError) -> SharedRow {
        guard item == Self.key.identifier(.album) else { throw ServiceError(.notFound, "not here") }
        return Self.row
    }

    func picture(of item: ContentIdentifier) async throws(ServiceError) -> [UInt8] { [1, 2, 3] }
}

@Suite("What paired machines ask for of that which is shared, as messages")
struct SharedStepTests {
    @Test("A piece comes as it is, and is shorter at the end only")
    func piece() async throws {
        for (offset, count) in [(0, 10), (990, 100), (0, 1_000), (999, 1)] {
            let step = SharedStep.file(OneFile.key, from: offset, count: count)
            let line = try #require(await SharedStep.answer(to: step.line, by: OneFile()))
            let piece = try #require(
                FilePiece(json: try HandoffStep.answer(in: line), at: offset, count: count))
            #expect(piece.bytes == Array(OneFile.bytes[offset...].prefix(count)))
            #expect(piece.size == 1_000 && piece.version == "v" && piece.kind == "flac")
            let longer = FilePiece(json: try HandoffStep.answer(in: line), at: offset, count: count + 1)
            #expect(longer == nil || offset + count >= 1_000)
        }
    }

    @Test("Steps are read as they were written, and other lines are no such steps")
    func lines() throws {
        for step in [SharedStep.shares, .file(OneFile.key, from: 5, count: FilePiece.longest)] {
            #expect(try SharedStep(json: try JSONValue(parsing: step.line)) == step)
        }
        #expect(try SharedStep(json: ["do": "queue"]) == nil)
        #expect(try SharedStep(json: [:]) == nil)
    }

    @Test("Rows come as they are, and what is not shown keeps its place")
    func rows() async throws {
        let album = OneFile.key.identifier(.album)
        for item in [nil, album] {
            let step = SharedStep.browse(item, from: 0, count: 200)
            #expect(try SharedStep(json: try JSONValue(parsing: step.line)) == step)
            let line = try #require(await SharedStep.answer(to: step.line, by: OneFile()))
            let rows = SharedRows(json: try HandoffStep.answer(in: line), count: 200)
            #expect(rows == SharedRows(revision: 3, total: 2, rows: [OneFile.row, nil]))
            #expect(SharedRows(json: try HandoffStep.answer(in: line), count: 1)?.rows.count == 1, "more are cut off")
        }
        let one = SharedStep.item(album)
        #expect(try SharedStep(json: try JSONValue(parsing: one.line)) == one)
        let line = try #require(await SharedStep.answer(to: one.line, by: OneFile()))
        #expect(SharedRow(json: try HandoffStep.answer(in: line)) == OneFile.row)
        let picture = SharedStep.picture(album)
        #expect(try SharedStep(json: try JSONValue(parsing: picture.line)) == picture)
        #expect(await SharedStep.answer(to: picture.line, by: OneFile()) == #"{"answer":{"picture":"AQID"}}"#)
    }

    @Test("Rows that are none are left out, and texts are bounded and can be shown")
    func wrongRows() throws {
        let long = String(repeating: "x", count: 5_000)
        let json: JSONValue = [
            "total": 9,
            "rows": [
                nil, 7, ["id": "album:x"], ["id": "no", "title": "t"], ["id": "album:x", "title": ""],
                ["id": .string("album:" + long), "title": "t"],
                [
                    "id": "album:x", "title": .string("a\u{1B}[2J" + long), "duration": -5, "children": -1, "start": 9,
                    "end": 8,
                ],
            ],
        ]
        let rows = try #require(SharedRows(json: json, count: 200)).rows
        #expect(rows.count == 7 && rows.dropLast().allSatisfy { $0 == nil })
        let row = try #require(rows.last ?? nil)
        #expect(row.title.utf8.count <= SharedRow.textLimit && !row.title.contains("\u{1B}"))
        #expect(row.duration == nil && row.childCount == 0 && row.part == nil)
        for wrong: JSONValue in [[:], ["rows": []], ["total": -1, "rows": []], ["total": 1, "rows": 7]] {
            #expect(SharedRows(json: wrong, count: 200) == nil)
        }
    }

    @Test("Only the library and the playlists are shown", arguments: ContentKind.allCases)
    func shown(kind: ContentKind) {
        let isShown = [.artist, .album, .track, .genre, .composer, .folder, .playlist].contains(kind)
        #expect(SharedTree.shows(ContentIdentifier(kind: kind, key: "x")) == isShown)
        for key in ["for-you", "podcasts", "radio", "library"] {
            #expect(!SharedTree.shows(ContentIdentifier(kind: .section, key: key)))
        }
        #expect(SharedTree.sections.allSatisfy(SharedTree.shows))
    }

    @Test(
        "A path, an offset or a length that none has is refused",
        arguments: [
            #"{"do":"file"}"#, #"{"do":"file","track":"/etc/passwd","from":0,"count":1}"#,
            #"{"do":"file","track":"../../../x","from":0,"count":1}"#,
            #"{"do":"file","track":7,"from":0,"count":1}"#, #"{"do":"file","track":"aaaaaaaaaaaa","count":1}"#,
            #"{"do":"file","track":"aaaaaaaaaaaa","from":-1,"count":1}"#,
            #"{"do":"file","track":"aaaaaaaaaaaa","from":0,"count":0}"#,
            #"{"do":"file","track":"aaaaaaaaaaaa","from":0,"count":262145}"#,
            #"{"do":"file","track":"aaaaaaaaaaaa","from":0,"count":9223372036854775807}"#,
            #"{"do":"file","track":"aaaaaaaaaaaa","from":1e30,"count":1}"#,
            #"{"do":"browse","of":"/0/1","from":0,"count":1}"#, #"{"do":"browse","from":0,"count":1}"#,
            #"{"do":"browse","of":"","from":0,"count":201}"#, #"{"do":"picture","of":"../x"}"#, #"{"do":"picture"}"#,
        ])
    func wrong(line: String) async throws {
        let answer = try #require(await SharedStep.answer(to: line, by: OneFile()))
        #expect(answer.contains("\"error\":\"InvalidValue\""), "\(answer)")
    }

    @Test("What is switched off, or not there, is answered with the reason")
    func refused() async throws {
        let step = SharedStep.file(OneFile.key, from: 0, count: 1).line
        #expect(await SharedStep.answer(to: step, by: OneFile(isOn: false))?.contains("\"Refused\"") == true)
        let behind = SharedStep.file(OneFile.key, from: 1_000, count: 1).line
        #expect(await SharedStep.answer(to: behind, by: OneFile())?.contains("\"NotFound\"") == true)
        let long = "{\"do\":\"shares\",\"x\":\"" + String(repeating: "x", count: 5_000) + "\"}"
        #expect(await SharedStep.answer(to: long, by: OneFile()) == nil)
        #expect(await SharedStep.answer(to: "no", by: OneFile()) == nil)
    }

    @Test("Bytes are the same after they have been text, and only one text means them", arguments: 0..<40)
    func text(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let bytes = (0..<seed).map { _ in UInt8.random(in: 0...255, using: &random) }
        let text = PieceText.text(bytes)
        #expect(PieceText.bytes(text, limit: seed) == bytes)
        #expect(seed == 0 || PieceText.bytes(text, limit: seed - 1) == nil)
        for index in text.utf8.indices {
            var letters = Array(text.utf8)
            letters[text.utf8.distance(from: text.startIndex, to: index)] = UInt8(ascii: "#")
            #expect(PieceText.bytes(String(decoding: letters, as: UTF8.self), limit: 100) == nil)
        }
    }

    @Test(
        "What is no such text is none",
        arguments: ["A", "AA", "AAA", "AB==", "AAB=", "====", "A===", "AA=A", "AA==AAAA", "äää"])
    func noText(text: String) { #expect(PieceText.bytes(text, limit: 100) == nil) }

    @Test("The kind of a file is the end of its name, if that is one")
    func kinds() {
        for (path, kind) in [
            ("/m/a.FLAC", "flac"), ("/m/a", ""), ("/m.x/a", ""), ("/m/a.b/..", ""), ("/m/a.verylongend", ""),
            ("/m/a.m4a", "m4a"), ("/m/a.x y", ""),
        ] { #expect(FilePiece.kind(of: Array(path.utf8)) == kind, "\(path)") }
    }

    @Test("A queue does not say by itself which paired machine it is from")
    func link() async throws {
        let machine = PaperMachine("kitchen", Listener(), isPlaying: false)
        var queue = HandedQueue(machine: "desk", entries: [HandedEntry(title: "a")], current: 0)
        queue.link = String(repeating: "f", count: 64)
        _ = await HandoffStep.answer(to: HandoffStep.prepare(queue).line, from: "abc", by: machine)
        #expect(await machine.taken?.link == "abc")
        _ = await HandoffStep.answer(to: HandoffStep.prepare(queue).line, by: machine)
        #expect(await machine.taken?.link == "")
    }
}
