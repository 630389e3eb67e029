// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import MPDProtocol
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// The state that clients ask for most, kept current by the updates of the service.
///
/// State that may have changed is requested when it is next needed, and after every command of a client.
@MediaActor
final class ServiceMirror {
    let service: OnCueConnection
    /// Is called with what has changed.
    var onChange: @MediaActor (Subsystems) -> Void = { _ in }

    private var followers: [Task<Void, Never>] = []
    private var report: NowPlayingReport?
    private var reportTime = ContinuousClock.now
    /// The report may be older than the last command.
    private var isReportOld = true
    private var commandCount = 0
    private var isLooking = false
    /// The last report of a daemon that has ended.
    private var absence: NowPlayingReport?
    private let queue: QueueMirror
    private let libraryFile: LibraryFile
    private(set) var library = LibraryView()
    private(set) var listAnswers = ListAnswers()
    private(set) var scan: LibraryScanProgress?
    /// Updates of the library that were asked for, by their number.
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
        // What is looked at by itself starts no daemon: only what a client does brings one back that the user has ended.
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

    /// Follows the service no longer, and forgets what it told: nobody wants to know.
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
        // All songs of a large library were in it.
        Heap.giveBack()
    }

    // MARK: What plays

    /// The daemon was there, so if it is not, the user has ended it. Until a client does something, or it is started
    /// elsewhere, clients see what there was, and that nothing plays.
    var wasThere: Bool { report != nil }

    /// Whether it has ended since.
    var isAbsent: Bool { absence != nil }

    /// Whether what is known must do: nobody may start the daemon to ask it.
    private var mayNotAsk: Bool { absence != nil && !DaemonStart.isAllowed }

    /// Returns the report of what is playing, and its age.
    func nowPlaying() async throws(ServiceError) -> (report: NowPlayingReport, age: Duration) {
        if let absence, mayNotAsk { return (absence, .zero) }
        if let report, !isReportOld { return (report, ContinuousClock.now - reportTime) }
        do throws(ServiceError) { return (try await askedReport(), .zero) } catch {
            // It ends at this moment.
            guard error.code == .unavailable, !DaemonStart.isAllowed, let last = self.report else { throw error }
            return (Self.stopped(last), .zero)
        }
    }

    /// A question that is under way, and how many commands were known when it was asked.
    private var asking: (commands: Int, answer: Task<Result<NowPlayingReport, ServiceError>, Never>)?

    /// Requests the report from the service; once for all who wait for it.
    private func askedReport() async throws(ServiceError) -> NowPlayingReport {
        if let asking, asking.commands == commandCount, let report = try? await asking.answer.value.get() {
            return expected(report)
        }
        let count = commandCount
        let answer = Task { () -> Result<NowPlayingReport, ServiceError> in
            do throws(ServiceError) { return .success(try await service.nowPlaying()) } catch { return .failure(error) }
        }
        asking = (count, answer)
        let result = await answer.value
        if asking?.answer == answer { asking = nil }
        let report = try result.get()
        keep(report)
        if count == commandCount { isReportOld = false }
        return expected(report)
    }

    /// Asks what a command has changed: clients are told sooner than the service tells it, and the next command finds it
    /// known.
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

    /// A command was carried out, whose effect the service may not have told yet. What it tells next may be older, so
    /// it is asked.
    func noteCommand() {
        commandCount += 1
        isReportOld = true
        queue.noteChange()
    }

    /// The service has carried something out, so it is there, whether it has told that by itself or not: the next question
    /// goes to it.
    func noteAnswer() {
        guard absence != nil else { return }
        (absence, isReportOld) = (nil, true)
    }

    /// Keeps what plays, and tells clients what is new in it, whichever way it came.
    ///
    /// - Parameter news: What is new beside it.
    private func keep(_ told: NowPlayingReport, news: Subsystems = []) {
        let new = expected(told)
        let (now, old, age) = (ContinuousClock.now, report, ContinuousClock.now - reportTime)
        playing.note(isPlaying: new.isAdvancing, at: now)
        (report, reportTime, absence) = (new, now, nil)
        noteStart(of: new, after: old)
        if new.failure != clearedError { clearedError = nil }
        if wantsOneshot, new.status != .stopped { setOneshot() }
        onChange(old.map { Self.difference($0, new, after: age).union(news) } ?? news)
    }

    /// A song that begins to play has no priority any more.
    private func noteStart(of new: NowPlayingReport, after old: NowPlayingReport?) {
        guard new.status != .stopped, let entry = new.entry?.id else { return }
        if old?.entry?.id != entry || old?.status == .stopped { _ = queue.prefer([entry], 0) }
    }

    /// Commands that are sent, and not yet answered.
    private var sent: [PlaybackCommand] = []

    /// Notes what commands that are sent now will change, and tells clients at once: whoever asks then is answered behind
    /// them. Where they fail, what the service tells next takes it back.
    func begin(_ commands: [PlaybackCommand]) {
        noteCommand()
        sent += commands
        guard let old = report, absence == nil else { return }
        let new = expected(old)
        report = new
        onChange(Self.difference(old, new, after: .zero))
    }

    /// They were answered: what the service tells from now on was told behind them.
    func end(_ commands: [PlaybackCommand]) {
        for command in commands { if let index = sent.firstIndex(of: command) { sent.remove(at: index) } }
        noteCommand()
        look()
    }

    /// A report as it will be behind the commands that are sent, as far as that is known.
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

    /// How long has been played since the start, while there were clients.
    var playtime: Duration { playing.total() }

    private func receive(_ update: NowPlayingUpdate) {
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

    /// Whether a song has got others from the program that provides it: the service tells only of its own.
    private static func haveOtherMarks(_ old: NowPlayingEntry?, _ new: NowPlayingEntry?) -> Bool {
        guard let old, let new, old.id == new.id, ContentIdentifier(new.identifier)?.kind == .provided else {
            return false
        }
        return old.stars != new.stars || old.isFavourite != new.isFavourite
    }

    // MARK: What clients have said

    /// `single oneshot` was said while nothing played: it is set as soon as something does.
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
                    // It has ended already, and the next one is meant.
                    if error.code != .nothingPlaying { wantsOneshot = false }
                }
                noteCommand()
                isSettingOneshot = false
                look()
            }
        }
    }

    /// The error that a client has cleared, as long as the service tells it.
    private var clearedError: ServiceError?

    /// The error that clients are told.
    func error(in report: NowPlayingReport) -> ServiceError? {
        report.failure == clearedError ? nil : report.failure
    }

    func clearError() async throws(ServiceError) {
        guard let failure = error(in: try await nowPlaying().report) else { return }
        clearedError = failure
        onChange(.player)
    }

    /// Something is played, which may fail for the same reason again.
    ///
    /// The service may tell the same as before then, or for the first time: it is news all the same.
    func noteStart() {
        guard clearedError != nil || report == nil else { return }
        clearedError = nil
        onChange(.player)
    }

    // MARK: The queue

    /// The queue, as it is now.
    func currentQueue() async throws(ServiceError) -> QueueView {
        mayNotAsk ? queue.known : try await queue.current()
    }

    /// The queue as it is now, with the songs of the library, and with all that is told of positions which are not among them.
    ///
    /// - Parameter positions: The positions in a queue, ascending.
    func currentQueue(
        with positions: (QueueView) throws -> [Int]
    ) async throws -> (queue: QueueView, positions: [Int], songs: SongTree) {
        let tree = try await songs().tree
        if mayNotAsk { return (queue.known, queue.known.entries.named(try positions(queue.known)), tree) }
        let (queue, wanted) = try await queue.current(with: positions) { tree.song(identifier: $0) != nil }
        return (queue, wanted, tree)
    }

    /// The priority of an entry by its number; 0 if it has none.
    func priority(of number: Int) -> Int { queue.priorities[UInt64(truncatingIfNeeded: number)] }

    /// The entries that have a priority, in the order of their turns.
    var preferred: [PlaybackQueue.EntryID] { queue.priorities.order.map { PlaybackQueue.EntryID($0) } }

    var hasPriorities: Bool { !queue.priorities.isEmpty }

    /// Sets the priority of entries.
    ///
    /// - Returns: Those that had another one.
    func prefer(_ ids: [PlaybackQueue.EntryID], _ priority: Int) async throws(ServiceError) -> [PlaybackQueue.EntryID] {
        // One that has begun to play since has lost its former one, not this.
        _ = try await nowPlaying()
        return queue.prefer(ids, priority)
    }

    /// Notes which songs have begun to play, and so have lost their priority.
    func updatePriorities() async throws(ServiceError) {
        if hasPriorities { _ = try await nowPlaying() }
    }

    // MARK: The library

    /// The songs of the library.
    func songs() async throws(ServiceError) -> LibraryView {
        if mayNotAsk, loadTime != nil { return library }
        // One that was under way may be older than the call.
        for _ in 0..<2 where library.isOld && !isRecent { try await load() }
        return library
    }

    /// A scan changes the library all the time; what was loaded a moment ago is good enough until it ends.
    private var isRecent: Bool { scan != nil && loadTime.map { ContinuousClock.now - $0 < .seconds(2) } ?? false }

    private let loading = SharedWork()
    private var loadTime: ContinuousClock.Instant?
    private var lastStatus: LibraryStatus?

    /// Loads all songs; once, however many ask for them.
    private func load() async throws(ServiceError) {
        try await loading.run { () throws(ServiceError) in
            self.lastStatus = nil
            self.library = try await LibraryView(loadedFrom: self.service, self.libraryFile)
            (self.loadTime, self.listAnswers) = (ContinuousClock.now, ListAnswers())
            // It may have changed meanwhile.
            if let lastStatus = self.lastStatus { self.library.note(lastStatus) }
        }
    }

    /// Keeps the answer about all songs of a tree for those who ask the same.
    func keepListAnswer(_ answer: [UInt8], to kinds: [TagKind], of tree: SongTree) {
        if library.tree.isSame(as: tree) { listAnswers.keep(answer, to: kinds) }
    }

    private var waitingForScan: Task<Void, Never>?
    /// The revision of the library that clients were told of, or that they began with.
    private var toldRevision: UInt64?
    /// Clients have not been told of the last change of the library.
    private var isDatabaseNews = false

    /// Looks whether the library has changed, and tells clients; at the end of a scan that goes on.
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

    /// Follows scans until the bus ends, which a change of the tree tells.
    private func followScans() async {
        guard let updates = try? await service.libraryUpdates() else { return }
        for await update in updates {
            switch update {
            case .progressed(let progress): note(scan: progress)
            case .finished:
                // A short one may have told of nothing before.
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

    /// Has the library scanned.
    ///
    /// - Parameter rereads: Files that have not changed are read as well.
    /// - Returns: The number of the update.
    func scanLibrary(rereads: Bool) async throws(ServiceError) -> Int {
        if rereads { try await service.scanAll() } else { try await service.scan() }
        updates += 1
        return updates
    }

    // MARK: Playlists

    /// The identifiers of the user's own playlists by the names that clients see; `nil` when they are to be asked for.
    private(set) var playlistNames: [String: String]?
    /// How often playlists may have changed.
    private(set) var playlistChanges = 0

    /// Playlists have come, gone or other names.
    func notePlaylists() {
        playlistChanges += 1
        playlistNames = nil
    }

    /// Keeps names until something changes.
    ///
    /// - Parameter changes: ``playlistChanges`` when they were asked for.
    func keepPlaylistNames(_ names: [String: String], changes: Int) {
        if changes == playlistChanges { playlistNames = names }
    }

    // MARK: Outputs and sound

    private var outputListing: OutputListing?
    private var toldOutputs: OutputListing?
    /// How often outputs may have changed.
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

    /// The numbers by which clients know the outputs of a listing, or the fixed one if it has no others.
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

    /// A client has switched an output.
    func noteOutputs() {
        outputChanges += 1
        outputListing = nil
    }

    private var sound: SoundSettings?
    private var toldSound: SoundSettings?

    func soundSettings() async throws(ServiceError) -> SoundSettings {
        if let sound { return sound }
        if mayNotAsk { return toldSound ?? SoundSettings() }
        return keep(try await service.sound())
    }

    /// Changes settings for a client.
    func setSound(_ changes: SoundChanges) async throws(ServiceError) {
        sound = nil
        keep(try await service.setSound(changes))
    }

    private func receive(_ update: SoundUpdate) {
        if case .changed(let sound) = update { keep(sound) }
    }

    @discardableResult
    private func keep(_ preferences: SoundPreferences) -> SoundSettings {
        let (new, told) = (preferences.settings, toldSound)
        (sound, toldSound) = (new, new)
        if let told, told.crossfade != new.crossfade || told.loudness != new.loudness { onChange(.options) }
        return new
    }
}
