// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import Glibc
import OnCueCore
import OnCueRuntime

/// The pipeline to the output, on a thread that may block.
///
/// Carries out the decisions of `DeckEngine`, one call after the other, and makes none itself.
actor OutputGraph {
    /// The result of starting a medium.
    enum StartResult: Sendable {
        case noOutput
        /// Time and messages are those of a new pipeline, `nil` for an existing one, whose stream may still be new.
        case started(AudioOutput, new: (time: OutputTime, bus: PipelineBus)?, hasNewStream: Bool)
    }

    /// The settings with which a medium starts.
    struct Start: Sendable {
        /// The generation that precedes the resulting messages.
        var generation: UInt64
        var state: ElementState
        /// The sample rate, in frames a second.
        var rate: Int
        var volume: Volume
    }

    struct Volume: Sendable, Equatable {
        var volume: Double
        var isMuted: Bool
    }

    private static let settlingTime: Duration = .milliseconds(200)
    private static let firstDataMicroseconds: UInt32 = 20_000

    private let executor = BlockingExecutor(label: "oncue.playback")
    private let mixer: Mixer
    private let outputs: [OutputPreference]
    private let clientName: String
    private let onVolumeChange: @Sendable () -> Void
    private var open: OpenOutput?
    private var choice: OutputChoice
    /// Whether another device was chosen since the last stream began.
    private var isDeviceNew = false
    private var hasHadStream = false
    /// The sample rate of the stream; `nil` before the first.
    private var rate: Int?
    private var title: String?
    /// Whether it has data, or waits for the first.
    private var isActive = false
    /// Whether its data is being heard to the end.
    private var isLingering = false
    private var lastPlaying = ContinuousClock.now

    init(
        mixer: Mixer, outputs: [OutputPreference], choice: OutputChoice, title: String?, clientName: String,
        onVolumeChange: @escaping @Sendable () -> Void
    ) {
        self.mixer = mixer
        self.outputs = outputs
        self.choice = choice
        self.title = title
        self.clientName = clientName
        self.onVolumeChange = onVolumeChange
    }

    deinit {
        open?.close()
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens the output if necessary, drops its data, and lets the mixer begin.
    ///
    /// - Parameter attach: Passes the outlet to the mixer.
    func start(_ start: Start, attach: @Sendable (Mixer.Outlet) -> Void) -> StartResult {
        var new: (time: OutputTime, bus: PipelineBus)?
        if open == nil {
            new = openAhead()
            guard new != nil else { return .noOutput }
        }
        guard let open else { return .noOutput }
        // Another rate needs another stream, which takes its volume from the settings made before it exists.
        if isLingering || rate != start.rate { reset() }
        rate = start.rate
        if isActive { _ = open.pipeline.seek(to: .zero) }
        open.bus.discardMessages()
        open.bus.post(marker: start.generation)
        // A new stream would have a volume chosen by the server: settings made before it exists apply to it.
        let hasNewStream = !isActive
        if hasNewStream {
            // A sink makes its second stream where the first one was, even if that was only the default device then.
            if isDeviceNew || hasHadStream, open.sink.has("device") {
                open.sink.set("device", to: choice.device ?? (isDeviceNew ? "@DEFAULT_SINK@" : nil))
            }
            (isDeviceNew, hasHadStream) = (false, true)
            apply(start.volume)
        }
        lastPlaying = .now
        if start.state == .playing { open.time.flows(from: .zero) } else { open.time.isHeld() }
        if open.pipeline.setState(start.state) == .failed { return .noOutput }
        isActive = true
        if let title { open.source.announce(title) }
        attach(Mixer.Outlet(source: open.source) { [weak time = open.time] in time?.exact })
        return .started(open.output, new: new, hasNewStream: hasNewStream)
    }

    /// Opens the output, if none is open, before the format of the sound is known.
    ///
    /// - Returns: Time and messages of the new pipeline; `nil` if one was open, or none responds.
    func openAhead() -> (time: OutputTime, bus: PipelineBus)? {
        guard open == nil, let opened = OpenOutput.open(outputs, choice: choice, clientName: clientName) else {
            return nil
        }
        take(opened)
        return (opened.time, opened.bus)
    }

    /// Plays or pauses.
    ///
    /// GStreamer 1.22 must not be paused while it is changing to playing: if data arrives at the sink at that moment,
    /// the pipeline waits forever for a message about it. Nor may it be paused as soon as it plays: a sink that is
    /// about to take its first data continues while it is reported as paused. So this waits for both, for a moment.
    ///
    /// - Returns: `false` if it cannot pause yet, for lack of data; the caller must repeat the call when it plays.
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
            open.time.flows(from: open.time.given ?? .zero)
        }
        pipeline.setState(state)
        if state == .paused { open.time.isHeld() }
        return true
    }

    func recalculateLatency() {
        open?.pipeline.recalculateLatency()
    }

    func apply(_ volume: Volume) {
        open?.volumeControl.cubicVolume = volume.volume
        open?.volumeControl.isMuted = volume.isMuted
    }

    var volume: Volume? {
        open.map { Volume(volume: $0.volumeControl.cubicVolume, isMuted: $0.volumeControl.isMuted) }
    }

    /// Directs future streams to another device; does nothing for an output without devices.
    ///
    /// An existing stream is moved through the sound server. The device of its `pulsesink` must not be set in GStreamer
    /// 1.22: if the stream is not ready, or no longer ready because the server is gone, `pulsesink` returns without
    /// releasing the lock of its main loop, and the next caller hangs or is aborted.
    ///
    /// - Returns: `true` if an output is open.
    func setChoice(_ choice: OutputChoice) -> Bool {
        self.choice = choice
        isDeviceNew = true
        return open != nil
    }

    /// Names the stream for mixers that show it.
    func announce(_ title: String?) {
        self.title = title
        if isActive, !isLingering, let title { open?.source.announce(title) }
    }

    /// Lets the rest of the sound be heard, until ``endLingering()`` or the next start.
    func linger() {
        isLingering = isActive
    }

    /// Ends the rest of the sound after ``linger()``; does nothing if something else has begun.
    func endLingering() {
        if isLingering { reset() }
    }

    /// Ends playback and keeps the output.
    func reset() {
        open?.pipeline.setState(.ready)
        open?.bus.discardMessages()
        (isActive, isLingering) = (false, false)
    }

    /// Ends playback, and keeps the output if other programs can use the sound device meanwhile; releases any other.
    ///
    /// - Returns: `false` if none is open any longer.
    func rest() -> Bool {
        if open?.isShared == true { reset() } else { close() }
        return open != nil
    }

    /// Ends playback and releases the output.
    func close() {
        open?.close()
        open?.bus.discardMessages()
        open = nil
        (isActive, isLingering) = (false, false)
    }

    private func take(_ opened: OpenOutput) {
        open = opened
        (isActive, isLingering, isDeviceNew, hasHadStream) = (false, false, false, false)
        opened.volumeControl.onChange(of: "volume", onVolumeChange)
        opened.volumeControl.onChange(of: "mute", onVolumeChange)
        opened.source.onNeed { [weak mixer] in mixer?.needed() }
    }
}
