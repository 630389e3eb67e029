// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import Glibc
import OnCueTestSupport
import Testing

@Suite("The examples of providers with the real daemon", .timeLimit(.minutes(1)))
struct ProviderExampleTests {
    @Test("The Swift example is registered, browsed, played, and again after the daemon was started anew")
    func swiftExample() async throws {
        let machine = try await Machine()
        try machine.writeMusic("Night/a song.wav", "Night/b.wav", "Day/c.wav", seconds: 30)
        let files = ["Night/a song.wav", "Night/b.wav", "Day/c.wav"].map { machine.directory.file("work/music/" + $0) }
        let daemon = try await machine.startDaemon()
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
        _ = try await machine.startDaemon()
        try await machine.waitForProvider("Swift Files")
        #expect(try await machine.titles("browse", "Swift Files") == ["Day", "Night"])
    }

    @Test("The Swift example works on the service's own bus, and says so when the bus is not there or has ended")
    func ownBus() async throws {
        let machine = try await Machine(hasSessionBus: false)
        let words = [machine.directory.file("work/music/a.wav")]
        let early = try await ChildProcess.run(
            Products.program("swift-provider"), words, environment: machine.environment)
        let daemon = try await machine.startDaemon()
        let example = try ChildProcess(Products.program("swift-provider"), words, environment: machine.environment)
        try await machine.waitForProvider("Swift Files")
        daemon.send(SIGTERM)
        let result = try await example.result()

        #expect(early.status == 1)
        #expect(early.errors.hasPrefix("org.example.SwiftProvider: cannot reach the bus at unix:path="))
        #expect(result.status == 1)
        #expect(result.errors == "org.example.SwiftProvider: the message bus has ended\n")
    }

    @Test("The Python example is registered, browsed and played")
    func pythonExample() async throws {
        let machine = try await Machine()
        try machine.directory.write("Songs/Night/a song.wav", SoundFiles.silence(seconds: 30))
        _ = try await machine.startDaemon()
        let example = try ChildProcess(
            Products.source + "/Examples/python-provider/provider.py", [machine.directory.file("Songs")],
            environment: machine.environment)
        defer { _ = example }

        try await machine.waitForProvider("Songs")
        #expect(try await machine.titles("browse", "Songs/Night") == ["a song"])
        try await machine.done("play", "Songs/Night")
        try await machine.waitUntilPlayed(from: 0)
        #expect(try await machine.json("now")["title"]?.stringValue == "a song")
    }
}

extension Machine {
    fileprivate func titles(_ words: String...) async throws -> [String] {
        let result = try await oncue(words + ["--json"])
        return try JSONValue(parsing: result.output)["items"]?.arrayValue?.compactMap { $0["title"]?.stringValue } ?? []
    }

    /// Asks until a provider is there and answers.
    fileprivate func waitForProvider(_ name: String, within limit: Duration = .seconds(10)) async throws {
        let deadline = ContinuousClock.now + limit
        while true {
            let providers = try await json("provider")["items"]?.arrayValue ?? []
            if providers.contains(where: { $0["name"]?.stringValue == name && $0["state"]?.stringValue == "available" })
            {
                return
            }
            guard ContinuousClock.now < deadline else { throw SupportError("\(name) does not register: \(providers)") }
        }
    }
}
