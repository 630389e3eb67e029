// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("The example for rofi with the real daemon", .timeLimit(.minutes(5)))
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

        let (program, concert) = try await Self.concert(on: machine)
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

        // What another program has told of is there as well, and goes on in it.
        let row = try #require(rows.first { $0.hasPrefix("Blue Note —") }, "\(rows)")
        #expect(row.hasSuffix("\u{0}info\u{1F}\(concert)\u{1F}icon\u{1F}document-open-recent"))
        _ = try await Self.run(machine, [row], ["ROFI_RETV": "1", "ROFI_INFO": concert])
        _ = try await program.output.waitForLine { $0.hasPrefix("showing Blue Note") }
        #expect(try await machine.json("queue")["total"] == 3)
        program.send(SIGTERM)
        _ = try await program.ending()
    }

    /// Starts a program that does something with a title, and returns the identifier of that.
    private static func concert(on machine: Machine) async throws -> (ChildProcess, String) {
        let example = Products.source + "/Examples/python-activities/"
        let text = try Machine.text(of: example + "org.example.PythonActivities.activities")
        try machine.directory.write("data/oncue/activities/x.activities", text.utf8)
        let program = try ChildProcess(example + "concerts.py", ["Blue Note"], environment: machine.environment)
        var found: String?
        try await waitUntil("it is known") {
            let words = try await machine.json("complete", "foreign", "")["items"]?.arrayValue ?? []
            // The programme of the concert begins with the same words.
            found = words.first { $0["text"] == "Blue Note" }?["identifier"]?.stringValue
            return found != nil
        }
        return (program, try #require(found))
    }
}
