// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueCore
package import OnCueRuntime

/// Runs the playback state machine: hands it commands and engine events, carries out its actions.
///
/// Observers hear of every change after the call that caused it, once however many there were in a turn.
@MediaActor
package final class PlaybackController {
    package typealias SnapshotObserver = @MediaActor (PlaybackSnapshot) -> Void

    /// How long whoever gave a command waits for it to be on disk; longer than a disk takes that has to start.
    package nonisolated static let savingLimit: Duration = .seconds(10)

    /// Hears the newest snapshot after it has changed.
    package var onChange: SnapshotObserver?
    /// Hears of jumps of the position, after the change that they belong to.
    package var onJump: (@MediaActor (Duration) -> Void)?
    /// Hears of everything that could not be played.
    package var onFailure: (@MediaActor (PlaybackRequest.Token, PlaybackError) -> Void)?

    /// Hears of what is to be kept about sound.
    package var onKeep: (@MediaActor (SavedSound.Change) -> Void)?
    /// Waits until what is to be kept about sound is on disk, and says why it is not.
    package var whenKept: (@MediaActor () async -> ContentError?)?

    /// Has similar tracks looked up, for ``goOn(with:for:)``.
    package var onSimilarWanted: (@MediaActor (SimilarRequest) -> Void)?

    /// True when the session that was saved was playing.
    private let wasPlaying: Bool
    private let engine: any PlaybackEngine
    private let saver: SessionSaver
    private let savingLimit: Duration
    private let prepared: PreparedMedia
    private let waker = SleepWaker()
    private let clock = ContinuousClock()
    private let log = Logger("playback")
    private var machine: PlaybackStateMachine {
        didSet {
            known = nil
            version &+= 1
        }
    }
    /// Another one whenever ``snapshot`` may be another one.
    package private(set) var version: UInt64 = 0
    /// The snapshot of the machine as it is, once somebody has asked for it: every question for a property does.
    private var known: PlaybackSnapshot?
    private var outcomes = PlaybackOutcomes()
    private var jump: Duration?
    private var published: PlaybackSnapshot?
    /// What mixers show.
    private var announced: String?
    /// The device that sound goes to, as far as the sound server tells.
    private var device: AudioOutputDescription?
    private var isPublicationDue = false
    private var positionKeeper: Task<Void, Never>?
    private var lastSelection: UInt64 = 0
    /// What is told of playback from its end on.
    private var last: PlaybackSnapshot? {
        didSet { version &+= 1 }
    }
    private var isShutDown: Bool { last != nil }

    /// A selection that is being looked up; one that began later, or a command such as Stop, overtakes it.
    package struct Selection: Sendable {
        fileprivate let number: UInt64
    }

    /// - Parameters:
    ///   - session: What `store` had saved.
    ///   - sound: What was kept about sound.
    ///   - savingLimit: How long ``saved()`` waits.
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
        engine.onEvent = { [weak self] event in self?.receive(event) }
        carryOut(machine.initialActions)
        waker.onFade = { [weak self] in self?.fade(to: $0) }
        waker.onEnd = { [weak self] in self?.fallAsleep() }
        waker.update(machine.snapshot.sleep)
    }

    /// Seconds since 1970.
    private static var time: Int64 { Int64(Glibc.time(nil)) }

    /// Everything about playback now; once the session is finished, that it stands where it will be taken up.
    package var snapshot: PlaybackSnapshot {
        if let snapshot = last ?? known { return snapshot }
        let snapshot = machine.snapshot
        known = snapshot
        return snapshot
    }

    package var queue: PlaybackQueue { machine.queue }

    /// What has changed in the queue since a revision of it.
    package func queueChanges(since revision: UInt64) -> QueueChanges { machine.queueChanges(since: revision) }

    /// The changes of the queue that can be taken back, the next one first.
    package var undoableEdits: [QueueEdit] { machine.undoableEdits }

    /// The position now, as exactly as the engine knows it.
    package var position: Duration {
        if let last { return last.position.position }
        if machine.isAdvancing, let position = engine.position {
            return machine.duration.map { min(position, $0) } ?? position
        }
        return machine.position(at: clock.now)
    }

    /// Carries out a command; what comes of it is told to the observers.
    ///
    /// - Parameter cause: Who gave it.
    /// - Throws: ``PlaybackCommandError``; nothing has changed then.
    package func perform(
        _ command: PlaybackCommand, by cause: PlaybackCause = .user
    ) throws(PlaybackCommandError) {
        log.debug("command", ["command": command.name])
        guard !isShutDown else { throw PlaybackCommandError(.stopping, "oncued is stopping; try again in a moment") }
        if command.overtakesSelections { lastSelection += 1 }
        noteEnginePosition()
        let actions = try machine.perform(command, by: cause, now: clock.now)
        carryOut(actions)
        changed()
    }

    /// Takes where long items were left, so that they go on there when the queue gets to them; `nil` for those that begin
    /// at their beginning.
    package func notePlaces(_ places: [ContentIdentifier: Duration?]) {
        guard !isShutDown else { return }
        carryOut(machine.notePlaces(places))
    }

    /// Takes whether playing could begin with an empty queue.
    package func noteStart(_ start: PlaybackStart) {
        guard !isShutDown else { return }
        machine.noteStart(start)
        changed()
    }

    /// Has a track held open that somebody may choose soon, so that it begins at once.
    ///
    /// - Parameter position: Where it would begin.
    package func prepare(_ track: Track, at position: Duration = .zero) {
        guard !isShutDown else { return }
        prepared.expect(machine.held(track, at: position))
    }

    /// Notes that somebody selects something to play, which must be looked up first.
    package func beginSelection() -> Selection {
        lastSelection += 1
        return Selection(number: lastSelection)
    }

    /// Plays what a selection led to.
    ///
    /// - Throws: ``PlaybackCommandError`` with `overtaken` when a person wanted something else in the meantime.
    package func play(
        _ content: ContentSelection, shuffled: ShuffleMode? = nil, interrupting: Bool = false, for selection: Selection,
        by cause: PlaybackCause = .user
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
        _ id: PlaybackQueue.EntryID, for selection: Selection, by cause: PlaybackCause = .user
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

    /// Plays on where the saved session was playing; without effect when it was not, or when a person has done something
    /// since.
    package func resumeSession() {
        let snapshot = machine.snapshot
        guard wasPlaying, snapshot.status == .paused, snapshot.token == nil else { return }
        // It is refused only when the service ends already.
        try? perform(.resume, by: .quit)
    }

    /// Silences what plays until the interruption is over; without effect when a person has paused or stopped.
    package func interrupt(by interruption: PlaybackInterruption, error: PlaybackError? = nil) {
        guard !isShutDown else { return }
        noteEnginePosition()
        carryOut(machine.interrupt(by: interruption, error: error, now: clock.now))
        changed()
    }

    /// Goes on when this was the last interruption, unless the person wants something else by now.
    package func endInterruption(_ interruption: PlaybackInterruption, goesOn: Bool = true) {
        guard !isShutDown else { return }
        carryOut(machine.endInterruption(interruption, goesOn: goesOn, now: clock.now))
        changed()
    }

    /// Puts similar tracks behind the last entry, unless a person wants something else by now.
    package func goOn(with tracks: [Track], for request: SimilarRequest) {
        guard !isShutDown else { return }
        carryOut(machine.goOn(with: tracks, for: request))
        changed()
    }

    /// True while this, perhaps among others, keeps what was playing silent.
    package func isWaiting(for interruption: PlaybackInterruption) -> Bool {
        machine.interruptions.contains(interruption)
    }

    /// Sends the sound elsewhere.
    package func setOutput(_ choice: OutputChoice) {
        if !isShutDown { engine.setOutput(choice) }
    }

    /// Takes which device of the sound server the sound goes to, or will go to; it has a volume of its own.
    ///
    /// - Parameter device: `nil` when it is not known; then what was known last counts.
    package func noteDevice(_ device: AudioOutputDescription?) {
        guard !isShutDown else { return }
        self.device = device
        guard let output = machine.snapshot.output else {
            // Nothing has played yet: the first sound must be as loud as it is to be there.
            guard let device else { return }
            carryOut(machine.expectDevice(device.identifier))
            return changed()
        }
        if named(output) != output { receive(.outputChanged(output)) }
    }

    /// The device that sound goes to, where it was never used before and so begins with a limited volume; given once.
    package func takeNewDevice() -> AudioOutputDescription? {
        guard let device, machine.takeNewDevice() == device.identifier else { return nil }
        return device
    }

    /// Returns when what was done so far is on disk, so that not even a power cut takes it back.
    ///
    /// - Throws: ``PlaybackCommandError`` with `notKept` where that cannot be, or where the disk takes longer than its
    ///   limit. What was done stays done, and is saved with what comes next.
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

    /// The volume with which a device begins that was never played on is at most this, 0 to 1.
    package func setVolumeCap(_ cap: Double) {
        machine.setVolumeCap(cap)
    }

    /// Saves everything; commands are refused from here on, and what the engine tells is not heard any more.
    ///
    /// Observers hear that playback stands, so that clients which count on do not get ahead of what is saved.
    ///
    /// - Returns: Playback as it was.
    @discardableResult
    package func finishSession() async -> PlaybackSnapshot {
        if let last { return last }
        positionKeeper?.cancel()
        prepared.end()
        waker.cancel()
        noteEnginePosition()
        engine.onEvent = nil
        let now = clock.now
        saver.save(machine.session(at: now), isComplete: true)
        let standing = machine.snapshot.standing(at: now)
        last = standing
        onChange?(standing)
        outcomes.giveUp()
        await saver.finish()
        return machine.snapshot
    }

    /// Saves everything and gives the output back.
    package func shutDown() async {
        // What the person did is on disk before anything else can take time.
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

    /// The engine knows the sound server at most; who watches that knows the device.
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

    private func carryOut(_ actions: [PlaybackStateMachine.Action]) {
        for action in actions { carryOut(action) }
    }

    private func carryOut(_ action: PlaybackStateMachine.Action) {
        switch action {
        case .load(let request, let position, let isPlaying): engine.load(request, at: position, playing: isPlaying)
        case .cue(let request): engine.cue(request)
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
        onFailure?(token, error)
    }

    /// Publishes after this turn, so that one command makes one notice.
    private func changed() {
        let snapshot = machine.snapshot
        if snapshot.token == nil || snapshot.status != .playing { outcomes.giveUp() }
        keepPositionSaved()
        prepared.update(
            current: snapshot.token == nil ? nil : snapshot.entry?.track,
            neighbours: [machine.heldNext, machine.heldPrevious].compactMap(\.self))
        waker.update(snapshot.sleep)
        guard !isPublicationDue else { return }
        isPublicationDue = true
        Task { @MediaActor in self.publish() }
    }

    private func publish() {
        isPublicationDue = false
        guard !isShutDown else { return }
        let snapshot = machine.snapshot
        if isNews(snapshot) {
            published = snapshot
            announceTitle(of: snapshot)
            onChange?(snapshot)
        }
        if let jump {
            self.jump = nil
            onJump?(jump)
        }
    }

    /// Has what begins or goes on next rise from silence, once; zero takes that back.
    package func fadeInNext(within length: Duration) { engine.fadeInNext(within: length) }

    /// Has what begins or goes on next be no louder than this, 0 to 1, until somebody sets the volume or playing has
    /// ended; `nil` takes that back.
    package func limitVolume(to volume: Double?) {
        guard !isShutDown else { return }
        carryOut(machine.limitVolume(to: volume))
        changed()
    }

    private func announceTitle(of snapshot: PlaybackSnapshot) {
        let title = snapshot.entry.map { entry in
            let name = snapshot.streamTitle ?? entry.track.title
            return snapshot.streamTitle == nil ? (entry.track.artists + [name]).joined(separator: " – ") : name
        }
        guard title != announced else { return }
        announced = title
        engine.announce(title)
    }

    /// A position that grows as before is no news, however exactly it is known by now, nor is who asked for what is so
    /// already; jumps are told apart.
    private func isNews(_ snapshot: PlaybackSnapshot) -> Bool {
        guard var known = published else { return true }
        if known.position.isAdvancing, snapshot.position.isAdvancing { known.position = snapshot.position }
        known.cause = snapshot.cause
        return snapshot != known
    }

    /// While something plays the position is saved every 5 s, so that even a power cut loses no more.
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
