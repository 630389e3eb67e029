// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import OnCueRuntime

/// One medium that is held open, decoded a little ahead, at a place in it.
@MediaActor
final class Deck {
    enum Stage: Equatable {
        case opening
        /// Jumps to where it is to begin.
        case positioning
        case ready
        case failed(PlaybackError)
    }

    /// What becomes of it.
    enum Event: Equatable {
        /// Stands where it was told to, or at the beginning when the medium cannot jump.
        case ready
        case failed(PlaybackError)
        /// The source has failed at a jump that it had claimed to be able to; it must be opened anew.
        case brokenByJump
        /// Stands where it was told to jump.
        case seeked
        /// The medium has refused to jump.
        case seekRefused
        case buffering(Int)
        case durationChanged
        case titled(String)
        /// It has said how loud it is.
        case measured
    }

    /// After this a medium of which nothing has come is given up.
    private static let patience: Duration = .seconds(20)
    private nonisolated static let longestPause: Duration = .milliseconds(200)

    let location: MediaLocation
    private let mayJump: Bool
    var onEvent: (@MediaActor (Event) -> Void)?
    private(set) var stage = Stage.opening
    /// Where it stands when it is ready.
    private(set) var start: Duration
    /// How fast it plays.
    private(set) var pace: Double
    private(set) var pipeline: DeckPipeline?
    private(set) var duration: Duration?
    private(set) var isSeekable = false
    private(set) var streamTitle: String?
    private(set) var measured: ReplayGain?
    private(set) var isBuffering = false
    private let executor = BlockingExecutor(label: "oncue.playback.deck")
    private let log = Logger("playback")
    private var watch: PipelineWatch?
    private var watchdog: Task<Void, Never>?
    private var missing: [MissingPlugin] = []
    private var seekNumber: UInt64 = 0
    private var arrivingSeek: UInt64 = 0
    private var isSeeking = false
    private var isClosed = false

    /// Begins to open a medium.
    ///
    /// - Parameters:
    ///   - mayJump: False for a source that is known to fail when it is told to.
    ///   - chooseRate: As for `DeckPipeline`.
    init(
        _ location: MediaLocation, at start: Duration, pace: Double, mayJump: Bool = true,
        chooseRate: @escaping @Sendable (Int) -> Int
    ) {
        self.mayJump = mayJump
        self.location = location
        self.start = max(.zero, start)
        self.pace = pace
        Task { await self.open(chooseRate) }
        watchdog = Task { [weak self] in
            guard (try? await MediaActor.sleep(for: Self.patience)) != nil else { return }
            self?.giveUp()
        }
    }

    var isReady: Bool { stage == .ready }

    var rate: Int? { pipeline?.rate }

    /// Jumps; `seeked` or `seekRefused` follows.
    func seek(to position: Duration, pace: Double) {
        start = max(.zero, duration.map { min(position, $0) } ?? position)
        self.pace = pace
        isSeeking = true
        submitSeek()
    }

    /// Ends it; no event comes any more. Returns at once, what may take time is done elsewhere.
    @discardableResult
    func close() -> Task<Void, Never> {
        onEvent = nil
        isClosed = true
        watchdog?.cancel()
        watch = nil
        let pipeline = pipeline
        self.pipeline = nil
        return Task { [executor] in
            await executor.run { _ = pipeline?.element.setState(.null) }
        }
    }

    // MARK: Opening

    private func open(_ chooseRate: @escaping @Sendable (Int) -> Int) async {
        let location = location
        let result = await executor.run { () -> Result<DeckPipeline, PlaybackError> in
            if let refusal = FileCheck.refusal(of: location) { return .failure(refusal) }
            do throws(PlaybackError) {
                let made = try DeckPipeline(location, chooseRate: chooseRate)
                made.element.setState(.paused)
                return .success(made)
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(let made) where isClosed: await executor.run { _ = made.element.setState(.null) }
        case .success(let made):
            pipeline = made
            watch = made.bus.watch { [weak self] in self?.receive($0) }
        case .failure(let error): fail(error)
        }
    }

    private func giveUp() {
        guard stage == .opening || stage == .positioning else { return }
        let isFile = location.filePath != nil
        fail(
            PlaybackError(
                isFile ? .failed : .network,
                "cannot play \(location): nothing came of it for \(Self.patience.components.seconds) s"))
    }

    private func opened() {
        guard let pipeline else { return }
        if pipeline.line.isAtEnd {
            return fail(missing.last.map { PlaybackError($0, at: location) } ?? .silentMedium(location))
        }
        duration = pipeline.element.duration
        isSeekable = mayJump && pipeline.element.isSeekable
        guard start > .zero || pace != 1 else { return becomeReady() }
        guard isSeekable else {
            (start, pace) = (.zero, 1)
            return becomeReady()
        }
        start = duration.map { min(start, $0) } ?? start
        stage = .positioning
        submitSeek()
    }

    private func becomeReady() {
        stage = .ready
        watchdog?.cancel()
        play()
        tell(.ready)
    }

    /// Lets it decode ahead; as long as it stands, there is only the first block.
    private func play() {
        guard let pipeline else { return }
        Task { [executor] in await executor.run { _ = pipeline.element.setState(.playing) } }
    }

    private func submitSeek() {
        guard let pipeline else { return }
        seekNumber += 1
        let (number, start, pace) = (seekNumber, start, pace)
        Task {
            let isDone = await executor.run {
                // A change of state that is on its way tells its end with the same message.
                pipeline.element.waitForState(limit: Self.longestPause)
                pipeline.bus.post(marker: number)
                return pipeline.element.seek(to: start, rate: pace)
            }
            if !isDone, number == seekNumber, !isClosed { refuseSeek() }
        }
    }

    private func refuseSeek() {
        isSeekable = false
        isSeeking = false
        if stage == .positioning {
            (start, pace) = (.zero, 1)
            becomeReady()
        } else {
            tell(.seekRefused)
        }
    }

    // MARK: Messages

    private func receive(_ message: PipelineMessage) {
        guard !isClosed else { return }
        log.debug("deck", ["message": "\(message)"])
        switch message {
        case .marker(DeckPipeline.noSoundMarker): noSound()
        case .marker(let number): arrivingSeek = number
        case .asyncDone: dataArrived()
        case .error(let failure): failed(failure)
        case .warning(let failure): log.warning("a medium warns", ["text": failure.text, "debug": failure.debug])
        case .missingPlugin(let plugin): missing.append(plugin)
        case .durationChanged: durationChanged()
        case .buffering(let percent): buffering(percent)
        case .tags(let tags): tagged(tags)
        case .endOfStream: if stage == .opening { noSound() }
        case .stateChanged, .stateRequested, .latencyChanged, .clockLost: break
        }
    }

    private func dataArrived() {
        switch stage {
        case .opening: opened()
        case .positioning: if arrivingSeek == seekNumber { becomeReady() }
        case .ready:
            guard isSeeking, arrivingSeek == seekNumber else { return }
            isSeeking = false
            tell(.seeked)
        case .failed: break
        }
    }

    private func noSound() {
        guard stage == .opening else { return }
        fail(missing.last.map { PlaybackError($0, at: location) } ?? .silentMedium(location))
    }

    private func failed(_ failure: PipelineFailure) {
        log.debug("a medium fails", ["text": failure.text, "debug": failure.debug])
        if failure.isSeekRefusal, stage == .positioning || isSeeking { return breakByJump() }
        fail(PlaybackError(failure, at: location, missing: missing))
    }

    private func breakByJump() {
        log.warning("the source cannot jump; the medium begins again")
        stage = .failed(PlaybackError(.network, "cannot jump in \(location)"))
        watchdog?.cancel()
        tell(.brokenByJump)
    }

    private func fail(_ error: PlaybackError) {
        if case .failed = stage { return }
        stage = .failed(error)
        watchdog?.cancel()
        tell(.failed(error))
    }

    private func durationChanged() {
        guard let found = pipeline?.element.duration, found != duration, stage == .ready else { return }
        duration = found
        tell(.durationChanged)
    }

    private func buffering(_ percent: Int) {
        guard location.filePath == nil else { return }
        guard percent < 100 || isBuffering else { return }
        isBuffering = percent < 100
        tell(.buffering(percent))
    }

    private func tagged(_ tags: StreamTags) {
        if tags.hasLoudness {
            measured = ReplayGain(
                trackGain: tags.trackGain, trackPeak: tags.trackPeak, albumGain: tags.albumGain,
                albumPeak: tags.albumPeak)
            tell(.measured)
        }
        // Files have titles too; those are the catalog's. What cannot be sought in comes as it is sent.
        guard let title = tags.title, title != streamTitle, location.filePath == nil else { return }
        streamTitle = title
        tell(.titled(title))
    }

    private func tell(_ event: Event) {
        onEvent?(event)
    }
}
