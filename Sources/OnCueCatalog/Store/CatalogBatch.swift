// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The number of a track in this catalog file; not an identity, because a rebuilt catalog assigns other numbers.
struct TrackID: Hashable, Sendable {
    let row: Int64
}

/// One file that was read, or that could not be read.
struct ScannedFile: Sendable {
    enum Outcome: Sendable {
        /// The tags and properties of a file that is one track.
        ///
        /// Stored indirectly, because records are large and files are passed on several times.
        indirect case track(TrackRecord)
        /// The tracks of the parts of the file, by their numbers.
        case parts([TrackRecord])
        /// The content is not music, or is damaged.
        /// - Parameter retry: The next attempt, if the file did not answer; its track is then kept.
        case unreadable(reason: String, retry: FileRetry?)
    }

    var file: PlannedFile
    var outcome: Outcome
}

/// Changes that the catalog applies in one transaction.
struct CatalogBatch: Sendable {
    var files: [ScannedFile] = []
    /// Tracks whose files are gone.
    var gone: [TrackID] = []
    /// Unreadable files that are gone: folder and name.
    var goneUnreadable: [(folder: [UInt8], name: [UInt8])] = []
    /// Seconds since 1970, assigned to new tracks.
    var time: Int64

    var isEmpty: Bool { files.isEmpty && gone.isEmpty && goneUnreadable.isEmpty }
}
