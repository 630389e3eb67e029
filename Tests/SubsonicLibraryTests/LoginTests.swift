// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GLib
import JSON
import OnCueRuntime
import OnCueTestSupport
import SecretService
import SubsonicProtocol
import Testing

@testable import SubsonicLibrary

@Suite("Where logins are kept", .timeLimit(.minutes(10)))
@MediaActor
struct LoginTests {
    private static let login = SubsonicCredential.token(user: "joe", password: "sesame", salt: "c19b2d")
    private static let other = SubsonicCredential.key("k3y")

    private let bus: PrivateBus
    private let client: MessageBus
    private let directory: TemporaryDirectory
    private let files: SubsonicFiles
    private let server: SubsonicServer

    init() async throws {
        bus = try await PrivateBus()
        client = try await bus.connect()
        directory = try TemporaryDirectory()
        files = SubsonicFiles(folder: directory.file("subsonic"))
        server = SubsonicServer(
            key: "home", name: "Home", address: try SubsonicAddress("https://music.example.org"), user: "joe")
    }

    private func logins(patience: Duration = .seconds(30)) -> SubsonicLogins {
        let client = client
        return SubsonicLogins(files, SecretService(patience: patience) { client })
    }

    private var kept: KeptLogin? { get throws { try files.logins()["home"] } }

    private func file() throws -> String { try files.json(files.folder + "/secrets.json")?.text() ?? "" }

    @Test("A login of the file of before moves to GNOME Keyring, is read from there, replaced, and forgotten")
    func moves() async throws {
        let keyring = try await GnomeKeyring(on: bus)
        try files.write(["home": .string(Self.login.kept)], to: files.folder + "/secrets.json")
        #expect(try kept?.credential == Self.login)
        let logins = logins()

        let moved = try await logins.move(of: server)

        let identifier = try #require(moved.login?.identifier)
        #expect(moved.fault == nil && moved.login?.isInKeyring == true)
        #expect(try !file().contains("token") && kept == moved.login)
        #expect(try await logins.login(identifier) == Self.login)
        let items = try await keyring.items()
        #expect(items.map(\.label) == ["OnCue: login at Home"])
        #expect(items.first?.attributes["server"] == "https://music.example.org")
        #expect(items.first?.attributes["user"] == "joe")

        let outcome = try await logins.keep(Self.other, of: server)
        #expect(outcome == SubsonicLogins.Outcome(place: "keyring"))
        #expect(try kept?.identifier == identifier && kept?.revision != moved.login?.revision)
        #expect(try await logins.login(identifier) == Self.other)

        #expect(try await logins.forget(server) == nil)
        #expect(try await keyring.items().isEmpty && kept == nil)
    }

    @Test("A new login goes to the keyring, and never to the file")
    func fresh() async throws {
        let keyring = try await ScriptedKeyring(on: bus)
        let outcome = try await logins().keep(Self.login, of: server)

        #expect(outcome.place == "keyring")
        #expect(try !file().contains("token"))
        #expect(keyring.items.count == 1)
    }

    @Test(
        "A keyring that is locked has its user asked only where that was said, and the login is in the file otherwise")
    func locked() async throws {
        let keyring = try await ScriptedKeyring(on: bus, isLocked: true)
        let logins = logins()

        let quiet = try await logins.keep(Self.login, of: server)
        #expect(quiet == SubsonicLogins.Outcome(place: "file", fault: .locked))
        #expect(try await logins.move(of: server).fault == .locked)
        #expect(keyring.askedCount == 0)
        #expect(try kept?.credential == Self.login)

        let late = try await logins.keep(Self.login, of: server, unlockingWithin: .milliseconds(100))
        #expect(late == SubsonicLogins.Outcome(place: "file", fault: .declined))
        keyring.user = .unlocks
        let answered = try await logins.keep(Self.login, of: server, unlockingWithin: .seconds(60))
        #expect(answered.place == "keyring")
        #expect(try !file().contains("token"))

        keyring.isLocked = true
        keyring.user = .dismisses
        #expect(try await logins.forget(server, unlockingWithin: .seconds(60)) == .declined)
        #expect(try kept == nil)
    }

    @Test(
        "A keyring that hangs, refuses or lies leaves the login in the file",
        arguments: [ScriptedKeyring.Manner.hangs, .refuses, .lies])
    func faulty(_ manner: ScriptedKeyring.Manner) async throws {
        let keyring = try await ScriptedKeyring(on: bus, manner)
        let logins = logins(patience: .seconds(2))

        let outcome = try await logins.keep(Self.login, of: server)
        let moved = try await logins.move(of: server)

        #expect(outcome.place == "file" && outcome.fault != nil && moved.fault != nil)
        #expect(try kept?.credential == Self.login)
        keyring.manner = .works
        let again = try await self.logins().move(of: server)
        #expect(again.fault == nil && again.login?.isInKeyring == true)
        #expect(keyring.items.count == 1)
    }

    @Test("A keyring that is gone keeps no server from being removed, and what is left there is said")
    func gone() async throws {
        let keyring = try await ScriptedKeyring(on: bus)
        let logins = logins()
        _ = try await logins.keep(Self.login, of: server)
        try await keyring.leave()

        #expect(try await logins.forget(server) == .absent)
        #expect(try kept == nil)
        _ = try await logins.keep(Self.login, of: server)
        #expect(try await logins.forget(server) == nil)
    }
}
