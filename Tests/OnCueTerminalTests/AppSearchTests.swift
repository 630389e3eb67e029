// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueClient
import OnCueInterface
import Testing
import TextOutput

@testable import OnCueCore
@testable import OnCueTerminal

@Suite("The full-screen program: searching, and answers of keys")
struct AppSearchTests {
    private static let start = ContinuousClock.now

    private func model(_ tab: AppTab, width: Int = 100, height: Int = 24) -> AppModel {
        var model = AppModel(tab, screen: Screen(isTerminal: true, width: width, height: height), now: Self.start)
        _ = model.begin()
        return model
    }

    private func press(_ model: inout AppModel, _ keys: String) -> [AppEffect] {
        keys.reduce([]) { _, letter in model.handle(.key(.character(letter))) }
    }

    @Test("Tab and Alt with a digit leave the query as everywhere, and remember it")
    func leaves() {
        var model = model(.search)
        _ = press(&model, "blue")
        #expect(model.handle(.key(.tab)).contains(.remember("blue")))
        #expect(model.tab == .playlists)
        _ = model.handle(.key(.shiftTab))
        #expect(model.query == "blue", "it is still there")
        _ = press(&model, "4")
        #expect(model.isTyping)
        _ = model.handle(.key(.alt("3")))
        #expect(model.tab == .library)
        _ = press(&model, "/x")
        _ = model.handle(.key(.alt("9")))
        #expect(model.tab == .sound, "also from a filter")
        _ = model.handle(.key(.alt("2")))
        #expect(model.tab == .queue, "also while nothing is typed")
    }

    @Test("A page that arrives after its screen was left has nothing followed, prepared or looked at there")
    func latePage() {
        var model = model(.library)
        let first = model.handle(.key(.control("r")))
        _ = model.handle(.key(.alt("4")))
        _ = press(&model, "blue")

        var effects: [AppEffect] = []
        for case .fetch(let fetch) in first where fetch.tab == .library {
            effects += model.handle(.page(fetch, ListPage(total: 1, rows: Samples.tracks(1).map { ListRow($0) })))
        }

        #expect(!first.isEmpty)
        #expect(effects.isEmpty)
        #expect(model.handle(.key(.alt("3"))).contains { if case .watch(.library, _, _) = $0 { true } else { false } })
    }

    // MARK: Other programs

    private static func hit(_ number: Int, picture: String? = nil) -> ForeignHit {
        var hit = ForeignHit(
            Activity(
                .init("org.example.Concerts", "\(number)"), type: "org.example.Concerts.concert",
                title: "Blue Night \(number)", eligibility: .search), programName: "Concerts")
        (hit.thumbnail, hit.location) = (picture, Location(name: "Blue Hall"))
        return hit
    }

    /// Types a query, and answers what the screen asks for.
    private func search(_ query: String, in model: inout AppModel, _ session: Session) async {
        let pages = AppPages(service: session.service, files: session.context.files)
        for case .fetch(let fetch) in press(&model, query) { _ = model.handle(await pages.read(fetch)) }
    }

    @Test("What other programs have is shown behind the rest, with its program, and Enter shows it there")
    func foreign() async {
        let session = Session {
            $0.items = Samples.albums
            $0.foreign = [Self.hit(1)]
            $0.activities = [Samples.activity]
        }
        var model = model(.search)

        await search("blue", in: &model, session)

        let lines = model.lines(Self.start)
        let places = ["Kind of Blue", "Blue Night 1"].map { title in lines.firstIndex { $0.contains(title) } ?? -1 }
        #expect(places[0] >= 0 && places[0] < places[1], "\(lines)")
        #expect(lines[max(0, places[1])].contains("Concerts"), "\(lines)")
        #expect(session.service.calls.last == "search foreign blue")

        _ = model.handle(.key(.enter))
        _ = model.handle(.key(.end))
        let effects = model.handle(.key(.enter))

        let place = "foreign:org.example.Concerts/1"
        #expect(effects.contains(.play([place], shuffle: nil, title: "Blue Night 1")), "\(effects)")
        for effect in effects {
            guard case .play = effect else { continue }
            #expect(await AppErrand(service: session.service).run(effect).message == "Concerts shows it")
        }
        #expect(session.service.calls.last == "continue 1")
    }

    @Test("They are counted behind the rest on whatever page they begin, and have their pictures and locations")
    func foreignPages() async throws {
        let session = Session {
            $0.items = Array(Samples.tracks(3))
            $0.foreign = [
                Self.hit(1, picture: "file:///a.png"), Self.hit(2, picture: "concert-icon"), Self.hit(3),
            ]
        }
        let pages = AppPages(service: session.service, files: session.context.files)
        var titles: [String] = []
        for offset in stride(from: 0, to: 6, by: 2) {
            let fetch = ListFetch(
                tab: .search, token: 1, source: .search("blue"), identifier: "", offset: offset, limit: 2)
            guard case .page(_, let page) = await pages.read(fetch) else {
                Issue.record("no page from \(offset)")
                return
            }
            #expect(page.total == 6)
            titles += page.rows.map(\.title)
            for row in page.rows where row.kind == "foreign" { #expect(row.location?.name == "Blue Hall") }
            if offset == 2 { #expect(page.rows.last?.artwork == "file:///a.png") }
            if offset == 4 { #expect(page.rows.map(\.record.iconName) == ["concert-icon", nil]) }
        }
        #expect(titles == (0..<3).map { "Track \($0)" } + (1...3).map { "Blue Night \($0)" })
    }

    @Test("Up brings earlier queries back, Down newer ones, and both move where something is typed")
    func history() {
        var model = model(.search)
        model.searches.all = ["genre:jazz"]
        _ = press(&model, "blue")
        #expect(model.handle(.key(.enter)) == [.remember("blue")])
        _ = press(&model, "/")
        #expect(model.handle(.key(.enter)).isEmpty, "it is the last one already")
        _ = press(&model, "/")
        _ = model.handle(.key(.control("u")))
        _ = model.handle(.key(.up))
        #expect(model.query == "blue")
        _ = model.handle(.key(.up))
        #expect(model.query == "genre:jazz")
        _ = model.handle(.key(.up))
        #expect(model.query == "genre:jazz")
        #expect(model.message == "this is the oldest search")
        _ = model.handle(.key(.down))
        #expect(model.query == "blue")
        _ = model.handle(.key(.down))
        #expect(model.query == "")
        _ = press(&model, "x")
        _ = model.handle(.key(.up))
        #expect(model.query == "x")
    }

    @Test("The line at the bottom names the keys while a query is typed, at every width", arguments: [40, 80, 160])
    func queryKeys(width: Int) {
        var model = model(.search, width: width)
        #expect(model.lines(Self.start).last?.hasPrefix("↑ earlier · Tab, Alt-1…0 screens") == true)
        _ = press(&model, "blue")
        let line = model.lines(Self.start).last ?? ""
        #expect(line.contains("Tab, Alt-1…0 screens") && (width < 80 || line.contains("→ complete")))
    }

    @Test("Searches are remembered once each, the newest last, and are erased")
    func memory() {
        let session = Session()
        let memory = session.memory.searches
        #expect(memory.all.isEmpty)
        for search in ["a", "b", " ", "a", "c\nd"] { memory.remember(search) }
        #expect(memory.all == ["b", "a"])
        for number in 0..<60 { memory.remember("query \(number)") }
        #expect(memory.all.count == SearchMemory.most)
        #expect(memory.all.last == "query 59")
        memory.forget()
        #expect(memory.all.isEmpty)
    }

    // MARK: Answers

    @Test(
        "Every key answers where there is nothing for it",
        arguments: [
            (AppTab.now, "L", "nothing is playing"), (.now, ".", "nothing is playing"),
            (.now, "i", "nothing is playing"),
            (.queue, ".", "nothing is playing"), (.queue, "J", "the queue is empty"),
            (.queue, "d", "the queue is empty"),
            (.queue, "c", "the queue is empty"), (.queue, "A", "the queue is empty"),
            (.queue, "P", "the queue is empty"),
            (.radio, "J", "only the queue and playlists have an order of their own"),
            (.radio, "P", "only entries of the queue can be put before the others"),
            (.radio, "f", "nothing is selected"), (.suggestions, "w", "nothing is suggested at the moment"),
            (.radio, "w", "only suggestions have reasons; 8 shows them"),
        ])
    func answers(tab: AppTab, key: String, answer: String) {
        var model = model(tab)
        for case .fetch(let fetch) in model.handle(.outdated(tab)) {
            _ = model.handle(.page(fetch, ListPage(total: 0, rows: [])))
        }
        if tab == .queue {
            var rig = QueueRig(0)
            rig.type(key)
            #expect(rig.model.message == answer)
            return
        }

        #expect(press(&model, key).isEmpty)
        #expect(model.message == answer)
    }

    @Test("An entry at the edge says so instead of moving")
    func edges() {
        var rig = QueueRig(2)
        rig.type("K")
        #expect(rig.model.message == "this is the first entry")
        rig.type("jJ")
        #expect(rig.model.message == "this is the last entry")
    }

    @Test("Marked entries play before the others, and a suggestion is explained in full")
    func playsFirst() {
        var rig = QueueRig(5)
        rig.type("jvjvP")
        #expect(rig.effects == [.command(.playFirst([PlaybackQueue.EntryID(2), PlaybackQueue.EntryID(4)]))])
        #expect(rig.model.message == "2 entries before the others")
        var model = model(.suggestions)
        let row = ContentRecord(identifier: "album:1", kind: "album", title: "Blue", isPlayable: true)
        for case .fetch(let fetch) in model.handle(.outdated(.suggestions)) {
            _ = model.handle(.page(fetch, ListPage(total: 1, rows: [ListRow(row, id: "now.1")])))
        }
        #expect(press(&model, "w") == [.explain("now.1")])
    }

    @Test("The reason of a suggestion is wrapped at the width of the screen, also of another one")
    func wrapsReasons() {
        var model = model(.suggestions, width: 80)
        var suggestion = Samples.suggestion(1)
        let words = (1...60).map { "word\($0)" }
        suggestion.sentence = words.joined(separator: " ")
        model.awaitsInfo = true
        _ = model.handle(.described(.suggestion(suggestion)))

        for width in [80, 40] {
            _ = model.handle(.terminal(.resized(Screen(isTerminal: true, width: width, height: 40))))
            let lines = model.lines(Self.start)
            let shown = lines.joined(separator: " ").split(separator: " ").filter { $0.hasPrefix("word") }
            #expect(shown.map(String.init) == words, "\(width) columns")
            #expect(lines.contains { $0.contains("against") && $0.contains("-0.20") })
            #expect(lines.allSatisfy { TextLayout.width(of: $0) <= width })
        }
    }

    // MARK: Time and columns

    @Test("The queue shows what is left of its time, as it passes, and the names of its columns")
    func queueTime() {
        var rig = QueueRig(5, screen: Screen(isTerminal: true, width: 80, height: 24))
        #expect(rig.model.appear() == [.unwatch, .queueTime])
        let time = QueueTime(total: .seconds(600), remaining: .seconds(300), unknownCount: 0)
        rig.send(.queue(.time(time, at: Self.start)))

        let lines = rig.model.lines(Self.start)
        #expect(lines[1].hasSuffix("5:00 left of 10:00  1/5"))
        #expect(lines[2].hasPrefix("   #  Title"))
        #expect(rig.model.listHeight == 24 - 5)
        rig.send(.resized(Screen(isTerminal: true, width: 40, height: 12)))
        #expect(rig.model.lines(Self.start)[1].hasSuffix("5:00 left  1/5"))
        #expect(rig.model.lines(Self.start)[2].contains("Song 1"), "no room for names")
    }

    @Test("What is left falls with the position, and says when it is not certain")
    func remaining() {
        let known = QueueTime(total: .seconds(3600), remaining: .seconds(1800), unknownCount: 0)
        let unknown = QueueTime(total: .seconds(3600), remaining: .seconds(1800), unknownCount: 2)

        #expect(RemainingTime(known, nil).text(nil, isShort: true) == "30:00 left")
        #expect(RemainingTime(unknown, nil).text(nil, isShort: false) == "30:00+ left of 1:00:00+")
        #expect(RemainingTime(QueueTime(), nil).text(nil, isShort: true) == nil)
    }
}
