// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension Track {
    /// Whether the track is spoken word: an episode, or a track of a spoken genre.
    package var isSpokenWord: Bool {
        identifier.kind == .episode || genres.contains { Self.spokenGenres.contains($0.lowercased()) }
    }

    /// The podcast or the audiobook that contains the track; `nil` for music, and for tracks without an album.
    package var spokenWork: ContentIdentifier? { isSpokenWord ? albumIdentifier : nil }

    /// Whether the track is a station. A station is always treated as live, without a duration or positions to seek to.
    package var isStation: Bool { identifier.kind == .station }

    private static let spokenGenres: Set<String> = [
        "audio book", "audio books", "audiobook", "audiobooks", "audio drama", "audio theatre", "audiolibro", "hörbuch",
        "hörbücher", "hörspiel", "lecture", "livre audio", "podcast", "podcasts", "radio drama", "radio play", "speech",
        "spoken", "spoken & audio", "spoken word", "spoken word & audiobooks",
    ]
}

extension Track {
    /// Returns whether the other track continues this one: the next track of the same disc of the same album, the first
    /// of its next disc, or the next part of the same medium.
    package func isContinued(by next: Track) -> Bool {
        if location == next.location, segment?.isFollowed(by: next.segment) == true { return true }
        guard let number = trackNumber, let nextNumber = next.trackNumber, isOnAlbum(of: next) else { return false }
        let (disc, nextDisc) = (discNumber ?? 1, next.discNumber ?? 1)
        return disc == nextDisc ? nextNumber == number + 1 : nextDisc == disc + 1 && nextNumber == 1 && isLastOfDisc
    }

    /// Returns whether the other track comes later on the same album.
    func precedes(_ next: Track) -> Bool {
        if location == next.location, let segment, let nextSegment = next.segment {
            return segment.start < nextSegment.start
        }
        guard let number = trackNumber, let nextNumber = next.trackNumber, isOnAlbum(of: next) else { return false }
        return (discNumber ?? 1, number) < (next.discNumber ?? 1, nextNumber)
    }

    /// Whether the track is the last of its disc; `true` unless the disc is known to continue.
    private var isLastOfDisc: Bool { trackTotal.map { trackNumber ?? 0 >= $0 } ?? true }

    private func isOnAlbum(of other: Track) -> Bool {
        AlbumKey(self).map { $0 == AlbumKey(other) } ?? false
    }
}
