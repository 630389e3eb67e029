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
        var isLoudnessOwn = true
        var isTone: Bool { index >= sound.places.count }
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
    /// The user's output, while another one plays; it comes back with silence.
    private var formerOutput: OutputSelection?
    /// The tasks that wait: for the end, for the next step of the volume, and for what is not certain yet.
    private var (deadline, rise, doubt): (Task<Void, Never>?, Task<Void, Never>?, Task<Void, Never>?)

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

    isolated deinit { for task in [deadline, rise, doubt] { task?.cancel() } }

    package var isRinging: Bool { ringing != nil }

    /// Begins to ring; one that rings already ends for it.
    ///
    /// - Returns: When it is heard, or nothing can be for now.
    package func ring(_ sound: AlarmSound) async -> Beginning {
        _ = end()
        lastNumber += 1
        let number = lastNumber
        ringing = Ringing(number: number, sound: sound, start: now())
        deadline = wait(Self.limit) { $0.finish(number, .unheard) }
        if let output = sound.output, let outputs {
            formerOutput = formerOutput ?? outputs.selection
            await outputs.select(OutputSelection([output]), isKept: false)
            guard ringing?.number == number else { return Beginning() }
        }
        command(.setSleep(nil))
        return await begin()
    }

    /// Ends it, as somebody is awake.
    ///
    /// - Parameter keepsPlaying: What is playing goes on.
    package func silence(keepsPlaying: Bool = false) {
        guard let ended = end() else { return }
        if !keepsPlaying { quieten(ended, isPlaying: true) }
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
                        finish(number, .replaced)
                        break
                    }
                    let reason = Self.reason(error)
                    log.warning("cannot be played", ["place": place, "error": reason])
                    beginning.failures.append(reason)
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
        clearDoubt()
        doubt = wait(Self.pause) { $0.again() }
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
        guard let current = ringing, current.isLoudnessOwn else { return }
        if current.isLimited, controller.snapshot.status == .playing, !controller.isVolumeLimited {
            ringing?.isLoudnessOwn = false
            return
        }
        let wanted = current.sound.volume ?? max(controller.ownVolume, AlarmSound.audible)
        let part = current.sound.fade > .zero ? (now() - current.start) / current.sound.fade : 1
        let next = wanted * min(1, max(AlarmSound.faintest, part))
        ringing?.isLimited = true
        controller.limitVolume(to: next, isFloor: true)
        rise?.cancel()
        rise = part < 1 ? wait(.seconds(1)) { $0.raise() } : nil
    }

    // MARK: Following playback

    private func update(_ snapshot: PlaybackSnapshot) {
        guard let current = ringing else {
            // The alarm's output is left when its music falls silent.
            if snapshot.status != .playing { giveOutputBack() }
            return
        }
        guard !current.isStarting else { return }
        if let entry = snapshot.entry, let last = current.last, entry.id > last, !entry.isSimilar {
            return finish(current.number, .replaced)
        }
        switch (snapshot.status, snapshot.cause) {
        case (.playing, _):
            doubt(if: snapshot.buffering != nil || snapshot.isLoading, for: Self.patience) { $0.over(hasFailed: true) }
        case (.paused, .user): finish(current.number, .paused)
        case (.paused, .remote):
            doubt(if: true, for: Self.echo) { $0.finish(current.number, .paused) }
        case (.paused, .outputLost): doubt(if: true, for: Self.echo, again: true) { $0.moveToDefault() }
        case (.paused, .end), (.paused, .sleepTimer), (.stopped, .end), (.stopped, .sleepTimer): over(hasFailed: false)
        case (.paused, .error), (.stopped, .error): over(hasFailed: true)
        case (.paused, _): clearDoubt()
        case (.stopped, _): finish(current.number, .stopped)
        }
    }

    /// Waits for a time before something is taken for certain; what is certain ends that.
    ///
    /// - Parameter again: Takes the place of an earlier doubt.
    private func doubt(
        if isSo: Bool, for time: Duration, again: Bool = false, then body: @escaping @MediaActor (AlarmRinger) -> Void
    ) {
        guard isSo else { return clearDoubt() }
        if again { clearDoubt() }
        guard doubt == nil else { return }
        doubt = wait(time) { ringer in
            ringer.doubt = nil
            body(ringer)
        }
    }

    private func clearDoubt() {
        doubt?.cancel()
        doubt = nil
    }

    /// Its output has gone; it goes on where there is one.
    private func moveToDefault() {
        guard let number = ringing?.number, controller.snapshot.status == .paused else { return }
        Task { @MediaActor [weak self, outputs] in
            if let outputs, let self {
                formerOutput = formerOutput ?? outputs.selection
                await outputs.select(.followDefault, isKept: false)
            }
            guard let self, ringing?.number == number, controller.snapshot.status == .paused else { return }
            raise()
            command(.resume)
        }
    }

    // MARK: Ending

    private func finish(_ number: Int, _ kind: End) {
        guard ringing?.number == number, let ended = end() else { return }
        log.info("has ended", ["how": "\(kind)"])
        switch kind {
        case .paused, .stopped: quieten(ended, isPlaying: false)
        case .unheard where ended.isTone: quieten(ended, isPlaying: true)
        // It goes on as it is heard.
        case .replaced, .unheard: break
        }
        onEnd?(kind)
    }

    private func end() -> Ringing? {
        for task in [deadline, rise, doubt] { task?.cancel() }
        (deadline, rise, doubt) = (nil, nil, nil)
        defer { ringing = nil }
        return ringing
    }

    /// Gives back what is the user's.
    private func quieten(_ ended: Ringing, isPlaying: Bool) {
        if ended.isTone {
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

    private func giveOutputBack() {
        guard let former = formerOutput, let outputs else { return }
        formerOutput = nil
        Task { @MediaActor in await outputs.select(former, isKept: false) }
    }

    private func command(_ command: PlaybackCommand) {
        do throws(PlaybackCommandError) { try controller.perform(command, by: .suggestion) } catch {
            log.debug("refused", ["command": command.name, "error": error.message])
        }
    }
}
