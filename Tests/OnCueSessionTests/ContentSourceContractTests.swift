// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueTestSupport
import Testing

@testable import OnCueSession

@Suite("The contract of content sources, in memory")
struct ContentSourceContractTests {
    private static let albums = [
        FakeContentSource.Album("Blue", by: "Joni", tracks: [.sample("one"), .sample("two")]),
        FakeContentSource.Album("Red", by: "Taylor", tracks: [.sample("three")]),
    ]

    @Test("The fake that other tests build on keeps it")
    func fake() async {
        let source = FakeContentSource(Self.albums)
        let violations = await ContentSourceContract.violations(
            in: source,
            change: .init(of: ContentSection.albums.identifier) { source.replace(with: Self.albums.dropLast()) })

        #expect(violations == [])
        #expect(await ContentSourceContract.violations(in: FakeContentSource()) == [])
    }

    @Test("A tree of branches keeps it when its branches do")
    func combined() async {
        let branch = ContentBranch(
            identifier: ContentIdentifier(kind: .section, key: "library"), title: "Library",
            kinds: [.artist, .album, .track, .genre, .folder], keys: Set(ContentSection.allCases.map(\.rawValue)),
            isTransparent: true, source: FakeContentSource(Self.albums))
        let empty = ContentBranch(
            identifier: ContentIdentifier(kind: .section, key: "empty"), title: "Empty", kinds: [],
            source: EmptyContentSource())
        let tree = CombinedContentSource([branch, empty], revision: ContentTree.Revision(1))

        let violations = await ContentSourceContract.violations(
            in: tree, fixedDepth: 2, change: .init { tree.remove(empty.identifier) })

        #expect(violations == [])
    }

    @Test("A list whose key is that of a section of the library still comes from its own branch")
    func lists() {
        let library = ContentBranch(
            identifier: ContentIdentifier(kind: .section, key: "library"), title: "Library", kinds: [.track],
            keys: ["recently-added"], source: EmptyContentSource())
        let list = ContentIdentifier(kind: .list, key: "recently-added")

        #expect(library.owns(ContentSection.recentlyAdded.identifier))
        #expect(!library.owns(list))
    }
}
