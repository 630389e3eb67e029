// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// Playing in step with other machines, for front ends and for the programs that reach those machines.
@MediaActor
package final class TogetherDesk: nonisolated TogetherService {
    package typealias Failure = any Error

    /// Runs the program that follows a machine; returns when it has ended, which cancelling causes.
    ///
    /// - Returns: The reason why it could not follow, or stopped.
    package typealias FollowingProgram = @Sendable (_ machine: String) async -> String

    /// The time that a question waits for something new: callers may ask twice a second.
    private nonisolated static let patience: Duration = .milliseconds(550)
    /// The time that it waits while nothing is heard: then there is nothing to measure, and only a change wakes it.
    private nonisolated static let pausedPatience: Duration = .seconds(10)
    /// The interval at which the heard position is measured meanwhile.
    private nonisolated static let pulse: Duration = .milliseconds(20)
    /// The number of measurements whose median is reported.
    private nonisolated static let measurements = 15
    /// The time after a question for which a machine counts as following.
    private nonisolated static let followed: Duration = .seconds(3)

    let controller: PlaybackController
    let handoff: HandoffDesk
    /// Records the listening at this machine; while another machine is followed, listening counts there.
    let listening: ListeningRecorder?
    let program: FollowingProgram
    let log = Logger("together")
    private let machine: String
    /// Whether paired machines may play in step with this one.
    package var isAllowed: Bool { didSet { wake() } }

    // MARK: State of the leader

    private var number: UInt64
    private var key: Key?
    private var queue: Queue?
    private var queueNumber: UInt64
    private var lastQuestion: Duration?
    /// Questions that wait until something changes, by their numbers.
    private var waiting: [UInt64: AsyncStream<Void>.Continuation] = [:]
    private var lastWait: UInt64 = 0
    /// For each measurement, the position minus the moment: the position extrapolated to the beginning of the clock.
    private var origins: [Duration] = []

    // MARK: State of the follower

    var following: Following?
    var reason = ""
    var lastJoin: UInt64 = 0

    /// The state that receives a new number when it changes.
    private struct Key: Equatable {
        var entry: PlaybackQueue.EntryID?
        var isPlaying: Bool
        var rate: Double
        var queue: UInt64
    }

    /// The queue that was described last.
    private struct Queue {
        var content: Content
        var handed: HandedQueue
        var entries: [PlaybackQueue.EntryID]
        /// The entry that was current then.
        var current: PlaybackQueue.EntryID?
    }

    /// The properties of a queue that make it another one when they change.
    private struct Content: Equatable {
        var entries: [PlaybackQueue.EntryID]
        var order: [Int]
        var repeatMode: RepeatMode
        var stopsAfterEntry: Bool
    }

    /// - Parameters:
    ///   - listening: Records the listening at this machine.
    ///   - seed: The start of the numbers, so that numbers of an earlier run of the daemon mean nothing in this one.
    package init(
        machine: String, controller: PlaybackController, handoff: HandoffDesk, isAllowed: Bool,
        listening: ListeningRecorder? = nil, seed: UInt64 = .random(in: 1...1 << 40),
        program: @escaping FollowingProgram
    ) {
        (self.machine, self.controller, self.handoff, self.isAllowed) = (machine, controller, handoff, isAllowed)
        (number, queueNumber, self.program, self.listening) = (seed, seed, program, listening)
        controller.changes.listen { [weak self] _ in self?.noteChange() }
        controller.jumps.listen { [weak self] _ in self?.renumber() }
        controller.failures.listen { [weak self] _, _ in self?.noteFailure() }
    }

    // MARK: The leader

    @MediaActor
    package func timeline(_ question: TimelineQuestion) async throws -> TimelineAnswer {
        try checkLeading()
        lastQuestion = MonotonicTime.now
        noteChange()
        let begin = MonotonicTime.now
        while true {
            measure()
            let isNew = question.number != number || !question.isHeard && moment != nil || isQueueNew
            let left = begin + (isPlaying ? Self.patience : Self.pausedPatience) - MonotonicTime.now
            guard !isNew, left > .zero else { break }
            if isPlaying {
                try await MediaActor.sleep(for: Self.pulse)
            } else {
                await change(within: left)
                try Task.checkCancellation()
            }
            try checkLeading()
            lastQuestion = MonotonicTime.now
        }
        try await describe()
        return TimelineAnswer(present(), queue: question.queue == queueNumber ? nil : queue?.handed)
    }

    private func checkLeading() throws(ServiceError) {
        try checkAllowed()
        // Two machines that follow each other would follow none.
        if let following {
            throw ServiceError(.refused, "\(machine) follows \(following.machine) itself; join that one")
        }
    }

    /// Returns when something changes, or after the limit.
    private func change(within limit: Duration) async {
        lastWait += 1
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        let wait = lastWait
        waiting[wait] = continuation
        let alarm = Task { @MediaActor in
            if (try? await MediaActor.sleep(for: limit)) != nil { continuation.finish() }
        }
        for await _ in changes { break }
        alarm.cancel()
        waiting[wait] = nil
    }

    /// The number of questions that wait for a change.
    package var waitingQuestions: Int { waiting.count }

    /// Makes all waiting questions check whether there is something new.
    func wake() {
        for continuation in waiting.values { continuation.yield() }
    }

    /// Whether the queue differs from the one that was described. During playback, this is checked with each answer
    /// instead.
    private var isQueueNew: Bool {
        guard !isPlaying, let queue else { return false }
        return queue.content != content || hasLeft(queue)
    }

    /// Returns whether the current entry is not among those that were described: of a long queue, only the entries
    /// around the current one are.
    private func hasLeft(_ queue: Queue) -> Bool {
        guard let current = controller.queue.current, current != queue.current else { return false }
        return !queue.entries.contains(current)
    }

    /// - Throws: `refused`, with the command that switches it on.
    func checkAllowed() throws(ServiceError) {
        guard isAllowed else {
            throw ServiceError(
                .refused,
                "playing together is switched off at \(machine); there: oncue config set handoff.together true")
        }
    }

    private var isPlaying: Bool { controller.isMeantToPlay }

    /// The moment from which on the position is known; `nil` if it is not known.
    private var moment: Duration? { isPlaying && !origins.isEmpty ? MonotonicTime.now : nil }

    /// Returns the current timeline.
    private func present() -> SharedTimeline {
        let entry = controller.queue.current.flatMap { current in queue?.entries.firstIndex { $0 == current } }
        let rate = controller.snapshot.rate
        var timeline = SharedTimeline(
            number: number, queue: queueNumber, entry: controller.snapshot.status == .stopped ? nil : entry,
            position: controller.position, rate: rate, isPlaying: isPlaying, machine: machine)
        if let moment {
            let position = origins.sorted()[origins.count / 2] + moment * rate
            (timeline.position, timeline.moment) = (max(.zero, position), moment)
        }
        return timeline
    }

    private func measure() {
        guard isPlaying, let heard = controller.heard else { return }
        origins.append(heard.position - heard.moment * controller.snapshot.rate)
        if origins.count > Self.measurements { origins.removeFirst() }
    }

    private func noteChange() {
        guard lastQuestion != nil else { return }
        defer { wake() }
        let queue = controller.queue
        let new = Key(
            entry: queue.current, isPlaying: isPlaying, rate: controller.snapshot.rate, queue: queueNumber)
        guard new != key else { return }
        key = new
        renumber()
    }

    private func renumber() {
        number += 1
        origins = []
        wake()
    }

    /// Describes the queue for others, if it has changed.
    private func describe() async throws {
        let content = content
        if let queue, queue.content == content, !hasLeft(queue) { return }
        guard !content.entries.isEmpty else {
            queue = nil
            return
        }
        let current = controller.queue.current
        let (handed, entries) = try await handoff.describedQueue()
        queueNumber += 1
        queue = Queue(content: content, handed: handed, entries: entries, current: current)
        noteChange()
    }

    private var content: Content {
        let queue = controller.queue
        return Content(
            entries: queue.entries.ids, order: queue.turns, repeatMode: queue.repeatMode,
            stopsAfterEntry: controller.snapshot.stopsAfterEntry)
    }

    var isFollowed: Bool {
        waitingQuestions > 0 || lastQuestion.map { MonotonicTime.now - $0 < Self.followed } ?? false
    }
}
