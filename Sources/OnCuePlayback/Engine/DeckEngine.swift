// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
package import OnCueCore
package import OnCueRuntime
import OnCueSession
import Synchronization

/// Plays media with GStreamer: each is decoded by its own deck, a mixer joins them, and one output plays them.
///
/// Everything that may block runs in `OutputGraph` and in the decks; this class makes the decisions on `MediaActor` and
/// turns their messages into events. Each start of the output has a generation, and a marker with it precedes its
/// messages, so that late messages of an earlier one are recognised.
@MediaActor
package final class DeckEngine: PlaybackEngine {
    package var onEvent: (@MediaActor (EngineEvent) -> Void)?
    package internal(set) var output: AudioOutput?

    /// The longest time for which a deck is left open because sound is awaited.
    private static let closingDelay: Duration = .milliseconds(50)

    let log = Logger("playback")
    private let outputs: [OutputPreference]
    private let clientName: String
    /// The time for which an output that nothing uses is kept.
    let keepingTime: Duration
    /// Opens media on web servers.
    let web: WebMedia
    let mixer: Mixer
    private(set) var graph: OutputGraph
    /// The time of the sound heard at the output; `nil` while none is open.
    private(set) var outputTime: OutputTime?
    private var watch: PipelineWatch?
    private(set) var isShutDown = false

    /// The number of starts at the output.
    var generation: UInt64 = 0
    /// The generation whose messages arrive at the moment.
    var arrivingGeneration: UInt64 = 0
    var current: Playing?
    /// The followers, one after the other.
    var followers: [Following] = []
    /// The part of the current medium that is repeated.
    var repetition: Repetition?
    /// Media that may be requested, and those of them that are kept open.
    var expected: [PreparedMedium] = []
    var prepared: [Prepared] = []
    /// Decks that are being closed, the oldest first.
    var closings: [Closing] = []
    /// Parts for the next deck, made when sound has come.
    let spare = SpareParts()
    /// Waits until the sound of a requested file has come, or a moment has passed. Decks are closed only then, since
    /// ending decoders would take processor time from the awaited sound.
    private(set) var awaitedSound: Task<Void, Never>?
    /// Whether playback was requested, reached or not.
    var wantsPlaying = false
    /// The last state that was set on the output.
    var requestedState = ElementState.null
    /// The time and position of the last resumption; `nil` if something has begun or was paused since.
    var resumed: (at: ContinuousClock.Instant, position: Duration)?
    /// Whether the output has failed and must be given up before anything else begins.
    var isOutputBroken = false
    /// Whether the volume was changed from outside and has not been read since.
    var isVolumeUnread = false
    /// Whether it fades out to pause or to stop.
    var isFading = false
    /// The duration of the next fade-in; zero for the usual one.
    var nextFade: Duration = .zero
    /// The name of the stream in mixers.
    private(set) var title: String?
    /// The deck that fades out into the current medium.
    var leaving: Deck?
    /// The deck that fades out because playback ends.
    var stopping: Deck?
    /// Pending timers for the current medium.
    var timers: [TimerKind: Task<Void, Never>] = [:]
    /// The attempts to resume a medium that the network has cut off.
    var recovery = StreamRecovery()

    var settings = SoundSettings()
    private(set) var choice = OutputChoice.automatic
    var streamVolume = OutputGraph.Volume(volume: 1, isMuted: false)
    var streamVolumeRevision: UInt64 = 0
    /// The number of remaining attempts to set the volume of the stream; zero when it has been accepted.
    var tellingsLeft = 0
    /// Whether the newest stream has reported our volume.
    var streamSaidOurs = false
    private let onVolumeChange: @Sendable () -> Void

    var pending: [Operation] = []
    /// The task that carries out the operations; finished while there are none.
    var worker: Task<Void, Never>?
    var isWorking = false

    /// - Parameters:
    ///   - outputs: The outputs to try, in this order, whenever none is open.
    ///   - web: Loads media from web servers.
    ///   - keepingTime: The time for which an unused output is kept, if that does not prevent other programs from using
    ///     it.
    ///   - clientName: The name of the stream in mixers.
    package init(
        outputs: [OutputPreference] = [.automatic], web: WebMedia, keepingTime: Duration = .seconds(30),
        clientName: String = "OnCue"
    ) {
        self.keepingTime = keepingTime
        self.web = web
        self.outputs = outputs
        self.clientName = clientName
        let notices = NoticeBox()
        let mixer = Mixer { notice, generation in
            Task { @MediaActor in notices.engine?.receive(notice, generation: generation) }
        }
        let flag = VolumeFlag()
        let onVolumeChange: @Sendable () -> Void = {
            // One check for any number of changes: the flag is taken down before the value is read.
            guard flag.raise() else { return }
            Task { @MediaActor in
                flag.lower()
                notices.engine?.checkVolume()
            }
        }
        self.mixer = mixer
        self.onVolumeChange = onVolumeChange
        graph = OutputGraph(
            mixer: mixer, outputs: outputs, choice: .automatic, title: nil, clientName: clientName,
            onVolumeChange: onVolumeChange)
        notices.engine = self
        if outputs.contains(where: \.mayNeedOthers) { MediaFramework.keepAllPlugins() }
        // The first use of GStreamer reads its registry, preferably before sound is waited for.
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
        if request.location.filePath != nil {
            openOutputAhead()
            leaveDecksOpen()
        }
        if !playing { setOutputState(.paused) }
        if deck.isReady { deckReady() }
    }

    private func leaveDecksOpen() {
        awaitedSound?.cancel()
        awaitedSound = Task { try? await MediaActor.sleep(for: Self.closingDelay) }
    }

    package func setPlaying(_ isPlaying: Bool) {
        guard let current else { return }
        wantsPlaying = isPlaying
        if isPlaying, nextFade > .zero {
            if goesOnFaded() { return }
            // If the current medium cannot fade in now, a later one should not do so instead.
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
        abandon()
        keepOutput()
    }

    package func halt() {
        abandon()
        closeOutput()
    }

    /// Releases the output.
    func closeOutput() {
        submit(within: Operation.endingLimit) {
            self.forgetPipeline()
            await self.graph.close()
        }
    }

    package func setVolume(_ volume: Double) {
        guard !volume.isNaN else { return }
        streamVolume.volume = min(max(volume, 0), 1)
        applyVolume()
    }

    package func setMuted(_ isMuted: Bool) {
        streamVolume.isMuted = isMuted
        applyVolume()
    }

    package func setOutput(_ choice: OutputChoice) {
        guard !isShutDown else { return }
        let isElsewhere = choice.receiver != self.choice.receiver
        self.choice = choice
        submit(isLasting: true) {
            let isOpen = await self.graph.setChoice(choice)
            if isOpen, !isElsewhere, let output = self.output { self.emit(.outputChanged(output)) }
        }
        if isElsewhere { changeOutput() }
    }

    package func announce(_ title: String?) {
        let title = title ?? clientName
        self.title = title
        guard !isShutDown else { return }
        // Not as an operation, since the start of the sound would wait for it. It comes first in the graph, too.
        Task.immediate { [graph] in await graph.announce(title) }
    }

    package func shutDown() async {
        // No operation is added from here on, so nothing can overtake the end or open an output after it.
        isShutDown = true
        onEvent = nil
        abandon()
        awaitedSound?.cancel()
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

    /// Adopts the time and the messages of a new pipeline.
    func follow(_ time: OutputTime, _ bus: PipelineBus) {
        outputTime = time
        watch = bus.watch { [weak self] in self?.receive($0) }
    }

    func forgetPipeline() {
        watch = nil
        outputTime = nil
    }

    /// Abandons an output that does not respond, and uses another one.
    func replaceGraph() {
        forgetPipeline()
        // Its resources are released where it hangs, once it responds.
        let left = graph
        Task { await left.close() }
        graph = OutputGraph(
            mixer: mixer, outputs: outputs, choice: choice, title: title, clientName: clientName,
            onVolumeChange: onVolumeChange)
        isOutputBroken = false
    }
}

/// Lets callbacks created before the engine find it.
@MediaActor
private final class NoticeBox {
    weak var engine: DeckEngine?

    nonisolated init() {}
}

/// Raised while a check is on its way, so that many changes lead to one.
private final class VolumeFlag: Sendable {
    private let isRaised = Atomic<Bool>(false)

    func raise() -> Bool { !isRaised.exchange(true, ordering: .acquiringAndReleasing) }

    func lower() { isRaised.store(false, ordering: .releasing) }
}
