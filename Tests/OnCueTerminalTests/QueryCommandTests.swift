// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueQuery
import Testing

@testable import OnCueTerminal

@Suite("oncue search and oncue query")
struct QueryCommandTests {
    @Test("a mistake is shown with a caret below it, and the service is not asked")
    func caret() async {
        let session = Session()
        #expect(await session.run("search", "blue yaer:1960") == .wrongWords)
        #expect(session.talk.text.hasPrefix("  blue yaer:1960\n       ^\noncue: column 6: there is no field \"yaer\""))
        #expect(session.service.calls.isEmpty)
    }

    @Test("a query that asks for nothing is wrong use", arguments: ["", " ", "\"\"", "()"])
    func blank(text: String) async {
        let session = Session()
        #expect(await session.run("search", text) == .wrongWords)
        #expect(session.talk.text.contains("expected"))
        #expect(await session.run("query", "save", "X", text) == .wrongWords)
        #expect(session.service.calls.isEmpty)
    }

    @Test("the caret stands below wide letters and in long texts, too")
    func places() {
        #expect(CaretText.lines("日本 x:1", 4) == ["  日本 x:1", "       ^"])
        let lines = CaretText.lines(String(repeating: "a", count: 500), 400)
        #expect(lines.allSatisfy { $0.count <= 62 } && lines[1].hasSuffix("^"))
    }

    @Test("a terminal gets headings, a pipe none, and JSON counts the groups")
    func groups() async {
        let items = Samples.albums + Samples.tracks(2)
        let terminal = Session(screen: Screen(isTerminal: true)) { $0.items = items }
        await terminal.run("search", "blue")
        #expect(terminal.data.text.contains("Albums\n") && terminal.data.text.contains("\n\nTracks\n"))

        let pipe = Session { $0.items = items }
        await pipe.run("search", "blue")
        #expect(!pipe.data.text.contains("Albums"))
        await pipe.run("search", "blue", "--json")
        #expect(
            pipe.data.text.contains("\"groups\":[{\"kind\":\"album\",\"count\":2},{\"kind\":\"track\",\"count\":2}]"))
    }

    @Test("what other programs find follows as each answers, under its name; JSON and later pages have all of it")
    func provided() async throws {
        let far = ContentRecord(identifier: "provided:org.a/1", kind: "provided", title: "Far Song")
        let configure: (inout FakeService.State) -> Void = { state in
            state.items = Samples.albums
            state.provided = [
                ProvidedMatches(source: "Zebra", items: [far]), ProvidedMatches(source: "Attic", items: [far, far]),
            ]
        }
        let terminal = Session(screen: Screen(isTerminal: true), configure)
        #expect(await terminal.run("search", "blue") == .done)
        let text = terminal.data.text
        let headings = ["Albums\n", "\n\nZebra\n", "\n\nAttic\n"].compactMap { text.firstRange(of: $0)?.lowerBound }
        #expect(headings.count == 3 && headings == headings.sorted())

        let pipe = Session(configure)
        await pipe.run("search", "blue", "--json")
        #expect(try JSONValue(parsing: pipe.data.text)["total"]?.intValue == 5)
        await pipe.run("search", "blue", "--limit", "3")
        #expect(pipe.data.text.split(separator: "\n").count == 3)
        let nothing = Session { $0.items = [] }
        #expect(await nothing.run("search", "x") == .nothingFound)
    }

    @Test(
        "what could not be searched is told in a line each, and stands in JSON",
        arguments: [[], ["--json"], ["--offset", "1"]])
    func unanswered(options: [String]) async throws {
        let session = Session { state in
            state.items = Samples.albums
            state.unanswered = [UnansweredBranch(title: "Podcasts", message: "the file is damaged")]
            state.provided = [ProvidedMatches(source: "Attic", items: [], error: "no answer within 2.0 seconds")]
        }

        #expect(await session.run(["search", "blue"] + options) == .done)

        let lines = session.talk.text.split(separator: "\n")
        #expect(lines.contains("Podcasts could not be searched: the file is damaged"), "\(lines)")
        #expect(lines.contains("Attic could not be searched: no answer within 2.0 seconds"))
        if options == ["--json"] {
            let value = try JSONValue(parsing: session.data.text)
            let titles = value["unanswered"]?.arrayValue?.compactMap { $0["title"]?.stringValue }
            #expect(titles == ["Podcasts", "Attic"])
        }
    }

    @Test("queries are saved, listed, run and removed")
    func keeping() async {
        let session = Session { state in
            state.queries = [SavedQuery(name: "New", text: "added:<30d"), SavedQuery(name: "Bad", text: "(")]
            state.items = Samples.albums
        }
        #expect(await session.run("query", "save", "Long jazz", "genre:jazz", "length:>10m") == .done)
        #expect(await session.run("query", "run", "new") == .done)
        #expect(await session.run("query", "remove", "New") == .done)
        #expect(session.service.calls.contains("save Long jazz: genre:jazz length:>10m"))
        #expect(session.service.calls.contains("forget New"))
        #expect(session.service.calls.contains { $0.hasPrefix("search added:<30d") })

        #expect(await session.run("query") == .done)
        #expect(session.data.text == "Bad        (\nLong jazz  genre:jazz length:>10m\n")
        #expect(session.talk.text.contains("Bad: column 1"))
        #expect(await session.run("query", "run", "missing") == .nothingFound)
        #expect(await session.run("query", "save", "X", "(") == .wrongWords)
    }
}
