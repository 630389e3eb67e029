// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Ratings in lists")
struct KeptRatingsTests {
    @Test(
        "albums have theirs wherever they are listed, from the beginning, and a change is told", .timeLimit(.minutes(5))
    )
    func albums() async throws {
        let store = FakeListeningStore()
        let source = FakeContentSource([
            .init("Blue", by: "Ada", tracks: [.sample("b1", title: "One")]),
            .init("Green", by: "Ada", tracks: [.sample("g1", title: "Two")]),
        ])
        let (blue, green) = (
            ContentIdentifier(kind: .album, key: "blue"), ContentIdentifier(kind: .album, key: "green")
        )
        store.set(ListeningRecord(isFavourite: true, stars: Stars(4)), for: blue)
        let ratings = KeptRatings(store: store)
        await ratings.load()
        let branch = ContentIdentifier(kind: .section, key: "library")
        let tree = CombinedContentSource(
            [
                ContentBranch(
                    identifier: branch, title: "Library", kinds: [.album, .track], keys: ["albums"], source: source)
            ],
            revision: ContentTree.Revision(1), ratings: ratings)
        let albums = ContentIdentifier(kind: .section, key: "albums")
        func stars() async throws -> [Stars?] {
            try await tree.children(of: albums, offset: 0, limit: 9, at: nil).items.map(\.stars)
        }

        #expect(try await stars() == [Stars(4), nil])
        #expect(try await tree.item(for: blue).stars == Stars(4))
        #expect(try await tree.search("blue", offset: 0, limit: 9).items.first?.stars == Stars(4))
        var changes = tree.changes().makeAsyncIterator()
        store.set(ListeningRecord(stars: Stars(2.5)), for: green)
        #expect(await changes.next()?.concerns(albums) == true)
        #expect(try await stars() == [Stars(4), Stars(2.5)])
        store.set(ListeningRecord(), for: blue)
        #expect(await changes.next() != nil)
        #expect(try await stars() == [nil, Stars(2.5)])
    }
}
