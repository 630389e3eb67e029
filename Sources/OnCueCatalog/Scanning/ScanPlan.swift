// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import OnCueCore

/// A file that is to be read.
struct PlannedFile: Sendable, Equatable {
    var folder: [UInt8]
    var name: [UInt8]
    var fingerprint: FileFingerprint
    /// The track that the catalog has for this file; the first of those of its parts.
    var track: TrackID?
    /// The tracks of its other parts.
    var parts: [TrackID] = []
    /// The CUE sheets in its folder.
    var sheets: FolderSheets?
    /// Whether the catalog remembers it as unreadable.
    var wasUnreadable = false
    /// The number of the device that contains it.
    var device: UInt64 = 0
    /// The number of unanswered attempts to read the file since it last changed.
    var attempts = 0

    var path: [UInt8] { PathBytes.joined(folder, name) }
    /// Every track that the catalog has for this file.
    var tracks: [TrackID] { track.map { [$0] + parts } ?? [] }
}

/// The catalog's entry for a file.
struct KnownFile: Sendable, Equatable {
    enum State: Sendable, Equatable {
        case track(TrackID)
        /// - Parameter retry: The time when it is retried although it is unchanged; `nil` for never.
        case unreadable(reason: String, retry: FileRetry?)
    }

    var name: [UInt8]
    var fingerprint: FileFingerprint
    var state: State
    /// The tracks of other parts of the file.
    var parts: [TrackID] = []
    /// The hash of the CUE sheets in the folder when the file was read; see ``FolderSheets``.
    var sheets: Int64 = 0
}

/// A media file that the walk found.
struct FoundFile: Sendable, Equatable {
    var name: [UInt8]
    var fingerprint: FileFingerprint
}

/// A track whose file is no longer where it was.
struct GoneTrack: Sendable, Equatable {
    var track: TrackID
    /// The tracks of other parts of the file.
    var parts: [TrackID] = []
    var name: [UInt8]
    var fingerprint: FileFingerprint
}

/// The work of a scan, determined folder by folder from the files and the catalog.
struct ScanPlan: Sendable {
    /// New and changed files, in the order of the walk.
    var files: [PlannedFile] = []
    var gone: [GoneTrack] = []
    var goneUnreadable: [(folder: [UInt8], name: [UInt8])] = []
    var unchanged = 0
    /// Files that could not be read before and have not changed since.
    var stillUnreadable: [(path: [UInt8], reason: String)] = []
    /// The time up to which retries are due, in seconds since 1970: files that did not answer are retried if their own
    /// time is not later.
    var retryTime: Int64 = 0
    /// Whether files are read even if they have not changed.
    var rereads = false

    /// Compares one folder.
    ///
    /// - Complexity: O(*n*) in the number of files.
    mutating func compare(
        folder: [UInt8], device: UInt64 = 0, found: [FoundFile], sheets: [FoundFile] = [], known: [KnownFile]
    ) {
        let first = files.count
        let folderSheets = sheets.isEmpty ? nil : FolderSheets(sheets, media: found)
        defer {
            for index in first..<files.count {
                files[index].device = device
                files[index].sheets = folderSheets
            }
        }
        guard !known.isEmpty else {
            files += found.map { PlannedFile(folder: folder, name: $0.name, fingerprint: $0.fingerprint) }
            return
        }
        // A track whose file has changed and has not answered since then is known as both.
        var tracks: [[UInt8]: KnownFile] = [:]
        var unreadable: [[UInt8]: KnownFile] = [:]
        tracks.reserveCapacity(known.count)
        for file in known {
            if case .track = file.state { tracks[file.name] = file } else { unreadable[file.name] = file }
        }
        for file in found {
            compare(
                folder: folder, found: file, sheets: folderSheets?.stamp ?? 0,
                track: tracks.removeValue(forKey: file.name),
                unreadable: unreadable.isEmpty ? nil : unreadable.removeValue(forKey: file.name))
        }
        guard !tracks.isEmpty || !unreadable.isEmpty else { return }
        // In the order of `known`, so that the same state always yields the same plan.
        for file in known where tracks[file.name] == file || unreadable[file.name] == file {
            forget(folder: folder, file)
        }
    }

    /// Marks everything known about a folder as gone.
    mutating func forget(folder: [UInt8], known: [KnownFile]) {
        for file in known { forget(folder: folder, file) }
    }

    /// Recognises files that were only renamed or moved, so that they keep their identity.
    ///
    /// A file counts as moved if one that is gone had the same size and time of change, and the same number or, as in
    /// another file system, the same name.
    mutating func recogniseMoves() {
        recogniseMoves { file, _ in MovedFile(fingerprint: file, name: nil) }
        recogniseMoves { file, name in
            MovedFile(fingerprint: FileFingerprint(size: file.size, modified: file.modified, inode: 0), name: name)
        }
    }

    private mutating func recogniseMoves(_ mark: (FileFingerprint, [UInt8]) -> MovedFile) {
        guard !gone.isEmpty else { return }
        var places: [MovedFile: Int] = [:]
        for (index, file) in files.enumerated() where file.track == nil {
            places[mark(file.fingerprint, file.name)] = index
        }
        gone.removeAll { old in
            guard let index = places.removeValue(forKey: mark(old.fingerprint, old.name)) else { return false }
            files[index].track = old.track
            files[index].parts = old.parts
            return true
        }
    }

    private mutating func compare(
        folder: [UInt8], found: FoundFile, sheets: Int64, track: KnownFile?, unreadable: KnownFile?
    ) {
        var planned = PlannedFile(folder: folder, name: found.name, fingerprint: found.fingerprint)
        if let track, case .track(let number) = track.state {
            guard rereads || track.fingerprint != found.fingerprint || track.sheets != sheets else {
                unchanged += 1
                if unreadable != nil { goneUnreadable.append((folder, found.name)) }
                return
            }
            planned.track = number
            planned.parts = track.parts
        }
        if case .unreadable(let reason, let retry)? = unreadable?.state {
            planned.wasUnreadable = true
            if unreadable?.fingerprint == found.fingerprint {
                guard rereads || retry.map({ $0.time <= retryTime }) == true else {
                    stillUnreadable.append((planned.path, reason))
                    return
                }
                planned.attempts = retry?.attempts ?? 0
            }
        }
        files.append(planned)
    }

    private mutating func forget(folder: [UInt8], _ file: KnownFile) {
        switch file.state {
        case .track(let track):
            gone.append(
                GoneTrack(track: track, parts: file.parts, name: file.name, fingerprint: file.fingerprint))
        case .unreadable: goneUnreadable.append((folder, file.name))
        }
    }
}

/// The properties by which a moved file is recognised.
private struct MovedFile: Hashable {
    var fingerprint: FileFingerprint
    var name: [UInt8]?
}
