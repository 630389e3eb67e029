// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import MPDProtocol
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// Stored playlists: the user's own, and lists that OnCue generates.
extension Session {
    /// A playlist as clients see it.
    struct StoredPlaylist: Sendable {
        /// The titles of its folders and its own title, separated by slashes.
        var name: String
        var identifier: String
        var modified: Int64
        /// Whether the user can change it.
        var isOwn: Bool
    }

    /// The maximum number of playlists in a listing.
    private static let mostPlaylists = 2_000

    static let playlistHandlers: [String: Handler] = readingHandlers.merging(
        // Clients are notified of each change at once; the service combines changes that follow each other.
        changingHandlers.mapValues { handler -> Handler in
            { session, words in
                try await handler(session, words)
                session.hub.note(.storedPlaylist)
            }
        }
    ) { first, _ in first }

    private static let readingHandlers: [String: Handler] = [
        "listplaylists": { session, _ in
            for playlist in try await session.playlists() { session.add(playlist) }
        },
        "listplaylist": { session, words in
            if let songs = try await session.songs(loaded: words[0]) {
                for song in songs {
                    session.reply.add("file", song.uri)
                    try await session.flush()
                }
                return
            }
            for item in try await session.items(of: try await session.playlist(words[0])) {
                session.reply.add("file", try await session.song(of: item).uri)
                try await session.flush()
            }
        },
        "listplaylistinfo": { session, words in
            if let songs = try await session.songs(loaded: words[0]) {
                for song in songs {
                    session.reply.add(song, session.mask)
                    try await session.flush()
                }
                return
            }
            for item in try await session.items(of: try await session.playlist(words[0])) {
                session.reply.add(try await session.song(of: item), session.mask)
                try await session.flush()
            }
        },
        "load": { session, words in
            let places = try await session.places(loaded: words[0], words.dropFirst().first)
            try await session.insert(places, words.count > 2 ? words[2] : nil)
        },
    ]

    private static let changingHandlers: [String: Handler] = [
        "save": { session, words in
            try Session.checkName(words[0])
            if try await session.playlists().contains(where: { $0.name == words[0] }) {
                throw CommandRefusal(.alreadyThere, "Playlist already exists")
            }
            defer { session.mirror.notePlaylists() }
            if try await session.mirror.currentQueue().entries.isEmpty {
                _ = try await session.service.createPlaylist(words[0], format: "")
            } else {
                _ = try await session.service.saveQueue(as: words[0])
            }
        },
        "rm": { session, words in
            defer { session.mirror.notePlaylists() }
            try await session.service.deletePlaylist(try await session.ownPlaylist(words[0]).identifier)
        },
        "rename": { session, words in
            let playlist = try await session.ownPlaylist(words[0])
            try Session.checkName(words[1])
            if try await session.playlists().contains(where: { $0.name == words[1] }) {
                throw CommandRefusal(.alreadyThere, "Playlist exists already")
            }
            defer { session.mirror.notePlaylists() }
            try await session.service.renamePlaylist(playlist.identifier, to: words[1])
        },
        "playlistadd": { session, words in
            let places = try await session.places(at: words[1])
            let index = try words.count > 2 ? ArgumentNumber.count(words[2]) : nil
            try await session.addToPlaylist(words[0], places, at: index)
        },
        "playlistclear": { session, words in
            let playlist = try await session.writablePlaylist(words[0])
            let count = try await session.items(of: playlist).count
            if count > 0 { _ = try await session.service.arrange(playlist.identifier, .remove(Array(0..<count))) }
        },
        "playlistdelete": { session, words in
            let playlist = try await session.ownPlaylist(words[0])
            let count = try await session.items(of: playlist).count
            let range = try ArgumentNumber.range(words[1]).positions(in: count)
            if !range.isEmpty { _ = try await session.service.arrange(playlist.identifier, .remove(Array(range))) }
        },
        "playlistmove": { session, words in
            let playlist = try await session.ownPlaylist(words[0])
            let count = try await session.items(of: playlist).count
            let (from, target) = (try ArgumentNumber.count(words[1]), try ArgumentNumber.count(words[2]))
            guard from < count, target < count else { throw CommandRefusal(.argument, "Bad range") }
            if from != target { _ = try await session.service.arrange(playlist.identifier, .move([from], to: target)) }
        },
    ]

    // MARK: Finding playlists

    /// Returns all playlists, the user's own first.
    func playlists() async throws -> [StoredPlaylist] {
        var found: [StoredPlaylist] = []
        try await collect(RootBranch.playlists.identifier.description, prefix: "", isOwn: true, &found)
        for item in try await branches.top() {
            switch RootBranch(ContentIdentifier(item.identifier) ?? .root) {
            case .radio:
                found.append(StoredPlaylist(name: item.title, identifier: item.identifier, modified: 0, isOwn: false))
            default:
                // A folder that fails, such as a server that cannot be reached, hides only its own playlists.
                let prefix = ContentBranches.name(of: item) + "/"
                try? await collect(item.identifier, prefix: prefix, isOwn: false, &found)
            }
        }
        return found.filter { ReplyText.fits("playlist", $0.name) }
    }

    private func collect(
        _ container: String, prefix: String, isOwn: Bool, _ found: inout [StoredPlaylist]
    ) async throws {
        let waits = isOwn
        for item in try await branches.children(of: container, waits: waits) where item.isContainer {
            guard found.count < Self.mostPlaylists else { return }
            let name = prefix + ContentBranches.name(of: item)
            if isOwn, item.knownKind != .playlist {
                try await collect(item.identifier, prefix: name + "/", isOwn: true, &found)
            } else if item.isPlayable || isOwn {
                found.append(
                    StoredPlaylist(
                        name: name, identifier: item.identifier, modified: max(0, item.rare.date ?? 0), isOwn: isOwn))
            }
        }
    }

    func add(_ playlist: StoredPlaylist) {
        reply.add("playlist", playlist.name)
        reply.add("Last-Modified", date: playlist.modified)
    }

    private func playlist(_ name: String) async throws -> StoredPlaylist {
        guard let found = try await playlists().first(where: { $0.name == name }) else {
            throw CommandRefusal(.notThere, "No such playlist")
        }
        return found
    }

    private func ownPlaylist(_ name: String) async throws -> StoredPlaylist {
        let found = try await playlist(name)
        guard found.isOwn else {
            throw CommandRefusal(.permission, "\"\(name)\" is made by OnCue and cannot be changed")
        }
        return found
    }

    /// Returns one of the user's own playlists, or `nil` if there is none of that name.
    ///
    /// Clients add songs to a playlist one by one, so the names that were found are kept until something changes.
    private func knownPlaylist(_ name: String) async throws -> StoredPlaylist? {
        if let names = mirror.playlistNames {
            return names[name].map { StoredPlaylist(name: name, identifier: $0, modified: 0, isOwn: true) }
        }
        let changes = mirror.playlistChanges
        var found: [StoredPlaylist] = []
        try await collect(RootBranch.playlists.identifier.description, prefix: "", isOwn: true, &found)
        let names = Dictionary(found.map { ($0.name, $0.identifier) }) { first, _ in first }
        // Changes in a folder of playlists are reported for the folder only.
        if !found.contains(where: { $0.name.contains("/") }) {
            mirror.keepPlaylistNames(names, changes: changes)
        }
        return found.first { $0.name == name }
    }

    /// Returns a playlist that can be changed, and creates it if it does not exist.
    private func writablePlaylist(_ name: String) async throws -> StoredPlaylist {
        if let known = try await knownPlaylist(name) { return known }
        // Lists that OnCue generates have names, too.
        if try await playlists().contains(where: { $0.name == name }) { return try await ownPlaylist(name) }
        try Self.checkName(name)
        let identifier = try await service.createPlaylist(name, format: "")
        mirror.notePlaylists()
        return StoredPlaylist(name: name, identifier: identifier, modified: 0, isOwn: true)
    }

    private static func checkName(_ name: String) throws {
        guard !name.isEmpty, !name.utf8.contains(where: { $0 < 0x20 }) else {
            throw CommandRefusal(.argument, "playlist name is invalid: it is empty or has control characters")
        }
    }

    // MARK: Contents of playlists

    /// Returns the places for the argument of `load`: a playlist, or the address of one.
    private func places(loaded name: String, _ range: String?) async throws -> [String] {
        let range = try range.map { try ArgumentNumber.range($0) }
        if Self.isAddress(name) {
            // The contents are known only after the service has read them.
            guard range == nil || range == PositionRange(0, nil) else {
                throw CommandRefusal(.argument, "OnCue loads the playlist at an address as a whole")
            }
            return try await places(at: name)
        }
        let playlist = try await playlist(name)
        let all = try await allItems(of: playlist)
        guard let range else { return all.isEmpty ? [] : [playlist.identifier] }
        let items = Self.listed(all, of: playlist)
        guard !items.isEmpty || all.isEmpty else {
            throw CommandRefusal(.argument, "\"\(name)\" has albums or lists, and is loaded as a whole")
        }
        return items[range.clamped(to: items.count)].map(\.identifier)
    }

    private static func isAddress(_ name: String) -> Bool {
        let lowered = name.lowercased()
        return ["http://", "https://", ContentBranches.scheme].contains(where: lowered.hasPrefix)
    }

    /// Returns the songs of the playlist at an address, which the service reads, or `nil` for the name of a playlist.
    private func songs(loaded name: String) async throws -> [Song]? {
        guard Self.isAddress(name), let place = try await places(at: name).first else { return nil }
        var rows: [PlaceTracks.Row] = []
        do { rows = try await service.tracks(at: place).rows } catch {
            // An unreachable service says nothing about the address.
            guard error.code != .unavailable, error.code != .stopping else { throw error }
        }
        // A single result for the address itself is not a list.
        guard let first = rows.first,
            rows.count > 1 || first.url != name && first.identifier != place
        else { throw CommandRefusal(.notThere, "No such playlist") }
        let library = try await mirror.songs()
        return rows.map { row in
            library.tree.song(identifier: row.identifier)?.song
                ?? foreignSong(
                    row.identifier, at: row.url, row.title, artist: row.artist, album: row.album, row.duration)
        }
    }

    /// Returns the items that are listed as songs.
    private func items(of playlist: StoredPlaylist) async throws -> [ContentRecord] {
        Self.listed(try await allItems(of: playlist), of: playlist)
    }

    /// Returns the songs to list. Lists that OnCue generates may contain albums, whose songs are loaded but not listed.
    private static func listed(_ items: [ContentRecord], of playlist: StoredPlaylist) -> [ContentRecord] {
        playlist.isOwn ? items : items.filter { !$0.isContainer }
    }

    private func allItems(of playlist: StoredPlaylist) async throws -> [ContentRecord] {
        var items: [ContentRecord] = []
        var total = 1
        while items.count < min(total, PlaylistFormat.entryLimit) {
            let page = try await service.children(
                of: playlist.identifier, offset: items.count, limit: PageLimit.largest)
            if page.items.isEmpty { break }
            (items, total) = (items + page.items, page.total)
        }
        return items
    }

    func addToPlaylist(_ name: String, _ places: [String], at index: Int?) async throws {
        let known = try await knownPlaylist(name)
        if let index {
            var count = 0
            if let known { count = try await self.count(of: known) }
            guard index <= count else { throw CommandRefusal(.argument, "Bad position") }
        }
        let playlist = if let known { known } else { try await writablePlaylist(name) }
        var index = index
        for start in stride(from: 0, to: places.count, by: Self.batch) {
            let part = Array(places[start..<min(places.count, start + Self.batch)])
            let added: PlayedContent
            do throws(ServiceError) {
                added = try await service.add(part, toPlaylist: playlist.identifier, at: index)
            } catch {
                // The playlist may have just been removed.
                mirror.notePlaylists()
                throw error
            }
            index = index.map { $0 + added.count }
        }
    }

    /// Returns the number of songs in one of the user's own playlists.
    private func count(of playlist: StoredPlaylist) async throws -> Int {
        min(
            try await service.children(of: playlist.identifier, offset: 0, limit: 1).total, PlaylistFormat.entryLimit)
    }
}
