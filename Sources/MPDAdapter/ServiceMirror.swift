// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import MPDProtocol
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// What clients ask for most, kept current by what the service tells.
///
/// What may have changed is asked for again when it is next needed, and after every command of a client.
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
    private var queue = QueueView()
    private var isQueueOld = true
    private var isQueueKnown = false
    private var toldRevision: UInt64?
    var library = LibraryView()
    private var outputListing: OutputListing?
    private(set) var scan: LibraryScanProgress?
    private var crossfade: Duration?
    private var toldCrossfade: Duration?
    /// Updates of the library that were asked for, by their number.
    private(set) var updates = 0
    let startTime = ContinuousClock.now
    private var played: Duration = .zero
    private var playingSince: ContinuousClock.Instant?

    init(_ service: OnCueConnection) { self.service = service }

    /// Follows the service from now on.
    func start() {
        guard followers.isEmpty else { return }
        followers = [
            Task { for await update in service.nowPlayingUpdates() { receive(update) } },
            Task { for await update in service.queueUpdates() { receive(update) } },
            Task { for await _ in service.outputUpdates() { changed(.output) { self.outputListing = nil } } },
            Task { for await update in service.soundUpdates() { receive(update) } },
            Task { for await _ in service.treeChanges() { await treeChanged() } },
            Task { await followScans() },
        ]
        for branch in [RootBranch.playlists, .forYou, .radio, .podcasts] {
            followers.append(
                Task {
                    for await update in service.contentUpdates(of: branch.identifier.description) {
                        switch update {
                        case .changed, .reloaded: onChange(.storedPlaylist)
                        default: break
                        }
                    }
                })
        }
    }

    /// Follows the service no longer: nobody wants to know.
    func stop() {
        for follower in followers { follower.cancel() }
        followers = []
        (isReportOld, isQueueOld, outputListing, crossfade) = (true, true, nil, nil)
    }

    private func changed(_ subsystems: Subsystems, _ forget: () -> Void) {
        forget()
        onChange(subsystems)
    }

    // MARK: What plays

    /// What plays, and how old that is.
    func nowPlaying() async throws(ServiceError) -> (report: NowPlayingReport, age: Duration) {
        if let report, !isReportOld { return (report, ContinuousClock.now - reportTime) }
        let report = try await service.nowPlaying()
        keep(report)
        return (report, .zero)
    }

    /// A command was carried out, whose effect the service may not have told yet.
    func noteCommand() { (isReportOld, isQueueOld) = (true, true) }

    /// A setting was changed.
    func noteSetting() { (outputListing, crossfade) = (nil, nil) }

    /// Keeps what plays, and tells clients what is new in it, whichever way it came.
    private func keep(_ new: NowPlayingReport) {
        let (now, old, age) = (ContinuousClock.now, report, ContinuousClock.now - reportTime)
        if let playingSince { played += now - playingSince }
        playingSince = new.isAdvancing ? now : nil
        (report, reportTime, isReportOld) = (new, now, false)
        if let old { onChange(Self.difference(old, new, after: age)) }
    }

    /// How long has been played since the start.
    var playtime: Duration { played + (playingSince.map { ContinuousClock.now - $0 } ?? .zero) }

    private func receive(_ update: NowPlayingUpdate) {
        guard case .report(let new) = update else {
            (report, isReportOld) = (nil, true)
            return onChange([.player, .mixer, .options])
        }
        keep(new)
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
        if old.entry?.id == new.entry?.id,
            old.entry?.stars != new.entry?.stars || old.entry?.isFavourite != new.entry?.isFavourite
                || old.entry?.isDisliked != new.entry?.isDisliked
        {
            changed.insert(.sticker)
        }
        return changed
    }

    // MARK: The queue

    /// The queue, as it is now.
    func currentQueue() async throws(ServiceError) -> QueueView {
        if isQueueOld {
            isQueueOld = false
            do throws(ServiceError) {
                let revision = try await service.queue(offset: 0, limit: 1).revision
                if !isQueueKnown || revision != queue.revision { queue.take(try await service.wholeQueue()) }
            } catch {
                isQueueOld = true
                throw error
            }
            isQueueKnown = true
            tell(queueRevision: queue.revision)
        }
        return queue
    }

    /// Tells clients of a revision of the queue, once, whichever way it came.
    private func tell(queueRevision revision: UInt64) {
        guard toldRevision != revision else { return }
        let isFirst = toldRevision == nil
        toldRevision = revision
        if !isFirst { onChange(.queue) }
    }

    private func receive(_ update: QueueUpdate) {
        // Without it nobody has seen it.
        guard isQueueKnown else { return }
        switch update {
        case .edited(let change):
            if change.revision != queue.revision { isQueueOld = true }
            tell(queueRevision: change.revision)
        case .changed:
            isQueueOld = true
            Task { _ = try? await currentQueue() }
        case .serviceLost: isQueueOld = true
        }
    }

    // MARK: The library

    /// The songs of the library.
    func songs() async throws(ServiceError) -> LibraryView {
        // A scan changes the library all the time; what was loaded a moment ago is good enough until it ends.
        let isRecent = scan != nil && loadTime.map { ContinuousClock.now - $0 < .seconds(2) } ?? false
        if library.isOld, !isRecent { try await load() }
        return library
    }

    private var loading: Task<Result<Void, ServiceError>, Never>?
    private var loadTime: ContinuousClock.Instant?
    private var lastStatus: LibraryStatus?

    /// Loads all songs; once, however many ask for them.
    private func load() async throws(ServiceError) {
        if let loading { return try await loading.value.get() }
        let task = Task { () -> Result<Void, ServiceError> in
            do throws(ServiceError) {
                library = try await LibraryView(loadedFrom: service)
                loadTime = .now
                // It may have changed meanwhile.
                if let lastStatus { _ = library.note(lastStatus) }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        loading = task
        let result = await task.value
        loading = nil
        try result.get()
    }

    private var waitingForScan: Task<Void, Never>?
    /// Clients have not been told of the last change of the library.
    private var isDatabaseNews = false

    /// Looks whether the library has changed, and tells clients; at the end of a scan that goes on.
    private func treeChanged() async {
        guard let status = try? await service.libraryStatus() else { return }
        (scan, lastStatus) = (status.scan, status)
        if library.note(status) { isDatabaseNews = true }
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

    private func followScans() async {
        while !Task.isCancelled {
            guard let updates = try? await service.libraryUpdates() else { return }
            for await update in updates {
                switch update {
                case .progressed(let progress):
                    let isFirst = scan == nil
                    scan = progress
                    if isFirst { onChange(.update) }
                case .finished, .serviceLost:
                    scan = nil
                    onChange(.update)
                    await treeChanged()
                }
            }
            guard (try? await MediaActor.sleep(for: .seconds(1))) != nil else { return }
        }
    }

    /// Has the library scanned.
    ///
    /// - Returns: The number of the update.
    func scanLibrary() async throws(ServiceError) -> Int {
        try await service.scan()
        updates += 1
        return updates
    }

    // MARK: Outputs and sound

    func outputs() async throws(ServiceError) -> OutputListing {
        if let outputListing { return outputListing }
        let listing = try await service.outputs()
        outputListing = listing
        return listing
    }

    func crossfadeTime() async throws(ServiceError) -> Duration {
        if let crossfade { return crossfade }
        let time = try await service.sound().settings.crossfade
        keep(crossfade: time)
        return time
    }

    private func receive(_ update: SoundUpdate) {
        if case .changed(let sound) = update { keep(crossfade: sound.settings.crossfade) }
    }

    private func keep(crossfade time: Duration) {
        let isNew = toldCrossfade != nil && toldCrossfade != time
        (crossfade, toldCrossfade) = (time, time)
        if isNew { onChange(.options) }
    }
}

extension OnCueConnection {
    /// All entries of the queue, of one revision if it does not change all the time.
    fileprivate func wholeQueue() async throws(ServiceError) -> QueuePage {
        var page = try await queue(offset: 0, limit: PageLimit.largest)
        while page.entries.count < page.total {
            let more = try await queue(offset: page.entries.count, limit: PageLimit.largest)
            if more.entries.isEmpty { break }
            (page.total, page.current, page.revision) = (more.total, more.current, more.revision)
            page.entries += more.entries
        }
        return page
    }
}

/// The queue, and which places of it have changed since when.
struct QueueView: Sendable {
    private(set) var entries: [QueuePage.Entry] = []
    /// The revision at which each place got its entry.
    private var stamps: [UInt64] = []
    private(set) var revision: UInt64 = 0
    /// The first revision that was seen.
    private var first: UInt64?
    private var positions: [UInt64: Int] = [:]

    mutating func take(_ page: QueuePage) {
        let old = entries
        (entries, revision) = (page.entries, page.revision)
        if first == nil { first = revision }
        stamps = entries.indices.map { index in
            index < old.count && old[index].id == entries[index].id ? stamps[index] : revision
        }
        positions = Dictionary(entries.enumerated().map { ($1.id.number, $0) }) { first, _ in first }
    }

    /// The version that clients are told.
    var version: Int { Self.version(revision) }

    private static func version(_ revision: UInt64) -> Int { Int(revision & 0x3FFF_FFFF) + 1 }

    /// The positions that have changed since a version; all of them if that is not known.
    func changes(since base: Int) -> [Int] {
        guard let first, base >= Self.version(first), base <= version else { return Array(entries.indices) }
        return entries.indices.filter { Self.version(stamps[$0]) > base }
    }

    func position(of id: Int) -> Int? { id < 0 ? nil : positions[UInt64(id)] }
}
