// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
package import OnCueSession
internal import PlaylistFormats

/// Copies playlists from files and to files.
package struct PlaylistExchange: Sendable {
    private let shelf: PlaylistShelf
    private let entries: EntryResolver

    package init(shelf: PlaylistShelf, library: any TrackFinding) {
        self.shelf = shelf
        entries = EntryResolver(library: library)
    }

    /// Makes an own playlist from a file; see ``PlaylistManaging/importFile(_:name:)``.
    package func importFile(
        _ file: MediaLocation, name: String?
    ) async throws(ContentError) -> (playlist: ContentIdentifier, count: Int) {
        guard let path = file.filePath.map(PathBytes.normalized) else {
            throw ContentError(.invalidPlace, "\(file) is not a file; download it, then import the file")
        }
        var document = try await PlaylistMediaResolver.document(at: path, to: "import")
        guard !document.entries.isEmpty else {
            throw ContentError(.refused, "cannot import \(file): it has no entries")
        }
        document.entries = await settled(document.entries, ShelvedList.identifier(path))
        document.identity = nil
        document.created = nil
        let title = Self.plain(ShelvedList.title(document, path))
        let format: PlaylistFormat = PlaylistFormat(fileName: path) == .xspf ? .xspf : .m3u8
        let count = document.entries.count
        let place = name.map { $0.hasSuffix("/") ? $0 + title : $0 } ?? title
        return (try await shelf.create(place, format: format, document), count)
    }

    /// Returns a title that can be the name of an own playlist at the top.
    private static func plain(_ title: String) -> String {
        let scalars = title.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 == "/" ? "-" : $0 }
        var plain = String(String.UnicodeScalarView(scalars))
        while plain.utf8.count > PlaylistPlace.nameLimit { plain.removeLast() }
        return plain
    }

    /// Returns the text of a playlist; see ``PlaylistManaging/exported(_:as:to:)``.
    package func exported(
        _ playlist: ContentIdentifier, as format: PlaylistFormat, to file: MediaLocation?
    ) async throws(ContentError) -> String {
        let content = try await shelf.content(of: playlist)
        var document = content.document
        document.title = content.list.title
        document.identity = nil
        document.entries = await settled(document.entries, playlist)
        return try Self.text(document, format, file)
    }

    /// Returns the text of a list of tracks; see ``PlaylistManaging/exported(_:title:as:to:)``.
    package func exported(
        _ tracks: [Track], title: String, as format: PlaylistFormat, to file: MediaLocation?
    ) throws(ContentError) -> String {
        try Self.text(PlaylistDocument(title: title, entries: tracks.map { PlaylistEntry($0) }), format, file)
    }

    private static func text(
        _ document: PlaylistDocument, _ format: PlaylistFormat, _ file: MediaLocation?
    ) throws(ContentError) -> String {
        guard format.isExportable else {
            throw ContentError(.refused, "playlists can be exported as m3u8, xspf or pls, not as \(format.rawValue)")
        }
        guard format != .pls || !document.entries.contains(where: { $0.segment != nil }) else {
            throw ContentError(
                .refused, "it contains parts of files, which pls cannot name; export it as m3u8 or xspf")
        }
        return String(decoding: PlaylistFile.write(document, as: format, list: file), as: UTF8.self)
    }

    /// Returns entries with the current locations of their media, completed with details from the library.
    private func settled(_ all: [PlaylistEntry], _ list: ContentIdentifier) async -> [PlaylistEntry] {
        let found = await entries.resolve(all[...], of: list)
        return zip(all, found).map { entry, found in
            var entry = entry
            let known = PlaylistEntry(found.track)
            entry.candidates = [found.track.location]
            entry.title = entry.title ?? (known.title?.isEmpty == false ? known.title : nil)
            entry.artist = entry.artist ?? known.artist
            entry.album = entry.album ?? known.album
            entry.duration = entry.duration ?? known.duration
            entry.trackNumber = entry.trackNumber ?? known.trackNumber
            return entry
        }
    }
}
