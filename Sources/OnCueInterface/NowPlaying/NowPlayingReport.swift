// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import OnCueCore

/// The playback of the service at the time of the report.
package struct NowPlayingReport: Sendable, Equatable {
    package var status: PlaybackStatus
    /// The volume, 0 to 1.
    package var volume: Double
    package var isMuted: Bool
    package var repeatMode: RepeatMode
    package var shuffleMode: ShuffleMode
    /// The time of the medium that passes in a second.
    package var rate: Double
    /// The sleep timer; a time is the remaining time.
    package var sleep: SleepWish?
    /// Whether playback stops after the current entry.
    package var stopsAfterEntry: Bool
    /// The number of entries in the queue.
    package var queueLength: Int
    /// The source of the queue, and the number of the current entry in it.
    package var context: ContextMark?
    /// Whether similar tracks follow at the end of the queue, unless something is repeated.
    package var goesOnWithSimilar = false
    /// Whether playback ends after every entry.
    package var isSingle = false
    /// Whether entries leave the queue once they have been played.
    package var isConsuming = false
    /// The part of the current entry that is repeated, or its start as long as its end is not set.
    package var loop: PlaybackLoop?
    /// The entry that plays after the current one; `nil` if there is none, or if the current one is repeated.
    package var next: NextMark?
    /// The queue that returns at the end of this one.
    package var interrupted: InterruptedMark?
    /// Whether the current entry is being opened or a stream fills its buffer.
    package var isLoading: Bool
    /// The fill level of the buffer of a stream that waits for it, 0 to 99 percent; `nil` while it does not wait.
    package var buffering: Int?
    /// The current entry; `nil` if there is none.
    package var entry: NowPlayingEntry?
    /// The destination of the sound, once known.
    package var output: AudioOutput?
    /// The state of playback; `nil` if the player does not provide it.
    package var state: PlaybackState?
    /// The reason for an interruption or a failure.
    package var stateReason: String?
    /// The interruption that has paused playback, which will resume by itself; `nil` if there is none.
    package var interruption: PlaybackInterruption?
    /// The failure of the last entry that could not be played.
    package var failure: ServiceError?
    /// A number that identifies the current entry among everything that was played; `nil` without one.
    package var token: UInt64?
    /// The player: the part of its bus name after `org.mpris.MediaPlayer2.`.
    package var player = Self.service
    /// The parts that the player does not provide; empty for the service.
    package var untold: Set<Part> = []

    /// A part that a player need not provide. The values of missing parts have no meaning.
    package enum Part: Sendable, Hashable {
        case position, volume, rate, repeatMode, shuffle
        /// The queue, and other parts that only the service has.
        case queue
    }

    /// The name of the service as a player.
    package static let service = String(ServiceNames.mprisBusName.dropFirst("org.mpris.MediaPlayer2.".count))

    package init(
        status: PlaybackStatus, volume: Double = 1, isMuted: Bool = false, repeatMode: RepeatMode = .off,
        shuffleMode: ShuffleMode = .off, rate: Double = 1, sleep: SleepWish? = nil, stopsAfterEntry: Bool = false,
        queueLength: Int = 0, isLoading: Bool = false, entry: NowPlayingEntry? = nil,
        output: AudioOutput? = nil, failure: ServiceError? = nil
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

extension PlaybackStatus: WireField {}
extension PlaybackState: WireField {}
extension PlaybackInterruption: WireField {}

extension NowPlayingReport: DictionaryForm {
    package static var blank: NowPlayingReport { NowPlayingReport(status: .stopped) }

    /// Texts and lists are bounded, since tags and streams can contain anything, and every client receives every
    /// change.
    package var wire: BusValue { .dictionary(FormWriter.dictionary(self).bounded) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("status", &status)
        fields("state", &state)
        fields("stateReason", &stateReason)
        var isOpening = isLoading || buffering != nil
        fields("loading", &isOpening)
        isLoading = isOpening
        fields("buffering", &buffering)
        buffering = buffering.map { min($0, 99) }
        fields("volume", &volume)
        volume = min(1, max(0, volume))
        fields("muted", &isMuted)
        fields("repeat", &repeatMode)
        fields.derived("shuffle", shuffleMode != .off, .always)
        fields("shuffleMode", &shuffleMode)
        fields("similar", &goesOnWithSimilar)
        fields("single", &isSingle)
        fields("consume", &isConsuming)
        fields("rate", &rate)
        rate = min(3, max(0.5, rate))
        fields("stopAfter", &stopsAfterEntry)
        sleep(&fields)
        loop(&fields)
        fields("queueLength", &queueLength)
        context(&fields)
        fields.group(&interrupted)
        fields.group(&output)
        fields("token", &token)
        fields("interruption", &interruption)
        failure(&fields)
        fields.group(&entry)
        fields.group(&next)
    }

    private mutating func sleep(_ fields: inout some FieldCoder) {
        var mode = sleep?.mode
        fields("sleep", &mode)
        var remaining = sleep?.time
        fields("sleepRemaining", &remaining)
        sleep = mode.flatMap { SleepWish($0, remaining) }
    }

    private mutating func loop(_ fields: inout some FieldCoder) {
        var (start, end) = (loop?.start, loop?.end)
        fields("loopStart", &start)
        fields("loopEnd", &end)
        loop = start.map { PlaybackLoop(from: $0, to: end) }
    }

    private mutating func context(_ fields: inout some FieldCoder) {
        var known = context ?? .blank
        fields("contextTitle", &known.title, .ifSet)
        fields("contextIdentifier", &known.identifier)
        fields("contextKind", &known.kind)
        fields("contextNumber", &known.number)
        fields("contextCount", &known.count)
        if known.title.isEmpty, let identifier = known.identifier { known.title = identifier }
        context = known.title.isEmpty ? nil : known
    }

    private mutating func failure(_ fields: inout some FieldCoder) {
        var (message, code) = (failure?.message, failure?.code.rawValue)
        fields("error", &message)
        fields("errorCode", &code)
        // An unknown code of a later version is also a failure; players write codes in lower case.
        let known = ServiceError.Code.allCases.first { $0.rawValue.lowercased() == code?.lowercased() }
        failure = message.map { ServiceError(known ?? .failed, $0) }
    }
}

/// Written among the fields of now playing.
extension AudioOutput: WireForm {
    package static var blank: AudioOutput { AudioOutput(name: "", isSilent: false) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("output", &name, .required)
        fields("outputSilent", &isSilent)
    }
}
