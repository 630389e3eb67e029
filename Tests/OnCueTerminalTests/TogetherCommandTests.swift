// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueHandoff
import OnCueInterface
import OnCueTestSupport
import Synchronization
import Testing

@testable import OnCueTerminal

@Suite("oncue together")
struct TogetherCommandTests {
    /// Another machine behind lines, which is lost after so many answers.
    private final class Other: RemoteMachines, HandoffChannel {
        let service: FakeService
        /// When the way was opened, and when something was asked.
        let openings = EventLog<ContinuousClock.Instant>()
        let questions = EventLog<ContinuousClock.Instant>()
        private let left: Mutex<Int>
        /// The answers on each way that is opened again; `nil` if none can be.
        private let answersAgain: Int?

        init(_ service: FakeService, answers: Int, answersAgain: Int? = nil) {
            self.service = service
            left = Mutex(answers)
            self.answersAgain = answersAgain
        }

        func way(to host: String) async throws(ServiceError) -> MachineWay { .pairing }

        func open(_ host: String, by way: MachineWay, again isAgain: Bool) async throws(ServiceError)
            -> any HandoffChannel
        {
            openings.append(.now)
            guard isAgain else { return self }
            // A test that fails ends all the same.
            guard let answersAgain, openings.count < 12 else {
                throw ServiceError(.unavailable, "\(host) cannot be reached")
            }
            left.withLock { $0 = answersAgain }
            return self
        }

        func exchange(_ line: String) async throws(HandoffLoss) -> String {
            questions.append(.now)
            let isLost = left.withLock { left in
                left -= 1
                return left < 0
            }
            guard !isLost,
                let answer = await TogetherStep.answer(to: line, from: "here", by: service, now: { .seconds(3) })
            else {
                throw HandoffLoss("the connection to kitchen was lost")
            }
            return answer
        }

        func close() async {}
    }

    /// Links of which only whether this machine listens matters.
    private struct Links: MachineLinks {
        var isListening: Bool

        func state() async throws(CommandFailure) -> LinkState { LinkState(isListening: isListening) }
        func forget(_ name: String?) async throws(CommandFailure) -> LinkState { LinkState() }
        func listen(_ isOn: Bool, port: Int?) async throws(CommandFailure) -> LinkState { LinkState() }
        func pair(_ host: String?, port: Int?) async throws(CommandFailure) -> any PairingConversation {
            throw CommandFailure(.failed, "nobody is there")
        }
    }

    private static func queue() -> HandedQueue {
        HandedQueue(machine: "kitchen", entries: [HandedEntry(title: "Blue")], current: 0)
    }

    @Test("It says whether this machine is in step, and how exactly")
    func state() async {
        let session = Session { state in
            state.together = TogetherState(.inStep, machine: "kitchen", title: "Blue", behind: -1_234, catches: 2)
        }
        #expect(await Program.run(["together"], session.context) == .done)
        #expect(session.talk.lines == ["In step with kitchen: Blue, 1.23 ms apart", "It caught up in silence 2 times"])
        let json = Session { $0.together = TogetherState(.missing, machine: "kitchen", title: "Blue") }
        #expect(await Program.run(["together", "--json"], json.context) == .done)
        #expect(json.data.text.contains("\"status\":\"missing\"") && json.data.text.contains("\"behind\":null"))
    }

    @Test("A machine is joined and left, and one that cannot be reached says why")
    func join() async {
        let session = Session { _ in }
        #expect(await Program.run(["together", "join", "kitchen"], session.context) == .done)
        #expect(session.talk.text.contains("In step with kitchen: Blue, 0.12 ms apart"))
        #expect(await Program.run(["together", "leave"], session.context) == .done)
        #expect(session.talk.text.contains("follows no other one"))
        #expect(await Program.run(["together", "join", "nowhere"], session.context) != .done)
        #expect(session.talk.text.contains("nowhere cannot be reached"))
        #expect(await Program.run(["together", "join", "-oProxyCommand=x"], session.context) == .wrongWords)
    }

    @Test("A paired machine is brought into step, by the name that it has for this one")
    func invite() async {
        let there = FakeService { $0.handedQueue = Self.queue() }
        let session = Session { $0.handedQueue = Self.queue() }
        session.machines = Other(there, answers: 10)
        session.links = Links(isListening: true)
        #expect(await Program.run(["together", "invite", "desk"], session.context) == .done)
        #expect(session.talk.lines == ["desk plays in step with this machine: Blue, 0.12 ms apart"])
        #expect(there.calls == ["accept here", "join here", "joined"])
        #expect(await Program.run(["together", "invite", "desk", "--json"], session.context) == .done)
        #expect(session.data.text.contains("\"status\":\"inStep\""))
    }

    @Test("Nobody is disturbed by an invitation that could come to nothing, and each says what to do")
    func vainInvitations() async {
        let there = FakeService { $0.handedQueue = Self.queue() }
        func refusal(
            listening: Bool = true, paired: Bool = true, _ configure: (inout FakeService.State) -> Void
        ) async -> String {
            let session = Session(configure)
            if paired { session.machines = Other(there, answers: 10) }
            session.links = Links(isListening: listening)
            #expect(await Program.run(["together", "invite", "desk"], session.context) != .done)
            return session.talk.text
        }
        #expect(await refusal(paired: false) { $0.handedQueue = Self.queue() }.contains("oncue handoff pair"))
        #expect(await refusal(listening: false) { $0.handedQueue = Self.queue() }.contains("oncue handoff listen on"))
        let follows = await refusal { state in
            state.handedQueue = Self.queue()
            state.together = TogetherState(.inStep, machine: "attic")
        }
        #expect(follows.contains("follows attic itself"))
        #expect(await !refusal { _ in }.isEmpty, "nothing plays here")
        #expect(there.calls.isEmpty)
        let closed = FakeService { _ in }
        let session = Session { $0.handedQueue = Self.queue() }
        session.machines = Other(closed, answers: 10)
        session.links = Links(isListening: true)
        #expect(await Program.run(["together", "invite", "desk"], session.context) != .done)
        #expect(session.talk.text.contains("desk: playing together is switched off here"))
    }

    @Test("What comes from another machine is shown on one line")
    func hostileTexts() async {
        let session = Session { state in
            state.together = TogetherState(.inStep, machine: "k\u{1B}[31m", title: "a\nb", reason: "x\u{9B}y")
        }
        #expect(await Program.run(["together"], session.context) == .done)
        #expect(!session.talk.text.contains("\u{1B}") && session.talk.lines.count == 2)
    }

    @Test("The program that follows compares clocks, tells what it hears, and says when the other machine is lost")
    func follows() async throws {
        let here = FakeService { $0.together = TogetherState(.joining, machine: "kitchen") }
        let there = FakeService { $0.handedQueue = Self.queue() }
        let follower = TogetherFollower(host: "kitchen", machines: Other(there, answers: 10), service: here)
        try await follower.run()
        let calls = here.calls
        #expect(calls.first == "follow kitchen at 5 ", "\(calls)")
        #expect(calls.last == "follow kitchen at 0 the connection to kitchen was lost", "\(calls)")
        #expect(there.calls.count == 10)
    }

    @Test(
        "A machine that greets and then loses every question is reached no more than three times again, and that is told"
    )
    func lostAgain() async throws {
        let here = FakeService { $0.together = TogetherState(.joining, machine: "kitchen") }
        let other = Other(FakeService { $0.handedQueue = Self.queue() }, answers: 10, answersAgain: 0)

        try await TogetherFollower(host: "kitchen", machines: other, service: here).run()

        #expect(here.calls.last == "follow kitchen at 0 the connection to kitchen was lost", "\(here.calls)")
        #expect(other.openings.count == 4)
    }

    @Test("One that answers between losses is not given up, and only once is the way opened again at once")
    func answersBetween() async throws {
        let here = FakeService { $0.together = TogetherState(.joining, machine: "kitchen") }
        let other = Other(FakeService { $0.handedQueue = Self.queue() }, answers: 10, answersAgain: 1)
        let follower = TogetherFollower(host: "kitchen", machines: other, service: here)
        let run = Task { try await follower.run() }

        try await other.openings.wait(count: 6)
        await follower.stop()
        _ = await run.result

        let times = other.openings.events
        let pauses = zip(times.dropFirst(), times).map { $0 - $1 }.dropFirst()
        #expect(pauses.allSatisfy { $0 > .milliseconds(900) }, "\(pauses)")
        #expect(!here.calls.contains { $0.hasSuffix("lost") }, "\(here.calls)")
    }

    @Test("A machine that always has something new is asked no more often than its link allows, comparing clocks too")
    func constantNews() async throws {
        let here = FakeService { $0.together = TogetherState(.joining, machine: "kitchen") }
        let other = Other(FakeService { $0.handedQueue = Self.queue() }, answers: 38)

        try await TogetherFollower(host: "kitchen", machines: other, service: here).run()

        // As many at once as it may, and then no more than two in a second.
        let times = other.questions.events
        let begin = try #require(times.first)
        for (number, time) in times.enumerated().dropFirst(30) {
            #expect(time - begin > .milliseconds(500) * (number - 30), "question \(number)")
        }
    }

    @Test("It ends when the daemon follows nobody any longer, and tells nothing of a machine that refuses")
    func ends() async throws {
        let here = FakeService { $0.together = TogetherState() }
        let there = FakeService { $0.handedQueue = Self.queue() }
        try await TogetherFollower(host: "kitchen", machines: Other(there, answers: 100), service: here).run()
        #expect(here.calls.count == 1)
        let refusing = FakeService { _ in }
        await #expect(throws: ServiceError.self) {
            try await TogetherFollower(host: "kitchen", machines: Other(refusing, answers: 100), service: here).run()
        }
        #expect(here.calls.count == 1)
    }
}
