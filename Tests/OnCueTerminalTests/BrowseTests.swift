// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import OnCuePhrases
import Testing

@testable import OnCueTerminal

@Suite("Options of browse")
struct BrowseTests {
    private let terminal = Screen(isTerminal: true, width: 80, height: 24)

    private static func record(_ title: String, inside count: Int? = nil, path: String) -> ContentRecord {
        ContentRecord(
            identifier: "\(count == nil ? "track" : "folder"):\(title)", kind: count == nil ? "track" : "folder",
            title: title, isContainer: count != nil, isPlayable: true, childCount: count, path: path)
    }

    private static let top = [record("Rock", inside: 3, path: "/4/0"), record("Solo", path: "/4/1")]
    private static let inside = (1...3).map { record("Song \($0)", path: "/4/0/\($0 - 1)") }

    private func session(_ screen: Screen = Screen()) -> Session {
        Session(screen: screen) {
            $0.items = Self.top
            $0.children["/4/0@17"] = Self.inside
        }
    }

    @Test("A titled path that names two things shows the first, and mentions the other")
    func twin() async {
        let session = Session {
            $0.items = Self.inside
            $0.named["Albums/So What"] = NamedItems(
                [Samples.twin("1", by: "Miles Davis")], runnerUp: Samples.twin("2", by: "Bill Evans"))
        }
        #expect(await session.run("browse", "Albums/So What") == .done)
        #expect(session.data.lines.count == 3)
        #expect(session.talk.text == "Another one has this title: \"So What\" by Bill Evans, track:2\n")
        #expect(await session.run("browse", "Albums") == .done)
        #expect(session.service.calls.count { $0.hasPrefix("resolve") } == 1, "a section has no twin")
    }

    @Test("Columns are those that were asked for, in that order, with what is known beyond the row")
    func columns() async {
        let session = session()

        #expect(await session.run("browse", "/4", "--columns", "title,plays,skips,last-played,added,stars") == .done)
        let expected = "\(MomentText.text(86_400))  \(MomentText.text(172_800))"
        #expect(session.data.lines == ["/4/0  Rock  ", "/4/1  Solo  "].map { $0 + "3  1  \(expected)  4.5" })
        #expect(session.service.calls.last == "records folder:Rock track:Solo")
        #expect(await session.run("browse", "/4", "--columns", "Kind, title") == .done)
        #expect(session.data.lines == ["/4/0  folder  Rock", "/4/1  track   Solo"])
        #expect(await session.run("browse", "/4", "--json", "--columns", "plays") == .done)
        #expect(
            session.data.text.contains(
                #""stars":null,"playCount":3,"skipCount":1,"lastPlayed":86400,"added":172800}"#))
        #expect(await session.run("search", "blue", "--columns", "plays,title") == .done)
        #expect(session.data.lines.first == "/4/0  3  Rock")
        #expect(await session.run("playlist", "show", "Mix", "--columns", "title,stars") == .done)
        #expect(session.data.lines == ["1  Rock  4.5", "2  Solo  4.5"])
    }

    @Test("A column that does not exist is refused before anything is asked")
    func noColumn() async {
        for words in [
            ["browse", "--columns", "titel"], ["browse", "--columns", ""], ["search", "x", "--columns", "title,"],
            ["playlist", "show", "x", "--columns", "plays,wrong"], ["browse", "--columns", "title", "--depth", "2"],
            ["browse", "--columns", "title", "--watch"], ["queue", "--columns", "titel"],
            ["queue", "-i", "--columns", "title"],
        ] {
            let session = session()
            #expect(await session.run(words) == .wrongWords, "\(words)")
            #expect(session.service.calls.isEmpty, "\(words)")
        }
    }

    @Test("A page is as long as the screen leaves room, and says how many there are")
    func page() async {
        let session = Session(screen: terminal) { $0.items = Samples.tracks(60) }

        #expect(await session.run("browse", "Tracks", "--page", "2") == .done)

        #expect(session.data.lines.count == 22)
        #expect(session.data.lines.first?.contains("Track 22") == true)
        #expect(session.talk.text == "Page 2 of 3; --page 3 shows more\n")
        await session.run("browse", "Tracks", "--page", "9", "--limit", "30")
        #expect(session.talk.text == "There are only 60 items here on 2 pages\n")
    }

    @Test(
        "An empty place says what fills it",
        arguments: [
            ("section:tracks", "; oncue library add DIR adds music"),
            ("section:podcasts", "; oncue podcast add URL subscribes to one"),
            ("section:radio", "; oncue radio add NAME URL adds a station"), ("list:most-played", ""),
            ("section:for-you", "; oncue library add DIR adds music"), ("root:", "; oncue library add DIR adds music"),
        ])
    func empty(place: String, advice: String) async {
        let session = session()
        let container = ContentRecord(identifier: place, kind: "section", title: "Here", isContainer: true)
        let listing = ContentListing(revision: ContentTree.Revision(1), container: container, total: 0, items: [])

        await ListingHint.tell(listing, place: place, session.context)

        #expect(session.talk.text == "Here is empty" + advice + "\n")
    }

    @Test("An empty part of a library that is being read says so")
    func stillReading() async {
        let session = session()
        session.service.change { state in
            state.library.folders = [MediaLocation(filePath: Array("/m".utf8))]
            state.library.scan = LibraryScanProgress(
                phase: .looking, found: 400, toRead: 0, read: 0, failed: 0, elapsed: .seconds(1))
        }
        let albums = ContentRecord(identifier: "section:albums", kind: "section", title: "Albums", isContainer: true)
        let listing = ContentListing(revision: ContentTree.Revision(1), container: albums, total: 0, items: [])

        await ListingHint.tell(listing, place: "Albums", session.context)

        #expect(session.talk.text == "Albums is empty; still reading /m: 400 files so far\n")
    }

    @Test("A tree is indented, cut where there is more, and each level has its positions")
    func tree() async {
        let session = session()

        #expect(await session.run("browse", "Folders", "--depth", "2", "--limit", "2") == .done)

        #expect(
            session.data.lines == [
                "/4/0    Rock      3 items", "/4/0/0    Song 1", "/4/0/1    Song 2", "          … 1 more",
                "/4/1    Solo",
            ])
    }

    @Test("JSON of a tree has children where they are shown")
    func treeJSON() async throws {
        let session = session()

        #expect(await session.run("browse", "Folders", "--depth", "2", "--json") == .done)

        let text = session.data.text
        #expect(text.contains(#""title":"Rock""#) && text.contains(#""children":[{"path":"/4/0/0""#))
        #expect(text.components(of: #""children":"#) == 1)
    }

    @Test("While children come from far a person sees it, and gets them")
    func loading() async {
        let session = Session(screen: terminal) {
            $0.items = Self.top
            $0.isLoading = true
        }

        #expect(await session.run("browse", "Folders") == .done)

        #expect(session.service.calls == ["children Folders 0 200 at once", "children Folders 0 200"])
        #expect(session.talk.text == "\r\u{1B}[Kloading…\r\u{1B}[K")
        #expect(session.data.lines.count == 2)
    }

    @Test("What must be known before choosing is marked")
    func marks() async {
        let session = Session {
            var items = [
                Self.record("Rude", path: "/6/0"), Self.record("Wave", path: "/6/1"), Self.record("Gone", path: "/6/2"),
            ]
            items[0].isExplicit = true
            items[0].playbackProgress = 0.42
            items[1].isStreaming = true
            items[1].subtitle = "Live"
            items[2].isUnavailable = true
            $0.items = items
        }

        await session.run("browse", "Podcasts")

        #expect(
            session.data.lines == [
                "/6/0  Rude [E]  42% heard", "/6/1  Wave                   live", "/6/2  Gone      unavailable",
            ])
    }

    @Test("a downloaded episode is marked, also beside how much of it was heard")
    func downloads() async {
        let session = Session {
            var items = ["One", "Two", "Three"].enumerated().map {
                ContentRecord(identifier: "episode:\($0)", kind: "episode", title: $1, path: "/3/0/\($0)")
            }
            items[0].playbackProgress = 0.42
            items[2].isStreaming = true
            $0.items = items
        }

        await session.run("browse", "Podcasts/The Show")

        #expect(
            session.data.lines == [
                "/3/0/0  One    42% heard, downloaded", "/3/0/1  Two    downloaded", "/3/0/2  Three",
            ])
    }

    @Test("Changes are told line by line with the titles that were and that are")
    func watch() async {
        let session = session()
        let difference = ContainerDifference(
            of: "", revision: ContentTree.Revision(18), added: [.init(index: 0, identifier: "folder:Rock")],
            removed: ["track:Solo"], changed: ["folder:Rock"])
        let watching = Session {
            $0.items = Self.top
            $0.contentUpdates = [
                .subscribed(container: "folder:x", ContentTree.Revision(17)), .changed(difference), .serviceLost,
            ]
        }

        #expect(await watching.run("browse", "--watch", "Folders") == .done)

        #expect(watching.data.lines.suffix(2) == ["- Solo", "~ Rock"])
        #expect(watching.talk.lines.last?.hasPrefix("oncued has quit") == true)
        #expect(watching.data.isWatched)
        #expect(await session.run("browse", "--watch", "--page", "2") == .wrongWords)
    }

    @Test("Changes as JSON are one object for each line")
    func watchJSON() async {
        let session = Session {
            $0.items = Self.top
            $0.contentUpdates = [
                .subscribed(container: "folder:x", ContentTree.Revision(17)),
                .changed(ContainerDifference(of: "", revision: ContentTree.Revision(18), removed: ["track:Solo"])),
            ]
        }

        await session.run("browse", "--watch", "--json", "Folders")

        #expect(session.data.lines.count == 2)
        #expect(
            session.data.lines.last?.hasPrefix(#"{"event":"removed","index":null,"identifier":"track:Solo""#) == true)
    }

    @Test("A container that cannot be watched ends it with the reason")
    func watchFails() async {
        let session = Session {
            $0.items = Self.top
            $0.contentUpdates = [.failed(ClientError(.notContainer, "\"Solo\" has nothing inside"))]
        }

        #expect(await session.run("browse", "--watch", "Folders") == .failed)
        #expect(session.talk.text == "oncue: \"Solo\" has nothing inside\n")
    }
}

@Suite("What is known of a watched container")
struct WatchedItemsTests {
    private func listing(_ titles: [String], total: Int? = nil) -> ContentListing {
        let items = titles.map { ContentRecord(identifier: "track:\($0)", kind: "track", title: $0) }
        return ContentListing(revision: ContentTree.Revision(1), total: total ?? items.count, items: items)
    }

    @Test("A list that is read anew is told as what differs")
    func replace() {
        var items = WatchedItems()
        items.begin(listing(["a", "b", "c"]))

        let events = items.replace(with: listing(["b", "d", "c"]))

        #expect(events.map { $0.line(Style(isOn: false)) } == ["- a", "+ d"])
    }

    @Test("What the list had already when a difference comes is not told twice")
    func known() {
        var items = WatchedItems()
        items.begin(listing(["a", "b"]))

        let events = items.apply(
            ContainerDifference(
                of: "", revision: ContentTree.Revision(2), added: [.init(index: 0, identifier: "track:a")],
                removed: ["track:gone"]), fresh: [:])

        #expect(events.isEmpty)
    }

    @Test("Of a list too long to be known, what goes is told by its identifier")
    func long() {
        var items = WatchedItems()
        items.begin(listing(["a"], total: 1_000_000))

        let events = items.apply(
            ContainerDifference(of: "", revision: ContentTree.Revision(2), removed: ["track:far"]), fresh: [:])

        #expect(events.map { $0.line(Style(isOn: false)) } == ["- track:far"])
        #expect(items.replace(with: listing(["a"], total: 999_999)) == [.reloaded(total: 999_999)])
    }

    @Test("Indices become ranges without gaps")
    func runs() {
        #expect(WatchLoop.runs([0, 1, 2, 5, 7, 8]) == [0..<3, 5..<6, 7..<9])
    }
}

extension String {
    fileprivate func components(of needle: String) -> Int {
        var count = 0
        var rest = self[...]
        while let found = rest.firstRange(of: needle) {
            count += 1
            rest = rest[found.upperBound...]
        }
        return count
    }
}
