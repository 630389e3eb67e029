// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Chapters on the bus")
@MediaActor
struct ChaptersOnBusTests {
    private let interface = ServiceNames.nowPlaying

    /// Plays a track with three chapters.
    private func rig() async throws -> ServiceRig {
        let rig = try await ServiceRig()
        let starts: [Duration] = [.zero, .seconds(50), .seconds(100)]
        let chapters = starts.enumerated().map { Chapter(start: $1, title: "Part \($0 + 1)") }
        rig.chapterReader.set(.success(ChapterList(chapters)), for: Track.full.identifier)
        try rig.controller.perform(.play([.full, .sample("b2")], startingAt: 0, shuffled: nil))
        rig.engine.advance(by: .zero)
        await rig.settle()
        return rig
    }

    private func info(_ rig: ServiceRig) async throws -> [String: BusValue] {
        try await rig.call("GetNowPlaying", of: interface).first?.dictionaryValue ?? [:]
    }

    /// The name of the error that a call ends with.
    private func error(_ rig: ServiceRig, _ member: String, _ arguments: [BusValue] = []) async -> String? {
        let failure = await rig.failure { try await rig.call(member, of: interface, arguments) }
        return failure.map { String($0.name.dropFirst(ServiceNames.errorPrefix.count)) }
    }

    @Test("they are listed with their beginnings and ends, and what plays tells which is heard")
    func list() async throws {
        let rig = try await rig()

        let answer = try await rig.call("GetChapters", of: interface)

        #expect(answer.first?.intValue == 0)
        let rows = answer.last?.arrayValue?.compactMap(\.dictionaryValue) ?? []
        #expect(rows.map { $0["title"]?.stringValue } == ["Part 1", "Part 2", "Part 3"])
        #expect(rows.map { $0["start"]?.intValue } == [0, 50_000_000, 100_000_000])
        #expect(rows.map { $0["end"]?.intValue }.prefix(2) == [50_000_000, 100_000_000])
        let info = try await info(rig)
        #expect(info["chapter"]?.intValue == 0)
        #expect(info["chapterCount"]?.intValue == 3)
        #expect(info["chapterTitle"]?.stringValue == "Part 1")
    }

    @Test("jumps are told with the chapter that is heard then")
    func jumps() async throws {
        let rig = try await rig()
        let count = rig.signals.count

        try await rig.call("SeekToChapter", of: interface, [.uint32(1)])
        rig.engine.advance(by: .zero)
        let signal = try await rig.signals.wait(from: count) {
            $0.member == "NowPlayingChanged" && $0.arguments.first?.dictionaryValue?["chapter"]?.intValue == 1
        }
        #expect(signal.arguments.first?.dictionaryValue?["chapterTitle"]?.stringValue == "Part 2")

        try await rig.call("NextChapter", of: interface)
        rig.engine.advance(by: .seconds(1))
        #expect(try await info(rig)["chapter"]?.intValue == 2)
        try await rig.call("PreviousChapter", of: interface)
        rig.engine.advance(by: .zero)

        #expect(try await info(rig)["chapter"]?.intValue == 1)
    }

    @Test("what cannot be is refused by name")
    func refusals() async throws {
        let rig = try await rig()
        #expect(await error(rig, "SeekToChapter", [.uint32(.max)]) == "NoSuchChapter")
        try rig.controller.perform(.next)
        rig.engine.advance(by: .zero)
        #expect(await error(rig, "NextChapter") == "NoSuchChapter")

        #expect(try await rig.call("GetChapters", of: interface).first?.intValue == -1)
        #expect(try await info(rig)["chapterCount"] == nil)
        try rig.controller.perform(.clearQueue)
        #expect(await error(rig, "GetChapters") == "NothingPlaying")
    }
}
