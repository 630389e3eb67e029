// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface
import Testing
import TextOutput

@testable import OnCueCore
@testable import OnCueTerminal

@Suite("What the full-screen program says on a narrow screen")
struct AppBottomTests {
    private static let start = ContinuousClock.now

    private func model(_ tab: AppTab, width: Int = 40, height: Int = 12) -> AppModel {
        var model = AppModel(
            tab, keys: KeyTable(), screen: Screen(isTerminal: true, width: width, height: height), now: Self.start)
        _ = model.begin()
        return model
    }

    private func fill(_ model: inout AppModel, _ rows: [ListRow]) {
        for case .fetch(let fetch) in model.handle(.outdated(model.tab)) where fetch.tab == model.tab {
            _ = model.handle(.page(fetch, ListPage(total: rows.count, rows: rows)))
        }
    }

    private func press(_ model: inout AppModel, _ keys: String) {
        for letter in keys { _ = model.handle(.key(.character(letter))) }
    }

    private func lines(_ model: AppModel) -> [String] {
        let lines = model.lines(Self.start)
        #expect(lines.count == 12)
        for line in lines { #expect(TextLayout.width(of: line) <= 40, "\(line)") }
        return lines
    }

    @Test("The line of what plays is never wider than the screen, and says that modes are left out", arguments: 1...160)
    func bar(width: Int) {
        var report = Samples.playing
        (report.isMuted, report.shuffleMode, report.repeatMode) = (true, .tracks, .one)
        (report.isSingle, report.isConsuming) = (true, true)
        let line = AppBar(report, ListeningRecord(isFavourite: true), width: width).text(Style(isOn: false))
        guard width >= 36 else { return }
        #expect(TextLayout.width(of: line) == width, "\(line)")
        let isWhole = line.hasSuffix("muted  shuffle  repeat one  single  consume  ♥")
        #expect(isWhole || width < 48 || line.hasSuffix("…"), "\(line)")
        #expect(isWhole || width < 100, "\(line)")
    }

    @Test("A message longer than the screen is wide takes up to three lines, and the last of them is cut")
    func message() {
        var model = model(.history)
        let reason = "! \"Aaa\" was not suggested for a device or a place; use the reason never to refuse it everywhere"
        _ = model.handle(.told(reason))
        #expect(lines(model).suffix(3).joined(separator: " ") == reason)

        _ = model.handle(.told(String(repeating: "far too long ", count: 20)))
        #expect(lines(model).last?.hasSuffix("…") == true)
        _ = model.handle(.key(.escape))
        #expect(lines(model).last?.hasPrefix("far") == false)
    }

    @Test("All reasons for a dismissal are to be seen, and one that is not told apart keeps the question")
    func reasons() {
        var model = model(.suggestions)
        fill(&model, [ListRow(ContentRecord(identifier: "album:1", kind: "album", title: "A Long Title Of An Album"))])
        press(&model, "D")
        let shown = lines(model).suffix(3).joined(separator: " ")
        for reason in DismissalReason.allCases { #expect(shown.contains(reason.rawValue)) }

        press(&model, "n")
        #expect(model.handle(.key(.enter)).isEmpty)
        #expect(model.prompt != nil)
        press(&model, "ot")
        #expect(
            model.handle(.key(.enter)) == [
                .item(.dismiss("album:1", .notNow, title: "A Long Title Of An Album"))
            ])
    }

    @Test("A question with more words than there is room for takes a line more")
    func question() {
        var model = model(.queue)
        press(&model, "T")
        let shown = lines(model).suffix(2)
        #expect(shown.joined(separator: " ").hasPrefix("Sleep timer (30m, track, queue or off): ▏"))
        press(&model, "45m")
        #expect(lines(model).last?.hasSuffix("45m▏") == true)
    }

    @Test("The explanations of the keys are wrapped, so that all of them can be read")
    func help() {
        var model = model(.library)
        press(&model, "?")
        var seen = ""
        for _ in 0..<100 {
            seen += lines(model).dropFirst(2).dropLast(2).joined(separator: " ") + " "
            _ = model.handle(.key(.pageDown))
        }
        #expect(!seen.contains("…"))
        let words = Set(seen.split(separator: " "))
        for action in KeyAction.allCases where !action.standardStrokes.isEmpty {
            let missing = action.description.summary.split(separator: " ").filter { !words.contains($0) }
            #expect(missing.isEmpty, "\(action)")
        }
    }

    @Test("The history keeps day and time where there is no room for the year")
    func history() async throws {
        let subject = JournalEntry.Subject(identifier: ContentIdentifier(kind: .track, key: "a"), title: "So What")
        let entry = JournalEntry(.finished, subject, at: 1_795_701_780, position: .zero, cause: .user)
        let service = FakeService { $0.journal = [entry] }
        let files = LocalFiles(workingDirectory: Array("/".utf8))
        let fetch = ListFetch(tab: .history, token: 1, source: .history, identifier: "", offset: 0, limit: 100)
        guard case .page(_, let page) = await AppPages(service: service, files: files).read(fetch) else {
            Issue.record("no page")
            return
        }
        let row = try #require(page.rows.first)
        #expect(row.note.hasSuffix(String(row.shortNote.prefix(11))))
        func line(_ width: Int) -> String {
            let rows = [RowTable.Row(row: row)]
            return RowTable(rows, width: width, style: Style(isOn: false)).line(rows[0])
        }
        #expect(line(40).hasSuffix(row.shortNote))
        #expect(line(80).contains(row.note))
    }

    @Test("The end of a long search stays in view, with the cursor")
    func search() {
        var model = model(.search)
        press(&model, "genre:jazz artist:somebody album:something very long")
        #expect(lines(model)[1].contains("very long▏"))
        #expect(lines(model)[1].hasPrefix("Search: …"))
    }

    // MARK: Playlists in folders

    private let trips = ContentRecord(
        identifier: "folder:trips", kind: "folder", title: "Trips", isContainer: true, path: "Playlists/Trips")

    @Test("Playlists are offered with the folders that they are in, and folders are not")
    func names() async throws {
        let (trips, car, evening) = (
            trips, ContentRecord(identifier: "playlist:c", kind: "playlist", title: "Car"),
            ContentRecord(identifier: "playlist:e", kind: "playlist", title: "Evening")
        )
        let session = Session {
            $0.children = ["Playlists": [trips, evening], "Playlists/Trips": [car]]
            $0.items = [trips]
        }
        let service = session.service
        #expect(try await ContentTitles(service: service).playlists() == ["Evening", "Trips/Car"])
        let (names, tell) = AsyncStream.makeStream(of: [String].self)
        let app = AppService(session.context) { if case .names(let found) = $0 { tell.yield(found) } }
        app.perform(.names(.playlists))
        for await found in names {
            #expect(found == ["Evening", "Trips/Car"])
            break
        }
        app.end()

        let outcome = await AppErrand(service: service).run(
            .item(.addToPlaylist(["track:1"], playlist: "Trips", title: "Song")))
        #expect(outcome.message == "! \"Trips\" is a folder; name a playlist in it, such as Trips/New")
        #expect(!service.calls.contains { $0.hasPrefix("create") })
    }

    @Test("A new playlist is made in the folder that is open, and what is to be seen of it is selected")
    func inFolder() async {
        var model = model(.playlists)
        fill(&model, [ListRow(trips)])
        _ = model.handle(.key(.enter))
        for case .fetch(let fetch) in model.handle(.outdated(.playlists)) {
            _ = model.handle(.page(fetch, ListPage(total: 0, rows: [])))
        }
        press(&model, "nSub")
        #expect(model.prompt?.question == "Name of the new playlist in Trips: ")
        #expect(model.handle(.key(.enter)) == [.item(.createPlaylist("Sub", folder: "Trips"))])
        _ = model.handle(.made(.playlists, identifier: "playlist:made"))
        #expect(model.level.wanted == "playlist:made")

        let folder = ContentRecord(
            identifier: "folder:new", kind: "folder", title: "New", isContainer: true, path: "Playlists/Trips/New")
        let service = FakeService { $0.items = [folder] }
        let outcome = await AppErrand(service: service).run(.item(.createPlaylist("New/Inner", folder: "Trips")))
        #expect(service.calls.contains("create Trips/New/Inner "))
        #expect(outcome.made == "folder:new")
    }
}
