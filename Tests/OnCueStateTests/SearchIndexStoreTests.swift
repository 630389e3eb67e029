// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueActivities
import OnCueCore
import OnCueState
import OnCueTestSupport
import Testing

@Suite("The index of other programs, on disk")
struct SearchIndexStoreTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func open() -> ActivityStore { ActivityStore(path: directory.path + "/activities.sqlite") { _ in } }

    private func item(_ number: Int, _ title: String, of program: String = "org.example.A") -> SearchItem {
        SearchItem(.init(program, "\(number)"), title: title)
    }

    @Test("Nothing is found, and no file is made, before there is an item")
    func absent() async throws {
        #expect(try await open().items(matching: ["a"], limit: 9, at: 0).isEmpty)
        #expect(try await open().clientState(of: "org.example.A") == "")
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/activities.sqlite"))
    }

    @Test("Items are there for the next, without anything being closed; what has expired is not found")
    func keeping() async throws {
        let store = open()
        var old = item(2, "Blue Night")
        old.expires = 50
        #expect(try await store.index([item(1, "Blue Train"), old], of: "org.example.A", state: "s", at: 0) == 2)
        let again = open()
        #expect(try await again.items(matching: ["bl"], limit: 9, at: 49).map(\.title) == ["Blue Night", "Blue Train"])
        #expect(try await again.items(matching: ["bl", "tr"], limit: 9, at: 50) == [item(1, "Blue Train")])
        #expect(try await again.newestItems(limit: 9, at: 49).map(\.title) == ["Blue Night", "Blue Train"])
        #expect(try await again.newestItems(limit: 9, at: 50).map(\.title) == ["Blue Train"])
        #expect(try await again.newestItems(limit: 1, at: 49).map(\.title) == ["Blue Night"])
        #expect(try await again.item(.init("org.example.A", "1")) == item(1, "Blue Train"))
        #expect(try await again.item(.init("org.example.B", "1")) == nil)
        #expect(try await again.clientState(of: "org.example.A") == "s")
    }

    @Test("More than the limit of a program is refused with it, and leaves what was there")
    func quota() async throws {
        let store = open()
        for start in stride(from: 0, to: SearchLimits.perProgram, by: 5000) {
            _ = try await store.index(
                (start..<start + 5000).map { item($0, "w\($0)") }, of: "org.example.A", state: nil, at: 0)
        }
        let error = await #expect(throws: ContentError.self) {
            try await store.index([item(-1, "too many")], of: "org.example.A", state: "new", at: 0)
        }
        #expect(error?.code == .refused)
        #expect(error?.message.contains("20000") == true)
        #expect(try await store.items(matching: ["too"], limit: 9, at: 0).isEmpty)
        #expect(try await store.clientState(of: "org.example.A") == "")
        #expect(try await store.items(matching: ["w19999"], limit: 9, at: 0).count == 1)
        #expect(
            try await store.index([item(1, "again")], of: "org.example.A", state: nil, at: 0) == SearchLimits.perProgram
        )

        // However often it is tried.
        let size =
            try FileManager.default.attributesOfItem(atPath: directory.path + "/activities.sqlite")[.size] as? Int
        for start in stride(from: 1_000_000, to: 1_050_000, by: SearchLimits.batch) {
            let refused = await #expect(throws: ContentError.self) {
                try await store.index(
                    (start..<start + SearchLimits.batch).map { item($0, "w\($0)") }, of: "org.example.A", state: nil,
                    at: 0)
            }
            #expect(refused?.message == error?.message)
        }
        #expect(
            try FileManager.default.attributesOfItem(atPath: directory.path + "/activities.sqlite")[.size] as? Int
                == size)
    }

    @Test("More than the limit of all programs together is refused to each of them, until one takes something out")
    func quotaOfAll() async throws {
        let store = ActivityStore(path: directory.path + "/activities.sqlite", mostItems: 5) { _ in }
        func index(_ numbers: Range<Int>, _ program: String, state: String? = nil) async throws -> Int {
            try await store.index(
                numbers.map { item($0, "w\($0)", of: program) }, of: program, state: state, at: 0)
        }
        #expect(try await index(0..<3, "org.example.A") == 3)
        #expect(try await index(0..<2, "org.example.B", state: "b") == 2)

        for (program, numbers) in [("org.example.A", 3..<4), ("org.example.B", 1..<3), ("org.example.C", 0..<1)] {
            let error = await #expect(throws: ContentError.self) { try await index(numbers, program, state: "new") }
            #expect(error?.code == .refused, "\(program)")
            #expect(error?.message.contains("all programs together 5") == true, "\(error?.message ?? "")")
        }
        #expect(try await store.clientState(of: "org.example.B") == "b", "where it was is kept with what it has")
        #expect(try await index(0..<2, "org.example.B") == 2, "what is there already is changed, not added")

        #expect(try await store.remove(.items(["0"]), of: "org.example.A", state: nil) == 1)
        #expect(try await index(0..<1, "org.example.C") == 1)
        #expect(
            try await store.items(matching: ["w0"], limit: 9, at: 0).map(\.name.program).sorted() == [
                "org.example.B", "org.example.C",
            ])
    }

    @Test("What is taken out is in none of the files any more")
    func forgetting() async throws {
        let store = open()
        _ = try await store.index(
            (0..<50).map { item($0, "Secret \($0) verysecret") }, of: "org.example.A", state: nil, at: 0)
        #expect(try await store.remove(.all, of: "org.example.A", state: "") == 50)
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            let data = try #require(FileManager.default.contents(atPath: directory.path + "/" + name))
            let text = String(decoding: data, as: UTF8.self).lowercased()
            #expect(!text.contains("secret"), "in \(name)")
        }
    }

    @Test("What has expired takes nobody's room, and goes at the next writing or start")
    func expired() async throws {
        let store = open()
        let old = (0..<SearchLimits.perProgram).map { number in
            var old = item(number, "Old \(number)")
            old.expires = 50
            return old
        }
        for start in stride(from: 0, to: old.count, by: 5000) {
            _ = try await store.index(Array(old[start..<start + 5000]), of: "org.example.A", state: "s", at: 0)
        }
        #expect(try await store.index([item(-1, "New")], of: "org.example.A", state: nil, at: 50) == 1)
        #expect(try await store.item(old[0].name) == nil)
        #expect(try await store.index([old[1], item(-1, "Newer")], of: "org.example.A", state: nil, at: 50) == 1)
        var late = item(3, "Late")
        late.expires = 60
        #expect(try await store.index([late], of: "org.example.A", state: nil, at: 50) == 2)
        try await open().tidy(declared: ["org.example.A"], at: 60)
        #expect(try await store.item(late.name) == nil)
        #expect(try await store.items(matching: ["new"], limit: 9, at: 60).map(\.title) == ["Newer"])
    }

    @Test("A program that is not declared is not found, and is dropped after a while with where it was")
    func undeclared() async throws {
        let store = open()
        _ = try await store.index([item(1, "Blue")], of: "org.example.A", state: "a", at: 0)
        _ = try await store.index([item(1, "Blue", of: "org.example.B")], of: "org.example.B", state: "b", at: 0)
        let lifetime = SearchLimits.undeclaredLifetime

        try await store.tidy(declared: ["org.example.A"], at: 100)
        #expect(try await store.items(matching: ["blue"], limit: 9, at: 100).map(\.name.program) == ["org.example.A"])
        try await store.tidy(declared: ["org.example.A"], at: 100 + lifetime - 1)
        #expect(try await store.clientState(of: "org.example.B") == "b")
        // It comes back, and is counted anew.
        try await store.tidy(declared: ["org.example.A", "org.example.B"], at: 100 + lifetime)
        #expect(try await store.items(matching: ["blue"], limit: 9, at: 100).count == 2)
        try await store.tidy(declared: ["org.example.A"], at: 200 + lifetime)
        try await store.tidy(declared: ["org.example.A"], at: 200 + 2 * lifetime)
        #expect(try await store.clientState(of: "org.example.B") == "")
        #expect(try await store.removeEverything() == 1)
        #expect(try await store.clientState(of: "org.example.A") == "")
    }
}
