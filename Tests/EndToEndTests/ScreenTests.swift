// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueCore
import OnCueTestSupport
import Testing
import TextOutput

@Suite("The full-screen program in a terminal")
struct ScreenTests {
    private func start(_ machine: Machine, _ terminal: PseudoTerminal, _ words: String...) throws -> ChildProcess {
        try ChildProcess(
            Products.program("oncue"), words: words.map { Array($0.utf8) },
            environment: machine.environment.merging(["TERM": "xterm"]) { $1 },
            directory: machine.directory.file("work"), terminal: terminal.programEnd)
    }

    private func stocked() async throws -> Machine {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)
        try await machine.done("library", "scan")
        return machine
    }

    /// A podcast of a web server of the test's own.
    private static func podcast() throws -> HTTPServer {
        try HTTPServer { request in
            let items = ["High tide", "Low tide"].enumerated().map { index, title in
                "<item><title>\(title)</title><guid>\(title)</guid><pubDate>2\(1 - index) Nov 2026 10:00 GMT</pubDate>"
                    + "<enclosure url=\"http://\(request.fields["host"] ?? "")/\(index).wav\" type=\"audio/wav\"/></item>"
            }
            return .text("<rss><channel><title>Harbour Talk</title>" + items.joined() + "</channel></rss>")
        }
    }

    @Test("Every screen is there at three sizes", arguments: [(40, 12), (80, 24), (160, 50)])
    func screens(width: Int, height: Int) async throws {
        let machine = try await stocked()
        try await machine.done("playlist", "create", "Evening")
        try await machine.done("playlist", "add", "Evening", "Little Gears")
        try await machine.done("radio", "add", "Harbour FM", "http://127.0.0.1:9/stream")
        let server = try Self.podcast()
        try await machine.done("podcast", "add", server.address + "/feed")
        try await machine.done("pin", "Little Gears")
        try await machine.done("play", "Albums/Night Crossing")
        try await machine.done("pause")
        let terminal = try PseudoTerminal(width: width, height: height)
        let before = terminal.settings
        let program = try start(machine, terminal)

        let screens: [(keys: String, parts: [String])] = [
            ("", ["‖ Casting Off", "Inland Ferry Orchestra", "Coming up", "Open Water"]),
            ("2", ["Queue · Album Night", "Open Water", "Harbour Lights"]),
            ("3", ["OnCue › Library", "▸  Artists", "Albums"]),
            ("4little", ["Search: little", "Little Gears"]),
            ("\r", ["Search: little"]),
            ("5", ["Playlists", "▸  Evening"]),
            ("6", ["Podcasts", "▸  Harbour Talk"]),
            ("\r", ["Harbour Talk", "▸  High tide", "Low tide"]),
            ("7", ["Radio", "▸  Harbour FM"]),
            ("8", ["Suggestions", "▸  Little Gears"]),
            ("9", ["Outputs and sound", "Loudness", "auto"]),
            ("0", ["History", "Casting Off"]),
            ("?", ["Moving", "move up"]),
            (" ", ["History"]),
        ]
        for screen in screens {
            terminal.type(screen.keys)
            let image = try await terminal.wait("\(screen.parts)") { image in
                screen.parts.allSatisfy(image.hasLine) && image.lines.count == height
            }
            #expect(image.lines.allSatisfy { TextLayout.width(of: $0) <= width * 2 })
        }
        terminal.type("q")

        #expect(try await program.ending() == .exit(0))
        try await terminal.wait("the screen from before") { !$0.isAlternate && !$0.isCursorHidden }
        #expect(terminal.settings == before)
        #expect(program.errors.text == "")
    }

    @Test("From the queue into the library and back, into a playlist, and by the mouse")
    func wholeVisit() async throws {
        let machine = try await stocked()
        try await machine.done("play", "Albums/Night Crossing")
        try await machine.done("pause")
        let terminal = try PseudoTerminal(width: 100, height: 20)
        let program = try start(machine, terminal, "queue", "-i")

        try await terminal.wait("the queue") { $0.hasLine("▸▶ 1  Casting Off") }
        terminal.type("jo")
        try await terminal.wait("the album, with the track") {
            $0.hasLine("› Night Crossing") && $0.hasLine("▸  Open Water")
        }
        terminal.type("o")
        try await terminal.wait("the queue again") { $0.hasLine("▸  2  Open Water") }
        terminal.type("tEvening\r")
        try await terminal.wait("that it is added") { $0.hasLine("Added 1 track to \"Evening\"") }
        terminal.type("f")
        try await terminal.wait("the favourite") { $0.hasLine("Added Open Water to your favourites") }
        terminal.type("-")
        try await terminal.wait("the volume") { $0.hasLine("Volume 95%") && $0.hasLine("  95%") }
        // A double click on the third entry. On a busy machine it may be two clicks.
        try await waitUntil("it is selected, or plays") {
            terminal.type("\u{1B}[<0;10;6M\u{1B}[<0;10;6m\u{1B}[<0;10;6M\u{1B}[<0;10;6m")
            return (try? await terminal.wait("it play", within: .seconds(5)) { $0.hasLine("▶ Harbour Lights") }) != nil
        }
        try await terminal.wait("it play") { $0.hasLine("▶ Harbour Lights") && $0.hasLine("▸▶ 3  Harbour Lights") }
        // A drag of it to the top.
        terminal.type("\u{1B}[<0;10;6M\u{1B}[<32;10;5M\u{1B}[<32;10;4M\u{1B}[<0;10;4m")
        try await terminal.wait("it at the top") { $0.hasLine("▸▶ 1  Harbour Lights") }
        terminal.type("5")
        try await terminal.wait("the playlists") { $0.hasLine("▸  Evening") }
        terminal.type("\r")
        try await terminal.wait("the playlist") { $0.hasLine("Playlists › Evening") && $0.hasLine("▸  Open Water") }
        terminal.type("q")

        #expect(try await program.ending() == .exit(0))
        #expect(try await machine.json("queue")["items"]?[0]?["title"] == "Harbour Lights")
    }

    @Test("Stars, modes, the sleep timer and marked entries, by keys alone")
    func actions() async throws {
        let machine = try await stocked()
        try await machine.done("play", "Albums/Night Crossing")
        try await machine.done("pause")
        try await machine.done("playlist", "create", "Evening")
        try await machine.done("playlist", "add", "Evening", "Albums/Night Crossing")
        let terminal = try PseudoTerminal(width: 100, height: 20)
        let program = try start(machine, terminal, "queue", "-i")

        try await terminal.wait("the queue") { $0.hasLine("▸▶ 1  Casting Off") }
        terminal.type("S4.5\r")
        try await terminal.wait("the rating") { $0.hasLine("Rated Casting Off: 4.5 stars") }
        terminal.type("eee1")
        try await terminal.wait("the highest") { $0.hasLine("‖ Casting Off ★★★★★") }
        terminal.type("2yC")
        try await terminal.wait("the modes") { $0.hasLine("single  consume") }
        terminal.type("T40m\r")
        try await terminal.wait("the timer") { $0.hasLine("Playback will pause in 40:00") }
        terminal.type("Tsoon\r")
        try await terminal.wait("what a time is") { $0.hasLine("soon is not a time; type 30m") }
        terminal.type("vvK")
        terminal.type("J")
        try await terminal.wait("them at the end") {
            $0.hasLine("● 2  Casting Off") && $0.hasLine("3  Open Water") && $0.hasLine("1  Harbour Lights")
        }
        terminal.type("5\r")
        try await terminal.wait("the playlist") { $0.hasLine("▸▶ Casting Off") }
        terminal.type("vvJ")
        try await terminal.wait("them moved there, too") { image in
            let rows = image.lines.filter { $0.contains("0:2") }
            return image.hasLine("2 marked") && rows.first?.contains("Harbour") == true
        }
        terminal.type("K")
        terminal.type("J")
        try await terminal.wait("them there") { image in
            let rows = image.lines.filter { $0.contains("0:2") }.prefix(3)
            return rows.first?.contains("Harbour") == true && rows.last?.contains("● Open") == true
        }
        terminal.type("q")

        #expect(try await program.ending() == .exit(0))
        let queue = try await machine.json("queue")["items"]?.arrayValue ?? []
        #expect(queue.compactMap { $0["title"]?.stringValue } == ["Harbour Lights", "Casting Off", "Open Water"])
        let entries = try await machine.json("playlist", "show", "Evening")["items"]?.arrayValue ?? []
        #expect(entries.compactMap { $0["title"]?.stringValue } == ["Harbour Lights", "Casting Off", "Open Water"])
        #expect(try await machine.json("stars")["items"]?[0]?["stars"] == 5)
        #expect(try await machine.json("sleep")["mode"] == "time")
    }

    @Test("Without a terminal, oncue without words shows the help")
    func noTerminal() async throws {
        let machine = try await Machine()

        let result = try await machine.oncue()

        #expect(result.status == 0)
        #expect(result.output.contains("Usage"))
        #expect(!machine.processes.contains { $0.name == "oncued" })
    }

    @Test("Searching and looking at a list are activities of the user once they rest, and end with the program")
    func looking() async throws {
        let machine = try await stocked()
        let terminal = try PseudoTerminal(width: 100, height: 30)
        let program = try start(machine, terminal)
        try await terminal.wait("the first screen") { $0.isAlternate && $0.lines.count == 30 }
        func current(_ kind: String) async throws -> JSONValue? {
            try await machine.json("activities")["items"]?.arrayValue?.first {
                $0["current"] == true && $0["type"]?.stringValue == "org.oncue.OnCue." + kind
            }
        }

        terminal.type("4Gears")
        try await waitUntil("searching is the activity") {
            try await current("searching")?["title"]?.stringValue == "Gears"
        }
        terminal.type("\u{1B}\u{1B}3")
        try await waitUntil("looking at a list is the activity") { try await current("browsing") != nil }

        terminal.type("q")
        #expect(try await program.ending() == .exit(0))
        try await waitUntil("it has ended") { try await current("browsing") == nil }
    }

    @Test(
        "Any keys, with the real daemon, leave a program that goes on and shows the queue as it is", arguments: [1, 2])
    func random(seed: UInt64) async throws {
        let machine = try await stocked()
        try await machine.done("play", "Tracks")
        try await machine.done("pause")
        let terminal = try PseudoTerminal(width: 110, height: 30)
        let before = terminal.settings
        let program = try start(machine, terminal)
        try await terminal.wait("the first screen") { $0.isAlternate && $0.lines.count == 30 }
        var numbers = SplitMix64(seed: seed)
        // All but those that leave or suspend.
        let keys =
            "0123456789jkhlgGoaAp*fFtvVdJKcsnRDu/?L.mzr><[]{}()+- xyéz夜SeETCbbPUwi\t\r\u{7F}".map { String($0) } + [
                "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[H", "\u{1B}[F",
                "\u{1B}[3~", "\u{1B}[1;2A", "\u{1B}[1;2B", "\u{1B}[Z", "\u{15}", "\u{17}", "\u{12}",
                "\u{1B}[<64;5;5M", "\u{1B}[<65;5;5M", "\u{1B}[<0;9;7M", "\u{1B}[<32;9;9M", "\u{1B}[<0;9;9m",
                "\u{1B}[<0;70;29M", "\u{1B}[<0;20;1M",
            ]
        for _ in 0..<25 {
            let batch = (0..<30).map { _ in keys.randomElement(using: &numbers) ?? "j" }.joined()
            let (width, height) = (Int.random(in: 1...160, using: &numbers), Int.random(in: 1...50, using: &numbers))
            terminal.type(batch)
            terminal.resize(width: width, height: height)
            kill(program.identifier, SIGWINCH)
            try await settle(terminal, height: height, batch)
            guard width >= 60, height >= 10, let tab = Self.roots.keys.sorted().randomElement(using: &numbers) else {
                continue
            }
            terminal.type(tab)
            try await terminal.wait("screen \(tab) with its selection after \(batch.debugDescription)") {
                Self.isSound($0, Self.roots[tab] ?? "")
            }
        }
        terminal.resize(width: 110, height: 30)
        kill(program.identifier, SIGWINCH)
        try await settle(terminal, height: 30, "the last size")
        terminal.type("2\u{1B}\u{1B}\u{1B}\u{0C}g")
        // The last edits may still be under way.
        var titles: [String] = []
        try await waitUntil("the queue is shown as it is: \(titles); there was:\n\(terminal.screen.lines)") {
            let queue = try await machine.json("queue")
            titles = (queue["items"]?.arrayValue ?? []).compactMap { $0["title"]?.stringValue }
            let image = terminal.screen
            return image.hasLine("Queue") && titles.prefix(20).allSatisfy { image.hasLine("  " + $0) }
        }
        terminal.type("q")

        #expect(try await program.ending() == .exit(0))
        #expect(terminal.settings == before)
        #expect(program.errors.text == "")
    }

    /// The keys of screens with lists, and what is in their headers. The library may be open at any depth.
    private static let roots = [
        "2": "Queue", "3": "", "5": "Playlists", "6": "Podcasts", "7": "Radio", "8": "Suggestions",
        "9": "Outputs and sound", "0": "History",
    ]

    /// Whether the header names a screen, and of its rows one is selected, unless there is none.
    private static func isSound(_ image: ScreenImage, _ root: String) -> Bool {
        guard image.lines.count > 4 else { return false }
        let header = image.lines[1]
        let selected = image.lines[2..<image.lines.count - 2].reduce(0) { $0 + $1.count { $0 == "▸" } }
        let place = header.split(separator: " ").last?.split(separator: "/").map { Int($0.filter(\.isNumber)) } ?? []
        // A header that is too long is cut at its beginning.
        guard header.contains(root) || header.hasPrefix("…") else { return false }
        guard place.count == 2, let number = place[0], let count = place[1] else { return selected == 0 }
        return (1...max(1, count)).contains(number) && selected == 1
    }

    /// Ends questions and typing, and waits for the screen to be drawn anew.
    private func settle(_ terminal: PseudoTerminal, height: Int, _ batch: String) async throws {
        let drawn = terminal.screen.clears
        terminal.type("\u{1B}\u{1B}\u{1B}\u{0C}")
        try await terminal.wait("a screen of \(height) lines after \(batch.debugDescription)") {
            $0.clears > drawn && $0.lines.count == height
        }
    }
}
