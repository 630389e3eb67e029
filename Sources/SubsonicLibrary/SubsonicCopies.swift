// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import HTTPClient
package import OnCueRuntime
package import SubsonicProtocol

/// Copies of what is pinned of one server: made while it answers, within the room for all copies, and shown and played
/// when it does not.
///
/// They are made when something is pinned, when the program starts, when the server answers again after a failure, when
/// somebody looks at a pinned list that has other items than before, and once a day; nothing is tried in between.
@MediaActor
package final class SubsonicCopies {
    /// The most songs of one pinned item.
    private static let mostSongs = 5_000
    /// The most rows in the lists of everything that is pinned.
    private static let mostRows = 20_000
    /// The most bytes of one song.
    private static let largestSong = 2_000_000_000
    /// The most bytes and values of the file that has the lists: well above what they need.
    private nonisolated static let largestIndex = 24 << 20
    private nonisolated static let mostValues = 1 << 20
    /// After so many copies, or so long, the lists are saved.
    private static let copiesUnsaved = 20
    private static let longestUnsaved: Duration = .seconds(10)
    /// How long copies stay after the list that they are in has become empty, as it does while a server reads its folders
    /// again.
    private static let emptiness: Duration = .seconds(86_400)
    /// How long lists are believed at which nobody looks.
    private static let day: Duration = .seconds(86_400)

    private let connection: SubsonicConnection
    private let files: SubsonicFiles
    private let folder: String
    /// Reads what is here; a disk that writes slowly does not delay it.
    private let executor = BlockingExecutor(label: "oncue.subsonic.copies")
    private let writer = BlockingExecutor(label: "oncue.subsonic.downloads")
    private let clock = ContinuousClock()
    /// Reads from the server.
    private weak var source: SubsonicSource?
    private let sleep: @MediaActor (Duration) async throws -> Void

    private var index = CopyIndex()
    private var isRead = false
    private var wanted: [String] = []
    private var work: Task<Void, Never>?
    private var daily: Task<Void, Never>?
    /// How many items the server had in pinned lists, of which the first ones may be kept only.
    private var counts: [String: Int] = [:]
    private var isOutdated = false
    private var isEnded = false
    /// Whether the file with the lists is there, and cannot be read; nothing is copied or deleted then.
    private var isUnreadable = false
    private var unsaved = 0
    private var lastSave = ContinuousClock.now
    /// Since when lists with copies are empty.
    private var emptySince: [String: ContinuousClock.Instant] = [:]
    private var faults: [String] = []

    /// Why not everything is copied; `nil` if everything is, or will be.
    package var fault: String? {
        faults.first.map { faults.count == 1 ? $0 : "\($0) (and \(faults.count - 1) more)" }
    }
    /// How many bytes the copies of this server may have.
    package var room: @MediaActor () -> Int = { 0 }
    /// Called when what is here has changed.
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

    /// Ends for good: nothing is read or written any more.
    func end() {
        isEnded = true
        work?.cancel()
        daily?.cancel()
    }

    /// The bytes of the copies.
    package var byteCount: Int { index.byteCount }

    /// The pinned items, and how much of each is here.
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

    /// The file of a song; `nil` without a copy.
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

    // MARK: Making them

    /// Keeps copies of these items, and of no others.
    package func follow(_ identifiers: [String]) {
        wanted = identifiers
        update()
    }

    /// Goes on where something was missing.
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

    /// Looks again when a day has passed, whether anybody has looked at the server or not.
    private func updateTomorrow() {
        daily?.cancel()
        daily = nil
        guard !isEnded, !wanted.isEmpty else { return }
        daily = Task { @MediaActor [weak self, sleep] in
            guard (try? await sleep(Self.day)) != nil, !Task.isCancelled else { return }
            self?.update()
        }
    }

    /// Notes that a list was read for somebody: if it is pinned and has other items than before, it is copied anew.
    func note(_ records: [SubsonicRecord], of name: String) {
        guard isRead, !isEnded, let kept = index.lists[name] else { return }
        let isSame =
            records.count == counts[name] ?? kept.count && zip(records, kept).allSatisfy { $0.item == $1.item }
        if !isSame { update() }
    }

    private func run() async {
        // It may have been mended.
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
        // The lists are here now, whatever can be copied.
        if isThere { await copyMissing() }
    }

    private func forgetUnwanted() {
        index.pins.removeAll { !wanted.contains($0.item.identifier) }
        trimLists()
    }

    /// Forgets lists that belong to nothing that is pinned.
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

    /// Reads what is in the pinned items. What cannot be read stays as it was, and does not hinder the rest.
    ///
    /// - Returns: False if the server does not answer.
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

    /// Whether others would fail as well.
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

    /// The children of a container, or those before for a while if it is empty now.
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
                // Of the server as a whole, or of this machine.
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
        // Another caller may have read it meanwhile.
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
        // They are saved with the next ones.
        unsaved += new
        if faults.last != fault { faults.append(fault) }
    }
}
