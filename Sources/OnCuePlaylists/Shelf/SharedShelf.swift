// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
package import OnCueSession
internal import PlaylistFormats
package import SharedListening

/// The user's playlists, as they are shared with paired machines.
package struct SharedShelf: SharedPlaylists {
    private let shelf: PlaylistShelf
    private let resolver: EntryResolver
    private let media: any HandoffMedia
    private let lasting: @Sendable ([Track]) async -> [Track]
    private let roots: @Sendable () async -> [MediaLocation]
    private let ownNames: @Sendable () -> Set<String>

    /// - Parameters:
    ///   - media: Describes tracks and episodes, and finds those of others.
    ///   - lasting: Returns tracks with the locations that remain valid longest.
    ///   - roots: The folders of the library.
    ///   - ownNames: The names of this machine, in lower case.
    package init(
        shelf: PlaylistShelf, library: any TrackFinding, media: any HandoffMedia,
        lasting: @escaping @Sendable ([Track]) async -> [Track],
        roots: @escaping @Sendable () async -> [MediaLocation], ownNames: @escaping @Sendable () -> Set<String>
    ) {
        (self.shelf, self.media, self.lasting) = (shelf, media, lasting)
        (self.roots, self.ownNames) = (roots, ownNames)
        resolver = EntryResolver(library: library)
    }

    package func all() async -> [OwnPlaylist]? { await shelf.ownPlaylists() }

    package func deleted() async -> [String: Int64] { await shelf.deletedNames() }

    package func entries(of playlist: OwnPlaylist) async -> [HandedEntry]? {
        guard let document = await shelf.document(of: playlist) else { return nil }
        return await told(document.entries, of: playlist.identifier)
    }

    package func has(_ playlist: OwnPlaylist, _ entries: [HandedEntry]) async -> Bool {
        guard let document = await shelf.document(of: playlist), document.entries.count == entries.count else {
            return false
        }
        let theirs = await settled(entries, among: document.entries, of: playlist.identifier)
        return zip(theirs, document.entries).allSatisfy { $0.medium == $1.medium }
    }

    package func write(
        _ name: String, _ entries: [HandedEntry], instead former: OwnPlaylist?
    ) async -> OwnPlaylist? {
        var known: [PlaylistEntry] = []
        if let former {
            guard let document = await shelf.document(of: former) else { return nil }
            known = document.entries
        }
        let list = former?.identifier ?? ContentIdentifier(kind: .playlist, key: "shared")
        let settled = await settled(entries, among: known, of: list)
        return try? await shelf.writeShared(name, settled, instead: former)
    }

    package func complete(_ playlist: OwnPlaylist, _ entries: [HandedEntry]) async -> OwnPlaylist? {
        guard let document = await shelf.document(of: playlist),
            document.entries.contains(where: isMissing), document.entries.count == entries.count
        else { return nil }
        // The entry at the same index is the same: the list is as it was written.
        let missing = document.entries.indices.filter { isMissing(document.entries[$0]) }
        let found = await lasting(await media.found(missing.map { entries[$0] }).map { $0 ?? Self.none })
        var completed = document.entries
        for (index, track) in zip(missing, found) where track.identifier != Self.none.identifier {
            completed[index] = PlaylistEntry(track)
        }
        guard zip(completed, document.entries).contains(where: { $0.medium != $1.medium }) else { return nil }
        return try? await shelf.writeShared(playlist.name, completed, instead: playlist)
    }

    /// Returns whether an entry names a file that does not exist.
    private func isMissing(_ entry: PlaylistEntry) -> Bool {
        entry.location.filePath.map { PathBytes.isInside($0, shelf.missing) } ?? false
    }

    package func delete(_ playlist: OwnPlaylist) async -> Bool { await shelf.deleteShared(playlist) }

    // MARK: Entries

    /// Returns the entries in the form by which other machines can find them.
    private func told(_ entries: [PlaylistEntry], of list: ContentIdentifier) async -> [HandedEntry] {
        let tracks = await resolver.resolve(entries[...], of: list).map(\.track)
        let described = await media.described(tracks)
        let roots = await roots().compactMap(\.filePath)
        return zip(zip(entries, tracks), described).map { known, described in
            if let described { return described.bounded }
            let (entry, track) = known
            var handed = HandedEntry(track)
            handed.title = entry.shownTitle
            handed.isLive = entry.isLive
            if let path = entry.location.filePath,
                let root = roots.filter({ PathBytes.isInside(path, $0) }).max(by: { $0.count < $1.count })
            {
                handed.path = Array(path.dropFirst(root.count).drop { $0 == PathBytes.slash })
            }
            return handed.bounded
        }
    }

    /// Converts entries of another machine to entries here: those that the playlist already had, or else those of the
    /// library.
    ///
    /// - Parameter known: The present entries of the playlist; they may have more details than other machines know.
    private func settled(
        _ entries: [HandedEntry], among known: [PlaylistEntry], of list: ContentIdentifier
    ) async -> [PlaylistEntry] {
        var former: [Signature: [(told: HandedEntry, entry: PlaylistEntry)]] = [:]
        for (told, entry) in zip(await told(known, of: list), known) {
            former[Signature(told), default: []].append((told, entry))
        }
        let found = await lasting(await media.found(entries).map { $0 ?? Self.none })
        let root = await roots().first?.filePath
        let own = ownNames()
        return zip(entries, found).map { entry, found in
            let signature = Signature(entry)
            if let same = former[signature] {
                // Of several entries with the same description, each is used once.
                let place = same.firstIndex { $0.told.path == entry.path && $0.told.size == entry.size } ?? 0
                if same.count > 1 { former[signature]?.remove(at: place) }
                return same[place].entry
            }
            if found.identifier != Self.none.identifier { return PlaylistEntry(found) }
            return Self.missing(entry, at: location(entry, own, root))
        }
    }

    /// Returns the location of an entry that is not on this machine.
    private func location(_ entry: HandedEntry, _ own: Set<String>, _ root: [UInt8]?) -> MediaLocation {
        if let address = entry.commonAddress(on: own) { return address }
        if let root, !entry.path.isEmpty {
            let path = PathBytes.normalized(PathBytes.joined(root, entry.path))
            if PathBytes.isInside(path, root), !entry.path.contains(where: { $0 < 0x20 }) {
                return MediaLocation(filePath: path)
            }
        }
        // A name that no file has.
        let name = PlaylistPlace.fileName(entry.title.isEmpty ? "?" : entry.title).filter { $0 >= 0x20 && $0 != 0x7F }
        return MediaLocation(filePath: PathBytes.joined(shelf.missing, name))
    }

    private static func missing(_ entry: HandedEntry, at location: MediaLocation) -> PlaylistEntry {
        var missing = PlaylistEntry(
            candidates: [location], title: entry.title,
            artist: entry.artists.isEmpty ? nil : entry.artists.joined(separator: ", "), album: entry.album,
            duration: entry.duration, segment: entry.segment)
        missing.trackNumber = entry.trackNumber
        missing.isLive = entry.isLive
        return missing
    }

    /// A placeholder for a track that is not on this machine.
    private static let none = Track(
        identifier: ContentIdentifier(kind: .track, key: "none"), location: MediaLocation(filePath: Array("/".utf8)),
        title: "")

    /// The properties that entries of one medium have in common on several machines.
    private struct Signature: Hashable {
        var title: String
        var artists: String
        var album: String
        var address: String?
        var seconds: Int64?
        var start: Duration?

        init(_ entry: HandedEntry) {
            title = TextFolding.fold(entry.title)
            artists = TextFolding.fold(entry.artists.joined(separator: ", "))
            album = TextFolding.fold(entry.album ?? "")
            address = entry.address
            seconds = entry.isLive ? nil : entry.duration?.components.seconds
            start = entry.segment?.start
        }
    }
}

/// Changes of playlists by other machines. They are not in the history, where the user would undo someone else's
/// change.
extension PlaylistShelf {
    /// Once the trash contains this many playlists, other machines cannot add more.
    private static let trashLimit = 1_000

    /// A path at which no file exists.
    nonisolated var missing: [UInt8] { PathBytes.joined(folder, Array(".missing".utf8)) }

    func ownPlaylists() -> [OwnPlaylist] {
        lists.filter { $0.isOwn && $0.format.isWritable }.map(Self.own)
    }

    private static func own(_ list: ShelvedList) -> OwnPlaylist {
        let file = list.fingerprint
        return OwnPlaylist(
            list.fullTitle, list.identifier, stamp: "\(file.size)-\(file.modified)-\(file.inode)")
    }

    func deletedNames() -> [String: Int64] {
        var names: [String: Int64] = [:]
        for item in trash?.items() ?? [] where item.kind == .playlist {
            guard let path = trash?.name(item.key) else { continue }
            let folders = path.split(separator: "/").dropLast()
            let name = (folders + [item.title[...]]).joined(separator: "/")
            names[name] = max(names[name] ?? 0, item.removed)
        }
        return names
    }

    /// Returns the contents of a playlist; `nil` if it has changed meanwhile, or cannot be read.
    func document(of playlist: OwnPlaylist) -> PlaylistDocument? {
        guard let content = try? content(of: playlist.identifier), Self.own(content.list) == playlist else {
            return nil
        }
        return content.document
    }

    func writeShared(
        _ name: String, _ entries: [PlaylistEntry], instead former: OwnPlaylist?
    ) async throws(ContentError) -> OwnPlaylist? {
        let identifier: ContentIdentifier
        if let former {
            guard document(of: former) != nil else { return nil }
            identifier = try replaceEntries(of: former.identifier, with: entries)
        } else {
            identifier = try await make(name, format: .m3u8, PlaylistDocument(entries: entries)).saved.playlist
        }
        return list(identifier).map(Self.own)
    }

    func deleteShared(_ playlist: OwnPlaylist) -> Bool {
        guard document(of: playlist) != nil, let list = list(playlist.identifier),
            (trash?.items().count(where: { $0.kind == .playlist }) ?? 0) < Self.trashLimit, (try? discard(list)) != nil
        else { return false }
        FileAccess.removeEmptyFolders(from: list.path, upTo: folder)
        return true
    }
}
