// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

/// What the service plays, as it was when it told.
package struct NowPlayingReport: Sendable, Equatable {
    package var status: PlaybackStatus
    /// Perceived loudness, 0 to 1.
    package var volume: Double
    package var isMuted: Bool
    package var repeatMode: RepeatMode
    package var shuffleMode: ShuffleMode
    /// How much of the medium passes in a second.
    package var rate: Double
    /// When playing is to end by itself; a time is what was left of it.
    package var sleep: SleepTimer.Wish?
    /// Playing stops when the current entry has been heard.
    package var stopsAfterEntry: Bool
    /// Number of entries in the queue.
    package var queueLength: Int
    /// What the queue was filled from, and the number of the current entry in it.
    package var context: ContextMark?
    /// Similar tracks follow when the queue has been heard, unless something is repeated.
    package var goesOnWithSimilar = false
    /// What plays when the current entry has been heard; `nil` where nothing does, and where it is repeated.
    package var next: NextMark?
    /// What comes back when the queue has been heard.
    package var interrupted: InterruptedMark?
    /// True while the current entry is opened or a stream fills its buffer.
    package var isLoading: Bool
    /// How full the buffer is of a stream that waits for it, 0 to 99 percent; `nil` while it does not.
    package var buffering: Int?
    /// The current entry; `nil` when there is none.
    package var entry: NowPlayingEntry?
    /// Where the sound goes, once known.
    package var output: AudioOutput?
    /// What it does; `nil` where the player does not tell.
    package var state: PlaybackState?
    /// Why it is interrupted, or what failed.
    package var stateReason: String?
    /// Why it is paused although it goes on by itself; `nil` when it does not.
    package var interruption: PlaybackInterruption?
    /// Why the last entry that failed did so.
    package var failure: ClientError?
    /// Who plays: the name on the bus behind `org.mpris.MediaPlayer2.`.
    package var player = Self.service
    /// What the player does not tell; empty for the service.
    package var untold: Set<Part> = []

    /// What a player need not tell. The values of these stand for nothing where it does not.
    package enum Part: Sendable, Hashable {
        case position, volume, rate, repeatMode, shuffle
        /// The queue, and what else only the service has.
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

    /// True while the position grows.
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
