// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import HTTPClient
import OnCueCore
import OnCueRuntime

/// One medium that is open, decoded a little ahead, at a position.
@MediaActor
final class Deck {
    enum Stage: Equatable {
        case opening
        /// Jumps to its starting position.
        case positioning
        case ready
        case failed(PlaybackError)
    }

    /// An event of a deck.
    enum Event: Equatable {
        /// The deck is at the requested position, or at the beginning of a medium that cannot jump.
        case ready
        case failed(PlaybackError)
        /// The source has failed at a jump although it had claimed to support them; it must be reopened.
        case brokenByJump
        /// The jump has reached its target.
        case seeked
        /// The medium has refused to jump.
        case seekRefused
        case buffering(Int)
        case durationChanged
        case titled(String)
        /// The loudness is known from the medium.
        case measured
        /// The format has changed, or more is known of it.
        case formatChanged
        /// The end has been reached; `sourceFailure` shows whether it is that of the medium.
        case ended
    }

    /// The time after which a medium that has sent nothing is given up.
    private static let patience: Duration = .seconds(20)
    nonisolated static let longestPause: Duration = .milliseconds(200)
    static let brokenPauses = 10
    /// The assumed byte rate of an unknown medium: 128 kbit/s.
    private static let usualByteRate = 16_000.0
    /// The tolerance of each link's duration, in milliseconds.
    private static let linkTolerance = 10.0
    /// The time without a byte after which playback continues anyway, in seconds.
    private static let refillPatience = 3
    /// The same, but while the decoder still has data to be heard.
    private static let suppliedPatience = 2
    private static let leastReserve = 16 << 10
    private static let mostReserve = 2 << 20

    /// The maximum number of frames that wait for the mixer, which fetches as many again: four seconds of a CD each.
    static let mostAhead = 4 * 44_100

    let location: MediaLocation
    /// As `PlaybackRequest.length`.
    private let toldLength: Duration?
    private let mayJump: Bool
    private let web: WebMedia
    /// The file on a web server; `nil` for a local file, and before it is requested.
    private(set) var file: RemoteFile?
    private var facts: RemoteFile.Facts?
    /// The number of bytes that had come when the watchdog was set.
    private var receivedBefore = 0
    private var hasReopened = false
    /// Whether GStreamer finds the elements, because those chosen by the first bytes did not work.
    private var findsDecoder = false
    private let spare: SpareParts?
    private let chooseRate: @Sendable (Int) -> Int
    var onEvent: (@MediaActor (Event) -> Void)?
    var stage = Stage.opening
    /// The position when it is ready.
    var start: Duration
    /// The speed of playback.
    private(set) var pace: Double
    private(set) var pipeline: DeckPipeline?
    var duration: Duration?
    /// Whether the medium jumps, as far as its elements know.
    private var claimsJumps = false
    /// Whether it can jump; may turn out to be false during playback.
    var isSeekable: Bool { claimsJumps && pipeline?.isChainOnWeb != true }
    var streamTitle: String?
    var measured: ReplayGain?
    var bitRate = BitRate()
    /// The format for which `bitRate` holds.
    var stream: StreamFormat?
    var isBuffering = false
    /// Returns whether its decoder has brought sound that was not heard yet.
    var hasSound: (@MediaActor () -> Bool)?
    /// The reason why the source has ended before the medium; the data received until then is still to be heard.
    var sourceFailure: PlaybackError?
    /// Whether the server has no more data, although it announced more.
    var lacksRest: Bool { isShort || hasFailedBeyondEnd }
    var hasFailedBeyondEnd = false

    /// As `RemoteFile.isShort`.
    var isShort: Bool { file?.isShort == true }
    let executor = BlockingExecutor(label: "oncue.playback.deck")
    let log = Logger("playback")
    private var watch: PipelineWatch?
    var watchdog: Task<Void, Never>?
    var missing: [MissingPlugin] = []
    var seekNumber: UInt64 = 0
    var arrivingSeek: UInt64 = 0
    var isSeeking = false
    var isClosed = false

    /// Begins to open a medium.
    ///
    /// - Parameters:
    ///   - web: Opens media on web servers.
    ///   - mayJump: False for a source that is known to fail at jumps.
    ///   - spare: Has the parts that every deck needs.
    ///   - turn: Returns when it may begin.
    ///   - chooseRate: As for `DeckPipeline`.
    init(
        _ location: MediaLocation, web: WebMedia, at start: Duration, pace: Double, length: Duration? = nil,
        mayJump: Bool = true, spare: SpareParts? = nil,
        turn: (@MediaActor () async -> Void)? = nil,
        chooseRate: @escaping @Sendable (Int) -> Int
    ) {
        self.mayJump = mayJump
        toldLength = length.flatMap { $0 > .zero ? $0 : nil }
        self.web = web
        self.location = location
        self.start = max(.zero, start)
        self.pace = pace
        self.spare = spare
        self.chooseRate = chooseRate
        startWatchdog()
        // Not at once: if a file is refused before this returns, no one listens for the event yet.
        Task {
            await turn?()
            if !isClosed { await open(chooseRate) }
        }
    }

    private func startWatchdog() {
        watchdog?.cancel()
        receivedBefore = received
        watchdog = Task { [weak self] in
            guard (try? await MediaActor.sleep(for: Self.patience)) != nil else { return }
            self?.giveUp()
        }
    }

    /// The number of bytes received, including those of the parts of a list.
    private var received: Int { file.map { $0.received + (isList ? web.partBytes : 0) } ?? 0 }

    var isReady: Bool { stage == .ready }

    /// Whether it has ever been ready, regardless of later events.
    private(set) var hasOpened = false

    /// Whether it has failed, or will at the end of the data received.
    var isBroken: Bool {
        if case .failed = stage { true } else { sourceFailure != nil }
    }

    var rate: Int? { pipeline?.rate }

    /// Whether it will give no more sound.
    var isAtEnd: Bool { pipeline?.line.isAtEnd == true }

    /// Returns whether its file has grown beyond the data that it reads.
    func looksForGrowth() async -> Bool {
        guard let pipeline else { return false }
        await executor.run { pipeline.lookForGrowth() }
        return pipeline.hasMore
    }

    /// As `DeckPipeline.hasVideo`.
    var hasVideo: Bool { pipeline?.hasVideo == true }

    /// The format as far as it is known, without its gain; `nil` before its first sound.
    var format: MediaFormat? { pipeline?.format.map { MediaFormat($0, bitRate: bitRate.value) } }

    /// As `DeckPipeline.knowsSize`.
    var knowsSize: Bool { pipeline?.knowsSize == true }

    /// As `DeckPipeline.isList`.
    var isList: Bool { pipeline?.isList == true }

    /// Whether it is endless, as far as its server shows.
    var isLive: Bool {
        LiveEvidence(
            saysStation: pipeline?.saysStation == true, hasSize: knowsSize, duration: duration, isList: isList
        ).isLive
    }

    /// Sends `ended` when every message before the end has been received.
    func confirmEnd() {
        pipeline?.bus.post(marker: DeckPipeline.endMarker)
    }

    /// Decodes some seconds of a file ahead from now on, until a jump: a decoder that works for a while and then rests
    /// costs less than one that is woken for each block.
    func decodeAhead() {
        if location.filePath != nil { pipeline?.line.hold(frames: Self.mostAhead) }
    }

    /// Jumps; `seeked` or `seekRefused` follows.
    func seek(to position: Duration, pace: Double) {
        start = max(.zero, duration.map { min(position, $0) } ?? position)
        self.pace = pace
        isSeeking = true
        startWatchdog()
        // The first sound after the jump is awaited, so nothing is decoded ahead before it.
        pipeline?.line.hold(frames: 0)
        submitSeek()
    }

    /// Closes the deck; there are no further events. Returns at once, since slow operations run elsewhere.
    ///
    /// - Parameter turn: Returns when they may run.
    @discardableResult
    func close(_ turn: @escaping @MediaActor () async -> Void = {}) -> Task<Void, Never> {
        onEvent = nil
        isClosed = true
        watchdog?.cancel()
        watch = nil
        let (pipeline, file) = (pipeline, file)
        self.pipeline = nil
        file?.close()
        if let facts { web.close(facts) }
        facts = nil
        return Task { [executor] in
            await turn()
            await executor.run { _ = pipeline?.element.setState(.null) }
        }
    }

    // MARK: Opening

    private func open(_ chooseRate: @escaping @Sendable (Int) -> Int) async {
        let location = location
        if location.filePath == nil, file == nil, await !openWeb() { return }
        let (file, start, pace, findsDecoder, spare) = (file, start, pace, findsDecoder, spare)
        let result = await executor.run { () -> Result<DeckPipeline, PlaybackError> in
            if let refusal = FileCheck.refusal(of: location) { return .failure(refusal) }
            do throws(PlaybackError) {
                let made = try DeckPipeline(
                    location, web: file, at: start, pace: pace, findsDecoder: findsDecoder, parts: spare?.take(),
                    chooseRate: chooseRate)
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

    /// Reopens a medium that has turned out to be shorter than its server announced, now that its size is known,
    /// because some formats are read from their ends. Returns false if that makes no difference.
    func reopensShort() -> Bool {
        guard isShort, !hasReopened, let pipeline else { return false }
        hasReopened = true
        reopen(pipeline)
        return true
    }

    /// Reopens a file whose format is not the one that its first bytes indicate. Returns false if that makes no
    /// difference.
    func reopensFinding() -> Bool {
        guard stage == .opening, !findsDecoder, let pipeline, pipeline.isDirect else { return false }
        findsDecoder = true
        missing = []
        reopen(pipeline)
        return true
    }

    private func reopen(_ pipeline: DeckPipeline) {
        watch = nil
        self.pipeline = nil
        Task { [executor, chooseRate] in
            await executor.run { _ = pipeline.element.setState(.null) }
            if !isClosed { await open(chooseRate) }
        }
    }

    /// Waits for the answer of a web server; false if there is none, or the deck was closed meanwhile.
    private func openWeb() async -> Bool {
        let file = web.file(at: location)
        self.file = file
        do throws(HTTPError) {
            let facts = try await file.open()
            guard !isClosed else { return false }
            self.facts = facts
            web.open(facts)
        } catch {
            if !isClosed { fail(PlaybackError(error)) }
            return false
        }
        if case .failed = stage { return false }
        file.onTitle { [weak self] title in
            Task { @MediaActor in self?.titled(title) }
        }
        return true
    }

    private func giveUp() {
        guard stage == .opening || stage == .positioning || isSeeking else { return }
        // A slow connection is not a broken one.
        if received > receivedBefore { return startWatchdog() }
        file?.close()
        let limit = Self.patience.components.seconds
        fail(
            location.filePath != nil
                ? PlaybackError(.failed, "cannot play \(location): its disk did not deliver within \(limit) s")
                : PlaybackError(
                    .network,
                    "\(location) \(facts == nil ? "did not answer" : "sent nothing that can be played") within "
                        + "\(limit) s; check the address, or try again later"))
    }

    func opened() {
        guard let pipeline else { return }
        if pipeline.line.isAtEnd {
            if !reopensShort(), !reopensFinding() { fail(withoutSound) }
            return
        }
        duration = measuredDuration
        if let end = pipeline.decoding?.end, let rate = pipeline.rate, end.fits(duration) {
            pipeline.line.end(after: end.frames(at: rate))
        }
        claimsJumps = mayJump && hasKnownLinks && pipeline.element.isSeekable
        let isThere = pipeline.link.map { _ in !pipeline.isOneLink } ?? (start == .zero && pace == 1)
        if isThere { return becomeReady() }
        if let sourceFailure { return fail(sourceFailure) }
        guard isSeekable else {
            (start, pace) = (pipeline.origin, 1)
            return becomeReady()
        }
        start = duration.map { min(start, $0) } ?? start
        stage = .positioning
        submitSeek()
    }

    /// Whether it jumps only within a part of the medium, so that it is reopened for a jump.
    var isChain: Bool { pipeline?.decoding?.chain != nil }

    /// Whether the positions of the links in a chain are known, because their sum matches the duration that GStreamer
    /// finds; true for other media.
    private var hasKnownLinks: Bool {
        guard let pipeline, let chain = pipeline.decoding?.chain else { return true }
        guard let link = pipeline.link, let found = pipeline.element.duration else { return false }
        let length = (pipeline.isOneLink ? link.end : chain.length) - link.start
        return abs((found - length) / .milliseconds(1)) < Self.linkTolerance * Double(chain.links.count)
    }

    /// The duration from its elements. For frames without a container that is only an estimate, and tags may be more
    /// exact.
    var measuredDuration: Duration? {
        if let chain = pipeline?.decoding?.chain, !chain.links.isEmpty { return chain.length }
        let found = pipeline?.element.duration
        guard let told = toldLength, pipeline?.decoding?.isBare == true else { return found }
        guard let found, abs((found - told) / told) < 0.01 else { return told }
        return found
    }

    /// Waits until enough bytes have arrived to continue for a while; reports the fill level, finally 100 percent.
    ///
    /// - Parameter reserve: The playing time for which it should last.
    func refill(_ reserve: Duration, played: Duration) {
        guard let file, !isList, !isBuffering else { return }
        let isPaceKnown = played > .seconds(1)
        let pace = isPaceKnown ? Double(file.place) / (played / .seconds(1)) : Self.usualByteRate
        let target = min(max(Int(pace * (reserve / .seconds(1))), Self.leastReserve), Self.mostReserve)
        isBuffering = true
        // At the beginning, most of the data read is still on its way through the decoder.
        let isBeginning = !isPaceKnown && file.place == file.received - file.lead
        let before = isBeginning ? min(file.place, Int(pace * (played / .seconds(1)))) : file.received - file.lead
        file.onArrival { [weak self] in self?.refills(target, before) }
        refills(target, before)
        watchRefill()
    }

    /// Continues with the data received if no more arrives: the decoder's data is heard, then the reader waits and gets
    /// another connection.
    private func watchRefill(idle: Int = 0) {
        guard isBuffering, let file else { return }
        let before = file.received
        Task { [weak self] in
            guard (try? await MediaActor.sleep(for: .seconds(1))) != nil, let self, isBuffering else { return }
            let idle = file.received > before ? 0 : idle + 1
            let isOver =
                hasSound?() == true ? idle >= Self.suppliedPatience : idle >= Self.refillPatience && !file.isAwaited
            if isOver { endRefill() } else { watchRefill(idle: idle) }
        }
    }

    private func endRefill() {
        isBuffering = false
        file?.onArrival(nil)
        tell(.buffering(100))
    }

    private func refills(_ target: Int, _ before: Int) {
        guard isBuffering, let file else { return }
        // A reader that waits gets another connection; one with enough data must continue until it needs more.
        let isStuck = !file.isRunning && !file.isAwaited
        if file.hasRest || isStuck || file.received - before >= target { return endRefill() }
        tell(.buffering(min(99, (file.received - before) * 100 / target)))
    }

    func becomeReady() {
        stage = .ready
        hasOpened = true
        watchdog?.cancel()
        play()
        tell(.ready)
    }

    /// Starts decoding ahead; before that, there is only the first block.
    private func play() {
        guard let pipeline else { return }
        let element = sourceFailure == nil ? pipeline.element : pipeline.line.element
        Task { [executor] in await executor.run { _ = element.setState(.playing) } }
    }

    private func submitSeek() {
        guard let pipeline else { return }
        seekNumber += 1
        (sourceFailure, hasFailedBeyondEnd) = (nil, false)
        let (number, start, pace) = (seekNumber, start, pace)
        Task {
            let isDone = await executor.run {
                // A pending change of state announces its end with the same message.
                pipeline.element.waitForState(limit: Self.longestPause)
                pipeline.bus.post(marker: number)
                return pipeline.seek(to: start, rate: pace)
            }
            if !isDone, number == seekNumber, !isClosed { refuseSeek() }
        }
    }

    private func refuseSeek() {
        claimsJumps = false
        isSeeking = false
        watchdog?.cancel()
        if stage == .positioning {
            (start, pace) = (pipeline?.origin ?? .zero, 1)
            becomeReady()
        } else {
            tell(.seekRefused)
        }
    }
}
