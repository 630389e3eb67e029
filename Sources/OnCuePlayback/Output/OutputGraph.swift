// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import Glibc
import OnCueCore
import OnCueRuntime

/// The pipeline that leads to the output, on a thread that may block.
///
/// Carries out what `DeckEngine` decides, one call after the other, and decides nothing itself.
actor OutputGraph {
    /// What came of beginning with a medium.
    enum StartResult: Sendable {
        case noOutput
        /// Time and messages of the pipeline are given when it is a new one; its stream may be new in an old one, too.
        case started(AudioOutput, new: (time: OutputTime, bus: PipelineBus)?, hasNewStream: Bool)
    }

    /// How it begins.
    struct Start: Sendable {
        /// Stands in front of the messages that come of it.
        var generation: UInt64
        var state: ElementState
        /// Frames a second of what is to be heard.
        var rate: Int
        var loudness: Loudness
    }

    struct Loudness: Sendable, Equatable {
        var volume: Double
        var isMuted: Bool
    }

    private static let settlingTime: Duration = .milliseconds(200)
    private static let firstDataMicroseconds: UInt32 = 20_000

    private let executor = BlockingExecutor(label: "oncue.playback")
    private let mixer: Mixer
    private let outputs: [OutputPreference]
    private let clientName: String
    private let onLoudnessChange: @Sendable () -> Void
    private var open: OpenOutput?
    private var device: String?
    /// Another one was chosen since the last stream began.
    private var isDeviceNew = false
    /// That of the stream; `nil` before the first.
    private var rate: Int?
    private var title: String?
    /// It holds data, or waits for the first.
    private var isActive = false
    /// What it holds is being heard to its end.
    private var isLingering = false
    private var lastPlaying = ContinuousClock.now

    init(
        mixer: Mixer, outputs: [OutputPreference], device: String?, title: String?, clientName: String,
        onLoudnessChange: @escaping @Sendable () -> Void
    ) {
        self.mixer = mixer
        self.outputs = outputs
        self.device = device
        self.title = title
        self.clientName = clientName
        self.onLoudnessChange = onLoudnessChange
    }

    deinit {
        open?.close()
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens the output where it is not open, throws away what it holds, and lets the mixer begin.
    ///
    /// - Parameter attach: Hands the mixer what is to be heard.
    func start(_ start: Start, attach: @Sendable (Mixer.Outlet) -> Void) -> StartResult {
        var new: (time: OutputTime, bus: PipelineBus)?
        if open == nil {
            guard let opened = OpenOutput.open(outputs, device: device, clientName: clientName) else {
                return .noOutput
            }
            take(opened)
            new = (opened.time, opened.bus)
        }
        guard let open else { return .noOutput }
        // Another rate needs another stream, which takes its loudness from what was said while there was none.
        if isLingering || rate != start.rate { reset() }
        rate = start.rate
        if isActive { _ = open.pipeline.seek(to: .zero) }
        open.bus.discardMessages()
        open.bus.post(marker: start.generation)
        // A new stream would be as loud as the server likes: what it is told before there is one counts for it.
        let hasNewStream = !isActive
        if hasNewStream {
            if new == nil, isDeviceNew, open.sink.has("device") {
                open.sink.set("device", to: device ?? "@DEFAULT_SINK@")
            }
            isDeviceNew = false
            apply(start.loudness)
        }
        lastPlaying = .now
        if start.state == .playing { open.time.flows(from: .zero) } else { open.time.isHeld() }
        if open.pipeline.setState(start.state) == .failed { return .noOutput }
        isActive = true
        if let title { open.source.announce(title) }
        attach(Mixer.Outlet(source: open.source) { [weak time = open.time] in time?.exact })
        return .started(open.output, new: new, hasNewStream: hasNewStream)
    }

    /// Plays or pauses.
    ///
    /// GStreamer 1.22 must not be told to pause while it is on its way to playing: when data comes to the sink at that
    /// moment, the pipeline waits for ever for news of it. Nor must it be as soon as it plays: a sink that is about to
    /// take its first data goes on while it is called paused. So both are waited for, a moment.
    ///
    /// - Returns: False when it is to pause and is not there yet, for want of data; it is told again when it plays.
    func setState(_ state: ElementState) -> Bool {
        guard isActive, !isLingering, let open else { return true }
        let pipeline = open.pipeline
        if state == .paused {
            let begin = ContinuousClock.now
            guard pipeline.waitForState(limit: Self.settlingTime) else { return false }
            let hasWaited = ContinuousClock.now - begin > .milliseconds(1)
            if hasWaited || begin - lastPlaying < Self.settlingTime { usleep(Self.firstDataMicroseconds) }
        } else {
            lastPlaying = .now
            open.time.flows(from: open.time.estimated ?? .zero)
        }
        pipeline.setState(state)
        if state == .paused { open.time.isHeld() }
        return true
    }

    func recalculateLatency() {
        open?.pipeline.recalculateLatency()
    }

    func apply(_ loudness: Loudness) {
        open?.loudness.cubicVolume = loudness.volume
        open?.loudness.isMuted = loudness.isMuted
    }

    var loudness: Loudness? {
        open.map { Loudness(volume: $0.loudness.cubicVolume, isMuted: $0.loudness.isMuted) }
    }

    /// Has streams that begin from now on go to another device, `nil` for the default one; an output without devices
    /// stays what it is.
    ///
    /// A stream that is there is moved by who knows the sound server. GStreamer 1.22 must not be told its device: where
    /// the stream is not ready, or not any more because the server is gone, `pulsesink` returns with the lock of its
    /// main loop held, and whoever asks it next hangs or is aborted.
    ///
    /// - Returns: True when an output is open.
    func setDevice(_ device: String?) -> Bool {
        self.device = device
        isDeviceNew = true
        return open != nil
    }

    /// Names the stream for mixers that show it.
    func announce(_ title: String?) {
        self.title = title
        if isActive, !isLingering, let title { open?.source.announce(title) }
    }

    /// Leaves what has come to its end to be heard, until ``endLingering()`` or the next start.
    func linger() {
        isLingering = isActive
    }

    /// Ends what ``linger()`` left; without effect when something else has begun.
    func endLingering() {
        if isLingering { reset() }
    }

    /// Ends what plays and keeps the output.
    func reset() {
        open?.pipeline.setState(.ready)
        open?.bus.discardMessages()
        (isActive, isLingering) = (false, false)
    }

    /// Ends what plays and gives the output back.
    func close() {
        open?.close()
        open?.bus.discardMessages()
        open = nil
        (isActive, isLingering) = (false, false)
    }

    private func take(_ opened: OpenOutput) {
        open = opened
        (isActive, isLingering) = (false, false)
        opened.loudness.onChange(of: "volume", onLoudnessChange)
        opened.loudness.onChange(of: "mute", onLoudnessChange)
        opened.source.onNeed { [weak mixer] in mixer?.needed() }
    }
}
