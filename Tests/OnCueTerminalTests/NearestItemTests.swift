// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("Words that are no title of a podcast, a station or a playlist")
struct NearestItemTests {
    /// A service that has one item of a kind besides an album, and knows it by its identifier only.
    private func session(_ kind: String, _ title: String, missing: String) -> Session {
        Session {
            $0.items = [
                ContentRecord(identifier: "album:1", kind: "album", title: "Morn"),
                ContentRecord(identifier: "\(kind):1", kind: kind, title: title),
            ]
            $0.placeErrors[missing] = ClientError(.notFound, "there is no \(kind) \"\(missing)\"")
        }
    }

    @Test(
        "are refused where something is changed for good, with the best match of that kind as advice",
        arguments: [
            (["playlist", "delete", "morn"], "playlist"), (["playlist", "rename", "morn", "New"], "playlist"),
            (["playlist", "sort", "morn", "title"], "playlist"), (["playlist", "shuffle", "morn"], "playlist"),
            (["radio", "remove", "morn"], "station"), (["radio", "rename", "morn", "New"], "station"),
        ])
    func refused(words: [String], kind: String) async {
        let session = session(kind, "Morning", missing: "morn")
        #expect(await session.run(words) == .nothingFound)
        #expect(session.talk.text == "oncue: there is no \(kind) \"morn\"; did you mean \"Morning\"?\n")
        #expect(session.service.calls.contains("search kind:\(kind) morn 0 8"), "\(session.service.calls)")
    }

    @Test("are the best match for the settings of a podcast and for keeping an episode, which is named")
    func taken() async {
        let shows = session("podcast", "Street Talk", missing: "street")
        #expect(await shows.run("podcast", "set", "street", "--notify", "on", "--quiet") == .done)
        #expect(shows.data.text.isEmpty, "quiet")
        let kept = session("episode", "Episode 5", missing: "five")
        #expect(await kept.run("podcast", "keep", "five") == .done)
        #expect(kept.service.calls.contains("keep episode:1"), "\(kept.service.calls)")
        #expect(kept.talk.lines.first == "Best match: \"Episode 5\"")
    }

    @Test("are everything of that kind that a query finds, and several places are one each")
    func several() async {
        let found = Session {
            $0.items = ["1", "2"].map { ContentRecord(identifier: "episode:\($0)", kind: "episode", title: "E\($0)") }
        }
        #expect(await found.run("podcast", "keep", "title:e") == .done)
        #expect(found.service.calls.filter { $0.hasPrefix("keep") } == ["keep episode:1", "keep episode:2"])
        #expect(found.talk.text == "Kept 2 episodes\n")
        #expect(await found.run("podcast", "download", "--no-wait", "episode:1", "episode:2") == .done)
        let downloads = found.service.calls.filter { $0.hasPrefix("download") }
        #expect(downloads == ["download episode:1", "download episode:2"])
    }
}
