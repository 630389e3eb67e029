// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import Testing
import TextOutput

@testable import OnCueTerminal

@Suite("Scanning")
struct ScanTests {
    private static let progress = LibraryScanProgress(
        phase: .reading, found: 10_000, toRead: 10_000, read: 4321, failed: 2, elapsed: .seconds(1))

    @Test("Progress tells rate and time left")
    func plainLine() {
        #expect(
            ScanProgressLine.plain(Self.progress) == "reading 4321 of 10000 files, 4321/s, 1.3 s left, 2 unreadable")
        let looking = LibraryScanProgress(
            phase: .looking, found: 1, toRead: 0, read: 0, failed: 0, elapsed: .zero)
        #expect(ScanProgressLine.plain(looking) == "looking for files, 1 file found")
    }

    @Test("The live line fits every window, with a bar where there is room", arguments: [20, 40, 80, 200])
    func liveLine(width: Int) {
        let line = ScanProgressLine.live(Self.progress, screen: Screen(isTerminal: true, width: width))

        #expect(TextLayout.width(of: line) <= width - 3)
        #expect((width < 80) == !line.contains("━"))
    }

    @Test("A pipe gets the start, the summary and the first ten unreadable files on the talk stream")
    func pipe() async {
        let session = Session {
            $0.libraryUpdates = [
                .progressed(Self.progress), .finished(ScanReport(added: 9988, failed: 12, elapsed: .seconds(2))),
            ]
            $0.library.trackCount = 9988
            $0.library.albumCount = 812
            $0.library.artistCount = 1
            $0.failures = (0..<12).map {
                .init(location: MediaLocation(filePath: Array("/m/\($0).mp3".utf8)), reason: "not audio")
            }
        }

        #expect(await session.run("library", "scan") == .done)

        #expect(session.data.text == "")
        #expect(
            session.talk.lines.prefix(5) == [
                "Scanning", "Scanned: 9988 added in 2.0 s; 12 could not be read",
                "Library: 9988 tracks, 812 albums, 1 artist", "Could not be read:", "  /m/0.mp3: not audio",
            ])
        #expect(session.talk.lines.count == 15)
        #expect(session.talk.lines.last == "  and 2 more; oncue library status shows all")
        #expect(session.service.calls.prefix(2) == ["updates", "scan"])
    }

    @Test("The end of an earlier scan is not taken for the end of the one that was asked for")
    func earlierScan() async {
        let session = Session {
            $0.libraryUpdates = [
                .finished(ScanReport(added: 1, elapsed: .seconds(1))),
                .finished(ScanReport(added: 2, elapsed: .seconds(1))),
            ]
            // The scan that was asked for has ended when the client gets to ask.
            $0.library.lastReport = ScanReport(added: 2, elapsed: .seconds(1))
        }

        #expect(await session.run("library", "scan") == .done)

        #expect(session.talk.lines.contains("Scanned: 2 added in 1.0 s"))
        #expect(!session.talk.lines.contains("Scanned: 1 added in 1.0 s"))
    }

    private static let failure = ScanReport.Failure(
        location: MediaLocation(filePath: Array("/home/somebody/Music/Some Band/Some Album/07 A Song.mp3".utf8)),
        reason: "it holds no music")

    @Test("A window cuts the path in its middle and never the reason", arguments: [20, 40, 60, 80])
    func narrowFailures(width: Int) {
        let lines = LibraryView.lines([Self.failure], screen: Screen(isTerminal: true, width: width))

        let words = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(words.hasSuffix("Song.mp3: it holds no music"))
        #expect(words.hasPrefix("/home"))
        #expect(lines.allSatisfy { TextLayout.width(of: $0) <= width })
        #expect((lines.count == 1) == (width >= 60))
    }

    @Test("A reason is shown as it is, whatever path it names")
    func reasons() {
        let path = Self.failure.location.description
        for reason in ["it is empty", "\(path): it is empty", "no: see \(path): there"] {
            let failure = ScanReport.Failure(location: Self.failure.location, reason: reason)

            #expect(LibraryView.lines([failure], screen: Screen()) == ["  \(path): \(reason)"])
        }
    }

    @Test("A terminal gets one line that is redrawn")
    func terminal() async {
        let session = Session(screen: Screen(isTerminal: true)) {
            $0.libraryUpdates = [.progressed(Self.progress), .finished(ScanReport(added: 1, elapsed: .seconds(1)))]
        }

        await session.run("library", "scan")

        #expect(session.talk.text.hasPrefix("\r\u{1B}[K━"))
        #expect(session.talk.text.contains("\r\u{1B}[KScanned: 1 added in 1.0 s\n"))
    }

    @Test(
        "Pause, resume and cancel tell what they come upon",
        arguments: [
            ("pause", true, false, "Scan paused; continue it with: oncue library resume"),
            ("pause", false, false, "No scan is running; the next one waits for: oncue library resume"),
            ("resume", true, true, "Scan resumed"),
            ("resume", false, true, "Scanning resumed; no scan is running now"),
            ("resume", false, false, "Scanning is not paused"),
            ("cancel", true, false, "Scan cancelled; what was read so far stays"),
            ("cancel", false, false, "No scan is running"),
        ])
    func control(_ word: String, _ isScanning: Bool, _ isPaused: Bool, _ told: String) async {
        let session = Session {
            $0.library.scan = isScanning ? Self.progress : nil
            $0.library.isPaused = isPaused
        }

        #expect(await session.run("library", word) == .done)

        #expect(session.talk.lines == [told])
        #expect(session.service.calls.contains(word + "Scan"))
    }

    @Test("A library that is held says so between scans")
    func held() async {
        let session = Session { $0.library.isPaused = true }

        await session.run("library", "status")

        #expect(session.data.text.contains("Scans    paused; continue with: oncue library resume"))
    }

    @Test("A daemon that ends meanwhile is an error")
    func lost() async {
        let session = Session { $0.libraryUpdates = [.progressed(Self.progress), .serviceLost] }

        #expect(await session.run("library", "scan") == .noService)
    }

    @Test("The status lists the first that could not be read, or all", arguments: [(false, 10), (true, 12)])
    func status(_ isAll: Bool, _ count: Int) async {
        let session = Session {
            $0.failures = (0..<12).map {
                .init(location: MediaLocation(filePath: Array("/m/\($0).mp3".utf8)), reason: "not audio")
            }
        }

        _ = isAll ? await session.run("library", "status", "--failures") : await session.run("library", "status")

        #expect(session.data.lines.count == 3 + count)
        #expect(session.data.lines.contains("Could not be read (12):"))
    }
}
