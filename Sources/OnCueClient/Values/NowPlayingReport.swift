// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

/// The playback of the service at the time of the report.
package struct NowPlayingReport: Sendable, Equatable {
    package var status: PlaybackStatus
    /// Perceived loudness, 0 to 1.
    package var volume: Double
    package var isMuted: Bool
    package var repeatMode: RepeatMode
    package var shuffleMode: ShuffleMode
    /// The time of the medium that passes in a second.
    package var rate: Double
    /// The sleep timer; a time is the remaining one.
    package var sleep: SleepTimer.Wish?
    /// Playing stops when the current entry has been heard.
    package var stopsAfterEntry: Bool
    /// Number of entries in the queue.
    package var queueLength: Int
    /// The source of the queue, and the number of the current entry in it.
    package var context: ContextMark?
    /// Similar tracks follow when the queue has been heard, unless something is repeated.
    package var goesOnWithSimilar = false
    /// The entry that plays after the current one; `nil` if there is none, and if it is repeated.
    package var next: NextMark?
    /// The queue that returns at the end of this one.
    package var interrupted: InterruptedMark?
    /// Whether the current entry is being opened or a stream fills its buffer.
    package var isLoading: Bool
    /// How full the buffer is of a stream that waits for it, 0 to 99 percent; `nil` while it does not.
    package var buffering: Int?
    /// The current entry; `nil` when there is none.
    package var entry: NowPlayingEntry?
    /// The destination of the sound, once known.
    package var output: AudioOutput?
    /// The state of playback; `nil` if the player does not provide it.
    package var state: PlaybackState?
    /// The reason for an interruption or a failure.
    package var stateReason: String?
    /// The interruption because of which it is paused and will resume by itself; `nil` if there is none.
    package var interruption: PlaybackInterruption?
    /// The failure of the last entry that could not be played.
    package var failure: ClientError?
    /// The player: the name on the bus behind `org.mpris.MediaPlayer2.`.
    package var player = Self.service
    /// The parts that the player does not provide; empty for the service.
    package var untold: Set<Part> = []

    /// A part that a player need not provide. The values of missing parts have no meaning.
    package enum Part: Sendable, Hashable {
        case position, volume, rate, repeatMode, shuffle
        /// The queue, and other parts that only the service has.
        case queue
    }

    /// The player that the service is.
    package static let service = String(ServiceNames.mprisBusName.dropFirst("org.mpris.MediaPlayer2.".count))

    package init(
        status: PlaybackStatus, volume: Double = 1, isMuted: Bool = false, repeatMode: RepeatMode = .off,
        shuffleMode: ShuffleMode = .off, rate: Double = 1, sleep: SleepTimer.Wish? = nil, stopsAfterEntry: Bool = false,
        queueLength: Int = 0, isLoading: Bool = false, entry: NowPlayingEntry? = nil,
        output: AudioOutput? = nil, failure: ClientError? = nil
    ) {
        self.status = status
        self.volume = volume
        self.isMuted = isMuted
        self.repeatMode = repeatMode
        self.shuffleMode = shuffleMode
        self.rate = rate
        self.sleep = sleep
        self.stopsAfterEntry = stopsAfterEntry
        self.queueLength = queueLength
        self.isLoading = isLoading
        self.entry = entry
        self.output = output
        self.failure = failure
    }

    /// Whether the position advances.
    package var isAdvancing: Bool { status == .playing && !isLoading && entry != nil }
}

extension NowPlayingReport {
    init(_ wire: WireDictionary) {
        self.init(
            status: wire.text("status").flatMap(PlaybackStatus.init) ?? .stopped,
            volume: min(1, max(0, wire.number("volume") ?? 1)), isMuted: wire.flag("muted") ?? false,
            repeatMode: wire.text("repeat").flatMap(RepeatMode.init) ?? .off,
            shuffleMode: wire.text("shuffleMode").flatMap(ShuffleMode.init) ?? .off,
            rate: min(3, max(0.5, wire.number("rate") ?? 1)),
            sleep: Self.sleep(wire), stopsAfterEntry: wire.flag("stopAfter") ?? false,
            queueLength: wire.count("queueLength") ?? 0,
            isLoading: wire.flag("loading") ?? false, entry: NowPlayingEntry(wire),
            output: wire.text("output").map {
                AudioOutput(name: $0, isSilent: wire.flag("outputSilent") ?? false)
            },
            failure: wire.text("error").map { message in
                ClientError(wire.text("errorCode").flatMap(Self.code) ?? .failed, message)
            })
        buffering = wire.count("buffering").map { min($0, 99) }
        next = NextMark(wire)
        interrupted = InterruptedMark(wire)
        goesOnWithSimilar = wire.flag("similar") ?? false
        context = ContextMark(nowPlaying: wire)
        state = wire.text("state").flatMap { PlaybackState(rawValue: $0) }
        stateReason = wire.text("stateReason")
        interruption = wire.text("interruption").flatMap(PlaybackInterruption.init)
    }

    private static func sleep(_ wire: WireDictionary) -> SleepTimer.Wish? {
        switch wire.text("sleep") {
        case "time": wire.duration("sleepRemaining").map { .after($0) }
        case "track": .track
        case "queue": .queue
        default: nil
        }
    }

    /// The service may name a code as an error on the bus does (`MissingDecoder`) or in lower case.
    private static func code(_ name: String) -> ClientError.Code? {
        ClientError.Code.allCases.first { $0.rawValue.lowercased() == name.lowercased() }
    }
}
