// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import HTTPClient
package import OnCueRuntime
package import SubsonicProtocol

/// Copies of the pinned items of one server: made while the server answers, within the room for all copies, and shown
/// and played while it does not.
///
/// They are made when an item is pinned, when the program starts, when the server answers again after a failure, when a
/// pinned list is shown that has changed, and once a day; there are no attempts in between.
@MediaActor
package final class SubsonicCopies {
    /// The maximum number of songs of one pinned item.
    private static let mostSongs = 5_000
    /// The maximum number of rows in the lists of all pinned items.
    private static let mostRows = 20_000
    /// The maximum size of one song, in bytes.
    private static let largestSong = 2_000_000_000
    /// The maximum size in bytes, and the maximum number of values, of the file with the lists: well above what they
    /// need.
    private nonisolated static let largestIndex = 24 << 20
    private nonisolated static let mostValues = 1 << 20
    /// The lists are saved after this many copies, or after this time.
    private static let copiesUnsaved = 20
    private static let longestUnsaved: Duration = .seconds(10)
    /// The time for which copies stay after their list has become empty, as it does while a server rescans its folders.
    private static let emptiness: Duration = .seconds(86_400)
    /// The time after which the lists are read again although no client has asked for them.
    private static let day: Duration = .seconds(86_400)

    private let connection: SubsonicConnection
    private let files: SubsonicFiles
    private let folder: String
    /// The thread that reads copies and lists, apart from the writer, so that a disk that writes slowly does not delay
    /// reading.
    private let executor = BlockingExecutor(label: "oncue.subsonic.copies")
    private let writer = BlockingExecutor(label: "oncue.subsonic.downloads")
    private let clock = ContinuousClock()
    /// The source, which reads from the server.
    private weak var source: SubsonicSource?
    private let sleep: @MediaActor (Duration) async throws -> Void

    private var index = CopyIndex()
    private var isRead = false
    private var wanted: [String] = []
    private var work: Task<Void, Never>?
    private var daily: Task<Void, Never>?
    /// The number of items in each pinned list on the server, of which only the first ones may be kept.
    private var counts: [String: Int] = [:]
    private var isOutdated = false
    private var isEnded = false
    /// Whether the file with the lists exists but cannot be read; then nothing is copied or deleted.
    private var isUnreadable = false
    private var unsaved = 0
    private var lastSave = ContinuousClock.now
    /// The times since which lists with copies have been empty.
    private var emptySince: [String: ContinuousClock.Instant] = [:]
    private var faults: [String] = []

    /// The reason why some songs are not copied; `nil` if all are, or will be.
    package var fault: String? {
        faults.first.map { faults.count == 1 ? $0 : "\($0) (and \(faults.count - 1) more)" }
    }
    /// The number of bytes that the copies of this server may take.
    package var room: @MediaActor () -> Int = { 0 }
    /// Called when the copies or the lists have changed.
    package var onChange: (@MediaActor () -> Void)?

    init(
        _ connection: SubsonicConnection, in files: SubsonicFiles, _ source: SubsonicSource,
        sleep: @escaping @MediaActor (Duration) async throws -> Void = {
            try await MediaActor.sleepThroughSuspend(for: $0)
        }
    ) {
        (self.connection, self.files, self.source, self.sleep) = (connection, files, source, sleep)
        folder = files.folder(of: connection.server.key)
    }

    isolated deinit {
        work?.cancel()
        daily?.cancel()
    }

    /// Ends for good: nothing is read or written after this.
    func end() {
        isEnded = true
        work?.cancel()
        daily?.cancel()
    }

    /// The total size of the copies, in bytes.
    package var byteCount: Int { index.byteCount }

    /// The pinned items, with the numbers of their songs and of the copies of these.
    package var state: [(record: SubsonicRecord, songs: Int, copies: Int)] {
        index.pins.map { pin in
            let songs = index.songs(of: pin)
            return (pin, songs.count, songs.count { index.copies[$0.item.id] != nil })
        }
    }

    // MARK: Without the server

    func records(of container: SubsonicItem) async -> [SubsonicRecord]? {
        await read()
        if container.kind == .list, container.id == SubsonicSection.offline.rawValue { return index.pins }
        return index.lists[container.identifier]
    }

    func record(of item: SubsonicItem) async -> SubsonicRecord? {
        await read()
        return index.record(of: item)
    }

    func pinned() async -> [SubsonicRecord] {
        await read()
        return index.pins
    }

    /// Returns the path of a song's copy; `nil` if there is none.
    func path(of item: SubsonicItem) async -> String? {
        await read()
        guard let copy = index.copies[item.id] else { return nil }
        let path = folder + "/" + copy.file
        return await executor.run { access(path, R_OK) == 0 } ? path : nil
    }

    func isUsed() async -> Bool {
        await read()
        return !index.pins.isEmpty
    }

    // MARK: Copying

    /// Keeps copies of these items only.
    package func follow(_ identifiers: [String]) {
        wanted = identifiers
        update()
    }

    /// Updates the lists and copies the songs that are missing.
    package func update() {
        isOutdated = true
        guard work == nil else { return }
        work = Task { @MediaActor [weak self] in
            while let self, self.isOutdated, !self.isEnded {
                self.isOutdated = false
                await self.run()
            }
            self?.work = nil
            self?.updateTomorrow()
        }
    }

    /// Schedules the next update in a day, even if no client asks for a list until then.
    private func updateTomorrow() {
        daily?.cancel()
        daily = nil
        guard !isEnded, !wanted.isEmpty else { return }
        daily = Task { @MediaActor [weak self, sleep] in
            guard (try? await sleep(Self.day)) != nil, !Task.isCancelled else { return }
            self?.update()
        }
    }

    /// Notes that a list was read from the server: if it is pinned and its items have changed, the copies are updated.
    func note(_ records: [SubsonicRecord], of name: String) {
        guard isRead, !isEnded, let kept = index.lists[name] else { return }
        let isSame =
            records.count == counts[name] ?? kept.count && zip(records, kept).allSatisfy { $0.item == $1.item }
        if !isSame { update() }
    }

    private func run() async {
        // The file may have been repaired.
        if isUnreadable { isRead = false }
        await read()
        guard !isUnreadable else {
            onChange?()
            return
        }
        let before = index
        forgetUnwanted()
        faults = []
        let isThere = await expand()
        sort()
        trimLists()
        await deleteUnwanted()
        if index != before { await save() }
        onChange?()
        // The lists are up to date now, even if songs cannot be copied.
        if isThere { await copyMissing() }
    }

    private func forgetUnwanted() {
        index.pins.removeAll { !wanted.contains($0.item.identifier) }
        trimLists()
    }

    /// Forgets lists that do not belong to a pinned item.
    private func trimLists() {
        var reached: Set<String> = []
        func reach(_ record: SubsonicRecord) {
            guard let children = index.lists[record.item.identifier], reached.insert(record.item.identifier).inserted
            else { return }
            children.forEach(reach)
        }
        index.pins.forEach(reach)
        index.lists = index.lists.filter { reached.contains($0.key) }
        counts = counts.filter { reached.contains($0.key) }
        emptySince = emptySince.filter { reached.contains($0.key) }
    }

    private func sort() {
        index.pins.sort { pin, other in
            (wanted.firstIndex(of: pin.item.identifier) ?? 0) < (wanted.firstIndex(of: other.item.identifier) ?? 0)
        }
    }

    /// Reads the lists of the pinned items. Lists that cannot be read stay as they were, and do not keep the others
    /// from being read.
    ///
    /// - Returns: `false` if the server does not answer.
    private func expand() async -> Bool {
        var rows = 0
        for identifier in wanted where !isEnded {
            guard let item = SubsonicItem(identifier) else { continue }
            do throws(SubsonicError) {
                var record = index.pins.first { $0.item == item }
                if record == nil, let found = try await source?.record(of: item) {
                    index.pins.append(found)
                    record = found
                }
                guard let record else { continue }
                var count = 0
                try await expand(record, 0, &count, &rows)
            } catch {
                faults.append(error.message)
                if isEnd(error) { return false }
            }
        }
        if rows >= Self.mostRows {
            faults.append("More than \(Self.mostRows) songs are pinned; only the first ones are copied")
        }
        return true
    }

    /// Whether further requests would fail as well.
    private func isEnd(_ error: SubsonicError) -> Bool { isEnded || error.isOfServer || connection.isResting }

    private func expand(
        _ record: SubsonicRecord, _ depth: Int, _ count: inout Int, _ rows: inout Int
    ) async throws(SubsonicError) {
        switch record.item.kind {
        case .song, .episode, .bookmark: count += 1
        case .station, .list: return
        case .artist, .album, .genre, .playlist, .podcast:
            guard depth < 4, count < Self.mostSongs, rows < Self.mostRows else { return }
            var children: [SubsonicRecord]
            do throws(SubsonicError) {
                let loaded = try await source?.load(record.item) ?? []
                counts[record.item.identifier] = loaded.count
                children = kept(loaded, of: record)
            } catch {
                if isEnd(error) { throw error }
                faults.append("\"\(record.title)\": \(error.message)")
                guard let before = index.lists[record.item.identifier] else { return }
                children = before
            }
            children = Array(children.prefix(min(Self.mostSongs - count, Self.mostRows - rows)))
            rows += children.count
            index.lists[record.item.identifier] = children
            for child in children { try await expand(child, depth + 1, &count, &rows) }
        }
    }

    /// Returns the children of a container; if it has become empty, the earlier ones for a while.
    private func kept(_ children: [SubsonicRecord], of record: SubsonicRecord) -> [SubsonicRecord] {
        let name = record.item.identifier
        guard children.isEmpty, let before = index.lists[name], !before.isEmpty else {
            emptySince[name] = nil
            return children
        }
        let since = emptySince[name] ?? clock.now
        emptySince[name] = since
        guard clock.now - since < Self.emptiness else { return [] }
        faults.append("\"\(record.title)\" is empty on the server now; its copies stay for a day")
        return before
    }

    private func deleteUnwanted() async {
        let songs = Set(index.songs.map(\.item.id))
        let gone = index.copies.filter { !songs.contains($0.key) }
        for id in gone.keys { index.copies[id] = nil }
        let paths = gone.values.map { folder + "/" + $0.file }
        if !paths.isEmpty { await writer.run { for path in paths { unlink(path) } } }
    }

    private func copyMissing() async {
        let folder = folder
        let missing = index.songs.filter { index.copies[$0.item.id] == nil }
        guard !missing.isEmpty, await writer.run({ PrivateDirectory.make(folder) }) else { return }
        for song in missing where !isOutdated && !isEnded {
            let left = room() - index.byteCount
            guard left > 0, song.byteCount ?? 0 <= left else {
                faults.append(Self.noRoom)
                break
            }
            do throws(SubsonicError) { try await copy(song, left) } catch {
                if error.code == .tooLarge, left < Self.largestSong {
                    faults.append(Self.noRoom)
                    break
                }
                // The error concerns the server as a whole, or this machine.
                if isEnd(error) || error.code == .failed {
                    faults.append(error.message)
                    break
                }
                faults.append("\"\(song.title)\": \(error.message)")
            }
            onChange?()
            if unsaved >= Self.copiesUnsaved || clock.now - lastSave > Self.longestUnsaved { await save() }
        }
        if unsaved > 0 { await save() }
        onChange?()
    }

    private static let noRoom = "Copies have reached their limit; oncue subsonic limit SIZE sets another one"

    private func copy(_ song: SubsonicRecord, _ left: Int) async throws(SubsonicError) {
        let name = MD5.digest(song.item.id.utf8) + "." + (song.suffix ?? "audio")
        let (path, writer) = (folder + "/" + name, writer)
        guard let sink = await writer.run({ CopySink(path, on: writer) }) else {
            throw SubsonicError(.failed, "\(folder) cannot be written")
        }
        do throws(SubsonicError) {
            try await connection.download(song.item.id, limit: min(left, Self.largestSong), into: sink)
            guard let count = await sink.finish() else { throw SubsonicError(.failed, "\(folder) cannot be written") }
            index.copies[song.item.id] = CopyIndex.Copy(file: name, byteCount: count)
            unsaved += 1
        } catch {
            await sink.drop()
            throw error
        }
    }

    // MARK: The file

    private var file: String { folder + "/copies.json" }

    private func read() async {
        guard !isRead else { return }
        let (files, file) = (files, file)
        let result = await executor.run { () -> Result<CopyIndex?, SubsonicFiles.Fault> in
            do throws(SubsonicFiles.Fault) {
                let json = try files.json(
                    file, limit: Self.largestIndex, count: Self.mostValues,
                    advice: "remove it, and copies are made again")
                return .success(json.map { CopyIndex($0) })
            } catch {
                return .failure(error)
            }
        }
        // Another caller may have read the file meanwhile.
        guard !isRead else { return }
        isRead = true
        switch result {
        case .success(let index):
            isUnreadable = false
            if let index { self.index = index }
        case .failure(let fault):
            isUnreadable = true
            faults = [fault.message]
        }
    }

    private func save() async {
        guard !isEnded else { return }
        let new = unsaved
        (unsaved, lastSave) = (0, clock.now)
        let (files, file, index) = (files, file, index)
        let fault = await writer.run { () -> String? in
            do throws(SubsonicFiles.Fault) {
                try files.write(index.json, to: file, limit: Self.largestIndex)
                return nil
            } catch {
                return error.message
            }
        }
        guard let fault else { return }
        // These copies are saved with the next ones.
        unsaved += new
        if faults.last != fault { faults.append(fault) }
    }
}
