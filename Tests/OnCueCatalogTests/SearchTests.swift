// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@testable import OnCueCatalog

@Suite("Search")
struct SearchTests {
    private func makeLibrary() async throws -> TestLibrary {
        let library = try await TestLibrary()
        let titles = ["Blue", "Blue Moon", "Almost Blue", "Red"]
        for (number, title) in titles.enumerated() {
            try library.write(
                "\(number).mp3",
                [
                    "TITLE": title, "ARTIST": number == 3 ? "Bluebird" : "Sigur Rós", "ALBUM": "Songs",
                    "TRACK": "\(number)",
                    "ALBUMARTIST": "Sigur Rós", "COMPOSER": "Jónsi",
                ])
        }
        try library.write("a.mp3", ["TITLE": "Intro", "ARTIST": "Blue", "ALBUM": "Blue", "ALBUMARTIST": "Blue"])
        try await library.scan()
        return library
    }

    @Test("exact titles come first, then titles that begin so, then the rest; artists before albums before tracks")
    func ranking() async throws {
        let library = try await makeLibrary()
        #expect(
            try await library.found("blue") == [
                "artist Blue", "album Blue", "track Blue", "artist Bluebird", "track Blue Moon", "track Almost Blue",
                "track Intro", "track Red",
            ])
    }

    @Test("every word must match the beginning of a word, in title, artist, album or composer")
    func everyWord() async throws {
        let library = try await makeLibrary()
        #expect(try await library.found("sig moo") == ["track Blue Moon"])
        #expect(try await library.found("songs almost") == ["track Almost Blue"])
        #expect(try await library.found("jonsi moon") == ["track Blue Moon"])
        #expect(try await library.found("oon") == [])
    }

    @Test("case and accents do not matter")
    func folding() async throws {
        let library = try await makeLibrary()
        #expect(try await library.found("SIGUR ros").first == "artist Sigur Rós")
        #expect(try await library.found("RÓS").contains("album Songs"))
    }

    @Test(
        "nothing that a person types is an error",
        arguments: ["\"", "'", "a*", "AND", "NOT", "blue OR", "title:", "(", ")", "NEAR(a, b)", "\0", "🎵", "--", "%_"])
    func anyText(_ text: String) async throws {
        let library = try await makeLibrary()
        await #expect(throws: Never.self) { try await library.source.search(text, offset: 0, limit: 10) }
    }

    @Test("a very long text is no error either")
    func longText() async throws {
        let library = try await makeLibrary()
        let text = String(repeating: "blue ", count: 100_000)
        #expect(try await library.source.search(text, offset: 0, limit: 10).total > 0)
    }

    @Test("pages of results put together are all results")
    func pages() async throws {
        let library = try await makeLibrary()
        let all = try await library.source.search("blue", offset: 0, limit: 1000)
        var parts: [ContentItem] = []
        for offset in stride(from: 0, to: all.total, by: 3) {
            parts += try await library.source.search("blue", offset: offset, limit: 3).items
        }
        #expect(parts == all.items)
        #expect(all.total == all.items.count)
    }

    @Test("what leaves the library leaves the index, and what changes is found under its new name")
    func indexFollows() async throws {
        let library = try await makeLibrary()
        try library.remove("0.mp3")
        try library.remove("a.mp3")
        try library.write("1.mp3", ["TITLE": "Green Moon", "ARTIST": "Sigur Rós", "ALBUM": "Songs"])
        try await library.scan()

        #expect(try await library.found("blue") == ["artist Bluebird", "track Almost Blue", "track Red"])
        #expect(try await library.found("green") == ["track Green Moon"])
    }
}
