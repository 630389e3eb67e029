// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueInterface
import OnCueState
import OnCueSuggestions
import OnCueTestSupport
import Testing

@testable import SharedListening

@Suite("How much is kept of what comes from other machines")
struct SharedRoomTests {
    private let desk = String(repeating: "d", count: 64)
    private let kitchen = String(repeating: "c", count: 64)

    private static func log(_ machine: String) -> String { String(machine.prefix(30)) + "a0" }

    /// A stretch of the log of a machine.
    private func part(
        _ kind: SharedKind, of machine: String, from first: Int64, _ changes: [SharedChange]
    ) -> SharedPart {
        let entries = changes.enumerated().map { SharedEntry(first + Int64($0), at: 1_000 + first + Int64($0), $1) }
        let stream = SharedStream(Self.log(machine), kind)
        return SharedPart(stream, after: first - 1, through: first - 1 + Int64(changes.count), entries)
    }

    private func play(_ title: String = "One", song: String? = nil) -> SharedChange {
        .played(PaperLog.item(title), .heard, position: 5, .user, song: song)
    }

    @Test("From a size of the file on nothing more is kept, but what replaces and erases; what is erased makes room")
    func file() async throws {
        var room = SharedRoom()
        room.bytesOfFile = 1 << 20
        let store = try await Store(room: room)
        let item = PaperLog.item("One")
        try await store.take([part(.likes, of: desk, from: 1, [.liked(item, 1)])], from: desk)
        let long = Array(repeating: play(song: String(repeating: "x", count: 500)), count: 200)
        var (next, note) = (Int64(1), "")
        while note.isEmpty, next < 10_000 {
            note = try await store.take([part(.plays, of: desk, from: next, long)], from: desk)
            if note.isEmpty { next += 200 }
        }
        #expect(note.contains("all the room"), "\(note)")
        #expect(next > 200 && next * 500 < room.bytesOfFile + 200 * 1_000, "\(next) are kept")
        #expect(try await store.record("One").playCount == Int(next - 1))
        #expect(try await store.store.sharedHave(of: desk)[SharedStream(Self.log(desk), .plays)] == next - 1)

        #expect(try await store.take([part(.likes, of: desk, from: 2, [.liked(item, -1)])], from: desk) == "")
        #expect(try await store.record("One").isDisliked)
        let erasing = SharedChange.removed(SharedStream(Self.log(desk), .plays), [1...(next - 1)])
        #expect(try await store.take([part(.erasures, of: desk, from: 1, [erasing])], from: desk) == "")
        #expect(try await store.take([part(.plays, of: desk, from: next, [play()])], from: desk) == "")
        #expect(try await store.record("One").playCount == 1)
    }

    @Test("Of the playlists of a machine so many are kept")
    func playlists() async throws {
        var room = SharedRoom()
        room.playlists = 3
        let store = try await Store(room: room)
        let lists = (1...5).map { SharedChange.listed(SharedPlaylist("Mix \($0)", [], known: [:])) }
        let note = try await store.take([part(.playlists, of: desk, from: 1, lists)], from: desk)
        #expect(note.contains("more than 3 playlists"), "\(note)")
        #expect(try await store.store.knownPlaylists().count == 3)
    }

    @Test("Of the podcasts of a machine so many are kept, and each may change")
    func podcasts() async throws {
        var room = SharedRoom()
        room.podcasts = 3
        let store = try await Store(room: room)
        func changes(_ numbers: ClosedRange<Int>, isOn: Bool) -> [SharedChange] {
            numbers.map { number in
                let address = "http://h.example/\(number)"
                var entry = HandedEntry(title: "Show \(number)")
                entry.address = address
                return .subscribed(ToldItem(StableKey(hashing: address.utf8).identifier(.podcast), entry), isOn)
            }
        }
        let begun = part(.subscriptions, of: desk, from: 1, changes(1...5, isOn: true))
        let note = try await store.take([begun], from: desk)
        #expect(note.contains("more than 3 podcasts"), "\(note)")
        #expect(try await store.store.subscriptionWishes().count == 3)
        let ended = part(.subscriptions, of: desk, from: 4, changes(1...3, isOn: false))
        #expect(try await store.take([ended], from: desk) == "")
        #expect(try await store.store.subscriptionWishes().map(\.isOn) == [false, false, false])
    }

    @Test("Of what a machine has learnt the latest is kept, and what is not here takes no room from what is")
    func learnt() async throws {
        var room = SharedRoom()
        room.learnt = 20
        let store = try await Store(room: room)
        func donations(_ numbers: ClosedRange<Int>, of title: String) -> [SharedChange] {
            numbers.map { number in
                let digits = String(number, radix: 16)
                let register = String(repeating: "0", count: 16 - digits.utf8.count) + digits
                let moment = Moment(time: 0, hour: 8, weekday: 1, place: "home")
                return .learnt(
                    PaperLog.item(title), SharedDonation(register, Donation(.played, "", at: moment)))
            }
        }
        try await store.take([part(.learnt, of: desk, from: 1, donations(1...60, of: "One"))], from: desk)
        // It is not here.
        try await store.take([part(.learnt, of: desk, from: 61, donations(61...100, of: "Four"))], from: desk)
        let kept = try await store.store.learntElsewhere().compactMap { Int($0.register, radix: 16) }
        #expect(kept == Array(41...60), "\(kept)")
        #expect(try await store.store.forgetLearnt(.place("home")) == 40)
        #expect(try await store.store.learntElsewhere().isEmpty)
        // Nothing of it comes again.
        try await store.take([part(.learnt, of: desk, from: 1, donations(1...60, of: "One"))], from: desk)
        #expect(try await store.store.learntElsewhere().isEmpty)
    }

    @Test("So many erasures wait until another machine is not paired any longer")
    func waiting() async throws {
        let store = try await Store()
        let count = SharedLimits.waiting + 50
        try await store.take(
            [part(.plays, of: kitchen, from: 1, Array(repeating: play(), count: count))], from: kitchen)
        let plays = SharedStream(Self.log(kitchen), .plays)
        let erasures = (1...count).map { SharedChange.removed(plays, [Int64($0)...Int64($0)]) }
        let note = try await store.take(
            [part(.erasures, of: desk, from: 1, erasures)], from: desk, paired: [kitchen])
        #expect(try await store.record("One").playCount == count, "\(note)")
        try await store.take([part(.likes, of: desk, from: 1, [.liked(PaperLog.item("One"), 1)])], from: desk)
        #expect(try await store.record("One").playCount == count - SharedLimits.waiting)
    }

    @Test("A message has a bounded number of parts, entries, logs, kinds, ranges and bytes")
    func message() throws {
        func text(_ parts: [SharedPart]) -> String { SharedMessage(kinds: [], parts: parts).text }
        func plays(_ count: Int, after: Int64 = 0) -> SharedPart {
            part(.plays, of: desk, from: after + 1, Array(repeating: play(), count: count))
        }
        func erasing(_ count: Int) -> SharedPart {
            part(.plays, of: desk, from: 1, [.erased(nil, Array(repeating: 1...1, count: count))])
        }
        let empty = SharedPart(SharedStream(Self.log(desk), .plays), after: 0, through: 0, [])
        for parts in [
            [plays(SharedLimits.entries)], [erasing(SharedLimits.ranges)], Array(repeating: empty, count: 256),
        ] {
            #expect(throws: Never.self) { try SharedMessage(text: text(parts)) }
        }
        for parts in [
            [plays(SharedLimits.entries + 1)], [plays(1_500), plays(501, after: 1_500)],
            [erasing(SharedLimits.ranges + 1)], Array(repeating: empty, count: 257),
        ] {
            #expect(throws: ServiceError.self) { try SharedMessage(text: text(parts)) }
        }
        func head(kinds: Int, logs: Int, note: Int = 0) -> String {
            let words = Array(repeating: "\"plays\"", count: kinds).joined(separator: ",")
            let names = (0..<logs).map { "\"\(format($0))\":{\"plays\":1}" }.joined(separator: ",")
            let note = String(repeating: "x", count: note)
            return
                "{\"version\":1,\"kinds\":[\(words)],\"have\":{\(names)},\"parts\":[],\"note\":\"\(note)\",\"taken\":99999999}"
        }
        #expect(throws: ServiceError.self) { try SharedMessage(text: head(kinds: 65, logs: 0)) }
        #expect(throws: ServiceError.self) { try SharedMessage(text: head(kinds: 1, logs: 65)) }
        #expect(throws: ServiceError.self) {
            try SharedMessage(text: head(kinds: 1, logs: 1, note: 2 * SharedLimits.bytes))
        }
        let message = try SharedMessage(text: head(kinds: 64, logs: 64, note: 10_000))
        #expect(message.have.count == 64 && message.note.utf8.count == 300 && message.taken == nil)
    }

    /// The name of a log by its number.
    private func format(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 32 - digits.utf8.count) + digits
    }
}
