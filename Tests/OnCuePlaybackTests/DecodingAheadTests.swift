// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import OnCueTestSupport
import Synchronization
import Testing

@testable import OnCuePlayback

@Suite("Sound is decoded ahead in pieces, and no more than a few seconds of it")
struct DecodingAheadTests {
    /// A source that is never done, and the blocks that have come of it.
    private final class Stage: Sendable {
        let pipeline: Element
        let line: SampleSink
        private let blocks = Mutex(0)

        /// In frames.
        static let block = 1500

        init(capacity: Int, block: Int = Stage.block) throws {
            pipeline = try #require(Element.pipeline(name: "test"))
            line = try #require(SampleSink(capacity: capacity))
            let source = try #require(Element("audiotestsrc"))
            source.set("samplesperbuffer", parsing: String(block))
            for element in [source, line.element] { pipeline.add(element) }
            try #require(source.link(to: line.element))
            line.onArrival { [weak self] in self?.blocks.withLock { $0 += 1 } }
            pipeline.setState(.playing)
        }

        deinit { pipeline.setState(.null) }

        /// How many have come.
        var count: Int { blocks.withLock { $0 } }
    }

    @Test("A line holds as many blocks as have the length that is wanted, until it is to hold few again")
    func holds() async throws {
        let stage = try Stage(capacity: 4)
        try await waitUntil("it is full") { stage.count == 4 }

        #expect(stage.line.pull()?.frames == Stage.block)
        try await waitUntil("it is full again") { stage.count == 5 }
        stage.line.hold(frames: 20 * Stage.block)
        try await waitUntil("it holds more") { stage.count == 21 }
        stage.line.hold(frames: 0)
        for _ in 0..<17 { #expect(stage.line.pull() != nil) }

        // Of 20 blocks 3 are left, and one comes.
        try await waitUntil("it holds few") { stage.count >= 22 }
        #expect(stage.line.pull() != nil)
        try await waitUntil("one comes for one that goes") { stage.count == 23 }
    }

    @Test("What is fetched at once is bounded, and is read in order")
    func fetches() async throws {
        let stage = try Stage(capacity: 10)
        try await waitUntil("it is full") { stage.count == 10 }
        var voice = Voice(token: .init(1), line: stage.line, rate: 44_100, gain: 1)
        voice.fetchedAtOnce = 5 * Stage.block

        let read = voice.read(Stage.block)
        let first = try #require(read)

        try await waitUntil("five have gone, and five have come") { stage.count == 15 }
        var end = try #require(first.mediaTime)
        for _ in 0..<30 {
            var next = voice.read(Stage.block)
            if next == nil {
                let count = stage.count
                try await waitUntil("more comes") { stage.count > count }
                next = voice.read(Stage.block)
            }
            let time = try #require(next?.mediaTime)
            #expect(abs((time - end) / .seconds(1) - Double(Stage.block) / 44_100) < 0.001)
            end = time
        }
    }

    @Test("Short blocks are joined to longer ones, without a change of what they hold")
    func joins() async throws {
        let (stage, other) = (try Stage(capacity: 40, block: 600), try Stage(capacity: 40, block: 600))
        try await waitUntil("both are full") { stage.count == 40 && other.count == 40 }
        var voice = Voice(token: .init(1), line: stage.line, rate: 44_100, gain: 1)
        voice.fetchedAtOnce = 20 * 600

        var (samples, expected): ([Float], [Float]) = ([], [])
        for number in 0..<5 {
            let read = voice.read(10_000)
            let block = try #require(read)
            #expect(block.frames == 2400)
            let time = try #require(block.mediaTime) / .seconds(1)
            #expect(abs(time - Double(number) * 2400 / 44_100) < 0.0001)
            block.read { span in for index in 0..<span.count { samples.append(span[index]) } }
        }
        for _ in 0..<20 {
            let block = try #require(other.line.pull())
            block.read { span in for index in 0..<span.count { expected.append(span[index]) } }
        }
        #expect(samples == expected)
    }
}
