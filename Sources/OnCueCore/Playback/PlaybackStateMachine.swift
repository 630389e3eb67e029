// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Makes the decisions of playback: receives commands and engine events, and returns actions.
///
/// It has no clock and no I/O. Events of outdated requests are recognised by their token and ignored.
package struct PlaybackStateMachine: Sendable {
    /// The number of successive failures after which playback stops, since all entries may fail in the same way.
    static let failureLimit = 20
    /// The number of successive missing files after which playback stops, since a whole disk may be missing. It is
    /// greater than for other failures: missing files are cheap to detect, and good entries may follow many of them.
    static let missingLimit = 1000

    package private(set) var queue: PlaybackQueue
    package var status: PlaybackStatus = .stopped
    var cause: PlaybackCause = .user
    var volume = 1.0
    var isMuted = false
    /// Whether the last request to the engine was to be muted.
    var toldMuting = false
    var error: PlaybackError?
    var output: AudioOutput?
    /// The request loaded in the engine for the current entry; `nil` if nothing is loaded.
    var loaded: Loaded?
    /// The followers that the engine should play next without a gap, one after the other.
    var cued: [Cued] = []
    /// `true` from the failure of a cued follower until the next entry plays, so that not all of a broken queue is
    /// tried while one entry plays.
    var isCueingSuspended = false
    /// The position of the current entry while nothing is loaded, and before its first sound.
    var anchor = PositionAnchor()
    /// Entries that failed; skipped until one of them is requested.
    var unplayable: Set<PlaybackQueue.EntryID> = []
    /// The number of failures since something was last heard; missing files are counted separately.
    var failuresInRow = 0
    var missingInRow = 0
    /// The interruptions that silence playback against the user's wish; only while it is paused.
    package internal(set) var interruptions: Set<PlaybackInterruption> = []
    /// The queues set aside, which return one after the other, the next one last.
    package internal(set) var waiting: [WaitingQueue] = []
    /// The time of the last pause by another player's control, unless there was a command since.
    var remotePause: ContinuousClock.Instant?
    /// The time when the output was last lost.
    var outputLoss: ContinuousClock.Instant?
    /// Whether similar tracks continue the music at the end of the queue, unless something is repeated.
    var goesOnWithSimilar = false
    /// Whether there is an item to start with if the queue is empty, as far as known.
    var start: PlaybackStart = .nothing
    /// The last entry for which similar tracks were requested.
    var askedBehind: PlaybackQueue.EntryID?
    private var changeLog: QueueChangeLog
    var history = QueueHistory()
    package internal(set) var rates: PlaybackRates
    /// The positions where long items were left.
    var resumePositions: [ContentIdentifier: Duration] = [:]
    /// The settings of podcasts that have their own.
    var podcasts: [ContentIdentifier: PodcastSettings] = [:]
    var volumes: OutputVolumes
    var sleep: SleepTimer?
    /// Whether playback ends after the current entry.
    var stopsAfterEntry = false
    /// Whether playback ends after every entry.
    var isSingle = false
    /// Whether entries are removed from the queue after they have been played.
    var isConsuming = false
    /// The entries that were requested to play before all others. As long as they follow the current one, further
    /// entries of this kind come after them.
    var ahead: Set<PlaybackQueue.EntryID> = []
    /// The session that is saved until a queue that was taken over is used, so that nothing of the former queue is lost
    /// with the process.
    var formerSession: SavedSession?
    /// The part of an entry that is repeated.
    var looping: Looping?
    /// The factor of the volume that the sleep timer sets.
    var fade = 1.0
    /// The factor of the volume while something else should be heard.
    var lowering = 1.0
    /// The limit of the volume of automatic playback, which applies to any device.
    var ceiling: VolumeCeiling?
    private var lastToken: UInt64 = 0
    private var seeds: SplitMix64
    /// Whether the playing order differs from the saved one.
    var isOrderUnsaved = false

    struct Loaded: Sendable, Equatable {
        var request: PlaybackRequest
        var entry: PlaybackQueue.EntryID
        /// Whether the same entry was loaded before it, so that only a jump shows clients that it starts again.
        var isRepetition = false
        var isStarted = false
        /// Whether the first sound is decoded; while paused, nothing else has to be waited for.
        var isPrepared = false
        /// The highest fill level of its buffer, in percent and in steps; `nil` while it does not wait for it.
        var buffering: Int?
        /// Whether the position at which it begins has already been reported.
        var isJumpAnnounced = false
        var duration: Duration?
        var isSeekable: Bool
        var streamTitle: String?
        var hasVideo = false
        var format: MediaFormat?
    }

    /// The number of percentage points by which a buffer must fill before that is reported.
    static let bufferingStep = 10

    struct Cued: Sendable, Equatable {
        var request: PlaybackRequest
        var entry: PlaybackQueue.EntryID
    }

    /// Creates a machine from a saved session: paused if something was active, stopped otherwise, never playing.
    package init(_ session: SavedSession = SavedSession(), sound: SavedSound = SavedSound(), seed: UInt64) {
        seeds = SplitMix64(seed: seed)
        var lives = SplitMix64(seed: ~seed)
        changeLog = QueueChangeLog(life: lives.next())
        rates = PlaybackRates(sound.rates)
        volumes = OutputVolumes(sound)
        queue = PlaybackQueue(session, seed: seed)
        waiting = session.waiting.suffix(WaitingQueue.limit)
        goesOnWithSimilar = session.goesOnWithSimilar
        (isSingle, isConsuming) = (session.isSingle, session.isConsuming)
        volume = Self.clamped(session.volume)
        (isMuted, toldMuting) = (session.isMuted, session.isMuted)
        if session.wasActive, queue.current != nil {
            status = .paused
            stopsAfterEntry = session.stopsAfterEntry && queue.current == session.current
            // The position belongs to the entry that was current; without that, there is no position to continue from.
            anchor = PositionAnchor(queue.current == session.current ? max(.zero, session.position) : .zero)
        }
    }

    /// Sets whether playback could start with an empty queue.
    package mutating func noteStart(_ start: PlaybackStart) { self.start = start }

    /// Notes the new title of an item, which may be the source of the queue.
    package mutating func noteTitle(_ title: String, of item: ContentIdentifier) -> [Action] {
        guard queue.context?.identifier == item, queue.context?.title != title else { return [] }
        editQueue { queue, _ in queue.retitleContext(title) }
        return [.saveSession]
    }

    /// Restores a saved sleep timer, unless its time is over.
    ///
    /// - Parameter time: Seconds since 1970 at `now`.
    package mutating func restore(_ saved: SavedSleep?, now: ContinuousClock.Instant, time: Int64) {
        sleep = saved.flatMap { SleepTimer($0, now: now, time: time) }
        if status == .stopped, sleep == .track || sleep == .queue { sleep = nil }
    }

    /// The actions that bring a new engine into this state.
    package var initialActions: [Action] { [.setVolume(volume), .setMuted(isMuted)] }

    mutating func makeToken() -> PlaybackRequest.Token {
        lastToken += 1
        return PlaybackRequest.Token(lastToken)
    }

    mutating func makeSeed() -> UInt64 { seeds.next() }

    /// Changes the queue and notes that it has changed.
    mutating func editQueue<T>(_ edit: (inout PlaybackQueue, _ seed: UInt64) -> T) -> T {
        let (entries, context) = (queue.entries, queue.context)
        defer { changeLog.note(from: entries, context, to: queue) }
        return edit(&queue, seeds.next())
    }

    /// Makes an entry current without counting as a change of the entries.
    mutating func select(_ id: PlaybackQueue.EntryID, _ step: PlaybackQueue.Step = .forward) {
        let order = queue.shuffleOrder
        queue.select(id, step)
        if queue.shuffleOrder != order { isOrderUnsaved = true }
    }

    /// Makes the first entry of a new round current.
    mutating func rewind() {
        queue.rewind()
        isOrderUnsaved = queue.isShuffled
    }

    /// Saves the position, and the playing order if it has changed.
    mutating func savePosition() -> Action {
        defer { isOrderUnsaved = false }
        return isOrderUnsaved ? .saveSession : .savePosition
    }

    static func clamped(_ volume: Double) -> Double { volume.isFinite ? min(max(volume, 0), 1) : 1 }
}

// MARK: Visible state

extension PlaybackStateMachine {
    /// Returns the session as it should be saved.
    package func session(at now: ContinuousClock.Instant) -> SavedSession {
        if let formerSession { return formerSession }
        return SavedSession(
            entries: queue.entries, context: queue.context, current: queue.current,
            nextEntryNumber: queue.nextEntryNumber,
            repeatMode: queue.repeatMode, shuffleMode: queue.shuffleMode,
            lastingShuffleMode: queue.lastingShuffleMode, shuffleOrder: queue.shuffledEntries,
            shuffleSeed: queue.shuffleSeed, waiting: waiting, goesOnWithSimilar: goesOnWithSimilar,
            position: position(at: now),
            wasActive: status != .stopped, wasPlaying: status == .playing || !interruptions.isEmpty,
            stopsAfterEntry: stopsAfterEntry, isSingle: isSingle, isConsuming: isConsuming, volume: volume,
            isMuted: isMuted)
    }

    /// Whether sound is being output.
    package var isAdvancing: Bool { anchor.isAdvancing }

    package func position(at now: ContinuousClock.Instant) -> Duration {
        anchor.position(at: now, duration: duration)
    }

    /// The duration of the current entry: that from the engine, otherwise from the track.
    package var duration: Duration? { loaded?.duration ?? queue.currentEntry?.track.duration }

    package var snapshot: PlaybackSnapshot {
        var snapshot = PlaybackSnapshot()
        snapshot.status = status
        snapshot.cause = cause
        snapshot.isLoading = loaded.map { !$0.isStarted && !($0.isPrepared && status == .paused) } ?? false
        snapshot.buffering = loaded?.buffering
        snapshot.token = loaded?.request.token
        snapshot.entryIndex = queue.currentIndex
        snapshot.entry = snapshot.entryIndex.map { queue.entries[$0] }
        snapshot.queueLength = queue.entries.count
        snapshot.queueRevision = changeLog.revision
        snapshot.context = queue.context
        snapshot.goesOnWithSimilar = goesOnWithSimilar
        snapshot.waiting = WaitingQueue.summary(of: waiting)
        snapshot.position = anchor
        snapshot.duration = loaded?.duration ?? snapshot.entry?.track.duration
        snapshot.isSeekable = isSeekable
        snapshot.rate = rate
        snapshot.rateRange = rateRange
        snapshot.volume = limitedVolume
        snapshot.isMuted = heardMuting
        snapshot.loop = loop
        snapshot.repeatMode = queue.repeatMode
        snapshot.shuffleMode = queue.shuffleMode
        snapshot.sleep = sleep
        snapshot.stopsAfterEntry = stopsAfterEntry
        (snapshot.isSingle, snapshot.isConsuming) = (isSingle, isConsuming)
        snapshot.streamTitle = keepsTitle ? nil : loaded?.streamTitle
        snapshot.outro = loaded?.request.outro ?? .zero
        snapshot.next = follower.flatMap { $0.id == queue.current ? nil : $0 }
        snapshot.hasVideo = loaded?.hasVideo ?? false
        snapshot.format = loaded?.format
        snapshot.interruption = interruptions.min()
        snapshot.error = error
        snapshot.output = output
        snapshot.start = isEmpty ? start : .nothing
        snapshot.available = available
        return snapshot
    }

    /// Whether the title of the current entry, from a page or a list, is better than the one in the tags: it is a
    /// medium on the web that is not live, and its artist or album is known.
    private var keepsTitle: Bool {
        guard let track = queue.currentEntry?.track, !track.isStation, duration != nil,
            track.location.scheme == "http" || track.location.scheme == "https"
        else { return false }
        return !track.artists.isEmpty || track.album != nil
    }

    /// Whether there is nothing to continue with.
    private var isEmpty: Bool { queue.current == nil && waiting.isEmpty }

    /// Returns the changes of the queue since a revision.
    package func queueChanges(since revision: UInt64) -> QueueChanges {
        QueueChanges(
            revision: changeLog.revision, total: queue.entries.count, changes: changeLog.changes(since: revision))
    }

    /// Whether seeking is possible; before the engine reports it, a medium with a duration counts as seekable.
    var isSeekable: Bool { loaded?.isSeekable ?? (queue.currentEntry?.track.duration != nil) }

    private var available: AvailableCommands {
        AvailableCommands(
            canGoNext: queue.current != nil && (!waiting.isEmpty || queue.hasNext(skipping: unplayable)),
            canGoPrevious: queue.previous != nil,
            canPlay: !isEmpty || start == .found, canPause: queue.current != nil,
            canSeek: status != .stopped && isSeekable)
    }
}
