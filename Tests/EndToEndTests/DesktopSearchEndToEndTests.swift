// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import CommandLineParsing
import FoundationEssentials
import GLib
import Glibc
import OnCueTestSupport
import Testing

@Suite("The searches of desktops, with a daemon that the bus starts", .timeLimit(.minutes(3)))
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

        let query = try await Self.shell(client, "GetInitialResultSet", [.strings(["kind:album", "night"])])
        #expect(query.first?.stringsValue?.first?.hasPrefix("album:") == true)
        try await machine.done("config", "set", "desktop.search", "off")
        try await waitUntil("it is off") {
            try await Self.shell(client, "GetInitialResultSet", [.strings(["inland"])]).first?.stringsValue == []
        }
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
