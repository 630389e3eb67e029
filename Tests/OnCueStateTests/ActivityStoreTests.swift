// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueActivities
import OnCueCore
import OnCueState
import OnCueTestSupport
import SQLite
import Testing

@Suite("Activities, on disk")
struct ActivityStoreTests {
    private let directory: TemporaryDirectory
    private let messages = EventLog<String>()
    private var path: String { directory.path + "/activities.sqlite" }

    init() throws { directory = try TemporaryDirectory() }

    private func open() -> ActivityStore { ActivityStore(path: path) { [messages] in messages.append($0) } }

    private func activity(_ identifier: String, _ title: String = "Thing") -> Activity {
        var activity = Activity(
            .init("org.example.A", identifier), type: "org.example.A.thing", title: title, eligibility: .search)
        activity.info = ActivityInfo(["text": .text("a"), "number": .number(0.5), "flag": .flag(true)])
        activity.location = Location(
            name: "Waldbühne", address: PostalAddress(city: "Berlin"),
            coordinates: Coordinates(latitude: 52.5, longitude: 13.2), telephones: ["+49 30 1234567"],
            allowsCalls: false)
        return activity
    }

    @Test("There is no file before there is an activity")
    func absent() async {
        #expect(await open().load().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("Events are kept once each, are there for the next, and leave nothing behind")
    func events() async throws {
        let event = KeptEvent(FakePages.tour.events[0], on: "https://example.org/tour", artists: ["artist:a"])
        var moved = event
        moved.status = .cancelled
        #expect(try await open().keptEvents().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: path))

        try await open().keep([event])
        #expect(try await open().keptEvents() == [event])
        try await open().keep([moved])
        #expect(try await open().keptEvents() == [moved])
        try await open().removeEvents([event.id, StableKey(number: 1)])
        #expect(try await open().keptEvents().isEmpty)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(bytes.firstRange(of: Data("Little Gears".utf8)) == nil)
    }

    @Test("What is kept is there for the next, without anything being closed, and what was forgotten is not")
    func keeping() async throws {
        let store = open()
        try await store.apply([.keep(activity("1")), .keep(activity("2")), .keep(activity("1", "Other"))])
        #expect(await open().load() == [activity("1", "Other"), activity("2")])
        try await store.apply([.forget(activity("1").name), .forget(activity("none").name)])
        #expect(await open().load() == [activity("2")])
        #expect(messages.count == 0)
    }

    @Test("What is forgotten is in none of the files any more")
    func forgetting() async throws {
        let store = open()
        try await store.apply((0..<50).map { .keep(activity("\($0)", "Secret \($0)")) })
        try await store.apply((0..<50).map { .forget(activity("\($0)").name) })
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            let data = try #require(FileManager.default.contents(atPath: directory.path + "/" + name))
            #expect(!String(decoding: data, as: UTF8.self).contains("Secret"), "in \(name)")
        }
    }

    @Test("What another version wrote in another form is left out and stays in the file, and one line says so")
    func unreadable() async throws {
        let store = open()
        try await store.apply([.keep(activity("1"))])
        let items = (1...3).map { SearchItem(.init("org.example.A", "\($0)"), title: "Thing \($0)") }
        _ = try await store.index(items, of: "org.example.A", state: nil, at: 0)
        await store.close()
        let connection = try Connection(path: path)
        try connection.execute(
            "INSERT INTO activities (program, identifier, json) VALUES ('org.example.A', 'x', '{}'), ('a', 'y', '')")
        try connection.execute("UPDATE items SET json = 'no' WHERE identifier != '2'")

        let other = open()
        #expect(await other.load() == [activity("1")])
        for _ in 0..<3 { #expect(try await other.items(matching: ["thing"], limit: 5, at: 0) == [items[1]]) }
        #expect(messages.events.count == 2, "\(messages.events)")
        #expect(messages.events.first?.hasPrefix("2 activities cannot be read") == true)
        #expect(try connection.cached("SELECT count(*) FROM activities").integers() == [3])
    }

    @Test("A damaged file is moved aside, and a file of a newer program stays")
    func damage() async throws {
        try Data("no database".utf8).write(to: URL(filePath: path))
        try await open().apply([.keep(activity("1"))])
        #expect(await open().load() == [activity("1")])
        try Connection(path: path).execute("PRAGMA user_version = 9")
        let store = open()
        #expect(await store.load().isEmpty)
        await #expect(throws: ContentError.self) { try await store.apply([.keep(activity("2"))]) }
    }
}
