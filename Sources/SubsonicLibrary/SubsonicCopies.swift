// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import Glibc
internal import HTTPClient
package import OnCueRuntime
package import SubsonicProtocol

/// Copies of what is pinned of one server: made while it answers, within the room for all copies, and shown and played
/// when it does not.
///
/// They are made when something is pinned, when the program starts, and when the server answers again after a failure;
/// nothing is tried in between.
@MediaActor
package final class SubsonicCopies {
    /// The most songs of one pinned item.
    private static let mostSongs = 5_000
    /// The most bytes of one song.
    private static let largestSong = 2_000_000_000

    private let connection: SubsonicConnection
    private let place: SubsonicPlace
    private let folder: String
    private let executor = BlockingExecutor(label: "oncue.subsonic.copies")
    /// Reads from the server.
    private weak var source: SubsonicSource?

    private var index = CopyIndex()
    private var isRead = false
    private var wanted: [String] = []
    private var work: Task<Void, Never>?
    private var isOutdated = false

    /// Why not everything is copied; `nil` if everything is, or will be.
    package private(set) var fault: String?
    /// How many bytes the copies of this server may have.
    package var room: @MediaActor () -> Int = { 0 }
    /// Called when what is here has changed.
    package var onChange: (@MediaActor () -> Void)?

    init(_ connection: SubsonicConnection, in place: SubsonicPlace, _ source: SubsonicSource) {
        (self.connection, self.place, self.source) = (connection, place, source)
        folder = place.folder(of: connection.server.key)
    }

    isolated deinit { work?.cancel() }

    /// The bytes of the copies.
    package var byteCount: Int { index.byteCount }

    /// What is pinned, and how much of it is here.
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
            while let self, self.isOutdated, !Task.isCancelled {
                self.isOutdated = false
                await self.run()
            }
            self?.work = nil
        }
    }

    private func run() async {
        await read()
        let before = index
        forgetUnwanted()
        fault = nil
        do throws(SubsonicError) { try await expand() } catch { fault = error.message }
        await deleteUnwanted()
        if index != before { await save() }
        onChange?()
        // The lists are here now, whatever can be copied.
        await copyMissing()
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
    }

    /// Reads what is in the pinned items.
    private func expand() async throws(SubsonicError) {
        for identifier in wanted {
            guard let item = SubsonicItem(identifier) else { continue }
            var record = index.pins.first { $0.item == item }
            if record == nil, let found = try await source?.record(of: item) {
                index.pins.append(found)
                record = found
            }
            guard let record else { continue }
            var count = 0
            try await expand(record, 0, &count)
        }
        index.pins.sort { pin, other in
            (wanted.firstIndex(of: pin.item.identifier) ?? 0) < (wanted.firstIndex(of: other.item.identifier) ?? 0)
        }
        trimLists()
    }

    private func expand(_ record: SubsonicRecord, _ depth: Int, _ count: inout Int) async throws(SubsonicError) {
        switch record.item.kind {
        case .song, .episode, .bookmark: count += 1
        case .station, .list: return
        case .artist, .album, .genre, .playlist, .podcast:
            guard depth < 4, count < Self.mostSongs else { return }
            let children = Array((try await source?.load(record.item) ?? []).prefix(Self.mostSongs - count))
            index.lists[record.item.identifier] = children
            for child in children { try await expand(child, depth + 1, &count) }
        }
    }

    private func deleteUnwanted() async {
        let songs = Set(index.songs.map(\.item.id))
        let gone = index.copies.filter { !songs.contains($0.key) }
        for id in gone.keys { index.copies[id] = nil }
        let paths = gone.values.map { folder + "/" + $0.file }
        if !paths.isEmpty { await executor.run { for path in paths { unlink(path) } } }
    }

    private func copyMissing() async {
        let folder = folder
        let missing = index.songs.filter { index.copies[$0.item.id] == nil }
        guard !missing.isEmpty, fault == nil, await executor.run({ PrivateDirectory.make(folder) }) else { return }
        for song in missing where !isOutdated && !Task.isCancelled {
            let left = room() - index.byteCount
            guard left > 0, song.byteCount ?? 0 <= left else {
                fault = "Copies have reached their limit; oncue subsonic limit SIZE sets another one"
                break
            }
            do throws(SubsonicError) { try await copy(song, left) } catch {
                fault = error.message
                if error.isPassing || error.code == .failed { break }
            }
            onChange?()
        }
        onChange?()
    }

    private func copy(_ song: SubsonicRecord, _ left: Int) async throws(SubsonicError) {
        let name = MD5.digest(song.item.id.utf8) + "." + (song.suffix ?? "audio")
        let (path, executor) = (folder + "/" + name, executor)
        guard let sink = await executor.run({ CopySink(path, on: executor) }) else {
            throw SubsonicError(.failed, "\(folder) cannot be written")
        }
        do throws(SubsonicError) {
            try await connection.download(song.item.id, limit: min(left, Self.largestSong), into: sink)
            guard let count = await sink.finish() else { throw SubsonicError(.failed, "\(folder) cannot be written") }
            index.copies[song.item.id] = CopyIndex.Copy(file: name, byteCount: count)
            await save()
        } catch {
            await sink.drop()
            throw error
        }
    }

    // MARK: The file

    private var file: String { folder + "/copies.json" }

    private func read() async {
        guard !isRead else { return }
        let (place, file) = (place, file)
        let index = await executor.run { (try? place.json(file)).flatMap { $0 }.map { CopyIndex($0) } }
        // Another caller may have read it meanwhile.
        guard !isRead else { return }
        isRead = true
        if let index { self.index = index }
    }

    private func save() async {
        let (place, file, json) = (place, file, index.json)
        await executor.run { try? place.write(json, to: file) }
    }
}
