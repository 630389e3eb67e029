// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueQuery
import Testing

@testable import OnCueTerminal

@Suite("Removing")
struct RemovalTests {
    private struct Person: Questioner {
        var canAsk: Bool { true }
        let answer: Bool

        func confirms(_ question: String) -> Bool {
            #expect(question.hasSuffix("? This cannot be undone."))
            return answer
        }
    }

    /// A command line that removes for good, and the call with which it does.
    private static let forGood: [(words: [String], call: String)] = [
        (["history", "erase", "--all"], "erase "), (["forget", "--all"], "forget all"),
        (["bookmarks", "remove", "3"], "forget bookmark 3"), (["place", "remove", "home"], "remove place home"),
        (["played", "--not", "album:a"], "played album:a false"), (["trash", "empty"], "empty trash"),
        (["triggers", "device", "Passat", "--forget"], "forget device Passat"), (["sound", "reset"], "reset sound"),
    ]

    /// One that can be taken back, and how.
    private static let withReturn: [(words: [String], call: String, way: String)] = [
        (["playlist", "delete", "Mix"], "delete Mix", "oncue trash restore Mix"),
        (["radio", "remove", "Jazz FM"], "remove Jazz FM", "oncue trash restore \"Jazz FM\""),
        (["query", "remove", "New"], "forget New", "oncue trash restore New"),
        (["podcast", "remove", "The Show"], "unsubscribe Podcasts/The Show", "oncue trash restore"),
        (["podcast", "delete", "The Show/One"], "delete Podcasts/The Show/One", "oncue podcast download"),
        (["queue", "clear"], "clear", "oncue undo"),
        (
            ["triggers", "time", "gym", "--remove"], "remove time gym",
            "oncue triggers time gym 18:00 --days tue,thu adds it again"
        ),
        (["provider", "remove", "org.a.B"], "remove provider org.a.B", "oncue provider add org.a.B"),
    ]

    private static func item(_ kind: String, _ title: String, _ path: String) -> ContentRecord {
        ContentRecord(identifier: "\(kind):x", kind: kind, title: title, path: path)
    }

    private func session() -> Session {
        Session {
            $0.journal = [
                JournalEntry(
                    .finished,
                    .init(identifier: ContentIdentifier(kind: .track, key: "a"), title: "So What"), at: 1,
                    position: .zero, cause: .end)
            ]
            $0.bookmarks = [Samples.bookmark]
            $0.places = [PlaceRecord(name: "home")]
            $0.triggerDevices = [TriggerDeviceRecord(id: "CC:DD", name: "Passat", kind: "car")]
            $0.triggerTimes = [TriggerTimeRecord(name: "gym", minute: 1080, days: ["tue", "thu"])]
            $0.items =
                Samples.albums + [
                    Self.item("podcast", "The Show", "Podcasts/The Show"),
                    Self.item("episode", "One", "Podcasts/The Show/One"),
                    Self.item("station", "Jazz FM", "Radio/Jazz FM"), Self.item("playlist", "Mix", "Playlists/Mix"),
                ]
            $0.providers = [
                ProviderRecord(busName: "org.a.B", objectPath: "/org/a/B", name: "B", identifier: "b", state: "ready")
            ]
            $0.queries = [SavedQuery(name: "New", text: "blue")]
            $0.trash = [TrashItem(key: "1-a", kind: .playlist, title: "Evening", removed: 1000)]
        }
    }

    @Test("for good happens only after a yes", arguments: forGood, [true, false])
    func asks(removal: (words: [String], call: String), answer: Bool) async {
        let session = session()
        session.questioner = Person(answer: answer)

        #expect(await session.run(removal.words) == .done)

        #expect(session.service.calls.contains(removal.call) == answer)
        #expect(session.talk.lines.count == 1)
    }

    @Test("for good needs --yes where nobody can be asked, and says so", arguments: forGood)
    func refuses(removal: (words: [String], call: String)) async {
        let session = session()

        #expect(await session.run(removal.words) == .wrongWords)
        #expect(!session.service.calls.contains(removal.call))
        #expect(session.talk.text.contains("cannot be undone; add --yes to do it without being asked"))

        #expect(await session.run(removal.words + ["--yes"]) == .done)
        #expect(session.service.calls.last == removal.call || session.service.calls.contains(removal.call))
    }

    @Test("asks nothing where there is a way back, and tells that way", arguments: withReturn)
    func tells(removal: (words: [String], call: String, way: String)) async {
        let session = session()

        #expect(await session.run(removal.words) == .done)

        #expect(session.service.calls.contains(removal.call))
        #expect(session.talk.text.contains(removal.way), "\(session.talk.text)")
    }

    @Test(
        "with --dry-run removes nothing and says what it would",
        arguments: forGood.map(\.words) + withReturn.map(\.words))
    func dry(words: [String]) async {
        let session = session()

        #expect(await session.run(words + ["--dry-run"]) == .done)

        let changes = (Self.forGood.map(\.call) + Self.withReturn.map(\.call)).filter(session.service.calls.contains)
        #expect(changes.isEmpty)
        #expect(session.data.lines.first?.hasPrefix("Would ") == true)
    }

    @Test(
        "with --dry-run refuses what is not there",
        arguments: [
            ["podcast", "remove", "nope"], ["podcast", "delete", "nope"], ["radio", "remove", "nope"],
            ["query", "remove", "nope"], ["playlist", "delete", "nope"], ["provider", "remove", "org.a.No"],
            ["library", "remove", "/nope"],
        ])
    func dryAbsent(words: [String]) async {
        let session = Session()

        #expect(await session.run(words + ["--dry-run"]) == .nothingFound)
        #expect(session.data.text.isEmpty)
    }

    @Test("with --dry-run refuses what is of another kind")
    func dryOther() async {
        let session = session()

        #expect(await session.run("podcast", "remove", "track:aaaaaaaaaaa2", "--dry-run") == .nothingFound)
        #expect(session.talk.text == "oncue: \"Kind of Blue\" is not a podcast\n")
    }

    @Test("takes entries by numbers and ranges as one change, and names them")
    func ranges() async {
        let session = Session { $0.entries = Samples.entries }

        #expect(await session.run("queue", "remove", "3", "1-2,2") == .done)

        #expect(session.service.calls == ["queue 0 3", "remove 11 12 13"])
        #expect(session.talk.text == "Removed \"\(Samples.entries[0].title)\" and 2 more from the queue\n")
        for word in ["0", "2-1", "1-", "-", "a", "1-2-3"] {
            #expect(await session.run("queue", "remove", word) == .wrongWords, "\(word)")
        }
    }

    @Test("of playlist entries names them, and is one change")
    func playlistRanges() async {
        let session = Session {
            $0.items = (1...9).map { ContentRecord(identifier: "track:\($0)", kind: "track", title: "T\($0)") }
        }

        #expect(await session.run("playlist", "remove", "Mix", "1-2", "9") == .done)

        #expect(session.service.calls.suffix(2) == ["children track:1 8 1", "arrange Mix remove([0, 1, 8])"])
        #expect(session.talk.text == "Removed \"T1\" and 2 more from \"Mix\"\n")
        #expect(await session.run("playlist", "remove", "Mix", "10") == .nothingFound)
        #expect(session.talk.text == "oncue: no entry 10: \"Mix\" has 9\n")
    }

    @Test("is understood by either of the words remove and delete where only one of them has a meaning")
    func words() {
        for command in CommandCatalog.commands.map(\.definition) {
            let names = ["remove", "delete"].filter { name in command.subcommands.contains { $0.name == name } }
            guard names.count == 1 else { continue }
            #expect(command.subcommand("remove") == command.subcommand("delete"), "\(command.name)")
        }
    }

    @Test("quotes a title as a shell takes it")
    func quoting() {
        #expect(Removal.quoted("Evening") == "Evening")
        #expect(Removal.quoted("Jazz FM") == "\"Jazz FM\"")
        #expect(Removal.quoted("It's $5") == "'It'\\''s $5'")
    }
}

@Suite("oncue trash")
struct TrashCommandTests {
    private func session() -> Session {
        Session {
            $0.trash = [
                TrashItem(key: "3-a", kind: .podcast, title: "Street Talk", removed: 3000),
                TrashItem(key: "2-b", kind: .playlist, title: "Evening", removed: 2000),
                TrashItem(key: "1-c", kind: .query, title: "evening", removed: 1000),
            ]
        }
    }

    @Test("lists what can be restored, and JSON says until when")
    func list() async {
        let session = session()
        #expect(await session.run("trash") == .done)
        #expect(session.data.lines.count == 3)
        #expect(session.data.lines.first?.hasPrefix("1  Street Talk  podcast  ") == true)
        await session.run("trash", "--json")
        #expect(
            session.data.text.contains(
                #"{"number":2,"kind":"playlist","title":"Evening","removed":2000,"expires":2594000}"#))
    }

    @Test(
        "restores by number or name, the newest of one name first",
        arguments: [(["2"], "2-b"), (["EVENING"], "2-b"), (["Street", "Talk"], "3-a"), (["3"], "1-c")])
    func restore(words: [String], key: String) async {
        let session = session()
        #expect(await session.run(["trash", "restore"] + words) == .done)
        #expect(session.service.calls.last == "restore \(key)")
        #expect(session.talk.text.hasPrefix("Restored "))
    }

    @Test("says what it does not have, and that it is empty")
    func nothing() async {
        let session = session()
        #expect(await session.run("trash", "restore", "4") == .nothingFound)
        #expect(session.talk.text.contains("the trash does not have \"4\""))
        let empty = Session()
        #expect(await empty.run("trash", "empty") == .done)
        #expect(empty.talk.text == "The trash is empty\n")
        #expect(empty.service.calls == ["trash"])
    }
}
