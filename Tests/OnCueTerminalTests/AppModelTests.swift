// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import OnCueClient
import OnCueInterface
import Testing
import TextOutput

@testable import OnCueCore
@testable import OnCueTerminal

@Suite("The full-screen program")
struct AppModelTests {
    static let start = ContinuousClock.now

    private func model(_ tab: AppTab, width: Int = 100, height: Int = 24, keys: String = "") -> AppModel {
        let table = KeyTable(ConfigurationReading("[keys]\n" + keys).configuration)
        var model = AppModel(
            tab, keys: table, screen: Screen(isTerminal: true, width: width, height: height), now: Self.start)
        _ = model.begin()
        return model
    }

    /// Gives a screen rows.
    private func fill(_ model: inout AppModel, _ rows: [ContentRecord], _ effects: [AppEffect]? = nil) {
        let effects = effects ?? model.handle(.outdated(model.tab))
        for case .fetch(let fetch) in effects where fetch.tab == model.tab {
            var page = ListPage(total: rows.count, rows: rows.map { ListRow($0) })
            page.revision = ContentTree.Revision(7)
            _ = model.handle(.page(fetch, page))
        }
    }

    private func track(_ number: Int, _ kind: String = "track") -> ContentRecord {
        ContentRecord(
            identifier: "\(kind):\(number)", kind: kind, title: "Song \(number)", subtitle: "Ada", isPlayable: true,
            duration: .seconds(60), path: "/1/2/\(number)", isStreaming: kind == "episode")
    }

    private func press(_ model: inout AppModel, _ keys: String) -> [AppEffect] {
        keys.reduce([]) { _, letter in model.handle(.key(.character(letter))) }
    }

    @Test("The likeliest end of a query is grey behind the cursor, and the right arrow takes it")
    func ghost() {
        var model = model(.search)
        let effects = press(&model, "so")
        fill(&model, [track(1), track(2)], effects)
        #expect(model.lines(Self.start)[1].hasPrefix("Search: so▏ng 1"))
        _ = model.handle(.key(.right))
        #expect(model.query == "song 1")
        #expect(model.queryHint == nil)

        _ = model.handle(.key(.control("u")))
        _ = press(&model, "gen")
        #expect(model.queryHint?.rest == "re:")
        let value = press(&model, "re:ja")
        #expect(value.contains(.hint(query: "genre:ja")))
        _ = model.handle(.hint(query: "genre:j", word: "genre:Jungle"))
        #expect(model.queryHint == nil)
        _ = model.handle(.hint(query: "genre:ja", word: "genre:\"Jazz Rock\""))
        #expect(model.lines(Self.start)[1].hasPrefix("Search: genre:ja▏zz Rock"))
        _ = model.handle(.key(.right))
        #expect(model.query == "genre:\"Jazz Rock\"")
        _ = model.handle(.key(.escape))
        #expect(model.queryHint == nil)
    }

    @Test("Tab and the numbers go between all screens, and each asks for its rows")
    func screens() {
        var model = model(.library)
        for tab in [
            AppTab.search, .playlists, .podcasts, .radio, .suggestions, .sound, .history, .now, .queue, .library,
        ] {
            let effects = model.handle(.key(.tab))
            #expect(model.tab == tab)
            guard ![.now, .search, .queue, .library].contains(tab) else { continue }
            #expect(effects.contains { if case .fetch(let fetch) = $0 { fetch.tab == tab } else { false } }, "\(tab)")
        }
        _ = press(&model, "9")
        #expect(model.tab == .sound)
        _ = model.handle(.key(.shiftTab))
        #expect(model.tab == .suggestions)
    }

    @Test("Volume, seeking and the like mean the same on every screen", arguments: AppTab.allCases)
    func sameKeys(tab: AppTab) {
        var model = model(tab)
        if model.isTyping { _ = model.handle(.key(.escape)) }

        #expect(press(&model, ">") == [.command(.next)])
        #expect(press(&model, "<") == [.command(.previous)])
        #expect(press(&model, " ") == [.command(.toggle)])
        #expect(press(&model, "-") == [.command(.adjustVolume(-0.05))])
        #expect(press(&model, "}") == [.command(.seekBy(.seconds(60)))])
        #expect(press(&model, "m") == [.command(.setMuted(true))])
        #expect(press(&model, "z") == [.command(.setShuffleMode(.tracks))])
        #expect(press(&model, "u").contains(.edit(.undo)))
        #expect(press(&model, "q") == [.quit])
    }

    @Test("Keys of the configuration replace the defaults, and are what ? shows")
    func configuredKeys() {
        var model = model(.history, keys: "next=n\nquit=X\n")

        #expect(press(&model, "n") == [.command(.next)])
        #expect(press(&model, "q").isEmpty)
        #expect(model.message == "q is not a key here; ? shows the keys")
        _ = press(&model, "?")
        let lines = KeyHelp.lines(model)
        #expect(lines.contains { $0.hasPrefix("  n ") && $0.hasSuffix("play the next track") })
        #expect(lines.contains { $0.hasPrefix("  X ") && $0.hasSuffix("leave") })
        #expect(press(&model, "?").isEmpty)
        #expect(model.helpTop == nil)
        #expect(press(&model, "X") == [.quit])
    }

    @Test("What is marked is acted on in the order of marking, and the marks are gone then")
    func marks() {
        var model = model(.history)
        fill(&model, (0..<5).map { track($0) })
        _ = press(&model, "jjvkkv")

        #expect(model.level.marks.rows.map(\.record.identifier) == ["track:2", "track:1"])
        #expect(
            press(&model, "a") == [.enqueue(["track:2", "track:1"], EnqueueOptions(), title: "2 items")])
        #expect(model.level.marks.isEmpty)
        _ = press(&model, "V")
        #expect(press(&model, "f") == [.item(.toggleFavourite((0..<5).map { "track:\($0)" }, title: "5 items"))])
    }

    @Test("Marks that a filter hides are not acted on")
    func hiddenMarks() {
        var model = model(.history)
        fill(&model, (0..<3).map { track($0) })
        _ = press(&model, "v")
        for effect in press(&model, "/Song 2") {
            guard case .fetch(let fetch) = effect, let matcher = fetch.filter else { continue }
            let page = ListPage(total: 3, rows: (0..<3).map { ListRow(track($0)) })
            _ = model.handle(.filtered(fetch, ListFilterStep(page, matcher)))
        }
        _ = model.handle(.key(.tab))

        #expect(press(&model, "a") == [.enqueue(["track:2"], EnqueueOptions(), title: "Song 2")])
    }

    @Test("All that a filter shows is marked, and a list whose rows are not all known is marked as a whole")
    func markAll() {
        var model = model(.library)
        let effects = model.handle(.outdated(.library))
        for case .fetch(let fetch) in effects where fetch.tab == .library {
            var page = ListPage(total: 1_000_000, rows: (0..<100).map { ListRow(track($0)) })
            page.container = ContentRecord(identifier: "section:tracks", kind: "section", title: "Tracks")
            _ = model.handle(.page(fetch, page))
        }
        _ = press(&model, "V")

        #expect(model.level.marks.isWhole)
        #expect(press(&model, "f").isEmpty)
        #expect(model.message == "these are too many to be marked for this")
        #expect(press(&model, "A") == [.enqueue(["section:tracks"], EnqueueOptions(isNext: true), title: "Tracks")])
    }

    @Test("A playlist is asked for with the known names, which Tab completes")
    func addToPlaylist() {
        var model = model(.history)
        fill(&model, [track(1)])
        #expect(press(&model, "t") == [.names(.playlists)])
        _ = model.handle(.names(["Morning", "Evening", "Everyday"]))
        _ = press(&model, "ev")
        _ = model.handle(.key(.tab))
        #expect(model.prompt?.text == "Evening")
        _ = model.handle(.key(.tab))
        #expect(model.prompt?.text == "Everyday")

        let effects = model.handle(.key(.enter))

        #expect(effects == [.item(.addToPlaylist(["track:1"], playlist: "Everyday", title: "Song 1"))])
        #expect(model.prompt == nil)
    }

    @Test("What cannot be undone by u is asked for, and done with y alone")
    func confirms() {
        var model = model(.radio)
        fill(&model, [track(1, "station")])
        #expect(press(&model, "dn").isEmpty)
        #expect(press(&model, "dy") == [.item(.removeStation("station:1", title: "Song 1"))])
    }

    @Test("A query is typed on its screen, the right arrow completes fields, and each text is searched for")
    func search() {
        var model = model(.search)
        #expect(model.isTyping)
        let effects = press(&model, "gen")
        #expect(effects.contains { if case .fetch(let fetch) = $0 { fetch.source == .search("gen") } else { false } })
        _ = model.handle(.key(.right))
        #expect(model.query == "genre:")
        _ = press(&model, "q 1")
        #expect(model.query == "genre:q 1")
        #expect(model.lines(Self.start)[1].hasPrefix("Search: genre:q 1▏"))
        _ = model.handle(.key(.enter))
        #expect(!model.isTyping)
        #expect(press(&model, "q") == [.quit])
    }

    @Test("Names behind a field are completed, each in turn, unless the query is another by then")
    func completesNames() {
        var model = model(.search)
        _ = press(&model, "-live artist:mi")
        #expect(model.handle(.key(.right)) == [.complete(query: "-live artist:mi", field: "artist", text: "mi")])
        _ = model.handle(.completions(query: "artist:m", ["Mingus"]))
        #expect(model.query == "-live artist:mi")
        _ = model.handle(.completions(query: "-live artist:mi", ["Miles Davis", "Mina"]))
        #expect(model.query == "-live artist:\"Miles Davis\"")
        _ = model.handle(.key(.right))
        #expect(model.query == "-live artist:Mina")
        _ = model.handle(.key(.right))
        #expect(model.query == "-live artist:\"Miles Davis\"")
    }

    @Test("A key for a row that is typed before the rows are there is done when they are, unless another key follows")
    func typedAhead() {
        var model = model(.library)
        let effects = press(&model, "0")
        #expect(model.handle(.key(.enter)).isEmpty)
        var done: [AppEffect] = []
        for case .fetch(let fetch) in effects where fetch.tab == .history {
            done += model.handle(.page(fetch, ListPage(total: 1, rows: [ListRow(track(1))])))
        }
        #expect(done.contains { if case .play = $0 { true } else { false } })
        var other = self.model(.library)
        let fetches = press(&other, "0a")
        _ = press(&other, "m")
        for case .fetch(let fetch) in fetches where fetch.tab == .history {
            #expect(other.handle(.page(fetch, ListPage(total: 1, rows: [ListRow(track(1))]))).count <= 1)
        }
    }

    @Test("Entries of the queue play next by being moved, and all matches of a search are more than its best one")
    func playsNext() {
        var rig = QueueRig(5)
        rig.type("jvjvA")
        #expect(rig.effects == [.command(.playNext([PlaybackQueue.EntryID(2), PlaybackQueue.EntryID(4)]))])
        var model = model(.search)
        let fetches = press(&model, "blue")
        for case .fetch(let fetch) in fetches where fetch.tab == .search {
            _ = model.handle(.page(fetch, ListPage(total: 5000, rows: (0..<100).map { ListRow(track($0)) })))
        }
        _ = model.handle(.key(.enter))
        _ = press(&model, "V")
        #expect(press(&model, "a") == [.enqueue(["search:blue"], EnqueueOptions(), title: "blue")])
    }

    @Test("All matches of a short search are played and added as what it finds, and liked one by one")
    func allMatches() {
        var model = model(.search)
        let fetches = press(&model, "folk")
        let genre = ContentRecord(identifier: "genre:folk", kind: "genre", title: "Folk", isContainer: true)
        for case .fetch(let fetch) in fetches where fetch.tab == .search {
            _ = model.handle(.page(fetch, ListPage(total: 2, rows: [ListRow(track(1)), ListRow(genre)])))
        }
        _ = model.handle(.key(.enter))

        _ = press(&model, "V")
        #expect(press(&model, "p") == [.play(["search:folk"], shuffle: nil, title: "folk")])
        _ = press(&model, "V")
        #expect(
            press(&model, "f") == [.item(.toggleFavourite(["track:1", "genre:folk"], title: "2 items"))])
    }

    @Test("Entries of a playlist are removed together, by their places")
    func removesFromPlaylist() {
        var model = model(.playlists)
        fill(&model, [ContentRecord(identifier: "playlist:e", kind: "playlist", title: "E", isContainer: true)])
        let opened = model.handle(.key(.enter))
        for case .fetch(let fetch) in opened where fetch.tab == .playlists {
            var page = ListPage(total: 3, rows: (0..<3).map { ListRow(track($0), place: $0) })
            page.container = ContentRecord(identifier: "playlist:e", kind: "playlist", title: "E")
            _ = model.handle(.page(fetch, page))
        }
        _ = press(&model, "vjv")
        #expect(
            press(&model, "d") == [
                .item(.removeFromPlaylist("playlist:e", indexes: [0, 2], title: "2 entries"))
            ])
    }

    @Test("What is known of an item is shown until another key")
    func info() {
        var model = model(.history)
        fill(&model, [track(1)])
        #expect(press(&model, "i") == [.describe("track:1", title: "Song 1", facts: [])])
        _ = model.handle(.described(.lines(["Song 1", "  Played  3 times"])))
        #expect(model.lines(Self.start).contains("  Played  3 times"))
        #expect(press(&model, "q").isEmpty)
        #expect(!model.lines(Self.start).contains("  Played  3 times"))
        #expect(press(&model, "q") == [.quit])
    }

    @Test("What is known of an item covers nothing that was turned to meanwhile", arguments: ["2", "j", "/a"])
    func lateInfo(keys: String) {
        var model = model(.history)
        fill(&model, [track(1)])
        _ = press(&model, "i" + keys)

        _ = model.handle(.described(.lines(["Song 1", "  Played  3 times"])))

        #expect(!model.lines(Self.start).contains("  Played  3 times"))
    }

    @Test("From the queue into the library and back with the same key")
    func library() {
        var model = model(.queue)
        guard case .fetch(let fetch)? = model.handle(.key(.control("r"))).first else {
            Issue.record("nothing is read")
            return
        }
        let entry = QueuePage.Entry(
            id: .init(4), identifier: "track:9", title: "So What", artist: "Miles Davis", album: "Kind of Blue")
        _ = model.handle(.queue(.page(fetch, QueuePage(total: 1, entries: [entry]))))
        let effects = press(&model, "o")
        #expect(model.tab == .library)
        #expect(
            effects.contains(.locate(item: "track:9", title: "So What", artist: "Miles Davis", album: "Kind of Blue")))

        let album = ContentRecord(identifier: "album:3", kind: "album", title: "Kind of Blue", isContainer: true)
        let opened = model.handle(.located(album, item: "track:9", title: "So What"))
        fill(&model, [track(1), track(9), track(2)], opened)
        #expect(model.level.title == "Kind of Blue")
        #expect(model.level.selection?.identifier == "track:9")
        _ = press(&model, "o")
        #expect(model.tab == .queue)
    }

    @Test("A click selects, a double click plays, the wheel scrolls, and a click on a tab or the bar goes there")
    func mouse() {
        var model = model(.history)
        fill(&model, (0..<50).map { track($0) })
        _ = model.handle(.nowPlaying(.report(Samples.playing), at: Self.start))
        func point(_ kind: Mouse.Kind, _ column: Int, _ row: Int, isDouble: Bool = false) -> [AppEffect] {
            model.handle(.key(.mouse(Mouse(kind: kind, column: column, row: row, isDouble: isDouble))))
        }

        _ = point(.press, 8, 5)
        #expect(model.level.selected == 3)
        #expect(
            point(.press, 8, 5, isDouble: true).contains(.play(["/1/2/3@7", "track:3"], shuffle: nil, title: "Song 3")))
        _ = point(.wheelDown, 8, 5)
        #expect(model.level.top == 3)
        let bar = AppBar(Samples.playing, nil, width: 100).bar ?? 0..<0
        let seek = point(.press, bar.lowerBound, model.layout.bar)
        #expect(seek == [.command(.seek(to: .zero))])
        _ = point(.press, 1, 0)
        #expect(model.tab == .now)
    }

    @Test("A drag in the queue moves the entry at once, and tells the service when it is let go")
    func drag() {
        var rig = QueueRig(20)
        func point(_ kind: Mouse.Kind, _ row: Int) {
            rig.send(.key(.mouse(Mouse(kind: kind, column: 8, row: row))))
        }
        point(.press, 2)
        point(.drag, 4)
        #expect(rig.shown.prefix(4) == ["Song 2", "Song 3", "Song 1", "Song 4"])
        #expect(rig.effects.isEmpty)
        point(.drag, 3)
        point(.release, 3)

        #expect(rig.entries.prefix(3) == [2, 1, 3])
        #expect(rig.shown.prefix(3) == ["Song 2", "Song 1", "Song 3"])
    }

    @Test("The screen of the current track shows lyrics in time, chapters and what comes next")
    func now() {
        var model = model(.now, width: 120, height: 30)
        var report = Samples.playing
        report.entry?.format = MediaFormat(
            codec: "flac", bitRate: 900_000, sampleRate: 44_100, bitDepth: 16, channelCount: 2)
        let number = report.entry?.id.number ?? 0
        _ = model.handle(.nowPlaying(.report(report), at: Self.start))
        let lyrics = Lyrics([Lyrics.Line("First", at: .zero), Lyrics.Line("Second", at: .seconds(500))])
        #expect(model.now.panel == .coming)
        _ = model.handle(.details(.lyrics(number, lyrics)))

        #expect(model.now.panel == .lyrics)
        let lines = model.lines(Self.start)
        #expect(lines.contains { $0.contains("FLAC, 44.1 kHz, 16 bit, stereo, 900 kbit/s") })
        #expect(lines.contains { $0.contains("▶  First") })
        let wait = model.timeUntilNext(Self.start) ?? .zero
        #expect(wait > .zero && wait <= .milliseconds(1002))
        _ = press(&model, "jj")
        #expect(model.handle(.key(.enter)) == [.command(.seek(to: .seconds(500)))])
        _ = press(&model, "L")
        #expect(model.now.panel == .coming)
        _ = model.handle(.details(.lyrics(number + 1, nil)))
        #expect(model.now.panels.contains(.lyrics))
    }

    @Test("Outputs are chosen and settings changed by the same keys")
    func sound() {
        var model = model(.sound)
        let outputs = OutputListing(outputs: [.init(identifier: "hdmi", title: "TV", kind: "hdmi")])
        let page = SoundRows.page(outputs, SoundPreferences())
        for case .fetch(let fetch) in model.handle(.outdated(.sound)) where fetch.tab == .sound {
            _ = model.handle(.page(fetch, page))
        }
        #expect(model.handle(.key(.enter)) == [.setOutput("hdmi", title: "TV")])
        _ = press(&model, "jj")
        #expect(model.level.selection?.title == "Loudness")
        #expect(model.handle(.key(.right)) == [.setSound(SoundChanges(loudness: .off), title: "Loudness")])
        #expect(model.handle(.key(.left)) == [.setSound(SoundChanges(loudness: .album), title: "Loudness")])
    }

    @Test("Every screen fits, at any size", arguments: AppTab.allCases)
    func sizes(tab: AppTab) {
        for (width, height) in [(40, 12), (80, 24), (160, 50), (1, 1), (20, 5), (101, 9)] {
            var model = model(tab, width: width, height: height)
            _ = model.handle(.nowPlaying(.report(Samples.playing), at: Self.start))
            fill(
                &model, [track(1), track(2, "album"), ContentRecord(identifier: "x:1", kind: "x", title: "\u{1B}[2J夜")])
            for keys in ["", "j", "?", "x", "/", "夜"] {
                _ = press(&model, keys)
                let lines = model.lines(Self.start)
                #expect(lines.count == height)
                for line in lines { #expect(AppModelTests.width(line) <= width, "\(width)x\(height) \(line)") }
            }
        }
    }

    /// The cells that a line takes, where it moves the cursor to the right, too.
    static func width(_ line: String) -> Int {
        var (cells, widest, rest) = (0, 0, line[...])
        while let escape = rest.firstIndex(of: "\u{1B}") {
            cells += TextLayout.width(of: String(rest[..<escape]))
            widest = max(widest, cells)
            rest = rest[escape...].dropFirst(2)
            let end = rest.firstIndex { $0.isLetter } ?? rest.endIndex
            if end < rest.endIndex, rest[end] == "G" { cells = (Int(rest[..<end]) ?? 1) - 1 }
            #expect(end < rest.endIndex && "Gm".contains(rest[end]), "nothing but colours and columns")
            rest = end < rest.endIndex ? rest[rest.index(after: end)...] : ""
        }
        return max(widest, cells + TextLayout.width(of: String(rest)))
    }
}
