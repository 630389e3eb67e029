// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@testable import OnCueTerminal

@Suite("oncue notify")
struct NotifyCommandTests {
    @Test("shows what is set")
    func show() async {
        let session = Session { $0.notifications = NotificationSettings(tracks: .locked, controls: true) }
        #expect(await session.run("notify") == .done)
        #expect(
            session.data.text == """
                Tracks    announced while the screen is locked
                Controls  shown while the screen is locked

                """)
    }

    @Test(
        "sets what is named and leaves the rest",
        arguments: [
            (["off"], "notifications off -", "Tracks: not announced"),
            (["on"], "notifications on -", "Tracks: announced"),
            (["locked"], "notifications locked -", "Tracks: announced while the screen is locked"),
            (["controls", "on"], "notifications - true", "Controls: shown while the screen is locked"),
            (["controls", "off"], "notifications - false", "Controls: not shown"),
        ])
    func setting(words: [String], call: String, told: String) async {
        let session = Session()
        #expect(await session.run(["notify"] + words) == .done)
        #expect(session.service.calls == [call])
        #expect(session.talk.text == told + "\n")
    }

    @Test("refuses other words", arguments: [["always"], ["controls"], ["controls", "maybe"]])
    func refusal(words: [String]) async {
        let session = Session()
        #expect(await session.run(["notify"] + words) == .wrongWords)
        #expect(session.service.calls.isEmpty)
    }

    @Test("writes JSON")
    func json() async {
        let session = Session()
        await session.run("notify", "on", "--json")
        #expect(session.data.text == "{\"tracks\":\"on\",\"controls\":false}\n")
    }
}
