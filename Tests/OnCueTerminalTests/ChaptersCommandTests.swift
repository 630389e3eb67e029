// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("oncue chapters")
struct ChaptersCommandTests {
    private static let listing = ChapterListing(
        current: 1,
        items: [
            ChapterListing.Item(title: "Hello", start: .zero, end: .seconds(90)),
            ChapterListing.Item(title: "Fugues", start: .seconds(90), end: .seconds(3723)),
            ChapterListing.Item(title: "The end", start: .seconds(3723)),
        ])

    @Test("shows them with their beginnings and lengths, and marks the one that plays")
    func list() async {
        let session = Session { $0.chapterListing = Self.listing }

        #expect(await session.run("chapters") == .done)

        #expect(
            session.data.lines == [
                "   1  Hello       0:00     1:30", "▶  2  Fugues      1:30  1:00:33", "   3  The end  1:02:03",
            ])
    }

    @Test("writes JSON, with null for an end that is not known")
    func json() async {
        let session = Session { $0.chapterListing = Self.listing }

        await session.run("chapters", "--json")

        #expect(
            session.data.text.hasPrefix(
                #"{"total":3,"offset":0,"current":1,"items":[{"number":1,"title":"Hello","start":0.0,"end":90.0,"current":false}"#
            ))
        #expect(session.data.text.hasSuffix(#""start":3723.0,"end":null,"current":false}]}"# + "\n"))
    }

    @Test("goes to a number, to the next and to the one before, and tells where it is then")
    func jumps() async {
        for (word, call) in [("3", "chapter 2"), ("next", "next chapter"), ("previous", "previous chapter")] {
            let session = Session {
                $0.report = Samples.playing
                $0.report.entry?.chapter = ChapterMark(index: 1, count: 3, title: "Fugues")
            }

            #expect(await session.run("chapters", word) == .done)

            #expect(session.service.calls == [call, "now"])
            #expect(session.talk.text == "Chapter 2 of 3: Fugues\n")
            #expect(session.data.text.isEmpty)
        }
    }

    @Test("goes to a title, or a part of one, whatever its case; what is not there is told")
    func titles() async {
        for (words, call) in [
            (["fugues"], "chapter 1"), (["the", "End"], "chapter 2"), (["hell"], "chapter 0"),
        ] {
            let session = Session { $0.chapterListing = Self.listing }
            #expect(await session.run(["chapters"] + words) == .done)
            #expect(session.service.calls.prefix(2) == ["chapters", call])
        }
        let session = Session { $0.chapterListing = Self.listing }
        #expect(await session.run("chapters", "Prelude") == .nothingFound, "\(session.talk.text)")
        #expect(session.talk.text.contains("no chapter \"Prelude\""))
    }

    @Test("answers a jump with JSON where that is wanted")
    func jumpAsJSON() async {
        let session = Session { $0.chapterListing = Self.listing }

        await session.run("chapters", "1", "--json")

        #expect(session.service.calls == ["chapter 0", "chapters"])
        #expect(session.data.text.hasPrefix(#"{"total":3"#))
    }

    @Test("says that there are none")
    func none() async {
        let session = Session()

        #expect(await session.run("chapters") == .done)

        #expect(session.talk.text == "The current track has no chapters\n")
        #expect(session.data.text.isEmpty)
    }

    @Test("refuses other words", arguments: ["0", "-1", "1.5"])
    func refuses(word: String) async {
        let session = Session()

        #expect(await session.run("chapters", word) == .wrongWords)
        #expect(session.service.calls.isEmpty)
    }

    @Test("a chapter that is not there is nothing found")
    func noSuchChapter() async {
        let session = Session {
            $0.error = ClientError(.noSuchChapter, "there is no chapter 9: \"Parts\" has 3 chapters")
        }

        #expect(await session.run("chapters", "9") == .nothingFound)
        #expect(session.talk.text == "oncue: there is no chapter 9: \"Parts\" has 3 chapters\n")
    }

    @Test("oncue now shows the chapter")
    func now() async {
        let session = Session {
            $0.report = Samples.playing
            $0.report.entry?.chapter = ChapterMark(index: 0, count: 3, title: "Hello")
        }

        await session.run("now")

        #expect(session.data.text.contains("\n  Chapter 1 of 3: Hello\n"))
    }
}
