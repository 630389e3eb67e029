// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@testable import OnCueTerminal

@Suite("oncue undo")
struct UndoCommandTests {
    private static let edits = [
        ListEdit(.play, title: "So What", count: 5), ListEdit(.add, title: "Leaves", count: 1),
    ]

    @Test("tells what was undone and what plays then")
    func undo() async {
        let session = Session { $0.edits = Self.edits }
        let status = await session.run("undo")
        #expect(status == .done)
        #expect(session.talk.text.hasPrefix("Undone: replaced So What and 4 more\n"))
        #expect(session.service.calls.first == "undo")
    }

    @Test("--list shows the changes, the next one first, as text and as JSON")
    func list() async throws {
        let session = Session { $0.edits = Self.edits }
        await session.run("undo", "--list")
        #expect(session.data.text == "replaced So What and 4 more\nadded Leaves\n")
        #expect(session.service.calls == ["edits"])

        let other = Session { $0.edits = Self.edits }
        await other.run("undo", "-l", "--json")
        #expect(
            other.data.text.hasPrefix(
                #"{"total":2,"offset":0,"items":[{"edit":"play","title":"So What","count":5,"playlist":null},"#))
    }

    @Test("names the playlist that is as before, and tells nothing of what plays")
    func playlists() async {
        let edits = [
            ListEdit(.add, title: "So What", count: 3, playlist: "Calm/Rain"),
            ListEdit(.delete, title: "", count: 3, playlist: "Rain"),
            ListEdit(.rename, title: "Rain", count: 3, playlist: "Sea"),
            ListEdit(.sort, title: "So What", count: 3, playlist: "Sea"),
        ]
        let session = Session { $0.edits = edits }
        await session.run("undo")
        #expect(session.talk.text == "Undone: added So What and 2 more to \"Calm/Rain\"\n")
        await session.run("undo", "--list")
        #expect(
            session.data.text == """
                added So What and 2 more to "Calm/Rain"
                deleted "Rain"
                renamed "Rain" to "Sea"
                sorted "Sea"

                """)
    }

    @Test("without a change says so, and fails")
    func nothing() async {
        let session = Session()
        #expect(await session.run("undo") == .failed)
        #expect(session.talk.text == "oncue: there is no change to the queue or a playlist to undo\n")
        #expect(session.data.text.isEmpty)
    }
}
