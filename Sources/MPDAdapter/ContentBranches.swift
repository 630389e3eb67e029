// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import MPDProtocol
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// The content of OnCue outside the music folder, as folders and addresses that clients can use.
///
/// An address is `oncue://` followed by an identifier of the service.
@MediaActor
struct ContentBranches {
    static let scheme = "oncue://"
    /// The maximum number of items read from a folder.
    private static let limit = 5_000

    let service: OnCueConnection

    /// Returns the top folders apart from those of the music: For You, podcasts, radio, and programs that provide
    /// content.
    func top() async throws(ServiceError) -> [ContentRecord] {
        let hidden = [RootBranch.library, .playlists].map(\.identifier.description)
        return try await children(of: ContentIdentifier.root.description, waits: false)
            .filter { $0.isContainer && !hidden.contains($0.identifier) && $0.childCount != 0 }
    }

    /// Returns the children of a container.
    func children(of identifier: String, waits: Bool = true) async throws(ServiceError) -> [ContentRecord] {
        var (items, total) = ([ContentRecord](), 1)
        while items.count < min(total, Self.limit) {
            let page = try await service.children(
                of: identifier, offset: items.count, limit: PageLimit.largest, waits: waits)
            if page.items.isEmpty { break }
            (items, total) = (items + page.items, page.total)
        }
        return items
    }

    /// Returns the item at a path of titles, or `nil` if there is none.
    func item(at path: String) async throws(ServiceError) -> ContentRecord? {
        let parts = path.split(separator: "/").map(String.init)
        guard let first = parts.first, var item = try await top().first(where: { Self.name(of: $0) == first })
        else { return nil }
        for part in parts.dropFirst() {
            guard item.isContainer else { return nil }
            let found = try await children(of: item.identifier).first { Self.name(of: $0) == part }
            guard let found else { return nil }
            item = found
        }
        return item
    }

    /// Returns the title as a part of a path.
    static func name(of item: ContentRecord) -> String {
        let title = ReplyText.value(item.title, room: 255)
        return String(title.map { $0 == "/" ? "∕" : $0 })
    }

    static func address(of identifier: String) -> String { scheme + identifier }

    /// Returns the identifier in an address, or `nil` for any other address.
    static func identifier(in address: String) -> String? {
        guard address.hasPrefix(scheme) else { return nil }
        let text = String(address.dropFirst(scheme.count))
        return ContentIdentifier(text) == nil ? nil : text
    }

    /// Converts an item to a song.
    static func song(_ item: ContentRecord) -> Song {
        var song = Song(address(of: item.identifier), identifier: item.identifier, duration: item.duration)
        if !item.subtitle.isEmpty { song.tags.append(Song.Tag(.artist, item.subtitle)) }
        song.tags.append(Song.Tag(.title, item.title))
        if item.knownKind == .station { song.tags.append(Song.Tag(.name, item.title)) }
        if let date = item.rare.date { song.modified = max(0, date) }
        return song
    }
}

extension Session {
    var branches: ContentBranches { ContentBranches(service: service) }

    // MARK: Songs

    /// Returns an entry of the queue as a song.
    func song(at position: Int, of queue: QueueView, _ songs: SongTree) -> Song {
        if let song = songs.song(identifier: queue.entries.identifier(at: position)) { return song.song }
        let entry = queue.entries[position]
        return foreignSong(
            entry.identifier, at: entry.url, entry.title, artist: entry.artist, album: entry.album, entry.duration)
    }

    /// Creates a song for a medium that is not in the library.
    func foreignSong(
        _ identifier: String, at url: String?, _ title: String, artist: String?, album: String?, _ duration: Duration?
    ) -> Song {
        var song = Song(Self.uri(of: identifier, at: url), identifier: identifier, duration: duration)
        if let artist { song.tags.append(Song.Tag(.artist, artist)) }
        if let album { song.tags.append(Song.Tag(.album, album)) }
        song.tags.append(Song.Tag(.title, title))
        if identifier.hasPrefix("station:") { song.tags.append(Song.Tag(.name, title)) }
        return song
    }

    private static func uri(of identifier: String, at url: String?) -> String {
        let kind = ContentIdentifier(identifier)?.kind
        if let url, kind == nil || kind == .track, let location = MediaLocation(uri: url) {
            guard let path = location.filePath else { return url }
            return String(decoding: path, as: UTF8.self)
        }
        return ContentBranches.address(of: identifier)
    }

    /// Returns an item as a song: the song of the library, if the item is one.
    func song(of item: ContentRecord) async throws(ServiceError) -> Song {
        try await mirror.songs().tree.song(identifier: item.identifier)?.song ?? ContentBranches.song(item)
    }

    // MARK: Places

    /// Returns the places of the service for a URI from a client: a song, a folder or an address.
    func places(at uri: String) async throws -> [String] {
        if let place = try address(uri) { return [place] }
        let path = Self.path(uri)
        let library = try await mirror.songs()
        if let range = library.tree.range(at: path) {
            let songs = library.tree.songs[range]
            if !songs.isEmpty { return songs.map(\.identifier) }
            if path.isEmpty { return [] }
        }
        if let item = try await branches.item(at: path) { return [item.identifier] }
        throw CommandRefusal(.notThere, "No such directory")
    }

    /// Returns the place of one song.
    func singlePlace(at uri: String) async throws -> String {
        if let place = try address(uri) { return place }
        let path = Self.path(uri)
        if let song = try await mirror.songs().tree.song(at: path) { return song.identifier }
        if let item = try await branches.item(at: path), !item.isContainer { return item.identifier }
        throw CommandRefusal(.notThere, "No such song")
    }

    /// Returns the song for a URI from a client.
    func song(at uri: String) async throws -> Song {
        let path = Self.path(uri)
        if let song = try await mirror.songs().tree.song(at: path) { return song.song }
        if let identifier = ContentBranches.identifier(in: uri) {
            return try await song(of: try await service.item(at: identifier).item)
        }
        if let item = try await branches.item(at: path), !item.isContainer { return ContentBranches.song(item) }
        throw CommandRefusal(.notThere, "No such song")
    }

    /// Returns the place of an address or an absolute path, or `nil` for a path in the music folder.
    ///
    /// - Throws: `permission` for a file of this machine, unless the client runs on it as the user.
    private func address(_ uri: String) throws -> String? {
        if let identifier = ContentBranches.identifier(in: uri) { return identifier }
        if uri.hasPrefix("/") || uri.lowercased().hasPrefix("file:") {
            guard isLocal else { throw CommandRefusal(.permission, "Access denied") }
            guard uri.hasPrefix("/") else {
                guard let location = MediaLocation(uri: uri), location.filePath != nil else {
                    throw CommandRefusal(.argument, "Malformed file:// URI")
                }
                return location.uri
            }
            return MediaLocation(filePath: Array(uri.utf8)).uri
        }
        guard let location = MediaLocation(uri: uri) else { return nil }
        guard location.scheme == "http" || location.scheme == "https" else {
            throw CommandRefusal(.argument, "Unsupported URI scheme")
        }
        return location.uri
    }

    /// Returns the path for a URI from a client; a slash is the top folder.
    static func path(_ text: String) -> String { text == "/" ? "" : text }
}
