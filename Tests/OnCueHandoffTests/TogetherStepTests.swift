// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueHandoff
import OnCueInterface
import Synchronization
import Testing

@Suite("Playing together, as lines between machines")
struct TogetherStepTests {
    /// A machine that is asked for its timeline.
    private struct Leader: TogetherService {
        typealias Failure = ServiceError

        var answer: Result<TimelineAnswer, ServiceError>

        func timeline(_ question: TimelineQuestion) async throws(ServiceError) -> TimelineAnswer {
            var answer = try answer.get()
            answer.timeline.number += question.number
            return answer
        }
        func joinTogether(_ machine: String) async throws(ServiceError) -> TogetherState { TogetherState() }
        func acceptInvitation(from machine: String) async throws(ServiceError) -> TogetherState {
            _ = try answer.get()
            return TogetherState(.inStep, machine: machine, title: "One")
        }
        func followTogether(_ news: TogetherNews) async throws(ServiceError) -> TogetherState { TogetherState() }
        func leaveTogether() async throws(ServiceError) -> TogetherState { TogetherState() }
        func togetherState() async throws(ServiceError) -> TogetherState { TogetherState() }
    }

    private static let timeline = SharedTimeline(
        number: 7, queue: 3, entry: 0, position: .seconds(9), moment: .seconds(81_000), rate: 1, isPlaying: true,
        machine: "kitchen")
    private static let queue = HandedQueue(machine: "kitchen", entries: [HandedEntry(title: "One")], current: 0)

    @Test("A question is answered with the timeline and with the times at which it came and was answered")
    func answers() async throws {
        let leader = Leader(answer: .success(TimelineAnswer(Self.timeline, queue: Self.queue)))
        let times = Mutex<[Duration]>([.milliseconds(4), .milliseconds(9)])
        let line = await TogetherStep.answer(
            to: TogetherStep.timeline(TimelineQuestion(queue: 1, number: 2, isHeard: true)).line, from: nil, by: leader
        ) { times.withLock { $0.removeFirst() } }
        let answer = try TogetherStep.answer(in: try #require(line))
        #expect(answer.received == .milliseconds(4) && answer.sent == .milliseconds(9))
        #expect(answer.timeline.number == 9 && answer.timeline.moment == .seconds(81_000))
        #expect(answer.queue == Self.queue.sound)
    }

    @Test("A machine that is followed does not say from which machine its queue is")
    func link() async throws {
        var queue = Self.queue
        queue.link = String(repeating: "a1", count: 32)
        let leader = Leader(answer: .success(TimelineAnswer(Self.timeline, queue: queue)))
        let line = await TogetherStep.answer(
            to: TogetherStep.timeline(TimelineQuestion()).line, from: nil, by: leader
        ) { .zero }
        #expect(try #require(line).contains(queue.link), "it is told")
        #expect(try TogetherStep.answer(in: try #require(line)).queue?.link == "", "and not believed")
    }

    @Test("The steps of a handoff are left to others, and so is what is too long")
    func others() async {
        let leader = Leader(answer: .success(TimelineAnswer(Self.timeline)))
        for line in [
            HandoffStep.queue.line, "", "{}", "together",
            TogetherStep.timeline(TimelineQuestion()).line + String(repeating: " ", count: 2_000),
        ] {
            #expect(await TogetherStep.answer(to: line, from: nil, by: leader) { .zero } == nil, "\(line.prefix(40))")
        }
    }

    @Test("A question that is not whole, and a machine that does not allow it, are answered with the reason")
    func refusals() async throws {
        let leader = Leader(answer: .failure(ServiceError(.refused, "playing together is switched off")))
        let off = await TogetherStep.answer(to: TogetherStep.timeline(TimelineQuestion()).line, from: nil, by: leader) {
            .zero
        }
        #expect(throws: ServiceError(.refused, "playing together is switched off")) {
            _ = try TogetherStep.answer(in: off ?? "")
        }
        let broken = await TogetherStep.answer(to: "{\"do\":\"together\"}", from: nil, by: leader) { .zero }
        #expect(broken?.contains("InvalidValue") == true)
    }

    @Test("Who invites is known by the link, and by nothing that is said")
    func invitations() async throws {
        let leader = Leader(answer: .success(TimelineAnswer(Self.timeline)))
        let line = TogetherStep.invite.line
        let answer = await TogetherStep.answer(to: line, from: "kitchen", by: leader) { .zero }
        let state = try TogetherStep.state(answeredIn: answer ?? "")
        #expect(state == TogetherState(.inStep, machine: "kitchen", title: "One"))

        let unknown = await TogetherStep.answer(
            to: "{\"do\":\"invite\",\"machine\":\"kitchen\"}", from: nil, by: leader
        ) { .zero }
        #expect(unknown?.contains("Refused") == true, "\(unknown ?? "")")

        let closed = Leader(answer: .failure(ServiceError(.refused, "playing together is switched off")))
        let refusal = await TogetherStep.answer(to: line, from: "kitchen", by: closed) { .zero }
        #expect(throws: ServiceError(.refused, "playing together is switched off")) {
            _ = try TogetherStep.state(answeredIn: refusal ?? "")
        }
    }

    @Test("Whatever becomes of an answer on its way, what is read of it is possible, or it is refused")
    func damaged() async {
        let leader = Leader(answer: .success(TimelineAnswer(Self.timeline, queue: Self.queue)))
        let line =
            await TogetherStep.answer(to: TogetherStep.timeline(TimelineQuestion()).line, from: nil, by: leader) {
                .seconds(5)
            } ?? ""
        var random = SplitMix64(seed: 4)
        for _ in 0..<2_000 {
            var bytes = Array(line.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[place] = .random(in: 0...255, using: &random)
                case 1: bytes.replaceSubrange(place..<(place + 1), with: Array("-1e99".utf8))
                default: bytes.replaceSubrange(place..<(place + 1), with: Array("999999999999".utf8))
                }
            }
            guard let answer = try? TogetherStep.answer(in: String(decoding: bytes, as: UTF8.self)) else { continue }
            let timeline = answer.timeline
            #expect(timeline == timeline.sound && timeline.rate >= 0.5 && timeline.rate <= 3)
            _ = timeline.position(at: .seconds(1 << 39))
            var clocks = ClockComparison()
            clocks.note(
                ClockComparison.Exchange(
                    sent: .seconds(4), receivedThere: answer.received, sentThere: answer.sent, received: .seconds(6)))
            _ = clocks.here(timeline.moment ?? .zero)
        }
    }
}
