// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueClient
import OnCueInterface
import OnCuePhrases
import OnCueQuery
import OnCueTestSupport
import Testing

@testable import OnCueCore
@testable import OnCueTerminal

@Suite("Answers that say what was done")
struct SmallFaultTests {
    private static let list = StableKey(hashing: TextFolding.fold("Best").utf8).identifier(.list).description

    /// A playlist, and a saved query whose list is in For You.
    private func session() -> Session {
        Session { state in
            let evening = ContentRecord(identifier: "playlist:e", kind: "playlist", title: "Evening", isContainer: true)
            let best = ContentRecord(identifier: Self.list, kind: "list", title: "Best", isContainer: true)
            let song = ContentRecord(identifier: "track:a", kind: "track", title: "So What", isPlayable: true)
            state.queries = [SavedQuery(name: "Best", text: "stars:5")]
            state.children = ["Playlists": [evening], "For You": [best], Self.list: [song]]
            state.placeErrors = ["Best": ClientError(.notFound, "there is no Best")]
        }
    }

    // MARK: Rules among the playlists

    @Test("Saved queries are listed behind the playlists, with their rules")
    func lists() async throws {
        let session = session()
        #expect(await session.run("playlist") == .done)
        #expect(session.data.lines.count == 2)
        #expect(session.data.lines.last?.contains("rule: stars:5") == true)

        #expect(await session.run("playlist", "list", "--json", "--limit", "1") == .done)
        let page = try JSONValue(parsing: session.data.text)
        #expect(page["total"] == .int(2))
        #expect(page["items"]?[0]?["title"]?.stringValue == "Evening")
        #expect(await session.run("playlist", "list", "--json", "--offset", "1") == .done)
        #expect(try JSONValue(parsing: session.data.text)["items"]?[0]?["title"]?.stringValue == "Best")
    }

    @Test("They are on the screen of the playlists, too, and not in the folders there")
    func screen() async {
        let session = session()
        let pages = AppPages(service: session.service, files: session.files)
        func titles(of identifier: String, _ path: String) async -> [String] {
            let fetch = ListFetch(
                tab: .playlists, token: 1, path: path, identifier: identifier, offset: 0, limit: RowPages.size)
            guard case .page(_, let page) = await pages.read(fetch) else { return [] }
            #expect(page.total == page.rows.count)
            return page.rows.map(\.title)
        }
        session.service.change {
            $0.children["section:playlists"] = $0.children["Playlists"]
            $0.children["folder:trips"] = []
        }
        #expect(await titles(of: "section:playlists", "Playlists") == ["Evening", "Best"])
        #expect(await titles(of: "folder:trips", "Playlists") == [])
    }

    @Test("A saved query is shown by its name; that no playlist gets that name is said as the daemon says it")
    func names() async {
        let session = session()
        #expect(await session.run("playlist", "show", "Best") == .done)
        #expect(session.data.text.contains("So What"))
        session.service.change { $0.placeErrors["For You/Best"] = ClientError(.notFound, "there is no such playlist") }
        #expect(await session.run("playlist", "show", "For You/Best") == .done)
        #expect(session.data.text.contains("So What"))
        session.service.change { $0.error = ClientError(.refused, "\"Best\" is a saved query") }
        for words in [["create", "Best"], ["save", "best"]] {
            #expect(await session.run(["playlist"] + words) != .done)
            #expect(session.talk.text.contains("\"Best\" is a saved query"))
        }
    }

    // MARK: Places

    @Test("An episode is named by its podcast and its title, as for the commands of podcasts")
    func episode() async {
        let session = Session {
            $0.items = [ContentRecord(identifier: "episode:a", kind: "episode", title: "Talk 1", isPlayable: true)]
        }
        await session.run("play", "Street Talk/Talk 1")
        #expect(session.service.calls.contains { $0.hasPrefix("play Podcasts/Street Talk/Talk 1") })
        session.service.change { $0.items = [] }
        await session.run("play", "AC/DC")
        #expect(session.service.calls.contains { $0.hasPrefix("play AC/DC") })
    }

    // MARK: Small answers

    @Test("A jump beyond the end says what plays instead")
    func seeks() async {
        var next = Samples.playing
        next.entry?.id = PlaybackQueue.EntryID(99)
        var end = Samples.playing
        end.status = .stopped
        let (other, stopped) = (next, end)
        let session = Session {
            $0.report = Samples.playing
            $0.reports = [Samples.playing, other, Samples.playing, stopped]
        }
        await session.run("seek", "+1000")
        #expect(session.talk.text.hasPrefix("That is beyond the end, so \"\(other.entry?.shownTitle ?? "")\" plays"))
        await session.run("seek", "+1000")
        #expect(session.talk.text == "That is beyond the end of the last track, so playback has stopped\n")
        await session.run("seek", "+10")
        #expect(session.talk.text.hasPrefix("At "))
    }

    @Test("The word list lists pins and triggers, and pins nothing")
    func listing() async {
        let session = Session()
        #expect(await session.run("pin", "list") == .done)
        #expect(session.talk.text == "Nothing is pinned or refused\n")
        #expect(!session.service.calls.contains { $0.hasPrefix("pin") })
        #expect(await session.run("triggers", "list") == .done)
    }

    @Test("A file is no feed on the web, and where it has subscriptions, the command that imports them is named")
    func files() async {
        let session = Session()
        session.makeFile("song one.flac")
        #expect(await session.run("podcast", "add", "song one.flac") == .wrongWords)
        #expect(session.talk.text.contains("name the URL of the feed"))
        try? session.files.writePrivately("<OPML></OPML>", to: Array("Albums".utf8))
        #expect(await session.run("podcast", "add", "Albums") == .wrongWords)
        #expect(session.talk.text.contains("oncue podcast import Albums"))
        #expect(!session.service.calls.contains { $0.hasPrefix("subscribe") })
    }

    @Test("Keys that are set twice, and actions that have lost their last key, are told by config check")
    func keys() async {
        func check(_ text: String) async -> (OnCueTerminal.ExitStatus, String) {
            let session = Session()
            session.makeFolder("config")
            try? session.files.writePrivately(text, to: Array("config/oncue.conf".utf8))
            let status = await session.run("config", "check")
            return (status, session.data.text + session.talk.text)
        }
        let (twice, said) = await check("[keys]\npause=x\nnext=x\n")
        #expect(twice == .failed)
        #expect(said.contains("line 3: the key x is set for pause in line 2, too; next has it"))
        let session = Session()
        session.makeFolder("config")
        try? session.files.writePrivately("[keys]\npause=p\nnext=x\n", to: Array("config/oncue.conf".utf8))
        #expect(await session.run("config", "set", "keys.pause", "x") == .done)
        #expect(session.talk.text.contains("line 3: the key x is set for pause in line 2, too; next has it"))
        let (taken, told) = await check("[keys]\npause=q\n")
        #expect(taken == .done)
        #expect(told.contains("quit has no key now, since q is pause"))
    }
}
