// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueTerminal
import Testing

@Suite("Places on the command line")
struct PlaceTests {
    private let session = Session()

    private func classify(_ words: String..., prefersTitles: Bool = false) throws -> PlaceWords {
        try PlaceWords(words, files: session.files, prefersTitles: prefersTitles)
    }

    @Test("Numbers divided by slashes are an index path, also where a file has that name")
    func indexPaths() throws {
        #expect(try classify("/") == .indexPath("/", [], hasRevision: false))
        #expect(try classify("/0/2/5") == .indexPath("/0/2/5", [0, 2, 5], hasRevision: false))
        #expect(try classify("/0/2@17") == .indexPath("/0/2@17", [0, 2], hasRevision: true))
    }

    @Test("An index path with a number out of all bounds is a wrong word")
    func hugeIndexPath() {
        #expect(throws: CommandFailure.self) { try classify("/99999999999999999999") }
    }

    @Test("Existing files and folders are sent as absolute URIs, with spaces as they are")
    func existingFiles() throws {
        session.makeFile("song one.flac")
        session.makeFolder("Albums")

        let folder = session.folder
        #expect(
            try classify("song", "one.flac")
                == .local(MediaLocation(filePath: Array("\(folder)/song one.flac".utf8))))
        #expect(try classify("./Albums/") == .local(MediaLocation(filePath: Array("\(folder)/Albums".utf8))))
        #expect(try classify(folder) == .local(MediaLocation(filePath: Array(folder.utf8))))
        #expect(try classify("Albums/..") == .local(MediaLocation(filePath: Array(folder.utf8))))
    }

    @Test("A name that is not UTF-8 keeps its bytes")
    func rawName() throws {
        session.makeFile("odd\u{10FFFF}")

        let place = try classify(RawWords.text(of: Array("odd".utf8) + [0xFF]))

        #expect(place == .local(MediaLocation(filePath: Array("\(session.folder)/odd".utf8) + [0xFF])))
    }

    @Test("A section's title comes before a folder of that name where the tree is browsed")
    func sectionTitles() throws {
        session.makeFolder("Albums")

        #expect(try classify("Albums", prefersTitles: true) == .names("Albums"))
        #expect(try classify("albums/Kind of Blue", prefersTitles: true) == .names("albums/Kind of Blue"))
        #expect(try classify("Albums") == .local(MediaLocation(filePath: Array("\(session.folder)/Albums".utf8))))
        #expect(
            try classify("./Albums", prefersTitles: true)
                == .local(MediaLocation(filePath: Array("\(session.folder)/Albums".utf8))))
    }

    @Test("URLs, identifiers and words are told apart")
    func otherForms() throws {
        #expect(try classify("https://example.org/radio.ogg") == .uri("https://example.org/radio.ogg"))
        #expect(try classify("album:7q2mbk4d9x1c") == .identifier("album:7q2mbk4d9x1c"))
        #expect(try classify("Kind", "of", "Blue") == .names("Kind of Blue"))
        #expect(try classify("genre:jazz") == .names("genre:jazz"))
        // As long as a key, which has a digit.
        #expect(try classify("genre:instrumental") == .names("genre:instrumental"))
        #expect(try classify("genre:instrument7l") == .identifier("genre:instrument7l"))
        #expect(try classify("artist:mattias", "album:wesnoth") == .names("artist:mattias album:wesnoth"))
        // The shell has taken the quotes away.
        #expect(
            try classify("artist:Artist 1", "album:Blue 1") == .names("artist:\"Artist 1\" album:\"Blue 1\""))
        #expect(try classify("playlist:evening") == .identifier("playlist:evening"))
        #expect(try classify("Albums/Kind of Blue") == .names("Albums/Kind of Blue"))
        #expect(try classify("Mission: Impossible") == .names("Mission: Impossible"))
        #expect(try classify("") == .names(""))
    }

    @Test(
        "What looks like a file and is none is missing",
        arguments: ["./x", "../x", "~/x", "/music/x", "song.mp3", "Song.FLAC", ".", "a b.ogg"])
    func missingFiles(word: String) throws {
        let place = try PlaceWords([word], files: LocalFiles(workingDirectory: Array("/nonexistent".utf8)))

        #expect(place == .missing(word))
    }

    @Test("A missing file ends with status 3 and the service is not asked")
    func missingFileStatus() async {
        #expect(await session.run("play", "no.mp3") == .nothingFound)
        #expect(session.talk.text == "oncue: no such file: no.mp3\n")
        #expect(session.service.calls.isEmpty)
    }

    @Test("Several files are played one after the other")
    func severalFiles() async {
        session.makeFile("song one.flac")
        session.makeFile("song two.flac")

        #expect(await session.run("play", "song one.flac", "song two.flac") == .done)

        let base = "file://\(session.folder)/song%20"
        #expect(session.service.calls == ["play \(base)one.flac + \(base)two.flac", "now"])
    }

    @Test(
        "Words that each stand for themselves are places of their own",
        arguments: [
            (["Albums/Night Crossing", "Albums/Kitchen Table Sessions"], true),
            (["Albums/Night Crossing", "Albums/Gained"], true), (["Albums/Gained", "Albums/Rhythm"], true),
            (["Albums/Night Crossing", "/1/1/0"], true), (["/1/1/0", "genre:folk"], true),
            (["genre:folk", "Little Gears"], true), (["Little Gears", "track:7q2mbk4d9x1c"], true),
            (["https://example.org/a.ogg", "year:1960"], true), (["Little Gears", "no.mp3"], true),
            (["night", "crossing"], false), (["Albums/Night", "Crossing"], false),
            (["Little Gears", "unplayed"], false),
            (["genre:jazz", "year:1960"], false), (["artist:Miles Davis", "year:1959"], false),
            (["Night Crossing", "kind:album"], false), (["/1/1/0", "sort:title"], false),
            (["miles davis", "-live"], false), (["kind of blue", "OR", "blue train"], false),
            (["genre:", "Little Gears"], false), (["Little Gears"], false), (["miles", "-live"], false),
            (["Kettle Song", "nope"], true), (["nope", "Kettle Song", "genre:folk"], true),
            (["AC/DC", "Little Gears"], true), (["/1/1/0", "nope"], true), (["genre:folk", "nope"], false),
            (["Little Gears", "favourite"], false),
        ])
    func several(words: [String], areSeveral: Bool) throws {
        #expect(try PlaceWords.areSeveral(words, files: session.files) == areSeveral)
    }

    @Test(
        "Several titles in quotes are one change",
        arguments: [
            (["queue", "add", "Albums/Night Crossing", "/1/1/0"], "enqueue Albums/Night Crossing + /1/1/0"),
            (["playlist", "add", "Mix", "genre:folk", "Little Gears"], "add genre:folk + Little Gears to Mix"),
            (["play", "/1/1/0", "genre:folk"], "play /1/1/0 + genre:folk"),
            (["play", "night", "crossing"], "play night crossing"),
        ])
    func severalTitles(words: [String], call: String) async {
        #expect(await session.run(words) == .done)
        #expect(session.service.calls.contains(call), "\(session.service.calls)")
    }

    @Test("Several titles in quotes are favourites each")
    func severalFavourites() async {
        #expect(await session.run("favourite", "Little Gears", "Albums/Night Crossing") == .done)
        #expect(session.talk.text == "Added 2 items to your favourites\n")
    }

    @Test("Favourites are listed by title, and nothing else can be asked with that")
    func favourites() async {
        #expect(await session.run("favourite", "--list") == .done)
        #expect(
            session.service.calls.contains { $0.hasPrefix("search favourite sort:title") }, "\(session.service.calls)")
        for word in ["--remove", "--all", "Blue"] {
            #expect(await session.run("favourite", "--list", word) == .wrongWords, "\(word)")
        }
    }
}

@Suite("Index paths that were shown")
struct ShownPathTests {
    private static let album = ContentRecord(identifier: "album:1", kind: "album", title: "Blue", path: "/1/0")
    private static let other = ContentRecord(identifier: "album:2", kind: "album", title: "Green", path: "/1/0")

    @Test("A path that leads where it did is sent with the present revision, and so is what is below it")
    func unchanged() async {
        let session = Session { $0.items = [Self.album] }
        await session.run("browse", "Albums")
        session.service.change { $0.revision = 99 }

        await session.run("play", "/1/0", "-q")
        await session.run("queue", "add", "/1/0/3", "-q")

        #expect(session.service.calls.dropFirst() == ["item /1/0", "play /1/0@99", "item /1/0", "enqueue /1/0/3@99"])
    }

    @Test("A path that leads elsewhere by now is refused with both names")
    func moved() async {
        let session = Session { $0.items = [Self.album] }
        await session.run("browse", "Albums")
        session.service.change { state in
            state.items = [
                Self.other, ContentRecord(identifier: "album:1", kind: "album", title: "Blue", path: "/1/1"),
            ]
        }

        #expect(await session.run("play", "/1/0") == .failed)
        #expect(
            session.talk.text
                == "oncue: /1/0 was \"Blue\" when it was shown, and is \"Green\" now; run oncue browse again\n")
        #expect(!session.service.calls.contains { $0.hasPrefix("play") })
    }

    @Test("What is shown later at a path is what it means")
    func shownAgain() async {
        let session = Session { $0.items = [Self.album] }
        await session.run("browse", "Albums")
        session.service.change { $0.items = [Self.other] }
        await session.run("browse", "Albums")

        #expect(await session.run("play", "/1/0", "-q") == .done)
    }

    @Test("Sections, paths with a revision of their own and paths that were never shown are sent as they are")
    func keepsOthers() async {
        let session = Session { $0.items = Samples.albums }
        session.memory.write([("/1", "section:albums")])

        await session.run("browse", "/1")
        await session.run("browse", "/1/0@3")
        await session.run("browse", "/7/7")

        #expect(session.service.calls.map { $0.split(separator: " ")[1] } == ["/1", "/1/0@3", "/7/7"])
    }

    @Test("A tree remembers every item that it shows")
    func tree() async {
        let session = Session { state in
            state.items = [
                ContentRecord(
                    identifier: "section:library", kind: "section", title: "Library", isContainer: true, path: "/0")
            ]
            state.children["/0"] = [ContentRecord(identifier: "album:1", kind: "album", title: "A", path: "/0/0")]
        }

        await session.run("browse", "--depth", "2")

        #expect(session.memory.shown(at: [0, 0])?.identifier == "album:1")
        #expect(session.memory.shown(at: [0, 0, 5])?.path == [0, 0])
        #expect(session.memory.shown(at: [0, 1]) == nil)
        #expect(session.memory.shown(at: [0]) == nil)
    }

    @Test("Tens of thousands of paths are remembered, the last ones for certain")
    func many() {
        let session = Session()
        for album in 0..<40 {
            session.memory.write((0..<2000).map { ("/1/\(album)/\($0)", "track:\(album)x\($0)") })
        }

        #expect(session.memory.shown(at: [1, 39, 1999])?.identifier == "track:39x1999")
        #expect(session.memory.shown(at: [1, 39, 0])?.identifier == "track:39x0")
    }

    @Test("A library that changes in that moment is refused by the name that was typed")
    func stale() async {
        let session = Session { $0.error = ClientError(.staleIndexPath, "something else") }

        #expect(await session.run("play", "/0/2/5") == .failed)
        #expect(
            session.talk.text
                == "oncue: stale index path /0/2/5: the library has changed since it was shown; run oncue browse again\n"
        )
    }

    @Test("Rubbish in the file counts as nothing")
    func rubbish() async {
        let session = Session()
        session.makeFolder("runtime")
        session.makeFile("runtime/shown-paths")

        #expect(session.memory.shown(at: [0, 1]) == nil)
    }
}

@Suite("What is said about a place that is not there")
struct MissingPlaceTests {
    @Test(
        "The service's own words are shown as they are, whatever they are",
        arguments: [ClientError.Code.notFound, .nothingMatches],
        ["there is no \"it\" in the library", "nothing in the library matches it", "es gibt kein „it“"])
    func sentences(code: ClientError.Code, sentence: String) async {
        let session = Session { $0.error = ClientError(code, sentence) }

        #expect(await session.run("play", "Librry") == .nothingFound)
        #expect(session.talk.text == "oncue: \(sentence)\n")
    }

    @Test("Words that are no title are searched for, whatever the service says of them", arguments: ["browse", "play"])
    func unknownTitles(command: String) async {
        let session = Session { $0.placeErrors["wilco"] = ClientError(.nothingMatches, "„wilco“ fehlt") }

        #expect(await session.run(command, "wilco") == .nothingFound)
        #expect(session.talk.text == "oncue: „wilco“ fehlt\n")
    }

    @Test("A file that cannot be imported or written is named with the reason")
    func files() async {
        let session = Session()
        session.makeFolder("runtime")

        #expect(await session.run("podcast", "import", "missing.opml") == .nothingFound)
        #expect(session.talk.text.hasSuffix("oncue: no such file: missing.opml\n"))
        #expect(await session.run("podcast", "import", "runtime") == .wrongWords)
        #expect(session.talk.text.hasSuffix("oncue: runtime is a folder; expected a file\n"))
        #expect(await session.run("podcast", "export", "nowhere/x.opml") == .failed)
        #expect(session.talk.text.hasSuffix("oncue: cannot write nowhere/x.opml: No such file or directory\n"))
    }
}
