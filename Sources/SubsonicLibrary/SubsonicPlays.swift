// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import Glibc
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
package import OnCueRuntime
internal import SubsonicProtocol

/// Tells one server what is listened to on this machine: what plays now, what was heard, where long items were left, and
/// the queue.
///
/// What was heard comes from OnCue's own journal, which is read when something else plays, when the program starts, and
/// when the server answers again. So nothing is lost while the server, this program or the machine is away, each play is
/// sent in order and once, and what was erased from the journal before is not sent.
@MediaActor
package final class SubsonicPlays {
    /// The most entries of the journal in one look.
    private static let page = 1000
    /// From this length on, positions are kept as bookmarks.
    private static let long: Duration = .seconds(600)
    /// The most songs of a queue.
    private static let mostQueued = 500

    private let connection: SubsonicConnection
    private let source: SubsonicSource
    private let service: OnCueConnection
    private let place: SubsonicPlace
    private let file: String
    private let executor = BlockingExecutor(label: "oncue.subsonic.plays")
    private let time: @Sendable () -> Int64

    /// What of the journal was told.
    private struct Progress: Sendable, Equatable {
        /// The time of the last entry, in seconds since 1970.
        var time: Int64
        /// How many entries of that second were told.
        var count = 0
    }

    private var progress: Progress?
    private var playing: String?
    private var queue: [String] = []
    private var work: Task<Void, Never>?
    private var isOutdated = false

    init(
        _ connection: SubsonicConnection, _ source: SubsonicSource, in place: SubsonicPlace, service: OnCueConnection,
        time: @escaping @Sendable () -> Int64 = { Int64(Glibc.time(nil)) }
    ) {
        (self.connection, self.source, self.place, self.service, self.time) = (connection, source, place, service, time)
        file = place.folder(of: connection.server.key) + "/plays.json"
    }

    isolated deinit { work?.cancel() }

    /// Other items play now, or none.
    func nowPlaying(_ identifiers: [String]) {
        let song = identifiers.lazy.compactMap { SubsonicItem($0) }.first { $0.kind == .song || $0.kind == .bookmark }?
            .id
        guard song != playing else { return }
        playing = song
        update(isNewSong: song != nil)
    }

    /// Tells what is left to tell.
    func update(isNewSong: Bool = false) {
        if isNewSong { isNew = true }
        isOutdated = true
        guard work == nil else { return }
        work = Task { @MediaActor [weak self] in
            while let self, self.isOutdated, !Task.isCancelled {
                self.isOutdated = false
                await self.run()
            }
            self?.work = nil
        }
    }

    private var isNew = false

    private func run() async {
        await tellJournal()
        guard isNew, let playing else { return }
        isNew = false
        _ = try? await connection.ask(.played(playing, at: nil))
        await saveQueue(current: playing, at: .zero)
    }

    // MARK: The journal

    private func tellJournal() async {
        let progress = await currentProgress()
        guard let entries = await entries(since: progress.time) else { return }
        var told = progress
        for entry in entries.dropFirst(skipped(entries, progress)) {
            guard await tell(entry) else { break }
            told = Progress(time: entry.time, count: entry.time == told.time ? told.count + 1 : 1)
        }
        if told != progress { await keep(told) }
    }

    /// The number of entries at the beginning that were told already.
    private func skipped(_ entries: [JournalEntry], _ progress: Progress) -> Int {
        min(progress.count, entries.prefix { $0.time == progress.time }.count)
    }

    /// The entries of this server from a second on, oldest first; `nil` if they cannot be read.
    private func entries(since time: Int64) async -> [JournalEntry]? {
        let kinds: [JournalEntry.Kind] = [.heard, .paused, .left, .skipped, .stopped, .finished]
        let prefix = connection.server.busName + "/"
        var found: [JournalEntry] = []
        var offset = 0
        while true {
            guard
                let page = try? await service.history(
                    HistoryRequest(since: time, kinds: kinds), offset: offset, limit: Self.page)
            else { return nil }
            found += page.entries.filter {
                $0.subject.identifier.kind == .provided && $0.subject.identifier.key.hasPrefix(prefix)
            }
            offset += page.entries.count
            if page.entries.isEmpty || offset >= page.total { break }
        }
        return found.reversed()
    }

    /// Tells the server of an entry.
    ///
    /// - Returns: False if that is to be tried again later.
    private func tell(_ entry: JournalEntry) async -> Bool {
        let own = entry.subject.identifier.key.dropFirst(connection.server.busName.count + 1)
        guard let item = SubsonicItem(String(decoding: PercentEncoding.decode(own.utf8), as: UTF8.self)),
            item.kind == .song || item.kind == .bookmark
        else { return true }
        let request: SubsonicRequest
        let isLong = (entry.subject.duration ?? .zero) >= Self.long && source.found.contains(.bookmarks)
        switch entry.kind {
        case .heard: request = .played(item.id, at: entry.time)
        case .finished where isLong: request = .removeBookmark(item.id)
        case .paused, .left, .skipped, .stopped:
            if queue.contains(item.id), entry.kind != .skipped {
                await saveQueue(current: item.id, at: entry.position)
            }
            guard isLong else { return true }
            request = .bookmark(item.id, milliseconds: Self.milliseconds(entry.position))
        default: return true
        }
        do throws(SubsonicError) {
            _ = try await connection.ask(request)
            return true
        } catch {
            // A song that is gone, or a method that the server does not know, is not asked for again.
            return ![.unreachable, .notTrusted, .wrongLogin, .malformed].contains(error.code)
        }
    }

    private static func milliseconds(_ time: Duration) -> Int {
        let (seconds, attoseconds) = time.components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    // MARK: The queue

    /// Saves the songs of this server in the queue, where the server keeps queues.
    private func saveQueue(current: String, at position: Duration) async {
        guard source.found.contains(.queue) else { return }
        if position == .zero { queue = await queued(around: current) }
        guard queue.contains(current) else { return }
        _ = try? await connection.ask(
            .saveQueue(queue, current: current, milliseconds: Self.milliseconds(position)))
    }

    private func queued(around current: String) async -> [String] {
        guard let now = try? await service.nowPlaying(), let index = now.entry?.queueIndex else { return [] }
        let start = max(0, index - 50)
        guard let page = try? await service.queue(offset: start, limit: Self.mostQueued) else { return [] }
        let prefix = "provided:" + connection.server.busName + "/"
        return page.entries.compactMap { entry in
            guard entry.identifier.hasPrefix(prefix) else { return nil }
            let own = PercentEncoding.decode(entry.identifier.dropFirst(prefix.count).utf8)
            let item = SubsonicItem(String(decoding: own, as: UTF8.self))
            return item.flatMap { $0.kind == .song || $0.kind == .bookmark ? $0.id : nil }
        }
    }

    // MARK: The file

    private func currentProgress() async -> Progress {
        if let progress { return progress }
        let (place, file) = (place, file)
        let json = await executor.run { (try? place.json(file)).flatMap { $0 } }
        let kept = json?["time"]?.intValue.map { Progress(time: Int64($0), count: json?["count"]?.intValue ?? 0) }
        // What was listened to before the server was added is not told.
        let progress = kept ?? Progress(time: time())
        self.progress = progress
        if kept == nil { await keep(progress) }
        return progress
    }

    private func keep(_ progress: Progress) async {
        self.progress = progress
        let (place, file) = (place, file)
        let json: JSONValue = ["time": .int(Int(progress.time)), "count": .int(progress.count)]
        await executor.run { try? place.write(json, to: file) }
    }
}
