// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("oncue accept, dismiss and why")
struct OfferCommandTests {
    private func session(_ change: (inout SuggestionOffer) -> Void = { _ in }) -> Session {
        var offer = Samples.offer
        change(&offer)
        return Session { [offer] in $0.offer = offer }
    }

    @Test("accept plays what is offered first")
    func acceptFirst() async {
        let session = session()
        #expect(await session.run("accept") == .done)
        #expect(session.service.calls == ["accept "])
        #expect(session.talk.text == "Playing Kind of Blue by Miles Davis\n")
    }

    @Test("accept takes a number, which stays the same when another one is shown first", arguments: [false, true])
    func acceptNumber(isTurned: Bool) async {
        let session = session { if isTurned { $0.suggestions.reverse() } }
        #expect(await session.run("accept", "2") == .done)
        #expect(session.service.calls.last == "accept 7.2")
    }

    @Test("accept takes an id as it is")
    func acceptID() async {
        let session = session()
        #expect(await session.run("accept", "7.1", "--json") == .done)
        #expect(session.service.calls == ["accept 7.1"])
        #expect(
            session.data.text == #"{"identifier":"album:1","title":"Kind of Blue","subtitle":"Miles Davis"}"# + "\n")
    }

    @Test("While nothing is offered, numbers count what would be suggested now")
    func acceptNow() async {
        let session = Session { $0.suggestions = [Samples.suggestion(1), Samples.suggestion(2)] }
        #expect(await session.run("accept", "2") == .done)
        #expect(session.service.calls.last == "accept now.2")
    }

    @Test("What is not offered is not found, and the service is not asked for another one")
    func absent() async {
        let session = session()
        #expect(await session.run("accept", "3") == .nothingFound)
        #expect(session.service.calls == ["offer"])
        #expect(
            session.talk.text
                == "oncue: there is no suggestion 3; list the suggestions with: oncue suggestions\n")
        #expect(await session.run("accept", "6.1") == .nothingFound)
        #expect(
            session.talk.text == "oncue: 6.1 is not offered any more\n", "the sentence of the service")
    }

    @Test(
        "Words that are no suggestion are wrong words", arguments: ["accept", "dismiss", "why"], ["0", "-1", "first"])
    func wrong(command: String, word: String) async {
        let session = session()
        #expect(await session.run(command, word) == .wrongWords)
        #expect(session.service.calls.isEmpty)
    }

    @Test(
        "dismiss says why, and what follows from it",
        arguments: [
            ([], "not-now", "Dismissed"), (["-r", "thumbs-down"], "thumbs-down", "it will be suggested less often"),
            (["--reason", "never-here"], "never-here", "it will no longer be suggested here"),
            (["--reason", "never"], "never", "it will no longer be suggested"),
        ])
    func dismiss(words: [String], reason: String, told: String) async {
        let session = session()
        #expect(await session.run(["dismiss", "2"] + words) == .done)
        #expect(session.service.calls.contains("dismiss 7.2 \(reason)"))
        #expect(session.talk.text.contains(told))
    }

    @Test("dismiss names what it dismisses, and says when that is pinned")
    func dismissNames() async {
        let session = session()
        await session.run("dismiss", "1", "--reason", "never")
        #expect(session.talk.text == "Dismissed \"Kind of Blue\"; it will no longer be suggested\n")
        session.service.change { $0.said = [SaidRecord(identifier: "album:1", title: "Kind of Blue", isPinned: true)] }

        await session.run("dismiss", "1", "--reason", "thumbs-down")

        #expect(
            session.talk.text
                == "Dismissed \"Kind of Blue\"; it is pinned, so it comes back in half a day; unpin it with: "
                + "oncue pin --remove 'Kind of Blue'\n")
    }

    @Test("A number that is not among what would be suggested now is told as the number")
    func absentNow() async {
        let session = Session()
        #expect(await session.run("dismiss", "1") == .nothingFound)
        #expect(session.talk.text == "oncue: there is no suggestion 1; list the suggestions with: oncue suggestions\n")
    }

    @Test("dismiss without a number refuses all that is offered, and another reason is refused itself")
    func dismissAll() async {
        let session = session()
        #expect(await session.run("dismiss") == .done)
        #expect(session.service.calls == ["offer", "dismiss  not-now"])
        #expect(await session.run("dismiss", "--reason", "bored") == .wrongWords)
    }

    @Test("dismiss without a number refuses nothing where nothing is offered, and says so")
    func dismissNothing() async {
        let session = Session()
        #expect(await session.run("dismiss") == .nothingFound)
        #expect(session.service.calls == ["offer"])
        #expect(session.talk.text.hasPrefix("oncue: nothing is being offered; "))
    }

    @Test("why tells the sentence, then what speaks for it and against it")
    func why() async {
        let session = session()
        #expect(await session.run("why") == .done)
        #expect(session.service.calls == ["offer", "explain 7.1"])
        #expect(
            session.data.lines == [
                "Kind of Blue — Miles Davis",
                "You usually play this: 8 of 10 times.",
                "for      the time of day             +0.80  ━━━━━━━━━━━━━━━━━━━━",
                "against  how long ago it was played  -0.20  ━━━━━",
            ])
    }

    @Test("why tells about what would be suggested now while nothing is offered, and finds nothing otherwise")
    func whyNow() async {
        let session = Session { $0.suggestions = [Samples.suggestion(1)] }
        #expect(await session.run("why", "--json") == .done)
        #expect(session.service.calls.last == "explain now.1")
        #expect(session.data.text.hasPrefix(#"{"number":1,"id":"now.1","identifier":"album:1""#))
        #expect(await Session().run("why") == .nothingFound)
    }
}
