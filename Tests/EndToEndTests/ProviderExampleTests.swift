// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("The examples of providers with the real daemon", .timeLimit(.minutes(5)))
struct ProviderExampleTests {
    @Test("The Swift example is registered, browsed, played, and again after the daemon was started anew")
    func swiftExample() async throws {
        let machine = try await Machine()
        try machine.writeMusic("Night/a song.wav", "Night/b.wav", "Day/c.wav", seconds: 30)
        let files = ["Night/a song.wav", "Night/b.wav", "Day/c.wav"].map { machine.directory.file("work/music/" + $0) }
        let daemon = try await machine.startDaemon("--output", "silent", "--provider-deadline", "30")
        let example = try ChildProcess(Products.program("swift-provider"), files, environment: machine.environment)
        defer { _ = example }

        try await machine.waitForProvider("Swift Files")
        #expect(try await machine.titles("browse", "Swift Files") == ["Day", "Night"])
        #expect(try await machine.titles("browse", "Swift Files/Night") == ["a song", "b"])
        #expect(try await machine.titles("search", "a song") == ["a song"])
        try await machine.done("play", "Swift Files/Night")
        try await machine.waitUntilPlayed(from: 0)
        #expect(try await machine.json("now")["title"]?.stringValue == "a song")
        #expect(try await machine.json("queue")["total"]?.intValue == 2)

        daemon.send(SIGTERM)
        _ = try await daemon.result()
        _ = try await machine.startDaemon("--output", "silent", "--provider-deadline", "30")
        try await machine.waitForProvider("Swift Files")
        #expect(try await machine.titles("browse", "Swift Files") == ["Day", "Night"])
    }

    @Test("On the service's own bus the Swift example waits for the service, and comes back with it")
    func ownBus() async throws {
        let machine = try await Machine(hasSessionBus: false)
        let words = [machine.directory.file("work/music/a.wav")]
        let example = try ChildProcess(Products.program("swift-provider"), words, environment: machine.environment)

        for signal in [SIGTERM, SIGKILL] {
            let daemon = try await machine.startDaemon("--output", "silent", "--provider-deadline", "30")
            try await machine.waitForProvider("Swift Files")
            daemon.send(signal)
            _ = try await daemon.ending()
        }
        _ = try await machine.startDaemon("--output", "silent", "--provider-deadline", "30")
        try await machine.waitForProvider("Swift Files")
        example.send(SIGKILL)
        _ = try await example.ending()
        // The bus tells of its end a moment later.
        var after: JSONValue?
        try await waitUntil("it is known to be away; there was \(after?.text() ?? "nothing")") {
            after = try await machine.json("provider")["items"]?.arrayValue?.first
            return after?["state"]?.stringValue == "unavailable"
        }

        #expect(after?["error"]?.stringValue == "it is not running")
    }

    @Test("The Python example is registered, browsed and played, and again after the daemon was started anew")
    func pythonExample() async throws {
        let machine = try await Machine()
        try machine.directory.write("Songs/Night/a song.wav", SoundFiles.silence(seconds: 30))
        let daemon = try await machine.startDaemon("--output", "silent", "--provider-deadline", "30")
        let example = try ChildProcess(
            Products.source + "/Examples/python-provider/provider.py", [machine.directory.file("Songs")],
            environment: machine.environment)
        defer { _ = example }

        try await machine.waitForProvider("Songs")
        #expect(try await machine.titles("browse", "Songs/Night") == ["a song"])
        try await machine.done("play", "Songs/Night")
        try await machine.waitUntilPlayed(from: 0)
        #expect(try await machine.json("now")["title"]?.stringValue == "a song")

        daemon.send(SIGTERM)
        _ = try await daemon.result()
        _ = try await machine.startDaemon("--output", "silent", "--provider-deadline", "30")
        try await machine.waitForProvider("Songs")
    }
}

extension Machine {
    fileprivate func titles(_ words: String...) async throws -> [String] {
        let result = try await oncue(words + ["--json"])
        return try JSONValue(parsing: result.output)["items"]?.arrayValue?.compactMap { $0["title"]?.stringValue } ?? []
    }

    /// Asks until a provider is there and answers.
    fileprivate func waitForProvider(_ name: String) async throws {
        var providers: [JSONValue] = []
        try await waitUntil("\(name) has registered; there were \(providers.map { $0.text() })") {
            providers = try await json("provider")["items"]?.arrayValue ?? []
            return providers.contains {
                $0["name"]?.stringValue == name && $0["state"]?.stringValue == "available"
            }
        }
    }
}
