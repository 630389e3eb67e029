// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import MPDProtocol
import Testing

@Suite("Replies")
struct ReplyTests {
    @Test("have no line that is longer than clients can read, and none in two")
    func bounded() {
        let values = [
            String(repeating: "a", count: 10_000), String(repeating: "é", count: 5_000),
            String(repeating: "a", count: 3_990) + String(repeating: "🎵", count: 100), "one\ntwo\u{0}\u{7F}three\r",
        ]
        for value in values {
            var reply = Reply()

            reply.add("Title", value)

            #expect(reply.bytes.count <= ReplyText.longestLine)
            #expect(reply.bytes.filter { $0 < 0x20 } == [0x0A])
            #expect(String(validating: reply.bytes, as: UTF8.self) != nil)
        }
    }

    @Test("cut a text between characters")
    func cut() {
        #expect(ReplyText.value("aéb", room: 2) == "a")
        #expect(ReplyText.value("aéb", room: 3) == "aé")
        #expect(ReplyText.value("🎵", room: 3).isEmpty)
        #expect(ReplyText.value("one\ntwo", room: 100) == "one two")
    }

    @Test("have times in seconds, and dates")
    func times() {
        #expect(ReplyText.seconds(.milliseconds(200_042)) == "200.042")
        #expect(ReplyText.wholeSeconds(.milliseconds(1_500)) == 2)
        #expect(ReplyText.cutSeconds(.milliseconds(1_900)) == 1)
        #expect(ReplyText.wholeSeconds(.milliseconds(-1_500)) == 0)
        var reply = Reply()
        for time: Int64 in [1_795_897_659, 951_782_400, -5, .max] { reply.add("D", date: time) }
        let dates = reply.text.split(separator: "\n")
        #expect(dates.prefix(3) == ["D: 2026-11-28T20:27:39Z", "D: 2000-02-29T00:00:00Z", "D: 1970-01-01T00:00:00Z"])
        var lengths = Reply()
        for length: Duration in [.milliseconds(200_042), .microseconds(1_499_600), .seconds(-1), .seconds(Int64.max)] {
            lengths.add(duration: length)
        }
        #expect(
            lengths.text.split(separator: "\n").prefix(6) == [
                "Time: 200", "duration: 200.042", "Time: 1", "duration: 1.500", "Time: 0", "duration: 0.000",
            ])
    }

    @Test("have parts of files with their size")
    func binary() {
        var reply = Reply()

        reply.addBinary([1, 2, 3])

        #expect(reply.bytes == Array("binary: 3\n".utf8) + [1, 2, 3, 0x0A])
    }

    @Test("have the tags of a song that a client wants")
    func masked() throws {
        let song = Song(
            "a/b.ogg", tags: [.init(.artist, "A"), .init(.title, "T")], duration: .milliseconds(1_500), modified: 0)
        var (mask, reply) = (TagMask.all, Reply())
        _ = try mask.perform(["clear"])
        _ = try mask.perform(["enable", "title"])

        reply.add(song, mask)

        #expect(reply.text == "file: a/b.ogg\nTitle: T\nTime: 2\nduration: 1.500\n")
    }

    @Test("list the tags that there are")
    func tagTypes() throws {
        var mask = TagMask.all

        #expect(try mask.perform([])?.map(\.name).first == "Artist")
        #expect(try mask.perform(["disable", "Artist"]) == nil)
        #expect(!mask.contains(.artist))
        for (words, message) in [
            (["enable", "foo"], "Unknown tag type"), (["enable"], "Not enough arguments"),
            (["foo"], "Unknown sub command"),
        ] {
            #expect(throws: CommandRefusal(.argument, message)) { _ = try mask.perform(words) }
        }
        #expect(TagKind.musicBrainzWork.name == "MUSICBRAINZ_WORKID")
        #expect(TagKind(named: "albumartist") == .albumArtist)
    }
}

@Suite("Looking for songs")
struct SongFilterTests {
    static let songs = [
        Song(
            "One/1.flac", identifier: "track:1",
            tags: [
                .init(.artist, "Ada"), .init(.artist, "Ben"), .init(.album, "First"), .init(.title, "Blue"),
                .init(.genre, "Folk"), .init(.track, "2"),
            ], duration: .seconds(60), modified: 1_000, format: "44100:*:2"),
        Song(
            "One/2.flac", identifier: "track:2",
            tags: [
                .init(.artist, "Ada"), .init(.album, "First"), .init(.albumArtist, "Various"), .init(.title, "Café"),
                .init(.track, "1"),
            ], duration: .seconds(30), modified: 2_000, format: "48000:*:1"),
        Song("Two/Deep/3.ogg", identifier: "track:3", tags: [.init(.title, "It's \"3\"")], modified: 3_000),
    ]
    static let tree = SongTree(songs)

    /// Patterns that match beginnings.
    private static func pattern(_ text: String, _ foldsCase: Bool) -> ((String) -> Bool)? {
        text == "wrong" ? nil : { $0.hasPrefix(text) }
    }

    private func found(_ words: String..., foldsCase: Bool = false) throws -> [String] {
        let filter = try SongFilter(words, foldsCase: foldsCase, patterns: Self.pattern)
        return Self.tree.songs.filter(filter.matches).map(\.identifier)
    }

    @Test("finds pairs exactly, or parts in any case")
    func pairs() throws {
        #expect(try found("Artist", "Ada") == ["track:2", "track:1"])
        #expect(try found("artist", "ada") == [])
        #expect(try found("artist", "AD", foldsCase: true) == ["track:2", "track:1"])
        #expect(try found("title", "cafe", foldsCase: true) == ["track:2"])
        #expect(try found("Artist", "Ada", "Title", "Blue") == ["track:1"])
        #expect(try found("any", "Folk") == ["track:1"])
        #expect(try found("file", "Two/Deep/3.ogg") == ["track:3"])
        #expect(try found("base", "One") == ["track:2", "track:1"])
        #expect(try found("base", "On") == [])
        #expect(try found("modified-since", "2000") == ["track:2", "track:3"])
    }

    @Test(
        "folds texts that are all ASCII as others",
        arguments: [
            ("Ab C", "==", "aB c", true), (" A  b\t", "==", "a B", true), ("A b", "==", " a   b ", true),
            ("ab", "==", "a b", false), ("a b\u{7F}", "contains", "B", true), ("One two", "contains", "e T", true),
            ("One two", "contains", "e  t", true), ("One\ttwo", "contains", "e t", true),
            ("x", "contains", "xy", false),
            ("", "contains", "", true), ("", "==", " ", true), (" ", "==", "", true),
            ("One two", "starts_with", "oNE", true),
            ("  One", "starts_with", "o", true), ("One two", "starts_with", "two", false), ("É b", "==", "e B", true),
            ("[", "==", "{", false), ("@", "==", "`", false),
        ])
    func plain(text: String, sign: String, value: String, isFound: Bool) throws {
        let filter = try SongFilter(["(title \(sign) '\(value)')"], foldsCase: true, patterns: Self.pattern)

        #expect(filter.matches(Song("s", tags: [.init(.title, text)])) == isFound)
    }

    @Test("takes a tag for another, and an absent one for an empty text")
    func absent() throws {
        #expect(try found("AlbumArtist", "Ada") == ["track:1"])
        #expect(try found("AlbumArtist", "Various") == ["track:2"])
        #expect(try found("Date", "") == ["track:2", "track:1", "track:3"])
        #expect(try found("Genre", "") == ["track:2", "track:3"])
    }

    @Test("understands expressions")
    func expressions() throws {
        #expect(try found("(Artist == 'Ben')") == ["track:1"])
        #expect(try found("(Artist != 'Ben')") == ["track:2", "track:3"])
        #expect(try found("(Title contains \"lu\")") == ["track:1"])
        #expect(try found("(Title starts_with 'Bl')") == ["track:1"])
        #expect(try found("(Title !contains 'lu')") == ["track:2", "track:3"])
        #expect(try found("(Title =~ 'Bl')") == ["track:1"])
        #expect(try found("(Title !~ 'Bl')") == ["track:2", "track:3"])
        #expect(try found("(!(Artist == 'Ada'))") == ["track:3"])
        #expect(try found("((Artist == 'Ada') AND (Title == 'Blue'))") == ["track:1"])
        #expect(try found("((Artist == 'Ada') AND (!(Title == 'Blue')) AND (Album == 'First'))") == ["track:2"])
        #expect(try found(#"(Title == "It's \"3\"")"#) == ["track:3"])
        #expect(try found(#"(Title == 'It\'s "3"')"#) == ["track:3"])
        #expect(try found("(base 'Two')") == ["track:3"])
        #expect(try found("(modified-since '1970-01-01T00:50:00Z')") == ["track:3"])
        #expect(try found("(AudioFormat == '44100:16:2')") == ["track:1"])
        #expect(try found("(AudioFormat =~ '*:*:1')") == ["track:2"])
        #expect(try found("(TITLE == 'blue')", foldsCase: true) == ["track:1"])
        #expect(try found("(Artist == 'Ada')", "Title", "Blue") == ["track:1"])
    }

    @Test(
        "refuses others",
        arguments: [
            "(", "()", "(Artist", "(Artist = 'x')", "(Artist == x)", "(Artist == 'x'", "(Artist == 'x') y",
            "(foo == 'x')", "(!Artist == 'x')", "((Artist == 'x') OR (Artist == 'y'))", "(Title =~ 'wrong')",
            "(modified-since 'x')", "(AudioFormat == '1')", "(base '../x')", "(Artist == 'x\\", "Artist",
        ])
    func refused(text: String) {
        #expect(throws: CommandRefusal.self) { _ = try found(text) }
    }

    @Test(
        "refuses times that no clock shows",
        arguments: [
            "T9223372036854775807", "T2562047788015216:00", "T24", "T10:60", "T10:00:61", "T-1", "T10:-5", "T",
            "T1:2:3:4",
        ])
    func clocks(clock: String) {
        #expect(throws: CommandRefusal(.argument, "Failed to parse date")) {
            _ = try found("modified-since", "2024-01-01" + clock)
        }
        #expect(throws: CommandRefusal.self) { _ = try found("(modified-since '2024-01-01\(clock)')") }
    }

    @Test("bounds nesting")
    func nested() {
        let depth = 5_000
        let text = String(repeating: "(", count: depth) + "Artist == 'x'" + String(repeating: ")", count: depth)

        #expect(throws: CommandRefusal(.argument, "Expression is nested too deeply")) { _ = try found(text) }
    }

    @Test("bounds regular expressions")
    func manyPatterns() throws {
        let test = "(Title !~ 'x')"
        let most = Array(repeating: test, count: SongFilter.mostPatterns).joined(separator: " AND ")

        #expect(try found("(\(most))").count == 3)
        #expect(throws: CommandRefusal(.argument, "Too many regular expressions")) {
            _ = try found("(\(most) AND \(test))")
        }
        #expect(throws: CommandRefusal.self) { _ = try found("(\(most))", test) }
    }

    @Test("may be anything")
    func anything() {
        let parts = ["(", ")", "!", "Artist", "==", "=~", "'x'", "\"", "'", "\\", " ", "AND", "base", "contains ", "é"]
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 1...12)).compactMap { _ in parts.randomElement() }.joined()
            _ = try? found("(" + text)
        }
    }
}

@Suite("Songs in their folders")
struct SongTreeTests {
    private let tree = SongFilterTests.tree

    @Test("are in the order of their albums, with the folders next to each other")
    func folders() throws {
        let top = try #require(tree.folder(at: ""))
        let two = try #require(tree.folder(at: "Two"))

        #expect(top.folders == ["One", "Two"])
        #expect(top.songs.isEmpty && top.allSongs == 0..<3)
        #expect(two.folders == ["Two/Deep"] && two.songs.isEmpty && two.allSongs == 2..<3)
        #expect(two.modified == 3_000)
        #expect(tree.songs.map(\.uri) == ["One/2.flac", "One/1.flac", "Two/Deep/3.ogg"])
        #expect(tree.song(at: "One/1.flac")?.identifier == "track:1")
        #expect(tree.range(at: "One") == 0..<2)
        #expect(tree.range(at: "Three") == nil)
    }

    @Test("whose path is too long, or more than a line, are left out")
    func unfit() {
        let tree = SongTree([Song(String(repeating: "a", count: 5_000)), Song("a\nb"), Song("c")])

        #expect(tree.songs.map(\.uri) == ["c"])
    }

    @Test("have values that are grouped")
    func values() {
        var (values, counts) = (ValueTree([.album, .title]), ValueCounts(.artist))

        for song in tree.songs {
            values.add(song)
            counts.add(song)
        }

        let lines = values.lines.map { "\($0.kind.name): \($0.value)" }
        #expect(lines == ["Album: ", "Title: It's \"3\"", "Album: First", "Title: Blue", "Title: Café"])
        #expect(counts.rows.map(\.value) == ["", "Ada", "Ben"])
        #expect(counts.rows[1].count == 2)
    }

    @Test("are sorted as a client likes")
    func sorted() throws {
        #expect(try SongOrder("Title").sorted(tree.songs).map(\.identifier) == ["track:1", "track:2", "track:3"])
        #expect(try SongOrder("-Title").sorted(tree.songs).map(\.identifier) == ["track:3", "track:2", "track:1"])
        #expect(try SongOrder("Track").sorted(tree.songs).map(\.identifier) == ["track:3", "track:2", "track:1"])
        #expect(try SongOrder("-Last-Modified").sorted(tree.songs).map(\.identifier).first == "track:3")
        #expect(throws: CommandRefusal(.argument, "Unknown sort tag")) { try SongOrder("foo") }
    }
}

@Suite("Settings for clients")
struct MPDSettingsTests {
    @Test("have addresses, passwords, and what anybody may do")
    func parsed() throws {
        let settings = try MPDSettings(
            """
            # The kitchen
            listen = 192.168.1.4
            listen = [::1]:6601

            password = a@b@read,add
            password = all
            default = read
            """)

        #expect(settings.addresses.map(\.text) == ["192.168.1.4:6600", "[::1]:6601"])
        #expect(settings.permissions == .read)
        #expect(settings.permissions(for: "a@b") == [.read, .add])
        #expect(settings.permissions(for: "all") == .all)
        #expect(settings.permissions(for: "al") == nil)
        #expect(settings.permissions(for: "") == nil)
        #expect(settings.fault == nil)
    }

    @Test(
        "say which line is wrong",
        arguments: ["x", "listen = a:b", "listen =", "password = @read", "default = all", "foo = 1"])
    func wrong(line: String) {
        #expect {
            try MPDSettings("\n" + line)
        } throws: { ($0 as? MPDSettings.Mistake)?.line == 2 }
    }

    @Test("do not open the network without a word about it")
    func open() throws {
        #expect(try MPDSettings("listen = 0.0.0.0").fault != nil)
        #expect(try MPDSettings("listen = 127.0.0.1").fault == nil)
        #expect(try MPDSettings("listen = 0.0.0.0\ndefault = read").fault == nil)
        #expect(try MPDSettings("listen = 0.0.0.0\npassword = x").permissions.isEmpty)
        #expect(try MPDSettings("listen = 127.0.0.1").permissions == .all)
        #expect(try MPDSettings("listen = 127.example.org").fault != nil)
    }
}
