// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface
import Testing

@testable import OnCueCore
@testable import OnCueTerminal

@Suite("Keys of the full-screen program for stars, modes, the sleep timer, marked entries and downloads")
struct AppActionTests {
    private static let start = ContinuousClock.now

    private func model(_ tab: AppTab) -> AppModel {
        var model = AppModel(tab, screen: Screen(isTerminal: true, width: 100, height: 24), now: Self.start)
        _ = model.begin()
        return model
    }

    private func press(_ model: inout AppModel, _ keys: String) -> [AppEffect] {
        keys.reduce([]) { _, letter in
            model.handle(.key(letter == "\r" ? .enter : .character(letter)))
        }
    }

    /// Gives a screen rows.
    private func fill(
        _ model: inout AppModel, _ rows: [ListRow], in container: ContentRecord? = nil, for effects: [AppEffect]? = nil
    ) {
        let effects = effects ?? model.handle(.outdated(model.tab))
        for case .fetch(let fetch) in effects where fetch.tab == model.tab {
            var page = ListPage(total: rows.count, rows: rows)
            page.container = container
            _ = model.handle(.page(fetch, page))
        }
    }

    private func record(_ number: Int, kind: String = "track", path: String? = nil) -> ContentRecord {
        ContentRecord(
            identifier: "\(kind):\(number)", kind: kind, title: "Song \(number)", isPlayable: true, path: path,
            isStreaming: kind == "episode")
    }

    // MARK: Stars

    @Test("Stars are typed in halves, or go up and down by half a star, for all that is marked")
    func stars() {
        var model = model(.history)
        fill(&model, (0..<3).map { ListRow(record($0)) })
        #expect(press(&model, "S4.5\r") == [.item(.rate(["track:0"], Stars(halves: 9), title: "Song 0"))])
        #expect(press(&model, "Snone\r") == [.item(.rate(["track:0"], nil, title: "Song 0"))])
        #expect(press(&model, "e") == [.item(.adjustStars(["track:0"], by: 1, title: "Song 0"))])
        _ = press(&model, "vv")
        #expect(press(&model, "E") == [.item(.adjustStars(["track:0", "track:1"], by: -1, title: "2 items"))])
        #expect(model.level.marks.isEmpty)
        _ = press(&model, "V")
        #expect(
            press(&model, "S3\r") == [.item(.rate((0..<3).map { "track:\($0)" }, Stars(halves: 6), title: "3 items"))])
    }

    @Test("What is no rating is refused with what is one", arguments: ["6", "4.3", "-1", "nan", "five"])
    func noStars(text: String) {
        var model = model(.history)
        fill(&model, [ListRow(record(0))])

        #expect(press(&model, "S\(text)\r").isEmpty)
        #expect(model.message == "\(text) is not a rating; type 0 to 5 in halves, such as 4.5, or none")
    }

    @Test("Ratings go up and down from what each item has, and stop at their ends")
    func adjusts() async {
        var rated = ContentRecord(identifier: "track:2", kind: "track", title: "B")
        rated.stars = Stars(halves: 10)
        let items = [ContentRecord(identifier: "track:1", kind: "track", title: "A"), rated]
        let service = FakeService { $0.items = items }
        let errand = AppErrand(service: service)
        let one = await errand.run(.item(.adjustStars(["track:1"], by: 1, title: "A")))
        #expect(one.message == "Rated A: 0.5 stars")
        let both = await errand.run(.item(.adjustStars(["track:1", "track:2"], by: 1, title: "2 items")))
        #expect(both.message == "Rated 2 items half a star higher")
        #expect(
            service.calls.filter { $0.hasPrefix("stars") } == [
                "stars track:1 0.5", "stars track:1 0.5", "stars track:2 5",
            ])
    }

    @Test("The stars of what plays stand behind its title")
    func shownStars() {
        var model = model(.now)
        _ = model.handle(.nowPlaying(.report(Samples.playing), at: Self.start))
        let number = Samples.playing.entry?.id.number ?? 0
        _ = model.handle(
            .details(.listening(number, ListeningRecord(isFavourite: true, stars: Stars(halves: 7)))))

        #expect(model.lines(Self.start).contains { $0.contains(" ♥ ★★★½") })
    }

    // MARK: Outputs

    @Test("On the screen of the outputs, the key that appends adds an output to those that play, or takes it out")
    func outputs() async {
        var model = model(.sound)
        let listing = OutputListing(outputs: [
            .init(identifier: "a", title: "A", kind: "other", isCurrent: true),
            .init(identifier: "b", title: "B", kind: "other"),
        ])
        for case .fetch(let fetch) in model.handle(.outdated(.sound)) where fetch.tab == .sound {
            _ = model.handle(.page(fetch, SoundRows.page(listing, SoundPreferences())))
        }
        #expect(press(&model, "ja") == [.toggleOutput("b", title: "B")])
        #expect(press(&model, "ja").isEmpty)
        #expect(model.message == "only outputs can be added to those that play")

        let service = FakeService { $0.outputs = listing }
        let errand = AppErrand(service: service)
        #expect(await errand.run(.toggleOutput("b", title: "B")).message == "Sound goes to A and B")
        #expect(await errand.run(.toggleOutput("a", title: "A")).message == "Sound goes to B")
        #expect(await errand.run(.toggleOutput("b", title: "B")).message.hasPrefix("B is the only output"))
        #expect(service.calls.filter { $0 != "outputs" } == ["outputs a b", "output b"])
    }

    // MARK: Modes and the sleep timer

    @Test("Single and consume go on and off on every screen", arguments: AppTab.allCases)
    func modes(tab: AppTab) {
        var model = model(tab)
        if model.isTyping { _ = model.handle(.key(.escape)) }
        #expect(press(&model, "y") == [.command(.setSingle(true))])
        #expect(press(&model, "C") == [.command(.setConsuming(true))])
        var report = Samples.playing
        (report.isSingle, report.isConsuming) = (true, true)
        _ = model.handle(.nowPlaying(.report(report), at: Self.start))
        #expect(press(&model, "y") == [.command(.setSingle(false))])
        #expect(press(&model, "C") == [.command(.setConsuming(false))])
        #expect(model.message == "Consume off")
    }

    @Test("The sleep timer is typed as for its command, and the question names the one that runs")
    func sleep() {
        var model = model(.library)
        #expect(press(&model, "T1h30m\r") == [.command(.setSleep(.time(.seconds(5400))))])
        #expect(model.message == "Playback will pause in 1:30:00")
        #expect(press(&model, "Ttrack\r") == [.command(.setSleep(.track))])
        var report = Samples.playing
        report.sleep = .queue
        _ = model.handle(.nowPlaying(.report(report), at: Self.start))
        _ = press(&model, "T")
        #expect(model.prompt?.question == "Sleep timer (now at the end of the queue; 30m, track, queue or off): ")
        #expect(press(&model, "off\r") == [.command(.setSleep(nil))])
        #expect(press(&model, "T25h\r").isEmpty)
        #expect(model.message == "25h is not a time; type 30m, 1h30m, at most 24h, track, queue or off")
    }

    // MARK: Marked entries

    @Test("Marked entries of the queue move together, stay marked, and the chosen one stays chosen")
    func movesMarked() {
        var rig = QueueRig(6)
        rig.type("jvjv")
        #expect(rig.selected == "Song 5")
        rig.type("J")
        #expect(rig.effects.contains(.edit(.moveSeveral(["2", "4"], to: 3))))
        #expect(rig.entries == [1, 3, 5, 2, 4, 6])
        #expect(rig.shown == ["Song 1", "Song 3", "Song 5", "Song 2", "Song 4", "Song 6"])
        #expect(rig.selected == "Song 5")
        rig.type("J")
        #expect(rig.entries == [1, 3, 5, 6, 2, 4])
        rig.type("J")
        #expect(rig.effects.isEmpty, "they are at the end")
        rig.type("KKKKK")
        #expect(rig.entries == [2, 4, 1, 3, 5, 6])
        #expect(rig.model.level.marks.rows.map(\.id) == ["2", "4"])
        rig.type("/so")
        rig.press(.tab)
        rig.type("J")
        #expect(rig.model.message?.contains("Esc") == true)
    }

    @Test("Marked entries of a slow queue move as often as the key is pressed")
    func movesMarkedSlowly() {
        var rig = QueueRig(20)
        rig.isSlow = true
        rig.type("vvJJJ")

        #expect(rig.shown.prefix(6) == ["Song 3", "Song 4", "Song 5", "Song 1", "Song 2", "Song 6"])
        #expect(rig.entries.prefix(6) == [3, 4, 5, 1, 2, 6])
    }

    @Test("Entries of a playlist, one or several, move again and again with the rows that are read meanwhile")
    func movesInPlaylist() {
        var model = model(.playlists)
        let playlist = ContentRecord(identifier: "playlist:e", kind: "playlist", title: "E", isContainer: true)
        fill(&model, [ListRow(playlist)])
        let opened = model.handle(.key(.enter))
        /// The rows of a playlist with these tracks.
        func rows(_ numbers: [Int]) -> [ListRow] {
            numbers.enumerated().map { ListRow(record($1, path: "/2/0/\($0)"), place: $0) }
        }
        fill(&model, rows([0, 1, 2, 3, 4]), in: playlist, for: opened)

        #expect(press(&model, "J").contains(.item(.moveInPlaylist("playlist:e", indexes: [0], to: 1))))
        fill(&model, rows([1, 0, 2, 3, 4]), in: playlist)
        #expect(model.level.selection?.title == "Song 0")
        #expect(press(&model, "J").contains(.item(.moveInPlaylist("playlist:e", indexes: [1], to: 2))))
        fill(&model, rows([1, 2, 0, 3, 4]), in: playlist)

        _ = press(&model, "vv")
        #expect(press(&model, "K") == [.item(.moveInPlaylist("playlist:e", indexes: [2, 3], to: 1))])
        #expect(press(&model, "K") == [.item(.moveInPlaylist("playlist:e", indexes: [1, 2], to: 0))])
        fill(&model, rows([0, 3, 1, 2, 4]), in: playlist)
        #expect(model.level.marks.rows.map(\.title) == ["Song 0", "Song 3"])
        #expect(press(&model, "K").isEmpty)
        #expect(press(&model, "d") == [.item(.removeFromPlaylist("playlist:e", indexes: [0, 1], title: "2 entries"))])
    }

    // MARK: Stations

    @Test("The song that a station announces stands beside it where it plays now", arguments: [AppTab.radio, .history])
    func song(tab: AppTab) throws {
        var model = model(tab)
        let rows = ["station:a", "station:b", "station:a"].enumerated().map { index, identifier in
            ListRow(
                ContentRecord(identifier: identifier, kind: "station", title: "FM \(index)", isPlayable: true),
                id: "\(index)")
        }
        fill(&model, tab == .radio ? Array(rows.prefix(2)) : rows)
        var report = Samples.playing
        report.entry?.identifier = "station:a"
        report.entry?.streamTitle = "Blue Song"
        _ = model.handle(.nowPlaying(.report(report), at: Self.start))
        let shown = model.lines(Self.start).filter { $0.contains("FM ") && $0.contains("Blue Song") }
        #expect(shown.count == 1)
        #expect(shown.first?.contains("FM 0") == true)
        report.status = .stopped
        _ = model.handle(.nowPlaying(.report(report), at: Self.start))
        #expect(!model.lines(Self.start).contains { $0.contains("FM ") && $0.contains("Blue Song") })
    }

    @Test("A row is marked as the one that plays, but not while playback is stopped")
    func playingMark() {
        var model = model(.radio)
        fill(&model, [ListRow(record(0))])
        var report = Samples.playing
        report.entry?.identifier = "track:0"
        for status in [PlaybackStatus.playing, .paused, .stopped] {
            report.status = status
            _ = model.handle(.nowPlaying(.report(report), at: Self.start))
            let isMarked = model.lines(Self.start).contains { $0.contains("▶") && $0.contains("Song 0") }
            #expect(isMarked == (status != .stopped), "\(status)")
        }
    }

    // MARK: New items

    @Test("What was made is selected as soon as its row is there")
    func made() async {
        var model = model(.playlists)
        fill(&model, [ListRow(record(0, kind: "playlist")), ListRow(record(2, kind: "playlist"))])
        #expect(press(&model, "nMix\r") == [.item(.createPlaylist("Mix"))])
        let service = FakeService()
        let outcome = await AppErrand(service: service).run(.item(.createPlaylist("Mix")))
        #expect(outcome.made == "playlist:made")
        #expect(await AppErrand(service: service).run(.item(.addStation("A", address: "b"))).made == "station:made")
        _ = model.handle(.made(.playlists, identifier: "playlist:1"))
        fill(&model, (0..<3).map { ListRow(record($0, kind: "playlist")) })
        #expect(model.level.selection?.identifier == "playlist:1")
    }

    // MARK: Narrow screens

    private func narrow(_ tab: AppTab) -> AppModel {
        var model = AppModel(tab, screen: Screen(isTerminal: true, width: 40, height: 12), now: Self.start)
        _ = model.begin()
        return model
    }

    @Test("On a narrow screen a question shows what is typed and shortens the title")
    func narrowQuestion() throws {
        var model = narrow(.history)
        fill(&model, [ListRow(ContentRecord(identifier: "track:1", kind: "track", title: "A Song With a Long Name"))])
        _ = press(&model, "tMorning")
        let line = try #require(model.lines(Self.start).last)
        #expect(line.contains("to playlist: Morning▏"), "\(line)")
        #expect(line.hasPrefix("Add A"), "\(line)")
        _ = model.handle(.key(.escape))
        _ = press(&model, "S4.5")
        #expect(model.lines(Self.start).last?.contains("4.5▏") == true)
        for letter in "a very long text" { _ = model.handle(.key(.character(letter))) }
        #expect(model.lines(Self.start).last?.contains("text▏") == true)
    }

    @Test("On a narrow screen episodes have signs for what was heard and downloaded")
    func signs() {
        var model = narrow(.podcasts)
        let episodes = [(0.0, true), (0.42, true), (1, true), (1, false)].enumerated().map { index, state in
            var row = record(index, kind: "episode")
            (row.playbackProgress, row.isStreaming) = (state.0, state.1)
            return ListRow(row)
        }
        fill(&model, episodes)
        let rows = model.lines(Self.start).filter { $0.contains("Song") }
        for (row, sign) in zip(rows, ["○", "42%", "✓", "↓ ✓"]) { #expect(row.contains(sign), "\(row)") }
        #expect(rows.count == 4)
    }

    @Test("Details are wrapped where they are wider than the screen, in the column of their values")
    func wrapped() {
        let path = "/home/someone/Music/Night Crossing/01 Postcards from the Workbench.flac"
        let lines = AppLines.wrapped("  File    " + path, to: 40)
        #expect(lines.count > 1)
        #expect(lines.allSatisfy { $0.count <= 40 })
        #expect(lines[0].hasPrefix("  File    /home"))
        #expect(lines[1].hasPrefix("          "))
        #expect(lines.map { $0.dropFirst(10) }.joined().filter { $0 != " " } == path.filter { $0 != " " })
        #expect(AppLines.wrapped("  Kind    track", to: 40) == ["  Kind    track"])
    }

    @Test("A mistake in a query is wrapped")
    func wrappedFailure() throws {
        var model = narrow(.search)
        for letter in "year:x" { _ = model.handle(.key(.character(letter))) }
        let text = "column 6: \"x\" is not a year; expected a number or a range such as 1960..1969"
        var fetches: [ListFetch] = []
        for case .fetch(let fetch) in model.handle(.outdated(.search)) { fetches.append(fetch) }
        let fetch = try #require(fetches.first)
        _ = model.handle(.pageFailed(fetch, ClientError(.invalidQuery, text)))
        let shown = model.lines(Self.start).map { $0.split(separator: " ").joined(separator: " ") }.joined(
            separator: " ")
        #expect(shown.contains(text), "\(shown)")
    }

    // MARK: Downloads

    @Test("A download under way is shown in the row of its episode until it has ended, and the same key ends it")
    func downloads() throws {
        var model = model(.podcasts)
        fill(&model, [ListRow(record(1, kind: "episode"))])
        func tell(_ state: DownloadProgress.State, _ received: Int64 = 0, _ failure: String? = nil) throws
            -> [AppEffect]
        {
            let episode = try #require(ContentIdentifier("episode:1"))
            return model.handle(
                .podcasts(
                    .event(
                        .downloadProgressed(
                            DownloadProgress(
                                episode: episode, title: "Song 1", state: state, received: received, total: 31_000_000,
                                failure: failure)))))
        }
        #expect(press(&model, "D") == [.item(.download("episode:1", title: "Song 1", isRemoval: false))])
        _ = try tell(.waiting)
        #expect(model.lines(Self.start).contains { $0.contains("waiting") })
        _ = try tell(.loading, 13_020_000)
        #expect(model.lines(Self.start).contains { $0.contains("↓ 42% of 31 MB") })
        #expect(press(&model, "D") == [.item(.download("episode:1", title: "Song 1", isRemoval: true))])
        #expect(try !tell(.finished).isEmpty, "the rows are read again")
        #expect(!model.lines(Self.start).contains { $0.contains("↓") })
        _ = try tell(.loading)
        _ = try tell(.failed, 0, "the server answered 500")
        #expect(model.message == "! Song 1: the server answered 500")
        _ = try tell(.loading)
        _ = model.handle(.podcasts(.serviceLost))
        #expect(model.downloads.isEmpty)
    }
}
