// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueDesk
import OnCueInterface
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Synchronization
import Testing

@Suite("Playing together, at the desk", .timeLimit(.minutes(5)))
@MediaActor
struct TogetherDeskTests {
    /// A machine whose way to others is the test's.
    @MediaActor
    private final class Seat {
        let engine = FakePlaybackEngine()
        let controller: PlaybackController
        let desk: TogetherDesk
        /// The machines that were followed, in their order.
        let followed = EventLog<String>()
        /// What the program that follows says in the end; it runs until there is something.
        let endings = EventLog<String>()
        /// The machines whose programs were ended from here.
        let stopped = EventLog<String>()

        init(_ titles: [String] = ["One", "Two", "Three"], isAllowed: Bool = true) {
            controller = PlaybackController(
                engine: engine, store: MemorySessionStore(SavedSession()), session: SavedSession(), seed: 1)
            let tracks = titles.map { Track.sample($0, title: $0) }
            let handoff = HandoffDesk(
                machine: "here", controller: controller, media: FakeHandoffMedia(tracks), folders: { [] }, seed: 100)
            desk = TogetherDesk(
                machine: "here", controller: controller, handoff: handoff, isAllowed: isAllowed, seed: 10,
                program: { [followed, endings, stopped] machine in
                    followed.append(machine)
                    let ending = await withTaskCancellationHandler {
                        try? await endings.wait { _ in true }
                    } onCancel: {
                        stopped.append(machine)
                    }
                    return ending ?? ""
                })
        }

        var titles: [String] { controller.queue.entries.map(\.track.title) }
        var current: String? { controller.queue.currentEntry?.track.title }

        func play(_ titles: String...) throws {
            try controller.perform(
                .play(titles.map { .sample($0, title: $0) }, startingAt: 0, shuffled: nil))
            engine.advance(by: .zero)
        }

        /// Joins the kitchen, of which this is known at once.
        func join(_ timeline: SharedTimeline, _ titles: String...) async throws -> TogetherState {
            let joining = Task { try await desk.joinTogether("kitchen") }
            _ = try await followed.wait { $0 == "kitchen" }
            try await tell(timeline, queue: titles)
            return try await joining.value
        }

        @discardableResult
        func tell(_ timeline: SharedTimeline, queue titles: [String]? = nil) async throws -> TogetherState {
            let queue = titles.map { titles in
                HandedQueue(machine: "kitchen", run: 7, entries: titles.map { HandedEntry(title: $0) }, current: 0)
            }
            let state = try await desk.followTogether(TogetherNews("kitchen", timeline: timeline, queue: queue))
            engine.advance(by: .zero)
            return state
        }
    }

    private static func timeline(
        _ number: UInt64, entry: Int = 0, at position: Duration = .seconds(30), isPlaying: Bool = false
    ) -> SharedTimeline {
        SharedTimeline(
            number: number, queue: 1, entry: entry, position: position, moment: isPlaying ? MonotonicTime.now : nil,
            rate: 1, isPlaying: isPlaying, machine: "kitchen")
    }

    // MARK: The leader

    @Test("Nobody is told what is heard, nor can invite, before that is allowed")
    func switchedOff() async throws {
        let seat = Seat(isAllowed: false)
        try seat.play("One")
        for ask in [
            { _ = try await seat.desk.timeline(TimelineQuestion()) },
            { _ = try await seat.desk.acceptInvitation(from: "kitchen") },
        ] as [@MediaActor () async throws -> Void] {
            let error = await #expect(throws: ServiceError.self) { try await ask() }
            #expect(error?.code == .refused && error?.message.contains("handoff.together true") == true)
        }
        #expect(seat.followed.events.isEmpty)
    }

    @Test("Whoever leads follows nobody: who follows is not followed, and says whom to join")
    func leadersFollowNobody() async throws {
        let seat = Seat()
        _ = try await seat.join(Self.timeline(1), "One", "Two")
        let error = await #expect(throws: ServiceError.self) { _ = try await seat.desk.timeline(TimelineQuestion()) }
        #expect(error?.code == .refused && error?.message.contains("follows kitchen itself") == true)
        seat.endings.append("")
    }

    @Test("A queue that is longer than is told is told anew when what plays is none of what was told")
    func longQueue() async throws {
        let seat = Seat()
        try seat.controller.perform(
            .play((0..<2_500).map { .sample("T\($0)", title: "T\($0)") }, startingAt: 0, shuffled: nil))
        seat.engine.advance(by: .zero)
        let first = try await seat.desk.timeline(TimelineQuestion())
        #expect(first.timeline.entry == 0 && first.queue?.entries.count == HandedQueue.capacity)
        try seat.controller.perform(.playEntry(seat.controller.queue.entries.ids[2_000]))
        seat.engine.advance(by: .zero)
        let second = try await seat.desk.timeline(
            TimelineQuestion(queue: first.timeline.queue, number: first.timeline.number))
        let entry = try #require(second.timeline.entry)
        #expect(second.queue?.entries[entry].title == "T2000")
    }

    @Test("Who follows a machine that plays what it has not told of says that it is silent")
    func untold() async throws {
        let seat = Seat()
        _ = try await seat.join(Self.timeline(1), "One", "Two")
        var timeline = Self.timeline(2, isPlaying: true)
        timeline.entry = nil
        #expect(try await seat.tell(timeline).status == .missing)
        seat.endings.append("")
    }

    @Test("A question is answered at once where something is new, with the queue where that is")
    func timelines() async throws {
        let seat = Seat()
        try seat.play("One", "Two")
        let first = try await seat.desk.timeline(TimelineQuestion())
        #expect(first.timeline.entry == 0 && first.timeline.isPlaying && first.timeline.machine == "here")
        #expect(first.queue?.entries.map(\.title) == ["One", "Two"])
        #expect(try await seat.desk.togetherState().isFollowed)

        try seat.controller.perform(.pause)
        let paused = try await seat.desk.timeline(
            TimelineQuestion(queue: first.timeline.queue, number: first.timeline.number))
        #expect(paused.timeline.number > first.timeline.number && !paused.timeline.isPlaying && paused.queue == nil)

        try seat.controller.perform(.enqueue([.sample("Three", title: "Three")], at: .last, shuffled: false))
        let longer = try await seat.desk.timeline(
            TimelineQuestion(queue: paused.timeline.queue, number: paused.timeline.number, isHeard: true))
        #expect(longer.timeline.queue != paused.timeline.queue)
        #expect(longer.queue?.entries.map(\.title) == ["One", "Two", "Three"])
    }

    @Test("While nothing is played, a question waits for a change, and is answered in the moment when there is one")
    func pausedQuestions() async throws {
        let seat = Seat()
        try seat.play("One", "Two")
        let first = try await seat.desk.timeline(TimelineQuestion())
        try seat.controller.perform(.pause)
        var known = try await seat.desk.timeline(TimelineQuestion(queue: first.timeline.queue))
        let changes: [PlaybackCommand] = [
            .enqueue([.sample("Three", title: "Three")], at: .last, shuffled: false), .next, .resume,
        ]
        for change in changes {
            let question = TimelineQuestion(queue: known.timeline.queue, number: known.timeline.number, isHeard: true)
            let asked = Task { try await seat.desk.timeline(question) }
            try await waitUntil("it is asked") { seat.desk.waitingQuestions == 1 }
            let begin = ContinuousClock.now
            try seat.controller.perform(change)
            let answer = try await asked.value
            #expect(ContinuousClock.now - begin < .seconds(5), "\(change)")
            #expect(answer.timeline.number != known.timeline.number, "\(change)")
            #expect((answer.queue != nil) == (answer.timeline.queue != known.timeline.queue))
            known = answer
        }
        #expect(known.timeline.isPlaying && known.timeline.entry == 1)
    }

    @Test("Whoever no longer may ask is told so in the moment when that is switched off")
    func switchedOffMeanwhile() async throws {
        let seat = Seat()
        try seat.play("One")
        try seat.controller.perform(.pause)
        let known = try await seat.desk.timeline(TimelineQuestion()).timeline
        let asked = Task {
            try await seat.desk.timeline(
                TimelineQuestion(queue: known.queue, number: known.number, isHeard: true))
        }
        try await waitUntil("it is asked") { seat.desk.waitingQuestions == 1 }
        #expect(try await seat.desk.togetherState().isFollowed)
        seat.desk.isAllowed = false
        let error = await #expect(throws: ServiceError.self) { _ = try await asked.value }
        #expect(error?.code == .refused)
    }

    // MARK: The follower

    @Test("Whoever leaves ends the program that follows, so that joining again begins anew")
    func leaving() async throws {
        let seat = Seat()
        _ = try await seat.join(Self.timeline(1), "One", "Two")
        _ = try await seat.desk.leaveTogether()
        _ = try await seat.stopped.wait { $0 == "kitchen" }
        let again = Task { try await seat.desk.joinTogether("kitchen") }
        try await seat.followed.wait(count: 2)
        try await seat.tell(Self.timeline(1), queue: ["One", "Two"])
        #expect(try await again.value.machine == "kitchen")
        seat.endings.append("")
    }

    @Test("A machine without a name, and one that would be an option, is none")
    func names() async throws {
        let seat = Seat()
        for name in ["", "-oProxyCommand=x", String(repeating: "k", count: 300)] {
            let error = await #expect(throws: ServiceError.self) { _ = try await seat.desk.joinTogether(name) }
            #expect(error?.code == .invalidValue)
        }
        #expect(seat.followed.events.isEmpty)
    }

    @Test("Joining the same machine again waits for it, and follows it once")
    func joinedTwice() async throws {
        let seat = Seat()
        let first = Task { try await seat.desk.joinTogether("kitchen") }
        _ = try await seat.followed.wait { $0 == "kitchen" }
        let second = Task { try await seat.desk.joinTogether("kitchen") }
        let joined = try await seat.join(Self.timeline(1), "One", "Two")
        #expect(try await first.value == joined)
        #expect(try await second.value == joined)
        #expect(seat.followed.events == ["kitchen"])
        seat.endings.append("")
    }

    @Test("What cannot be reached is said, and nothing has changed")
    func unreachable() async throws {
        let seat = Seat()
        try seat.play("Three")
        seat.endings.append("kitchen cannot be reached")
        let error = await #expect(throws: ServiceError.self) { _ = try await seat.desk.joinTogether("kitchen") }
        #expect(error?.code == .notAvailable && error?.message == "kitchen cannot be reached")
        #expect(seat.titles == ["Three"] && seat.controller.snapshot.status == .playing)
    }

    @Test("A machine that is paused is followed at its position, and undo brings back what was there")
    func paused() async throws {
        let seat = Seat()
        try seat.play("Three")
        let state = try await seat.join(Self.timeline(1, entry: 1), "One", "Two")
        #expect(state.status == .paused && state.machine == "kitchen" && state.title == "Two")
        #expect(seat.titles == ["One", "Two"] && seat.current == "Two")
        #expect(seat.controller.snapshot.status == .paused && seat.controller.position == .seconds(30))

        let left = try await seat.desk.leaveTogether()
        #expect(left.status == .alone && left.reason.isEmpty)
        try seat.controller.perform(.undo)
        #expect(seat.titles == ["Three"])
        seat.endings.append("")
    }

    @Test("It is silent until it is heard in step, and then fades in")
    func step() async throws {
        let seat = Seat()
        let begin = MonotonicTime.now
        // What is heard here is as far as there.
        seat.engine.hears = {
            let now = MonotonicTime.now
            return HeardPosition(position: .seconds(30) + (now - begin), moment: now)
        }
        var timeline = Self.timeline(1, isPlaying: true)
        timeline.moment = begin
        let state = try await seat.join(timeline, "One")
        #expect(state.status == .inStep && state.behind == nil, "a few measurements say nothing yet")
        try await waitUntil("it is known how exactly", within: .seconds(40)) {
            try await seat.desk.togetherState().behind.map { abs($0) < 400 } ?? false
        }
        #expect(seat.engine.corrections.first == .veil && seat.engine.corrections.contains(.unveil))
        let left = try await seat.desk.leaveTogether()
        #expect(left.status == .alone && seat.controller.snapshot.status == .playing, "it plays on alone")
        #expect(seat.engine.corrections.last == .unveil)
        seat.endings.append("")
    }

    @Test("An entry that is not here is silent, with its title, and the next one that is here is played")
    func missing() async throws {
        let seat = Seat(["Two"])
        let state = try await seat.join(Self.timeline(1, isPlaying: true), "One", "Two")
        #expect(state.status == .missing && state.title == "One")
        #expect(seat.controller.snapshot.status != .playing)
        try await seat.tell(Self.timeline(2, entry: 1, isPlaying: true))
        #expect(seat.current == "Two" && seat.controller.snapshot.status == .playing)
        #expect(try await seat.desk.togetherState().status != .missing)
        seat.endings.append("")
    }

    @Test("Where nothing of it is here, it is not followed, and the queue stays")
    func nothingHere() async throws {
        let seat = Seat(["Three"])
        try seat.play("Three")
        await #expect(throws: ServiceError.self) {
            _ = try await seat.join(Self.timeline(1, isPlaying: true), "One", "Two")
        }
        #expect(seat.titles == ["Three"])
        #expect(try await seat.desk.togetherState().reason.contains("nothing of what kitchen plays is here"))
        seat.endings.append("")
    }

    @Test("Pausing here ends it here, and a pause there does not")
    func pausedHere() async throws {
        let seat = Seat()
        _ = try await seat.join(Self.timeline(1), "One", "Two")
        try await seat.tell(Self.timeline(2, at: .seconds(40), isPlaying: true))
        #expect(seat.controller.snapshot.status == .playing)
        try await seat.tell(Self.timeline(3, at: .seconds(42)))
        #expect(seat.controller.snapshot.status == .paused)
        #expect(try await seat.desk.togetherState().status == .paused)
        try await seat.tell(Self.timeline(4, at: .seconds(42), isPlaying: true))
        #expect(seat.controller.snapshot.status == .playing)

        try seat.controller.perform(.pause)
        try await seat.tell(Self.timeline(4, at: .seconds(43), isPlaying: true))
        let state = try await seat.desk.togetherState()
        #expect(state.status == .alone && state.reason.contains("paused here"), "\(state)")
        #expect(seat.controller.snapshot.status == .paused)
        seat.endings.append("")
    }

    @Test("Playing something else here ends it here")
    func somethingElse() async throws {
        let seat = Seat()
        _ = try await seat.join(Self.timeline(1), "One", "Two")
        try seat.play("Three")
        try await seat.tell(Self.timeline(2, isPlaying: true))
        let state = try await seat.desk.togetherState()
        #expect(state.status == .alone && state.reason.contains("something else"), "\(state)")
        #expect(seat.titles == ["Three"] && seat.controller.snapshot.status == .playing)
        seat.endings.append("")
    }

    @Test("A queue of the leader that changes is taken over, and undo still brings back the one from before")
    func changedQueue() async throws {
        let seat = Seat()
        try seat.play("Three")
        _ = try await seat.join(Self.timeline(1), "One", "Two")
        try await seat.tell(Self.timeline(2, entry: 2, isPlaying: true), queue: ["Two", "One", "Three"])
        #expect(seat.titles == ["Two", "One", "Three"] && seat.current == "Three")
        #expect(seat.controller.snapshot.status == .playing)
        _ = try await seat.desk.leaveTogether()
        try seat.controller.perform(.undo)
        #expect(seat.titles == ["Three"])
        #expect(seat.controller.snapshot.status == .playing, "it played before the first queue of the leader")
        seat.endings.append("")
    }

    @Test("When the leader is gone this machine plays on, and says why it is alone")
    func gone() async throws {
        let seat = Seat()
        _ = try await seat.join(Self.timeline(1), "One", "Two")
        try await seat.tell(Self.timeline(2, isPlaying: true))
        let state = try await seat.desk.followTogether(TogetherNews("kitchen", loss: "the connection was lost"))
        #expect(state.status == .alone && state.reason == "the connection was lost")
        #expect(seat.controller.snapshot.status == .playing)
        // What is still told of it changes nothing.
        try await seat.tell(Self.timeline(3, entry: 1))
        #expect(seat.current == "One" && seat.controller.snapshot.status == .playing)
        seat.endings.append("")
    }

    @Test("A program that ends takes the step with it")
    func programEnds() async throws {
        let seat = Seat()
        _ = try await seat.join(Self.timeline(1), "One")
        seat.endings.append("kitchen has forgotten this machine")
        try await waitUntil("it is noticed") {
            try await seat.desk.togetherState().reason == "kitchen has forgotten this machine"
        }
    }

    @Test("Who is invited follows who invites, and one more invitation changes nothing")
    func invited() async throws {
        let seat = Seat()
        let accepting = Task { try await seat.desk.acceptInvitation(from: "kitchen") }
        _ = try await seat.followed.wait { $0 == "kitchen" }
        try await seat.tell(Self.timeline(1), queue: ["One", "Two"])
        #expect(try await accepting.value.machine == "kitchen")
        #expect(try await seat.desk.acceptInvitation(from: "kitchen").status == .paused)
        #expect(seat.followed.events == ["kitchen"] && seat.titles == ["One", "Two"])
        seat.endings.append("")
    }
}
