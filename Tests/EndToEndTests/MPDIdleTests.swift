// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("What clients of MPD that wait are told", .timeLimit(.minutes(10)))
struct MPDIdleTests {
    private static let song = "\"Valve & Feather/Postcards from the Workbench/04 Lamp Off.m4a\""
    private static let title = "Library/Tracks/Lamp Off"

    @Test("Stars and likes of any song, by whomever they are set, and stickers show them")
    func marks() async throws {
        let stage = try await MPDStage()
        let (waiting, acting) = (try await stage.talk(), try await stage.talk())
        func value(_ name: String) async throws -> String {
            try await acting.ask("sticker get song \(Self.song) \(name)").first ?? ""
        }
        _ = try await waiting.ask("status")
        let none = "ACK [50@0] {sticker} no such sticker"

        try await stage.expect("sticker", toldTo: waiting, "stars") {
            try await stage.machine.done("stars", "4", Self.title)
        }
        #expect(try await value("rating") == "sticker: rating=8")
        try await stage.expect("sticker", toldTo: waiting, "a favourite") {
            try await stage.machine.done("favourite", Self.title)
        }
        #expect(try await value("like") == "sticker: like=2")
        try await stage.expect("sticker", toldTo: waiting, "a dislike of a client") {
            let answer = try await acting.ask("sticker set song \(Self.song) like 0")
            #expect(answer == ["OK"])
        }
        #expect(
            try await acting.ask("sticker list song \(Self.song)") == [
                "sticker: rating=8", "sticker: like=0", "OK",
            ])
        #expect(try await acting.ask("sticker find song \"\" like = 0").contains("sticker: like=0"))
        #expect(try await acting.ask("sticker find song \"\" like > 0") == ["OK"])
        try await stage.expect("sticker", toldTo: waiting, "neither") {
            let answer = try await acting.ask("sticker set song \(Self.song) like 1")
            #expect(answer == ["OK"])
        }
        #expect(try await value("like") == none)
        try await stage.expect("sticker", toldTo: waiting, "what a client removes") {
            let answer = try await acting.ask("sticker delete song \(Self.song) rating")
            #expect(answer == ["OK"])
        }
        #expect(try await value("rating") == none)
        for wrong in ["like 3", "rating 11", "playCount x"] {
            #expect(try await acting.ask("sticker set song \(Self.song) \(wrong)").last?.hasPrefix("ACK [") == true)
        }
    }

    @Test("Plays and skips, which stickers count")
    func plays() async throws {
        let stage = try await MPDStage()
        _ = try stage.machine.writeMusic("short.wav", seconds: 3)
        _ = try stage.machine.writeMusic("long.wav", "other.wav", seconds: 120)
        try await stage.machine.done("library", "scan")
        let (waiting, acting) = (try await stage.talk(), try await stage.talk())
        try await waitUntil("the songs are known") { try await acting.ask("lsinfo short.wav").last == "OK" }
        let begin = Int(time(nil))
        func stickers(_ song: String) async throws -> [String] { try await acting.ask("sticker list song \(song)") }

        try await stage.expect("sticker", toldTo: waiting, "a play") {
            _ = try await acting.ask("add short.wav")
            _ = try await acting.ask("play 0")
        }
        try await waitUntil("it is counted") { try await stickers("short.wav").first == "sticker: playCount=1" }
        let times = try await acting.ask("sticker get song short.wav lastPlayed")
        let heard = try #require(times.first.flatMap { $0.split(separator: "=").last }.flatMap { Int($0) })
        #expect(heard >= begin && heard <= Int(time(nil)))
        #expect(
            try await acting.ask("sticker find song \"\" playCount = 1") == [
                "file: short.wav", "sticker: playCount=1", "OK",
            ])
        #expect(
            try await acting.ask("sticker find song \"\" lastPlayed > \(begin - 1)") == [
                "file: short.wav", "sticker: lastPlayed=\(heard)", "OK",
            ])

        _ = try await acting.ask("clear")
        _ = try await acting.ask("add long.wav")
        _ = try await acting.ask("add other.wav")
        _ = try await acting.ask("play 0")
        _ = try await stage.machine.waitForNow("it plays") { ($0["position"]?.doubleValue ?? 0) > 0.5 }
        try await stage.expect("sticker", toldTo: waiting, "a skip") { _ = try await acting.ask("next") }
        try await waitUntil("it is counted") { try await stickers("long.wav").contains("sticker: skipCount=1") }
        #expect(
            try await acting.ask("sticker set song long.wav skipCount 0")
                == ["ACK [4@0] {sticker} OnCue counts plays itself"])
    }

    @Test("Outputs that come, and the one that another client chooses")
    func outputs() async throws {
        let sound = try await PulseServer(description: "Speakers")
        let stage = try await MPDStage(soundServer: sound.address)
        let (waiting, acting) = (try await stage.talk(), try await stage.talk())
        /// The outputs, each with whether it is enabled.
        func listed() async throws -> [String: String] {
            let lines = try await acting.ask("outputs")
            let names = lines.filter { $0.hasPrefix("outputname: ") }.map { String($0.dropFirst(12)) }
            let states = lines.filter { $0.hasPrefix("outputenabled: ") }.map { String($0.dropFirst(15)) }
            return Dictionary(zip(names, states)) { first, _ in first }
        }
        try await waitUntil("the speakers are there") { try await listed() == ["Speakers": "1"] }

        try await stage.expect("output", toldTo: waiting, "one that comes") {
            _ = try await sound.addSink("pods", ["device.description": "Pods"])
        }
        try await waitUntil("both are there") { try await listed() == ["Speakers": "1", "Pods": "0"] }
        let lines = try await acting.ask("outputs")
        let place = try #require(lines.firstIndex(of: "outputname: Pods"))
        let number = lines[place - 1].dropFirst("outputid: ".count)
        try await stage.expect("output", toldTo: waiting, "the choice") {
            let answer = try await acting.ask("enableoutput \(number)")
            #expect(answer == ["OK"])
        }
        try await waitUntil("it is the other one") { try await listed() == ["Speakers": "0", "Pods": "1"] }

        // The sound goes to one: what is switched on takes it, what is off already stays so, and the last one stays on.
        let other = number == "0" ? "1" : "0"
        #expect(try await acting.ask("disableoutput \(other)") == ["OK"])
        #expect(try await acting.ask("enableoutput \(number)") == ["OK"])
        #expect(try await listed() == ["Speakers": "0", "Pods": "1"])
        for wrong in ["disableoutput", "toggleoutput"] {
            #expect(try await acting.ask("\(wrong) \(number)").last?.hasPrefix("ACK [2@0] {\(wrong)}") == true)
        }
        try await stage.expect("output", toldTo: waiting, "one that is toggled") {
            let answer = try await acting.ask("toggleoutput \(other)")
            #expect(answer == ["OK"])
        }
        try await waitUntil("it is that one") { try await listed() == ["Speakers": "1", "Pods": "0"] }
        withExtendedLifetime(sound) {}
    }

    @Test("An output keeps its number when others go, and the number of one that has gone is nobody else's")
    func outputNumbers() async throws {
        let sound = try await PulseServer(description: "Speakers")
        let stage = try await MPDStage(soundServer: sound.address)
        let talk = try await stage.talk()
        /// The numbers of outputs by their names.
        func numbers() async throws -> [String: String] {
            let lines = try await talk.ask("outputs")
            let names = lines.filter { $0.hasPrefix("outputname: ") }.map { String($0.dropFirst(12)) }
            let numbers = lines.filter { $0.hasPrefix("outputid: ") }.map { String($0.dropFirst(10)) }
            return Dictionary(zip(names, numbers)) { first, _ in first }
        }
        var modules: [String: String] = [:]
        for name in ["Attic", "Barn"] {
            modules[name] = try await sound.addSink(name.lowercased(), ["device.description": name])
        }
        try await waitUntil("all are there") { try await numbers().count == 3 }
        let before = try await numbers()
        // The one that goes is listed before another.
        let first = try await talk.ask("outputs").first { ["outputname: Attic", "outputname: Barn"].contains($0) }
        let (gone, left) = first == "outputname: Attic" ? ("Attic", "Barn") : ("Barn", "Attic")

        try await sound.removeSink(try #require(modules[gone]))
        try await waitUntil("one has gone") { try await numbers().count == 2 }

        #expect(try await numbers()[left] == before[left])
        let number = try #require(before[gone])
        #expect(try await talk.ask("enableoutput \(number)") == ["ACK [50@0] {enableoutput} No such audio output"])
        modules[gone] = try await sound.addSink(gone.lowercased(), ["device.description": gone])
        try await waitUntil("it is back") { try await numbers().count == 3 }
        #expect(try await numbers() == before)
        withExtendedLifetime(sound) {}
    }

    @Test("Scans of the library, and the channels of other clients")
    func scansAndChannels() async throws {
        let stage = try await MPDStage()
        let (waiting, acting) = (try await stage.talk(), try await stage.talk())
        try await waitUntil("nothing is scanned") {
            try await !acting.ask("status").contains { $0.hasPrefix("updating_db: ") }
        }

        try await stage.expect("update", toldTo: waiting, "a scan of a client") {
            let answer = try await acting.ask("update")
            #expect(answer.first?.hasPrefix("updating_db: ") == true)
        }
        try await waitUntil("it is over") {
            try await !acting.ask("status").contains { $0.hasPrefix("updating_db: ") }
        }
        try await stage.expect("update", toldTo: waiting, "a scan of another program") {
            try await stage.machine.done("library", "scan")
        }
        for line in ["subscribe news", "unsubscribe news"] {
            try await stage.expect("subscription", toldTo: waiting, line) {
                let answer = try await acting.ask(line)
                #expect(answer == ["OK"])
            }
        }
        let leaving = try await stage.talk()
        _ = try await leaving.ask("subscribe news")
        try await stage.expect("subscription", toldTo: waiting, "one that leaves") {
            _ = try await leaving.send("close")
        }
        #expect(try await waiting.ask("channels") == ["OK"])
    }
}
