// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueCore
import OnCueInterface
import Testing

/// Something with a field of every nature.
private struct Sample: DictionaryForm, Equatable {
    var name = ""
    var note: String?
    var tags: [String] = []
    var count = 0
    var time = Duration.zero
    var tracks: NotificationSettings.Tracks?
    var pairs: [Pair] = []

    static let blank = Sample()

    mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name, .required)
        fields("note", &note)
        fields("tags", &tags, .ifSet)
        fields("count", &count)
        fields("time", &time)
        fields("tracks", &tracks)
        fields("pairs", &pairs, .ifSet)
        fields.derived("isLong", time > .seconds(60), .ifSet)
    }
}

private struct Pair: StructureForm, Equatable {
    var key = ""
    var number: Int64 = 0

    static let blank = Pair()

    mutating func form(_ fields: inout some FieldCoder) {
        fields("key", &key)
        fields("number", &number)
    }
}

@Suite("A form of fields serves the bus in both directions, JSON and lists")
struct FormTests {
    private static let full = Sample(
        name: "a", note: "b", tags: ["c", "d"], count: 3, time: .seconds(90), tracks: .locked,
        pairs: [Pair(key: "k", number: -1)])

    @Test("What is written is read again", arguments: [full, Sample(name: "only a name")])
    fileprivate func roundTrip(sample: Sample) {
        #expect(Sample(wire: sample.wire) == sample)
    }

    @Test("A count beyond what is written is read as that, so that it can be told on as it was read")
    func large() throws {
        let values: [String: BusValue] = ["name": .string("a"), "count": .int64(2_978_862_378_954_238_036)]
        let read = try #require(Sample(wire: .dictionary(values)))

        #expect(read.count == Int(UInt32.max))
        #expect(Sample(wire: read.wire) == read)
    }

    @Test("Every field is written with its type, and what is not set is left out")
    func writing() {
        #expect(
            Self.full.wire
                == .dictionary([
                    "name": .string("a"), "note": .string("b"), "tags": .strings(["c", "d"]), "count": .uint32(3),
                    "time": .int64(90_000_000), "tracks": .string("locked"),
                    "pairs": .array([.structure([.string("k"), .int64(-1)])], of: "(sx)"), "isLong": .bool(true),
                ]))
        #expect(
            Sample(name: "a").wire == .dictionary(["name": .string("a"), "count": .uint32(0), "time": .int64(0)]))
    }

    @Test(
        "Keys that are missing, unknown or of another type leave the blank; without what is required there is nothing")
    func readingTolerantly() {
        let odd: [String: BusValue] = [
            "name": .string("a"), "note": .int64(1), "count": .string("three"), "time": .int64(-5),
            "tracks": .string("of a later version"), "later": .bool(true),
        ]

        #expect(Sample(wire: .dictionary(odd)) == Sample(name: "a"))
        #expect(Sample(wire: .dictionary(["note": .string("b")])) == nil)
        #expect(Sample(wire: .string("a")) == nil)
    }

    @Test("Structures that are too short or of another type are left out of a list")
    func readingStructures() {
        let rows: [BusValue] = [
            .structure([.string("k")]), .structure([.int64(1), .int64(1)]), .structure([.string("l"), .int64(2)]),
        ]

        #expect([Pair](wire: .array(rows, of: "(sx)")) == [Pair(key: "l", number: 2)])
    }

    @Test(
        "What must be understood is refused with the key and what it may have",
        arguments: [
            ("tracks", BusValue.string("always"), "tracks must be off, on or locked"),
            ("controls", .string("on"), "controls must be true or false"),
            ("volume", .double(1), "\"volume\" is not known here; expected one of tracks, controls"),
        ])
    func strictness(key: String, value: BusValue, message: String) throws {
        let changes = try #require(Strict<NotificationChanges>(wire: .dictionary([key: value])))

        #expect(throws: ServiceError(.invalidValue, message)) { try changes.understood() }
    }

    @Test("What is understood is as it was sent")
    func understood() throws {
        let changes = NotificationChanges(controls: true)
        let sent = Strict(changes).wire

        #expect(sent == .dictionary(["controls": .bool(true)]))
        #expect(try Strict<NotificationChanges>(wire: sent)?.understood() == changes)
    }

    @Test("Fields are listed with their types and words")
    func listing() {
        let fields = FormList.fields(of: Sample.self)

        #expect(fields.map(\.signature) == ["s", "s", "as", "u", "x", "s", "a(sx)", "b"])
        #expect(fields[5].words == ["off", "on", "locked"])
        #expect(fields[0].presence == .required)
    }
}
