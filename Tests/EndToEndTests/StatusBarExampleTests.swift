// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Testing

@Suite("The examples for status bars with the real daemon", .timeLimit(.minutes(10)))
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

    @Test("GNOME gets keys of its own beside those that are there, once, and they do what they say")
    func gnome() async throws {
        let machine = try await Machine()
        var environment = machine.environment
        let bin = machine.directory.path + "/bin"
        environment["PATH"] = bin + ":" + Products.folder + ":/usr/bin:/bin"
        try machine.directory.write("bin/notify-send", Array("#!/bin/sh\nprintf '%s|' \"$@\"\n".utf8))
        // Without dconf settings are in a file.
        environment["GSETTINGS_BACKEND"] = "keyfile"
        func run(_ script: String) async throws -> String {
            let shell = try ChildProcess("/bin/sh", ["-c", script], environment: environment)
            let result = try await shell.result()
            #expect(result.status == 0, "\(script): \(result.errors)")
            return result.output.trimmingPrefix { $0.isWhitespace }.split(separator: "\n").joined(separator: "\n")
        }
        let media = "org.gnome.settings-daemon.plugins.media-keys"
        let example = "sh '\(Products.source)/Examples/status-bars/gnome.sh'"
        let folder = "/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings/"
        #expect(try await run("gsettings set \(media) custom-keybindings \"['\(folder)mine/']\"") == "")

        for _ in 0..<2 {
            #expect(try await run(example) == "")
            let paths = ["mine", "oncue-favourite", "oncue-playing"].map { "'\(folder)\($0)/'" }
            #expect(
                try await run("gsettings get \(media) custom-keybindings") == "[\(paths.joined(separator: ", "))]")
        }
        func value(_ key: String, of name: String) async throws -> String {
            try await run("gsettings get \(media).custom-keybinding:\(folder)oncue-\(name)/ \(key)")
        }
        #expect(try await value("binding", of: "favourite") == "'<Super>f'")
        #expect(try await value("binding", of: "playing") == "'<Super>n'")

        try machine.writeMusic("Night/song.wav", seconds: 30)
        _ = try await machine.startDaemon()
        try await machine.done("library", "add", "music")
        try await machine.done("library", "scan")
        try await machine.done("play", "Library/Tracks/song")
        // GNOME runs a command as a shell would.
        func press(_ name: String) async throws -> String {
            let command = try await value("command", of: name).dropFirst().dropLast()
            return try await run(String(command.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")))
        }
        _ = try await run("chmod +x \(bin)/notify-send")
        _ = try await press("favourite")
        #expect(try await machine.json("now")["favourite"]?.boolValue == true)
        #expect(try await press("playing").hasPrefix("-a|OnCue|song|"))
    }
}
