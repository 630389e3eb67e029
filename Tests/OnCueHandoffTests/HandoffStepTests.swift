// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueHandoff
import OnCueInterface
import Synchronization
import Testing

@Suite("Steps of a handoff as lines")
struct HandoffStepTests {
    private static var queue: HandedQueue {
        var entry = HandedEntry(title: "So \"What\"\nnow")
        (entry.artists, entry.album, entry.discNumber, entry.trackNumber) = (["Ada", "Bix"], "Blue", 1, 2)
        (entry.duration, entry.recording, entry.size, entry.path) = (
            .seconds(545), "mb", 9_000_000_000, [0x61, 0xFF, 0x2F]
        )
        entry.segment = MediaSegment(start: .seconds(3), end: .seconds(9))
        entry.number = 4
        var episode = HandedEntry(title: "One")
        (episode.episode, episode.address, episode.isLive) = ("key", "http://h/one.mp3", true)
        return HandedQueue(
            machine: "desk", run: 5, entries: [entry, episode], current: 1, position: .milliseconds(70_250),
            isPlaying: true, rate: 1.5, repeatMode: .all, shuffleMode: .albums, order: [1, 0], context: "Blue",
            contextCount: 9, sleep: .time(.seconds(600)), stopsAfterEntry: true)
    }

    private static let steps: [HandoffStep] = [
        .queue, .prepare(queue), .release(1 << 61), .begin(HandoffStart(9, current: 3, at: .seconds(4), playing: true)),
        .begin(HandoffStart(9, current: nil, at: .zero, playing: false)), .discard(7), .takeBack(8),
    ]

    @Test("Every step comes back as it went, on one line", arguments: steps)
    func roundTrip(step: HandoffStep) throws {
        #expect(!step.line.contains("\n"))
        #expect(try HandoffStep(line: step.line) == step)
    }

    @Test("Whatever becomes of a line on its way, it is read as what it then says, or refused", arguments: steps)
    func damaged(step: HandoffStep) {
        var random = SplitMix64(seed: 1)
        for _ in 0..<400 {
            var bytes = Array(step.line.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0: bytes[place] = .random(in: 0...255, using: &random)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...20, using: &random)))
                case 2: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
                default: bytes.replaceSubrange(place..<(place + 1), with: Array("-1e99".utf8))
                }
                if bytes.isEmpty { bytes = [0] }
            }
            guard let read = try? HandoffStep(line: String(decoding: bytes, as: UTF8.self)) else { continue }
            #expect((try? HandoffStep(line: read.line)) == read, "\(read.line)")
        }
    }

    @Test("The largest queue fits into a line, and comes back whole")
    func largest() throws {
        var entry = HandedEntry(title: String(repeating: "ü", count: 600))
        (entry.artists, entry.album) = (Array(repeating: entry.title, count: 20), entry.title)
        entry.path = Array(repeating: 0xFF, count: HandedEntry.pathLimit)
        entry.address = "http://h/" + String(repeating: "a", count: HandedEntry.addressLimit - 9)
        let long = String(repeating: "r", count: HandedEntry.textLimit)
        (entry.recording, entry.episode) = (long, long)
        (entry.size, entry.duration, entry.segment) = (
            .max, .seconds(1 << 30), MediaSegment(start: .seconds(1), end: nil)
        )
        let most = HandedQueue(
            machine: "desk", entries: Array(repeating: entry, count: 1_200), current: 0
        ).sound
        #expect(most.entries.count == HandedQueue.capacity)
        #expect(most.entries[0].title.utf8.count <= HandedEntry.textLimit)
        #expect(most.entries[0].artists.count == HandedEntry.artistLimit && !most.entries[0].path.isEmpty)
        let line = HandoffStep.prepare(most).line
        #expect(line.utf8.count <= HandoffStep.longestLine, "\(line.utf8.count)")
        #expect(try HandoffStep(line: line) == .prepare(most))
    }

    @Test(
        "What is no step is refused with what is wrong",
        arguments: [
            ("", "one line"), ("{", "one line"), ("[]", "one line"), ("{\"do\":1}", "one line"),
            ("{\"do\":\"format\"}", "\"format\" is not a step"), ("{\"do\":\"release\"}", "\"number\""),
            ("{\"do\":\"release\",\"number\":-1}", "\"number\""), ("{\"do\":\"prepare\"}", "\"queue\""),
            ("{\"do\":\"prepare\",\"queue\":{}}", "\"queue\""), ("{\"do\":\"begin\",\"start\":{}}", "\"start\""),
        ])
    func wrong(line: String, words: String) {
        let error = #expect(throws: ServiceError.self) { try HandoffStep(line: line) }
        #expect(error?.code == .invalidValue && error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test(
        "A part of a medium that ends before it begins, or begins before the medium, is none",
        arguments: [("3000000", "2000000"), ("3000000", "3000000"), ("-1", "5"), ("-9223372036854775808", "1")])
    func parts(start: String, end: String) throws {
        let entry = "{\"title\":\"x\",\"start\":\(start),\"end\":\(end)}"
        let step = try HandoffStep(line: "{\"do\":\"prepare\",\"queue\":{\"entries\":[\(entry)],\"current\":0}}")
        guard case .prepare(let queue) = step else {
            Issue.record("\(step)")
            return
        }
        #expect(queue.entries.map(\.segment) == [nil])
    }

    @Test("A line that is too long is refused by its length")
    func tooLong() {
        let line = String(repeating: "x", count: HandoffStep.longestLine + 1)
        #expect(throws: ServiceError.self) { try HandoffStep(line: line) }
    }

    @Test("Only a greeting of OnCue is one")
    func greeting() {
        #expect(HandoffGreeting(line: HandoffGreeting().line) == HandoffGreeting())
        for line in ["", "Welcome!", "{}", "{\"oncue\":\"handoff\"}", "{\"oncue\":\"x\",\"version\":1}"] {
            #expect(HandoffGreeting(line: line) == nil)
        }
    }

    // MARK: The other machine

    /// A way to a machine on paper, which breaks at some exchanges.
    private final class PaperChannel: HandoffChannel {
        private let machine: PaperMachine
        private let breaks: [Int]
        private let count = Mutex(0)

        init(_ machine: PaperMachine, breaks: [Int] = []) { (self.machine, self.breaks) = (machine, breaks) }

        func exchange(_ line: String) async throws(HandoffLoss) -> String {
            let number = count.withLock {
                $0 += 1
                return $0
            }
            let answer = await HandoffStep.answer(to: line, by: machine)
            if breaks.contains(number) { throw HandoffLoss("the connection was lost") }
            return answer
        }

        func close() async {}
    }

    @Test("A machine behind lines moves as one that is here", arguments: [[], [1], [2]])
    func remote(breaks: [Int]) async throws {
        let listener = Listener()
        let desk = PaperMachine("desk", listener, isPlaying: true)
        let kitchen = PaperMachine("kitchen", listener, isPlaying: false)
        let isFirst = Mutex(true)
        let remote = try await RemoteHandoff("desk") { _ throws(ServiceError) in
            let first = isFirst.withLock { value in
                defer { value = false }
                return value
            }
            return PaperChannel(desk, breaks: first ? breaks : [])
        }

        let outcome = try await HandoffTransfer.move(from: remote, to: kitchen)

        #expect(outcome.isPlaying && listener.now == ["kitchen"] && listener.most == 1)
    }

    @Test("An error keeps its code, and says where it was")
    func remoteError() async throws {
        let desk = PaperMachine("desk", Listener(), isPlaying: true, fault: ("release", .refuses))
        let remote = try await RemoteHandoff("desk") { _ throws(ServiceError) in PaperChannel(desk) }
        let error = await #expect(throws: ServiceError.self) { try await remote.releaseForHandoff(1) }
        #expect(error == ServiceError(.notPlayable, "desk: desk does not release"))
    }

    @Test("Answers that are none are told as such", arguments: ["", "{}", "{\"answer\":{}}", "{\"answer\":1}", "x"])
    func nonsense(answer: String) async throws {
        struct Mute: HandoffChannel {
            let answer: String
            func exchange(_ line: String) async throws(HandoffLoss) -> String { answer }
            func close() async {}
        }
        let remote = try await RemoteHandoff("desk") { _ throws(ServiceError) in Mute(answer: answer) }
        let error = await #expect(throws: ServiceError.self) { try await remote.handedQueue() }
        #expect(error?.code == .unexpectedAnswer)
    }
}
