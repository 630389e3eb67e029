// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import OnCueTestSupport
import Testing

@Suite("The examples for status bars with the real daemon", .timeLimit(.minutes(1)))
struct StatusBarExampleTests {
    private static let files = ["i3blocks.conf", "polybar.ini", "tmux.conf", "waybar.jsonc"]

    /// The command in an example.
    private static func command(_ name: String) throws -> String {
        let text = try Machine.text(of: Products.source + "/Examples/status-bars/" + name)
        let (start, end) =
            switch name {
            case "polybar.ini": ("\nexec = ", "\n")
            case "i3blocks.conf": ("\ncommand=", "\n")
            case "tmux.conf": ("#(", ") |")
            default: ("\"exec\": ", ",\n")
            }
        let rest = text[try #require(text.firstRange(of: start)).upperBound...]
        let command = String(rest[..<(try #require(rest.firstRange(of: end)).lowerBound)])
        guard name == "waybar.jsonc" else { return command }
        return try #require(try JSONValue(parsing: "[\(command)]")[0]?.stringValue)
    }

    @Test("say what plays at once, and nothing where nothing does", arguments: files)
    func lines(name: String) async throws {
        let machine = try await Machine()
        try machine.writeMusic("Night/a & b.wav", seconds: 30)
        _ = try await machine.startDaemon()
        var environment = machine.environment
        let folder = Products.program("oncue").split(separator: "/").dropLast().joined(separator: "/")
        environment["PATH"] = "/" + folder + ":/usr/bin:/bin"
        let script = try Self.command(name) + " | head -n 1"
        func line() async throws -> String {
            let shell = try ChildProcess("/bin/sh", ["-c", script], environment: environment)
            return try await String(shell.result().output.prefix { $0 != "\n" })
        }

        #expect(try await line() == "")
        try await machine.done("play", "music/Night/a & b.wav")
        let playing = try await line()

        if name == "waybar.jsonc" {
            let value = try JSONValue(parsing: playing)
            #expect(value["text"]?.stringValue?.hasSuffix(" a &amp; b") == true && value["class"] == "playing")
        } else {
            #expect(playing.hasSuffix(name == "i3blocks.conf" ? " a &amp; b" : " a & b"), "\(playing)")
        }
    }
}
