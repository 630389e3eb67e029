// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// The sound of an alarm.
package struct AlarmSound: Sendable, Equatable {
    /// The places to play, of which the first that can be heard is used; an empty one for the last playback.
    package var places: [String]
    /// From 0 to 1; `nil` for that of the output, but not less than ``audible``.
    package var volume: Double?
    /// The time in which it rises to that volume.
    package var fade: Duration
    /// The output to play on, while it is available; `nil` for the one in use.
    package var output: ChosenOutput?

    /// The lowest volume that wakes a user who has set no volume for the alarm.
    package static let audible = 0.3
    /// The fraction of the volume with which a rise begins.
    static let faintest = 0.1

    package init(
        _ places: [String], volume: Double? = nil, fade: Duration = .zero, output: ChosenOutput? = nil
    ) {
        (self.places, self.volume, self.fade, self.output) = (places, volume, fade, output)
    }
}

/// Makes alarms heard: plays until the user responds, uses another sound if one fails, and repeats one that ends.
///
/// It is never louder than its sound's volume. The user's own volume and muting are never changed, and the output is as
/// before once the alarm is silent.
@MediaActor
package final class AlarmRinger {
    /// The ways in which an alarm ends by itself or by playback.
    package enum End: Sendable {
        /// The user has paused it.
        case paused
        /// The user has stopped it.
        case stopped
        /// The user plays something else.
        case replaced
        /// The user has not responded within ``limit``.
        case unheard
    }

    /// The first sound of an alarm.
    package struct Beginning: Sendable {
        /// The place that is heard; `nil` for none so far.
        package var place: String?
        /// The reasons why the places before it are not heard.
        package var failures: [String] = []
    }

    /// Plays places.
    package struct Player {
        /// Plays a place, and returns the number of its first entry when that is heard, or `nil` if the last playback
        /// continues; throws if it cannot be heard.
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
        /// The index of the place in the list; beyond the last for the tone.
        var index = 0
        /// Grows with each attempt to play something, so that a late result of an older attempt changes nothing.
        var attempt = 0
        var isStarting = true
        /// The time when the last attempt was first heard.
        var heard: ContinuousClock.Instant?
        /// The last entry of the queue that belongs to the alarm.
        var last: PlaybackQueue.EntryID?
        /// The number of times that it has replaced the queue.
        var edits = 0
        /// Whether a volume was set, and whether the user has set none since.
        var isLimited = false
        var isVolumeOwn = true
        /// Whether it last played the tone.
        var hasPlayedTone = false
        var isTone: Bool { index >= sound.places.count }
    }

    /// The reasons to wait before something is taken for certain.
    private enum Doubt {
        /// A stream has stalled.
        case stall
        /// A player was paused from outside.
        case pause
        /// No output is available.
        case output
        /// Nothing could be heard.
        case silence
    }

    package typealias Sleep = @MediaActor (Duration) async throws(CancellationError) -> Void

    /// The time for which it rings without a response, and the time for which a stream may stall.
    package static let limit: Duration = .seconds(1_800)
    package static let patience: Duration = .seconds(20)
    /// The pause before everything is tried again.
    package static let pause: Duration = .seconds(5)
    /// The time within which a pause from outside may turn out to be due to a lost output.
    package static let echo: Duration = .seconds(2)
    /// The duration below which a sound that ends counts as failed.
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
    /// The user's output, to be selected again after the alarm, and the alarm's own; `nil` unless that is selected.
    private var outputChange: (former: OutputSelection, own: OutputSelection)?
    /// An alarm without a response whose music continues to play.
    private var unheard: Ringing?
    /// An alarm that has ended while something continues to play, and whose volume still rises.
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

    /// Begins to ring; ends an alarm that already rings.
    ///
    /// - Returns: When the alarm is heard, or when nothing can be heard; then it tries again by itself.
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

    /// Ends the alarm, because the user is awake.
    ///
    /// - Parameter keepsPlaying: Whether the current playback continues.
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

    /// Plays the place at the index, or the next one that can be heard.
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
                        // A pause also overtakes a lookup.
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

    /// Plays a place at the present volume of the alarm; counts the replacements of the queue.
    private func heard(_ place: String, _ isCurrent: () -> Bool) async throws -> UInt64? {
        raise()
        let former = controller.queue.entries.first?.id
        defer {
            let first = controller.queue.entries.first?.id
            if isCurrent(), former != nil, first != former { ringing?.edits += 1 }
        }
        do { return try await player.play(place) } catch let error as PlaybackCommandError where error.code == .notKept
        {
            // The place is heard although a disk is full.
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

    /// Tries again later, since sound may be available in a moment, as on a machine that has just woken up.
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

    /// Continues after the end of the current sound.
    private func over(hasFailed: Bool) {
        guard let current = ringing else { return }
        let isNone = hasFailed || current.heard.map { now() - $0 < Self.shortest } ?? false
        if isNone, current.isTone { return startLater() }
        if isNone {
            ringing?.index += 1
            return again()
        }
        // Before the queue plays again, which would hide whether the user has changed the volume.
        raise()
        guard !controller.queue.entries.isEmpty, (try? controller.perform(.resume, by: .suggestion)) != nil else {
            return again()
        }
        ringing?.heard = now()
    }

    // MARK: The volume

    /// Sets the present volume of the alarm, until the user has set another one.
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

    /// Continues on the default output after the alarm's own output is lost.
    private func moveToDefault() {
        guard let number = ringing?.number, controller.snapshot.status != .playing else { return }
        Task { @MediaActor [weak self] in
            await self?.select(.followDefault)
            guard let self, ringing?.number == number, controller.snapshot.status != .playing else { return }
            raise()
            command(.resume)
            // If that fails at once, no other event may report it.
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
        // The music continues as it is heard.
        case .unheard: unheard = ended
        // The new playback neither becomes louder suddenly nor stays as quiet as the alarm began.
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

    /// Restores the user's playback, volume and output.
    private func quieten(_ ended: Ringing, isPlaying: Bool) {
        if ended.hasPlayedTone {
            // The tone is not worth continuing.
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
