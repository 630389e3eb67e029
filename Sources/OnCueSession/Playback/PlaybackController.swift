// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueCore
package import OnCueRuntime

/// Runs the playback state machine: passes it commands and engine events, and carries out its actions.
///
/// Listeners are notified of changes after the call that caused them, once for all changes in a turn.
@MediaActor
package final class PlaybackController {
    /// The time that a command waits to be on disk; longer than a disk takes to start.
    package nonisolated static let savingLimit: Duration = .seconds(10)

    /// Sent with the newest snapshot after a change.
    package let changes = Broadcast<PlaybackSnapshot>()
    /// Sent with the new position after a jump, after the change to which the jump belongs.
    package let jumps = Broadcast<Duration>()
    /// Sent with the final state when the session is finished, which is not a change, since the user has not paused.
    package let endings = Broadcast<PlaybackSnapshot>()
    /// Sent with every failure to play something.
    package let failures = Broadcast<(PlaybackRequest.Token, PlaybackError)>()

    /// Sent with the reason when the session cannot be saved, and with `nil` when it can be again.
    package let savings = Broadcast<String?>()

    /// Receives the changes of sound settings to save.
    package var onKeep: (@MediaActor (SavedSound.Change) -> Void)?
    /// Waits until the sound settings are on disk, and returns the error if they cannot be saved.
    package var whenKept: (@MediaActor () async -> ContentError?)?

    /// Called to look up similar tracks for ``goOn(with:for:)``.
    package var onSimilarWanted: (@MediaActor (SimilarRequest) -> Void)?

    /// Whether the saved session was playing.
    private let wasPlaying: Bool
    private let engine: any PlaybackEngine
    private let saver: SessionSaver
    private let savingLimit: Duration
    private let prepared: PreparedMedia
    private let waker = SleepWaker()
    private let loopWaker = LoopWaker()
    private var toldPart: (token: PlaybackRequest.Token, part: Range<Duration>)?
    private let clock = ContinuousClock()
    private let log = Logger("playback")
    private var machine: PlaybackStateMachine {
        didSet {
            known = nil
            version &+= 1
        }
    }
    /// Changes whenever ``snapshot`` may have changed.
    package private(set) var version: UInt64 = 0 { didSet { versions.send(version) } }
    /// Sends every ``version`` at once, before the change is published.
    package let versions = Broadcast<UInt64>()
    /// The cached snapshot of the machine, since every request for a property uses it.
    private var known: PlaybackSnapshot?
    private var outcomes = PlaybackOutcomes()
    /// The requests that should be ready to play.
    private var preparations = PlaybackOutcomes()
    private var jump: Duration?
    private var published: PlaybackSnapshot?
    /// The title that mixers display.
    private var announced: String?
    /// The device that sound goes to, as reported by the sound server.
    private var device: AudioOutputDescription?
    private var isPublicationDue = false
    private var positionKeeper: Task<Void, Never>?
    /// Restores the volume that was lowered.
    private var lowering: Task<Void, Never>?
    private var lastSelection: UInt64 = 0
    /// The state reported after the end of playback.
    private var last: PlaybackSnapshot? {
        didSet { version &+= 1 }
    }
    private var isShutDown: Bool { last != nil }

    /// A selection that is being looked up; one that began later, or a command such as Stop, overtakes it.
    package struct Selection: Sendable {
        fileprivate let number: UInt64
    }

    /// - Parameters:
    ///   - session: The session loaded from `store`.
    ///   - sound: The saved sound settings.
    ///   - savingLimit: The time limit of ``saved()``.
    package init(
        engine: any PlaybackEngine, store: any SessionStoring, session: SavedSession, sound: SavedSound = SavedSound(),
        seed: UInt64, savingLimit: Duration = PlaybackController.savingLimit
    ) {
        self.engine = engine
        self.savingLimit = savingLimit
        wasPlaying = session.wasPlaying
        saver = SessionSaver(store: store)
        prepared = PreparedMedia(engine: engine)
        machine = PlaybackStateMachine(session, sound: sound, seed: seed)
        machine.restore(sound.sleep, now: clock.now, time: Self.time)
        saver.onOutcome = { [savings] in savings.send($0) }
        engine.onEvent = { [weak self] event in self?.receive(event) }
        carryOut(machine.initialActions)
        waker.onFade = { [weak self] in self?.fade(to: $0) }
        waker.onEnd = { [weak self] in self?.fallAsleep() }
        waker.update(machine.snapshot.sleep)
        loopWaker.onEnd = { [weak self] in self?.returnInLoop() }
    }

    /// Seconds since 1970.
    private static var time: Int64 { Int64(Glibc.time(nil)) }

    /// The present state of playback; once the session is finished, paused at the position where it will resume.
    package var snapshot: PlaybackSnapshot {
        if let snapshot = last ?? known { return snapshot }
        let snapshot = machine.snapshot
        known = snapshot
        return snapshot
    }

    package var queue: PlaybackQueue { machine.queue }

    /// Returns the changes of the queue since a revision.
    package func queueChanges(since revision: UInt64) -> QueueChanges { machine.queueChanges(since: revision) }

    /// The changes of the queue that can be undone, the next one first.
    package var undoableEdits: [NotedEdit] { machine.undoableEdits }

    /// The changes of the queue that were undone and can be redone, the next one first.
    package var redoableEdits: [NotedEdit] { machine.redoableEdits }

    /// The playing time of the queue.
    package var queueTime: QueueTime { machine.queueTime(at: clock.now) }

    /// Whether it plays, or is silenced only by something other than the user.
    package var isMeantToPlay: Bool { machine.snapshot.status == .playing || !machine.interruptions.isEmpty }

    /// The position now, as exactly as the engine knows it.
    package var position: Duration {
        if let last { return last.position.position }
        if machine.isAdvancing, let position = engine.position {
            return machine.duration.map { min(position, $0) } ?? position
        }
        return machine.position(at: clock.now)
    }

    /// The position that is heard, as exactly as the output knows it; `nil` while nothing is.
    package var heard: HeardPosition? { isShutDown || !machine.isAdvancing ? nil : engine.heard }

    /// The sound that was handed to the output and has not been heard yet.
    package var soundReserve: Duration { engine.reserve }

    /// Corrects the sound, so that it is in step with another machine.
    package func keepStep(_ correction: StepCorrection) {
        if !isShutDown { engine.keepStep(correction) }
    }

    /// Carries out a command; the effects are reported to the listeners.
    ///
    /// - Parameter cause: The origin of the command.
    /// - Throws: ``PlaybackCommandError``; nothing has changed then.
    package func perform(
        _ command: PlaybackCommand, by cause: PlaybackCause = .current
    ) throws(PlaybackCommandError) {
        log.debug("command", ["command": command.name])
        guard !isShutDown else { throw PlaybackCommandError(.stopping, "oncued is stopping; try again in a moment") }
        if command.overtakesSelections { lastSelection += 1 }
        noteEnginePosition()
        let actions = try machine.perform(command, by: cause, now: clock.now)
        carryOut(actions)
        changed()
    }

    /// Sets the positions where long items were left, so that they resume there when the queue reaches them; `nil` for
    /// those that begin at their beginning.
    package func noteResumePositions(_ positions: [ContentIdentifier: Duration?]) {
        guard !isShutDown else { return }
        carryOut(machine.noteResumePositions(positions))
    }

    /// Notes the new title of an item that the queue may have been filled from.
    package func noteTitle(_ title: String, of item: ContentIdentifier) {
        guard !isShutDown else { return }
        let actions = machine.noteTitle(title, of: item)
        guard !actions.isEmpty else { return }
        carryOut(actions)
        changed()
    }

    /// Sets the settings of podcasts; those without settings are left out. An episode that plays keeps its end.
    package func notePodcasts(_ settings: [ContentIdentifier: PodcastSettings]) {
        guard !isShutDown else { return }
        carryOut(machine.notePodcasts(settings))
    }

    /// Returns the position at which a track that was never left begins.
    package func intro(of track: Track) -> Duration { machine.edges(of: track).intro }

    /// Returns the rate at which a podcast or an audiobook plays.
    package func rate(ofWork work: ContentIdentifier) -> Double { machine.rates.rate(ofWork: work) }

    /// Sets the rate at which a podcast or an audiobook plays; if it is playing, from here on.
    package func setRate(_ rate: Double, ofWork work: ContentIdentifier) {
        guard !isShutDown else { return }
        noteEnginePosition()
        carryOut(machine.setRate(rate, ofWork: work, now: clock.now))
        changed()
    }

    /// The items of the queue and of the queues set aside.
    ///
    /// - Complexity: O(entries).
    package var queuedItems: Set<ContentIdentifier> {
        let entries = machine.queue.entries.map(\.track.identifier)
        return machine.waiting.reduce(into: Set(entries)) { items, waiting in
            items.formUnion(waiting.queue.entries.map(\.track.identifier))
        }
    }

    /// Sets whether playback could begin with an empty queue.
    package func noteStart(_ start: PlaybackStart) {
        guard !isShutDown else { return }
        machine.noteStart(start)
        changed()
    }

    /// Opens a track that may be chosen soon, so that it begins at once.
    ///
    /// - Parameter position: The position at which it would begin.
    package func prepare(_ track: Track, at position: Duration = .zero) {
        guard !isShutDown else { return }
        prepared.expect(machine.held(track, at: position))
    }

    /// Opens a file that was chosen while it is looked up.
    package func choose(_ location: MediaLocation) {
        guard !isShutDown, location.filePath != nil else { return }
        prepared.choose(PreparedMedium(location: location))
    }

    /// Notes that an item has been selected that must be looked up before it plays.
    package func beginSelection() -> Selection {
        lastSelection += 1
        return Selection(number: lastSelection)
    }

    /// Plays the result of a selection.
    ///
    /// - Throws: ``PlaybackCommandError`` with `overtaken` if something else was requested in the meantime.
    package func play(
        _ content: ContentSelection, shuffled: ShuffleMode? = nil, interrupting: Bool = false, for selection: Selection,
        by cause: PlaybackCause = .current
    ) throws(PlaybackCommandError) {
        try checkIsLast(selection, of: content.title)
        try perform(
            .play(
                content.tracks, startingAt: content.startIndex, shuffled: shuffled, at: content.startPosition,
                from: content.context, interrupting: interrupting),
            by: cause)
    }

    /// Plays an entry of the queue that a selection led to.
    ///
    /// - Throws: As ``play(_:shuffled:interrupting:for:by:)``, and `noSuchEntry`.
    package func playEntry(
        _ id: PlaybackQueue.EntryID, for selection: Selection, by cause: PlaybackCause = .current
    ) throws(PlaybackCommandError) {
        try checkIsLast(selection, of: queue.entry(id)?.track.title ?? "")
        try perform(.playEntry(id), by: cause)
    }

    private func checkIsLast(_ selection: Selection, of title: String) throws(PlaybackCommandError) {
        guard selection.number != lastSelection else { return }
        throw PlaybackCommandError(
            .overtaken, "\"\(title)\" was not played, because something else was requested meanwhile")
    }

    /// Waits until the request that was just loaded is heard, or until it is clear that it will not be.
    ///
    /// - Returns: The failure if nothing plays because of it; `nil` when something plays, when the request was
    ///   overtaken, stopped or paused, or after `limit`.
    package func outcome(within limit: Duration) async -> PlaybackError? {
        let snapshot = machine.snapshot
        guard let token = snapshot.token, snapshot.isLoading, snapshot.status == .playing else { return nil }
        return await outcomes.wait(for: token, limit: limit)
    }

    /// Waits until the request that was just loaded could be heard at once, although it is paused.
    ///
    /// - Returns: The failure if it cannot be played; `nil` when it is ready, when something else was loaded, or after
    ///   `limit`.
    package func preparation(within limit: Duration) async -> PlaybackError? {
        let snapshot = machine.snapshot
        guard let token = snapshot.token, snapshot.isLoading else { return nil }
        return await preparations.wait(for: token, limit: limit)
    }

    /// Resumes the saved session if it was playing; does nothing if it was not, or after any command since.
    package func resumeSession() {
        let snapshot = machine.snapshot
        guard wasPlaying, snapshot.status == .paused, snapshot.token == nil else { return }
        // It is refused only if the service is already ending.
        try? perform(.resume, by: .quit)
    }

    /// Silences playback until the interruption is over; does nothing if playback is paused or stopped by the user.
    package func interrupt(by interruption: PlaybackInterruption, error: PlaybackError? = nil) {
        guard !isShutDown else { return }
        noteEnginePosition()
        carryOut(machine.interrupt(by: interruption, error: error, now: clock.now))
        changed()
    }

    /// Resumes if this was the last interruption, unless a command since has changed that.
    package func endInterruption(_ interruption: PlaybackInterruption, goesOn: Bool = true) {
        guard !isShutDown else { return }
        carryOut(machine.endInterruption(interruption, goesOn: goesOn, now: clock.now))
        changed()
    }

    /// Adds similar tracks after the last entry, unless a command since has changed that.
    package func goOn(with tracks: [Track], for request: SimilarRequest) {
        guard !isShutDown else { return }
        carryOut(machine.goOn(with: tracks, for: request, now: clock.now))
        changed()
    }

    /// Returns whether this interruption, possibly among others, silences playback.
    package func isWaiting(for interruption: PlaybackInterruption) -> Bool {
        machine.interruptions.contains(interruption)
    }

    /// Sends the sound to another output.
    package func setOutput(_ choice: OutputChoice) {
        if !isShutDown { engine.setOutput(choice) }
    }

    /// Sets the device of the sound server that the sound goes to, or will go to; it has a volume of its own.
    ///
    /// - Parameter device: `nil` if it is unknown; then the last known one remains in effect.
    package func noteDevice(_ device: AudioOutputDescription?) {
        guard !isShutDown else { return }
        self.device = device
        guard let output = machine.snapshot.output else {
            // Nothing has played yet: the first sound must have the volume of this device.
            guard let device else { return }
            carryOut(machine.expectDevice(device.identifier))
            return changed()
        }
        if named(output) != output { receive(.outputChanged(output)) }
    }

    /// Returns the device that sound goes to if it was never used before, and so begins with a limited volume; returned
    /// only once.
    package func takeNewDevice() -> AudioOutputDescription? {
        guard let device, machine.takeNewDevice() == device.identifier else { return nil }
        return device
    }

    /// Returns when all changes so far are on disk, safe even from a power cut.
    ///
    /// - Throws: ``PlaybackCommandError`` with `notKept` if they cannot be written, or if the disk exceeds the time
    ///   limit. They remain in effect, and are saved with the next change.
    package func saved() async throws(PlaybackCommandError) {
        if let reason = await saver.finish(within: savingLimit) {
            throw PlaybackCommandError(.notKept, "done, but not kept \(reason)")
        }
        if let error = await whenKept?() { throw PlaybackCommandError(.notKept, "done, but \(error.message)") }
    }

    /// Returns when the position at this moment is on disk.
    package func savePosition() async {
        saver.save(machine.session(at: clock.now), isComplete: false)
        await saver.finish()
    }

    /// Sets the maximum volume, 0 to 1, with which a device that was never used begins.
    package func setVolumeCap(_ cap: Double) {
        machine.setVolumeCap(cap)
    }

    /// Saves everything; from here on commands are refused, and events of the engine are ignored.
    ///
    /// Observers are notified that playback has halted, so that clients that extrapolate the position do not get ahead
    /// of the saved one.
    ///
    /// - Returns: The state of playback before the call.
    @discardableResult
    package func finishSession() async -> PlaybackSnapshot {
        if let last { return last }
        positionKeeper?.cancel()
        lowering?.cancel()
        prepared.end()
        waker.cancel()
        loopWaker.update(nil)
        noteEnginePosition()
        engine.onEvent = nil
        let now = clock.now
        saver.save(machine.session(at: now), isComplete: true)
        let standing = machine.snapshot.standing(at: now)
        last = standing
        endings.send(standing)
        outcomes.giveUp()
        await saver.finish()
        return machine.snapshot
    }

    /// Saves everything and releases the output.
    package func shutDown() async {
        // The user's changes are on disk before anything else can take time.
        await finishSession()
        await engine.shutDown()
    }
}

// MARK: Internals

extension PlaybackController {
    private func receive(_ event: EngineEvent) {
        log.debug("engine", ["event": event.name])
        var event = event
        if case .outputChanged(let output) = event { event = .outputChanged(named(output)) }
        carryOut(machine.receive(event, now: clock.now))
        changed()
    }

    /// Adds the device to an output, since the engine knows only the sound server at most.
    private func named(_ output: AudioOutput) -> AudioOutput {
        guard let device, !output.isSilent else { return output }
        var output = output
        (output.identifier, output.title) = (device.identifier, device.title)
        return output
    }

    private func noteEnginePosition() {
        if machine.isAdvancing, let position = engine.position {
            machine.notePosition(position, now: clock.now)
        }
    }

    private func fade(to part: Double) {
        guard !isShutDown else { return }
        carryOut(machine.setFade(part))
    }

    private func fallAsleep() {
        guard !isShutDown else { return }
        log.debug("the sleep timer is over")
        noteEnginePosition()
        carryOut(machine.fallAsleep(now: clock.now))
        changed()
    }

    private func returnInLoop() {
        guard !isShutDown else { return }
        noteEnginePosition()
        if !engine.returnsByItself { carryOut(machine.returnInLoop(now: clock.now)) }
        changed()
    }

    private func carryOut(_ actions: [PlaybackStateMachine.Action]) {
        for action in actions { carryOut(action) }
    }

    private func carryOut(_ action: PlaybackStateMachine.Action) {
        switch action {
        case .load(let request, let position, let isPlaying): engine.load(request, at: position, playing: isPlaying)
        case .cue(let followers): engine.cue(followers)
        case .setPlaying(let isPlaying): engine.setPlaying(isPlaying)
        case .seek(let position): engine.seek(to: position)
        case .stopEngine: engine.stop()
        case .haltEngine: engine.halt()
        case .setVolume(let volume): engine.setVolume(volume)
        case .setMuted(let isMuted): engine.setMuted(isMuted)
        case .setRate(let rate): engine.setRate(rate)
        case .findSimilar(let request): onSimilarWanted?(request)
        case .keepSleep: onKeep?(.sleep(machine.savedSleep(now: clock.now, time: Self.time)))
        case .keep(let change): onKeep?(change)
        case .announceJump(let position): jump = position
        case .announceStart(let token): outcomes.started(token)
        case .announceFailure(let token, let error): announceFailure(token, error)
        case .giveUp(let error): outcomes.failed(error, isFinal: true)
        case .saveSession: saver.save(machine.session(at: clock.now), isComplete: true)
        case .savePosition: saver.save(machine.session(at: clock.now), isComplete: false)
        }
    }

    private func announceFailure(_ token: PlaybackRequest.Token, _ error: PlaybackError) {
        log.warning("cannot play", ["error.code": error.code.rawValue, "error": error.message])
        outcomes.failed(error, isFinal: machine.status != .playing)
        preparations.failed(token, error)
        failures.send((token, error))
    }

    /// Publishes after this turn, so that one command causes one notice.
    private func changed() {
        let snapshot = machine.snapshot
        if snapshot.token == nil || snapshot.status != .playing { outcomes.giveUp() }
        if !snapshot.isLoading { snapshot.token.map { preparations.started($0) } ?? preparations.giveUp() }
        keepPositionSaved()
        prepared.update(
            current: snapshot.token == nil ? nil : snapshot.entry?.track,
            neighbours: [machine.heldNext, machine.heldPrevious].compactMap(\.self))
        waker.update(snapshot.sleep)
        tellPart()
        loopWaker.update(machine.loopEnd)
        guard !isPublicationDue else { return }
        isPublicationDue = true
        Task { @MediaActor in self.publish() }
    }

    /// Passes the part to repeat to the engine, once for each request.
    private func tellPart() {
        let wanted = machine.repeatedPart
        guard wanted?.token != toldPart?.token || wanted?.part != toldPart?.part else { return }
        toldPart = wanted
        engine.repeatPart(wanted?.part)
    }

    private func publish() {
        isPublicationDue = false
        guard !isShutDown else { return }
        let snapshot = machine.snapshot
        if isNews(snapshot) {
            published = snapshot
            announceTitle(of: snapshot)
            changes.send(snapshot)
        }
        if let jump {
            self.jump = nil
            jumps.send(jump)
        }
    }

    /// Lowers the sound for a time, without changing the user's volume; a further call replaces this one.
    ///
    /// - Parameters:
    ///   - part: The factor of the volume, 0 to 1; 1 ends it.
    ///   - limit: The time after which the volume is restored by itself.
    package func lower(to part: Double, for limit: Duration) {
        guard !isShutDown else { return }
        lowering?.cancel()
        lowering = nil
        carryOut(machine.lower(to: part))
        guard part < 1 else { return }
        lowering = Task { @MediaActor [weak self] in
            guard (try? await Task.sleep(for: limit)) != nil, !Task.isCancelled else { return }
            self?.lower(to: 1, for: .zero)
        }
    }

    /// Fades in the next playback from silence, once; zero cancels that.
    package func fadeInNext(within length: Duration) { engine.fadeInNext(within: length) }

    /// Limits the volume of the next playback to a level, 0 to 1, until the volume is set or playback has ended; `nil`
    /// cancels that.
    ///
    /// - Parameter isFloor: Whether to raise a lower volume as well.
    package func limitVolume(to volume: Double?, isFloor: Bool = false) {
        guard !isShutDown else { return }
        carryOut(machine.limitVolume(to: volume, isFloor: isFloor))
        changed()
    }

    /// Ends the limit together with the current playback, the last of which may still be heard.
    package func endVolumeLimit() {
        machine.endLimit()
        changed()
    }

    /// Whether the volume is limited, or the limit is to end together with the sound that is still heard.
    package var isVolumeLimited: Bool { machine.isVolumeLimited }

    /// Whether the limit raises the volume as well.
    package var isVolumeRaised: Bool { machine.isVolumeRaised }

    /// The user's own volume, regardless of limits.
    package var ownVolume: Double { machine.ownVolume }

    private func announceTitle(of snapshot: PlaybackSnapshot) {
        let title = snapshot.entry.map { entry in
            let name = snapshot.streamTitle ?? entry.track.title
            return snapshot.streamTitle == nil ? (entry.track.artists + [name]).joined(separator: " – ") : name
        }
        guard title != announced else { return }
        announced = title
        engine.announce(title)
    }

    /// Returns whether a snapshot must be published. A position that advances as before need not be, however exactly it
    /// is known, nor must a mere change of cause; jumps are reported separately.
    private func isNews(_ snapshot: PlaybackSnapshot) -> Bool {
        guard var known = published else { return true }
        if known.position.isAdvancing, snapshot.position.isAdvancing { known.position = snapshot.position }
        known.cause = snapshot.cause
        return snapshot != known
    }

    /// Saves the position every 5 s during playback, so that even a power cut loses only that much.
    private func keepPositionSaved() {
        let isPlaying = machine.snapshot.position.isAdvancing
        guard isPlaying != (positionKeeper != nil) else { return }
        positionKeeper?.cancel()
        positionKeeper = nil
        guard isPlaying else { return }
        positionKeeper = Task { @MediaActor [weak self] in
            while (try? await MediaActor.sleep(for: .seconds(5))) != nil {
                guard let self else { return }
                noteEnginePosition()
                saver.save(machine.session(at: clock.now), isComplete: false)
            }
        }
    }
}
