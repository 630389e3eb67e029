// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import MPDProtocol
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// The state that clients request most often, kept current by the updates of the service.
///
/// State that may have changed is requested when it is next needed, and after every command of a client.
@MediaActor
final class ServiceMirror {
    let service: OnCueConnection
    /// Called with the parts of the state that have changed.
    var onChange: @MediaActor (Subsystems) -> Void = { _ in }

    private var followers: [Task<Void, Never>] = []
    private var report: NowPlayingReport?
    private var reportTime = ContinuousClock.now
    /// Whether the report may be older than the last command.
    private var isReportOld = true
    private var commandCount = 0
    /// The number of updates of what is playing that were received.
    private var updateCount = 0
    private var isLooking = false
    /// The last report of a daemon that has ended.
    private var absence: NowPlayingReport?
    private let queue: QueueMirror
    private let libraryFile: LibraryFile
    private(set) var library = LibraryView()
    private(set) var listAnswers = ListAnswers()
    private(set) var scan: LibraryScanProgress?
    /// The number of updates of the library that clients have requested, which numbers them.
    private(set) var updates = 0
    let startTime = ContinuousClock.now
    private var playing = PlayingTime()

    init(_ service: OnCueConnection) {
        self.service = service
        queue = QueueMirror(service)
        libraryFile = LibraryFile(service.link.environment.directories)
        queue.onChange = { [unowned self] in onChange(.queue) }
        queue.isInLibrary = { [unowned self] identifier in
            loadTime == nil || library.tree.song(identifier: identifier) != nil
        }
    }

    /// Follows the service from now on.
    func start() {
        guard followers.isEmpty else { return }
        // Requests that the mirror makes on its own do not start the daemon: only actions of a client do that after the
        // user has ended it.
        DaemonStart.$isAllowed.withValue(false) { follow() }
    }

    private func follow() {
        followers = [
            Task { [service] in await service.followNowPlaying { [unowned self] in receive($0) } },
            Task { for await update in service.queueUpdates() { queue.receive(update) } },
            Task { for await _ in service.outputUpdates() { await outputsChanged() } },
            Task { for await update in service.soundUpdates() { receive(update) } },
            Task {
                // Stars, likes, plays and skips of any song.
                for await case .changed in service.listeningUpdates() { onChange(.sticker) }
            },
            Task { for await _ in service.treeChanges() { await treeChanged() } },
        ]
        for branch in [RootBranch.playlists, .forYou, .radio, .podcasts] {
            followers.append(
                Task {
                    for await update in service.contentUpdates(of: branch.identifier.description) {
                        if branch == .playlists { notePlaylists() }
                        switch update {
                        case .changed, .reloaded: onChange(.storedPlaylist)
                        default: break
                        }
                    }
                })
        }
    }

    /// Stops following the service and forgets its state, since no client needs it.
    func stop() {
        for follower in followers + [scanFollower, waitingForScan].compactMap(\.self) { follower.cancel() }
        (followers, scanFollower, waitingForScan) = ([], nil, nil)
        playing.end()
        (report, isReportOld, absence, scan) = (nil, true, nil, nil)
        (wantsOneshot, clearedError) = (false, nil)
        (outputListing, toldOutputs, sound, toldSound) = (nil, nil, nil, nil)
        (library, loadTime, lastStatus, toldRevision, isDatabaseNews) = (LibraryView(), nil, nil, nil, false)
        listAnswers = ListAnswers()
        notePlaylists()
        libraryFile.forget()
        queue.forget()
        // The state contained all songs of a large library.
        Heap.giveBack()
    }

    // MARK: Now playing

    /// Whether the daemon has been running: if it is not running now, the user has ended it. Until a client performs an
    /// action, or the daemon is started elsewhere, clients see the last known state, with playback stopped.
    var wasThere: Bool { report != nil }

    /// Whether it has ended since then.
    var isAbsent: Bool { absence != nil }

    /// Whether the known state has to suffice, because a request must not start the daemon.
    private var mayNotAsk: Bool { absence != nil && !DaemonStart.isAllowed }

    /// Returns the report of the item being played, and its age.
    func nowPlaying() async throws(ServiceError) -> (report: NowPlayingReport, age: Duration) {
        if let absence, mayNotAsk { return (absence, .zero) }
        if let report, !isReportOld { return (report, ContinuousClock.now - reportTime) }
        do throws(ServiceError) { return (try await askedReport(), .zero) } catch {
            // The daemon is ending.
            guard error.code == .unavailable, !DaemonStart.isAllowed, let last = self.report else { throw error }
            return (Self.stopped(last), .zero)
        }
    }

    /// The request in progress, and the number of commands that were known when it was sent.
    private var asking: (commands: Int, answer: Task<Result<NowPlayingReport, ServiceError>, Never>)?

    /// Requests the report from the service, once for all callers that wait for it.
    private func askedReport() async throws(ServiceError) -> NowPlayingReport {
        if let asking, asking.commands == commandCount, let report = try? await asking.answer.value.get() {
            return expected(report)
        }
        for _ in 1..<Self.attempts {
            let (report, isCertain) = try await askOnce()
            if isCertain { return report }
        }
        return try await askOnce().report
    }

    /// The maximum number of requests for a report that updates overtake.
    private static let attempts = 3

    /// - Returns: The report, and whether it is certain that no update is newer.
    private func askOnce() async throws(ServiceError) -> (report: NowPlayingReport, isCertain: Bool) {
        let (count, updates) = (commandCount, updateCount)
        let answer = Task { () -> Result<NowPlayingReport, ServiceError> in
            do throws(ServiceError) { return .success(try await service.nowPlaying()) } catch { return .failure(error) }
        }
        asking = (count, answer)
        let result = await answer.value
        if asking?.answer == answer { asking = nil }
        let report = try result.get()
        // An update is received in the turn in which it arrives, an answer some turns later: the update may be newer
        // than the answer, or older than the command.
        guard updates == updateCount else { return (expected(report), false) }
        keep(report)
        if count == commandCount { isReportOld = false }
        return (expected(report), true)
    }

    /// Requests the state after a command: clients are notified sooner than by the update of the service, and the next
    /// command does not have to wait for it.
    func look() {
        guard !isLooking else { return }
        isLooking = true
        DaemonStart.$isAllowed.withValue(false) {
            Task {
                _ = try? await nowPlaying()
                isLooking = false
            }
        }
    }

    /// Notes that a command was carried out. The service may not have reported its effect yet, and its next update may
    /// be older than the command, so the state is requested.
    func noteCommand() {
        commandCount += 1
        isReportOld = true
        queue.noteChange()
    }

    /// Notes that the service has carried something out, and is therefore running, whether or not it has reported that:
    /// the next request is sent to it.
    func noteAnswer() {
        guard absence != nil else { return }
        (absence, isReportOld) = (nil, true)
    }

    /// Keeps a report, and notifies clients of its changes, whichever way it was received.
    ///
    /// - Parameter news: Further changes to report.
    private func keep(_ told: NowPlayingReport, news: Subsystems = []) {
        let new = expected(told)
        let (now, old, age) = (ContinuousClock.now, report, ContinuousClock.now - reportTime)
        playing.note(isPlaying: new.isAdvancing, at: now)
        (report, reportTime, absence) = (new, now, nil)
        // The report may overtake the change that added its entry to the queue.
        if let entry = new.entry?.id, queue.known.entries.place(of: entry.number) == nil { queue.noteChange() }
        noteStart(of: new, after: old)
        if new.failure != clearedError { clearedError = nil }
        if wantsOneshot, new.status != .stopped { setOneshot() }
        onChange(old.map { Self.difference($0, new, after: age).union(news) } ?? news)
    }

    /// Removes the priority of a song that begins to play.
    private func noteStart(of new: NowPlayingReport, after old: NowPlayingReport?) {
        guard new.status != .stopped, let entry = new.entry?.id else { return }
        if old?.entry?.id != entry || old?.status == .stopped { _ = queue.prefer([entry], 0) }
    }

    /// The commands that were sent and are not yet answered.
    private var sent: [PlaybackCommand] = []

    /// Applies the expected effect of commands that are being sent, and notifies clients at once: their next requests
    /// are answered after the commands. If the commands fail, the next report of the service corrects the state.
    func begin(_ commands: [PlaybackCommand]) {
        noteCommand()
        sent += commands
        guard let old = report, absence == nil else { return }
        let new = expected(old)
        report = new
        onChange(Self.difference(old, new, after: .zero))
    }

    /// Notes that commands were answered: reports that the service sends from now on include their effect.
    func end(_ commands: [PlaybackCommand]) {
        for command in commands { if let index = sent.firstIndex(of: command) { sent.remove(at: index) } }
        noteCommand()
        look()
    }

    /// Returns the report as it will be after the commands that were sent, as far as that is known.
    private func expected(_ report: NowPlayingReport) -> NowPlayingReport {
        var report = report
        for command in sent {
            switch command {
            case .setRepeatMode(let mode): report.repeatMode = mode
            case .setShuffleMode(let mode): report.shuffleMode = mode
            case .setSingle(let isSingle): report.isSingle = isSingle
            case .setConsuming(let isConsuming): report.isConsuming = isConsuming
            case .setVolume(let volume): report.volume = volume
            case .setMuted(let isMuted): report.isMuted = isMuted
            default: break
            }
        }
        return report
    }

    /// The duration of playback since the start, while there were clients.
    var playtime: Duration { playing.total() }

    private func receive(_ update: NowPlayingUpdate) {
        updateCount += 1
        guard case .report(let new) = update else {
            guard let last = report, absence == nil else { return }
            let stopped = Self.stopped(last)
            keep(stopped, news: .player)
            (absence, isReportOld) = (stopped, true)
            return
        }
        keep(new)
    }

    /// Returns the report for a daemon that has ended.
    private static func stopped(_ report: NowPlayingReport) -> NowPlayingReport {
        var report = report
        (report.status, report.entry, report.next, report.failure) = (.stopped, nil, nil, nil)
        return report
    }

    private static func difference(
        _ old: NowPlayingReport, _ new: NowPlayingReport, after age: Duration
    ) -> Subsystems {
        var changed: Subsystems = []
        if old.volume != new.volume || old.isMuted != new.isMuted { changed.insert(.mixer) }
        let options = { (report: NowPlayingReport) in
            "\(report.repeatMode) \(report.shuffleMode) \(report.isSingle) \(report.isConsuming) \(report.stopsAfterEntry)"
        }
        if options(old) != options(new) { changed.insert(.options) }
        if old.status != new.status || old.entry?.id != new.entry?.id || old.failure != new.failure
            || old.next != new.next || old.entry?.streamTitle != new.entry?.streamTitle
            || old.entry?.title != new.entry?.title || old.entry?.duration != new.entry?.duration
        {
            changed.insert(.player)
        } else if let before = old.entry, let after = new.entry {
            let expected = before.position + (old.isAdvancing ? age * old.rate : .zero)
            let jump = after.position - expected
            if jump > .seconds(1) || jump < .seconds(-1) { changed.insert(.player) }
        }
        if haveOtherMarks(old.entry, new.entry) { changed.insert(.sticker) }
        return changed
    }

    /// Returns whether the program that provides a song has changed its marks: the service reports only its own.
    private static func haveOtherMarks(_ old: NowPlayingEntry?, _ new: NowPlayingEntry?) -> Bool {
        guard let old, let new, old.id == new.id, ContentIdentifier(new.identifier)?.kind == .provided else {
            return false
        }
        return old.stars != new.stars || old.isFavourite != new.isFavourite
    }

    // MARK: State set by clients

    /// Whether `single oneshot` was requested while playback was stopped: it is set as soon as an item plays.
    private(set) var wantsOneshot = false
    private var isSettingOneshot = false

    func wantOneshot(_ isWanted: Bool) {
        guard isWanted != wantsOneshot else { return }
        wantsOneshot = isWanted
        onChange(.options)
    }

    private func setOneshot() {
        guard !isSettingOneshot else { return }
        isSettingOneshot = true
        DaemonStart.$isAllowed.withValue(false) {
            Task {
                do throws(ServiceError) {
                    try await service.perform(.stopAfterEntry(true))
                    wantsOneshot = false
                } catch {
                    // The item has already ended, so the request applies to the next one.
                    if error.code != .nothingPlaying { wantsOneshot = false }
                }
                noteCommand()
                isSettingOneshot = false
                look()
            }
        }
    }

    /// The error that a client has cleared, as long as the service reports it.
    private var clearedError: ServiceError?

    /// Returns the error to report to clients.
    func error(in report: NowPlayingReport) -> ServiceError? {
        report.failure == clearedError ? nil : report.failure
    }

    func clearError() async throws(ServiceError) {
        guard let failure = error(in: try await nowPlaying().report) else { return }
        clearedError = failure
        onChange(.player)
    }

    /// Notes that a client starts playback, which may fail again for the same reason.
    ///
    /// The service may then report the same error as before, or an error for the first time: clients are notified in
    /// both cases.
    func noteStart() {
        guard clearedError != nil || report == nil else { return }
        clearedError = nil
        onChange(.player)
    }

    // MARK: The queue

    /// Returns the queue as it is now.
    func currentQueue() async throws(ServiceError) -> QueueView {
        mayNotAsk ? queue.known : try await queue.current()
    }

    /// Returns the current queue with the songs of the library, and with the details of those positions that are not
    /// among them.
    ///
    /// - Parameter positions: Returns the positions in a queue, in ascending order.
    func currentQueue(
        with positions: (QueueView) throws -> [Int]
    ) async throws -> (queue: QueueView, positions: [Int], songs: SongTree) {
        let tree = try await songs().tree
        if mayNotAsk { return (queue.known, queue.known.entries.named(try positions(queue.known)), tree) }
        let (queue, wanted) = try await queue.current(with: positions) { tree.song(identifier: $0) != nil }
        return (queue, wanted, tree)
    }

    /// Returns the priority of an entry by its number; 0 if it has none.
    func priority(of number: Int) -> Int { queue.priorities[UInt64(truncatingIfNeeded: number)] }

    /// The entries that have a priority, in the order of their turns.
    var preferred: [PlaybackQueue.EntryID] { queue.priorities.order.map { PlaybackQueue.EntryID($0) } }

    var hasPriorities: Bool { !queue.priorities.isEmpty }

    /// Sets the priority of entries.
    ///
    /// - Returns: The entries whose priority has changed.
    func prefer(_ ids: [PlaybackQueue.EntryID], _ priority: Int) async throws(ServiceError) -> [PlaybackQueue.EntryID] {
        // An entry that has begun to play since then has lost its previous priority, not this one.
        _ = try await nowPlaying()
        return queue.prefer(ids, priority)
    }

    /// Notes which songs have begun to play, and so have lost their priority.
    func updatePriorities() async throws(ServiceError) {
        if hasPriorities { _ = try await nowPlaying() }
    }

    // MARK: The library

    /// Returns the songs of the library.
    func songs() async throws(ServiceError) -> LibraryView {
        if mayNotAsk, loadTime != nil { return library }
        // A load that was already running may be older than the call.
        for _ in 0..<2 where library.isOld && !isRecent { try await load() }
        return library
    }

    /// Whether the songs were loaded a moment ago, which is good enough during a scan, as it changes the library all
    /// the time.
    private var isRecent: Bool { scan != nil && loadTime.map { ContinuousClock.now - $0 < .seconds(2) } ?? false }

    private let loading = SharedWork()
    private var loadTime: ContinuousClock.Instant?
    private var lastStatus: LibraryStatus?

    /// Loads all songs, once for all callers that wait for them.
    private func load() async throws(ServiceError) {
        try await loading.run { () throws(ServiceError) in
            self.lastStatus = nil
            self.library = try await LibraryView(loadedFrom: self.service, self.libraryFile)
            (self.loadTime, self.listAnswers) = (ContinuousClock.now, ListAnswers())
            // The library may have changed meanwhile.
            if let lastStatus = self.lastStatus { self.library.note(lastStatus) }
        }
    }

    /// Keeps the answer about all songs of a tree for clients that send the same request.
    func keepListAnswer(_ answer: [UInt8], to kinds: [TagKind], of tree: SongTree) {
        if library.tree.isSame(as: tree) { listAnswers.keep(answer, to: kinds) }
    }

    private var waitingForScan: Task<Void, Never>?
    /// The last revision of the library that clients were notified of, or the first one known.
    private var toldRevision: UInt64?
    /// Whether clients have not yet been notified of the last change of the library.
    private var isDatabaseNews = false

    /// Checks whether the library has changed, and notifies clients, after the scan if one is running.
    private func treeChanged() async {
        if scanFollower == nil {
            scanFollower = Task {
                await followScans()
                scanFollower = nil
            }
        }
        guard let status = try? await service.libraryStatus() else { return }
        lastStatus = status
        note(scan: status.scan)
        library.note(status)
        libraryFile.note(status)
        let revision = status.revision.number
        if let toldRevision, toldRevision != revision { isDatabaseNews = true }
        toldRevision = revision
        guard isDatabaseNews else { return }
        if scan == nil {
            isDatabaseNews = false
            return onChange(.database)
        }
        waitingForScan?.cancel()
        waitingForScan = Task {
            guard (try? await MediaActor.sleep(for: .seconds(1))) != nil else { return }
            await treeChanged()
        }
    }

    private var scanFollower: Task<Void, Never>?

    /// Follows scans until the connection to the bus ends, which is reported as a change of the tree.
    private func followScans() async {
        guard let updates = try? await service.libraryUpdates() else { return }
        for await update in updates {
            switch update {
            case .progressed(let progress): note(scan: progress)
            case .finished:
                // A short scan may not have been reported before.
                scan = nil
                onChange(.update)
                await treeChanged()
            case .serviceLost: note(scan: nil)
            }
        }
    }

    private func note(scan new: LibraryScanProgress?) {
        let isNews = (scan == nil) != (new == nil)
        scan = new
        if isNews { onChange(.update) }
    }

    /// Starts a scan of the library.
    ///
    /// - Parameter rereads: Whether files that have not changed are read as well.
    /// - Returns: The number of the update.
    func scanLibrary(rereads: Bool) async throws(ServiceError) -> Int {
        if rereads { try await service.scanAll() } else { try await service.scan() }
        updates += 1
        return updates
    }

    // MARK: Playlists

    /// The identifiers of the user's own playlists by the names that clients see; `nil` when they have to be requested.
    private(set) var playlistNames: [String: String]?
    /// The number of times that playlists may have changed.
    private(set) var playlistChanges = 0

    /// Notes that playlists were added, removed or renamed.
    func notePlaylists() {
        playlistChanges += 1
        playlistNames = nil
    }

    /// Keeps names until something changes.
    ///
    /// - Parameter changes: ``playlistChanges`` when the names were requested.
    func keepPlaylistNames(_ names: [String: String], changes: Int) {
        if changes == playlistChanges { playlistNames = names }
    }

    // MARK: Outputs and sound

    private var outputListing: OutputListing?
    private var toldOutputs: OutputListing?
    /// The number of times that outputs may have changed.
    private var outputChanges = 0

    func outputs() async throws(ServiceError) -> OutputListing {
        while true {
            if let outputListing { return outputListing }
            let count = outputChanges
            let listing = try await service.outputs()
            if count == outputChanges {
                keep(listing)
                return listing
            }
        }
    }

    private var outputNumbers = OutputNumbers()

    /// Returns the numbers that clients use for the outputs of a listing, or for the fixed one if there are no others.
    func numbers(of listing: OutputListing) -> [Int] {
        guard listing.outputs.isEmpty else { return outputNumbers.numbers(of: listing.outputs.map(\.identifier)) }
        return listing.fixed == nil ? [] : outputNumbers.numbers(of: [""])
    }

    private func outputsChanged() async {
        outputChanges += 1
        outputListing = nil
        _ = try? await outputs()
    }

    private func keep(_ listing: OutputListing) {
        let isNews = toldOutputs != nil && toldOutputs != listing
        (outputListing, toldOutputs) = (listing, listing)
        if isNews { onChange(.output) }
    }

    /// Notes that a client has switched an output.
    func noteOutputs() {
        outputChanges += 1
        outputListing = nil
    }

    private var sound: SoundSettings?
    private var toldSound: SoundSettings?
    private var soundUpdates = 0

    func soundSettings() async throws(ServiceError) -> SoundSettings {
        if let sound { return sound }
        if mayNotAsk { return toldSound ?? SoundSettings() }
        let updates = soundUpdates
        return keep(try await service.sound(), askedAfter: updates)
    }

    /// Changes settings for a client.
    func setSound(_ changes: SoundChanges) async throws(ServiceError) {
        sound = nil
        let updates = soundUpdates
        keep(try await service.setSound(changes), askedAfter: updates)
    }

    private func receive(_ update: SoundUpdate) {
        soundUpdates += 1
        if case .changed(let sound) = update { keep(sound) }
    }

    /// Keeps an answer, unless an update was received meanwhile: either may be newer, so the next caller asks again.
    @discardableResult
    private func keep(_ answer: SoundPreferences, askedAfter updates: Int) -> SoundSettings {
        if updates == soundUpdates { return keep(answer) }
        sound = nil
        return answer.settings
    }

    @discardableResult
    private func keep(_ preferences: SoundPreferences) -> SoundSettings {
        let (new, told) = (preferences.settings, toldSound)
        (sound, toldSound) = (new, new)
        if let told, told.crossfade != new.crossfade || told.loudness != new.loudness { onChange(.options) }
        return new
    }
}
