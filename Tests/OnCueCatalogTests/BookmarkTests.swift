// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSession
import OnCueState
import OnCueTestSupport
import Testing

@testable import OnCueCatalog

@Suite("Bookmarks and dislikes")
struct BookmarkTests {
    private let one = Track.sample("one", title: "One", artists: ["A", "B"], album: "C")

    @Test("bookmarks come back after a restart, the newest first, until they are removed")
    func bookmarks() async throws {
        let library = try await TestLibrary()
        let store = await library.openListening()
        let first = try await store.addBookmark(of: one, at: .seconds(5), time: 10)
        let second = try await store.addBookmark(of: one, at: .seconds(90), time: 20)
        await store.close()

        let page = try await store.bookmarks(offset: 0, limit: 10)

        #expect(page == BookmarkPage(bookmarks: [second, first], total: 2))
        #expect(first.title == "One" && first.artists == ["A", "B"] && first.location == one.location)
        #expect(try await store.bookmarks(offset: 1, limit: 10).bookmarks == [first])
        try await store.removeBookmark(second.number)
        #expect(try await store.bookmarks(offset: 0, limit: 10).bookmarks == [first])
        let error = await #expect(throws: ContentError.self) { try await store.removeBookmark(second.number) }
        #expect(error?.code == .notFound)
        #expect(try await store.addBookmark(of: one, at: .seconds(70), time: 30).number > second.number)
    }

    @Test("the same place is one bookmark, which is the newest again")
    func samePlace() async throws {
        let library = try await TestLibrary()
        let store = await library.openListening()
        let first = try await store.addBookmark(of: one, at: .seconds(5), time: 10)
        try await store.addBookmark(of: one, at: .seconds(90), time: 20)

        let again = try await store.addBookmark(of: one, at: .milliseconds(5_600), time: 30)

        #expect(again.number == first.number)
        let page = try await store.bookmarks(offset: 0, limit: 10)
        #expect(page.bookmarks.map(\.position) == [.milliseconds(5_600), .seconds(90)])
        #expect(page.total == 2)
    }

    @Test("a bookmark keeps its name when the same place is marked again without one")
    func names() async throws {
        let library = try await TestLibrary()
        let store = await library.openListening()

        try await store.addBookmark(of: one, at: .seconds(5), name: "Solo", time: 10)
        #expect(try await store.addBookmark(of: one, at: .seconds(5), time: 20).name == "Solo")
        try await store.addBookmark(of: one, at: .seconds(5), name: "Best", time: 30)

        #expect(try await store.bookmarks(offset: 0, limit: 10).bookmarks.map(\.name) == ["Best"])
    }

    @Test("what is disliked is no favourite, and the other way round")
    func dislikes() async throws {
        let library = try await TestLibrary()
        let store = await library.openListening()
        let item = one.identifier
        func record() async throws -> ListeningRecord? { try await store.records(for: [item])[item] }

        try await store.record([.favourite(item, true), .disliked(item, true)])
        #expect(try await record() == ListeningRecord(isDisliked: true))
        #expect(try await store.records(of: [.track], favouritesOnly: true).isEmpty)

        try await store.record([.favourite(item, true)])
        #expect(try await record() == ListeningRecord(isFavourite: true))
        #expect(
            try await store.records(of: [.track], favouritesOnly: false)[item] == ListeningRecord(isFavourite: true))

        try await store.record([.disliked(item, true), .disliked(item, false)])
        #expect(try await record() == ListeningRecord())
    }
}
