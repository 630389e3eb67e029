// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
internal import OnCueRuntime
internal import OnCueSession

/// The follower.
extension TogetherDesk {
    /// The longest time for a join; less than callers wait.
    private nonisolated static let joinLimit: Duration = .seconds(20)
    private nonisolated static let pulse: Duration = .milliseconds(50)
    /// The time until a jump is heard.
    private nonisolated static let lead: Duration = .milliseconds(350)
    /// The distance from which a position is reached by a seek rather than by skipping sound.
    private nonisolated static let leap: Duration = .seconds(1)
    /// The time at the beginning or the end of an entry in which one machine may have gone on to the next entry, and
    /// the other not yet.
    private nonisolated static let border: Duration = .seconds(2)
    /// The distance between the positions of two paused machines above which this one is moved.
    private nonisolated static let restTolerance: Duration = .milliseconds(20)
    private nonisolated static let longestName = 256

    /// The machine that is followed, with its queue and timeline.
    struct Following {
        var join: UInt64
        var machine: String
        var entries: [PlaybackQueue.EntryID] = []
        /// The titles of the entries.
        var titles: [String] = []
        /// The indices of those that are missing, or cannot be played here.
        var missing: Set<Int> = []
        /// The time when its queue was noted among the undoable changes.
        var edit: ContinuousClock.Instant?
        /// Whether this machine was playing its own queue before; `nil` before the first queue.
        var hadPlayed: Bool?
        var timeline: SharedTimeline?
        var error: Duration?
        var keeper = StepKeeper()
        /// Whether playback was resumed at this machine.
        var hasResumed = false
        /// Whether the end of the entry was near at the last check.
        var isNearEnd = false
        var keeping: Task<Void, Never>?
        /// The program that reports the state of the machine.
        var program: Task<Void, Never>?
    }

    @MediaActor
    package func togetherState() async throws -> TogetherState { state }

    private var state: TogetherState {
        guard let following else { return TogetherState(isFollowed: isFollowed, reason: reason) }
        let entry = following.timeline?.entry
        let title = entry.flatMap { following.titles.indices.contains($0) ? following.titles[$0] : nil } ?? ""
        var state = TogetherState(
            status(following), machine: following.machine, title: title, error: following.error,
            catches: following.keeper.catches, isFollowed: isFollowed)
        if state.status == .inStep { state.behind = following.keeper.distance.map { Int64($0.wholeMicroseconds) } }
        return state
    }

    private func status(_ following: Following) -> TogetherState.Status {
        guard let timeline = following.timeline, !following.entries.isEmpty else { return .joining }
        if let entry = timeline.entry, following.missing.contains(entry) { return .missing }
        guard timeline.isPlaying else { return .paused }
        // It plays an entry that it has not described.
        guard let entry = timeline.entry, following.entries.indices.contains(entry) else { return .missing }
        return following.keeper.isInStep ? .inStep : .joining
    }

    // MARK: Joining and leaving

    @MediaActor
    package func joinTogether(_ machine: String) async throws -> TogetherState {
        guard !machine.isEmpty, machine.utf8.count <= Self.longestName, !machine.hasPrefix("-") else {
            throw ServiceError(.invalidValue, "\"\(machine.shortened(toBytes: 100))\" is not a machine")
        }
        // A repeated request waits for the first, and does not begin again.
        if following?.machine != machine { begin(machine) }
        let join = lastJoin
        let deadline = ContinuousClock.now + Self.joinLimit
        while let known = following, known.join == join, status(known) == .joining {
            guard ContinuousClock.now < deadline else {
                throw ServiceError(
                    .notAvailable, "no step with \(machine) was found yet; oncue together shows how it goes on")
            }
            try await MediaActor.sleep(for: Self.pulse)
        }
        guard following?.join == join else {
            throw ServiceError(.notAvailable, reason.isEmpty ? "it was left again" : reason)
        }
        return state
    }

    /// Follows a machine, and stops following any other.
    private func begin(_ machine: String) {
        end("")
        lastJoin += 1
        let join = lastJoin
        following = Following(join: join, machine: machine)
        wake()
        following?.program = Task { @MediaActor [weak self, program] in
            let reason = await program(machine)
            guard let self, following?.join == join else { return }
            end(reason.isEmpty ? "\(machine) cannot be reached any longer" : reason)
        }
    }

    @MediaActor
    package func acceptInvitation(from machine: String) async throws -> TogetherState {
        try checkAllowed()
        return try await joinTogether(machine)
    }

    @MediaActor
    package func leaveTogether() async throws -> TogetherState {
        end("")
        return state
    }

    /// Stops following; playback continues.
    func end(_ reason: String) {
        self.reason = reason.shortened(toBytes: 1_024)
        guard let following else { return }
        following.keeping?.cancel()
        following.program?.cancel()
        self.following = nil
        controller.keepStep(.unveil)
        listening?.update(controller.snapshot)
        listening?.settle(.together, isSkippable: false)
    }

    // MARK: Following

    @MediaActor
    package func followTogether(_ news: TogetherNews) async throws -> TogetherState {
        guard let known = following, known.machine == news.machine else { return state }
        guard news.loss.isEmpty else {
            end(news.loss)
            return state
        }
        if let queue = news.queue { try await take(queue.sound, known.join) }
        guard following?.join == known.join, let timeline = news.timeline?.sound else { return state }
        let former = following?.timeline
        following?.timeline = timeline
        following?.error = news.error
        do { try apply(timeline, after: former) } catch { end("it cannot be played here: \(error.message)") }
        return state
    }

    /// Replaces the queue with that of the other machine, silently.
    private func take(_ queue: HandedQueue, _ join: UInt64) async throws {
        guard !queue.entries.isEmpty else { return }
        let located = await handoff.located(queue)
        let tracks = located.tracks
        // Every machine hears another moment of a live stream.
        let missing = located.missing.union(queue.entries.indices.filter { queue.entries[$0].isLive })
        guard let known = following, known.join == join else { return }
        let present = queue.entries.indices.filter { !missing.contains($0) }
        guard let start = present.first(where: { $0 >= queue.current }) ?? present.first else {
            return end("nothing of what \(known.machine) plays is here")
        }
        if known.hadPlayed == nil { following?.hadPlayed = controller.snapshot.status == .playing }
        controller.keepStep(.veil)
        listening?.update(controller.snapshot)
        listening?.setAside(.together)
        // The queue from before this one is the one to bring back later.
        if let last = controller.undoableEdits.first, last.edit.kind == .takeOver, last.time == known.edit {
            try controller.perform(.pause)
            try controller.perform(.undo)
            // Otherwise it would be noted as a queue that was paused.
            if known.hadPlayed == true { try? controller.perform(.resume) }
        }
        try controller.perform(
            .takeOver(TakenQueue(queue, tracks: tracks, missing: missing, current: start)))
        following?.edit = controller.undoableEdits.first?.time
        following?.entries = controller.queue.entries.ids
        following?.titles = queue.entries.map(\.title)
        following?.missing = missing
        following?.hasResumed = false
        restart()
    }

    /// Begins again to get into step.
    private func restart() {
        guard var keeper = following?.keeper else { return }
        let corrections = keeper.restart()
        following?.keeper = keeper
        for correction in corrections { controller.keepStep(correction) }
    }

    private func apply(_ timeline: SharedTimeline, after former: SharedTimeline?) throws(PlaybackCommandError) {
        guard let known = following, !known.entries.isEmpty else { return }
        guard let index = timeline.entry, known.entries.indices.contains(index) else {
            return try rest(at: nil)
        }
        guard controller.queue.entry(known.entries[index]) != nil else {
            return end("something else was played here")
        }
        if known.hasResumed, !controller.isMeantToPlay, former?.isPlaying == true, timeline.isPlaying,
            !known.missing.contains(index)
        {
            guard known.isNearEnd else { return end("it was paused here") }
            // The entry has ended here, and will end at the other machine in a moment.
            if timeline.number == former?.number { return }
        }
        if known.missing.contains(index) { return try rest(at: nil) }
        if controller.queue.current != known.entries[index] {
            if isBetween(timeline, former) { return }
            restart()
            controller.keepStep(.veil)
            try controller.perform(.playEntry(known.entries[index]))
        } else if timeline.number != former?.number, !isBetween(timeline, former) {
            restart()
            try jump(timeline)
        }
        if timeline.rate != controller.snapshot.rate { try controller.perform(.setRate(timeline.rate)) }
        guard timeline.isPlaying else { return try rest(at: timeline.position) }
        if !controller.isMeantToPlay {
            controller.keepStep(.veil)
            restart()
            try controller.perform(.resume)
        }
        following?.hasResumed = true
        keep()
    }

    /// Jumps at once to the position of the other machine, before it is heard there.
    private func jump(_ timeline: SharedTimeline) throws(PlaybackCommandError) {
        let position = timeline.position(at: MonotonicTime.now) ?? timeline.position
        let distance = controller.position - position
        guard timeline.isPlaying, controller.snapshot.isSeekable, max(distance, .zero - distance) > Self.leap else {
            return
        }
        try controller.perform(.seek(to: position))
    }

    /// Pauses with the other machine.
    private func rest(at position: Duration?) throws(PlaybackCommandError) {
        following?.hasResumed = false
        following?.keeping?.cancel()
        following?.keeping = nil
        let wasPlaying = controller.isMeantToPlay
        if wasPlaying { try controller.perform(.pause) }
        guard let position, controller.snapshot.isSeekable else { return }
        let distance = controller.position - position
        // Otherwise the sound left in the output would be heard, out of step, when playback resumes.
        if wasPlaying {
            restart()
            controller.keepStep(.veil)
        } else if max(distance, .zero - distance) <= Self.restTolerance {
            return
        }
        try controller.perform(.seek(to: position))
    }

    /// Returns whether one of the machines has just gone on to the next entry by itself, and the other one will follow.
    private func isBetween(_ timeline: SharedTimeline, _ former: SharedTimeline?) -> Bool {
        guard let known = following, timeline.isPlaying, former?.isPlaying == true, let entry = timeline.entry else {
            return false
        }
        let isHere = controller.queue.current == known.entries[entry]
        guard timeline.position < Self.border else { return !isHere && controller.position < Self.border }
        // The other machine has reached the entry at which this one is already.
        if isHere { return former?.entry != entry }
        return (controller.snapshot.duration ?? .zero) - controller.position < Self.border
    }

    /// Treats the current entry as missing after a failure to play it.
    func noteFailure() {
        guard let known = following, let entry = known.timeline?.entry, !known.keeper.isInStep else { return }
        following?.missing.insert(entry)
    }

    // MARK: Keeping step

    private func keep() {
        guard following?.keeping == nil else { return }
        following?.keeping = Task { @MediaActor [weak self] in
            while !Task.isCancelled {
                self?.judge()
                guard (try? await MediaActor.sleep(for: Self.pulse)) != nil else { return }
            }
        }
    }

    /// Compares the sound heard here with the timeline, and corrects it.
    private func judge() {
        if let duration = controller.snapshot.duration {
            following?.isNearEnd = duration - controller.position < Self.border
        }
        guard let known = following, let timeline = known.timeline, let entry = timeline.entry,
            known.entries.indices.contains(entry), controller.queue.current == known.entries[entry],
            let heard = controller.heard,
            let wanted = timeline.moment.flatMap({ _ in timeline.position(at: heard.moment) })
        else { return }
        var keeper = known.keeper
        let advice = keeper.note(
            behind: (wanted - heard.position) / timeline.rate, at: heard.moment, reserve: controller.soundReserve)
        following?.keeper = keeper
        for correction in advice.corrections {
            log.debug("correction", ["correction": "\(correction)"])
            controller.keepStep(correction)
        }
        guard advice.isFar, controller.snapshot.isSeekable else { return }
        let target = timeline.position(at: MonotonicTime.now + Self.lead) ?? wanted
        try? controller.perform(.seek(to: max(.zero, target)))
    }
}
