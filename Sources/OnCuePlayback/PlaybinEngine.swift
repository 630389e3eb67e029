// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
package import OnCueCore
package import OnCueRuntime
import OnCueSession
import Synchronization

/// Plays media with GStreamer's `playbin3`.
///
/// Everything that may block runs in `PlaybinGraph`, one operation after the other; this class decides on
/// `MediaActor` what is to be done and turns messages into events. Each opening of a medium has a generation, and a
/// marker with it is put in front of its messages, so late messages of an earlier one are told apart.
@MediaActor
package final class PlaybinEngine: PlaybackEngine {
    /// Tells markers of seeks from those of generations.
    static let seekMarker: UInt64 = 1 << 63
    /// The source has been read to its end before anything of it has come to the output.
    nonisolated static let drainedMarker: UInt64 = 1 << 62

    package var onEvent: (@MediaActor (EngineEvent) -> Void)?
    package internal(set) var output: AudioOutput?

    let log = Logger("playback")
    private let outputs: [OutputPreference]
    private let clientName: String
    private(set) var cell: FollowerCell
    private(set) var graph: PlaybinGraph
    private(set) var player: Element?
    private var watch: PipelineWatch?
    private(set) var isShutDown = false

    /// Counts the openings of media.
    var generation: UInt64 = 0
    /// The generation whose messages arrive at the moment.
    var arrivingGeneration: UInt64 = 0
    /// Counts the seeks.
    var seekNumber: UInt64 = 0
    /// The seek whose marker has arrived.
    var arrivingSeek: UInt64 = 0
    var current: CurrentMedium?
    /// What was asked for, whether it is reached or not.
    var wantsPlaying = false
    /// The state that the player was last told to reach.
    var requestedState = ElementState.null
    /// The player has failed and must be given up, with its output, before anything else is opened.
    var isPlayerBroken = false
    /// What is to be done later for the current medium.
    var timers: [TimerKind: Task<Void, Never>] = [:]

    var loudness = PlaybinGraph.Loudness(volume: 1, isMuted: false)
    var loudnessRevision: UInt64 = 0
    private let isLoudnessCheckDue = LoudnessFlag()

    var pending: [Operation] = []
    /// Carries out the operations, while there are any.
    var worker: Task<Void, Never>?

    /// - Parameters:
    ///   - outputs: The outputs to try, in this order, whenever none is open.
    ///   - clientName: How mixers call the stream.
    package init(outputs: [OutputPreference] = [.automatic], clientName: String = "OnCue") {
        self.outputs = outputs
        self.clientName = clientName
        cell = FollowerCell()
        graph = PlaybinGraph(cell: cell, outputs: outputs, clientName: clientName)
        // The first use of GStreamer reads its registry, which is better done before somebody waits for sound.
        submit { _ = await self.makePlayer() }
    }

    // MARK: PlaybackEngine

    package func load(_ request: PlaybackRequest, at position: Duration, playing: Bool) {
        guard !isShutDown else { return }
        wantsPlaying = playing
        current = CurrentMedium(request: request, start: max(.zero, position))
        cell.begin(keepingNext: false)
        open()
    }

    package func cue(_ next: PlaybackRequest?) {
        guard current != nil else { return }
        cell.cue(next)
        guard let next else { return }
        log.debug("cued", ["token": "\(next.token.number)"])
        // Not an operation: a server that hangs must not keep anything else waiting.
        Task { await check(next) }
        handOverIfDue()
    }

    package func setPlaying(_ isPlaying: Bool) {
        guard let current else { return }
        wantsPlaying = isPlaying
        if current.stage == .lost {
            if isPlaying { open() }
        } else {
            reconcile()
        }
    }

    package func stop() {
        abandon()
        submit(within: Operation.endingLimit) { await self.graph.close() }
    }

    package func setVolume(_ volume: Double) {
        guard !volume.isNaN else { return }
        loudness.volume = min(max(volume, 0), 1)
        applyLoudness()
    }

    package func setMuted(_ isMuted: Bool) {
        loudness.isMuted = isMuted
        applyLoudness()
    }

    package func shutDown() async {
        // From here on no operation is added, so nothing can overtake the end or open a player behind it.
        isShutDown = true
        onEvent = nil
        abandon()
        await worker?.value
        let graph = graph
        await perform(Operation(limit: Operation.endingLimit) { await graph.discard() })
        watch = nil
        player = nil
    }

    // MARK: Internals

    func emit(_ event: EngineEvent) {
        log.debug("event", ["event": "\(event)"])
        onEvent?(event)
    }

    /// Forgets the current medium; its messages no longer count.
    func abandon() {
        overtake()
        generation += 1
        current = nil
        cancelTimers()
        requestedState = .null
        cell.begin(keepingNext: false)
    }

    /// Leaves a player that does not answer to itself, and takes another one.
    func replaceGraph() {
        let cued = cell.cued
        cell = FollowerCell()
        cell.cue(cued)
        graph = PlaybinGraph(cell: cell, outputs: outputs, clientName: clientName)
        player = nil
        watch = nil
        isPlayerBroken = false
    }

    /// Makes a player when there is none that can be used; returns why that is impossible.
    func makePlayer() async -> PlaybackError? {
        let flag = isLoudnessCheckDue
        let asked = graph
        do {
            let made = try await asked.makePlayer { [weak self] in
                // One check for any number of changes: the flag is taken down before the value is read.
                guard flag.raise() else { return }
                Task { @MediaActor in
                    flag.lower()
                    self?.checkLoudness()
                }
            }
            guard let made, !isShutDown, graph === asked else { return nil }
            player = made.player
            watch = made.bus.watch { [weak self] in self?.receive($0) }
            return nil
        } catch {
            return error
        }
    }
}

/// Raised while a check is on its way, so that many changes lead to one.
private final class LoudnessFlag: Sendable {
    private let isRaised = Atomic<Bool>(false)

    func raise() -> Bool { !isRaised.exchange(true, ordering: .acquiringAndReleasing) }

    func lower() { isRaised.store(false, ordering: .releasing) }
}
