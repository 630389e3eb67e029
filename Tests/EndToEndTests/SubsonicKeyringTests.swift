// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("The login of a real Subsonic server in GNOME Keyring", .timeLimit(.minutes(5)))
struct SubsonicKeyringTests {
    private static func state(_ machine: Machine) async throws -> JSONValue? {
        try await machine.json("subsonic")["servers"]?.arrayValue?.first
    }

    private static func secrets(_ machine: Machine) throws -> String {
        String(
            decoding: try Data(
                contentsOf: URL(fileURLWithPath: machine.directory.file("data/oncue/subsonic/secrets.json"))),
            as: UTF8.self)
    }

    @Test("It is kept there, not in a file, waits while the keyring is locked, and goes with the server")
    func keyring() async throws {
        let machine = try await Machine()
        let keyring = try await GnomeKeyring(on: try #require(machine.bus))
        let server = try await Supysonic(in: machine.directory)
        _ = try await machine.startDaemon("--output", "silent")
        let stage = SubsonicStage(machine)

        let added = try await stage.add(server.address, "--name Home")
        #expect(added.status == 0 && added.errors.contains("in the keyring"), "\(added.errors)")
        try await stage.waitForBranch("Home")
        #expect(try await Self.state(machine)?["kept"]?.stringValue == "keyring")
        #expect(try !Self.secrets(machine).contains(Supysonic.password))
        #expect(try await keyring.items().map(\.label) == ["OnCue: login at Home"])

        try await keyring.lock()
        let program = try await SubsonicStage.restart(machine)
        var error = ""
        try await waitUntil("it is said that the keyring is locked; there was \(error)") {
            error = try await Self.state(machine)?["error"]?.stringValue ?? ""
            return error.contains("oncue subsonic unlock")
        }
        _ = try await program.errors.waitForLine { $0.contains("locked") }
        // Nobody is there who could be asked.
        let refused = try await machine.oncue("subsonic", "unlock")
        #expect(refused.status == 1 && refused.errors.contains("the keyring was not unlocked"), "\(refused.errors)")
        try await keyring.unlock()
        try await stage.waitForBranch("Home")
        try await waitUntil("its albums are listed") {
            (try? await stage.titles("browse", "Home/Albums").count) == 3
        }

        try await machine.done("subsonic", "remove", "Home", "--yes")
        #expect(try await keyring.items().isEmpty)
        withExtendedLifetime(program) {}
    }

    @Test("One that is in the file moves as soon as there is a keyring, and playback goes on")
    func moves() async throws {
        let machine = try await Machine()
        let server = try await Supysonic(in: machine.directory)
        _ = try await machine.startDaemon("--output", "silent")
        let stage = SubsonicStage(machine)
        let added = try await stage.add(server.address, "--name Home")
        #expect(added.status == 0 && added.errors.contains("in a file only you can read"), "\(added.errors)")
        try await stage.waitForBranch("Home")
        #expect(try Self.secrets(machine).contains(Supysonic.password))

        let keyring = try await GnomeKeyring(on: try #require(machine.bus))
        try await waitUntil("it moves", within: .seconds(120)) {
            try await Self.state(machine)?["kept"]?.stringValue == "keyring"
        }

        #expect(try !Self.secrets(machine).contains(Supysonic.password))
        #expect(try await keyring.items().count == 1)
        try await waitUntil("its albums are listed") {
            (try? await stage.titles("browse", "Home/Albums").count) == 3
        }
        let text = try await machine.done("subsonic")
        #expect(text.contains("Login in the keyring"))
    }
}
