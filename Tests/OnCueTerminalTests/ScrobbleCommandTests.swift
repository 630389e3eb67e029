// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueClient
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("oncue scrobble")
struct ScrobbleCommandTests {
    private struct Person: Questioner {
        let canAsk = false
        var word: String

        func confirms(_ question: String) -> Bool { false }
        func answer(to question: String) -> String? { word }
    }

    private func session(_ word: String) -> Session {
        let session = Session()
        session.questioner = Person(word: word)
        return session
    }

    @Test("An account at ListenBrainz takes a token from standard input, is shown, paused and removed")
    func listenBrainz() async throws {
        let session = session("  good ")
        #expect(await session.run("scrobble") == .done)
        #expect(session.talk.text.contains("to send plays: oncue scrobble add listenbrainz"))
        #expect(await session.run("scrobble", "add", "listenbrainz", "--server", "https://music.example") == .done)
        #expect(
            session.talk.text
                == "Plays from now on go to ListenBrainz as ann; to listen in private: oncue scrobble pause\n")
        #expect(await session.run("scrobble", "now") == .done)
        #expect(session.data.lines.first == "listenbrainz  plays go to ListenBrainz")
        #expect(session.data.text.contains("as ann, 1 play sent, 0 loves"))
        #expect(await session.run("scrobble", "pause") == .done)
        #expect(await session.run("scrobble", "--json") == .done)
        let json = try JSONValue(parsing: session.data.text)
        #expect(json["paused"] == true && json["accounts"]?[0]?["user"] == "ann" && json["problem"] == .null)
        #expect(json["accounts"]?[0]?["server"] == "https://music.example" && json["accounts"]?[0]?["wait"] == .null)
        #expect(await session.run("scrobble", "resume") == .done)
        #expect(await session.run("scrobble", "remove", "listenbrainz") == .done)
        #expect(await session.run("scrobble", "remove", "listenbrainz") == .nothingFound)
    }

    @Test("An unencrypted way is told of, a token that is none is refused")
    func warnings() async {
        let session = session("good")
        #expect(await session.run("scrobble", "add", "listenbrainz", "--server", "http://nas/apis/lb") == .done)
        #expect(session.talk.text.contains("is not encrypted, so others in the network can read your token"))
        #expect(await self.session("bad").run("scrobble", "add", "listenbrainz") == .failed)
        #expect(await self.session("").run("scrobble", "add", "listenbrainz") == .wrongWords)
        #expect(await self.session("two words").run("scrobble", "add", "listenbrainz") == .wrongWords)
        #expect(await session.run("scrobble", "add", "myspace") == .wrongWords)
        #expect(await session.run("scrobble", "add", "listenbrainz", "--key", "k") == .wrongWords)
    }

    @Test("Last.fm needs a key, shows its page, and is there when it was allowed")
    func lastFM() async {
        let session = session("secret")
        #expect(await session.run("scrobble", "add", "lastfm") == .wrongWords)
        #expect(session.talk.text.contains("https://www.last.fm/api/account/create"))
        #expect(await session.run("scrobble", "add", "lastfm", "--key", "k", "--no-browser") == .done)
        #expect(session.talk.text.contains("  https://www.last.fm/api/auth/?api_key=k&token=t\n"))
        #expect(session.talk.text.contains("Plays from now on go to Last.fm as ann"))
    }

    @Test("Every state of an account is told with what to do")
    func states() {
        func line(_ state: ScrobblingAccountStatus.State, _ problem: String = "") -> String {
            var account = ScrobblingAccountStatus("lastfm", "lastfm")
            (account.state, account.problem, account.wait) = (state, problem, .seconds(61))
            (account.waiting, account.leftOut, account.reasons) = (2, 4, ["old 1", "short 3"])
            var status = ScrobblingStatus()
            status.accounts = [account]
            return ScrobbleView.lines(status, screen: Screen()).joined(separator: "\n")
        }

        #expect(line(.waiting, "offline").contains("waiting: offline; tried again within 2 min"))
        #expect(line(.denied, "Invalid").contains("Last.fm refuses the token: Invalid; oncue doctor shows what to do"))
        #expect(line(.ready, "loves wait: busy").contains("plays go to Last.fm; loves wait: busy"))
        var loveless = ScrobblingStatus()
        loveless.accounts = [ScrobblingAccountStatus("x", "listenbrainz")]
        (loveless.accounts[0].sharesLoves, loveless.accounts[0].lacksLoves) = (true, true)
        #expect(ScrobbleView.lines(loveless, screen: Screen()).joined().contains("the server knows no loves"))
        #expect(line(.sending).contains("0 plays sent, 2 waiting, 4 not sent (old 1, short 3)"))
    }
}
