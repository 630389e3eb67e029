// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import SubsonicProtocol
import Testing

@Suite("The part of a queue that a request has room for")
struct QueuePartTests {
    /// Each takes ten bytes, `id=song00&`.
    private static let names = (10..<60).map { "song\($0)" }

    private func part(around name: String, _ bytes: Int) -> [String] {
        Array(SubsonicRequest.part(of: Self.names, around: name, within: bytes))
    }

    @Test("Most of it is behind the current song, and what is not needed on one side is used on the other")
    func sides() {
        #expect(part(around: "song30", 100) == (28..<38).map { "song\($0)" })
        #expect(part(around: "song10", 100) == (10..<20).map { "song\($0)" })
        #expect(part(around: "song59", 100) == (50..<60).map { "song\($0)" })
        #expect(part(around: "song57", 100) == (50..<60).map { "song\($0)" })
        #expect(part(around: "song30", 10_000) == Self.names)
    }

    @Test("The current song is always in it, and a song that is not there has none")
    func little() {
        #expect(part(around: "song30", 5) == ["song30"] && part(around: "song30", -5) == ["song30"])
        #expect(part(around: "song99", 100).isEmpty)
    }
}
