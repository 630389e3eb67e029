// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// The sound of an alarm.
package struct AlarmSound: Sendable, Equatable {
    /// The places to play, of which the first that can be heard is played; an empty one for the last playback.
    package var places: [String]
    /// From 0 to 1; `nil` for that of the output, but not less than ``audible``.
    package var volume: Double?
    /// The time in which it rises to that volume.
    package var fade: Duration
    /// The output it plays on, while it is there; `nil` for the one in use.
    package var output: ChosenOutput?

    /// The lowest volume that wakes somebody who has not said how loud it is.
    package static let audible = 0.3
    /// The part of the volume with which a rise begins.
    static let faintest = 0.1

    package init(
        _ places: [String], volume: Double? = nil, fade: Duration = .zero, output: ChosenOutput? = nil
    ) {
        (self.places, self.volume, self.fade, self.output) = (places, volume, fade, output)
    }
}

/// Lets alarms be heard: plays until somebody has heard it, something else where a sound fails, and again what ends.
///
/// It is never louder than its sound says. The user's own volume and muting are never changed, and the output is as
/// before once it is silent.
@MediaActor
package final class AlarmRinger {
    /// The ways in which an alarm ends by itself or by playback.
    package enum End: Sendable {
        /// Somebody has paused it.
        case paused
        /// Somebody has stopped it.
        case stopped
        /// Somebody plays something else.
        case replaced
        /// Nobody has heard it in ``limit``.
        case unheard
    }

    /// The first sound of an alarm.
    package struct Beginning: Sendable {
        /// The place that is heard; `nil` for none so far.
        package var place: String?
        /// The reasons why those before it are not.
        package var failures: [String] = []
    }

    /// Plays places.
    package struct Player {
        /// Plays a place, and returns the number of the entry that it begins with when that is heard, or `nil` where the
        /// last playback goes on; throws if it cannot be heard.
        package var play: @MediaActor (_ place: String) async throws -> UInt64?
        /// Returns the place of a sound that can always be played; `nil` if there is none.
        package var tone: @MediaActor () async -> String?

        package init(
            play: @escaping @MediaActor (_ place: String) async throws -> UInt64?,
            tone: @escaping @MediaActor () async -> String?
        ) {
            (self.play, self.tone) = (play, tone)
        }
    }

    private struct Ringing {
        var number: Int
        var sound: AlarmSound
        var start: ContinuousClock.Instant
        /// The place in the list; beyond it for the tone.
        var index = 0
        /// Grows with each attempt to play something, so that an older one that comes late changes nothing.
        var attempt = 0
        var isStarting = true
        /// When the last attempt was heard first.
        var heard: ContinuousClock.Instant?
        /// The last entry of the queue that is its own.
        var last: PlaybackQueue.EntryID?
        /// How often it has replaced the queue.
        var edits = 0
        /// Whether a volume was set, and whether the user has set none since.
        var isLimited = false
        var isVolumeOwn = true
        /// Whether it was the tone that it played last.
        var hasPlayedTone = false
        var isTone: Bool { index >= sound.places.count }
    }

    /// The reasons to wait before something is taken for certain.
    private enum Doubt {
        /// A stream stands still.
        case stall
        /// A player was paused from outside.
        case pause
        /// There is no output.
        case output
        /// Nothing could be heard.
        case silence
    }

    package typealias Sleep = @MediaActor (Duration) async throws(CancellationError) -> Void

    /// How long it rings for nobody, and how long a stream may stand still.
    package static let limit: Duration = .seconds(1_800)
    package static let patience: Duration = .seconds(20)
    /// The pause before all is tried again.
    package static let pause: Duration = .seconds(5)
    /// Whoever pauses a player from outside may do that because an output goes away, which is known a little later.
    package static let echo: Duration = .seconds(2)
    /// A sound that ends sooner is none.
    private static let shortest: Duration = .seconds(1)

    /// Called when something other than ``silence(keepsPlaying:)`` has ended it.
    package var onEnd: (@MediaActor (End) -> Void)?

    private let controller: PlaybackController
    private let outputs: OutputKeeper?
    private let player: Player
    private let sleep: Sleep
    private let now: @MediaActor () -> ContinuousClock.Instant
    private let log = Logger("alarms")
    private var ringing: Ringing?
    private var lastNumber = 0
    /// The user's output, which comes back with silence, while the alarm's own is selected.
    private var outputChange: (former: OutputSelection, own: OutputSelection)?
    /// One that nobody has heard, while its music plays on.
    private var unheard: Ringing?
    /// One that has ended while something plays on, whose volume still rises.
    private var wakened: Ringing?
    private var deadline: Task<Void, Never>?
    /// Waits for the next step of the volume.
    private var rise: Task<Void, Never>?
    private var doubt: (kind: Doubt, task: Task<Void, Never>)?

    /// - Parameters:
    ///   - outputs: `nil` if the outputs are fixed.
    ///   - sleep: Waits; replaced in tests, as `now` is.
    package init(
        controller: PlaybackController, outputs: OutputKeeper?, player: Player,
        sleep: @escaping Sleep = { try await MediaActor.sleep(for: $0) },
        now: @escaping @MediaActor () -> ContinuousClock.Instant = { .now }
    ) {
        (self.controller, self.outputs, self.player) = (controller, outputs, player)
        (self.sleep, self.now) = (sleep, now)
        controller.changes.listen { [weak self] in self?.update($0) }
    }

    isolated deinit { for task in [deadline, rise, doubt?.task] { task?.cancel() } }

    package var isRinging: Bool { ringing != nil }

    /// Begins to ring; one that rings already ends for it.
    ///
    /// - Returns: When it is heard, or nothing can be; then it tries again by itself.
    package func ring(_ sound: AlarmSound) async -> Beginning {
        _ = end()
        wakened = nil
        lastNumber += 1
        let number = lastNumber
        ringing = Ringing(number: number, sound: sound, start: now())
        deadline = wait(Self.limit) { $0.finish(number, .unheard) }
        if let output = sound.output {
            await select(OutputSelection([output]))
            guard ringing?.number == number else { return Beginning() }
        }
        command(.setSleep(nil))
        return await begin()
    }

    /// Ends it, as somebody is awake.
    ///
    /// - Parameter keepsPlaying: What is playing goes on.
    package func silence(keepsPlaying: Bool = false) {
        let late = unheard
        unheard = nil
        guard let ended = end() ?? late else { return }
        if keepsPlaying { goOn(ended) } else { quieten(ended, isPlaying: true) }
    }

    /// Lets the volume rise to that of the alarm, until something stops it or the user sets another one.
    private func goOn(_ ended: Ringing) {
        wakened = ended
        raise()
    }

    /// Selects an output for as long as the alarm is heard.
    private func select(_ selection: OutputSelection) async {
        guard let outputs else { return }
        outputChange = (outputChange?.former ?? outputs.selection, selection)
        await outputs.select(selection, isKept: false)
    }

    private func wait(_ time: Duration, then body: @escaping @MediaActor (AlarmRinger) -> Void) -> Task<Void, Never> {
        Task { @MediaActor [weak self, sleep] in
            guard (try? await sleep(time)) != nil, !Task.isCancelled, let self else { return }
            body(self)
        }
    }

    // MARK: Playing

    /// Plays the place at the index, or the next that can be heard.
    private func begin() async -> Beginning {
        var beginning = Beginning()
        ringing?.attempt += 1
        guard let attempt = ringing?.attempt, let number = ringing?.number else { return beginning }
        func isCurrent() -> Bool { ringing?.number == number && ringing?.attempt == attempt }
        ringing?.isStarting = true
        clearDoubt()
        while let current = ringing, isCurrent() {
            let found = current.isTone ? await player.tone() : current.sound.places[current.index]
            guard isCurrent() else { break }
            ringing?.hasPlayedTone = current.isTone
            if let place = found {
                do {
                    let entry = try await heard(place, isCurrent)
                    guard isCurrent() else { break }
                    if let entry, !controller.queue.entries.contains(where: { $0.id.number == entry }) {
                        finish(number, .replaced)
                        break
                    }
                    begun(place)
                    beginning.place = place
                    break
                } catch {
                    guard isCurrent() else { break }
                    if (error as? PlaybackCommandError)?.code == .overtaken {
                        // A pause overtakes what is looked up, too.
                        finish(number, controller.snapshot.status == .playing ? .replaced : .paused)
                        break
                    }
                    let reason = Self.reason(error)
                    log.warning("cannot be played", ["place": place, "error": reason])
                    beginning.failures.append(reason)
                    if (error as? PlaybackError)?.concernsOutput == true {
                        // No other sound would be heard either.
                        ringing?.isStarting = false
                        ringing?.last = controller.queue.entries.map(\.id).max()
                        doubt(.output, for: Self.pause) { $0.moveToDefault() }
                        break
                    }
                }
            }
            guard current.isTone else {
                ringing?.index += 1
                continue
            }
            startLater()
            break
        }
        return beginning
    }

    /// Plays a place at the volume of this moment; counts how often the queue is replaced.
    private func heard(_ place: String, _ isCurrent: () -> Bool) async throws -> UInt64? {
        raise()
        let former = controller.queue.entries.first?.id
        defer {
            let first = controller.queue.entries.first?.id
            if isCurrent(), former != nil, first != former { ringing?.edits += 1 }
        }
        do { return try await player.play(place) } catch let error as PlaybackCommandError where error.code == .notKept
        {
            // It is heard, although a disk is full.
            return nil
        }
    }

    private func begun(_ place: String) {
        ringing?.isStarting = false
        ringing?.heard = now()
        ringing?.last = controller.queue.entries.map(\.id).max()
        log.info("rings", ["place": place])
        raise()
        update(controller.snapshot)
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as PlaybackError: error.message
        case let error as ContentError: error.message
        case let error as PlaybackCommandError: error.message
        default: "\(error)"
        }
    }

    /// Plays again, from the place at the index.
    private func again() {
        ringing?.isStarting = true
        Task { @MediaActor [weak self] in _ = await self?.begin() }
    }

    /// Sound may be there in a moment, as on a machine that has just woken up.
    private func startLater() {
        ringing?.isStarting = true
        ringing?.index = 0
        let (last, before) = (controller.queue.entries.map(\.id).max(), controller.snapshot.status)
        doubt(.silence, for: Self.pause) { ringer in
            guard let number = ringer.ringing?.number else { return }
            let snapshot = ringer.controller.snapshot
            if let entry = snapshot.entry, last.map({ entry.id > $0 }) ?? true {
                return ringer.finish(number, .replaced)
            }
            let isStopped =
                snapshot.status == .stopped && before != .stopped && [.user, .remote].contains(snapshot.cause)
            if isStopped { ringer.finish(number, .stopped) } else { ringer.again() }
        }
    }

    /// Goes on after the end of what played.
    private func over(hasFailed: Bool) {
        guard let current = ringing else { return }
        let isNone = hasFailed || current.heard.map { now() - $0 < Self.shortest } ?? false
        if isNone, current.isTone { return startLater() }
        if isNone {
            ringing?.index += 1
            return again()
        }
        // Playing the queue again is no change that hides the user's own.
        raise()
        guard !controller.queue.entries.isEmpty, (try? controller.perform(.resume, by: .suggestion)) != nil else {
            return again()
        }
        ringing?.heard = now()
    }

    // MARK: The volume

    /// Sets the volume of this moment, until the user has set another one.
    private func raise() {
        let isRinging = ringing != nil
        guard let current = ringing ?? wakened, current.isVolumeOwn else { return }
        if current.isLimited, !controller.isVolumeLimited {
            if isRinging { ringing?.isVolumeOwn = false } else { wakened = nil }
            return
        }
        let wanted = current.sound.volume ?? max(controller.ownVolume, AlarmSound.audible)
        let part = current.sound.fade > .zero ? (now() - current.start) / current.sound.fade : 1
        let next = wanted * min(1, max(AlarmSound.faintest, part))
        if isRinging { ringing?.isLimited = true } else { wakened?.isLimited = true }
        controller.limitVolume(to: next, isFloor: true)
        rise?.cancel()
        rise = part < 1 ? wait(.seconds(1)) { $0.raise() } : nil
    }

    // MARK: Following playback

    private func update(_ snapshot: PlaybackSnapshot) {
        guard let current = ringing else {
            if snapshot.status == .stopped, wakened != nil {
                wakened = nil
                rise?.cancel()
                rise = nil
            }
            let isReplaced = unheard.map { isOther(snapshot, than: $0) } ?? false
            if snapshot.status != .playing || isReplaced { unheard = nil }
            // The alarm's output is left when its music falls silent.
            if snapshot.status != .playing { giveOutputBack() }
            return
        }
        guard !current.isStarting else { return }
        if isOther(snapshot, than: current) { return finish(current.number, .replaced) }
        switch (snapshot.status, snapshot.cause) {
        case (.playing, _) where snapshot.buffering != nil || snapshot.isLoading:
            doubt(.stall, for: Self.patience) { $0.over(hasFailed: true) }
        case (.playing, _): clearDoubt()
        case (.paused, .user): finish(current.number, .paused)
        case (.paused, .remote): doubt(.pause, for: Self.echo) { $0.finish(current.number, .paused) }
        case (_, .outputLost): doubt(.output, for: Self.echo) { $0.moveToDefault() }
        case (.paused, .end), (.paused, .sleepTimer), (.stopped, .end), (.stopped, .sleepTimer): over(hasFailed: false)
        case (.paused, .error), (.stopped, .error): ended(snapshot.error)
        case (.paused, _): if doubt?.kind != .output { clearDoubt() }
        case (.stopped, _): finish(current.number, .stopped)
        }
    }

    private func isOther(_ snapshot: PlaybackSnapshot, than own: Ringing) -> Bool {
        guard let entry = snapshot.entry, let last = own.last else { return false }
        return entry.id > last && !entry.isSimilar
    }

    private func ended(_ error: PlaybackError?) {
        guard error?.concernsOutput == true else { return over(hasFailed: true) }
        doubt(.output, for: Self.pause) { $0.moveToDefault() }
    }

    /// Waits for a time before something is taken for certain; another doubt takes the place of an earlier one.
    private func doubt(_ kind: Doubt, for time: Duration, then body: @escaping @MediaActor (AlarmRinger) -> Void) {
        guard doubt?.kind != kind else { return }
        clearDoubt()
        doubt = (
            kind,
            wait(time) { ringer in
                ringer.doubt = nil
                body(ringer)
            }
        )
    }

    private func clearDoubt() {
        doubt?.task.cancel()
        doubt = nil
    }

    /// Its output has gone; it goes on where there is one.
    private func moveToDefault() {
        guard let number = ringing?.number, controller.snapshot.status != .playing else { return }
        Task { @MediaActor [weak self] in
            await self?.select(.followDefault)
            guard let self, ringing?.number == number, controller.snapshot.status != .playing else { return }
            raise()
            command(.resume)
            // If that fails at once, nothing else may tell.
            if controller.snapshot.status != .playing { doubt(.output, for: Self.pause) { $0.moveToDefault() } }
        }
    }

    // MARK: Ending

    private func finish(_ number: Int, _ kind: End) {
        guard ringing?.number == number, let ended = end() else { return }
        log.info("has ended", ["how": "\(kind)"])
        switch kind {
        case .paused, .stopped: quieten(ended, isPlaying: false)
        case .unheard where ended.hasPlayedTone || controller.snapshot.status != .playing:
            quieten(ended, isPlaying: true)
        // It goes on as it is heard.
        case .unheard: unheard = ended
        // Nothing is louder of a sudden for that, nor stays as faint as the alarm began.
        case .replaced: goOn(ended)
        }
        onEnd?(kind)
    }

    private func end() -> Ringing? {
        for task in [deadline, rise] { task?.cancel() }
        (deadline, rise) = (nil, nil)
        clearDoubt()
        defer { ringing = nil }
        return ringing
    }

    /// Gives back what is the user's.
    private func quieten(_ ended: Ringing, isPlaying: Bool) {
        if ended.hasPlayedTone {
            // Nobody wants to go on with that.
            command(.stop)
            for _ in 0..<ended.edits where controller.undoableEdits.first?.edit.kind == .play { command(.undo) }
            if controller.snapshot.status == .playing { command(.pause) }
        } else if isPlaying {
            command(.pause)
        }
        controller.endVolumeLimit()
        giveOutputBack()
    }

    /// Selects the user's output again, unless the user has chosen another one.
    private func giveOutputBack() {
        guard let (former, own) = outputChange, let outputs else { return }
        outputChange = nil
        guard outputs.selection == own else { return }
        Task { @MediaActor in await outputs.select(former, isKept: false) }
    }

    private func command(_ command: PlaybackCommand) {
        do throws(PlaybackCommandError) { try controller.perform(command, by: .suggestion) } catch {
            log.debug("refused", ["command": command.name, "error": error.message])
        }
    }
}
