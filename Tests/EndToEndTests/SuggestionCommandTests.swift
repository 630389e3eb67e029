// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("Suggestions from the terminal")
struct SuggestionCommandTests {
    private static func library() async throws -> (machine: Machine, daemon: ChildProcess) {
        let machine = try await Machine()
        let daemon = try await machine.startDaemon()
        try await machine.done("library", "add", Products.media)
        try await machine.done("library", "scan")
        return (machine, daemon)
    }

    @Test("What headphones raise is told to who watches, and one word plays it")
    func accept() async throws {
        let (machine, _) = try await Self.library()
        try await machine.done("pin", "Albums/Night Crossing")
        let watch = try machine.startOncue(["suggestions", "--watch", "--json"].map { Array($0.utf8) })
        _ = try await watch.errors.waitForLine { $0.hasPrefix("Watching") }

        let simulated = try await machine.json("simulate", "headphones", "My Pods")
        _ = try await watch.output.waitForLine { $0.contains(#""event":"raised""#) }
        let offered = try await machine.json("suggestions")
        let why = try await machine.json("why")
        try await machine.done("accept")
        _ = try await watch.output.waitForLine { $0.contains(#""reason":"accepted""#) }

        #expect(simulated["raised"]?.boolValue == true)
        #expect(offered["offer"]?["device"]?.stringValue == "My Pods")
        #expect(offered["items"]?[0]?["title"]?.stringValue == "Night Crossing")
        #expect(why["identifier"] == offered["items"]?[0]?["identifier"])
        #expect(try await machine.json("now")["album"]?.stringValue == "Night Crossing")
        #expect(try await machine.json("suggestions")["offer"] == .null)
        watch.send(SIGINT)
        _ = try await watch.ending()
    }

    @Test("Who watches hears of what the next daemon offers, too")
    func watch() async throws {
        let (machine, daemon) = try await Self.library()
        let watch = try machine.startOncue(["suggestions", "--watch"].map { Array($0.utf8) })
        _ = try await watch.errors.waitForLine { $0.hasPrefix("Watching") }
        try await machine.done("simulate", "headphones", "My Pods")
        _ = try await watch.output.waitForLine { $0.hasPrefix("My Pods connected.") }

        daemon.send(SIGKILL)
        _ = try await watch.output.waitForLine { $0 == "Ended: oncued has quit" }
        _ = try await machine.startDaemon()
        try await machine.done("simulate", "headphones", "Other Pods")
        _ = try await watch.output.waitForLine { $0.hasPrefix("Other Pods connected.") }

        watch.send(SIGINT)
        _ = try await watch.ending()
    }

    @Test("Rules that step in are told, and keep anything from being offered")
    func rules() async throws {
        let (machine, _) = try await Self.library()
        try await machine.done("play", "Albums/Night Crossing")

        let playing = try await machine.json("simulate", "headphones", "My Pods")
        try await machine.done("stop")
        try await machine.done("simulate", "headphones", "My Pods")
        let again = try await machine.json("simulate", "headphones", "My Pods", "--dry-run")

        #expect(playing["raised"]?.boolValue == false)
        #expect(playing["objections"]?[0]?["rule"]?.stringValue == "playing")
        #expect(again["objections"]?[0]?["rule"]?.stringValue == "cool-down")
        #expect(try await machine.json("suggestions")["offer"]?["trigger"]?.stringValue == "headphones")
    }

    @Test("What the person says of places, times, items and settings survives the daemon")
    func kept() async throws {
        let (machine, daemon) = try await Self.library()
        try await machine.done("place", "add", "home", "--at", "52.52,13.405", "--radius", "200")
        try await machine.done("place", "set", "home", "--policy", "ignore", "--volume-limit", "40%")
        try await machine.done("triggers", "time", "gym", "18:00", "--days", "tue,thu")
        try await machine.done("suggestions", "settings", "--quiet-hours", "22:00-07:00", "--notify", "off")
        try await machine.done("pin", "Albums/Night Crossing")

        daemon.send(SIGKILL)
        _ = try await daemon.ending()

        let triggers = try await machine.json("triggers")
        #expect(triggers["times"]?[0]?["days"] == .array(["tue", "thu"]))
        let place = try await machine.json("place")["items"]?[0]
        #expect(place?["radius"]?.doubleValue == 200)
        #expect(place?["volumeLimit"]?.intValue == 40)
        let settings = try await machine.json("suggestions", "settings")
        #expect(settings["quietHours"]?["from"]?.stringValue == "22:00")
        #expect(settings["notify"]?.boolValue == false)
        #expect(try await machine.json("pin")["items"]?[0]?["title"]?.stringValue == "Night Crossing")
    }

    /// Command lines about what is not there, and what they end with.
    private static let refusals: [(words: [String], status: Int32)] = [
        (["accept", "9.9"], 3), (["dismiss", "9.9"], 3), (["why", "9.9"], 3),
        (["forget", "No Such Thing", "--yes"], 3),
        (["triggers", "device", "None", "--kind", "car"], 3), (["place", "remove", "none"], 3),
        (["triggers", "time", "none", "--remove"], 3), (["simulate", "arrival", "none"], 3),
        (["suggestions", "settings", "--lifetime", "8000h"], 2),
    ]

    @Test("What is not there ends with status 3, what cannot be with status 2")
    func refusals() async throws {
        let (machine, _) = try await Self.library()
        for (words, status) in Self.refusals {
            let result = try await machine.oncue(words)
            #expect(result.status == status, "\(words): \(result.errors)")
            #expect(result.errors.hasPrefix("oncue"))
        }
    }
}
