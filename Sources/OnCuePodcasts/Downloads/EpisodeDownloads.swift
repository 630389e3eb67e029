// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import HTTPClient
internal import OnCueCore
internal import OnCueRuntime

/// Downloads episodes for offline use: a few at a time, continuing where an earlier attempt ended.
@MediaActor
final class EpisodeDownloads {
    /// The number of simultaneous downloads.
    private static let width = 2
    /// The maximum number of downloads that may wait.
    private static let waitingLimit = 1000
    /// The largest episode, in bytes.
    private static let sizeLimit = 8 << 30
    /// The free space on the disk that automatic downloads leave, in bytes.
    nonisolated static let reservedSpace: Int64 = 1 << 30
    /// The number of successive interruptions without a byte in between after which a download has failed.
    private static let tryLimit = 3
    /// The interval between two reports.
    private static let reportInterval: Duration = .milliseconds(250)

    let store: PodcastStore
    private let client: HTTPClient
    private let folder: String
    /// The files on disk, known to the store or not.
    let files: DownloadedFiles
    private let events: StreamHub<PodcastEvent>
    let executor = BlockingExecutor(label: "oncue.downloads")
    private var waiting: [EpisodeRecord] = []
    private var running: [StableKey: Task<Void, Never>] = [:]
    /// The waiting and running downloads that the user did not request.
    private var automatic: Set<StableKey> = []
    /// The space on the disk of a folder that is free for everyone, in bytes; `nil` if unknown.
    var freeSpace: @Sendable (_ folder: String) -> Int64? = { DownloadedFiles.freeSpace(at: $0) }
    /// Called when a podcast looks different, because an episode of it has come or gone.
    var onChange: @MediaActor (StableKey) async -> Void = { _ in }

    nonisolated init(store: PodcastStore, client: HTTPClient, folder: String, events: StreamHub<PodcastEvent>) {
        self.store = store
        self.client = client
        self.folder = folder
        files = DownloadedFiles(folder: folder)
        self.events = events
    }

    /// Begins a download, or queues it. Does nothing for one that is queued, running or complete, except that an
    /// automatic download counts as the user's from now on.
    ///
    /// - Throws: `refused` if the queue is full; `storage`.
    func begin(_ episode: EpisodeRecord) async throws(ContentError) {
        automatic.remove(episode.key)
        if episode.upkeep != .byHand { try await store.set(.byHand, of: episode.key) }
        try add(episode)
    }

    /// Begins a download that the user did not request, if there is room for it on the disk.
    ///
    /// - Returns: `false` if there is no room.
    func beginAutomatically(_ episode: EpisodeRecord) async throws(ContentError) -> Bool {
        guard !isKnown(episode.key) else { return true }
        guard waiting.count < Self.waitingLimit else { return false }
        let promised = waiting.filter { automatic.contains($0.key) }.reduce(Int64(0)) { $0 + ($1.length ?? 0) }
        guard await spareSpace() - promised > max(0, episode.length ?? 0), !isKnown(episode.key) else { return false }
        automatic.insert(episode.key)
        try add(episode)
        return true
    }

    private func isKnown(_ key: StableKey) -> Bool { running[key] != nil || waiting.contains { $0.key == key } }

    /// Returns the space that automatic downloads may take, in bytes.
    private func spareSpace() async -> Int64 {
        await executor.run { [folder, freeSpace] in
            (freeSpace(folder) ?? .max) - EpisodeDownloads.reservedSpace
        }
    }

    private func add(_ episode: EpisodeRecord) throws(ContentError) {
        if episode.file != nil {
            events.tell(.downloadProgressed(progress(episode, .finished)))
        } else if !isKnown(episode.key) {
            guard waiting.count < Self.waitingLimit else {
                throw ContentError(
                    .refused, "\(Self.waitingLimit) downloads are already waiting; let some of them finish first")
            }
            waiting.append(episode)
            events.tell(.downloadProgressed(progress(episode, .waiting)))
            next()
        }
    }

    /// Ends the download, and deletes its files; it does not start again automatically.
    func remove(_ episode: EpisodeRecord) async throws(ContentError) {
        await cancel(episode)
        if let file = episode.file { await delete([file]) }
        try await store.dropFile(of: episode.key)
        if episode.file != nil { await onChange(episode.podcast) }
    }

    /// Ends an incomplete download, and deletes the part that has arrived; a complete one is kept.
    func cancel(_ episode: EpisodeRecord) async {
        waiting.removeAll { $0.key == episode.key }
        automatic.remove(episode.key)
        if let task = running[episode.key] {
            task.cancel()
            await task.value
        }
        let partial = DownloadNames.partialPath(of: episode.key, in: folder)
        await executor.run { _ = unlink(partial) }
    }

    /// Deletes finished downloads.
    func delete(_ files: [String]) async {
        await executor.run {
            for file in files {
                unlink(file)
                // The folder of the podcast is removed with its last episode.
                if let divided = PathBytes.divided(Array(file.utf8)) {
                    rmdir(String(decoding: divided.folder, as: UTF8.self))
                }
            }
        }
    }

    /// Ends all downloads; the parts that have arrived are kept.
    func cancelAll() {
        (waiting, automatic) = ([], [])
        for task in running.values { task.cancel() }
    }

    private func next() {
        while running.count < Self.width, !waiting.isEmpty {
            let episode = waiting.removeFirst()
            running[episode.key] = Task { [weak self] in
                await self?.load(episode)
                self?.running[episode.key] = nil
                self?.automatic.remove(episode.key)
                self?.next()
            }
        }
    }

    private func progress(
        _ episode: EpisodeRecord, _ state: DownloadProgress.State, received: Int64 = 0, total: Int64? = nil,
        failure: String? = nil
    ) -> DownloadProgress {
        var progress = DownloadProgress(
            episode: episode.identifier, title: episode.title, state: state, received: received, total: total,
            failure: failure)
        progress.isAutomatic = automatic.contains(episode.key)
        return progress
    }
}

// MARK: One download

extension EpisodeDownloads {
    private func load(_ episode: EpisodeRecord) async {
        do throws(HTTPError) {
            let (path, size) = try await loadAll(episode)
            do throws(ContentError) {
                try await store.setFile(path, of: episode.key, automatic.contains(episode.key) ? .automatic : .byHand)
            } catch {
                throw HTTPError(.notTaken, error.message)
            }
            await onChange(episode.podcast)
            events.tell(.downloadProgressed(progress(episode, .finished, received: size, total: size)))
        } catch {
            let isCancelled = error.code == .cancelled
            events.tell(
                .downloadProgressed(
                    progress(episode, isCancelled ? .cancelled : .failed, failure: isCancelled ? nil : error.message)))
        }
    }

    /// Continues after interruptions as long as more data arrives.
    private func loadAll(_ episode: EpisodeRecord) async throws(HTTPError) -> (path: String, size: Int64) {
        let target = DownloadNames.path(of: episode, in: folder)
        var tries = 0
        while true {
            let file = makeFile(episode)
            let before = await file.present()
            do throws(HTTPError) {
                try await ask(episode, before, file)
                try await file.finish(at: target)
                return (target, await file.received)
            } catch {
                let hasMore = await file.present() > before
                tries = hasMore ? 0 : tries + 1
                let isBroken = error.code == .cutOff || error.code == .timedOut
                guard isBroken, tries < Self.tryLimit, !Task.isCancelled else { throw error }
            }
        }
    }

    private func ask(_ episode: EpisodeRecord, _ before: Int64, _ file: DownloadFile) async throws(HTTPError) {
        var fields = ["Accept-Encoding": "identity"]
        let tag = try? await store.partialTag(episode.key)
        // Without a tag it is uncertain whether the rest belongs to the same file.
        if before > 0, let tag = tag ?? nil {
            fields["Range"] = "bytes=\(before)-"
            fields["If-Range"] = tag
        }
        let feed = (try? await store.podcast(episode.podcast))?.address ?? ""
        let isAutomatic = automatic.contains(episode.key)
        let limit = isAutomatic ? min(Self.sizeLimit, max(1, Int(clamping: await spareSpace()))) : Self.sizeLimit
        try await client.send(
            HTTPRequest(episode.address, from: feed, fields: fields, limit: limit, deadline: nil), into: file)
    }

    private func makeFile(_ episode: EpisodeRecord) -> DownloadFile {
        let meter = ReportMeter(interval: Self.reportInterval)
        return DownloadFile(path: DownloadNames.partialPath(of: episode.key, in: folder), executor: executor) {
            [weak self, store] received, total, tag in
            if meter.isFirst { try? await store.setPartialTag(tag, of: episode.key) }
            if meter.isDue() { await self?.report(episode, received, total) }
        }
    }

    private func report(_ episode: EpisodeRecord, _ received: Int64, _ total: Int64?) {
        events.tell(.downloadProgressed(progress(episode, .loading, received: received, total: total)))
    }
}
