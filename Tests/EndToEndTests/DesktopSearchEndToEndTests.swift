// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import FoundationEssentials
import GLib
import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("The searches of desktops, with a daemon that the bus starts", .timeLimit(.minutes(10)))
struct DesktopSearchEndToEndTests {
    private static let name = "org.oncue.OnCue"

    /// A machine whose bus starts the daemon by its name, and a client of that bus.
    private static func machine() async throws -> (Machine, MessageBus, kept: [any Sendable]) {
        let services = try TemporaryDirectory()
        let bus = try await PrivateBus(services: services.path)
        let machine = try await Machine(hasSessionBus: false, ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        let variables = machine.environment.map { "export \($0)='\($1)'" }.sorted().joined(separator: "\n")
        let script = try machine.directory.write(
            "activated", "#!/bin/sh\n\(variables)\nexec '\(Products.program("oncued"))' --output silent\n".utf8)
        chmod(script, 0o700)
        try services.write(Self.name + ".service", "[D-BUS Service]\nName=\(Self.name)\nExec=\(script)\n".utf8)
        let client = try await bus.connect()
        return (machine, client, [bus, services])
    }

    private static func shell(_ client: MessageBus, _ member: String, _ arguments: [BusValue]) async throws
        -> [BusValue]
    {
        try await client.call(
            member, of: "org.gnome.Shell.SearchProvider2", at: Self.path, on: Self.name, arguments,
            timeout: .seconds(30))
    }

    private static let path = "/org/oncue/OnCue/Search"

    @Test("The first letters start the daemon and are answered; what is chosen plays, and undo brings the queue back")
    func coldStart() async throws {
        let (machine, client, kept) = try await Self.machine()
        try await machine.done("library", "add", Products.media)
        try await machine.done("library", "scan")
        try await machine.done("play", "Albums/Night Crossing")
        try await machine.done("quit")
        try await machine.waitUntilQuiet()

        // Nothing is there: this call starts the daemon. An answer without results is as good as one with them.
        let cold = try await Self.shell(client, "GetInitialResultSet", [.strings(["inland"])])
        #expect(cold.first?.stringsValue != nil)
        var ids: [String] = []
        try await waitUntil("the search is warm") {
            ids = try await Self.shell(client, "GetInitialResultSet", [.strings(["inland"])]).first?.stringsValue ?? []
            return !ids.isEmpty
        }
        #expect(ids.count <= 6)
        let metas = try await Self.shell(client, "GetResultMetas", [.strings(ids)]).first?.arrayValue ?? []
        #expect(metas.count == ids.count)
        let artist = try #require(metas.first?.dictionaryValue)
        #expect(artist["name"]?.stringValue == "Inland Ferry Orchestra")
        let icon = try #require(artist["icon"]?.arrayValue)
        if icon.first == .string("file"), let uri = icon.last?.stringValue {
            #expect(access(String(uri.dropFirst("file://".count)), R_OK) == 0)
        }
        let before = try await machine.json("queue")["total"]

        _ = try await Self.shell(client, "ActivateResult", [.string(ids[0]), .strings(["inland"]), .uint32(1)])
        try await machine.waitForNow("the artist") { $0["status"] == "playing" && $0["context"]?["kind"] == "artist" }
        try await machine.done("undo")
        #expect(try await machine.json("queue")["total"] == before)

        // What takes longer than a desktop waits is answered without results.
        let terms: [BusValue] = [.strings(["kind:album", "night"])]
        var query: [String] = []
        try await waitUntil("the query is answered") {
            query = try await Self.shell(client, "GetInitialResultSet", terms).first?.stringsValue ?? []
            return !query.isEmpty
        }
        #expect(query.first?.hasPrefix("album:") == true)
        try await machine.done("config", "set", "desktop.search", "off")
        try await waitUntil("it is off") {
            try await Self.shell(client, "GetInitialResultSet", [.strings(["inland"])]).first?.stringsValue == []
        }
        try await machine.done("quit")
        try await machine.waitUntilQuiet()
        withExtendedLifetime(kept) {}
    }

    /// What is in the queue, in order.
    private static func queue(_ machine: Machine) async throws -> [String?] {
        (try await machine.json("queue")["items"]?.arrayValue ?? []).map { $0["identifier"]?.stringValue }
    }

    private static func choose(_ result: String, _ client: MessageBus) async throws {
        _ = try await client.call(
            "Run", of: "org.kde.krunner1", at: "/org/oncue/OnCue/KRunner", on: Self.name,
            [.string(result), .string("")], timeout: .seconds(30))
    }

    @Test("Whatever kind of result is chosen, undo brings the queue back")
    func undo() async throws {
        let (machine, client, kept) = try await Self.machine()
        let sound = SoundFiles.silence(seconds: 60)
        let server = try HTTPServer { request in
            guard request.path == "/feed" else { return HTTPServer.file(sound, tag: "\"1\"", for: request) }
            let address = "http://\(request.fields["host"] ?? "")/first.wav"
            return .text(
                "<rss><channel><title>The Show</title><item><title>Lighthouse</title><guid>1</guid>"
                    + "<enclosure url=\"\(address)\" type=\"audio/wav\"/></item></channel></rss>")
        }
        try await machine.done("library", "add", Products.media)
        try await machine.done("library", "scan")
        try await machine.done("playlist", "create", "Evening")
        try await machine.done("playlist", "add", "Evening", "Albums/Kitchen Table Sessions")
        try await machine.done("radio", "add", "Night Jazz", server.address + "/station.wav")
        try await machine.done("podcast", "add", server.address + "/feed")
        // No result has the tracks of both.
        try await machine.done("play", "Albums/Night Crossing")
        try await machine.done("queue", "add", "Albums/Kitchen Table Sessions")
        let before = try await Self.queue(machine)
        #expect(before.count > 3)

        var results = ["special:all:2:kind:track kettle"]
        for query in [
            "kind:album kitchen", "kind:artist juniper", "kind:track kettle", "kind:genre", "kind:composer kettle",
            "kind:playlist evening", "kind:station jazz", "kind:podcast show", "kind:episode lighthouse",
        ] {
            let found = try await machine.json("search", query)["items"]?.arrayValue?.first
            results.append(try #require(found?["identifier"]?.stringValue, "\(query)"))
        }
        for result in results {
            try await Self.choose(result, client)
            try await waitUntil("\(result) is in the queue") { try await Self.queue(machine) != before }
            try await machine.done("undo")
            #expect(try await Self.queue(machine) == before, "\(result)")
        }
        try await machine.done("quit")
        try await machine.waitUntilQuiet()
        withExtendedLifetime((kept, server)) {}
    }

    @Test("An activity that is chosen goes on in its program, and there is nothing to undo")
    func activity() async throws {
        let (machine, client, kept) = try await Self.machine()
        let example = "org.example.PythonActivities"
        let text = try Machine.text(of: Products.source + "/Examples/python-activities/\(example).activities")
        try machine.directory.write("data/oncue/activities/x.activities", text.utf8)
        try await machine.done("library", "add", Products.media)
        try await machine.done("play", "Albums/Night Crossing")
        let before = try await Self.queue(machine)
        let edits = try await machine.json("undo", "--list")
        let program = try ChildProcess(
            Products.source + "/Examples/python-activities/concerts.py", ["Blue Note"],
            environment: machine.environment)
        var found: String?
        try await waitUntil("it is found") {
            let answer = try await machine.oncue(["search", "blue note", "--json"])
            guard answer.status == 0 else { return false }
            found = try JSONValue(parsing: answer.output)["items"]?.arrayValue?.compactMap {
                $0["identifier"]?.stringValue
            }.first { $0.hasPrefix("foreign:") }
            return found != nil
        }

        try await Self.choose(try #require(found), client)
        _ = try await program.output.waitForLine { $0.hasPrefix("showing Blue Note") }
        #expect(try await Self.queue(machine) == before)
        #expect(try await machine.json("undo", "--list") == edits)
        program.send(SIGTERM)
        _ = try await program.ending()
        try await machine.done("quit")
        try await machine.waitUntilQuiet()
        withExtendedLifetime(kept) {}
    }

    @Test("An empty library answers at once with nothing")
    func empty() async throws {
        let (machine, client, kept) = try await Self.machine()

        #expect(try await Self.shell(client, "GetInitialResultSet", [.strings(["any"])]) == [.strings([])])
        let matches = try await client.call(
            "Match", of: "org.kde.krunner1", at: "/org/oncue/OnCue/KRunner", on: Self.name, [.string("anything")])
        #expect(matches.first?.arrayValue == [])
        try await machine.done("quit")
        try await machine.waitUntilQuiet()
        withExtendedLifetime(kept) {}
    }
}
