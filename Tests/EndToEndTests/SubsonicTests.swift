// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import Glibc
import OnCueTestSupport
import Testing

@Suite("The library of a real Subsonic server", .timeLimit(.minutes(5)))
struct SubsonicTests {
    @Test("A server is added, browsed, and an album of it played without a word of the login anywhere")
    func plays() async throws {
        let machine = try await Machine()
        let server = try await Supysonic(in: machine.directory)
        let daemon = try await machine.startDaemon("--output", "silent", "--log", "debug")
        let stage = SubsonicStage(machine)

        let added = try await stage.add(server.address, "--name Home")
        #expect(added.status == 0, "\(added.errors)")
        try await stage.waitForBranch("Home")
        let sections = try await stage.titles("browse", "Home")
        let albums = try await stage.titles("browse", "Home/Albums")
        let songs = try await stage.titles("browse", "Home/Albums/Night Crossing")
        try await machine.done("play", "Home/Albums/Night Crossing")
        let now = try await machine.waitForNow("it plays") { ($0["position"]?.doubleValue ?? 0) > 0.3 }
        let queue = try await machine.json("queue")

        #expect(sections.starts(with: ["Artists", "Albums", "Recently Added"]))
        #expect(albums == ["Kitchen Table Sessions", "Night Crossing", "Postcards from the Workbench"])
        #expect(songs == ["Casting Off", "Open Water", "Harbour Lights"])
        #expect(now["title"]?.stringValue == "Casting Off")
        #expect(queue["total"]?.intValue == 3)

        var told = added.output + added.errors + now.text() + queue.text()
        for words in [["history", "--json"], ["subsonic", "--json"], ["provider", "--json"], ["info"]] {
            told += try await machine.oncue(words).output
        }
        told += try await machine.playerctl("metadata")
        told += daemon.errors.lines.joined(separator: "\n")
        let secret = String(Supysonic.password.utf8.reduce(into: "") { $0 += String($1, radix: 16) })
        #expect(!told.contains(secret) && !told.contains(Supysonic.password))
        for line in told.split(separator: "\n") where line.contains("/rest/") { #expect(!line.contains("p=enc:6")) }
    }
}
