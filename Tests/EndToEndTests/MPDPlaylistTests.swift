// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import FoundationEssentials
import OnCueTestSupport
import Testing

@Suite("Playlists of clients of MPD", .timeLimit(.minutes(3)))
struct MPDPlaylistTests {
    private static let song = "Inland Ferry Orchestra/Night Crossing/01 Casting Off.flac"

    @Test("A program whose content cannot be had hides no other playlist, and is in nobody's way")
    func failingProvider() async throws {
        let stage = try await MPDStage()
        let folder = try stage.machine.directory.makeDirectory("Songs")
        let provider = try ChildProcess(
            Products.source + "/Examples/python-provider/provider.py", [folder], environment: stage.machine.environment)
        defer { _ = provider }
        var providers = JSONValue.null
        try await waitUntil("it has registered; there was \(providers.text())") {
            providers = try await stage.machine.json("provider")
            return providers["items"]?.arrayValue?.contains {
                $0["name"]?.stringValue == "Songs" && $0["state"]?.stringValue == "available"
            } == true
        }
        try FileManager.default.moveItem(atPath: folder, toPath: folder + " of before")
        #expect(try await stage.machine.oncue("browse", "Songs").status != 0)
        let talk = try await stage.talk()

        #expect(try await talk.ask("save Mine") == ["OK"])
        // Pages that nobody waits for fail every second time.
        for _ in 0..<10 {
            #expect(try await talk.ask("listplaylists").contains("playlist: Mine"))
            #expect(try await talk.ask("playlistadd Mine \"\(Self.song)\"") == ["OK"])
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(try await talk.ask("lsinfo \"\"").contains("playlist: Mine"))
        #expect(try await talk.ask("rename Mine Other") == ["OK"])
        #expect(try await talk.ask("load Other") == ["OK"])
        #expect(try await talk.ask("status").contains("playlistlength: 10"))
        #expect(try await talk.ask("rm Other") == ["OK"])
    }
}
