// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueNotifications
import OnCueQuery
import Testing

@testable import OnCueTerminal

@Suite("JSON")
struct JSONShapeTests {
    @Test("What plays has its documented keys, times in seconds and the volume in percent")
    func now() async throws {
        let session = Session {
            $0.report = Samples.playing
            $0.report.entry?.isFavourite = true
            $0.report.entry?.stars = Stars(halves: 9)
        }

        await session.run("now", "--json")

        #expect(
            session.data.text == """
                {"status":"playing","state":null,"stateReason":null,"interruption":null,"loading":false,"buffering":null,"title":"So What","artists":["Miles Davis"],"albumArtists":[],\
                "album":"Kind of Blue","composers":[],"genres":[],"trackNumber":1,"trackTotal":null,"discNumber":null,\
                "discTotal":null,"date":null,"streamTitle":null,"chapter":null,"format":null,\
                "position":83.123,"duration":545.0,"seekable":true,\
                "identifier":"track:abc","collection":null,"provider":null,"mediaType":null,"live":false,"explicit":null,"favourite":true,"disliked":false,"stars":4.5,\
                "url":"file:///m/01.flac","artUrl":null,"artwork":null,"entry":7,"queueIndex":0,\
                "queueLength":5,"context":{"identifier":"album:a","title":"Kind of Blue","kind":"album","number":1,"count":5},\
                "next":null,"interrupted":null,"volume":60,"muted":false,"loop":null,"repeat":"all","shuffle":false,"shuffleMode":"off","similar":false,"single":false,"consume":false,"rate":1,"playbackRate":null,\
                "sleep":null,"stopAfter":false,\
                "output":{"name":"pulse","silent":false},"error":null,"player":"oncue"}

                """)
    }

    @Test("Without a current entry the same keys are there")
    func nothing() async throws {
        let session = Session()

        await session.run("now", "--json")

        let value = try JSONValue(parsing: session.data.text)
        #expect(value["title"] == .null)
        #expect(value["artists"] == .null)
        #expect(value["status"]?.stringValue == "stopped")
    }

    @Test("Listings have an envelope")
    func listing() async throws {
        let session = Session { $0.items = Samples.albums }

        await session.run("browse", "Albums", "--json", "--limit", "1")

        #expect(
            session.data.text == """
                {"revision":17,"container":null,"total":2,"offset":0,"items":[{"path":"/1/0","identifier":"album:a",\
                "kind":"album","title":"Kind of Blue","subtitle":"Miles Davis","container":true,"playable":true,\
                "childCount":5,"duration":2744.0,"progress":null,"artwork":null,"icon":null,"explicit":false,\
                "streaming":false,"unavailable":false,"chapters":false,"location":null,"date":null,"stars":null}]}

                """)
    }

    @Test(
        "All listings say how many there are, where the page begins and what is on it",
        arguments: [
            ["browse"], ["search", "blue"], ["query"], ["query", "list"], ["query", "run", "blue"], ["queue"],
            ["podcast"], ["podcast", "list"], ["podcast", "episodes", "blue"], ["podcast", "chapters", "blue"],
            ["playlist"], ["playlist", "list"], ["playlist", "show", "blue"], ["radio"], ["radio", "list"],
            ["provider"], ["provider", "list"], ["provider", "remove", "org.example.Music"], ["bookmarks"],
            ["suggestions"], ["pin"], ["triggers"], ["triggers", "time", "gym", "18:00"], ["place"], ["place", "list"],
            ["place", "add", "gym", "--here"], ["place", "set", "home", "--policy", "play"],
            ["place", "remove", "gym", "--yes"], ["trash"], ["trash", "list"],
            ["notifications"], ["notifications", "list"], ["notifications", "pending"], ["notifications", "settings"],
            ["activities"], ["activities", "list"], ["simulate", "headphones"], ["doctor"],
            ["doctor", "triggers"],
        ])
    func listings(words: [String]) async throws {
        let session = Session {
            $0.items = [ContentRecord(identifier: "playlist:blue", kind: "playlist", title: "blue", isContainer: true)]
            $0.entries = Array(Samples.entries.prefix(1))
            $0.queries = [SavedQuery(name: "blue", text: "blue")]
            $0.trash = [TrashItem(key: "1-a", kind: .playlist, title: "Evening", removed: 1000)]
            $0.activities = [Samples.activity]
            for trigger in [nil, NotificationTrigger.interval(60, repeats: false)] {
                let name = NotificationRequest.Name("org.oncue.OnCue", trigger == nil ? "a" : "b")
                let request = NotificationRequest(name, NotificationContent(title: "T"), trigger: trigger)
                _ = try? $0.notificationBook.add(request, at: FakeService.notificationTime)
            }
            $0.podcasts = [FakeService.show]
            $0.providers = [
                Samples.provider,
                ProviderRecord(busName: "org.example.Far", objectPath: "/x", name: "Far", identifier: "x", state: ""),
            ]
            $0.bookmarks = [Samples.bookmark]
            $0.suggestions = [Samples.suggestion(1)]
            $0.said = [SaidRecord(identifier: "album:a", title: "Kind of Blue", isPinned: true)]
            $0.triggerSources = [TriggerSourceRecord(source: "sound", state: "working")]
            $0.health = [HealthCheck("bus", .ok, "the session bus")]
            $0.places = [PlaceRecord(name: "home")]
            $0.simulation.suggestions = [Samples.suggestion(1)]
        }

        #expect(await Program.run(words + ["--json"], session.context) == .done)

        let value = try JSONValue(parsing: session.data.text)
        let items = try #require(value["items"]?.arrayValue)
        #expect(!items.isEmpty)
        #expect(value["total"]?.intValue == items.count)
        #expect(value["offset"]?.intValue == 0)
    }

    @Test("The queue numbers its entries and names their ids")
    func queue() async throws {
        let session = Session { $0.entries = Samples.entries }

        await session.run("queue", "--json", "--offset", "1")

        let value = try JSONValue(parsing: session.data.text)
        #expect(value["total"]?.intValue == 3)
        #expect(value["current"]?.intValue == 1)
        #expect(value["items"]?[0]?["number"]?.intValue == 2)
        #expect(value["items"]?[0]?["entry"]?.intValue == 12)
        #expect(value["items"]?[1]?["artist"] == .null)
    }

    @Test("The queue tells what it was filled from, and its entries their numbers in it")
    func queueContext() async throws {
        let session = Session {
            $0.entries = Samples.entries
            $0.entries[0].contextNumber = 1
            $0.context = Samples.album
        }

        await session.run("queue", "--json")

        let value = try JSONValue(parsing: session.data.text)
        #expect(
            value["context"]?.text(.compact)
                == #"{"identifier":"album:a","title":"Kind of Blue","kind":"album","count":5}"#)
        #expect(value["items"]?[0]?["contextNumber"]?.intValue == 1)
        #expect(value["items"]?[2]?["contextNumber"] == .null)
    }

    @Test(
        "Changes of the queue answer with the queue afterwards, wherever --json stands",
        arguments: [
            ["queue", "remove", "1", "--json"], ["queue", "--json", "remove", "1"], ["queue", "rm", "-j", "1"],
            ["queue", "move", "1", "2", "--json"], ["queue", "play", "1", "--json"], ["queue", "clear", "--json"],
            ["queue", "--json", "clear"], ["queue", "add", "--json", "jazz"], ["queue", "--json", "add", "jazz"],
        ])
    func queueChanges(words: [String]) async throws {
        let session = Session { $0.entries = Samples.entries }

        #expect(await Program.run(words, session.context) == .done)

        let value = try JSONValue(parsing: session.data.text)
        #expect(session.service.calls.suffix(2) == ["queue time", "queue 0 1000"])
        #expect(value["total"]?.intValue == 3)
        #expect(value["items"]?[2]?["number"]?.intValue == 3)
        #expect((value["added"] != nil) == words.contains("add"))
    }

    @Test("What was added has a number, a count and a name")
    func added() async throws {
        let session = Session { $0.played.position = 4 }

        await session.run("queue", "add", "jazz", "--json")

        #expect(
            session.data.text == """
                {"added":[{"number":5,"count":5,"title":"Kind of Blue","subtitle":"Miles Davis","kind":"album"}],\
                "total":0,"offset":0,"current":null,"context":null,"duration":0.0,"remaining":0.0,"unknownDurations":0,"items":[]}

                """)
    }

    @Test(
        "Changes of the library answer with the library or the report of the scan, wherever --json stands",
        arguments: [
            (["library", "remove", "Albums", "--json"], "tracks"), (["library", "--json", "rm", "Albums"], "tracks"),
            (["library", "add", "Albums", "--json"], "unchanged"), (["library", "-j", "add", "Albums"], "unchanged"),
            (["library", "scan", "--json"], "unchanged"), (["library", "--json", "scan"], "unchanged"),
            (["library", "scan", "--json", "--no-wait"], "tracks"),
            (["library", "status", "--json"], "failures"), (["library", "--json"], "tracks"),
        ])
    func libraryChanges(words: [String], key: String) async throws {
        let maker = Session()
        maker.makeFolder("Albums")
        let path = maker.folder + "/Albums"
        let session = Session {
            $0.library.folders = [MediaLocation(filePath: Array(path.utf8))]
            $0.libraryUpdates = [.finished(ScanReport(unchanged: 7, elapsed: .seconds(1)))]
        }

        #expect(await Program.run(words.map { $0 == "Albums" ? path : $0 }, session.context) == .done)

        let value = try JSONValue(parsing: session.data.text)
        #expect(value[key] != nil)
    }

    @Test("The status has the player and the library inside")
    func status() async throws {
        let session = Session { $0.report = Samples.playing }

        await session.run("status", "--json")

        let value = try JSONValue(parsing: session.data.text)
        #expect(value["version"]?.stringValue == "1.2.3")
        #expect(value["bus"]?.stringValue == "unix:path=/run/test")
        #expect(value["locked"]?.boolValue == false)
        #expect(value["configuration"] == .array([]))
        #expect(value["player"]?["title"]?.stringValue == "So What")
        #expect(value["library"]?["tracks"]?.intValue == 0)
    }

    @Test("A terminal gets JSON in lines")
    func pretty() async {
        let session = Session(screen: Screen(isTerminal: true))

        await session.run("queue", "--json")

        #expect(session.data.lines.first == "{")
    }

    @Test(
        "A change answers with what it has changed, as the command does that shows it",
        arguments: [
            (["seek", "50%"], ["position", "duration"]), (["bookmarks", "add"], ["number", "position", "title"]),
            (["bookmarks", "play", "3"], ["number", "position", "title"]),
            (["bookmarks", "remove", "3", "--yes"], ["total", "items"]),
            (["query", "save", "a", "b"], ["name", "query"]),
            (["query", "remove", "blue"], ["total", "items"]), (["library", "pause"], ["folders", "paused"]),
            (["library", "resume"], ["folders", "paused"]), (["library", "cancel"], ["folders", "scan"]),
            (["playlist", "delete", "blue"], ["total", "items"]), (["radio", "remove", "blue"], ["total", "items"]),
            (["radio", "rename", "blue", "red"], ["station"]), (["podcast", "remove", "blue"], ["total", "items"]),
            (["podcast", "delete", "blue"], ["deleted"]), (["podcast", "keep", "blue"], ["kept"]),
            (["podcast", "keep", "blue", "--remove"], ["notKept"]),
            (["dismiss"], ["identifier", "reason"]), (["config", "set", "log.level", "debug"], ["key", "value"]),
            (["config", "unset", "log.level"], ["key", "value"]),
        ])
    func changes(words: [String], keys: [String]) async throws {
        let session = Session {
            $0.report = Samples.playing
            $0.items = [ContentRecord(identifier: "playlist:blue", kind: "playlist", title: "blue", isContainer: true)]
            $0.queries = [SavedQuery(name: "blue", text: "blue")]
            $0.bookmarks = [Samples.bookmark]
            $0.offer = SuggestionOffer(
                id: 7, trigger: "headphones", sentence: "", raisedAt: 1, expiresAt: 2, suggestions: [])
        }

        #expect(await Program.run(words + ["--json"], session.context) == .done, "\(session.talk.text)")

        let value = try JSONValue(parsing: session.data.text)
        for key in keys { #expect(value[key] != nil, "\(key) in \(session.data.text)") }
    }
}
