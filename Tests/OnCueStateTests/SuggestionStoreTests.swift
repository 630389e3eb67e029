// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCueState
import OnCueSuggestions
import OnCueTestSupport
import SQLite
import Testing

@Suite("What was learnt, on disk")
struct SuggestionStoreTests {
    private let directory: TemporaryDirectory
    private let messages = EventLog<String>()
    private var path: String { directory.path + "/suggestions.sqlite" }

    init() throws { directory = try TemporaryDirectory() }

    private func open() -> SuggestionStore { SuggestionStore(path: path) { [messages] in messages.append($0) } }

    private func donation(_ item: String) -> LoggedDonation {
        LoggedDonation(Donation(.played, item, at: Moment(time: 1, hour: 2, weekday: 3, device: "Secret headset")))
    }

    @Test("It keeps the contract, also when it is opened anew between two calls")
    func contract() async throws {
        let store = open()
        try await SuggestionStoreContract.check(store)
        try await store.record([donation("album:a")])
        await store.close()
        #expect(await open().load().donations.map(\.item) == ["album:a"])
        #expect(messages.count == 0)
    }

    @Test("What is forgotten is in none of the files any more")
    func forgetting() async throws {
        let store = open()
        try await store.record((0..<50).map { donation("album:secret\($0)") })
        _ = try await store.forget(.device("Secret headset"))
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            let data = try #require(FileManager.default.contents(atPath: directory.path + "/" + name))
            let text = String(decoding: data, as: UTF8.self)
            #expect(!text.contains("secret") && !text.contains("Secret"), "in \(name)")
        }
    }

    @Test("A file of a newer program stays, what was said is not written over it, and it is said what to do")
    func newer() async throws {
        let first = open()
        try await first.record([donation("album:a")])
        await first.close()
        try Connection(path: path).execute("PRAGMA user_version = 9")
        let before = FileManager.default.contents(atPath: path)
        let store = open()

        #expect(await store.load().donations.isEmpty)
        let error = await #expect(throws: ContentError.self) { try await store.record([donation("album:b")]) }
        await #expect(throws: ContentError.self) { try await store.save(SuggestionState()) }

        #expect(FileManager.default.contents(atPath: path) == before)
        #expect(error?.message.contains("has version 9, but this OnCue supports versions up to 2") == true)
        #expect(error?.message.contains("rights") == false)
    }

    @Test("What is forgotten is not kept by the copies that upgrades have left")
    func copies() async throws {
        let store = open()
        try await store.record([donation("album:a")])
        try Data([1]).write(to: URL(fileURLWithPath: path + ".before-v1"))

        _ = try await store.forget(.item("album:a"))

        #expect(!FileManager.default.fileExists(atPath: path + ".before-v1"))
    }

    @Test("A damaged file is moved aside, and learning begins anew")
    func damage() async throws {
        try Data(repeating: 0x41, count: 9_000).write(to: URL(fileURLWithPath: path))
        let store = open()
        try await store.record([donation("album:a")])
        #expect(await store.load().donations.count == 1)
        #expect(messages.events.contains { $0.contains("moved") })
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count > 1)
    }

    @Test("What was said is written only over what has been read")
    func state() async throws {
        let store = open()
        await #expect(throws: ContentError.self) { try await store.save(SuggestionState()) }
        _ = await store.load()
        try await store.record([donation("album:a")])
        var state = SuggestionState()
        state.lastTrigger = 7
        try await store.save(state)
        #expect(await store.load().state.lastTrigger == 7)
    }

    @Test("A year of heavy listening takes less than 10 MB")
    func year() async throws {
        let store = open()
        for day in 0..<365 {
            try await store.record(
                (0..<100).map { number in
                    let moment = Moment(
                        time: Double(day * 86_400 + number * 180), hour: Double(number % 24), weekday: day % 7,
                        place: "home", trigger: number == 0 ? "headphones" : nil, device: "WH-1000XM5")
                    return LoggedDonation(
                        Donation(
                            .played, "album:\((day * 7 + number) % 3_000)abcdefgh", at: moment,
                            choice: number % 20 == 0 ? moment : nil))
                })
        }
        await store.close()
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let size = try #require(attributes[.size] as? UInt64 ?? (attributes[.size] as? Int).map(UInt64.init))
        #expect(size < 10_000_000, "\(size) bytes")
    }
}
