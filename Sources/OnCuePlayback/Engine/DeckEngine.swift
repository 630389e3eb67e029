// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
package import OnCueCore
package import OnCueRuntime
import OnCueSession
import Synchronization

/// Plays media with GStreamer: each is decoded by a deck of its own, a mixer joins them, and one output takes them.
///
/// Everything that may block runs in `OutputGraph` and in the decks; this class decides on `MediaActor` what is to be
/// done and turns what they tell into events. Each beginning at the output has a generation, and a marker with it is
/// put in front of its messages, so late messages of an earlier one are told apart.
@MediaActor
package final class DeckEngine: PlaybackEngine {
    package var onEvent: (@MediaActor (EngineEvent) -> Void)?
    package internal(set) var output: AudioOutput?

    let log = Logger("playback")
    private let outputs: [OutputPreference]
    private let clientName: String
    /// Opens what is on web servers.
    let web: WebMedia
    let mixer: Mixer
    private(set) var graph: OutputGraph
    /// What is heard at the output; `nil` while none is open.
    private(set) var outputTime: OutputTime?
    private var watch: PipelineWatch?
    private(set) var isShutDown = false

    /// Counts the beginnings at the output.
    var generation: UInt64 = 0
    /// The generation whose messages arrive at the moment.
    var arrivingGeneration: UInt64 = 0
    var current: Playing?
    /// The followers, one after the other.
    var followers: [Following] = []
    /// Media that may be asked for, and those of them that are held open.
    var expected: [PreparedMedium] = []
    var prepared: [Prepared] = []
    /// Decks that are being closed, the oldest first.
    var closings: [Closing] = []
    /// What was asked for, whether it is reached or not.
    var wantsPlaying = false
    /// The state that the output was last told to reach.
    var requestedState = ElementState.null
    /// When and where what was paused was told to go on last; `nil` when something has begun or was paused since.
    var resumed: (at: ContinuousClock.Instant, position: Duration)?
    /// The output has failed and must be given up before anything else begins.
    var isOutputBroken = false
    /// The loudness was changed from outside, and has not been read since.
    var isLoudnessUnread = false
    /// It fades out to pause or to stop.
    var isFading = false
    /// How long what begins next rises; zero for as usual.
    var nextFade: Duration = .zero
    /// How mixers call the stream.
    private(set) var title: String?
    /// What fades out into the current medium.
    var leaving: Deck?
    /// What fades out because nothing is to play any more.
    var stopping: Deck?
    /// What is to be done later for the current medium.
    var timers: [TimerKind: Task<Void, Never>] = [:]
    /// How a medium that the network has cut off is taken up again.
    var recovery = StreamRecovery()

    var settings = SoundSettings()
    var device: String?
    var loudness = OutputGraph.Loudness(volume: 1, isMuted: false)
    var loudnessRevision: UInt64 = 0
    /// How often the stream is told its loudness until it takes it; none is left when it has taken it.
    var tellingsLeft = 0
    /// The newest stream has said our loudness.
    var streamSaidOurs = false
    private let onLoudnessChange: @Sendable () -> Void

    var pending: [Operation] = []
    /// Carries out the operations, while there are any.
    var worker: Task<Void, Never>?

    /// - Parameters:
    ///   - outputs: The outputs to try, in this order, whenever none is open.
    ///   - web: Asks web servers for what is to play.
    ///   - clientName: How mixers call the stream.
    package init(outputs: [OutputPreference] = [.automatic], web: WebMedia, clientName: String = "OnCue") {
        self.web = web
        self.outputs = outputs
        self.clientName = clientName
        let notices = NoticeBox()
        let mixer = Mixer { notice, generation in
            Task { @MediaActor in notices.engine?.receive(notice, generation: generation) }
        }
        let flag = LoudnessFlag()
        let onLoudnessChange: @Sendable () -> Void = {
            // One check for any number of changes: the flag is taken down before the value is read.
            guard flag.raise() else { return }
            Task { @MediaActor in
                flag.lower()
                notices.engine?.checkLoudness()
            }
        }
        self.mixer = mixer
        self.onLoudnessChange = onLoudnessChange
        graph = OutputGraph(
            mixer: mixer, outputs: outputs, device: nil, title: nil, clientName: clientName,
            onLoudnessChange: onLoudnessChange)
        notices.engine = self
        // The first use of GStreamer reads its registry, which is better done before somebody waits for sound.
        Task { await BlockingExecutor(label: "oncue.gstreamer").run { _ = MediaFramework.initialize() } }
    }

    // MARK: PlaybackEngine

    package func load(_ request: PlaybackRequest, at position: Duration, playing: Bool) {
        guard !isShutDown else { return }
        let start = max(.zero, position)
        let deck = takeDeck(for: request, at: start) ?? makeDeck(for: request, at: start)
        abandon()
        wantsPlaying = playing
        current = Playing(request: request, deck: deck, start: start)
        recovery = StreamRecovery()
        listen(to: deck)
        if !playing { setOutputState(.paused) }
        if deck.isReady { deckReady() }
    }

    package func setPlaying(_ isPlaying: Bool) {
        guard let current else { return }
        wantsPlaying = isPlaying
        if isPlaying, nextFade > .zero {
            if goesOnFaded() { return }
            // What cannot rise now is not to have something else rise later.
            if current.stage == .starting || current.stage == .running { nextFade = .zero }
        }
        if current.stage == .lost {
            if isPlaying { resumeLost() }
        } else {
            reconcile()
        }
    }

    package func fadeInNext(within length: Duration) {
        nextFade = max(.zero, length)
    }

    package func stop() {
        if fadesOut, current?.stage == .running { return fadeToStop() }
        halt()
    }

    package func halt() {
        abandon()
        closeOutput()
    }

    /// Gives the output back.
    func closeOutput() {
        submit(within: Operation.endingLimit) {
            self.forgetPipeline()
            await self.graph.close()
        }
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

    package func setOutput(_ choice: OutputChoice) {
        guard !isShutDown else { return }
        if case .device(let name) = choice { device = name } else { device = nil }
        let device = device
        submit(isLasting: true) {
            let isOpen = await self.graph.setDevice(device)
            if isOpen, let output = self.output { self.emit(.outputChanged(output)) }
        }
    }

    package func announce(_ title: String?) {
        let title = title ?? clientName
        self.title = title
        submit(isLasting: true) { await self.graph.announce(title) }
    }

    package func shutDown() async {
        // From here on no operation is added, so nothing can overtake the end or open an output behind it.
        isShutDown = true
        onEvent = nil
        abandon()
        for held in prepared { close(held.deck) }
        (expected, prepared) = ([], [])
        await worker?.value
        let graph = graph
        await perform(Operation(limit: Operation.endingLimit) { await graph.close() })
        forgetPipeline()
        let closings = closings.map(\.task)
        await perform(Operation(limit: Operation.endingLimit) { for closing in closings { await closing.value } })
    }

    // MARK: Internals

    func emit(_ event: EngineEvent) {
        log.debug("event", ["event": "\(event)"])
        onEvent?(event)
    }

    /// Takes notice of a new pipeline.
    func follow(_ time: OutputTime, _ bus: PipelineBus) {
        outputTime = time
        watch = bus.watch { [weak self] in self?.receive($0) }
    }

    func forgetPipeline() {
        watch = nil
        outputTime = nil
    }

    /// Leaves an output that does not answer to itself, and takes another one.
    func replaceGraph() {
        forgetPipeline()
        // What it holds is given back where it hangs, when it answers.
        let left = graph
        Task { await left.close() }
        graph = OutputGraph(
            mixer: mixer, outputs: outputs, device: device, title: title, clientName: clientName,
            onLoudnessChange: onLoudnessChange)
        isOutputBroken = false
    }
}

/// Lets callbacks that are made before the engine find it.
@MediaActor
private final class NoticeBox {
    weak var engine: DeckEngine?

    nonisolated init() {}
}

/// Raised while a check is on its way, so that many changes lead to one.
private final class LoudnessFlag: Sendable {
    private let isRaised = Atomic<Bool>(false)

    func raise() -> Bool { !isRaised.exchange(true, ordering: .acquiringAndReleasing) }

    func lower() { isRaised.store(false, ordering: .releasing) }
}
