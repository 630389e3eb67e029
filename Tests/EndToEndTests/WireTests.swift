// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import FoundationEssentials
import GLib
import Glibc
import JSON
import OnCueInterface
import OnCueTestSupport
import Testing

/// The interfaces as programs of others see them: what a running daemon sends stays as `Tests/Snapshots/wire.txt` has it.
///
/// `ONCUE_UPDATE_SNAPSHOTS=1` writes the file anew, which a change of the interfaces needs, and a line in the change
/// log with it.
@Suite("The wire stays as it is", .timeLimit(.minutes(10)))
struct WireTests {
    private static let service = "org.oncue.OnCue"
    private static let path = "/org/oncue/OnCue"

    @Test("Members, signatures and keys with their types are those of the snapshot")
    func snapshot() async throws {
        let system = try await PrivateBus()
        let headset = try await FakeHeadset(on: system, called: "WH-1000XM5")
        let machine = try await Machine(["DBUS_SYSTEM_BUS_ADDRESS": system.address, "ONCUE_BUS_ONLY": "1"])
        let bus = try #require(machine.bus)
        let server = try Self.serve()
        try Self.copyMedia(to: machine)
        try machine.directory.write(
            "data/oncue/activities/wire.activities",
            "[Activity Program]\nBusName=org.example.Wire\nTypes=org.example.Wire.a\n".utf8)
        _ = try await machine.startDaemon()
        let client = try await bus.connect()
        let name = try #require(try await client.owner(of: Self.service))
        let recording = try await BusRecording(of: bus)

        let messages = try await recording.messages {
            try await Self.fill(machine, server.address)
            try await Self.call(client, "GetPicture", "Directories1", [.string(server.address + "/live")])
            try await Self.listen(machine, client)
            try await Self.suggest(machine, client)
            try await Self.follow(client)
            try await Self.scrobble(client)
            try await headset.connect(isSounding: false)
            try await Self.trigger(machine, client)
            try await Self.edit(machine)
            // Those that refuse such arguments are called above.
            for method in PlaybackMethods.commands {
                try? await Self.call(client, method.name, "Playback1", method.blank)
            }
            try await machine.done("quit")
        }

        let shapes = WireShapes(messages, of: "org.oncue.", service: name)
        let seen = Set(shapes.lines.map(Self.shared)).subtracting(Self.timely).sorted()
        if getenv("ONCUE_UPDATE_SNAPSHOTS") != nil {
            try Data((seen.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: Self.file))
        }
        let uncalled = try Self.methods().subtracting(shapes.answered.union(Self.beyond)).sorted()
        let kept = Set(try String(contentsOfFile: Self.file, encoding: .utf8).split(separator: "\n").map(String.init))
        let (new, gone) = (seen.filter { !kept.contains($0) }, kept.subtracting(seen).sorted())
        #expect(new == [], "new on the wire: \(new)")
        #expect(gone == [], "no longer on the wire: \(gone)")
        #expect(uncalled == [], "not called: \(uncalled)")
    }

    /// Told only by a scan that takes long enough for an estimate, and of a container that changes while it is followed.
    private static let timely: Set = [
        "org.oncue.Library1.ScanProgressed signal .timeLeft x",
        "org.oncue.PlayableContent1.ItemsChanged signal (sta(us)asas)",
    ]

    // MARK: What is done

    private static func fill(_ machine: Machine, _ address: String) async throws {
        try await machine.done("library", "add", "music")
        try await machine.done("radio", "add", "Station", address + "/stream")
        try await machine.done("podcast", "add", address + "/feed")
        try await machine.done("podcast", "download", "The Show/Second")
        try await machine.done("podcast", "refresh")
        try await machine.done("podcast", "chapters", "The Show/Second")
        try await machine.done("podcast", "set", "The Show", "--remove-after", "1d")
        try await machine.done("podcast", "download", "The Show", "--latest", "1")
        try await machine.done("podcast", "keep", "The Show/Second")
        try await machine.done("podcast", "export")
        try await machine.done("playlist", "create", "Mix")
        try await machine.done("playlist", "add", "Mix", "Albums/Night Crossing")
        try await machine.done("query", "save", "Quick", "genre:jazz or added:7d")
        try await machine.done("config", "set", "playback.resume-length", "45")
        try await machine.done("config", "set", "podcasts.directory", address + "/podcasts")
        try await machine.done("config", "set", "radio.directory", address)
        try await machine.done("podcast", "search", "a")
        try await machine.done("podcast", "search", "b")
        try await machine.done("radio", "search", "a")
        for words in [
            ["browse"], ["browse", "Albums"], ["browse", "Library/Tracks"], ["browse", "Podcasts/The Show"],
            ["browse", "Playlists/Mix"], ["browse", "Radio"], ["search", "a"], ["query"], ["query", "run", "Quick"],
            ["page", address + "/tour"], ["events", "keep", "--all", address + "/tour"], ["events"],
            ["events", "remove", "little gears", "--yes"],
            ["library", "status", "--failures"], ["status"], ["doctor"], ["radio"], ["playlist"], ["podcast"],
        ] {
            _ = try await machine.json(words)
        }
    }

    private static func listen(_ machine: Machine, _ client: MessageBus) async throws {
        try await machine.done("play", "Library/Tracks")
        try await machine.waitUntilPlayed(from: 0)
        try await machine.done("seek", "0:02")
        try await machine.done("bookmarks", "add", "Here")
        try await machine.done("favourite")
        try await call(client, "GetCommands", "RemoteCommands1")
        try await call(client, "GetTracks", "Playback1", [.string("Library/Tracks")])
        let first = try await machine.json("queue")["items"]?[0]?["entry"]?.intValue ?? 0
        try await call(client, "RearrangeEntries", "Playback1", [.array([.uint64(UInt64(first))], of: "t")])
        try await call(client, "GetTracks", "Library1", [.uint64(0), .uint32(0)])
        try await call(client, "GetTrackColumns", "Library1", [.uint64(0), .uint32(0)])
        try await machine.done("dislike", "Albums/Night Crossing")
        try await machine.done("next")
        try await machine.done("played", "--yes", "Library/Tracks")
        for words in [
            ["now"], ["info"], ["queue"], ["bookmarks"], ["history"], ["output"], ["output", "rooms"], ["sound"],
            ["notify"],
            ["undo", "--list"],
            ["chapters"],
        ] {
            _ = try await machine.json(words)
        }
        try await machine.done("sleep", "20m")
        _ = try await machine.json("now")
        try await machine.done("sleep", "off")
        try await machine.done("play", "--interrupt", "Podcasts/The Show/Second")
        _ = try await machine.json("now")
        try await machine.done("queue", "back")
        try FileManager.default.copyItem(
            atPath: root + "/Tests/ChapterFixtures/parts.m4a", toPath: machine.directory.file("work/parts.m4a"))
        try await machine.done("play", "parts.m4a")
        _ = try await machine.json("chapters")
        _ = try await machine.json("now")
        try await call(client, "SeekToChapter", "NowPlaying1", [.uint32(1)])
        for member in ["NextChapter", "PreviousChapter"] { try await call(client, member, "NowPlaying1") }
        // One that is gone is heard on, and fails where it is opened again: after the handoff that is undone.
        let gone = try #require(try machine.writeMusic("gone.wav").first)
        try await machine.done("play", gone)
        try await machine.done("queue", "add", "Library/Tracks")
        try await machine.waitUntilPlayed(from: 0)
        try await waitUntil("the library has it") { try await machine.oncue("search", "title:gone").status == 0 }
        try FileManager.default.removeItem(atPath: gone)
        try await waitUntil("the library knows") { try await machine.oncue("search", "title:gone").status == 3 }
        try await machine.done("history", "--limit", "2")
    }

    private static func suggest(_ machine: Machine, _ client: MessageBus) async throws {
        try await machine.done("pin", "Albums/Night Crossing")
        try await machine.done("pin", "--remove", "Albums/Kitchen Table Sessions")
        _ = try await machine.json("pin")
        _ = try await machine.json("suggestions")
        try await machine.done("triggers", "time", "Breakfast", "7:30", "--days", "mon,tue")
        try await machine.done("place", "add", "home", "geo:52.5,13.4")
        try await machine.done("suggestions", "settings")
        for words in [
            ["triggers"], ["place"], ["why"], ["suggestions", "settings"], ["simulate", "headphones"],
            ["people"], ["trip", "--list"], ["trip", "geo:52.5,13.4", "--minutes", "25"],
        ] {
            _ = try await machine.oncue(words + ["--json"])
        }
    }

    private static func scrobble(_ client: MessageBus) async throws {
        let server = try ScrobbleServer()
        server.change { $0.allowed = true }
        let address: BusValue = .string(server.address)
        let requests: [[String: BusValue]] = [
            ["service": .string("listenbrainz"), "server": address, "token": .string("tok-1")],
            [
                "service": .string("lastfm"), "server": address, "key": .string(ScrobbleServer.key),
                "secret": .string(ScrobbleServer.secret), "podcasts": .bool(true), "loves": .bool(false),
            ],
        ]
        for request in requests { try await call(client, "Add", "Scrobbling1", [.dictionary(request)]) }
        try await call(client, "Complete", "Scrobbling1", [.string("asked-1")])
        for isOn in [true, false] {
            try await call(
                client, "SetPrivate", "Scrobbling1", [.string("Albums/Night Crossing"), .bool(isOn)])
            try await call(client, "SetPaused", "Scrobbling1", [.bool(isOn)])
            for member in ["GetStatus", "Send"] { try await call(client, member, "Scrobbling1") }
            try await call(client, "GetPublic", "Scrobbling1", [.strings(["track:1"])])
        }
        for name in ["listenbrainz", "lastfm"] {
            try await call(client, "Remove", "Scrobbling1", [.string("\(name)@127.0.0.1:\(server.port)")])
        }
    }

    private static func edit(_ machine: Machine) async throws {
        for words in [
            "pause", "resume", "toggle", "toggle", "previous", "next", "stop --after", "volume 50%", "volume +5",
            "volume mute", "volume unmute", "rate 1.5", "rate +0.1", "rate 1", "repeat all", "shuffle on",
            "shuffle albums",
            "shuffle off", "queue similar on", "queue similar off", "queue move 2 3", "queue remove 2",
            "queue remove 2 3", "undo", "redo", "redo --list", "undo", "queue move 1-2 2", "queue next 3",
            "queue first 2",
            "queue sort title", "queue unique", "queue crop 1-3", "undo", "queue single on", "queue single off",
            "queue consume on", "queue consume off", "queue play 1", "seek +1", "loop a", "loop 1 2",
            "loop off", "stop", "queue clear", "undo",
            "playlist save Kept",
            "playlist rename Kept Later", "playlist add Mix Albums/Night\u{A0}Crossing", "playlist move Mix 1 2",
            "playlist sort Mix title", "playlist unique Mix", "playlist crop Mix 1-2",
            "playlist export Mix mix.xspf", "playlist import mix.xspf --name Copies/Mix", "playlist delete Copies/Mix",
            "playlist remove Mix 1", "playlist delete Later", "radio rename Station Other", "radio remove Other",
            "activities", "activities show 1", "activities continue 1", "activities delete --all --yes",
            "query remove Quick", "trash", "trash empty --yes", "podcast delete The\u{A0}Show/Second",
            "bookmarks remove --yes 1",
            "history erase --yes --since 1d", "library scan", "library scan --all", "library pause", "library resume",
            "library cancel",
            "sound crossfade 2s", "sound reset --yes", "sound equalizer voice", "notify on", "notify off", "output",
            "triggers", "triggers time Breakfast --remove", "place set home --policy suggest",
            "place remove --yes home", "dismiss 1", "accept", "forget --yes Albums/Night\u{A0}Crossing",
            "suggestions settings --quiet-hours 22:00-07:00", "complete album night", "suggestions export",
            "podcast remove The\u{A0}Show",
            "trash",
            "trash restore The\u{A0}Show", "provider", "library remove music",
        ] {
            try await machine.did(words.split(separator: " ").map { String($0.replacing("\u{A0}", with: " ")) })
        }
    }

    /// Everything that no command asks for.
    private static func follow(_ client: MessageBus) async throws {
        let album: BusValue = .string("Albums/Night Crossing")
        let wire: BusValue = .string("org.example.Wire")
        _ = try await client.requestName("org.example.Wire")
        let calls: [(String, String, [BusValue])] = [
            ("PlayableContent1", "OpenView", [.dictionary(["maximumItems": .uint32(2)])]),
            ("PlayableContent1", "GetContext", [.uint32(1)]),
            ("PlayableContent1", "CloseView", [.uint32(1)]),
            ("PlayableContent1", "BeginUpdates", []), ("PlayableContent1", "EndUpdates", []),
            ("PlayableContent1", "Reload", [.string("Playlists")]), ("PlayableContent1", "Prepare", [album]),
            ("PlayableContent1", "EndSearch", [.uint32(1)]), ("Artwork1", "GetArtwork", [album, .uint32(128)]),
            ("Listening1", "SetStars", [album, .double(4.5)]), ("Listening1", "GetRecord", [album]),
            ("Listening1", "GetRecords", [.strings(["album:none"])]),
            ("NowPlaying1", "GetLyrics", []),
            ("Playback1", "SetShuffle", [.bool(false)]), ("Playback1", "GetQueueChanges", [.uint64(0)]),
            ("Playback1", "GetQueueIdentifiers", [.uint32(0), .uint32(2)]),
            ("Playback1", "Enqueue", [album, .dictionary([:])]),
            ("Playlists1", "Add", [.string("Mix"), album, .int32(-1)]),
            ("Playlists1", "Move", [.string("Mix"), .uint32(0), .uint32(1)]),
            ("Playlists1", "Remove", [.string("Mix"), .uint32(0), .uint32(1)]),
            ("Push1", "GetPush", []), ("Push1", "SetPush", [.bool(false)]),
            ("Queries1", "Check", [.string("genre:")]),
            ("Podcasts1", "ImportOPML", [.string("<opml><body/></opml>")]),
            ("Sound1", "LowerSound", [.double(0.5), .int64(1_000)]), ("Sound1", "GetEqualizers", []),
            ("Triggers1", "Watch", [.bool(true)]),
            (
                "Providers1", "Register",
                [.string("org.example.Gone"), .objectPath("/org/example"), .dictionary(["activate": .bool(false)])]
            ),
            (
                "Suggestions1", "Donate",
                [
                    .array(
                        [
                            .dictionary([
                                "item": album, "kind": .string("played"), "time": .int64(0),
                                "program": .string("org.example.Player"), "identifier": .string("1"),
                            ])
                        ], of: "a{sv}")
                ]
            ),
            ("Activities1", "Create", [.dictionary(Self.browsing)]), ("Activities1", "List", [.uint32(0), .uint32(9)]),
            ("Activities1", "Update", [.string("b"), .dictionary(["item": .string("Playlists")])]),
            ("Activities1", "BecomeCurrent", [.string("b")]), ("Activities1", "NeedsSave", [.string("b")]),
            ("Activities1", "GetActivity", [wire, .string("b")]),
            ("Activities1", "TakeUp", [.dictionary(Self.browsingElsewhere)]),
            ("SearchIndex1", "Index", [wire, .array([.dictionary(Self.item)], of: "a{sv}"), .string("1")]),
            ("SearchIndex1", "Search", [.string("blue"), .uint32(5)]),
            ("SearchIndex1", "GetClientState", [wire]),
            ("SearchIndex1", "DeleteItems", [wire, .strings(["7"]), .string("")]),
            ("SearchIndex1", "DeleteDomains", [wire, .strings(["a"]), .string("")]),
            ("SearchIndex1", "DeleteAll", [wire]), ("SearchIndex1", "Forget", [.string(""), .strings([])]),
            ("Activities1", "ResignCurrent", [.string("b")]), ("Activities1", "Invalidate", [.string("b")]),
            ("Suggestions1", "DeleteDonations", [.string("org.example.Player"), .strings([])]),
            ("UserNotifications1", "Add", [wire, .dictionary(Self.notification)]),
            (
                "UserNotifications1", "Add",
                [.string(""), .dictionary(["identifier": .string("tea"), "title": .string("Tea")])]
            ),
            ("UserNotifications1", "SetProgram", [wire, .dictionary(Self.program)]),
            ("UserNotifications1", "GetPending", [.uint32(0), .uint32(9)]),
            ("UserNotifications1", "GetDelivered", [.uint32(0), .uint32(9)]), ("UserNotifications1", "GetPrograms", []),
            ("UserNotifications1", "SetPermissions", [.string(service), .dictionary(["alert": .string("allowed")])]),
            ("UserNotifications1", "Watch", [.bool(false)]), ("UserNotifications1", "Take", [.int64(1)]),
            ("UserNotifications1", "Answer", [.string(service), .string("tea"), .string("default"), .string("")]),
            ("UserNotifications1", "Remove", [.dictionary(["part": .string("pending")])]),
            ("UserNotifications1", "ForgetProgram", [wire]),
            ("Intents1", "List", [.uint32(0), .uint32(2)]),
            (
                "Intents1", "Perform",
                [
                    .dictionary([
                        "intent": .string("search"), "values": .dictionary(["query": .string("harbour")]),
                    ])
                ]
            ),
            ("Intents1", "Perform", [.dictionary(["intent": .string("control")])]),
            ("Intents1", "Say", [.string("search for harbour"), .dictionary(["language": .string("en")])]),
            (
                "Intents1", "SetShortcut",
                [
                    .dictionary([
                        "name": .string("Find"), "phrase": .string("find it"),
                        "steps": .array(
                            [
                                .dictionary([
                                    "intent": .string("search"),
                                    "values": .dictionary(["query": .string("harbour")]),
                                ])
                            ], of: "a{sv}"),
                    ])
                ]
            ),
            ("Intents1", "GetShortcuts", []),
            ("Intents1", "RunShortcut", [.dictionary(["intent": .string("Find")])]),
            (
                "Intents1", "SetCue",
                [
                    .dictionary([
                        "name": .string("Back"), "when": .string("unlock"), "run": .string("Find"),
                        "perform": .bool(true), "volume": .double(0.4), "coolDown": .int64(60),
                    ])
                ]
            ),
            ("Intents1", "GetCues", []),
            ("Intents1", "RemoveCue", [.string("Back")]),
            ("Intents1", "RemoveShortcut", [.string("Find")]),
            (
                "Alarms1", "Add",
                [
                    .dictionary([
                        "place": .string("Albums/Night Crossing"), "title": .string("Up"), "volume": .double(0.4),
                        "fade": .int64(90_000_000),
                        "trigger": .dictionary(["kind": .string("date"), "hour": .uint32(6)]),
                    ])
                ]
            ),
            (
                "Reminders1", "Add",
                [
                    .dictionary([
                        "place": .string("Albums/Night Crossing"), "note": .string("Loud"),
                        "trigger": .dictionary(["kind": .string("playback")]),
                    ])
                ]
            ),
            ("People1", "Donate", [.dictionary(Self.interaction)]),
            ("People1", "GetInteractions", [.string("ada"), .uint32(0), .uint32(9)]), ("People1", "GetPeople", []),
            ("People1", "GetShared", [album]), ("People1", "DeleteGroup", [wire, .string("chat")]),
            ("People1", "Delete", [wire, .strings([])]), ("People1", "Forget", [.string("")]),
        ]
        let container = try await client.call(
            "Subscribe", of: "org.oncue.PlayableContent1", at: path, on: service, [.string("Playlists")])
        for (interface, member, arguments) in calls {
            try await call(client, member, interface, arguments)
        }
        try await waitUntil("a program that is not there has an error") {
            let reply = try? await client.call("GetProviders", of: "org.oncue.Providers1", at: path, on: service)
            return reply?.first?.arrayValue?.first?.dictionaryValue?["error"] != nil
        }
        try await call(client, "Unregister", "Providers1", [.string("org.example.Gone")])
        try await call(client, "GetChanges", "PlayableContent1", [container[0], container[1]])
        try await call(client, "Unsubscribe", "PlayableContent1", [container[0]])
        try await handOver(client)
        try await switchAlarm(client)
        try await call(client, "GetMachines", "Machines1", [])
        try await call(client, "Erase", "SharedListening1", [.string(String(repeating: "0", count: 64))])
        try await call(client, "GetNotes", "SharedListening1", [])
        for name in ["NowPlaying1", "PlayableContent1", "Service1", "Suggestions1"] {
            try await client.call(
                "GetAll", of: "org.freedesktop.DBus.Properties", at: path, on: service, [.string("org.oncue." + name)])
        }
    }

    /// Switches an alarm off and on.
    private static func switchAlarm(_ client: MessageBus) async throws {
        let reply = try await client.call(
            "GetPending", of: "org.oncue.UserNotifications1", at: path, on: service, [.uint32(0), .uint32(50)])
        let alarm = reply.lazy.compactMap(\.arrayValue).joined().compactMap(\.dictionaryValue).first {
            $0["category"]?.stringValue == "alarm"
        }
        let name = try #require(alarm?["identifier"]?.stringValue)
        for isOn in [false, true] {
            try await call(
                client, "Set", "Alarms1", [.dictionary(["identifier": .string(name), "on": .bool(isOn)])])
        }
    }

    /// Hands the queue over as from another machine, and brings the former one back.
    private static func handOver(_ client: MessageBus) async throws {
        let ask = { (member: String, arguments: [BusValue]) in
            try await client.call(member, of: "org.oncue.Handoff1", at: path, on: service, arguments)
                .first?.dictionaryValue ?? [:]
        }
        var queue = try await ask("GetQueue", [])
        queue["run"] = .uint64(1)
        let number = try #require(try await ask("Prepare", [.dictionary(queue)])["number"]?.intValue.map { UInt64($0) })
        _ = try await ask("Release", [.uint64(number)])
        _ = try await ask("Begin", [.dictionary(["number": .uint64(number), "current": .uint32(0)])])
        for member in ["Discard", "TakeBack"] { _ = try await ask(member, [.uint64(number)]) }
        func together(_ member: String, _ arguments: [BusValue]) async {
            // What nobody allows and nobody can be reached for is refused.
            _ = try? await client.call(member, of: "org.oncue.Together1", at: path, on: service, arguments)
        }
        await together("GetTimeline", [.dictionary(["number": .uint64(0)])])
        await together("Join", [.string("")])
        await together("Accept", [.string("kitchen")])
        await together("Follow", [.dictionary(["machine": .string("kitchen")])])
        for member in ["Leave", "GetState"] { await together(member, []) }
        // What is gone cannot be played again.
        try? await call(client, "Undo", "Playback1", [])
    }

    /// An activity of the full-screen program of another machine.
    private static let browsingElsewhere: [String: BusValue] = [
        "program": .string(":1.5"), "programName": .string("OnCue"), "type": .string("org.oncue.OnCue.browsing"),
        "identifier": .string("b"), "title": .string("Albums"),
        "userInfo": .dictionary(["place": .string("Albums")]),
    ]

    /// An activity with everything that there can be.
    private static let browsing: [String: BusValue] = [
        "type": .string("org.example.Wire.a"), "identifier": .string("b"), "title": .string("Albums"),
        "persistentIdentifier": .string("p"), "userInfo": .dictionary(["place": .string("Albums")]),
        "requiredKeys": .strings(["place"]), "keywords": .strings(["records"]), "description": .string("All of them"),
        "thumbnail": .string("folder-music"), "webPage": .string("https://example.org"),
        "location": .dictionary([
            "name": .string("Blue Note"), "street": .string("131 W 3rd St"), "postalCode": .string("10012"),
            "city": .string("New York"), "region": .string("NY"), "country": .string("US"),
            "latitude": .double(40.73), "longitude": .double(-74), "telephones": .strings(["+1 212 4758592"]),
        ]),
        "expires": .int64(4_000_000_000), "eligibleFor": .strings(["search", "handoff"]),
    ]

    /// An item of an index with everything that there can be.
    private static let item: [String: BusValue] = [
        "identifier": .string("7"), "title": .string("Blue Note"), "domain": .string("concerts"),
        "keywords": .strings(["jazz"]), "description": .string("On Friday"), "thumbnail": .string("folder-music"),
        "webPage": .string("https://example.org"), "date": .int64(1), "expires": .int64(4_000_000_000),
        "location": .dictionary(["name": .string("Blue Note")]),
    ]

    /// A notification with everything that there can be.
    private static let notification: [String: BusValue] = [
        "identifier": .string("soup"), "title": .string("Soup"), "subtitle": .string("Today"), "body": .string("Hot"),
        "badge": .uint32(2), "sound": .string("default"), "attachments": .strings(["file:///soup.png"]),
        "progress": .uint32(40), "userInfo": .dictionary(["pot": .int64(3)]), "category": .string("dish"),
        "thread": .string("kitchen"),
        "whileLocked": .string("without-details"), "urgency": .string("low"), "mutable": .bool(true),
        "item": .string("Albums/Night Crossing"), "expires": .int64(4_000_000_000),
        "trigger": .dictionary([
            "kind": .string("date"), "repeats": .string("always"), "hour": .uint32(7), "minute": .uint32(30),
        ]),
    ]

    /// A program that notifies.
    private static let program: [String: BusValue] = [
        "programName": .string("Wire"), "handler": .string("/org/example/Wire"),
        "extension": .string("/org/example/Wire"),
        "categories": .array(
            [
                .dictionary([
                    "name": .string("dish"), "tellsDismissal": .bool(true), "summary": .string("%u dishes"),
                    "actions": .array(
                        [
                            .dictionary([
                                "name": .string("more"), "title": .string("More"), "text": .bool(true),
                                "placeholder": .string("How much?"), "foreground": .bool(true),
                                "destructive": .bool(true), "needsUnlock": .bool(true),
                            ])
                        ], of: "a{sv}"),
                ])
            ], of: "a{sv}"),
    ]

    /// Something done with people, with everything that there can be.
    private static let interaction: [String: BusValue] = [
        "program": .string("org.example.Wire"), "identifier": .string("1"), "action": .string("share"),
        "direction": .string("mutual"), "people": .strings(["Ada"]), "group": .string("chat"),
        "item": .string("Albums/Night Crossing"), "title": .string("Night Crossing"), "time": .int64(7),
    ]

    private static func trigger(_ machine: Machine, _ client: MessageBus) async throws {
        let shown = EventLog<Bool>()
        let subscription = await client.subscribe(
            sender: service, path: path, interface: "org.oncue.UserNotifications1", member: "Presented"
        ) { signal in
            let actions = signal.arguments.first?.dictionaryValue?["actions"]?.arrayValue ?? []
            shown.append(actions.contains { $0.dictionaryValue?["placeholder"] != nil })
        }
        try await waitUntil("the headset is known") {
            try await machine.oncue("triggers", "device", "WH-1000XM5").status == 0
        }
        for words in [
            "triggers device --kind car --policy suggest WH-1000XM5", "triggers", "stop",
            "simulate headphones WH-1000XM5", "suggestions", "why 1",
        ] {
            try await machine.did(words.split(separator: " ").map(String.init))
        }
        try await shown.wait { $0 }
        withExtendedLifetime(subscription) {}
        for (member, arguments) in [("ShowNext", [BusValue]()), ("Show", []), ("Dismiss", [.string(""), .string("")])] {
            try await call(client, member, "Suggestions1", arguments)
        }
        try await machine.done("people", "tie", "Ada", "WH-1000XM5")
        _ = try await machine.json("people")
        try await machine.done("triggers", "device", "--forget", "--yes", "WH-1000XM5")
    }

    private static func call(
        _ client: MessageBus, _ member: String, _ interface: String, _ arguments: [BusValue] = []
    ) async throws {
        try await client.call(member, of: "org.oncue." + interface, at: path, on: service, arguments)
    }

    /// Where there is no sound there is nothing to choose.
    private static let beyond = [
        // SharedHistoryTests has a machine that is paired.
        "org.oncue.SharedListening1.Exchange",
        // WebWaitingTests has one, from which playback moves.
        "org.oncue.Machines1.ContinueFrom",
        // Another machine is needed, and allowed.
        "org.oncue.Together1.GetTimeline", "org.oncue.Together1.Join", "org.oncue.Together1.Accept",
        // IntentExampleTests has a program that is called.
        "org.oncue.IntentHandler1.Resolve", "org.oncue.IntentHandler1.Confirm", "org.oncue.IntentHandler1.Handle",
        // ActivityExampleTests has one that shows an item.
        "org.oncue.SearchIndex1.Continue",
        "org.oncue.Outputs1.SetOutput", "org.oncue.Outputs1.SetOutputs",
        // WebPlayingTests has a page that plays.
        "org.oncue.Browsers1.Follow", "org.oncue.Browsers1.Read",
        // SnapcastTests has rooms.
        "org.oncue.Outputs1.SetRoom", "org.oncue.Outputs1.GroupRooms",
    ]

    // MARK: What there is

    private static func serve() throws -> HTTPServer {
        let sound = SoundFiles.silence(seconds: 180)
        return try HTTPServer { request in
            if request.path == "/tour" {
                return .text(FakePages.markup, [("Content-Type", "text/html; charset=utf-8")])
            }
            let host = request.fields["host"] ?? ""
            if request.path.hasPrefix("/podcasts") {
                let isFirst = request.path.contains("term=a")
                return .text(isFirst ? RecordedDirectories.fyyd() : RecordedDirectories.apple())
            }
            if request.path.hasPrefix("/json/stations") { return .text(RecordedDirectories.stations("http://" + host)) }
            guard request.path == "/feed" else { return HTTPServer.file(sound, tag: "\"1\"", for: request) }
            let items = ["Second", "First"].enumerated().map { index, title in
                "<item><title>\(title)</title><guid>\(title)</guid><pubDate>2\(1 - index) Nov 2026 10:00 GMT</pubDate>"
                    + "<description>About it</description><itunes:duration>180</itunes:duration>"
                    + "<enclosure url=\"http://\(host)/\(title).wav\" type=\"audio/wav\" length=\"1000\"/></item>"
            }
            return .text(
                "<rss><channel><title>The Show</title><itunes:author>Somebody</itunes:author>"
                    + "<description>A show</description>" + items.joined() + "</channel></rss>")
        }
    }

    private static func copyMedia(to machine: Machine) throws {
        try machine.directory.makeDirectory("work/music")
        let media = root + "/Media"
        for name in try FileManager.default.contentsOfDirectory(atPath: media) where !name.hasSuffix(".md") {
            try FileManager.default.copyItem(
                atPath: media + "/" + name, toPath: machine.directory.file("work/music/" + name))
        }
    }

    // MARK: What is kept

    /// The signal and the property have the dictionary of the reply, but which keys a test meets in them is chance.
    private static func shared(_ line: String) -> String {
        for twin in [
            "org.oncue.NowPlaying1.NowPlayingChanged signal .", "org.oncue.NowPlaying1 properties .NowPlaying.",
        ]
        where line.hasPrefix(twin) {
            return "org.oncue.NowPlaying1.GetNowPlaying reply ." + line.dropFirst(twin.count)
        }
        return line
    }

    private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    private static let file = root + "/Tests/Snapshots/wire.txt"

    /// Every method of an interface of the service, as `INTERFACE.MEMBER`.
    /// Interfaces of other programs.
    private static let ofPrograms = [
        "ContentProvider", "ActivityHandler", "NotificationHandler", "NotificationExtension",
    ]

    private static func methods() throws -> Set<String> {
        let folder = root + "/Sources/OnCueBus/Introspection"
        var methods: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasPrefix("org.oncue.") && !ofPrograms.contains(where: name.contains) {
            let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
            for part in text.split(separator: "<method name=\"").dropFirst() {
                methods.insert(name.dropLast(4) + "." + part.prefix { $0 != "\"" })
            }
        }
        return methods
    }
}

extension Machine {
    fileprivate func did(_ words: [String]) async throws {
        let result = try await oncue(words)
        guard result.status == 0 else { throw SupportError("oncue \(words): \(result.errors)") }
    }

    /// Runs a command that may also find nothing.
    fileprivate func json(_ words: [String]) async throws -> String {
        let result = try await oncue(words + ["--json"])
        guard [0, 1, 3].contains(result.status) else { throw SupportError("\(words): \(result.errors)") }
        return result.output
    }
}
