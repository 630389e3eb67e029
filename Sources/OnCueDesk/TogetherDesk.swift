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

    /// Runs the program that follows a machine; returns when it has ended.
    ///
    /// - Returns: Why it could not, or not any longer.
    package typealias FollowingProgram = @Sendable (_ machine: String) async -> String

    /// How long a question waits for something new: callers may ask twice a second.
    private nonisolated static let patience: Duration = .milliseconds(550)
    /// How often what is heard is measured meanwhile.
    private nonisolated static let pulse: Duration = .milliseconds(20)
    /// Measurements of which the middle one is told.
    private nonisolated static let measurements = 15
    /// A machine that has asked within this time follows.
    private nonisolated static let followed: Duration = .seconds(3)

    let controller: PlaybackController
    let handoff: HandoffDesk
    let program: FollowingProgram
    let log = Logger("together")
    private let machine: String
    /// Whether paired machines may play in step with this one.
    package var isAllowed: Bool

    // MARK: State of the leader

    private var number: UInt64
    private var key: Key?
    private var queue: Queue?
    private var queueNumber: UInt64
    private var lastQuestion: Duration?
    /// Of each measurement the position less the moment: what it would have been at the beginning of the clock.
    private var origins: [Duration] = []

    // MARK: State of the follower

    var following: Following?
    var reason = ""
    var lastJoin: UInt64 = 0

    /// What makes another number.
    private struct Key: Equatable {
        var entry: PlaybackQueue.EntryID?
        var isPlaying: Bool
        var rate: Double
        var queue: UInt64
    }

    /// The queue that was told last.
    private struct Queue {
        var content: Content
        var handed: HandedQueue
        var entries: [PlaybackQueue.EntryID]
    }

    /// What makes another queue.
    private struct Content: Equatable {
        var entries: [PlaybackQueue.EntryID]
        var order: [Int]
        var repeatMode: RepeatMode
        var stopsAfterEntry: Bool
    }

    /// - Parameters:
    ///   - seed: Numbers of an earlier run of the daemon mean nothing in this one.
    package init(
        machine: String, controller: PlaybackController, handoff: HandoffDesk, isAllowed: Bool,
        seed: UInt64 = .random(in: 1...1 << 40), program: @escaping FollowingProgram
    ) {
        (self.machine, self.controller, self.handoff, self.isAllowed) = (machine, controller, handoff, isAllowed)
        (number, queueNumber, self.program) = (seed, seed, program)
        controller.changes.listen { [weak self] _ in self?.noteChange() }
        controller.jumps.listen { [weak self] _ in self?.renumber() }
        controller.failures.listen { [weak self] _, _ in self?.noteFailure() }
    }

    // MARK: The leader

    @MediaActor
    package func timeline(_ question: TimelineQuestion) async throws -> TimelineAnswer {
        guard isAllowed else {
            throw ServiceError(
                .refused,
                "playing together is switched off at \(machine); there: oncue config set handoff.together true")
        }
        // Two that follow each other would follow nobody.
        if let following {
            throw ServiceError(.refused, "\(machine) follows \(following.machine) itself; join that one")
        }
        lastQuestion = MonotonicTime.now
        noteChange()
        let deadline = MonotonicTime.now + Self.patience
        while true {
            measure()
            let isNew = question.number != number || !question.isHeard && moment != nil
            guard !isNew, MonotonicTime.now < deadline else { break }
            try await MediaActor.sleep(for: Self.pulse)
            lastQuestion = MonotonicTime.now
        }
        try await describe()
        return TimelineAnswer(present(), queue: question.queue == queueNumber ? nil : queue?.handed)
    }

    private var isPlaying: Bool { controller.isMeantToPlay }

    /// The moment from which on the position is known; `nil` where it is not.
    private var moment: Duration? { isPlaying && !origins.isEmpty ? MonotonicTime.now : nil }

    /// What is played now.
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
    }

    /// Describes the queue for others, if it is another one than before.
    private func describe() async throws {
        let content = content
        guard queue?.content != content else { return }
        guard !content.entries.isEmpty else {
            queue = nil
            return
        }
        let (handed, entries) = try await handoff.describedQueue()
        queueNumber += 1
        queue = Queue(content: content, handed: handed, entries: entries)
        noteChange()
    }

    private var content: Content {
        let queue = controller.queue
        return Content(
            entries: queue.entries.ids, order: queue.turns, repeatMode: queue.repeatMode,
            stopsAfterEntry: controller.snapshot.stopsAfterEntry)
    }

    var isFollowed: Bool {
        lastQuestion.map { MonotonicTime.now - $0 < Self.followed } ?? false
    }
}
