// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("oncue pin and forget")
struct ForgetCommandTests {
    /// Somebody who always gives the same answer.
    private struct Person: Questioner {
        let canAsk = true
        let answer: Bool

        func confirms(_ question: String) -> Bool { answer }
    }

    private func session() -> Session {
        Session {
            $0.triggerDevices = [TriggerDeviceRecord(id: "AA:BB", name: "My Pods", kind: "headphones")]
            $0.places = [PlaceRecord(name: "home")]
            $0.items = Samples.albums
        }
    }

    @Test(
        "forget means a device or a place of this name exactly, or else an item",
        arguments: [
            (["My", "Pods"], "device(\"My Pods\")"), (["home"], "place(\"home\")"), (["my pods"], "item(\"album:a\")"),
            (["album:a"], "item(\"album:a\")"), (["--device", "Old Pods"], "device(\"Old Pods\")"),
            (["--place", "work"], "place(\"work\")"), (["all"], "all"), (["--all", "-y"], "all"),
            (["--all", "blue"], "item(\"album:a\")"),
        ])
    func parts(words: [String], part: String) async {
        let session = session()
        #expect(await session.run(["forget"] + words + (words.contains("-y") ? [] : ["--yes"])) == .done)
        #expect(session.service.calls.last == "forget \(part)")
        #expect(session.talk.text.hasPrefix("Forgot 12 choices"))
    }

    @Test(
        "forget wants to know one thing",
        arguments: [[], ["--place", "home", "--all"], ["--device", "a", "--place", "b"]])
    func unclear(words: [String]) async {
        let session = session()
        #expect(await session.run(["forget"] + words) == .wrongWords)
        #expect(session.talk.text.contains("name one thing to forget"))
        #expect(session.service.calls.isEmpty)
    }

    @Test("Everything is forgotten only after a yes", arguments: [true, false])
    func asks(answer: Bool) async {
        let session = session()
        session.questioner = Person(answer: answer)

        #expect(await session.run("forget", "--all") == .done)

        #expect(session.service.calls == (answer ? ["forget all"] : []))
        #expect(session.talk.text == (answer ? "Forgot 12 choices\n" : "Nothing was forgotten\n"))
    }

    @Test("Everything is --all; the word all is still understood, with a hint")
    func words() async {
        let session = session()
        #expect(await session.run("forget", "all", "--yes") == .done)
        #expect(session.service.calls == ["forget all"])
        #expect(session.talk.text == "Forgot 12 choices; oncue forget --all is the way to say it\n")
    }

    @Test("With words, --all forgets what was learnt about everything that they find, as it plays everything elsewhere")
    func everythingFound() async {
        let session = session()
        #expect(await session.run("forget", "blue", "--all", "--dry-run") == .done)
        #expect(session.service.calls.last == "resolve search:blue")
        #expect(session.data.text.hasPrefix("Would forget what was learnt about the "), "\(session.data.text)")
        #expect(session.data.text.hasSuffix(" that \"blue\" finds\n"), "\(session.data.text)")
    }

    @Test("Where nobody can be asked, everything is forgotten only with --yes")
    func unasked() async {
        let session = session()
        #expect(await session.run("forget", "--all") == .wrongWords)
        #expect(!session.service.calls.contains { $0.hasPrefix("forget") })
        #expect(
            session.talk.text
                == "oncue: not confirmed: forget what was learnt, which cannot be undone; add --yes to do it without being asked\n"
        )
        #expect(await session.run("forget", "home") == .wrongWords)
        #expect(await session.run("forget", "home", "--dry-run") == .done)
        #expect(session.data.text == "Would forget what was learnt at \"home\"\n")
    }

    @Test("forget says when nothing was known, and --json how much went")
    func counts() async {
        let session = session()
        await session.run("forget", "album:a", "--json", "--yes")
        #expect(session.data.text == "{\"forgotten\":12}\n")
        session.service.change { $0.forgotten = 0 }
        await session.run("forget", "album:a", "--yes")
        #expect(session.talk.text == "Nothing was learnt about \"album:a\"\n")
    }

    @Test("pin has something suggested first, or no more")
    func pin() async {
        let session = session()
        #expect(await session.run("pin", "album:a") == .done)
        #expect(session.service.calls.first == "resolve album:a")
        #expect(session.service.calls.contains("pin album:a true"))
        #expect(session.talk.text == "Pinned \"Kind of Blue\"\n")
        await session.run("pin", "--remove", "album:a")
        #expect(session.service.calls.contains("pin album:a false"))
        #expect(session.talk.text == "Unpinned \"Kind of Blue\"\n")
        #expect(await session.run("pin", "--remove") == .wrongWords)
    }

    @Test("pin without a place shows everything that was said of items")
    func said() async {
        let session = Session {
            $0.said = [
                SaidRecord(identifier: "album:a", title: "Kind of Blue", isPinned: true),
                SaidRecord(identifier: "album:b", title: "Noise", isNever: true),
                SaidRecord(identifier: "album:c", title: "Lullabies", neverHere: ["Passat", "work"]),
            ]
        }
        #expect(await session.run("pin") == .done)
        #expect(
            session.data.lines == [
                "Kind of Blue  first", "Noise         never", "Lullabies     never for Passat, work",
            ])
        let empty = Session()
        await empty.run("pin")
        #expect(empty.talk.text == "Nothing is pinned or refused\n")
    }
}
