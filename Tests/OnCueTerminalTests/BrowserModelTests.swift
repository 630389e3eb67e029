// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import Testing

@testable import OnCueTerminal

/// Drives the model like a person and a service of so many rows.
struct BrowserRig {
    static let start = ContinuousClock.now

    var model: AppModel
    var effects: [AppEffect] = []
    /// Rows of the container with an identifier.
    var rows: [String: Int] = [:]
    var revision: UInt64 = 17
    /// How many pages were read.
    var fetched = 0

    init(rows: Int, screen: Screen = Screen(isTerminal: true, width: 80, height: 24)) {
        model = AppModel(.library, place: "Albums", screen: screen, now: Self.start)
        self.rows["section:albums"] = rows
        serve(model.begin())
    }

    /// The lists that are open.
    var levels: [ListLevel] {
        get { model.trees[.library]?.levels ?? [] }
        set { model.trees[.library]?.levels = newValue }
    }

    var titles: [String] {
        effects.compactMap { if case .fetch(let fetch) = $0, fetch.tab == .library { "\(fetch.offset)" } else { nil } }
    }

    mutating func send(_ event: AppEvent) {
        effects = []
        serve(model.handle(event))
    }

    mutating func press(_ keys: Key...) {
        for key in keys { send(.key(key)) }
    }

    /// Types into the filter.
    mutating func type(_ text: String) {
        if !model.isTyping { send(.key(.character("/"))) }
        for letter in text { send(.key(.character(letter))) }
    }

    /// Answers what is fetched, and notes all effects.
    mutating func serve(_ new: [AppEffect]) {
        effects += new
        for case .fetch(let fetch) in new where fetch.tab == .library {
            fetched += 1
            serve(model.handle(answer(fetch)))
        }
    }

    func answer(_ fetch: ListFetch) -> AppEvent {
        guard let matcher = fetch.filter else { return .page(fetch, ListPage(listing(fetch))) }
        return .filtered(fetch, ListFilterStep(listing(fetch), matcher))
    }

    func listing(_ fetch: ListFetch) -> ContentListing {
        let container = fetch.identifier.isEmpty ? "section:albums" : fetch.identifier
        let total = rows[container] ?? 3
        let kind = container == "section:albums" ? "album" : "track"
        let last = min(total, fetch.offset + fetch.limit)
        let items = (min(fetch.offset, last)..<last).map { index in
            ContentRecord(
                identifier: "\(kind):\(index)", kind: kind, title: "\(kind == "album" ? "Album" : "Track") \(index)",
                subtitle: "Somebody", isContainer: kind == "album", isPlayable: true, duration: .seconds(60 + index),
                childCount: kind == "album" ? 3 : nil, path: kind == "album" ? "/1/\(index)" : "/1/0/\(index)")
        }
        return ContentListing(
            revision: ContentTree.Revision(revision),
            container: ContentRecord(
                identifier: container, kind: "section", title: kind == "album" ? "Albums" : "Inside"),
            offset: fetch.offset, total: total, items: items)
    }
}

@Suite("The interactive browser")
struct BrowserModelTests {
    @Test("begins with the first page, follows its changes, and warms up what is chosen")
    func begins() {
        let rig = BrowserRig(rows: 250)

        #expect(rig.model.level.count == 250)
        #expect(rig.effects.contains(.watch(.library, token: 1, identifier: "section:albums")))
        #expect(rig.effects.last == .prepare("album:0"))
    }

    @Test("moves within the list and keeps the chosen row in view")
    func moves() {
        var rig = BrowserRig(rows: 250)
        rig.press(.down, .down, .up)
        #expect(rig.model.level.selected == 1)
        rig.press(.pageDown)
        #expect(rig.model.level.selected == 20)
        #expect(rig.model.level.top == 2)
        rig.press(.home, .up)
        #expect(rig.model.level.selected == 0)
        rig.press(.end, .down)
        #expect(rig.model.level.selected == 249)
        #expect(rig.model.level.top == 231)
    }

    @Test("warms up the row at the end of a long list when it is there")
    func preparesLate() {
        var rig = BrowserRig(rows: 1_000_000)
        rig.press(.end)
        #expect(rig.effects.last == .prepare("album:999999"))
    }

    @Test("says why nothing plays, once")
    func failure() {
        var rig = BrowserRig(rows: 5)
        var report = Samples.playing
        report.status = .paused
        report.failure = ClientError(.noAudioOutput, "no sound server is running")
        rig.send(.nowPlaying(.report(report), at: BrowserRig.start))
        #expect(rig.model.message == "! no sound server is running")
        rig.press(.down)
        rig.send(.nowPlaying(.report(report), at: BrowserRig.start))
        #expect(rig.model.message == nil)
    }

    @Test("fetches what is in view, and keeps no more than a few pages of a million rows")
    func million() {
        var rig = BrowserRig(rows: 1_000_000)
        rig.press(.end)
        #expect(rig.titles == ["999900"])
        for _ in 0..<100 { rig.press(.pageUp) }
        let known = stride(from: 0, to: 1_000_000, by: 100).filter { rig.model.level.pages[$0] != nil }
        #expect(known.count <= RowPages.limit)
        #expect(rig.model.level.selection != nil)
        rig.press(.down)
        #expect(rig.titles.isEmpty)
    }

    @Test("opens containers and goes back to the row from which it came")
    func levels() {
        var rig = BrowserRig(rows: 250)
        rig.press(.down, .down, .right)
        #expect(rig.levels.map(\.title) == ["Albums", "Inside"])
        #expect(rig.model.level.count == 3)
        #expect(rig.effects.contains(.watch(.library, token: 2, identifier: "album:2")))
        rig.press(.left)
        #expect(rig.model.level.selected == 2)
        #expect(rig.effects.contains(.watch(.library, token: 1, identifier: "section:albums")))
        rig.press(.left, .backspace)
        #expect(rig.levels.count == 1)
    }

    @Test("plays an item with what follows it, and by its identity where the list has changed")
    func plays() {
        var rig = BrowserRig(rows: 5)
        rig.press(.enter, .down, .enter)
        #expect(rig.effects == [.play(["/1/0/1@17", "track:1"], shuffle: nil, title: "Track 1")])
    }

    @Test(
        "has a key for each way to play",
        arguments: [
            (Key.character("a"), AppEffect.enqueue(["album:0"], EnqueueOptions(), title: "Album 0")),
            (.character("A"), .enqueue(["album:0"], EnqueueOptions(isNext: true), title: "Album 0")),
            (.character("*"), .play(["album:0"], shuffle: true, title: "Album 0")),
            (.character("p"), .play(["/1/0@17", "album:0"], shuffle: nil, title: "Album 0")),
            (.character(" "), .command(.toggle)), (.character(">"), .command(.next)),
            (.character("<"), .command(.previous)), (.character("+"), .command(.adjustVolume(0.05))),
            (.character("]"), .command(.seekBy(.seconds(5)))), (.character("q"), .quit), (.control("c"), .quit),
            (.control("z"), .suspend),
        ])
    func commands(key: Key, effect: AppEffect) {
        var rig = BrowserRig(rows: 5)
        rig.press(key)
        #expect(rig.effects == [effect])
    }

    @Test("letters are keys, as in the queue; one that is none changes nothing and says how to filter")
    func letters() {
        var rig = BrowserRig(rows: 50)
        rig.type("")
        rig.press(.escape)
        rig.press(.character("j"), .character("j"), .character("k"))
        #expect(rig.model.level.selected == 1)
        rig.press(.character("l"))
        #expect(rig.levels.count == 2)
        rig.press(.character("h"))
        #expect(rig.levels.count == 1)
        rig.press(.character("x"))
        #expect(rig.model.level.filter == nil)
        #expect(rig.model.message == "x is not a key here; ? shows the keys")
    }

    @Test("Tab goes from the filter to the keys, and / back")
    func tab() {
        var rig = BrowserRig(rows: 50)
        rig.type("album 1")
        rig.press(.tab, .character("a"))
        #expect(rig.effects == [.enqueue(["album:1"], EnqueueOptions(), title: "Album 1")])
        rig.press(.character("/"), .character("a"))
        #expect(rig.model.level.filter?.text == "album 1a")
        rig.press(.tab, .character("q"))
        #expect(rig.effects == [.quit])
    }

    @Test("filters behind / as one types, by all words, and q and Space are letters then")
    func filters() {
        var rig = BrowserRig(rows: 2500)
        rig.type("99 al")
        #expect(rig.model.level.filter?.matches.count == 43)
        #expect(rig.model.level.filter?.isComplete == true)
        rig.press(.enter)
        #expect(rig.levels.count == 2)
        rig.press(.left)
        rig.type(" q")
        #expect(rig.model.level.filter?.text == "99 al q")
        #expect(rig.model.level.count == 0)
        rig.press(.backspace, .backspace)
        #expect(rig.model.level.filter?.text == "99 al")
    }

    @Test("Esc clears the filter, keeps what was chosen, and never leaves")
    func escape() {
        var rig = BrowserRig(rows: 50)
        rig.type("album 17")
        rig.press(.escape)
        #expect(rig.model.level.filter == nil)
        #expect(rig.model.level.selection?.identifier == "album:17")
        rig.press(.escape)
        #expect(rig.effects.isEmpty)
    }

    @Test("A filter keeps a bounded number of matches of a million rows")
    func filterMillion() {
        var rig = BrowserRig(rows: 1_000_000)
        rig.type("album")
        #expect((rig.model.level.filter?.matches.count ?? .max) < ListFilter.limit + TreePane.filterStep)
        #expect((rig.model.level.filter?.looked ?? .max) <= 2000)
        #expect(rig.model.level.filter?.isCut == true)
        #expect(rig.model.lines(BrowserRig.start)[1].hasSuffix("1/1000+"))
    }

    @Test("What is chosen stays chosen when rows come and go above it")
    func changes() {
        var rig = BrowserRig(rows: 50)
        rig.press(.down, .down, .down)
        #expect(rig.model.level.selection?.identifier == "album:3")
        let difference = ContainerDifference(
            of: "", revision: ContentTree.Revision(18), added: [.init(index: 0, identifier: "album:new")],
            removed: ["album:1", "album:2"])
        var model = rig.model
        let effects = model.handle(.content(.library, token: 1, .changed(difference)))
        #expect(model.level.selected == 2)
        #expect(effects.count == 1)
    }

    @Test("Answers for a container that is not open any more do no harm")
    func late() {
        var rig = BrowserRig(rows: 5)
        rig.press(.right)
        let fetch = ListFetch(token: 2, path: nil, identifier: "album:0", offset: 0, limit: 100)
        let listing = rig.listing(fetch)
        rig.press(.left)
        rig.send(.page(fetch, ListPage(listing)))
        rig.send(.pageFailed(fetch, ClientError(.notFound, "gone")))
        rig.send(.content(.library, token: 2, .reloaded))
        #expect(rig.model.level.title == "Albums")
        #expect(rig.model.level.failure == nil)
    }

    @Test("Children that come from far are shown as loading and waited for")
    func loading() {
        var model = AppModel(.library, place: "/7", screen: Screen(isTerminal: true), now: BrowserRig.start)
        let fetches = model.begin().compactMap { if case .fetch(let fetch) = $0 { fetch } else { nil } }
        guard let fetch = fetches.first(where: { $0.tab == .library }) else {
            Issue.record("nothing fetched")
            return
        }
        let effects = model.handle(
            .page(
                fetch,
                ListPage(ContentListing(revision: ContentTree.Revision(1), total: 0, items: [], isLoading: true))))
        #expect(model.level.isLoading)
        #expect(effects.contains { if case .fetch(let again) = $0 { again.waits } else { false } })
    }

    @Test("Any sequence of keys on any screen leaves a model that can be drawn")
    func random() {
        let keys: [Key] = [
            .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .backspace, .tab, .delete,
            .character("a"), .character("9"), .character("/"), .character("?"), .character(" "), .alt("k"),
            .control("u"),
        ]
        var rig = BrowserRig(rows: 333)
        var random = SplitMix64(seed: 8)
        for step in 0..<300 {
            guard let key = keys.randomElement(using: &random) else { return }
            rig.send(.key(key))
            if step % 10 == 0 {
                let (width, height) = (Int.random(in: 1...120, using: &random), Int.random(in: 1...40, using: &random))
                rig.send(.resized(Screen(isTerminal: true, width: width, height: height)))
            }
            let lines = rig.model.lines(BrowserRig.start)
            #expect(lines.count == rig.model.screen.rows)
        }
    }
}
