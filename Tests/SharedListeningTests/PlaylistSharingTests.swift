// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueCore
import OnCueState
import OnCueTestSupport
import Synchronization
import Testing

@testable import SharedListening

@Suite("Playlists of paired machines")
struct PlaylistSharingTests {
    @Test("A playlist that is made, changed and deleted on one machine is on the other, and nothing comes back")
    func follows() async throws {
        let (desk, kitchen) = (try await Machine("desk"), try await Machine("kitchen"))
        desk.shelf.set("Mix", ["One", "Two"])
        try await desk.exchange(with: kitchen)
        #expect(kitchen.shelf.titles == ["Mix": ["One", "Two"]])
        kitchen.shelf.set("Mix", ["Two"])
        try await desk.exchange(with: kitchen)
        #expect(desk.shelf.titles == ["Mix": ["Two"]])
        desk.shelf.set("Evening/Calm", ["One"])
        desk.shelf.delete("Mix")
        for _ in 0..<3 { try await desk.exchange(with: kitchen) }
        for machine in [desk, kitchen] { #expect(machine.shelf.titles == ["Evening/Calm": ["One"]]) }
        #expect(desk.shelf.writes == 1 && kitchen.shelf.writes == 2, "nothing is written twice")
    }

    @Test("Of two changes that did not know of each other the later one holds, and the other is kept as a copy")
    func conflict() async throws {
        let (desk, kitchen) = (try await Machine("desk"), try await Machine("kitchen"))
        desk.shelf.set("Mix", ["One"])
        try await desk.exchange(with: kitchen)
        desk.shelf.set("Mix", ["One", "Two"])
        try await desk.note(at: 5_000)
        kitchen.shelf.set("Mix", ["One", "Three"])
        try await kitchen.note(at: 6_000)
        for _ in 0..<3 { try await desk.exchange(with: kitchen) }
        for machine in [desk, kitchen] {
            #expect(machine.shelf.titles == ["Mix": ["One", "Three"], "Mix (desk)": ["One", "Two"]])
        }
    }

    @Test("A conflict can be settled on either side by giving the copy its name again", arguments: [true, false])
    func settled(isLoser: Bool) async throws {
        let (desk, kitchen) = (try await Machine("desk"), try await Machine("kitchen"))
        desk.shelf.set("Mix", ["One"])
        try await desk.note(at: 5_000)
        kitchen.shelf.set("Mix", ["Two"])
        try await kitchen.note(at: 6_000)
        for _ in 0..<3 { try await desk.exchange(with: kitchen) }
        let copy = try #require(desk.shelf.titles.first { $0.key != "Mix" })
        let settling = copy.key.contains("desk") == isLoser ? desk : kitchen
        settling.shelf.delete("Mix")
        settling.shelf.rename(copy.key, to: "Mix")
        for _ in 0..<3 { try await desk.exchange(with: kitchen) }
        for machine in [desk, kitchen] { #expect(machine.shelf.titles == ["Mix": copy.value]) }
    }

    @Test("A machine that claims to know what others will do does not part them")
    func claims() async throws {
        let (desk, kitchen, car) = (try await Machine("desk"), try await Machine("kitchen"), try await Machine("car"))
        kitchen.shelf.set("Mix", ["One"])
        for other in [desk, car] { try await kitchen.exchange(with: other) }
        let log = try #require(try await desk.store.store.knownPlaylists()["mix"]?.versions.first?.log)
        let claim = SharedPlaylist(
            "Mix", [HandedEntry(title: "Two")],
            known: [log: SharedLimits.highest, String(repeating: "f", count: 32): 7])
        try await car.store.store.notePlaylist(
            claim, HeldPlaylist("Mix", try #require(ContentIdentifier("playlist:x")), stamp: "x", at: 0))
        try await desk.takeOnly(from: car)
        #expect(desk.shelf.titles == ["Mix": ["Two"]])
        kitchen.shelf.set("Mix", ["Three"])
        try await desk.exchange(with: kitchen)
        let all = Set(desk.shelf.titles.values.flatMap(\.self)).union(kitchen.shelf.titles.values.flatMap(\.self))
        #expect(all.contains("Three"))
        #expect(desk.shelf.titles == kitchen.shelf.titles)
    }

    @Test("A third machine does not get to know who else changed a playlist, and who did knows what is contained in it")
    func names() async throws {
        let (desk, kitchen, car) = (try await Machine("desk"), try await Machine("kitchen"), try await Machine("car"))
        desk.shelf.set("Mix", ["One"])
        try await desk.exchange(with: kitchen)
        kitchen.shelf.set("Mix", ["One", "Two"])
        try await desk.exchange(with: kitchen)
        let own = try #require(
            try await desk.store.store.sharedParts([.playlists], after: [:], limit: 9).first?.stream.log)
        let told = SharedMessage(
            kinds: [.playlists],
            parts: try await kitchen.store.store.sharedParts([.playlists], after: [:], limit: 9)
        ).text
        #expect(told.contains("Two") && !told.contains(own.prefix(SharedStream.ownDigits)), "\(told)")
        let version = try #require(try await desk.store.store.knownPlaylists()["mix"]?.versions.first)
        #expect(!version.isOwn && version.known[own] == 1)
        // What the third one makes of it is no reason for a copy.
        try await car.exchange(with: kitchen)
        car.shelf.set("Mix", ["Two"])
        for other in [kitchen, desk] { try await car.exchange(with: other) }
        try await desk.exchange(with: kitchen)
        for machine in [desk, kitchen, car] { #expect(machine.shelf.titles == ["Mix": ["Two"]]) }
    }

    @Test("The name of a copy fits where that of the playlist just did")
    func copyName() {
        let name = "Folder/" + String(repeating: "音", count: 66)
        let copy = PlaylistSharing.copy(of: name, " (kitchen)")
        #expect(copy.hasPrefix("Folder/音") && copy.hasSuffix(" (kitchen)"))
        #expect(copy.utf8.count <= "Folder/".utf8.count + 200)
    }

    @Test("Two machines that had the same playlist before have it once; others of one name are both kept")
    func before() async throws {
        let (desk, kitchen) = (try await Machine("desk"), try await Machine("kitchen"))
        for machine in [desk, kitchen] { machine.shelf.set("Same", ["One"]) }
        desk.shelf.set("mix", ["One"])
        kitchen.shelf.set("Mix", ["Two"])
        for _ in 0..<3 { try await desk.exchange(with: kitchen) }
        for machine in [desk, kitchen] {
            let titles = machine.shelf.titles
            #expect(titles["Same"] == ["One"] && titles.count == 3, "\(titles)")
            #expect(Set(titles.values.map { $0.joined() }) == ["One", "Two"])
        }
    }

    @Test("What was changed here comes back if it was deleted elsewhere meanwhile")
    func revived() async throws {
        let (desk, kitchen) = (try await Machine("desk"), try await Machine("kitchen"))
        desk.shelf.set("Mix", ["One"])
        try await desk.exchange(with: kitchen)
        desk.shelf.set("Mix", ["One", "Two"])
        try await desk.note(at: 5_000)
        kitchen.shelf.delete("Mix")
        try await kitchen.note(at: 6_000)
        for _ in 0..<3 { try await desk.exchange(with: kitchen) }
        for machine in [desk, kitchen] { #expect(machine.shelf.titles == ["Mix": ["One", "Two"]]) }
    }

    @Test("A playlist that is missing, or cannot be read, is not taken for deleted; one that was renamed is moved")
    func missing() async throws {
        let (desk, kitchen) = (try await Machine("desk"), try await Machine("kitchen"))
        desk.shelf.set("Mix", ["One"])
        desk.shelf.set("Old", ["Two"])
        try await desk.exchange(with: kitchen)
        desk.shelf.lose("Mix")
        desk.shelf.rename("Old", to: "New")
        for _ in 0..<2 { try await desk.exchange(with: kitchen) }
        #expect(kitchen.shelf.titles == ["Mix": ["One"], "New": ["Two"]])
        desk.shelf.isAway.withLock { $0 = true }
        try await desk.exchange(with: kitchen)
        #expect(kitchen.shelf.titles.count == 2)
        desk.shelf.isAway.withLock { $0 = false }
        kitchen.shelf.set("Mix", ["Three"])
        try await desk.exchange(with: kitchen)
        #expect(desk.shelf.titles == ["Mix": ["Three"], "New": ["Two"]])
    }

    @Test("Where names differ by accents only one is told, and what another one takes the place of is in the trash")
    func accents() async throws {
        let (desk, kitchen) = (try await Machine("desk"), try await Machine("kitchen"))
        desk.shelf.set("Resume", ["One"])
        desk.shelf.set("Résumé", ["Two"])
        try await desk.exchange(with: kitchen)
        #expect(kitchen.shelf.titles == ["Resume": ["One"]])

        desk.shelf.delete("Resume")
        for _ in 0..<3 { try await desk.exchange(with: kitchen) }

        for machine in [desk, kitchen] {
            #expect(machine.shelf.titles == ["Résumé": ["Two"]])
            #expect(await machine.shelf.deleted()["Resume"] != nil)
        }
    }

    @Test("A playlist that changes while it is replaced keeps its change")
    func raced() async throws {
        let (desk, kitchen) = (try await Machine("desk"), try await Machine("kitchen"))
        desk.shelf.set("Mix", ["One"])
        try await desk.exchange(with: kitchen)
        kitchen.shelf.set("Mix", ["Two"])
        desk.shelf.onWrite.withLock { $0 = { $0.set("Mix", ["Three"]) } }
        for _ in 0..<3 { try await desk.exchange(with: kitchen) }
        for machine in [desk, kitchen] {
            #expect(Set(machine.shelf.titles.values.map { $0.joined() }) == ["Two", "Three"])
        }
    }

    @Test("One that is too large stays where it is, and others go across")
    func large() async throws {
        let (desk, kitchen) = (try await Machine("desk"), try await Machine("kitchen"))
        desk.shelf.set("Large", (0..<40_000).map { "Title \($0)" })
        for number in 0..<20 { desk.shelf.set("List \(number)", (0..<400).map { "Title \($0)" }) }
        try await desk.exchange(with: kitchen)
        #expect(kitchen.shelf.titles.count == 20)
        desk.shelf.set("Large", ["One"])
        try await desk.exchange(with: kitchen)
        #expect(kitchen.shelf.titles["Large"] == ["One"])

        // What nobody else has is not replaced by what they do with the name.
        desk.shelf.set("Large", (0..<40_000).map { "Title \($0)" })
        kitchen.shelf.set("Large", ["Two"])
        desk.shelf.set("Larger", (0..<40_000).map { "Title \($0)" })
        kitchen.shelf.set("larger", ["Three"])
        for _ in 0..<2 { try await desk.exchange(with: kitchen) }
        #expect(desk.shelf.titles["Large"]?.count == 40_000 && desk.shelf.titles["Larger"]?.count == 40_000)
        kitchen.shelf.delete("Large")
        for _ in 0..<2 { try await desk.exchange(with: kitchen) }
        #expect(desk.shelf.titles["Large"]?.count == 40_000)
    }

    @Test(
        "What a machine says is refused where it leads elsewhere or is not whole",
        arguments: [
            #"{"n":1,"t":1,"playlist":"../x","known":{},"entries":[]}"#,
            #"{"n":1,"t":1,"playlist":"a//b","known":{},"entries":[]}"#,
            #"{"n":1,"t":1,"playlist":"","known":{},"entries":[]}"#,
            #"{"n":1,"t":1,"playlist":"x","known":{"y":1},"entries":[]}"#,
            #"{"n":1,"t":1,"playlist":"x","known":{}}"#,
            #"{"n":1,"t":1,"playlist":"x","entries":[]}"#,
            #"{"n":1,"t":1,"playlist":"a\u0007b","known":{},"entries":[]}"#,
        ])
    func refused(text: String) throws {
        #expect(SharedEntry(json: try JSONValue(parsing: text), .playlists) == nil)
    }

    /// Everybody changes, deletes and renames, messages are lost, and machines die between any two steps. Each title is used once, so what a
    /// machine has seen and has not taken away itself must be somewhere.
    @Test("Three machines come to the same playlists, and nothing is lost", arguments: 0..<60)
    func converges(seed: Int) async throws {
        var random = SeededNumbers(UInt64(seed))
        let machines = [try await Machine("desk"), try await Machine("kitchen"), try await Machine("car")]
        var (removed, added) = (Set<String>(), Set<String>())
        for step in 0..<40 {
            let machine = machines[Int.random(in: 0..<3, using: &random)]
            let name = ["Mix", "mix", "Calm"][Int.random(in: 0..<3, using: &random)]
            switch Int.random(in: 0..<8, using: &random) {
            case 0...2:
                let former = machine.shelf.titles.first { $0.key.lowercased() == name.lowercased() }
                let kept = (former?.value ?? []).filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
                removed.formUnion(Set(former?.value ?? []).subtracting(kept))
                added.insert("\(step)")
                machine.shelf.set(former?.key ?? name, kept + ["\(step)"])
                if Bool.random(using: &random) { try await machine.note(at: Int64(5_000 + step)) }
            case 3:
                if let (known, titles) = machine.shelf.titles.sorted(by: { $0.key < $1.key }).randomElement(
                    using: &random)
                {
                    removed.formUnion(titles)
                    machine.shelf.delete(known)
                }
            case 4: machine.shelf.dies.withLock { $0 = Bool.random(using: &random) }
            default:
                let other = machines[Int.random(in: 0..<3, using: &random)]
                if other !== machine { try await machine.exchange(with: other, losing: Bool.random(using: &random)) }
            }
        }
        for machine in machines { machine.shelf.dies.withLock { $0 = false } }
        for _ in 0..<6 {
            for (one, other) in [(0, 1), (1, 2), (2, 0)] { try await machines[one].exchange(with: machines[other]) }
        }
        let first = machines[0].shelf.contents
        for machine in machines { #expect(machine.shelf.contents == first, "seed \(seed)") }
        let present = Set(first.values.flatMap(\.self))
        #expect(added.subtracting(removed).isSubset(of: present), "seed \(seed)")
        #expect(machines[0].shelf.titles.count < 30)
        let writes = machines.map(\.shelf.writes)
        for (one, other) in [(0, 1), (1, 2), (2, 0)] { try await machines[one].exchange(with: machines[other]) }
        #expect(machines.map(\.shelf.writes) == writes, "seed \(seed): there is an end")
    }
}

/// A machine with a store of its own, and playlists on paper.
private final class Machine: Sendable {
    let store: Store
    let shelf = PaperShelf()
    private let sharing: PlaylistSharing
    private let identifier: String
    private let clock: Clock

    private final class Clock: Sendable { let now = Mutex<Int64>(0) }

    init(_ name: String) async throws {
        let clock = Clock()
        (store, self.clock) = (try await Store(), clock)
        identifier = String(repeating: String(name.utf8.first ?? 0, radix: 16), count: 32)
        try await store.store.speak(as: identifier)
        sharing = PlaylistSharing(
            store: store.store, playlists: shelf, machine: name, now: { clock.now.withLock { $0 } })
    }

    func note(at time: Int64) async throws {
        clock.now.withLock { $0 = time }
        try await sharing.follow()
    }

    func exchange(with other: Machine, losing: Bool = false) async throws {
        for machine in [self, other] { try await machine.sharing.follow() }
        try await other.take(from: self)
        if !losing { try await take(from: other) }
    }

    func takeOnly(from other: Machine) async throws { try await take(from: other) }

    private func take(from other: Machine) async throws {
        while true {
            let have = try await store.store.sharedHave(of: other.identifier)
            let parts = try await other.store.store.sharedParts([.playlists], after: have, limit: 100)
            if parts.isEmpty { break }
            try await store.take(parts, from: other.identifier, now: 10_000_000_000)
        }
        try await sharing.follow()
    }
}

/// Playlists of a machine that may die in the midst of things.
final class PaperShelf: SharedPlaylists {
    private struct List {
        var name: String
        var identifier: ContentIdentifier
        var stamp: Int
        var entries: [HandedEntry]
    }

    private struct State {
        var lists: [List] = []
        var deleted: [String: Int64] = [:]
        var count = 0
        var writes = 0
    }

    private let state = Mutex(State())
    let isAway = Mutex(false)
    /// Whether it writes, and then does not say so.
    let dies = Mutex(false)
    let onWrite = Mutex<(@Sendable (PaperShelf) -> Void)?>(nil)

    var titles: [String: [String]] {
        state.withLock { Dictionary(uniqueKeysWithValues: $0.lists.map { ($0.name, $0.entries.map(\.title)) }) }
    }
    /// By what the names have in common.
    var contents: [String: [String]] {
        Dictionary(titles.map { (SharedPlaylist.register($0.key), $0.value) }) { first, _ in first }
    }
    var writes: Int { state.withLock { $0.writes } }

    func set(_ name: String, _ titles: [String]) { put(name, titles.map { HandedEntry(title: $0) }) }

    @discardableResult
    private func put(_ name: String, _ entries: [HandedEntry]) -> OwnPlaylist {
        state.withLock { state in
            state.count += 1
            let index = state.lists.firstIndex { $0.name == name }
            let identifier =
                index.map { state.lists[$0].identifier }
                ?? StableKey(hashing: "\(name) \(state.count)".utf8).identifier(.playlist)
            let list = List(name: name, identifier: identifier, stamp: state.count, entries: entries)
            if let index { state.lists[index] = list } else { state.lists.append(list) }
            state.deleted[name] = nil
            return OwnPlaylist(name, identifier, stamp: "\(state.count)")
        }
    }

    func delete(_ name: String) {
        lose(name)
        state.withLock { $0.deleted[name] = .max }
    }

    func complete(_ playlist: OwnPlaylist, _ entries: [HandedEntry]) async -> OwnPlaylist? { nil }

    func lose(_ name: String) { state.withLock { $0.lists.removeAll { $0.name == name } } }

    func rename(_ name: String, to other: String) {
        state.withLock { state in
            for index in state.lists.indices where state.lists[index].name == name {
                state.count += 1
                (state.lists[index].name, state.lists[index].stamp) = (other, state.count)
            }
        }
    }

    // MARK: SharedPlaylists

    func all() async -> [OwnPlaylist]? {
        guard !isAway.withLock({ $0 }) else { return nil }
        return state.withLock { $0.lists.map { OwnPlaylist($0.name, $0.identifier, stamp: "\($0.stamp)") } }
    }

    func deleted() async -> [String: Int64] { state.withLock(\.deleted) }

    func entries(of playlist: OwnPlaylist) async -> [HandedEntry]? {
        state.withLock { state in state.lists.first { "\($0.stamp)" == playlist.stamp }?.entries }
    }

    func has(_ playlist: OwnPlaylist, _ entries: [HandedEntry]) async -> Bool {
        await self.entries(of: playlist)?.map(\.title) == entries.map(\.title)
    }

    func write(_ name: String, _ entries: [HandedEntry], instead former: OwnPlaylist?) async -> OwnPlaylist? {
        let before = onWrite.withLock { change in
            defer { change = nil }
            return change
        }
        before?(self)
        let isAsExpected = state.withLock { state in
            let list = state.lists.first { SharedPlaylist.register($0.name) == SharedPlaylist.register(name) }
            return list.map { "\($0.stamp)" } == former?.stamp
        }
        guard isAsExpected else { return nil }
        let written = put(former?.name ?? name, entries)
        state.withLock { $0.writes += 1 }
        return dies.withLock { $0 } ? nil : written
    }

    func delete(_ playlist: OwnPlaylist) async -> Bool {
        guard await entries(of: playlist) != nil else { return false }
        delete(playlist.name)
        return !dies.withLock { $0 }
    }
}
