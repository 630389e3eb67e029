// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import OnCueRuntime
import Synchronization

/// The player element and its output, on a thread that may block.
///
/// Carries out what `PlaybinEngine` decides, one call after the other, and decides nothing itself.
actor PlaybinGraph {
    /// What came of opening a medium.
    enum OpenResult: Sendable {
        case noOutput
        case refused(PlaybackError)
        case opened(AudioOutput, StateChange)
    }

    struct Loudness: Sendable, Equatable {
        var volume: Double
        var isMuted: Bool
    }

    private static let longestPause: Duration = .milliseconds(200)

    private let executor = BlockingExecutor(label: "oncue.playback")
    private let cell: FollowerCell
    private let sources = SourceWatch()
    private let outputs: [OutputPreference]
    private let clientName: String
    private var player: Element?
    private var bus: PipelineBus?
    private var open: OpenOutput?
    /// The player may have lost its own count of what it holds.
    private var isSuspect = false

    init(cell: FollowerCell, outputs: [OutputPreference], clientName: String) {
        self.cell = cell
        self.outputs = outputs
        self.clientName = clientName
    }

    deinit {
        player?.setState(.null)
        open?.close()
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Makes the player when there is none, and returns it when it is a new one.
    ///
    /// The error is that GStreamer or its base plug-ins are not there.
    func makePlayer(
        onLoudnessChange: @escaping @Sendable () -> Void
    ) throws(PlaybackError) -> (player: Element, bus: PipelineBus)? {
        if isSuspect { discard() }
        if player != nil { return nil }
        guard let player = Element("playbin3", name: "oncue-player"), let bus = PipelineBus(of: player) else {
            throw .noPlayer()
        }
        // No video branches for files with cover pictures.
        player.set("flags", parsing: "audio+soft-volume")
        let cell = cell
        player.onAboutToFinish { [weak player] in
            if let uri = cell.take() { player?.set("uri", to: uri) }
            // The source is read to its end. If nothing of it has come to the output, perhaps nothing ever will.
            if cell.awaitsSound { bus.post(marker: PlaybinEngine.drainedMarker) }
        }
        // A FLAC file behind one with the same content has the same format, so the decoder is not set up again, takes
        // the headers for sound and loses its count: 0.3 s were lost whenever a track was repeated.
        let sources = sources
        player.onElementSetup { factory, element in
            sources.elementAdded(factory)
            if factory == "flacdec" { element.dropHeaders() }
        }
        player.onChange(of: "volume", onLoudnessChange)
        player.onChange(of: "mute", onLoudnessChange)
        self.player = player
        self.bus = bus
        return (player, bus)
    }

    /// Ends what plays and opens a medium; messages of it come behind the marker `generation`.
    func open(_ location: MediaLocation, generation: UInt64, state: ElementState, loudness: Loudness) -> OpenResult {
        guard let player, let bus else { return .refused(.noPlayer()) }
        player.setState(.ready)
        bus.discardMessages()
        bus.post(marker: generation)
        cell.forgetTraces()
        if let refusal = FileCheck.refusal(of: location) { return .refused(refusal) }
        guard let output = openOutput() else { return .noOutput }
        player.set("uri", to: location.uri)
        apply(loudness)
        let cell = cell
        output.entry.onNextBuffer { cell.soundArrived() }
        // playbin3 1.22 lets the source run before the decoders are awake. On a busy machine the first data reaches
        // them too early, is refused, and the medium never starts.
        for decoders in player.descendants(madeBy: "decodebin3") { decoders.setState(.paused) }
        return .opened(output.output, player.setState(state))
    }

    func setState(_ state: ElementState) {
        player?.setState(state)
    }

    /// Puts a number behind the messages that are there.
    func post(marker: UInt64) {
        bus?.post(marker: marker)
    }

    /// Jumps; the `asyncDone` that tells its end comes behind the marker.
    func seek(to position: Duration, marker: UInt64) -> Bool {
        guard let player, let bus else { return false }
        // A pause that is on its way tells its end with the same message; that one is to come before the marker.
        player.waitForState(limit: Self.longestPause)
        bus.post(marker: marker)
        return player.seek(to: position)
    }

    /// Gives the player the follower that was not there when it asked.
    func handOverLate() {
        if let uri = cell.takeLate() { player?.set("uri", to: uri) }
    }

    func recalculateLatency() {
        player?.recalculateLatency()
    }

    func apply(_ loudness: Loudness) {
        player?.cubicVolume = loudness.volume
        player?.isMuted = loudness.isMuted
    }

    var loudness: Loudness? {
        player.map { Loudness(volume: $0.cubicVolume, isMuted: $0.isMuted) }
    }

    /// Ends what plays and keeps the output.
    func reset() {
        settle()
        if player?.setState(.ready) == .failed { isSuspect = true }
        bus?.discardMessages()
    }

    /// Ends what plays and gives the output back.
    func close() {
        settle()
        if player?.setState(.null) == .failed { isSuspect = true }
        open?.close()
        open = nil
        bus?.discardMessages()
    }

    /// Ends what plays and gives up the player together with its output.
    ///
    /// After an error, a change of state that fails leaves pads behind in playbin3 1.22, and the next medium then
    /// runs into an assertion that ends the process. So a player that has failed is not used again.
    func discard() {
        close()
        player = nil
        bus = nil
        isSuspect = false
    }

    /// Waits until what plays can be ended without harm.
    private func settle() {
        sources.waitUntilKnown()
        player?.waitForState(limit: Self.longestPause)
    }

    private func openOutput() -> OpenOutput? {
        if let open { return open }
        guard let opened = OpenOutput.open(outputs, clientName: clientName) else { return nil }
        let cell = cell
        let filter = opened.filter
        opened.entry.onPadEvent { event in
            switch event {
            case .streamStart(let group): return cell.streamStarts(group: group)
            case .audioFormat(let rate):
                if let rate = cell.fixRate(rate) { filter.set("caps", parsing: Self.format(rate: rate)) }
                return .pass
            }
        }
        player?.set("audio-sink", to: opened.bin)
        open = opened
        return opened
    }

    private static func format(rate: Int) -> String {
        "audio/x-raw,format=F32LE,layout=interleaved,channels=2,rate=\(rate)"
    }
}
