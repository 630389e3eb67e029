// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import PlaylistFormats
import Testing

private let list = MediaLocation(filePath: Array("/music/lists/mix.m3u".utf8))

private func read(_ text: String) -> PlaylistDocument { M3UReader.read(Array(text.utf8), list: list) }

private func paths(_ entry: PlaylistEntry) -> [String] { entry.candidates.map(\.description) }

@Suite("An M3U list")
struct M3UTests {
    @Test("gives names relative to its folder, absolute paths and addresses")
    func names() {
        let document = read("a.mp3\n../b/c.flac\n/d.ogg\nhttp://host/e f\nfile:///g%20h.mp3\n")

        #expect(
            document.entries.map(\.location.description)
                == ["/music/lists/a.mp3", "/music/b/c.flac", "/d.ogg", "http://host/e%20f", "/g h.mp3"])
    }

    @Test("says title, artist, duration, album and its own name")
    func descriptions() throws {
        let document = read(
            "\u{FEFF}#EXTM3U\r\n#PLAYLIST:Evening\r\n#EXTALB:Nina at Town Hall\r\n#EXTART:Various\r\n"
                + "#EXTIMG:cover.jpg\r\n#EXTINF:185 tvg-id=\"a,b\",Nina Simone - Wild Is the Wind\r\nwild.mp3\r\n"
                + "#EXTINF:-1,Radio\r\nhttp://host/live\r\n# a remark\r\nplain.mp3")
        let first = try #require(document.entries.first)

        #expect(document.title == "Evening")
        #expect(first.title == "Wild Is the Wind")
        #expect(first.artist == "Nina Simone")
        #expect(first.album == "Nina at Town Hall")
        #expect(first.albumArtist == "Various")
        #expect(first.duration == .seconds(185))
        #expect(first.picture?.description == "/music/lists/cover.jpg")
        #expect(document.entries[1].isLive)
        #expect(document.entries[1].duration == nil)
        #expect(document.entries[2].title == nil)
        #expect(document.entries[2].shownTitle == "plain.mp3")
    }

    @Test("in Latin-1 is shown right, and its names are looked for in both encodings")
    func latin1() throws {
        let bytes =
            Array("#EXTINF:1,Bj".utf8) + [0xF6] + Array("rk - J".utf8) + [0xF3] + Array("ga\nJ".utf8) + [0xF3]
            + Array("ga.mp3".utf8)
        let entry = try #require(M3UReader.read(bytes, list: list).entries.first)

        #expect(entry.artist == "Björk")
        #expect(entry.title == "Jóga")
        #expect(entry.candidates.map(\.filePath).last == Array("/music/lists/Jóga.mp3".utf8))
        #expect(entry.location.filePath == Array("/music/lists/J".utf8) + [0xF3] + Array("ga.mp3".utf8))
    }

    @Test("in UTF-16, as some editors save it, is read")
    func utf16() {
        var bytes: [UInt8] = [0xFF, 0xFE]
        for unit in "é.mp3\r\n".utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }

        #expect(
            M3UReader.read(bytes, list: list).entries.map(\.location.description) == ["/music/lists/é.mp3"])
    }

    @Test("that was written on Windows is looked for from every one of its folders on")
    func windows() {
        let document = read("C:\\Music\\Nina\\a.mp3\r\nNina\\b.mp3\r\n\\\\server\\share\\c.mp3\r\nfile:///D:/x/d.mp3")

        #expect(
            paths(document.entries[0])
                == ["/music/lists/Music/Nina/a.mp3", "/music/lists/Nina/a.mp3", "/music/lists/a.mp3"])
        #expect(paths(document.entries[1]) == ["/music/lists/Nina/b.mp3", "/music/lists/Nina\\b.mp3"])
        #expect(paths(document.entries[2]).last == "/music/lists/c.mp3")
        #expect(paths(document.entries[3]) == ["/music/lists/x/d.mp3", "/music/lists/d.mp3"])
    }

    @Test("from a server leads to that server, never to files of this machine")
    func remote() throws {
        let list = try #require(MediaLocation(uri: "http://host:80/lists/a.m3u?x=/y"))
        let text = "b.mp3\n/c.mp3\n//other/d.mp3\nfile:///etc/passwd\nhttps://e/f"

        #expect(
            M3UReader.read(Array(text.utf8), list: list).entries.map(\.location.uri)
                == ["http://host:80/lists/b.mp3", "http://host:80/c.mp3", "http://other/d.mp3", "https://e/f"])
    }

    @Test("has at most 100,000 entries")
    func bounded() {
        let document = read(String(repeating: "http://h\n", count: PlaylistFormat.entryLimit + 10))
        #expect(document.entries.count == PlaylistFormat.entryLimit)
    }
}

@Suite("Moments in lists")
struct PlaylistMomentTests {
    @Test(
        "are read with any offset, and written in UTC",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2001-09-09T01:46:40Z", 1_000_000_000),
            ("2001-09-09T03:46:40+02:00", 1_000_000_000), ("2001-09-08t19:46:40.250-06:00", 1_000_000_000),
            ("2024-02-29T12:00:00", 1_709_208_000), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ] as [(String, Int64)])
    func moments(text: String, seconds: Int64) {
        #expect(PlaylistTime.moment(text) == seconds)
        #expect(PlaylistTime.moment(PlaylistTime.text(moment: seconds)) == seconds)
    }

    @Test(
        "are written as xsd:dateTime has them",
        arguments: [(0, "1970-01-01T00:00:00Z"), (1_709_208_000, "2024-02-29T12:00:00Z")] as [(Int64, String)])
    func text(seconds: Int64, text: String) {
        #expect(PlaylistTime.text(moment: seconds) == text)
    }

    @Test(
        "that are none are not read",
        arguments: [
            "", "T", "2001", "2001-09-09", "2001-13-09T01:46:40Z", "2001-09-09T01:46:40+2", "1969-12-31T23:59:59Z",
            "-2001-09-09T01:46:40Z", "２００１-09-09T01:46:40Z", "99999999999999999999-01-01T00:00:00Z",
        ])
    func noMoments(text: String) { #expect(PlaylistTime.moment(text) == nil) }
}

@Suite("An M3U8 list that is written")
struct M3UWriterTests {
    @Test("is read back as it was, odd names included", arguments: ["/music/lists", "/", "/else/where"])
    func roundTrip(folder: String) {
        let names = [
            "a.mp3", "#b.mp3", "C:/c.mp3", " d.mp3 ", "e\nf.mp3", "g\\h.mp3", "100%41.mp3", "http:/x.mp3", "ü/ñ.flac",
        ]
        let list = MediaLocation(filePath: Array((folder + "/l.m3u8").utf8))
        var entries = names.map { name in
            PlaylistEntry(
                candidates: [MediaLocation(filePath: Array("/music/lists/\(name)".utf8))], title: "T - \(name)",
                duration: .milliseconds(1500))
        }
        entries.append(PlaylistEntry(candidates: [MediaLocation(filePath: [0x2F, 0xFF, 0x2E])]))
        // A folder at the top that looks like a drive of Windows.
        entries.append(PlaylistEntry(candidates: [MediaLocation(filePath: Array("/d:\\x.mp3".utf8))]))
        entries[1].artist = "Somebody"
        entries[1].album = "An Album"
        entries[2].segment = MediaSegment(start: .microseconds(1_013_333), end: .seconds(3))
        entries[3].segment = MediaSegment(start: .seconds(2))

        let document = M3UReader.read(
            M3UWriter.write(PlaylistDocument(title: "Odd", entries: entries), list: list), list: list)

        #expect(document.title == "Odd")
        #expect(document.entries.map(\.location) == entries.map(\.location))
        #expect(document.entries.map(\.segment) == entries.map(\.segment))
        #expect(document.entries.map(\.artist) == entries.map(\.artist))
        #expect(document.entries.map(\.album) == entries.map(\.album))
        #expect(document.entries[0].title == "T - a.mp3")
        #expect(document.entries[0].duration == .milliseconds(1500))
    }

    @Test("names what lies below it relative to itself")
    func relative() {
        let list = MediaLocation(filePath: Array("/music/l.m3u8".utf8))
        let entries = ["/music/a/b.mp3", "/musical/c.mp3"].map {
            PlaylistEntry(candidates: [MediaLocation(filePath: Array($0.utf8))])
        }

        let text = String(decoding: M3UWriter.write(PlaylistDocument(entries: entries), list: list), as: UTF8.self)

        #expect(text == "#EXTM3U\na/b.mp3\n/musical/c.mp3\n")
    }
}
