// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("Commands for playlists and stations")
struct ListCommandTests {
    @Test(
        "reach the service",
        arguments: [
            (["playlist", "create", "Mix"], "create Mix m3u8"),
            (["playlist", "create", "Mix", "--format", "xspf"], "create Mix xspf"),
            (["playlist", "add", "Mix", "album:x"], "add album:x to Mix"),
            (["playlist", "add", "Mix", "album:x", "--at", "2"], "add album:x to Mix at 1"),
            (["playlist", "remove", "Mix", "2"], "arrange Mix remove([1])"),
            (["playlist", "move", "Mix", "2", "1"], "arrange Mix move([1], to: 0)"),
            (["playlist", "crop", "Mix", "2,1"], "arrange Mix keep([0, 1])"),
            (["playlist", "sort", "Mix", "artist"], "arrange Mix sort(OnCueCore.TrackSorting.artist)"),
            (["playlist", "shuffle", "Mix"], "arrange Mix sort(OnCueCore.TrackSorting.random)"),
            (["playlist", "unique", "Mix"], "arrange Mix removeDuplicates"),
            (["playlist", "rename", "Mix", "Other"], "rename Mix to Other"),
            (["playlist", "delete", "Mix"], "delete Mix"), (["playlist", "save", "Now"], "save Now"),
            (["radio", "add", "Jazz", "http://h/x"], "station Jazz http://h/x"),
            (["radio", "add", "http://h/x", "Jazz"], "station Jazz http://h/x"),
            (["radio", "remove", "Jazz"], "remove Jazz"), (["radio", "remove", "Jazz", "FM"], "remove Jazz FM"),
            (["radio", "rename", "Jazz", "Blues"], "rename Jazz to Blues"),
        ])
    func reach(words: [String], call: String) async {
        let session = Session { $0.items = Samples.albums + Samples.albums }

        let status = await Program.run(words, session.context)

        #expect(status == .done)
        // The answer has the name as it is.
        #expect(session.service.calls.last { !$0.hasPrefix("item ") } == call)
        #expect(session.data.lines.isEmpty)
        #expect(!session.talk.lines.isEmpty)
    }

    @Test(
        "create the playlist to which something is added, if there is none",
        arguments: [
            (["playlist", "add", "New", "Little Gears"], "Little Gears", "New"),
            (["playlist", "add", "Playlists/Calm/New", "little", "gears"], "little gears", "Calm/New"),
            (["search", "blue", "--to", "New"], "search:blue", "New"),
        ])
    func creates(words: [String], place: String, name: String) async {
        let session = Session { $0.placeErrors["New"] = ClientError(.notFound, "there is no such playlist") }

        #expect(await session.run(words) == .done)

        #expect(
            session.service.calls.filter { !$0.hasPrefix("item ") }.suffix(3) == [
                "resolve \(place)", "create \(name) m3u8", "add \(place) to playlist:made",
            ])
        #expect(session.talk.lines.count == 2)
        #expect(session.talk.lines.first == "Created playlist \"\(name)\"")
    }

    @Test(
        "create no playlist if nothing is found, it is there, or it has no name",
        arguments: [("New", "nothing", false), ("New", "x", true), ("/2/7", "x", false), ("playlist:New", "x", false)])
    func createsNone(name: String, place: String, exists: Bool) async {
        let session = Session { state in
            for name in ["New", "/2/7"] {
                state.placeErrors[name] = ClientError(.notFound, "there is no such playlist")
            }
            state.placeErrors["nothing"] = ClientError(.nothingMatches, "nothing matches")
            if exists { state.items = [ContentRecord(identifier: "playlist:a", kind: "playlist", title: "New")] }
        }

        #expect(await session.run("playlist", "add", name, place) == .nothingFound)
        #expect(!session.service.calls.contains { $0.hasPrefix("create") })
        #expect(session.talk.lines.count == 1)
    }

    @Test("Several stations, and those that a query finds, are removed each")
    func stations() async {
        let session = Session {
            $0.items = ["a", "b"].map { ContentRecord(identifier: "station:\($0)", kind: "station", title: $0) }
        }
        await session.run("radio", "remove", "genre:jazz")
        #expect(session.service.calls.filter { $0.hasPrefix("remove") } == ["remove station:a", "remove station:b"])
        #expect(session.talk.lines.count == 2)
        let named = Session()
        await named.run("radio", "remove", "Jazz FM", "Rock FM")
        #expect(named.service.calls.filter { $0.hasPrefix("remove") } == ["remove Jazz FM", "remove Rock FM"])
    }

    @Test("take back the playlist that was created if nothing can be added to it")
    func takesBack() async {
        let session = Session {
            $0.placeErrors["New"] = ClientError(.notFound, "there is no such playlist")
            $0.placeErrors["playlist:made"] = ClientError(.notPlayable, "it has no audio")
        }

        #expect(await session.run("playlist", "add", "New", "https://example.org/a.jpg") == .failed)
        #expect(
            session.service.calls.suffix(3) == [
                "create New m3u8", "add https://example.org/a.jpg to playlist:made", "delete playlist:made",
            ])
        #expect(session.talk.text == "oncue: it has no audio\n")
    }

    @Test("with wrong words are refused before anything is asked")
    func refused() async {
        for words in [
            ["playlist", "create"], ["playlist", "create", "x", "--format", "pls"], ["playlist", "remove", "x", "0"],
            ["playlist", "move", "x", "1"], ["playlist", "add", "x", "y", "--at", "0"], ["radio", "add", "x"],
            ["radio", "frob"], ["playlist", "import"], ["playlist", "export"],
            ["playlist", "export", "x", "--format", "asx"], ["playlist", "export", "x", "a.asx"],
            ["playlist", "export", "x", "--json"], ["playlist", "import", "."],
        ] {
            let session = Session()
            #expect(await Program.run(words, session.context) == .wrongWords, "\(words)")
            #expect(session.service.calls.isEmpty)
        }
    }

    @Test("import a file that is there, under its own name or another")
    func imports() async {
        let session = Session { $0.items = Samples.albums }
        session.makeFile("song one.flac")
        let file = "file://\(session.folder)/song%20one.flac"

        #expect(await session.run("playlist", "import", "song one.flac") == .done)
        #expect(session.service.calls.contains("import \(file)"))
        #expect(session.talk.lines.first?.hasPrefix("Imported 3 entries as ") == true)
        #expect(await session.run("playlist", "import", "song one.flac", "--name", "A/B", "--json") == .done)
        #expect(session.service.calls.contains("import \(file) as A/B"))
        #expect(session.data.lines == [#"{"playlist":"playlist:made","count":3}"#])
        #expect(await session.run("playlist", "import", "none.m3u8") == .nothingFound)
        #expect(session.talk.lines == ["oncue: no such file: none.m3u8"])
    }

    @Test("export to standard output or to a file, whose ending is the format, and replace none unasked")
    func exports() async throws {
        let session = Session()
        session.makeFile("song one.flac")

        for (words, call) in [
            ([], "export Mix as m3u8"), (["-"], "export Mix as m3u8"), (["--format", "pls"], "export Mix as pls"),
        ] {
            #expect(await session.run(["playlist", "export", "Mix"] + words) == .done)
            #expect(session.service.calls.last == call)
            #expect(session.data.lines == ["#EXTM3U"])
        }
        #expect(await session.run("playlist", "export", "Mix", "song one.flac") == .failed)
        #expect(
            session.talk.lines == ["oncue: song one.flac already exists; choose another name, or use --replace"])
        #expect(session.service.calls.count == 3)
        #expect(await session.run("playlist", "export", "Mix", "song one.flac", "--replace") == .done)
        #expect(session.service.calls.last == "export Mix as m3u8 to file://\(session.folder)/song%20one.flac")
        #expect(session.talk.lines == ["Wrote song one.flac, as m3u8"])
        #expect(try session.files.text(of: Array("song one.flac".utf8), limit: 100) == "#EXTM3U\n")
    }

    @Test("list what there is, entries with their numbers")
    func lists() async {
        let session = Session { state in
            state.items = Samples.albums
        }

        #expect(await session.run("playlist") == .done)
        #expect(session.service.calls.first?.hasPrefix("children Playlists") == true)
        #expect(await session.run("radio", "list", "--json") == .done)
        #expect(session.data.text.contains("\"items\""))
        #expect(await session.run("playlist", "show", "Mix") == .done)
        #expect(session.data.lines.first?.contains("1") == true)
    }
}
