// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTerminal
import Testing

@Suite("oncue subsonic")
struct SubsonicCommandTests {
    /// Servers whose program answers as the test says.
    private struct Servers: SubsonicAccess {
        var answer: JSONValue

        func state() async throws(CommandFailure) -> SubsonicState { SubsonicState() }
        func add(_ wish: JSONValue) async throws(CommandFailure) -> JSONValue { answer }
        func remove(_ key: String) async throws(CommandFailure) -> JSONValue { answer }
        func unlock() async throws(CommandFailure) {}
        func pin(_ identifier: String, of key: String, _ isPinned: Bool) async throws(CommandFailure) {}
        func setLimit(_ bytes: Int) async throws(CommandFailure) {}
    }

    private struct Person: Questioner {
        let canAsk = true
        func confirms(_ question: String) -> Bool { true }
        func answer(to question: String) -> String? { "secret" }
    }

    @Test(
        "A fault of the keyring is recognised by its code, not by its text",
        arguments: [("absent", false), ("empty", false), ("locked", true), ("declined", true), ("failing", true)])
    func keyring(code: String, isTold: Bool) async {
        let session = Session()
        session.questioner = Person()
        session.subsonic = Servers(answer: [
            "server": ["name": "Home"], "login": "token", "kept": "file", "keyring": "is as it is",
            "keyringFault": .string(code),
        ])

        let status = await session.run("subsonic", "add", "https://music.example.org", "--user", "me")

        #expect(status == .done)
        #expect(session.talk.text.contains("a file only you can read"))
        #expect(session.talk.text.contains("the keyring, which is as it is") == isTold)
    }
}
