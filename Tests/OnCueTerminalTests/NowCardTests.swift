// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("What plays as a card")
struct NowCardTests {
    /// Draws every picture as its path.
    private struct PathDrawer: PictureDrawer {
        func draw(_ path: [UInt8], columns: Int, rows: Int) -> String? {
            "<\(String(decoding: path, as: UTF8.self)) \(columns)x\(rows)>"
        }
    }

    private func session(_ screen: Screen, _ change: (inout NowPlayingReport) -> Void = { _ in }) -> Session {
        var report = Samples.playing
        report.entry?.artURL = "file:///a%20b.png"
        report.next = NextMark(
            id: PlaybackQueue.EntryID(9), identifier: "track:b", title: "Blue in Green", artists: ["Miles Davis"])
        change(&report)
        return Session(screen: screen) { [report] in
            $0.report = report
        }
    }

    private func show(_ session: Session, _ words: String...) async -> String {
        var context = session.context
        context.pictures = PathDrawer()
        _ = await Program.run(["now"] + words, context)
        return session.data.text
    }

    private let color = Screen(isTerminal: true, usesColor: true, width: 80, height: 24)

    @Test("has the cover at the left, the lines beside it, and the cursor below")
    func card() async {
        let text = await show(session(color))

        // Room for the picture first, so that it does not scroll away from its place.
        #expect(text.hasPrefix(String(repeating: "\n", count: 10) + "\u{1B}[10A\u{1B}7</a b.png 18x9>\u{1B}8"))
        #expect(text.contains("\u{1B}[21G▶ \u{1B}[1mSo What"))
        #expect(text.contains("next: Blue in Green — Miles Davis"))
        let body = text.drop { $0 != "8" }
        #expect(body.filter { $0 == "\n" }.count == 9)
        for line in body.split(separator: "\n") where line.contains("G") { #expect(line.count < 200) }
    }

    @Test(
        "has no picture where there is no terminal, no colour, no room, or where none is wanted",
        arguments: [
            Screen(), Screen(isTerminal: true, usesColor: false, width: 80, height: 24),
            Screen(isTerminal: true, usesColor: true, width: 59, height: 24),
            Screen(isTerminal: true, usesColor: true, width: 80, height: 11),
        ])
    func noPicture(screen: Screen) async {
        #expect(await !show(session(screen)).contains("a b.png"))
        #expect(await !show(session(color), "--plain").contains("a b.png"))
        #expect(await !show(session(color) { $0.entry?.artURL = "https://host/a.png" }).contains("a.png"))
        #expect(await !show(session(color) { $0.entry = nil }).contains("png"))
    }

    @Test("tells what comes next, on a terminal")
    func next() async {
        #expect(await show(session(color)).contains("next: Blue in Green — Miles Davis"))
        #expect(await show(session(color) { $0.shuffleMode = .tracks }).contains("next:"))
        #expect(await !show(session(color) { $0.next = nil }).contains("next:"))
        #expect(await !show(session(Screen())).contains("next:"), "a pipe gets what it got before")
    }
}

@Suite("oncue art")
struct ArtCommandTests {
    private func session(_ bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0x41]) throws -> Session {
        let session = Session()
        session.makeFile("song one.flac")
        try session.files.write(bytes, to: Array("song one.flac".utf8))
        let location = session.files.location(of: Array("song one.flac".utf8))
        session.service.change {
            $0.report = Samples.playing
            $0.artwork = location
        }
        return session
    }

    @Test("prints the path where nobody sees pictures, and asks for the size that is wanted")
    func path() async throws {
        let session = try session()

        #expect(await session.run("art", "--size", "128") == .done)

        #expect(session.data.text == session.folder + "/song one.flac\n")
        #expect(session.service.calls.last == "artwork track:abc 128")
    }

    @Test("writes the picture as it is, and says what it is")
    func save() async throws {
        let session = try session()

        #expect(await session.run("art", "song two.flac") == .done)

        #expect(try session.files.bytes(of: Array("song two.flac".utf8), limit: 100) == [0xFF, 0xD8, 0xFF, 0x41])
        #expect(session.talk.text == "Wrote song two.flac (JPEG, 1 KB)\n")
        #expect(session.data.text.isEmpty)
        #expect(session.service.calls.last == "artwork track:abc whole")
        #expect(await session.run("art", "/") == .wrongWords)
    }

    @Test("writes it to standard output for -, but not to a terminal")
    func output() async throws {
        let session = try session(Array("picture".utf8))
        #expect(await session.run("art", "-") == .done)
        #expect(session.data.text == "picture")

        let terminal = Session(screen: Screen(isTerminal: true)) { $0.report = Samples.playing }
        #expect(await terminal.run("art", "-") == .wrongWords)
        #expect(terminal.service.calls.isEmpty)
    }

    @Test("takes the cover that is told where what plays is not in the library")
    func outside() async {
        let session = Session {
            $0.report = Samples.playing
            $0.report.entry?.artURL = "file:///cache/cover.png"
            $0.placeErrors = ["track:abc": ClientError(.notFound, "there is no track:abc")]
        }

        #expect(await session.run("art", "--size", "128") == .done)
        #expect(session.data.text == "/cache/cover.png\n")
        #expect(session.talk.lines.count == 1)
        session.service.change { $0.report.entry?.artURL = nil }
        #expect(await session.run("art") == .nothingFound)
    }

    @Test("says when nothing plays, and takes sizes that there are")
    func refusals() async {
        #expect(await Session().run("art") == .nothingFound)
        for size in ["0", "513", "big"] { #expect(await Session().run("art", "--size", size) == .wrongWords) }
    }
}
