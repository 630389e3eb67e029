// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import OnCueTestSupport
import Testing

@Suite("Covers in the terminal", .timeLimit(.minutes(5)))
struct PictureTests {
    private func playing() async throws -> Machine {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)
        try await machine.done("play", "Albums/Night Crossing")
        // The cover is told of when it has been found.
        let follower = try machine.startOncue(["now", "--follow", "--format", "{artUrl}"].map { Array($0.utf8) })
        _ = try await follower.output.waitForLine { $0.hasPrefix("file://") }
        follower.send(SIGTERM)
        _ = try await follower.ending()
        try await machine.done("pause")
        return machine
    }

    /// What a program writes to a terminal.
    private func written(
        _ machine: Machine, _ words: [String], _ variables: [String: String], width: Int = 80
    ) async throws -> String {
        let terminal = try PseudoTerminal(width: width, height: 24)
        let process = try ChildProcess(
            Products.program("oncue"), words: words.map { Array($0.utf8) },
            environment: machine.environment.merging(variables) { $1 }, directory: nil, terminal: terminal.programEnd)
        #expect(try await process.ending() == .exit(0))
        return try await terminal.recording()
    }

    /// What is written with a picture, which is left out when it is not there within two seconds.
    private func drawn(
        _ machine: Machine, _ words: [String], _ variables: [String: String], _ sign: String
    ) async throws -> String {
        var text = ""
        try await waitUntil("the picture is drawn; there was \(text.prefix(200).debugDescription)") {
            text = try await written(machine, words, variables)
            return text.contains(sign)
        }
        return text
    }

    @Test(
        "oncue now draws the cover as the terminal can",
        arguments: [
            (["TERM": "xterm-kitty"], "\u{1B}_G"), (["TERM": "foot"], "\u{1B}P0;"),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], "\u{1B}]1337;File="),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor"], "8;2;"), (["TERM": "xterm"], "8;5;"),
        ])
    func kinds(variables: [String: String], sign: String) async throws {
        let machine = try await playing()

        let text = try await drawn(machine, ["now"], variables, sign)

        #expect(text.contains("Casting Off") && text.contains("next: Open Water"))
    }

    @Test("No picture is drawn where it is not wanted or has no room")
    func none() async throws {
        let machine = try await playing()

        for (words, variables, width) in [
            (["now", "--plain"], ["TERM": "xterm-kitty"], 80), (["now"], ["TERM": "xterm-kitty", "NO_COLOR": "1"], 80),
            (["now"], ["TERM": "dumb"], 80), (["now"], ["TERM": "xterm-kitty"], 50),
        ] {
            let text = try await written(machine, words, variables, width: width)
            #expect(text.contains("Casting Off"))
            #expect(!text.contains("\u{1B}_G") && !text.contains("\u{1B}7"), "\(words) \(variables) \(width)")
        }
    }

    @Test("oncue art draws on a terminal, gives the path in a pipe, and writes files")
    func art() async throws {
        let machine = try await playing()

        _ = try await drawn(machine, ["art"], ["TERM": "xterm-kitty"], "\u{1B}_G")
        let path = String(try await machine.done("art", "--size", "128").dropLast())
        try await machine.done("art", "cover.jpg")
        let copy = try Data(contentsOf: URL(filePath: machine.directory.file("work/cover.jpg")))
        let piped = try await machine.oncue("art", "-")

        #expect(path.hasPrefix(machine.directory.file("cache")))
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(copy.starts(with: [0xFF, 0xD8]) || copy.starts(with: [0x89, 0x50]))
        #expect(piped.status == 0 && !piped.output.isEmpty)
    }

    @Test("A picture that cannot be drawn leaves the words", arguments: [[UInt8](), Array("nonsense".utf8)])
    func broken(bytes: [UInt8]) async throws {
        let machine = try await Machine()
        let file = try machine.directory.write("broken.png", bytes)

        let result = try await ChildProcess.run(
            Products.program("oncue-picture"), [file, "10", "5"], environment: machine.environment)

        #expect(result.status == 1 && result.output.isEmpty && !result.errors.isEmpty)
    }
}
