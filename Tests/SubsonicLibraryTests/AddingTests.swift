// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import SecretService
import SubsonicProtocol
import Testing

@testable import SubsonicLibrary

@Suite("Adding a server", .timeLimit(.minutes(10)))
struct AddingTests {
    private static func wish(_ address: String, _ others: JSONValue.Member...) throws -> SubsonicAdding.Wish {
        let members: [JSONValue.Member] = [
            .init("address", .string(address)), .init("user", "joe"), .init("secret", "sesame"),
        ]
        return try #require(
            SubsonicAdding.Wish(
                .object(members.filter { known in !others.contains { $0.name == known.name } } + others)))
    }

    /// Without a keyring.
    @MediaActor
    private static func logins(_ files: SubsonicFiles) -> SubsonicLogins {
        SubsonicLogins(files, SecretService { nil })
    }

    @Test("A token is kept in place of the password, in a file that only the user can read")
    @MediaActor
    func token() async throws {
        let directory = try TemporaryDirectory()
        let files = SubsonicFiles(folder: directory.file("subsonic"))
        let server = try ScriptedServer(["ping": ""])

        let outcome = try await SubsonicAdding(files, Self.logins(files)).add(
            try Self.wish(server.web.address + "/rest/"))
        let again = try await SubsonicAdding(files, Self.logins(files)).add(try Self.wish(server.web.address))

        #expect(outcome.way == "token" && outcome.server.address.text == server.web.address)
        #expect(again.isReplaced && !outcome.isReplaced)
        #expect(try files.settings().servers.map(\.key) == [outcome.server.key])
        var status = stat()
        #expect(stat(files.folder + "/secrets.json", &status) == 0 && status.st_mode & 0o777 == 0o600)
        let kept = try #require(try files.json(files.folder + "/secrets.json")).text()
        #expect(!kept.contains("sesame") && kept.contains("token"))
        #expect(!server.web.requests.contains { $0.path.contains("sesame") || $0.path.contains("p=") })
    }

    @Test("The password is sent and kept only where the server takes no tokens", arguments: [10, 41])
    @MediaActor
    func password(_ code: Int) async throws {
        let directory = try TemporaryDirectory()
        let web = try HTTPServer { request in
            request.path.contains("p=enc%3A736573616d65") ? ScriptedServer.answer("") : ScriptedServer.error(code)
        }

        let files = SubsonicFiles(folder: directory.file("subsonic"))
        let outcome = try await SubsonicAdding(files, Self.logins(files)).add(try Self.wish(web.address))

        #expect(outcome.way == "password")
        #expect(web.requests.count == 2)
    }

    @Test("A key is sent and kept in place of a name and a password")
    @MediaActor
    func key() async throws {
        let directory = try TemporaryDirectory()
        let files = SubsonicFiles(folder: directory.file("subsonic"))
        let server = try ScriptedServer(["ping": ""])
        let wish = try #require(
            SubsonicAdding.Wish(["address": .string(server.web.address), "secret": "k3y"]))

        let outcome = try await SubsonicAdding(files, Self.logins(files)).add(wish)

        #expect(outcome.way == "key")
        #expect(server.web.requests.allSatisfy { $0.path.contains("apiKey=k3y") && !$0.path.contains("u=") })
        #expect(try files.logins()[outcome.server.key]?.credential == .key("k3y"))
    }

    @Test("The password itself is not sent where others could read it, unless that is allowed")
    func readable() throws {
        func isHidden(_ address: String) throws -> Bool {
            SubsonicAdding.hidesPassword(try SubsonicAddress(address))
        }

        #expect(try isHidden("https://music.example.org") && isHidden("http://127.0.0.1:4533"))
        #expect(try isHidden("http://localhost:4533") && isHidden("http://[::1]:4533"))
        #expect(try !isHidden("http://192.168.1.4:4533") && !isHidden("http://music.local"))
        #expect(try !isHidden("http://127.0.0.example.org") && !isHidden("http://127.0.0.1.example.org"))
    }

    @Test("A wrong login, an unencrypted address outside and an address with a password are refused")
    @MediaActor
    func refuses() async throws {
        let directory = try TemporaryDirectory()
        let files = SubsonicFiles(folder: directory.file("subsonic"))
        let server = try ScriptedServer()
        server.set("ping", ScriptedServer.error(40, "Wrong username or password."))
        func message(_ wish: SubsonicAdding.Wish) async -> String {
            do throws(SubsonicFiles.Fault) {
                _ = try await SubsonicAdding(files, Self.logins(files)).add(wish)
                return ""
            } catch {
                return error.message
            }
        }

        #expect(await message(try Self.wish(server.web.address)).contains("check the name and the password"))
        #expect(await message(try Self.wish("http://music.example.org")).contains("--plain"))
        #expect(await message(try Self.wish("https://joe:sesame@music.example.org")).contains("has a name in it"))
        #expect(await !message(try Self.wish("https://joe:sesame@music.example.org")).contains("sesame"))
        #expect(await message(try Self.wish("ftp://x")).contains("is not the address of a server"))
        #expect(try files.settings().servers.isEmpty)
    }
}
