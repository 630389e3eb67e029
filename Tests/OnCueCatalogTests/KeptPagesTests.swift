// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSession
import Testing

@testable import OnCueCatalog
@testable import OnCueState

@Suite("Pages that are kept while the catalog stays as it is")
struct KeptPagesTests {
    private static let tracks = ContentSection.tracks.identifier

    private func makeLibrary() async throws -> TestLibrary {
        let library = try await TestLibrary()
        try library.write("a/1.mp3", ["TITLE": "One", "ALBUM": "A", "ARTIST": "X", "SECONDS": "3000"])
        try await library.scan()
        return library
    }

    private func page(_ library: TestLibrary, at revision: ContentTree.Revision? = nil) async throws -> ContentPage {
        try await library.source.children(of: Self.tracks, offset: 0, limit: 10, at: revision)
    }

    private func isKept(_ library: TestLibrary) -> Bool {
        library.catalog.pages.page(.children(Self.tracks, offset: 0, limit: 10)) != nil
    }

    @Test("are the same as those that were read")
    func same() async throws {
        let library = try await makeLibrary()
        let read = try await page(library)
        #expect(isKept(library))
        #expect(try await page(library) == read)
        #expect(try await page(library, at: read.revision) == read)

        let named = try await library.source.children(named: ["Albums", "A"], offset: 0, limit: 10)
        #expect(named?.page.items.map(\.title) == ["One"])
        #expect(try await library.source.children(named: ["Albums", "A"], offset: 0, limit: 10) == named)
    }

    @Test("go with every change of the library, and an older revision is refused as before")
    func scanned() async throws {
        let library = try await makeLibrary()
        let old = try await page(library)
        try library.write("2.mp3", ["TITLE": "Two"])
        try await library.scan()

        let new = try await page(library)
        #expect(new.items.map(\.title) == ["One", "Two"])
        #expect(isKept(library))
        await #expect { _ = try await page(library, at: old.revision) } throws: { error in
            (error as? ContentError)?.code == .staleIndexPath(current: new.revision)
        }

        _ = try await library.catalog.store.removeRoot(Array(library.music.utf8))
        #expect(try await page(library).items.isEmpty)
    }

    @Test("go with everything that is listened to")
    func listened() async throws {
        let library = try await makeLibrary()
        let store = await library.openListening()
        let identifier = try #require(try await page(library).items.first).identifier
        let track = try #require(try await library.source.tracks(under: identifier).first)

        try await store.record([.left(track, position: .seconds(1500), at: 40)])
        #expect(try await page(library).items.map(\.playbackProgress) == [0.5])
        try await store.record([.left(track, position: .seconds(750), at: 50)])
        #expect(try await page(library).items.map(\.playbackProgress) == [0.25])
    }

    @Test("are not those that were read before a change, and never more than a bound")
    func bounded() async throws {
        let library = try await makeLibrary()
        let page = NamedPage(page: try await page(library), path: nil)
        let pages = KeptPages()
        let before = pages.changes
        pages.change()
        pages.keep(page, for: .named(["early"], offset: 0, limit: 1), asOf: before)
        #expect(pages.page(.named(["early"], offset: 0, limit: 1)) == nil)

        // Each has one row and its container.
        let most = KeptPages.rowLimit / 2
        for number in 0..<most { pages.keep(page, for: .named(["\(number)"], offset: 0, limit: 1), asOf: before + 1) }
        #expect(pages.page(.named(["0"], offset: 0, limit: 1)) == page)
        pages.keep(page, for: .named(["last"], offset: 0, limit: 1), asOf: before + 1)
        #expect(pages.page(.named(["0"], offset: 0, limit: 1)) == nil)
        #expect(pages.page(.named(["last"], offset: 0, limit: 1)) == page)
    }
}
