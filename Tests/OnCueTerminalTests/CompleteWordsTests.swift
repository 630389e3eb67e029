// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueClient
import OnCueCore
import OnCueIntents
import OnCueInterface
import OnCueNotifications
import OnCueQuery
import PlayerControl
import Testing

@testable import OnCueTerminal

@Suite("What shells complete")
struct CompleteWordsTests {
    private static func list(_ title: String, isContainer: Bool = true) -> ContentRecord {
        ContentRecord(identifier: "x:" + title, kind: "playlist", title: title, isContainer: isContainer)
    }

    private func session() -> Session {
        Session {
            $0.children = [
                "/": [Self.list("Library"), Self.list("Playlists"), Self.list("Podcasts")],
                "Playlists": [Self.list("Evening"), Self.list("it's $5: a \"test\""), Self.list("odd\u{1B}[m")],
                "Podcasts": [Self.list("Street Talk")], "Radio": [Self.list("Jazz")],
                "Podcasts/": [Self.list("Street Talk")],
                "albums/": [Self.list("Kind of Blue")],
                "Podcasts/Street Talk/": [Self.list("Episode 3: Über Straßen", isContainer: false)],
                "Albums/": [Self.list("Kind of Blue"), Self.list("AC/DC Live")],
            ]
            $0.items = [
                ContentRecord(identifier: "album:1", kind: "album", title: "Kind of Blue", isContainer: true)
            ]
            var event = KeptEvent()
            (event.title, event.start) = ("Kindred night", "2099-05-01")
            $0.events = [event]
            $0.foreign = [ForeignHit(Samples.activity.activity, programName: "Concerts")]
            $0.queries = [SavedQuery(name: "New", text: "added:<30d")]
            $0.bookmarks = [Samples.bookmark]
            $0.triggerDevices = [
                TriggerDeviceRecord(id: "AA:BB", name: "My Pods", kind: "headphones"),
                TriggerDeviceRecord(id: "AA:CC", name: "My Car", kind: "car"),
            ]
            $0.shortcuts = [Shortcut("Night", steps: [])]
            $0.triggerTimes = [TriggerTimeRecord(name: "gym", minute: 1080, days: [])]
            $0.places = [PlaceRecord(name: "home")]
            $0.trash = [TrashItem(key: "k", kind: .playlist, title: "Evening", removed: 1)]
            $0.providers = [Samples.provider]
            var other = Samples.activity
            (other.activity.name, other.programName) = (.init("org.example.Maps", "map 1"), "Maps")
            other.activity.persistentIdentifier = "place-1"
            $0.activities = [Samples.activity, other]
            for (identifier, trigger) in [("a", nil), ("b", NotificationTrigger.interval(60, repeats: false))] {
                let name = NotificationRequest.Name("org.oncue.OnCue", identifier)
                _ = try? $0.notificationBook.add(
                    NotificationRequest(name, NotificationContent(title: identifier), trigger: trigger),
                    at: FakeService.notificationTime)
            }
            $0.players = PlayerListing(
                players: ["mpv", "vlc.instance7"].map {
                    PlayerReport(name: $0, identity: nil, now: NowPlayingReport(status: .stopped))
                }, silent: [.init(name: "foo", reason: "hangs")])
        }
    }

    private static let cases: [(line: [String], names: [String])] = [
        (["playlist", "show", "e"], ["Evening"]), (["playlist", "rename", "It"], ["it's $5: a \"test\""]),
        (["playlist", "create", "E"], []), (["playlist", "rename", "Evening", "E"], []),
        (["playlist", "add", "Evening", "Lib"], ["Library/"]), (["radio", "remove", ""], ["Jazz"]),
        (["podcast", "episodes", "s"], ["Street Talk"]), (["podcast", "download", "str"], ["Street Talk/"]),
        (["podcast", "download", "Street Talk/E"], ["Street Talk/Episode 3: Über Straßen"]),
        (["play", "Alb"], ["Albums/", "Albums by Artist/", "Albums by Year/"]),
        (["play", "Albums/"], ["Albums/Kind of Blue/"]), (["play", "albums/kind"], ["albums/Kind of Blue/"]),
        (["queue", "add", "kind"], ["Kind of Blue"]), (["play", "./"], []), (["play", "/0/"], []),
        (["query", "run", ""], ["New"]), (["bookmarks", "play", ""], ["3"]), (["trash", "restore", "E"], ["Evening"]),
        (["triggers", "device", "m"], ["My Pods", "My Car"]), (["triggers", "time", "g"], ["gym"]),
        (["place", "set", ""], ["home"]),
        (["simulate", "car", ""], ["My Car"]), (["simulate", "headphones", ""], ["My Pods"]),
        (["simulate", "arrival", ""], ["home"]), (["simulate", "time", ""], ["gym"]), (["simulate", "wake", ""], []),
        (["forget", "kin"], ["Kind of Blue"]), (["forget", "Albums/"], ["Albums/Kind of Blue/"]),
        (["forget", "my p"], ["My Pods"]),
        (
            ["remind", "--when", ""],
            ["headphones", "car", "leaving car", "unlock", "wake", "boot", "home", "My Pods", "My Car"]
        ),
        (["remind", "--when", "leaving h"], ["leaving home"]), (["alarm", "remove", ""], []),
        (["shortcut", "run", "n"], ["Night"]), (["complete", "device", "my p"], ["My Pods"]),
        (["provider", "remove", "org"], ["org.example.Music"]),
        (["config", "set", "playback.res"], ["playback.resume-length", "playback.resume-playing"]),
        (["config", "set", "playback.resume-playing", ""], ["true", "false", "auto"]),
        (["config", "set", "playback.resume-playing", "true", ""], []), (["search", "gen"], ["genre:"]),
        (["sound", "equalizer", "vo"], ["voice"]), (["--player", "v"], ["vlc.instance7"]),
        (["--player=mpv,"], ["--player=mpv,vlc.instance7", "--player=mpv,foo", "--player=mpv,%any"]),
        (["playlist", "show", "odd"], []), (["activities", "continue", ""], ["Blue Note, Friday"]),
        (["activities", "continue", "foreign:org"], ["foreign:org.example.Concerts/1"]),
        (["open", "kin"], ["Kindred night"]),
        (["play", "foreign:org"], ["foreign:org.example.Concerts/1"]),
        (["play", "foreign:org.example.Concerts/"], ["foreign:org.example.Concerts/1"]),
        (["activities", "continue", "blue"], ["Blue Note, Friday"]), (["activities", "show", "Wal"], []),
        (["activities", "continue", "2"], ["2"]), (["activities", "delete", ""], ["1", "2"]),
        (["activities", "delete", "--program", "org"], ["org.example.Concerts", "org.example.Maps"]),
        (["activities", "delete", "--identifier", ""], ["1", "place-1"]),
        (["activities", "delete", "--program", "org.example.Maps", "--identifier", ""], ["place-1"]),
        (["activities", "delete", "--program=org.example.Concerts", "--identifier", ""], ["1"]),
        (["notifications", "settings", ""], ["OnCue"]), (["notifications", "answer", ""], ["1", "p1"]),
        (["notifications", "remove", "--program", "org"], ["org.oncue.OnCue"]),
        (["remind", "kind"], ["Kind of Blue", "Kindred night"]), (["remind", "Blue n"], ["Blue Note, Friday"]),
    ]

    @Test("Names are offered that begin as the word does, whatever their case", arguments: cases)
    func names(line: [String], names: [String]) async {
        let session = session()

        #expect(await session.run(["complete-words", "fish", "--"] + line) == .done)

        #expect(session.data.lines.dropFirst().map { $0.prefix { $0 != "\t" } } == names.map { $0[...] })
        #expect(session.talk.text.isEmpty)
    }

    @Test("Commands and options come with their meaning, except for bash")
    func meanings() async {
        let session = session()

        await session.run("complete-words", "zsh", "--", "playlist", "sho")
        #expect(session.data.text == "words\nshow\tList the entries of a playlist.\n")
        await session.run("complete-words", "bash", "--", "oncue playlist sho", " :=")
        #expect(session.data.text == "words\nsho\n\nshow\n")
    }

    @Test("Bash gets what is left to insert of a word that Readline has divided")
    func readline() async {
        let session = session()

        await session.run("complete-words", "bash", "--", "oncue playlist show it\\'s\\ \\$5:", " :=")
        #expect(session.data.text == "words\nit's $5:\nit's $5:\n\\ a\\ \\\"test\\\"\n")
        await session.run("complete-words", "bash", "--", "oncue --player=v", " :=")
        #expect(session.data.text == "words\nv\n\nvlc.instance7\n")
    }

    @Test("Values of a query come with their counts, in quotes where they need them; fields need no daemon")
    func queries() async {
        let session = session()
        session.service.change {
            $0.completions = [
                CompletionWord("genre:Jazz", about: "3 albums, 12 tracks", kind: "query"),
                CompletionWord("genre:\"Jazz Rock\"", about: "1 track", kind: "query"),
            ]
        }

        await session.run("complete-words", "fish", "--", "search", "genre:ja")
        #expect(session.data.text == "words\ngenre:Jazz\t3 albums, 12 tracks\ngenre:\"Jazz Rock\"\t1 track\n")
        await session.run("complete-words", "zsh", "--", "play", "genre:ja")
        #expect(session.data.lines.contains("genre:Jazz\t3 albums, 12 tracks"))
        await session.run("complete-words", "bash", "--", "oncue search genre:ja", " :=\"")
        #expect(session.data.text == "words\ngenre:ja\ngenre:\nJazz\n\\\"Jazz\\ Rock\\\"\n")
        session.service.change { $0.error = ClientError(.unavailable, "oncued is not running") }
        await session.run("complete-words", "zsh", "--", "search", "kind:po")
        #expect(session.data.text == "words\nkind:podcast\n")
    }

    @Test("oncue complete prints words and what is known of them, nothing without a daemon, and JSON for programs")
    func complete() async {
        let session = session()

        #expect(await session.run("complete", "item", "kind", "of") == .done)
        #expect(session.data.text == "Kind of Blue\n")
        #expect(session.service.calls.last == "complete item kind of")
        #expect(await session.run("complete", "device", "--limit", "3", "--json") == .done)
        #expect(session.data.text.contains(#""text":"My Pods","about":"headphones","kind":"device","identifier":null"#))
        #expect(session.service.calls.last == "complete device  limit=3")
        #expect(await session.run("complete", "nonsense") == .wrongWords)
        session.service.change { $0.error = ClientError(.unavailable, "oncued is not running") }
        #expect(await session.run("complete", "item", "k") == .done)
        #expect(session.data.text.isEmpty && session.talk.text.isEmpty)
    }

    @Test("Where the daemon does not answer there are no names, and not a word about it")
    func silence() async {
        let session = session()
        session.service.change { $0.error = ClientError(.unavailable, "oncued is not running") }

        #expect(await session.run("complete-words", "fish", "--", "playlist", "show", "") == .done)

        #expect(session.data.text == "words\n")
        #expect(session.talk.text.isEmpty)
    }

    @Test("Of a list of everything, only what begins like the word is asked for")
    func longLists() async {
        let session = session()

        for (typed, query) in [
            ("Tracks/So W", "kind:track title:so title:w"), ("albums/Kind of", "kind:album title:kind title:of"),
            ("Artists/Björk ", "kind:artist title:bjork"),
        ] {
            #expect(await session.run("complete-words", "fish", "--", "play", typed) == .done)
            #expect(session.service.calls.last == "search \(query) 0 1000")
        }
        // One letter, symbols and other lists: the whole list.
        for (typed, place) in [("Tracks/S", "Tracks/"), ("Tracks/!!", "Tracks/"), ("Genres/Ja", "Genres/")] {
            #expect(await session.run("complete-words", "fish", "--", "play", typed) == .done)
            #expect(session.service.calls.last?.hasPrefix("children \(place)") == true)
        }
    }

    @Test("A place may be a file, too")
    func files() async {
        let session = session()

        await session.run("complete-words", "zsh", "--", "play", "x")
        #expect(session.data.text == "file\n")
        await session.run("complete-words", "zsh", "--", "library", "add", "x")
        #expect(session.data.text == "directory\n")
    }
}
