// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// The sound of an alarm.
package struct AlarmSound: Sendable, Equatable {
    /// What it plays: the first that can be heard.
    package var places: [String]
    /// From 0 to 1; `nil` for that of the output, but not less than ``audible``.
    package var volume: Double?
    /// The time in which it rises to that volume.
    package var fade: Duration
    /// The output it plays on, while it is there; `nil` for the one in use.
    package var output: ChosenOutput?

    /// The lowest volume that wakes somebody who has not said how loud it is.
    package static let audible = 0.3

    package init(
        _ places: [String], volume: Double? = nil, fade: Duration = .zero, output: ChosenOutput? = nil
    ) {
        (self.places, self.volume, self.fade, self.output) = (places, volume, fade, output)
    }
}

/// Lets alarms be heard: plays until somebody has heard it, something else where a sound fails, and again what ends.
///
/// It is never louder than its sound says, and the user's own volume, output and muting are as before once it is silent.
@MediaActor
package final class AlarmRinger {
    /// What has ended an alarm.
    package enum End: Sendable {
        /// Somebody has paused it.
        case paused
        /// Somebody has stopped it.
        case stopped
        /// Somebody plays something else.
        case replaced
        /// Nobody has heard it in ``limit``, or nothing could be played.
        case unheard
    }

    /// How an alarm has begun.
    package struct Beginning: Sendable {
        /// What plays; `nil` for nothing.
        package var place: String?
        /// Why what should have played does not.
        package var failures: [String] = []
    }

    private struct Ringing {
        var number: Int
        var sound: AlarmSound
        /// The place in the list of what plays.
        var index = 0
        var start: ContinuousClock.Instant
        var isStarting = true
        /// The last entry of the queue that is its own.
        var last: PlaybackQueue.EntryID?
        var wasMuted = false
        var formerOutput: OutputSelection?
    }

    package typealias Sleep = @MediaActor (Duration) async throws(CancellationError) -> Void

    /// How long it rings for nobody, and how long a stream may stand still.
    package static let limit: Duration = .seconds(1_800)
    package static let patience: Duration = .seconds(20)

    /// Called when something other than ``silence(keepsPlaying:)`` has ended it.
    package var onEnd: (@MediaActor (End) -> Void)?

    private let controller: PlaybackController
    private let outputs: OutputKeeper?
    private let play: @MediaActor (_ place: String) async throws -> Void
    private let sleep: Sleep
    private let log = Logger("alarms")
    private var ringing: Ringing?
    private var lastNumber = 0
    private var deadline: Task<Void, Never>?
    private var stall: Task<Void, Never>?

    /// - Parameters:
    ///   - outputs: `nil` if the outputs are fixed.
    ///   - play: Plays a place, and returns when it is heard; throws if it cannot be.
    ///   - sleep: Waits; replaced in tests.
    package init(
        controller: PlaybackController, outputs: OutputKeeper?,
        play: @escaping @MediaActor (_ place: String) async throws -> Void,
        sleep: @escaping Sleep = { try await MediaActor.sleep(for: $0) }
    ) {
        (self.controller, self.outputs, self.play, self.sleep) = (controller, outputs, play, sleep)
        controller.changes.listen { [weak self] in self?.update($0) }
    }

    isolated deinit {
        deadline?.cancel()
        stall?.cancel()
    }

    package var isRinging: Bool { ringing != nil }

    /// Begins to ring; one that rings already ends for it.
    ///
    /// - Returns: When it is heard, or nothing can be.
    package func ring(_ sound: AlarmSound) async -> Beginning {
        silence(keepsPlaying: true)
        lastNumber += 1
        let number = lastNumber
        ringing = Ringing(number: number, sound: sound, start: .now)
        ringing?.wasMuted = controller.snapshot.isMuted
        if let output = sound.output, let outputs {
            ringing?.formerOutput = outputs.selection
            await outputs.select(OutputSelection([output]), isKept: false)
        }
        command(.setMuted(false))
        command(.setSleep(nil))
        deadline = Task { @MediaActor [weak self, sleep] in
            guard (try? await sleep(Self.limit)) != nil else { return }
            self?.finish(number, .unheard)
        }
        return await begin(number)
    }

    /// Ends it, as somebody is awake.
    ///
    /// - Parameter keepsPlaying: What is playing goes on.
    package func silence(keepsPlaying: Bool = false) {
        guard let ended = end() else { return }
        guard !keepsPlaying else { return }
        pause(ended)
        restore(ended)
    }

    // MARK: Playing

    /// Plays what is next in the list, until something is heard.
    private func begin(_ number: Int) async -> Beginning {
        var beginning = Beginning()
        while let current = ringing, current.number == number, current.index < current.sound.places.count {
            let place = current.sound.places[current.index]
            ringing?.isStarting = true
            // The first bar may be silent, but not the whole of a short sound.
            let fade = max(.zero, current.sound.fade - (ContinuousClock.now - current.start))
            controller.limitVolume(
                to: current.sound.volume ?? max(controller.snapshot.volume, AlarmSound.audible), isFloor: true)
            controller.fadeInNext(within: fade)
            do {
                try await play(place)
                guard ringing?.number == number else { return beginning }
                ringing?.isStarting = false
                ringing?.last = controller.queue.entries.map(\.id).max()
                log.info("rings", ["place": place])
                beginning.place = place
                update(controller.snapshot)
                return beginning
            } catch {
                guard ringing?.number == number else { return beginning }
                if (error as? PlaybackCommandError)?.code == .overtaken {
                    finish(number, .replaced)
                    return beginning
                }
                log.warning("cannot be played", ["place": place, "error": "\(error)"])
                beginning.failures.append("\(error)")
                ringing?.index += 1
            }
        }
        if ringing?.number == number { finish(number, .unheard) }
        return beginning
    }

    private func again(_ number: Int, next: Bool) {
        ringing?.isStarting = true
        if next { ringing?.index += 1 }
        Task { @MediaActor [weak self] in _ = await self?.begin(number) }
    }

    // MARK: Following playback

    private func update(_ snapshot: PlaybackSnapshot) {
        guard let current = ringing, !current.isStarting else { return }
        if let entry = snapshot.entry, let last = current.last, entry.id > last, !entry.isSimilar {
            return finish(current.number, .replaced)
        }
        switch (snapshot.status, snapshot.cause) {
        case (.playing, _): watch(isStalled: snapshot.buffering != nil || snapshot.isLoading, current.number)
        case (.paused, .user), (.paused, .remote): finish(current.number, .paused)
        case (.paused, .outputLost): moveToDefault()
        case (.paused, _): break
        case (.stopped, .end), (.stopped, .sleepTimer): again(current.number, next: false)
        case (.stopped, .error): again(current.number, next: true)
        case (.stopped, _): finish(current.number, .stopped)
        }
    }

    /// A stream that stands still is no sound.
    private func watch(isStalled: Bool, _ number: Int) {
        guard isStalled else {
            stall?.cancel()
            stall = nil
            return
        }
        guard stall == nil else { return }
        stall = Task { @MediaActor [weak self, sleep] in
            guard (try? await sleep(Self.patience)) != nil, let self, ringing?.number == number else { return }
            stall = nil
            log.warning("stands still; something else plays")
            again(number, next: true)
        }
    }

    private func moveToDefault() {
        guard let outputs else { return }
        if ringing?.formerOutput == nil { ringing?.formerOutput = outputs.selection }
        Task { @MediaActor [weak self] in
            await outputs.select(.followDefault, isKept: false)
            guard let self, isRinging, controller.snapshot.status == .paused else { return }
            command(.resume)
        }
    }

    // MARK: Ending

    private func finish(_ number: Int, _ kind: End) {
        guard ringing?.number == number, let ended = end() else { return }
        log.info("has ended", ["how": "\(kind)"])
        switch kind {
        case .paused, .stopped: restore(ended)
        case .unheard where isLast(ended):
            pause(ended)
            restore(ended)
        // What plays goes on as it is heard.
        case .replaced, .unheard: break
        }
        onEnd?(kind)
    }

    private func end() -> Ringing? {
        for task in [deadline, stall] { task?.cancel() }
        (deadline, stall) = (nil, nil)
        defer { ringing = nil }
        return ringing
    }

    /// Whether it plays what remains where all else fails.
    private func isLast(_ ended: Ringing) -> Bool { ended.index >= ended.sound.places.count - 1 }

    private func pause(_ ended: Ringing) {
        guard isLast(ended), ended.sound.places.count > 1 else { return command(.pause) }
        // Nobody wants to go on with that.
        command(.stop)
        if controller.undoableEdits.first?.edit.kind == .play { command(.undo) }
    }

    private func restore(_ ended: Ringing) {
        controller.limitVolume(to: nil)
        controller.fadeInNext(within: .zero)
        if ended.wasMuted { command(.setMuted(true)) }
        if let former = ended.formerOutput, let outputs {
            Task { @MediaActor in await outputs.select(former, isKept: false) }
        }
    }

    private func command(_ command: PlaybackCommand) {
        do throws(PlaybackCommandError) { try controller.perform(command, by: .suggestion) } catch {
            log.debug("refused", ["command": command.name, "error": error.message])
        }
    }
}
