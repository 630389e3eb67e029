// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("oncue people")
struct PeopleCommandTests {
    static func session(_ screen: Screen = Screen()) -> Session {
        Session(screen: screen) {
            var ada = PersonRecord("Ada Lovelace")
            (ada.mails, ada.messengers, ada.isContact) = (["ada@example.org"], ["xmpp:ada@chat.example"], true)
            (ada.devices, ada.isPresent, ada.interactions, ada.last) = (["Phone"], true, 2, 9)
            var ben = PersonRecord("Ben")
            ben.telephones = ["+4930123"]
            $0.people = [ada, ben, PersonRecord("Adam")]
            $0.interactions = [
                InteractionRecord(
                    program: "oncue", identifier: "1", action: "share", people: ["Ada Lovelace"], title: "Blue", time: 9
                )
            ]
            $0.shared = SharedItem("track:a", title: "So & What?", subtitle: "Miles", link: "https://example.org/a?b=c")
        }
    }

    @Test("lists and shows people, by the beginning of a name where only one begins so")
    func lists() async {
        let session = Self.session()
        #expect(await session.run("people") == .done)
        #expect(session.data.lines.count == 3 && session.data.text.contains("Ada Lovelace"))
        #expect(await session.run("people", "show", "love") == .done)
        #expect(session.service.calls.suffix(2) == ["people", "interactions Ada Lovelace"])
        #expect(session.data.text.contains("→ share") && session.data.text.contains("Blue"))
        #expect(await session.run("people", "show", "ada") == .nothingFound)
        #expect(session.talk.text.contains("may be \"Ada Lovelace\", \"Adam\""))
        #expect(await session.run("people", "show", "Zoe") == .nothingFound)
    }

    @Test("ties, unties and forgets")
    func changes() async {
        let session = Self.session()
        #expect(await session.run("people", "tie", "love", "My", "Phone") == .done)
        #expect(session.talk.text.contains("shows when Ada Lovelace is there"))
        #expect(await session.run("people", "tie", "Zoe", "Headset") == .done)
        #expect(await session.run("people", "untie", "Phone") == .done)
        #expect(await session.run("people", "forget", "Ben", "--yes") == .done)
        #expect(await session.run("people", "forget", "--all", "--yes") == .done)
        #expect(
            session.service.calls == [
                "people", "tie My Phone to Ada Lovelace", "people", "tie Headset to Zoe", "tie Phone to ", "people",
                "forget person Ben", "forget person ",
            ])
        #expect(await session.run("people", "forget") == .wrongWords)
        #expect(await session.run("people", "forget", "Ben", "--all") == .wrongWords)
        #expect(await session.run("people", "tie", "", "Phone") == .wrongWords)
        #expect(await session.run("people", "tie", "ada", "Phone") == .nothingFound)
        #expect(await session.run("people", "show", "") == .nothingFound)
        #expect(session.service.calls.count == 9, "only the names of people were asked for")
    }

    @Test("forgets whom the beginning of a name means, and nobody who is not known")
    func forgetting() async {
        let session = Self.session()
        #expect(await session.run("people", "forget", "love", "--yes") == .done)
        #expect(session.service.calls == ["people", "forget person Ada Lovelace"])
        #expect(session.talk.text.contains("about Ada Lovelace"))
        #expect(await session.run("people", "forget", "ada", "--yes") == .nothingFound)
        #expect(session.talk.text.contains("may be \"Ada Lovelace\", \"Adam\""))
        #expect(await session.run("people", "forget", "Zoe", "--yes") == .nothingFound)
        #expect(session.service.calls.filter { $0.hasPrefix("forget") }.count == 1)
    }
}
