// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import MPDProtocol
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// Converts between paths of clients and of the machine: clients see the folders of the library without the folders
/// above them.
struct MusicFolders: Sendable, Equatable {
    /// The absolute paths of the folders, with the name that clients see for each; the name is empty if there is only
    /// one folder.
    private(set) var roots: [(path: [UInt8], name: String)] = []

    init(_ folders: [MediaLocation]) {
        let paths = folders.compactMap(\.filePath)
        var names: Set<String> = []
        for path in paths {
            let title = String(decoding: path.split(separator: 0x2F).last ?? [], as: UTF8.self)
            var (name, number) = (title.isEmpty ? "Music" : title, 2)
            while !names.insert(name).inserted {
                name = "\(title) \(number)"
                number += 1
            }
            roots.append((path, paths.count == 1 ? "" : name))
        }
    }

    static func == (left: MusicFolders, right: MusicFolders) -> Bool {
        left.roots.map(\.path) == right.roots.map(\.path)
    }

    /// Returns the path that clients see, or `nil` outside the folders.
    func uri(of path: [UInt8]) -> String? {
        for root in roots where path.starts(with: root.path) {
            let rest = path.dropFirst(root.path.count)
            guard rest.first == 0x2F || root.path.last == 0x2F else { continue }
            let name = String(decoding: rest.drop { $0 == 0x2F }, as: UTF8.self)
            return root.name.isEmpty ? name : root.name + "/" + name
        }
        return nil
    }

    /// Returns the folders of the machine for a path from a client: all of them for the top.
    func folders(at uri: String) -> [[UInt8]] {
        if uri.isEmpty { return roots.map(\.path) }
        for root in roots {
            if root.name.isEmpty { return [root.path + [0x2F] + Array(uri.utf8)] }
            if uri == root.name { return [root.path] }
            if uri.hasPrefix(root.name + "/") { return [root.path + Array(uri.utf8.dropFirst(root.name.utf8.count))] }
        }
        return []
    }
}

/// Creates the songs of the library, as clients see them, page by page: a page takes far more memory than its songs.
struct SongMaker {
    private let folders: MusicFolders
    private(set) var songs = SongStoreMaker()
    private var known: Set<ContentIdentifier> = []
    private var parts: [String: Int] = [:]

    init(_ folders: MusicFolders) { self.folders = folders }

    mutating func add(_ tracks: [LibraryTrack]) {
        for track in tracks where known.insert(track.identifier).inserted {
            guard let path = track.location.filePath, var uri = folders.uri(of: path) else { continue }
            if track.start != nil {
                let number = (parts[uri] ?? 0) + 1
                parts[uri] = number
                let text = String(track.trackNumber ?? number)
                uri += "/track" + String(repeating: "0", count: max(0, 4 - text.count)) + text
            }
            var song = Song(uri, identifier: track.identifier.description)
            song.tags = Self.tags(of: track)
            (song.duration, song.modified) = (track.duration, track.modified)
            if let rate = track.sampleRate, rate > 0 {
                song.format = "\(rate):*:\(track.channelCount ?? 2)"
            }
            songs.add(song)
        }
    }

    private static func tags(of track: LibraryTrack) -> [Song.Tag] {
        var tags: [Song.Tag] = []
        tags.reserveCapacity(16)
        func add(_ kind: TagKind, _ values: [String]) { for value in values { tags.append(Song.Tag(kind, value)) } }
        func add(_ kind: TagKind, _ value: String?) { if let value { add(kind, [value]) } }
        add(.artist, track.artists)
        add(.album, track.album)
        add(.albumArtist, track.albumArtists)
        tags.append(Song.Tag(.title, track.title))
        add(.track, track.trackNumber.map(String.init))
        add(.genre, track.genres)
        add(.date, track.date)
        add(.composer, track.composers)
        add(.disc, track.discNumber.map(String.init))
        add(.musicBrainzAlbum, track.release)
        if let recording = track.recording { tags.append(Song.Tag(.musicBrainzTrack, recording)) }
        return tags
    }
}
