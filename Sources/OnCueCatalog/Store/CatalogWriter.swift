// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import OnCueCore
internal import SQLite

/// Writes batches into the catalog: the only code that changes its content.
///
/// It belongs to the thread that owns the connection. Numbers of names, albums and folders are remembered between
/// batches, because most files of a scan share them.
final class CatalogWriter {
    /// The effect of a batch.
    struct Outcome: Sendable, Equatable {
        /// The new revision, or `nil` if the content of the tree has not changed.
        var revision: ContentTree.Revision?
        /// The containers whose children have changed; `nil` if there are too many to name.
        var containers: Set<ContentIdentifier>?
        var added = 0
        var changed = 0
        var removed = 0
    }

    /// The updates due before the transaction ends.
    struct Pending {
        var outcome = Outcome()
        var isContentChanged = false
        /// Whether folders were added to the library, removed from it, or separated from their parents.
        var hasMovedFolders = false
        var albums: Set<Int64> = []
        /// The albums among them that this batch has added, and to which nothing is connected yet.
        var newAlbums: Set<Int64> = []
        var names: [NameTable: Set<Int64>] = [:]
        /// The change of the number of tracks, by folder.
        var folders: [Int64: Int] = [:]
        var trackCount = 0
        var albumCount = 0
        var nameCounts: [NameTable: Int] = [:]
        /// In microseconds.
        var duration: Int64 = 0
        var search = SearchChanges()
    }

    /// The maximum number of remembered numbers of each kind; a library with more is only slower.
    private static let cacheLimit = 50_000

    let connection: Connection
    var pending = Pending()
    var names: [NameTable: [String: KnownName]] = [:]
    var albums: [String: KnownName] = [:]
    var folderIDs: [[UInt8]: Int64] = [:]
    /// Whether any vanished track is remembered; `nil` while unknown.
    var hasVanished: Bool?
    /// Words that are already stored.
    var knownWords: Set<String> = []
    /// Folders that are shown at the top; files outside of them are not added.
    var topFolders: [[UInt8]] = []
    /// The listening history, for new tracks; `nil` if none is kept.
    var listening: ListeningLookup?

    /// Makes a key from the identifying bytes of an item and a salt; tests of collisions replace it.
    let keyMaker: @Sendable ([UInt8], UInt64) -> Int64

    init(
        connection: Connection,
        keyMaker: @escaping @Sendable ([UInt8], UInt64) -> Int64 = { StableKey(hashing: $0, salt: $1).number }
    ) throws(SQLiteError) {
        self.connection = connection
        self.keyMaker = keyMaker
        try readTopFolders()
    }

    /// Applies a batch in one transaction; if it throws, nothing has changed.
    func apply(_ batch: CatalogBatch) throws(SQLiteError) -> Outcome {
        listening?.refresh()
        return try change { () throws(SQLiteError) in
            for track in batch.gone { try removeTrack(track) }
            if !batch.gone.isEmpty { try boundVanished() }
            for file in batch.goneUnreadable { try forgetUnreadable(folder: file.folder, name: file.name) }
            for file in batch.files { try take(file, time: batch.time) }
        }
    }

    /// Runs one transaction and updates everything that depends on the changes.
    func change(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) -> Outcome {
        pending = Pending()
        do throws(SQLiteError) {
            let outcome = try connection.transaction { () throws(SQLiteError) in
                try body()
                try finish()
                return pending.outcome
            }
            boundCaches()
            return outcome
        } catch {
            forgetCaches()
            // The rollback may have changed the list of top folders.
            try? readTopFolders()
            throw error
        }
    }

    /// Drops caches that are only useful during a scan.
    func forgetCaches() {
        names = [:]
        albums = [:]
        folderIDs = [:]
        hasVanished = nil
        knownWords = []
    }

    private func boundCaches() {
        names = names.filter { $0.value.count <= Self.cacheLimit }
        if albums.count > Self.cacheLimit { albums = [:] }
        if folderIDs.count > Self.cacheLimit { folderIDs = [:] }
        if knownWords.count > Self.cacheLimit * 4 { knownWords = [] }
    }

    private func take(_ scanned: ScannedFile, time: Int64) throws(SQLiteError) {
        let file = scanned.file
        if file.wasUnreadable { try forgetUnreadable(folder: file.folder, name: file.name) }
        switch scanned.outcome {
        case .track(let record):
            guard let folder = try folderID(file.folder) else { return }
            try store([record], file: file, folder: folder, time: time)
        case .parts(let records):
            guard let folder = try folderID(file.folder) else { return }
            try store(records, file: file, folder: folder, time: time)
        case .unreadable(let reason, let retry):
            if retry == nil { for track in file.tracks { try removeTrack(track) } }
            try rememberUnreadable(file, reason: reason, retry: retry)
        }
    }

    private func finish() throws(SQLiteError) {
        for album in pending.albums { try updateAlbum(album) }
        for table in NameTable.allCases {
            for name in pending.names[table] ?? [] { try updateName(table, name) }
        }
        try updateFolders()
        try updateSearch()
        guard pending.isContentChanged else { return }
        let statement = try connection.cached(
            """
            UPDATE catalog SET revision = CASE revision WHEN ?7 THEN ?8 ELSE revision + 1 END, tracks = tracks + ?1,
                albums = albums + ?2, artists = artists + ?3, genres = genres + ?4, composers = composers + ?5,
                duration = duration + ?6
            RETURNING revision
            """)
        statement.bind(1, pending.trackCount)
        statement.bind(2, pending.albumCount)
        statement.bind(3, pending.nameCounts[.artist] ?? 0)
        statement.bind(4, pending.nameCounts[.genre] ?? 0)
        statement.bind(5, pending.nameCounts[.composer] ?? 0)
        statement.bind(6, pending.duration)
        statement.bind(7, Int64(Catalog.firstRevision.number))
        statement.bind(8, Self.newRevision())
        var revision: UInt64 = 0
        try statement.eachRow { revision = UInt64(max(0, $0.integer(0))) }
        pending.outcome.revision = ContentTree.Revision(revision)
        pending.outcome.containers = try changedContainers()
    }

    /// Returns a revision that no catalog had before: it is greater than those of a predecessor, which made less than a
    /// thousand changes a second, and differs from that of a catalog created in the same second.
    static func newRevision() -> Int64 { FileSystem.secondsSince1970() * 1000 + .random(in: 0..<1000) }

    /// Returns the revision of the content.
    func revision() throws(SQLiteError) -> ContentTree.Revision {
        let number = try connection.cached("SELECT revision FROM catalog").first { $0.integer(0) } ?? 0
        return ContentTree.Revision(UInt64(max(0, number)))
    }

    // MARK: Unreadable files

    private func rememberUnreadable(
        _ file: PlannedFile, reason: String, retry: FileRetry?
    ) throws(SQLiteError) {
        let statement = try connection.cached(
            """
            INSERT OR REPLACE INTO unreadable_files (folder, name, size, modified, inode, reason, attempts, retry)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """)
        statement.bind(1, file.folder)
        statement.bind(2, file.name)
        statement.bind(3, file.fingerprint.size)
        statement.bind(4, file.fingerprint.modified)
        statement.bind(5, Int64(bitPattern: file.fingerprint.inode))
        statement.bind(6, reason)
        statement.bind(7, retry?.attempts ?? 0)
        statement.bind(8, retry?.time)
        try statement.run()
    }

    private func forgetUnreadable(folder: [UInt8], name: [UInt8]) throws(SQLiteError) {
        let statement = try connection.cached("DELETE FROM unreadable_files WHERE folder = ? AND name = ?")
        statement.bind(1, folder)
        statement.bind(2, name)
        try statement.run()
    }
}
