// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("oncue share")
struct ShareCommandTests {
    private static let body = "So%20%26%20What%3F%20%E2%80%93%20Miles%0D%0Ahttps%3A%2F%2Fexample.org%2Fa%3Fb%3Dc"

    @Test(
        "opens the best program for a person or an address, and remembers it",
        arguments: [
            (["--with", "love"], "mailto:ada@example.org?subject=So%20%26%20What%3F&body=\(body)", "Ada Lovelace"),
            (["--with", "love", "--by", "message"], "xmpp:ada@chat.example?message;body=\(body)", "Ada Lovelace"),
            (["--with", "Ben"], "sms:+4930123?body=\(body)", "Ben"),
            (
                ["--with", "x@example.org"], "mailto:x@example.org?subject=So%20%26%20What%3F&body=\(body)",
                "x@example.org"
            ),
            (["--with", "030 123"], "sms:030123?body=\(body)", "030 123"),
        ] as [([String], String, String)])
    func opens(words: [String], address: String, name: String) async {
        let session = PeopleCommandTests.session()

        #expect(await Program.run(["share", "track:a"] + words, session.context) == .done)

        #expect(session.service.calls.contains("open \(address)"))
        #expect(session.service.calls.last == "donate share with \(name): track:a")
    }

    @Test("Without a person, a terminal gets it on its clipboard, and a pipe in print; nobody is remembered")
    func clipboard() async {
        let terminal = PeopleCommandTests.session(Screen(isTerminal: true))
        #expect(await terminal.run("share", "track:a") == .done)
        #expect(
            terminal.talk.text.hasPrefix(
                "\u{1B}]52;c;U28gJiBXaGF0PyDigJMgTWlsZXMKaHR0cHM6Ly9leGFtcGxlLm9yZy9hP2I9Yw==\u{07}"))
        let pipe = PeopleCommandTests.session()
        #expect(await pipe.run("share", "track:a") == .done)
        #expect(pipe.data.lines == ["So & What? – Miles", "https://example.org/a?b=c"])
        #expect(pipe.service.calls == ["shared track:a"])
        #expect(await pipe.run("share", "track:a", "--by", "clipboard") == .failed)
        #expect(await pipe.run("share", "track:a", "--by", "mail") == .done)
        #expect(pipe.service.calls.last?.hasPrefix("open mailto:?subject=") == true)
        #expect(pipe.talk.lines.last?.hasSuffix("that has no recipient yet; --with names one") == true)
    }

    @Test("Words share their best match, with the runner-up named, and a query that finds several shares none")
    func words() async {
        let session = PeopleCommandTests.session()
        session.service.change {
            $0.named["so what"] = NamedItems(
                [Samples.twin("1", by: "Miles Davis")], by: .words, runnerUp: Samples.twin("2", by: "Bill Evans"))
            $0.named["genre:jazz"] = NamedItems(Samples.tracks(2), by: .query)
        }
        #expect(await session.run("share", "so", "what", "--by", "print") == .done)
        #expect(session.service.calls.last == "shared track:1")
        #expect(
            session.talk.text.hasPrefix("Another match is \"So What\" by Bill Evans; oncue search shows all\n"),
            "\(session.talk.text)")
        #expect(await session.run("share", "genre:jazz") == .wrongWords)
        #expect(session.talk.lines.last == "oncue: \"genre:jazz\" finds 2 items; name one of them")
    }

    /// Somebody who answers with a word.
    private struct Person: Questioner {
        var word: String?
        let canAsk = true

        func confirms(_ question: String) -> Bool { false }
        func answer(to question: String) -> String? { word }
    }

    @Test("Two people of one name are listed with what tells them apart, and a terminal asks which of them is meant")
    func twins() async {
        let session = PeopleCommandTests.session()
        session.service.change {
            var twin = PersonRecord("Ben")
            twin.mails = ["ben@example.org"]
            $0.people.append(twin)
        }
        #expect(await session.run("share", "track:a", "--with", "ben", "--by", "mail") == .nothingFound)
        let listed = ["  1  Ben  +4930123", "  2  Ben  ben@example.org"]
        #expect(
            session.talk.lines.suffix(3)
                == listed + ["oncue: 2 people are called \"Ben\"; name one by an address"])
        #expect(await session.run("people", "show", "ben") == .nothingFound)
        #expect(await session.run("people", "show", "BEN@example.org") == .done)
        #expect(session.data.text.contains("ben@example.org") && !session.data.text.contains("+4930123"))

        session.questioner = Person(word: "2")
        #expect(await session.run("share", "track:a", "--with", "ben", "--by", "mail") == .done)
        #expect(session.service.calls.contains { $0.contains("mailto:ben@example.org") })
        session.questioner = Person(word: "3")
        #expect(await session.run("share", "track:a", "--with", "ben", "--by", "mail") == .nothingFound)
    }

    @Test("Each time is remembered, however fast one follows the other")
    func identifiers() async {
        let session = PeopleCommandTests.session()
        for person in ["x@example.org", "y@example.org", "y@example.org"] {
            #expect(await session.run("share", "track:a", "--with", person, "--by", "print") == .done)
        }
        #expect(Set(session.service.current.donated.map(\.identifier)).count == 3)
    }

    @Test("Who cannot be reached so is an error, and nothing is opened")
    func unreachable() async {
        let session = PeopleCommandTests.session()
        #expect(await session.run("share", "track:a", "--by", "message") == .nothingFound)
        #expect(await session.run("share", "track:a", "--with", "Zoe") == .nothingFound)
        #expect(await session.run("share", "track:a", "--with", "Adam", "--by", "mail") == .nothingFound)
        #expect(session.talk.lines.last?.contains("no mail address of Adam is known; give it") == true)
        #expect(await session.run("share", "track:a", "--with", "Adam", "--by", "message") == .nothingFound)
        for word in ["", " ", "@", "a@", "a@b@c", "xmpp:", "XMPP:ada"] {
            #expect(await session.run("share", "track:a", "--with", word) == .wrongWords)
        }
        #expect(!session.service.calls.contains { $0.hasPrefix("open") || $0.hasPrefix("donate") })
    }
}
