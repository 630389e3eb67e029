// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import PlaylistFormats

/// Turns entries of lists into tracks: those of the library and of podcasts where they have the medium.
struct EntryResolver: Sendable {
    /// Files that are looked up at a time.
    private static let chunk = 500

    struct Entry: Sendable {
        var track: Track
        /// Whether it can be opened, as far as can be determined without opening it.
        var isAvailable: Bool
        var isLive: Bool

        /// Whether it is a file that does not exist.
        var isMissing: Bool { !isAvailable && track.location.scheme == "file" }

        var isStreaming: Bool { track.location.scheme == "http" || track.location.scheme == "https" }

        var item: ContentNode {
            ContentNode(
                identifier: track.identifier, title: track.title,
                subtitle: isLive ? ContentNode.live : track.artists.joined(separator: ", "), artwork: track.artwork,
                duration: track.duration, isPlayable: isAvailable, isStreaming: isStreaming,
                isUnavailable: !isAvailable)
        }
    }

    let library: any TrackFinding

    /// Returns the entries in their order.
    ///
    /// - Parameter list: The list of the entries; used to name entries that are not in the library.
    func resolve(_ entries: ArraySlice<PlaylistEntry>, of list: ContentIdentifier) async -> [Entry] {
        var resolved: [Entry] = []
        var rest = entries
        while !rest.isEmpty {
            let part = rest.prefix(Self.chunk)
            rest = rest.dropFirst(part.count)
            resolved += await resolve(part: part, of: list)
        }
        return resolved
    }

    private func resolve(part: ArraySlice<PlaylistEntry>, of list: ContentIdentifier) async -> [Entry] {
        var known = await library.tracks(at: part.map(\.location))
        // The disk is searched only for entries that are not in the library, at the stated location and others.
        let open = part.filter { $0.location.scheme == "file" && known[$0.location] == nil }
        let present = await BlockingExecutor(label: "oncue.playlists.entries").run {
            var present: [MediaLocation: MediaLocation] = [:]
            for entry in open { present[entry.location] = entry.candidates.first { FileAccess.isFile($0) } }
            return present
        }
        let moved = present.filter { $0.key != $0.value }.map(\.value)
        known.merge(await library.tracks(at: moved)) { first, _ in first }
        // A file that is not there may have been moved within the library.
        let gone = open.map(\.location).filter { present[$0] == nil }
        if !gone.isEmpty { known.merge(await library.tracks(formerlyAt: gone)) { first, _ in first } }
        return part.map { entry in
            let location = known[entry.location] != nil ? entry.location : present[entry.location]
            return Self.entry(entry, at: location, known: location.flatMap { known[$0] } ?? [], list)
        }
    }

    private static func entry(
        _ entry: PlaylistEntry, at found: MediaLocation?, known tracks: [Track], _ list: ContentIdentifier
    ) -> Entry {
        // The same part may be a track of the library, from a CUE sheet.
        if let same = tracks.first(where: { $0.segment == entry.segment }) {
            return Entry(track: same, isAvailable: true, isLive: false)
        }
        let known = whole(tracks)
        let location = known?.location ?? found ?? entry.location
        var track = Track(
            identifier: identifier(entry, list), location: location, title: entry.shownTitle,
            artists: entry.artist.map { [$0] } ?? known?.artists ?? [],
            albumArtists: entry.albumArtist.map { [$0] } ?? [], album: entry.album ?? known?.album,
            composers: entry.composer.map { [$0] } ?? [], genres: entry.genre.map { [$0] } ?? known?.genres ?? [],
            trackNumber: entry.trackNumber, trackTotal: entry.trackTotal, date: entry.date ?? known?.date,
            duration: entry.duration, segment: entry.segment, picture: entry.picture,
            isExplicit: known?.isExplicit ?? false)
        if let segment = entry.segment {
            track.duration = segment.duration(of: known?.duration) ?? entry.duration
            track.replayGain = known?.replayGain
        }
        track.replayGain = entry.replayGain ?? track.replayGain
        let isFile = entry.location.scheme == "file"
        let isPlayable = isFile ? found != nil : ["http", "https", "oncue"].contains(entry.location.scheme)
        return Entry(track: track, isAvailable: isPlayable, isLive: entry.isLive)
    }

    /// Returns the track of a medium as a whole.
    private static func whole(_ tracks: [Track]) -> Track? {
        guard var whole = tracks.first, whole.segment != nil else { return tracks.first }
        let last = tracks.last.flatMap { track in track.duration.map { (track.segment?.start ?? .zero) + $0 } }
        whole.segment = nil
        whole.duration = last
        return whole
    }

    /// The maximum number of missing entries in a row that are tried when a list plays, since further ones would only
    /// repeat the error.
    private static let missingInRow = 10

    /// Returns the playable entries of a list. Missing ones are included, so that they are reported at their turn, or
    /// play if they are available by then; empty if all are missing.
    static func played(_ entries: [Entry]) -> [Entry] {
        guard entries.contains(where: \.isAvailable) else { return [] }
        var missing = 0
        return entries.filter { entry in
            missing = entry.isMissing ? missing + 1 : entry.isAvailable ? 0 : missing
            return entry.isAvailable || (entry.isMissing && missing <= missingInRow)
        }
    }

    /// Returns the identifier of an entry that is not in the library: a place in a file, in this list.
    static func identifier(_ entry: PlaylistEntry, _ list: ContentIdentifier) -> ContentIdentifier {
        var bytes = Array(entry.location.uri.utf8)
        if let segment = entry.segment { bytes += Array("#\(segment.start.wholeMicroseconds)".utf8) }
        return ContentIdentifier(kind: .track, key: list.key + "-" + StableKey(hashing: bytes).text)
    }

    /// Returns the list that an identifier of one of its entries names.
    static func list(of identifier: ContentIdentifier) -> ContentIdentifier? {
        guard identifier.kind == .track, let dash = identifier.key.firstIndex(of: "-") else { return nil }
        return ContentIdentifier(kind: .playlist, key: String(identifier.key[..<dash]))
    }
}
