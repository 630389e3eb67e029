// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueQuery
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
                    "ALBUMARTIST": "Sigur Rós", "COMPOSER": "Jónsi", "GENRE": number == 1 ? "Jazz" : "Rock",
                    "DATE": "\(1960 + number)", "SECONDS": "\(60 * (number + 1))",
                ])
        }
        try library.write("a.mp3", ["TITLE": "Intro", "ARTIST": "Blue", "ALBUM": "Blue", "ALBUMARTIST": "Blue"])
        try library.write("live/b.mp3", ["TITLE": "!!!", "ARTIST": "Coltrane Quartet"])
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

    @Test("among equals, what is played more comes first")
    func plays() async throws {
        let library = try await TestLibrary()
        for number in 0..<400 { try library.write("\(number).mp3", ["TITLE": "Night \(1000 + number)"]) }
        try await library.scan()
        try library.execute("UPDATE tracks SET play_count = 5 WHERE title = 'Night 1399'")
        try library.execute("UPDATE tracks SET play_count = 2 WHERE title = 'Night 1007'")

        #expect(
            try await library.found("night").prefix(3) == ["track Night 1399", "track Night 1007", "track Night 1000"])
        let page = try await library.source.search("night", offset: 0, limit: 2)
        #expect(page.items.map(\.title) == ["Night 1399", "Night 1007"])
        #expect(page.total == 400)
    }

    @Test("an exact title is found among some that begin so, however it is written")
    func exactAmongSome() async throws {
        let library = try await TestLibrary()
        let titles = ["Silver", "SÍL!", "Sil Vous Plait", "Silence", "Sil", "Silt", "Silver Sil", "A Sil"]
        for (number, title) in titles.enumerated() { try library.write("\(number).mp3", ["TITLE": title]) }
        try await library.scan()

        let found = try await library.found("sil")

        #expect(Set(found.prefix(2)) == ["track SÍL!", "track Sil"])
        #expect(
            found.dropFirst(2) == [
                "track Sil Vous Plait", "track Silence", "track Silt", "track Silver", "track Silver Sil",
                "track A Sil",
            ])
    }

    @Test("a better tier takes its rows out of the others")
    func tiers() {
        var tier = SearchTier(kind: .track, fit: .inTitle, rows: [1, 3, 5, 7, 9])
        tier.remove([0, 3, 4, 9, 12])
        #expect(tier.rows == [1, 5, 7])
        tier.remove([])
        #expect(tier.rows == [1, 5, 7])
        tier.remove([1, 5, 7])
        #expect(tier.rows == [])
    }

    @Test("every word must match the beginning of a word, in title, artist, album, genre or composer")
    func everyWord() async throws {
        let library = try await makeLibrary()
        #expect(try await library.found("sig moo") == ["track Blue Moon"])
        #expect(try await library.found("songs almost") == ["track Almost Blue"])
        #expect(try await library.found("jonsi moon") == ["track Blue Moon"])
        #expect(try await library.found("jazz") == ["genre Jazz", "track Blue Moon"])
        #expect(try await library.found("oon") == [])
    }

    @Test("case and accents do not matter")
    func folding() async throws {
        let library = try await makeLibrary()
        #expect(try await library.found("SIGUR ros").first == "artist Sigur Rós")
        #expect(try await library.found("RÓS").contains("album Songs"))
    }

    @Test(
        "one letter in five may be wrong, missing, too many or swapped",
        arguments: ["coltrnae", "cotrane", "coltraane", "koltrane", "qartet coltrane"])
    func mistakes(_ text: String) async throws {
        let library = try await makeLibrary()
        #expect(try await library.found(text).first == "artist Coltrane Quartet")
    }

    @Test("short words are taken as they are, and what is right comes before what is nearly right")
    func exactFirst() async throws {
        let library = try await TestLibrary()
        for (number, title) in ["Moons", "Mount", "Zoo", "Metropolitan"].enumerated() {
            try library.write("\(number).mp3", ["TITLE": title])
        }
        try await library.scan()
        #expect(try await library.found("moont") == ["track Moons", "track Mount"])
        #expect(try await library.found("mount") == ["track Mount"])
        #expect(try await library.found("zo0") == [])
        #expect(try await library.found("netropoliten") == ["track Metropolitan"])
        #expect(try await library.found("mertopolitna") == ["track Metropolitan"])
    }

    @Test("names of signs alone are found")
    func signs() async throws {
        let library = try await makeLibrary()
        #expect(try await library.found("!!!") == ["track !!!"])
        #expect(try await library.found("!") == ["track !!!"])
        #expect(try await library.found("???") == [])
    }

    @Test(
        "nothing that a person types is a fault of the catalog",
        arguments: [
            "\"", "'", "a*", "AND", "NOT", "blue OR", "title:", "(", ")", "NEAR(a, b)", "\0", "🎵", "--", "%_", "^",
        ])
    func anyText(_ text: String) async throws {
        let library = try await makeLibrary()
        do throws(ContentError) {
            _ = try await library.source.search(text, offset: 0, limit: 10)
        } catch {
            guard case .invalidQuery = error.code else { throw error }
        }
    }

    @Test("pages of results put together are all results")
    func pages() async throws {
        let library = try await makeLibrary()
        for query in ["blue", "sort:title", "-blue", "kind:artist|track sort:-title"] {
            let all = try await library.source.search(query, offset: 0, limit: 1000)
            var parts: [ContentNode] = []
            for offset in stride(from: 0, to: all.total, by: 3) {
                parts += try await library.source.search(query, offset: offset, limit: 3).items
            }
            #expect(parts == all.items, "\(query)")
            #expect(all.total == all.items.count, "\(query)")
        }
    }

    @Test("groups come by kind with their totals")
    func groups() async throws {
        let library = try await makeLibrary()
        let groups = try await library.source.searchGroups("blue", limit: 2)
        #expect(groups.map(\.kind) == [.artist, .album, .track])
        #expect(groups.map(\.total) == [2, 1, 5])
        #expect(groups.allSatisfy { $0.isTotalExact && $0.items.count <= 2 })
        #expect(try await library.source.searchGroups("live", limit: 2).map(\.kind) == [.folder])
        #expect(try await library.source.searchGroups("jonsi", limit: 2).map(\.kind).contains(.composer))
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
