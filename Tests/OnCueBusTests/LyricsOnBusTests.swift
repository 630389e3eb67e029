// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Lyrics on the bus")
@MediaActor
struct LyricsOnBusTests {
    private func rig() async throws -> ServiceRig {
        let rig = try await ServiceRig()
        try rig.controller.perform(.play([.full, .sample("b2")], startingAt: 0, shuffled: nil))
        rig.engine.advance(by: .zero)
        await rig.settle()
        return rig
    }

    @Test("are told with their times and where they come from, and read once for each entry")
    func timed() async throws {
        let rig = try await rig()
        rig.lyricsReader.set(
            FoundLyrics(lyrics: Lyrics([.init("One", at: .seconds(1)), .init("", at: .seconds(2))]), source: .file),
            for: Track.full.identifier)

        for _ in 0..<3 {
            let answer = try await rig.call("GetLyrics", of: ServiceNames.nowPlaying)
            #expect(
                answer == [
                    .string("file"), .bool(true),
                    .array(
                        [
                            .structure([.int64(1_000_000), .string("One")]),
                            .structure([.int64(2_000_000), .string("")]),
                        ], of: "(xs)"),
                ])
        }
        #expect(rig.lyricsReader.asked == [Track.full.identifier])
    }

    @Test("without times have none, and where there are none that is told")
    func plain() async throws {
        let rig = try await rig()

        #expect(
            try await rig.call("GetLyrics", of: ServiceNames.nowPlaying)
                == [.string(""), .bool(false), .array([], of: "(xs)")])
        try rig.controller.perform(.next)
        await rig.settle()
        rig.lyricsReader.set(
            FoundLyrics(lyrics: Lyrics([.init("One")]), source: .tags), for: Track.sample("b2").identifier)
        let answer = try await rig.call("GetLyrics", of: ServiceNames.nowPlaying)
        #expect(answer.first == .string("tags"))
        #expect(answer.last == .array([.structure([.int64(-1), .string("One")])], of: "(xs)"))
    }
}
