// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueCore
import OnCueInterface
import PlayerControl
import Testing

@testable import OnCueTerminal

@Suite("oncue --player and oncue players")
struct PlayerCommandTests {
    private func player(
        _ name: String, _ status: PlaybackStatus = .playing, title: String = "Song", identity: String? = nil
    ) -> PlayerReport {
        var now = NowPlayingReport(
            status: status, volume: 0.5,
            entry: NowPlayingEntry(
                id: PlaybackQueue.EntryID(0), title: title, artists: ["One"], position: .seconds(61),
                duration: .seconds(180)))
        now.player = name
        now.untold = [.queue]
        return PlayerReport(name: name, identity: identity, now: now)
    }

    private func session(_ players: PlayerReport..., silent: [PlayerListing.Silent] = []) -> Session {
        Session {
            $0.players = PlayerListing(players: players, silent: silent)
            $0.report = Samples.playing
        }
    }

    @Test(
        "A player is named with or without prefix and instance, in any case, by preference, or as any",
        arguments: [
            ("vlc", ["vlc.instance7"]), ("VLC", ["vlc.instance7"]), ("vlc.instance7", ["vlc.instance7"]),
            ("org.mpris.MediaPlayer2.vlc", ["vlc.instance7"]), ("vl", []),
            ("%any", ["mpv", "firefox.a", "vlc.instance7"]),
            ("spotify,vlc", ["vlc.instance7"]), ("vlc, %any", ["vlc.instance7", "mpv", "firefox.a"]),
            ("playerctld", ["playerctld"]),
        ])
    func names(text: String, expected: [String]) throws {
        let players = [player("mpv"), player("firefox.a"), player("vlc.instance7"), player("playerctld")]

        let selection = try #require(PlayerSelection(text))

        #expect(selection.choose(players).map(\.name) == expected)
        #expect(players.map(\.name).filter(selection.includes).sorted() == expected.sorted())
    }

    @Test("No name is no player", arguments: ["", ",", "vlc,", " "])
    func noName(text: String) async {
        #expect(PlayerSelection(text) == nil)
        #expect(await session().run("--player=\(text)", "pause") == .wrongWords)
    }

    @Test("Commands go to the first that is meant, wherever the option stands, and it is said to whom")
    func command() async {
        let session = session(player("mpv", .paused), player("vlc", identity: "VLC media player"))

        #expect(await session.run("--player", "%any", "next") == .done)
        #expect(session.service.calls == ["players", "next on vlc"])
        #expect(session.talk.text == "VLC media player: next\n")
        #expect(await session.run("pause", "-P", "mpv") == .done)
        #expect(session.service.calls.last == "pause on mpv")
    }

    @Test("With --all-players they go to all that are meant, and one that cannot does not keep the others from it")
    func all() async {
        let session = session(player("mpv"), player("vlc"), player("foo"))

        #expect(await session.run("--all-players", "--player", "vlc,mpv", "stop") == .done)
        #expect(session.service.calls == ["players", "stop on vlc", "stop on mpv"])
        #expect(await session.run("--all-players", "volume") == .done)
        #expect(session.data.lines.sorted() == ["foo  50%", "mpv  50%", "vlc  50%"])
    }

    @Test("OnCue itself is asked by its own interfaces, and where nobody else is meant no player is started")
    func own() async {
        let session = session(player("oncue"))

        #expect(await session.run("--player", "oncue", "volume", "60") == .done)
        #expect(session.service.calls.contains("volume 0.6"))
    }

    @Test("now shows another player as it shows OnCue, without what it does not tell")
    func now() async throws {
        let session = session(player("vlc"))

        await session.run("--player", "vlc", "now")
        #expect(session.data.lines == ["▶ Song", "  One", "  1:01 / 3:00", "  playing · vlc · volume 50%"])
        await session.run("--player", "vlc", "now", "--format", "{artist} – {title} ({player}) {queueIndex}")
        #expect(session.data.text == "One – Song (vlc) \n")
        await session.run("--player", "vlc", "now", "--json")
        let value = try JSONValue(parsing: session.data.text)
        #expect(value["player"] == "vlc" && value["queueLength"] == .null && value["muted"] == .null)
        #expect(value["position"] == 61.0)
    }

    @Test("A line per change follows the player that is meant, and says when there is none")
    func follow() async {
        let listings = [
            PlayerListing(players: [player("vlc")]), PlayerListing(players: [player("vlc")]),
            PlayerListing(players: [player("vlc"), player("mpv", .paused)]),
            PlayerListing(players: [player("vlc", .paused), player("mpv", title: "Film")]), PlayerListing(),
        ]
        let session = Session { $0.playerUpdates = listings }

        #expect(await session.run("--player", "%any", "now", "--follow", "--format", "{status} {title}") == .done)

        #expect(session.data.lines == ["playing Song", "playing Film", "unavailable "])
    }

    @Test("Who is not there or does not answer is said")
    func absent() async {
        #expect(await session(player("vlc")).run("--player", "mpv", "pause") == .nothingFound)
        let session = session(silent: [.init(name: "mpv", reason: "did not answer within 1 s")])
        #expect(await session.run("--player", "mpv", "pause") == .failed)
        #expect(session.talk.text == "oncue: mpv did not answer within 1 s\n")
    }

    @Test(
        "One that does not answer and may be the one that is meant is named, and another one does it",
        arguments: [
            ("spotify,vlc", ["spotify", "vlc.instance8"]), ("vlc,spotify", ["vlc.instance8"]),
            ("spotify,vlc.instance7,%any", ["spotify"]), ("%any", ["spotify", "vlc.instance8"]),
            ("vlc", ["vlc.instance8"]), ("vlc.instance7", []), ("vlc,%any", ["vlc.instance8"]),
            ("mpv,%any", ["spotify", "vlc.instance8"]),
        ])
    func passedOver(name: String, told: [String]) async {
        let silent = ["spotify", "vlc.instance8"].map { PlayerListing.Silent(name: $0, reason: "is silent") }
        let session = Session {
            $0.players = PlayerListing(players: [player("vlc.instance7")], silent: silent)
        }

        #expect(await session.run("--player", name, "pause") == .done)

        #expect(session.service.calls.last == "pause on vlc.instance7")
        #expect(session.talk.lines == told.map { "oncue: \($0) is silent" } + ["vlc.instance7: pause"])
        #expect(await session.run("--player", name, "now", "--format", "{title}") == .done)
        #expect(session.data.lines == ["Song"])
        #expect(session.talk.lines == told.map { "oncue: \($0) is silent" })
    }

    @Test("Where OnCue does it in the place of one that does not answer, that is named as well")
    func ownInPlace() async {
        let session = session(player("oncue"), silent: [.init(name: "vlc", reason: "did not answer within 1 s")])

        #expect(await session.run("--player", "vlc,oncue", "volume", "60") == .done)
        #expect(session.talk.lines.first == "oncue: vlc did not answer within 1 s")
    }

    @Test("Several that are meant and do not answer are all named")
    func allSilent() async {
        let session = session(silent: [.init(name: "mpv", reason: "hangs"), .init(name: "vlc", reason: "hangs")])

        #expect(await session.run("--player", "mpv,vlc", "pause") == .failed)
        #expect(session.talk.lines == ["oncue: mpv hangs", "oncue: vlc hangs"])
    }

    @Test(
        "What only OnCue can do is refused for others",
        arguments: [
            ["browse"], ["queue"], ["stop", "--after"], ["play", "kind", "of", "blue"], ["play", "--next", "/x"],
            ["volume", "mute"], ["shuffle", "albums"], ["quit"], ["now", "--follow", "--all-players"],
        ])
    func refused(words: [String]) async {
        let session = session(player("vlc"))

        #expect(await session.run(["--player", "vlc"] + words) == .wrongWords)
        #expect(session.talk.lines.count == 1)
    }

    @Test("players lists them, and those that do not answer below")
    func listing() async throws {
        let session = session(
            player("mpv", .paused), player("vlc.instance7", identity: "VLC media player"),
            silent: [.init(name: "foo", reason: "did not answer within 1 s")])

        #expect(await session.run("players") == .done)
        #expect(
            session.data.lines == [
                "▶  vlc.instance7  VLC media player  playing  Song — One",
                "‖  mpv                              paused   Song — One",
            ])
        #expect(session.talk.text == "oncue: foo did not answer within 1 s\n")
        await session.run("players", "--json")
        let value = try JSONValue(parsing: session.data.text)
        #expect(value["total"] == 2 && value["items"]?[0]?["identity"] == "VLC media player")
        #expect(value["items"]?[0]?["can"]?.arrayValue?.count == 6)
        #expect(value["silent"]?[0]?["name"] == "foo")
    }
}
