// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCatalog
internal import OnCueCore
internal import SQLite

/// Rows of a library without files, written straight into a catalog: a million tracks in seconds.
///
/// Twelve tracks are an album in a folder of its own, four albums an artist. The tables are those of the catalog, which
/// it makes and migrates itself.
package struct CatalogGenerator: Sendable {
    private let path: String
    private let folder: String
    private let count: Int

    /// A word that one title in 20,000 ends with.
    package static let rareWord = "quicksilver"
    /// A word that three titles in a hundred have.
    package static let commonWord = "moon"
    /// What a hurried person types for "thunder".
    package static let misspeltWord = "thundre"

    private static let albumLength = 12
    private static let albumsOfArtist = 4
    private static let genreCount = 40
    private static let tracksPerWord = 16
    private static let words = [
        "amber", "anchor", "april", "ash", "aurora", "autumn", "ballad", "bell", "birch", "blue", "bridge", "candle",
        "cedar", "cloud", "coast", "copper", "dawn", "delta", "drift", "dusk", "east", "echo", "ember", "evening",
        "falcon", "feather", "field", "fire", "garden", "glass", "gold", "granite", "harbour", "hazel", "hollow",
        "horizon", "island", "ivory", "january", "juniper", "kettle", "lantern", "lark", "lemon", "light", "lilac",
        "maple", "marble", "meadow", "mirror", "moon", "moss", "night", "north", "oak", "ocean", "olive", "orchard",
        "paper", "pearl", "pine", "plum", "quiet", "rain", "raven", "reed", "river", "road", "rose", "sail", "salt",
        "sand", "shadow", "shell", "silver", "sky", "slate", "smoke", "snow", "song", "south", "spark", "spring",
        "star", "stone", "storm", "summer", "swan", "thistle", "thunder", "tide", "timber", "valley", "velvet",
        "violet", "water", "west", "willow", "wind", "winter",
    ]

    /// - Parameters:
    ///   - path: Absolute path of the catalog file, which must not exist.
    ///   - folder: The folder that the files seem to be in.
    package init(path: String, folder: String, count: Int) {
        (self.path, self.folder, self.count) = (path, folder, count)
    }

    /// Makes the catalog and fills it.
    ///
    /// - Parameter say: Gets what the catalog says of itself.
    package func run(_ say: @escaping @Sendable (String) -> Void = { _ in }) async throws {
        try await Catalog.open(path: path) { say($0) }.close()
        let connection = try Connection(path: path)
        try connection.execute("PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY")
        try connection.transaction { () throws(SQLiteError) in
            try fillNames(connection)
            try collectWords(connection, bytes: 16 << 20)
            try withoutIndexes(connection) { () throws(SQLiteError) in
                for statement in Self.statements(count: count) { try connection.execute(statement) }
            }
            try collectWords(connection, bytes: 1 << 20)
        }
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// How much of the search index is collected in memory before it is written; 1 MiB is what the daemon has.
    private func collectWords(_ connection: Connection, bytes: Int) throws(SQLiteError) {
        try connection.execute("INSERT INTO search (search, rank) VALUES ('hashsize', \(bytes))")
    }

    /// Makes the indexes at the end, which is quicker than keeping them in order; they are denser than after a scan.
    private func withoutIndexes(
        _ connection: Connection, _ body: () throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        let indexes = try connection.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql <> ''")
            .all { (name: $0.text(0), sql: $0.text(1)) }
        for index in indexes { try connection.execute("DROP INDEX \(index.name)") }
        try body()
        for index in indexes { try connection.execute(index.sql) }
    }

    private func fillNames(_ connection: Connection) throws(SQLiteError) {
        try connection.execute("CREATE TEMP TABLE parts (number INTEGER PRIMARY KEY, word TEXT NOT NULL)")
        let word = try connection.prepare("INSERT INTO parts VALUES (?, ?)")
        for (number, text) in Self.words.enumerated() {
            word.bind(1, number)
            word.bind(2, text)
            try word.run()
        }
        let term = try connection.prepare("INSERT OR IGNORE INTO words VALUES (?, ?)")
        for text in Self.words + [Self.rareWord] + (0..<count / Self.tracksPerWord).map(Self.madeUpWord) {
            term.bind(1, text)
            term.bind(2, String(text.reversed()))
            try term.run()
        }
        let top = try connection.prepare(
            "INSERT INTO folders (id, key, path, title, sort, is_root) VALUES (0, 0, ?, 'library', 'library', 1)")
        top.bind(1, Array(folder.utf8))
        try top.run()
    }

    /// One of 64,000 words that no title has, as names of people make most of the words of a real library.
    private static func madeUpWord(_ number: Int) -> String {
        let syllables = [
            "ba", "cho", "dun", "fer", "gi", "hal", "in", "jor", "ke", "lan", "mi", "nor", "o", "pra", "que", "ros",
            "si",
            "tha", "ul", "ven", "wi", "xa", "yer", "zo", "bel", "cra", "do", "el", "fri", "go", "hu", "is", "ja", "kel",
            "lo", "mar", "ne", "or", "pe", "ri",
        ]
        let parts = [number % 40, number / 40 % 40, number / 1600 % 40]
        return parts.map { syllables[$0] }.joined()
    }

    /// A name of two words, or of three; different numbers below a million may share one of two.
    private static func name(_ number: String, _ parts: Int) -> String {
        (0..<parts).map { part in
            "(SELECT word FROM parts WHERE number = (\(number) / \(part == 0 ? 1 : part == 1 ? 100 : 10_000) * 37 + \(number)) % 100)"
        }.joined(separator: " || ' ' || ")
    }

    /// Keys only have to be different here; those of files come from their paths.
    private static func key(_ number: String, _ factor: Int) -> String {
        "((\(number) + 1) * \(factor)) % 1152921504606846975"
    }

    private static func statements(count: Int) -> [String] {
        let albums = (count + albumLength - 1) / albumLength
        let artists = (albums + albumsOfArtist - 1) / albumsOfArtist
        func numbers(_ limit: Int) -> String {
            "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(limit))"
        }
        return [
            """
            \(numbers(artists)) INSERT INTO artists (id, key, folded, title, sort)
            SELECT i, \(key("i", 1_099_511_627)), t || ' ' || i, t || ' ' || i, t || ' ' || i
            FROM (SELECT i, \(name("i", 2)) AS t FROM n)
            """,
            """
            \(numbers(genreCount)) INSERT INTO genres (id, key, folded, title, sort)
            SELECT i, \(key("i", 1_099_511_689)), t || ' ' || i, t || ' ' || i, t || ' ' || i
            FROM (SELECT i, \(name("i", 1)) AS t FROM n)
            """,
            """
            \(numbers(albums)) INSERT INTO albums (id, key, identity, title, sort, artist, artist_sort, year, added,
                track_count, duration, first_track)
            SELECT i, \(key("i", 1_099_511_691)), 'generated ' || i, t, t, a.title, a.sort, 1950 + i % 75,
                1000 + i / 100, \(albumLength), \(albumLength) * 200000000, i * \(albumLength)
            FROM (SELECT i, \(name("i", 2)) AS t FROM n) JOIN artists a ON a.id = i / \(albumsOfArtist)
            """,
            """
            INSERT INTO folders (id, key, path, parent_id, title, sort, track_count)
            SELECT id + 1, \(key("id", 1_099_511_701)), CAST((SELECT path FROM folders WHERE id = 0) || '/' || id AS BLOB),
                0, title, sort, \(albumLength) FROM albums
            """,
            """
            \(numbers(count)) INSERT INTO tracks (id, key, folder_id, name, name_sort, size, modified, inode, added,
                title, sort, album_id, position, disc, number, artists, album_artists, genres, date, year, duration,
                is_compilation, bit_rate, sample_rate, channels)
            SELECT i, \(key("i", 1_099_511_703)), b + 1, CAST(p || '.flac' AS BLOB), p, 30000000, 0, i, 1000 + b / 100,
                t, t, b, 65536 + i % \(albumLength) + 1, 1, i % \(albumLength) + 1, a.title, a.title, g.title,
                1950 + b % 75, 1950 + b % 75, 200000000, 0, 900, 44100, 2
            FROM (SELECT i, i / \(albumLength) AS b, printf('%02d', i % \(albumLength)) AS p, \(name("i", 3)) AS t FROM n)
                JOIN artists a ON a.id = b / \(albumsOfArtist) JOIN genres g ON g.id = b % \(genreCount)
            """,
            "INSERT INTO track_artists SELECT id, album_id / \(albumsOfArtist) FROM tracks",
            "INSERT INTO track_genres SELECT id, album_id % \(genreCount) FROM tracks",
            """
            INSERT INTO artist_albums SELECT id / \(albumsOfArtist), year, sort, id, track_count, 1 FROM albums
            ORDER BY id
            """,
            "INSERT INTO genre_albums SELECT id % \(genreCount), sort, id, track_count FROM albums ORDER BY 1, 2",
            """
            UPDATE albums SET track_count = \(count - (albums - 1) * albumLength) WHERE id = \(albums - 1)
            """,
            """
            UPDATE artists SET album_count = (SELECT COUNT(*) FROM artist_albums WHERE artist_id = artists.id),
                track_count = \(albumsOfArtist * albumLength)
            """,
            "UPDATE genres SET album_count = (SELECT COUNT(*) FROM genre_albums WHERE genre_id = genres.id), track_count = 1",
            "UPDATE folders SET folder_count = \(albums) WHERE id = 0",
            "UPDATE tracks SET title = title || ' \(rareWord)', sort = sort || ' \(rareWord)' WHERE id % 20000 = 10000",
            "INSERT INTO search (rowid, title) SELECT id, folded FROM artists",
            "INSERT INTO search (rowid, title, artist) SELECT \(1 << 40) + id, title, artist FROM albums",
            """
            INSERT INTO search (rowid, title, artist, album, genre)
            SELECT \(2 << 40) + t.id, t.title, t.artists, a.title, t.genres
            FROM tracks t JOIN albums a ON a.id = t.album_id
            """,
            "INSERT INTO search (rowid, title) SELECT \(3 << 40) + id, folded FROM genres",
            "INSERT INTO search (rowid, title) SELECT \(5 << 40) + id, title FROM folders",
            """
            UPDATE catalog SET revision = 2, tracks = \(count), albums = \(albums), artists = \(artists),
                genres = \(genreCount), duration = \(count) * 200000000
            """,
        ]
    }
}
