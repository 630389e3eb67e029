// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueActivities
import OnCueBus
import OnCueCore
import OnCueDesk
import OnCueNotifications
import OnCuePlayers
import OnCueQuery
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("The searches of desktops, by the calls that they make")
@MediaActor
struct DesktopSearchInterfaceTests {
    private static let shell = "org.gnome.Shell.SearchProvider2"
    private static let runner = "org.kde.krunner1"

    /// The rig with both objects on it.
    private struct Stage {
        let rig: ServiceRig
        let searcher: DesktopSearcher
        let player: DesktopPlayer
        let object: DesktopSearchObject

        @MediaActor
        init(hidden: Set<String> = [], habits: [String: Double] = [:], suggested: [String] = []) async throws {
            rig = try await ServiceRig()
            let desks = try #require(rig.desks)
            searcher = DesktopSearcher(
                manager: desks.manager,
                habits: .init(
                    probabilities: { $0.map { habits[$0.description] ?? 0 } },
                    isHidden: { hidden.contains($0.description) },
                    suggested: { suggested.compactMap { ContentIdentifier($0) } }), patience: .seconds(10))
            player = DesktopPlayer(playback: desks.playback, artwork: rig.artwork)
            object = try DesktopSearchObject(
                on: rig.server, ShellSearchProvider(searcher: searcher, player: player),
                KRunnerInterface(searcher: searcher, player: player))
        }

        @MediaActor
        func shell(_ member: String, _ arguments: [BusValue]) async throws -> [BusValue] {
            try await rig.client.call(
                member, of: DesktopSearchInterfaceTests.shell, at: ShellSearchProvider.path,
                on: ServiceNames.busName, arguments, timeout: .seconds(10))
        }

        @MediaActor
        func ids(_ terms: String...) async throws -> [String] {
            try await shell("GetInitialResultSet", [.strings(terms)]).first?.stringsValue ?? []
        }

        @MediaActor
        func metas(_ ids: [String]) async throws -> [[String: BusValue]] {
            try await shell("GetResultMetas", [.strings(ids)]).first?.arrayValue?.compactMap(\.dictionaryValue) ?? []
        }

        @MediaActor
        func runner(_ member: String, _ arguments: [BusValue] = []) async throws -> [BusValue] {
            try await rig.client.call(
                member, of: DesktopSearchInterfaceTests.runner, at: KRunnerInterface.path,
                on: ServiceNames.busName, arguments, timeout: .seconds(10))
        }

        /// The members of each match.
        @MediaActor
        func matches(_ query: String) async throws -> [[BusValue]] {
            try await runner("Match", [.string(query)]).first?.arrayValue?.compactMap(\.arrayValue) ?? []
        }
    }

    @Test("Both objects have the members of their specifications")
    func members() async throws {
        let stage = try await Stage()
        for (path, name, members) in [
            (ShellSearchProvider.path, Self.shell, Introspection.shellSearch),
            (KRunnerInterface.path, Self.runner, Introspection.krunner),
        ] {
            let served = try await IntrospectionTests.served(stage.rig, path).members(name)
            #expect(!served.isEmpty && served == IntrospectionXML(members).members(name))
        }
    }

    @Test("GNOME Shell: a first set, a narrower one, what to show, and the chosen one plays and can be undone")
    func shell() async throws {
        let stage = try await Stage()
        try await stage.rig.play("album:green")

        let first = try await stage.ids("ada")
        #expect(first.prefix(2) == ["album:blue", "track:b1"] || first.contains("album:blue"))
        #expect(first.last?.hasPrefix("special:all:") == true)
        let narrower =
            try await stage.shell(
                "GetSubsearchResultSet", [.strings(first), .strings(["ada", "blue"])]
            ).first?.stringsValue ?? []
        #expect(narrower.first == "album:blue")
        let metas = try await stage.metas(narrower + ["track:none", "", "special:all:x:y", "nonsense"])
        #expect(metas.map { $0["id"]?.stringValue } == narrower)
        #expect(metas[0]["name"] == .string("Blue"))
        #expect(metas[0]["description"] == .string("Album · Ada"))
        #expect(
            metas[0]["icon"]?.arrayValue?.first == .string("themed")
                || metas[0]["icon"]?.arrayValue?.first == .string("file"))

        _ = try await stage.shell("ActivateResult", [.string("album:blue"), .strings(["ada"]), .uint32(7)])
        await stage.rig.advance()
        #expect(stage.rig.controller.snapshot.entry?.track.identifier.key == "b1")
        try await stage.rig.call("Undo", of: ServiceNames.playback)
        await stage.rig.advance()
        #expect(stage.rig.controller.queue.entries.map(\.track.identifier.key) == ["g1"])
    }

    @Test("A failure whose reason has control characters is shown without them")
    func failures() {
        let body = FailureNotifier.body("Concerts says \u{1B}[31mno\u{7}\nand\tmore")
        #expect(body == "Concerts says  [31mno \nand more")
        let long = FailureNotifier.body(String(repeating: "é", count: 10_000))
        #expect(long.utf8.count <= NotificationLimits.bodyBytes)
        let content = NotificationContent(title: "x", body: body)
        #expect(throws: Never.self) { try NotificationRequest(.init("a.b", "c"), content).check(at: 0) }
    }

    @Test("KRunner: an action that there is not does nothing")
    func unknownAction() async throws {
        let stage = try await Stage()
        try await stage.rig.play("album:green")

        let error = await stage.rig.failure {
            _ = try await stage.runner("Run", [.string("album:blue"), .string("bogus")])
        }
        #expect(error?.name == BusError.invalidArguments)
        await stage.rig.advance()
        #expect(stage.rig.controller.queue.entries.map(\.track.identifier.key) == ["g1"])
    }

    @Test("At most five rows, and one that plays all that is found")
    func limit() async throws {
        let stage = try await Stage()
        stage.rig.source.replace(with: (1...30).map { .init("Waltz \($0)", by: "Ada", tracks: [.sample("w\($0)")]) })

        let ids = try await stage.ids("waltz")
        #expect(ids.count == 6)
        let all = try #require(ids.last)
        #expect(try await stage.metas([all]).first?["name"]?.stringValue?.hasPrefix("Play all ") == true)

        _ = try await stage.shell("LaunchSearch", [.strings(["waltz"]), .uint32(0)])
        _ = try await stage.shell("ActivateResult", [.string(all), .strings([]), .uint32(0)])
        await stage.rig.advance()
        #expect(stage.rig.controller.queue.entries.count > 1)
    }

    @Test("What is disliked, what is never to be suggested, and everything while it is off, does not appear")
    func privacy() async throws {
        let stage = try await Stage(hidden: ["album:green"])
        stage.rig.listening.set(
            ListeningRecord(isDisliked: true), for: try #require(ContentIdentifier("album:blue")))

        #expect(try await !stage.ids("blue").contains("album:blue"))
        #expect(try await !stage.ids("green").contains("album:green"))
        #expect(try await stage.metas(["album:green"]).isEmpty)
        #expect(try await !stage.ids("leaves").isEmpty)
        stage.searcher.isOn = false
        #expect(try await stage.ids("leaves").isEmpty)
        #expect(try await stage.metas(["track:g1"]).isEmpty)
        #expect(try await stage.matches("leaves").isEmpty)
    }

    @Test(
        "Play all leaves out what is disliked, and every way of playing can be undone", arguments: ["play", "append"])
    func playAll(_ deed: String) async throws {
        let stage = try await Stage()
        stage.rig.source.replace(with: (1...6).map { .init("Waltz \($0)", by: "Ada", tracks: [.sample("w\($0)")]) })
        try await stage.rig.play("track:w6")
        stage.rig.listening.set(
            ListeningRecord(isDisliked: true), for: try #require(ContentIdentifier("track:w4")))
        let all = try #require(try await stage.ids("waltz").last)
        #expect(all.hasPrefix("special:all:"))

        _ = try await stage.runner("Run", [.string(all), .string(deed)])
        await stage.rig.advance()
        let played = stage.rig.controller.queue.entries.map(\.track.identifier.key)
        #expect(!played.contains("w4"), "\(played)")
        #expect(played.contains("w1") && played.contains("w3"))
        try await stage.rig.call("Undo", of: ServiceNames.playback)
        #expect(stage.rig.controller.queue.entries.map(\.track.identifier.key) == ["w6"])
    }

    @Test("Dislikes that cannot be read keep nothing from being found")
    func unreadable() async throws {
        let stage = try await Stage()
        stage.rig.listening.setUnreadable(true)
        #expect(try await stage.ids("blue").contains("album:blue"))
    }

    @Test("Terms of any size and form, and unknown ids, are answered with nothing")
    func hostile() async throws {
        let stage = try await Stage()
        for terms in [
            [], [""], [String(repeating: "x", count: 1 << 20)], Array(repeating: "a", count: 10_000), ["((("],
            ["\u{202E}\u{7}<b>"], ["genre:"],
        ] {
            let answer = try await stage.shell("GetInitialResultSet", [.strings(terms)])
            #expect(answer == [.strings([])])
        }
        for id in ["", "track:none", "special:all:1:", "special:all:-1:x", String(repeating: "i", count: 1 << 20)] {
            #expect(try await stage.metas([id]).isEmpty, "\(id.prefix(20))")
            _ = try await stage.shell("ActivateResult", [.string(id), .strings([]), .uint32(0)])
            _ = try await stage.runner("Run", [.string(id), .string("")])
        }
        #expect(stage.rig.controller.queue.entries.isEmpty)
    }

    @Test("A title with markup, control characters or many lines is one line of plain text")
    func markup() async throws {
        let stage = try await Stage()
        stage.rig.source.replace(with: [.init("<b>Zebra</b>\n\u{7}& more", by: "A\nB", tracks: [.sample("z")])])

        let id = try #require(try await stage.ids("zebra").first)
        let meta = try #require(try await stage.metas([id]).first)

        #expect(meta["name"] == .string("<b>Zebra</b>  & more"))
        #expect(meta["description"] == .string("Album · A B"))
        #expect(try await stage.matches("zebra").first?[1] == .string("<b>Zebra</b>  & more"))
    }

    /// Something of another program, which remembers that it was opened.
    private final class Concerts: ForeignSearching {
        static let concert = ForeignMatch(
            id: ForeignMatch.prefix + "test:1", title: "Concert of Zoe", about: "Concerts · tomorrow",
            picture: "file:///picture.png")
        private let found: ForeignMatch
        private(set) var opened: [String] = []

        init(title: String = concert.title) {
            var found = Self.concert
            found.title = title
            self.found = found
        }

        func matches(_ search: DesktopSearch, limit: Int) async -> [ForeignMatch] {
            guard let words = search.plainWords else { return [] }
            return SearchWords.matches(SearchWords.of(words), in: found.title + " tickets") ? [found] : []
        }

        func match(_ id: String) async -> ForeignMatch? { id == found.id ? found : nil }

        func open(_ id: String) async throws { opened.append(id) }
    }

    @Test("A title of another program with markup is plain text as well")
    func foreignMarkup() async throws {
        let stage = try await Stage()
        let concerts = Concerts(title: "<img src=x> Zoe &amp;\u{7} more\nand more")
        stage.searcher.others = [concerts]
        let meta = try #require(try await stage.metas([Concerts.concert.id]).first)
        #expect(meta["name"] == .string("<img src=x> Zoe &amp;  more and more"))
        #expect(try await stage.matches("zoe").first?[1] == meta["name"])
    }

    @Test("What other programs have told of is found by words, shown with its program, and taken up again there")
    func foreign() async throws {
        let stage = try await Stage()
        let concerts = Concerts()
        stage.searcher.others = [concerts]
        stage.player.others = [concerts]
        let id = Concerts.concert.id

        #expect(try await stage.ids("zoe", "tick") == [id])
        #expect(try await stage.ids("zoe", "kind:album").isEmpty)
        let meta = try #require(try await stage.metas([id, "foreign:test:2"]).first)
        #expect(meta["name"] == .string("Concert of Zoe") && meta["description"] == .string("Concerts · tomorrow"))
        #expect(meta["icon"]?.arrayValue?.last?.unwrapped == .string("file:///picture.png"))
        let match = try #require(try await stage.matches("concert").first)
        #expect(match[0] == .string(id) && match[2] == .string("/picture.png"))
        #expect(match[5].dictionaryValue?["actions"]?.stringsValue == [], "it has no place in a queue")
        for action in ["play-next", "append"] { _ = try await stage.runner("Run", [.string(id), .string(action)]) }
        #expect(concerts.opened.isEmpty)
        _ = try await stage.shell("ActivateResult", [.string(id), .strings([]), .uint32(0)])
        _ = try await stage.runner("Run", [.string("foreign:test:2"), .string("")])
        #expect(concerts.opened == [id])
        #expect(stage.rig.controller.queue.entries.isEmpty)
    }

    @Test("Words for OnCue itself show first what it would suggest now", arguments: ["oncue", "play", "Suggestions"])
    func suggestions(word: String) async throws {
        let suggested = ["track:g1", "track:gone", "album:blue", "track:b1"]
        let stage = try await Stage(hidden: ["track:b1"], suggested: suggested)
        stage.rig.source.edit { $0.append(.init("Play", by: "Oncue", tracks: [.sample("p1", title: "Suggestions")])) }

        let ids = try await stage.ids(word)
        #expect(ids.prefix(2) == ["track:g1", "album:blue"])
        #expect(ids.count > 2 && !ids.contains("track:b1"), "what the word finds follows")
        #expect(try await stage.matches(word).prefix(2).map { $0[0] } == [.string("track:g1"), .string("album:blue")])
        #expect(try await stage.ids(word, "leaves") == [], "only the word by itself")
    }

    @Test("A newer search ends the one under way, which answers with nothing")
    func newest() async throws {
        let stage = try await Stage()
        async let first = stage.searcher.results(of: ["ada"])
        async let second = stage.searcher.results(of: ["leaves"])
        let (older, newer) = await (first, second)

        // Whichever came later has found something, and the other one nothing.
        #expect([older.rows.isEmpty, newer.rows.isEmpty].filter(\.self).count == 1)
    }

    @Test("KRunner: the actions once, matches with relevance, and Run plays, plays next, or appends")
    func krunner() async throws {
        let stage = try await Stage(habits: ["track:g1": 0.5])
        let actions = try await stage.runner("Actions").first?.arrayValue ?? []
        #expect(actions.compactMap { $0.arrayValue?.first?.stringValue } == ["play", "play-next", "append"])

        let matches = try await stage.matches("play leaves")
        let match = try #require(matches.first)
        #expect(match.count == 6)
        #expect(match[0] == .string("track:g1") && match[1] == .string("Leaves"))
        #expect(match[3] == .int32(100))
        #expect((0...1).contains(match[4].doubleValue ?? -1))
        #expect(match[5].dictionaryValue?["subtext"]?.stringValue?.hasPrefix("Track") == true)
        #expect(match[5].dictionaryValue?["actions"]?.stringsValue == ["play", "play-next", "append"])
        #expect(try await stage.matches("le").isEmpty)

        _ = try await stage.runner("Run", [.string("album:blue"), .string("")])
        await stage.rig.advance()
        _ = try await stage.runner("Run", [match[0], .string("play-next")])
        _ = try await stage.runner("Run", [match[0], .string("append")])
        await stage.rig.advance()
        #expect(stage.rig.controller.queue.entries.map(\.track.identifier.key) == ["b1", "g1", "b2", "g1"])
        #expect(try await stage.runner("Teardown").isEmpty)
        #expect(try await stage.runner("SetActivationToken", [.string("x")]).isEmpty)
        #expect(try await stage.runner("Config").first?.dictionaryValue?["MinLetterCount"] == .int32(3))
    }
}
