// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueSuggestions
import Testing

@testable import OnCueTerminal

@Suite("oncue suggestions")
struct SuggestionsCommandTests {
    @Test("shows what is offered: what has raised it, how long it stands, and each choice with why")
    func offer() async {
        let session = Session { $0.offer = Samples.offer }

        #expect(await session.run("suggestions") == .done)

        #expect(
            session.data.lines == [
                "My Pods connected. Offered for another 0 s.",
                "1  Kind of Blue  Miles Davis",
                "   You usually play this: 8 of 10 times.",
                "2  The Show      Miles Davis  from 1:23",
                "   You usually play this: 8 of 10 times.",
            ])
        #expect(session.talk.text.isEmpty)
        #expect(session.service.calls == ["offer"])
    }

    @Test("says how long an offer still stands")
    func headline() {
        #expect(
            SuggestionView.headline(Samples.offer, now: 110) == "My Pods connected. Offered for another 9 min 50 s.")
    }

    @Test("shows what would be suggested now while nothing is offered, and says so")
    func now() async {
        let session = Session { $0.suggestions = [Samples.suggestion(1), Samples.suggestion(2)] }

        #expect(await session.run("suggestions", "--limit", "1") == .done)

        #expect(session.data.lines.first == "1  Kind of Blue  Miles Davis")
        #expect(session.data.lines.count == 2)
        #expect(
            session.talk.text
                == "Nothing is being offered; these would be suggested now, and oncue accept N plays one\n")
        #expect(session.service.calls == ["offer", "suggestions 1"])
    }

    @Test("says when nothing is known yet")
    func nothing() async {
        let session = Session()
        #expect(await session.run("suggestions") == .done)
        #expect(session.data.text.isEmpty)
        #expect(session.talk.text == "No suggestions: nothing is being offered, and there is nothing to suggest yet\n")
    }

    @Test("breaks sentences where a terminal is narrow")
    func narrow() async {
        let session = Session(screen: Screen(isTerminal: true, width: 30)) { $0.suggestions = [Samples.suggestion(1)] }
        await session.run("suggestions")
        #expect(session.data.lines.count == 3)
        #expect(session.data.lines.allSatisfy { $0.count <= 30 })
    }

    @Test(
        "refuses numbers out of bounds",
        arguments: [["--limit", "0"], ["--limit", "51"], ["--limit", "1", "--watch"]])
    func bounds(words: [String]) async {
        let session = Session()
        #expect(await session.run(["suggestions"] + words) == .wrongWords)
        #expect(session.service.calls.isEmpty)
    }

    @Test("--json has every field")
    func json() async {
        let session = Session {
            $0.offer = Samples.offer
            $0.offer?.suggestions.removeFirst()
        }
        await session.run("suggestions", "--json")
        #expect(
            session.data.text == """
                {"total":1,"offset":0,"items":[{"number":2,"id":"7.2","identifier":"album:2","title":"The Show",\
                "subtitle":"Miles Davis","sentence":"You usually play this: 8 of 10 times.","cause":"habit",\
                "ground":null,"probability":0.5,"reasons":{"hour":0.8,"age":-0.2},"playable":true,"position":83.0,\
                "artwork":null}],"offer":{"id":7,"trigger":"headphones","sentence":"My Pods connected.",\
                "device":"My Pods","place":null,"raisedAt":100,"expiresAt":700}}

                """)
    }

    // MARK: Watching

    private static let updates: [SuggestionUpdate] = [
        .raised(Samples.offer), .ended(7, reason: "played-else"), .serviceLost,
    ]

    @Test("--watch tells each offer and its end in a line, and ends with its reader")
    func watch() async {
        let session = Session { $0.suggestionUpdates = Self.updates }

        #expect(await session.run("suggestions", "--watch") == .done)

        #expect(
            session.data.lines == [
                "My Pods connected. 1 Kind of Blue, Miles Davis; 2 The Show, Miles Davis",
                "Ended: something else was played",
            ])
        #expect(session.data.isWatched)
        #expect(session.talk.lines.last == "oncued has quit; suggestions are shown once it runs again")
    }

    @Test("--watch --json writes an object for each on one line, also on a terminal")
    func watchJSON() async throws {
        let session = Session(screen: Screen(isTerminal: true)) { $0.suggestionUpdates = Self.updates }

        await session.run("suggestions", "--watch", "--json")

        let events = try session.data.lines.map { try JSONValue(parsing: $0) }
        #expect(events.map { $0["event"]?.stringValue } == ["raised", "ended"])
        #expect(events[0]["offer"]?["trigger"]?.stringValue == "headphones")
        #expect(events[0]["items"]?[1]?["number"]?.intValue == 2)
        #expect(
            session.data.lines.last == #"{"event":"ended","id":7,"reason":"played-else","offer":null,"items":[]}"#)
    }

    // MARK: Export

    @Test("export writes every page, and tells how many lines on the other stream")
    func export() async {
        let session = Session { $0.learnt = ["{\"a\":1}", "{\"a\":2}", "{\"a\":3}"] }

        #expect(await session.run("suggestions", "export") == .done)

        #expect(session.data.text == "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n")
        #expect(session.talk.text == "Wrote 3 lines\n")
        #expect(session.service.calls == ["export 0 1000", "export 2 1000"])
    }

    @Test("export writes a file")
    func exportFile() async throws {
        let session = Session { $0.learnt = ["{\"a\":1}"] }

        #expect(await session.run("suggestions", "export", "song one.flac") == .done)

        #expect(session.data.text.isEmpty)
        #expect(session.talk.text == "Wrote 1 line to song one.flac\n")
        #expect(try session.files.text(of: Array("song one.flac".utf8), limit: 100) == "{\"a\":1}\n")
    }

    // MARK: Settings

    @Test("settings shows everything that is set")
    func settings() async {
        let session = Session { $0.suggestionSettings.quietHours = .init(from: 1320, to: 420) }
        #expect(await session.run("suggestions", "settings") == .done)
        #expect(
            session.data.text == """
                Quiet hours    22:00 to 07:00
                Cool-down      15 min
                Lifetime       10 min
                Staging        on
                Staging guard  5 min
                Dismissals     no more suggestions after 3 in a row
                Moments        none
                Notify         on

                """)
    }

    @Test(
        "settings sets what is named and tells how it is then",
        arguments: [
            (["--quiet-hours", "22:30-7:00"], "Quiet hours: 22:30 to 07:00"),
            (["--quiet-hours", "off"], "Quiet hours: none"),
            (["--cool-down", "20m"], "Cool-down: 20 min"), (["--cool-down", "off"], "Cool-down: off"),
            (["--lifetime", "90s"], "Lifetime: 1 min 30 s"), (["--staging", "off"], "Staging: off"),
            (["--staging-guard", "1h"], "Staging guard: 1 h"), (["--dismissals", "0"], "Dismissals: no limit"),
            (["--moments", "wake,unlock"], "Moments: unlock, wake"), (["--moments", "none"], "Moments: none"),
            (["--notify", "off"], "Notify: off"),
        ])
    func setting(words: [String], told: String) async {
        let session = Session { $0.suggestionSettings.moments = ["boot"] }
        #expect(await session.run(["suggestions", "settings"] + words) == .done)
        #expect(session.service.calls.count == 2)
        #expect(session.talk.text == told + "\n")
        #expect(session.data.text.isEmpty)
    }

    @Test("settings sets several things by one call")
    func several() async {
        let session = Session()
        await session.run("suggestions", "settings", "--notify", "off", "--staging", "off", "--json")
        #expect(session.service.calls == ["set stages(false) notifies(false)", "settings"])
        #expect(
            session.data.text == """
                {"quietHours":null,"coolDown":900.0,"lifetime":600.0,"staging":false,"stagingGuard":300.0,\
                "dismissals":3,"moments":[],"notify":false}

                """)
    }

    @Test(
        "settings refuses what nobody can set, before it asks the service",
        arguments: [
            ["--quiet-hours", "22-7"], ["--quiet-hours", "24:00-07:00"], ["--cool-down", "soon"], ["--lifetime", "0"],
            ["--lifetime", "off"], ["--staging", "maybe"], ["--dismissals", "-1"], ["--moments", "headphones"],
            ["--moments", "wake,"], ["--notify", "1"],
        ])
    func refusal(words: [String]) async {
        let session = Session()
        #expect(await session.run(["suggestions", "settings"] + words) == .wrongWords)
        #expect(session.service.calls.isEmpty)
    }

    @Test("Every facet of the ranker has words of its own", arguments: Facet.allCases)
    func facets(facet: Facet) {
        let words = Facet.allCases.map { FacetText.text($0.name) }
        #expect(FacetText.text(facet.name) != facet.name)
        #expect(words.count { $0 == FacetText.text(facet.name) } == 1)
    }
}
