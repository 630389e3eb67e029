// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime
internal import PlayableContent
internal import SubsonicProtocol

/// The requests to the server for each kind of list and item.
extension SubsonicSource {
    /// The number of albums in one answer, and the maximum in a whole list.
    private static let albumPage = 500
    private static let mostAlbums = 20_000
    /// The number of albums in a list that is not shown whole.
    private static let fewAlbums = 200

    /// Reads the children of an item.
    func load(_ container: SubsonicItem) async throws(SubsonicError) -> [SubsonicRecord] {
        switch container.kind {
        case .list:
            guard let section = SubsonicSection(rawValue: container.id) else { throw Self.nothing }
            return try await load(section)
        case .artist: return try await connection.ask(.artist(container.id)).albumsOfArtist
        case .album: return await placed(try await connection.ask(.album(container.id)).songsOfAlbum)
        case .playlist: return await placed(try await connection.ask(.playlist(container.id)).songsOfPlaylist)
        case .podcast: return try await connection.ask(.podcasts(container.id)).episodes
        case .genre: return try await albums("byGenre", genre: container.id, whole: true)
        case .song, .episode, .station, .bookmark: throw Self.nothing
        }
    }

    private static let nothing = SubsonicError(.notFound, "there is no such list")

    private func load(_ section: SubsonicSection) async throws(SubsonicError) -> [SubsonicRecord] {
        if let order = section.albumOrder { return try await albums(order, whole: section.isWhole) }
        switch section {
        case .artists: return try await connection.ask(.artists).artists
        case .starred: return await placed(try await connection.ask(.starred).starred)
        case .genres: return try await connection.ask(.genres).genres
        case .playlists: return try await connection.ask(.playlists).playlists
        case .podcasts: return try await connection.ask(.podcasts()).podcasts
        case .radio: return try await connection.ask(.stations).stations
        case .bookmarks: return try await connection.ask(.bookmarks).bookmarks.map(foreign)
        case .queue:
            let songs = try await connection.ask(.playQueue).playQueue
            let title = songs.first(where: \.isCurrent)?.title
            if title != queueTitle {
                queueTitle = title
                manager?.reloadChildItems(ofItemWithIdentifier: "")
            }
            return songs.map(foreign)
        case .offline: return await copies?.pinned() ?? []
        case .albums, .newest, .frequent, .recent, .random: throw Self.nothing
        }
    }

    private func albums(
        _ order: String, genre: String? = nil, whole: Bool
    ) async throws(SubsonicError) -> [SubsonicRecord] {
        guard whole else { return try await connection.ask(.albums(order, size: Self.fewAlbums)).albums }
        var (all, seen): ([SubsonicRecord], Set<SubsonicItem>) = ([], [])
        while all.count < Self.mostAlbums {
            let page = try await connection.ask(
                .albums(order, size: Self.albumPage, offset: all.count, genre: genre)
            ).albums
            // Without this check, a server that sends the same page again and again would never end.
            let new = page.filter { seen.insert($0.item).inserted }
            all += new
            if page.count < Self.albumPage || new.isEmpty { break }
        }
        return all
    }

    /// Reads one item; `nil` if the server has no request for a single one.
    func record(of item: SubsonicItem) async throws(SubsonicError) -> SubsonicRecord? {
        switch item.kind {
        case .song:
            let song = try await connection.ask(.song(item.id)).song
            return await placed([song].compactMap(\.self)).first
        case .album: return try await connection.ask(.album(item.id)).album
        case .artist: return try await connection.ask(.artist(item.id)).artist
        case .playlist: return try await connection.ask(.playlist(item.id)).playlist
        case .genre: return try await listed(item, in: .genres)
        case .podcast: return try await listed(item, in: .podcasts)
        case .station: return try await listed(item, in: .radio)
        case .bookmark: return try await listed(item, in: .bookmarks)
        case .episode:
            for podcast in try await connection.ask(.podcasts()).podcasts {
                let episodes = try await records(of: podcast.item)
                if let episode = episodes.first(where: { $0.item == item }) { return episode }
            }
            return nil
        case .list: return nil
        }
    }

    // MARK: Positions

    /// The shortest duration of a song whose position players store as a bookmark.
    nonisolated static let long: Duration = .seconds(600)

    nonisolated static func isLong(_ record: SubsonicRecord) -> Bool {
        record.item.kind == .song && record.duration ?? .zero >= long
    }

    /// Adds to long songs the positions at which other players left them, if the server keeps bookmarks.
    private func placed(_ records: [SubsonicRecord]) async -> [SubsonicRecord] {
        guard records.contains(where: Self.isLong) else { return records }
        await probe()
        guard found.contains(.bookmarks), let list = SubsonicSection.bookmarks.item,
            let bookmarks = try? await self.records(of: list)
        else { return records }
        let places = Dictionary(bookmarks.map { ($0.item.id, $0) }) { first, _ in first }
        return records.map { record in
            guard Self.isLong(record), let place = places[record.item.id] else { return record }
            var placed = record
            (placed.position, placed.left) = (place.position, place.left)
            return placed
        }
    }

    /// Returns the record with the time at which another player left it. The time is left out if the position comes
    /// from this program, or if this program has yet to send the server a newer one.
    private func foreign(_ record: SubsonicRecord) -> SubsonicRecord {
        guard let position = record.position else { return record }
        let isOwn = ownBookmarks[record.item.id].map { .milliseconds($0) == position } ?? false
        guard isOwn || isAhead else { return record }
        var known = record
        known.left = nil
        return known
    }

    private func listed(
        _ item: SubsonicItem, in section: SubsonicSection
    ) async throws(SubsonicError) -> SubsonicRecord? {
        guard let list = section.item else { return nil }
        return try await records(of: list).first { $0.item == item }
    }

    // MARK: Sections

    /// Returns the sections that have something on the server. While it is not known whether the server has podcasts
    /// and the like, these are left out; they are shown as soon as it is known.
    func sections() async throws(SubsonicError) -> [SubsonicSection] {
        let hasCopies = await copies?.isUsed() ?? false
        if let failure = connection.failure, connection.isResting {
            guard hasCopies else { throw failure }
            return [.offline]
        }
        let task = Task { @MediaActor [weak self] in await self?.probe() }
        if await MediaActor.value(within: patience, of: { await task.value }) == nil {
            Task { @MediaActor [weak self] in
                await task.value
                self?.manager?.reloadChildItems(ofItemWithIdentifier: "")
            }
        }
        if let failure = connection.failure, failure.code != .failed {
            guard hasCopies else { throw failure }
            return [.offline]
        }
        return SubsonicSection.always + SubsonicSection.probed.filter(found.contains)
            + (hasCopies ? [.offline] : [])
    }

    /// Finds out which sections the server has, as far as that is not known.
    func probe() async {
        if let probing { return await probing.value }
        let task = Task { @MediaActor in await self.look() }
        probing = task
        await task.value
        probing = nil
    }

    private func look() async {
        let now = ContinuousClock.now
        let sections = SubsonicSection.probed.filter { section in
            !found.contains(section) && absent[section].map { $0 <= now } ?? true
        }
        // Where nothing else is asked, a ping shows whether the server answers.
        if sections.isEmpty {
            if connection.failure != nil || !connection.hasAnswered { _ = try? await connection.ask(.ping) }
            return
        }
        for section in sections {
            do throws(SubsonicError) {
                let records = try await load(section)
                if let item = section.item { keep(records, item.identifier) }
                // The queue and the bookmarks come into being by playing, so an empty list does not make them absent.
                if records.isEmpty, section == .podcasts || section == .radio {
                    absent[section] = now + Self.absence
                } else {
                    found.insert(section)
                    absent[section] = nil
                }
            } catch {
                if error.isOfServer || connection.isResting { return }
                // A fault of the server may soon be gone.
                let isFault = [.faulty, .malformed, .tooLarge].contains(error.code)
                absent[section] = now + (isFault ? Self.shortAbsence : Self.absence)
            }
        }
    }

    /// The time for which a section counts as missing on the server, and the shorter one after a bad answer.
    private static let absence: Duration = .seconds(3600)
    private static let shortAbsence: Duration = .seconds(300)
}
