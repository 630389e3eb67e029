// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import OnCueTestSupport
import Testing

@Suite("The example for rofi with the real daemon", .timeLimit(.minutes(1)))
struct RofiExampleTests {
    private static func run(_ machine: Machine, _ words: [String], _ variables: [String: String]) async throws -> String
    {
        let folder = Products.program("oncue").split(separator: "/").dropLast().joined(separator: "/")
        let environment = machine.environment.merging(["PATH": "/" + folder + ":/usr/bin:/bin"]) { $1 }
        let script = try ChildProcess(
            Products.source + "/Examples/rofi/oncue-rofi", words, environment: environment.merging(variables) { $1 })
        return try await script.result().output
    }

    @Test("lists what can be played with what rofi hands back, plays it, and plays what is typed as a query")
    func mode() async throws {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)
        try await machine.done("library", "scan")

        let rows = try await Self.run(machine, [], [:]).split(separator: "\n").map(String.init)
        #expect(rows.contains("\u{0}prompt\u{1F}OnCue") && rows.contains("\u{0}markup-rows\u{1F}false"))
        let album = try #require(rows.first { $0.hasPrefix("Night Crossing") })
        let parts = album.split(separator: "\u{0}").flatMap { $0.split(separator: "\u{1F}") }.map(String.init)
        #expect(parts.count == 5 && parts[1] == "info" && parts[3] == "icon" && parts[4] == "media-optical")

        _ = try await Self.run(machine, [album], ["ROFI_RETV": "1", "ROFI_INFO": parts[2]])
        try await machine.waitForNow("the album") { $0["context"]?["kind"] == "album" && $0["queueLength"] == 3 }
        _ = try await Self.run(machine, ["kind:track harb"], ["ROFI_RETV": "2"])
        try await machine.waitForNow("the query") { $0["title"] == "Harbour Lights" }
        try await machine.done("undo")
        try await machine.waitForNow("the album again") { $0["queueLength"] == 3 }
    }
}
