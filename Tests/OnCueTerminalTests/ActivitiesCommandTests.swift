// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueClient
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("oncue activities")
struct ActivitiesCommandTests {
    @Test("The current one is marked, with its program")
    func listing() async {
        let session = Session { $0.activities = [Samples.activity] }
        #expect(await session.run("activities") == .done)
        #expect(session.data.text.hasPrefix("1  *  Blue Note, Friday  Concerts"), "\(session.data.text)")
        #expect(await session.run("activities", "show", "1") == .done)
        for text in ["Blue Note, Friday", "org.example.Concerts.concert", "search, handoff", "userInfo id"] {
            #expect(session.data.text.contains(text), "\(text)")
        }
    }

    @Test("One is continued by its number, or by what a search shows")
    func continuing() async {
        let session = Session { $0.activities = [Samples.activity] }
        #expect(await session.run("activities", "continue", "1") == .done)
        #expect(session.talk.text.contains("Concerts goes on with \"Blue Note, Friday\""), "\(session.talk.text)")
        #expect(await session.run("activities", "continue", "foreign:org.example.Concerts/1") == .done)
        session.service.change {
            $0.items = [
                ContentRecord(identifier: "foreign:org.example.Concerts/1", kind: "foreign", title: "Friday at seven")
            ]
        }
        for words in [["activities", "continue"], ["play"]] {
            #expect(await session.run(words + ["foreign:org.example.Concerts/1"]) == .done)
            #expect(session.talk.text.hasSuffix("Concerts goes on with \"Friday at seven\"\n"), "\(session.talk.text)")
        }
        #expect(await session.run("play", "--next", "foreign:org.example.Concerts/1") == .wrongWords)
        #expect(!session.service.calls.contains { $0.hasPrefix("play") })
        #expect(await session.run("activities", "continue", "2") == .nothingFound)
        #expect(await session.run("activities", "continue", "foreign:org.example.Concerts/9") != .done)
    }

    @Test("One is continued and shown by its title or the beginning of that, where only one begins so")
    func titles() async {
        let session = Session {
            var (party, again) = (Samples.activity, Samples.activity)
            (party.activity.title, again.activity.title) = ("Planning a Party", "Blue Note, Saturday")
            $0.activities = [Samples.activity, party, again]
        }
        for words in [["show", "PLAN"], ["continue", "planning", "a", "party"], ["continue", "Plan"]] {
            #expect(await session.run(["activities"] + words) == .done, "\(words)")
        }
        #expect(session.talk.text.contains("Concerts goes on with \"Planning a Party\""))
        #expect(await session.run("activities", "continue", "blue", "note") == .nothingFound)
        #expect(
            session.talk.lines.last
                == "oncue: \"blue note\" may be 1 (Blue Note, Friday), 3 (Blue Note, Saturday); give the number")
        session.service.change { $0.activities = [Samples.activity, Samples.activity] }
        #expect(await session.run("activities", "continue", "blue") == .nothingFound)
        #expect(session.talk.lines.last?.contains("may be 1 (Concerts, ") == true, "\(session.talk.text)")
        #expect(await session.run("activities", "continue", "Wal") == .nothingFound)
        #expect(await session.run("activities", "continue", "") == .nothingFound)
    }

    @Test("What a program has put into searches is continued by its title, too, where no activity is called so")
    func items() async {
        let session = Session { state in
            state.activities = [Samples.activity]
            state.foreign = ["Blue Note, Friday", "Waldfest", "Wall of sound"].enumerated().map { index, title in
                let item = SearchItem(.init("org.example.Concerts", "\(index)"), title: title)
                return ForeignHit(item.activity, programName: "Concerts")
            }
        }
        #expect(await session.run("activities", "continue", "waldf") == .done)
        #expect(session.talk.text.contains("Concerts goes on with \"Waldfest\""), "\(session.talk.text)")
        #expect(session.service.calls.last == "continue item 1")
        #expect(await session.run("activities", "continue", "foreign:org.example.Concerts//2") == .done)
        #expect(session.service.calls.last == "continue item 2")
        #expect(await session.run("activities", "continue", "Blue Note, Friday") == .done)
        #expect(session.service.calls.last == "continue 1", "the activity comes first")
        #expect(await session.run("activities", "continue", "wal") == .nothingFound)
        #expect(
            session.talk.lines.last
                == "oncue: \"wal\" may be foreign:org.example.Concerts//1, foreign:org.example.Concerts//2; give that")
    }

    @Test("They are deleted for good, so somebody is asked first")
    func deleting() async {
        let session = Session { $0.activities = [Samples.activity] }
        #expect(await session.run("activities", "delete", "1") == .wrongWords)
        #expect(await session.run("activities", "delete", "--yes") == .wrongWords, "but which?")
        #expect(await session.run("activities", "delete", "--program", "", "--yes") == .wrongWords, "not all of them")
        #expect(await session.run("activities", "delete", "1", "--yes") == .done)
        #expect(session.talk.text.contains("Deleted 1 activity"))
        #expect(await session.run("activities", "delete", "--all", "--yes") == .done)
        #expect(session.service.calls.contains("forget items of all []"))
    }

    @Test("What a program has put into the index is deleted with its activities, or alone")
    func deletingItems() async {
        let session = Session {
            ($0.indexed, $0.activities) = (["org.example.Concerts": 12, "org.example.Other": 1], [Samples.activity])
        }
        #expect(await session.run("activities", "delete", "--program", "org.example.Concerts", "--yes") == .done)
        #expect(session.talk.text.contains("Deleted 1 activity and 12 items of the index"), "\(session.talk.text)")
        #expect(await session.run("activities", "delete", "--program", "org.example.Other", "--yes", "--json") == .done)
        #expect(session.data.text.contains("{\"removed\":0,\"items\":1}"), "\(session.data.text)")
        #expect(
            await session.run("activities", "delete", "--program", "org.example.None", "--yes") == .nothingFound)
    }

    @Test("All are exported with everything that is known of them, one to a line")
    func exporting() async {
        let session = Session { $0.activities = [Samples.activity] }
        #expect(await session.run("activities", "export") == .done)
        #expect(session.data.text.split(separator: "\n").count == 1)
        #expect(session.data.text.hasPrefix("{\"number\":1,"))
        #expect(session.data.text.contains("\"userInfo\":{"), "\(session.data.text)")
        #expect(session.talk.text.contains("Wrote 1 activity"))
    }

    @Test("Choosing what is in another program shows it there, in the full-screen program too")
    func choosing() async {
        let service = FakeService { $0.activities = [Samples.activity] }
        let place = "foreign:org.example.Concerts/1"
        let outcome = await AppErrand(service: service).run(.play([place], shuffle: nil, title: "Blue Note"))
        #expect(outcome.message == "Concerts shows it")
        #expect(!service.calls.contains { $0.hasPrefix("play") })
    }
}
