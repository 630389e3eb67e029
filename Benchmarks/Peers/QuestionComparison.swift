// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// How long clients wait for an answer, over the protocol of each player; all of them run and are asked by turns.
struct QuestionComparison: Comparison {
    let name = "peers-questions"
    let summary = "clients search, browse and ask what plays, at the player's own socket"

    private static let albumCount = 20

    func compare(_ stage: PeerStage) async throws -> [PeerRow] {
        try await stage.startStocked()
        for peer in stage.peers {
            try await peer.play([.flac])
            try await Task.sleep(for: .milliseconds(500))
            try await peer.pause()
        }
        let bare = try BareLibrary(stage)
        guard let own = stage.peers.lazy.compactMap({ $0 as? OnCuePeer }).first else { throw BenchError("no OnCue") }
        var random = SplitMix64(seed: 5)
        var rows: [PeerRow] = []
        for topic in Self.topics {
            // Everyone is asked the same, a different thing each time.
            let questions = (0..<Self.albumCount).map { _ in
                topic.question(Int.random(in: 0..<(stage.corpus.count - 50), using: &random))
            }
            rows.append(try await ask(topic, questions, stage, topic.isOfLibrary ? bare.asker : { try own.ping($0) }))
        }
        return rows
    }

    private func ask(
        _ topic: Topic, _ questions: [PeerQuestion], _ stage: PeerStage,
        _ bare: (PeerQuestion) throws -> (() throws -> Void)?
    ) async throws -> PeerRow {
        var row = PeerRow(topic.name, "ms", topic.method, reason: topic.reason)
        var askers: [(name: String, ask: [() async throws -> Void])] = []
        for peer in stage.peers {
            var own: [() async throws -> Void] = []
            for question in questions {
                guard let asker = try await peer.asker(question) else { break }
                own.append(asker)
            }
            if !own.isEmpty { askers.append((peer.name, own)) }
        }
        let bareAskers = try questions.compactMap(bare)
        for round in 0...stage.options.runs(10, quick: 3) {
            for index in questions.indices {
                for asker in askers {
                    let begin = ContinuousClock.now
                    try await asker.ask[index]()
                    // The first round is for nothing.
                    if round > 0 { row.add(milliseconds: begin.duration(to: .now), of: asker.name) }
                }
                guard bareAskers.indices.contains(index) else { continue }
                let begin = ContinuousClock.now
                try bareAskers[index]()
                if round > 0 { row.addBare(topic.bareName, begin.duration(to: .now) / .milliseconds(1)) }
            }
        }
        return row
    }

    // MARK: Topics

    private struct Topic {
        let name: String
        let method: String
        var reason: String?
        var bareName = "raw SQLite"
        var isOfLibrary = true
        let question: (Int) -> PeerQuestion
    }

    private static var topics: [Topic] {
        [
            Topic(
                name: "search for a common word",
                method:
                    "the first 50 matches: `Search`, `search any … window 0:50`, `core.library.search` limited to 50; "
                    + "bare: only FTS5."
            ) { _ in .search(CorpusNames.commonWord) },
            Topic(
                name: "search for the first letters of a word",
                method: "the same with what a user has typed so far: 3 to 5 letters of words in titles.",
                reason: PeerReasons.search
            ) { number in
                let words = CorpusNames.searchWords
                return .search(String(words[number % words.count].prefix(3 + number % 3)))
            },
            Topic(
                name: "browse: 50 of all tracks",
                method:
                    "anywhere in the list: `GetChildren`, `find … window`; Mopidy has no pages and lists everything; bare: 50 "
                    + "rows by their numbers. The same 20 pages again and again, which OnCue keeps until the library changes.",
                reason: PeerReasons.page
            ) { .page(offset: $0) },
            Topic(
                name: "browse: the tracks of an album",
                method:
                    "by its title: `GetChildren`, `find album`; Mopidy's by its URI; bare: its rows by an index. The same 20 "
                    + "again and again, as above.",
                reason: PeerReasons.page
            ) { .album(CorpusNames($0).album) },
            Topic(
                name: "browse: a folder",
                method:
                    "the ten files of an album's folder: `GetChildren`, `lsinfo`. The same 20 again and again, as above.",
                reason: PeerReasons.folder
            ) { .folder(CorpusNames($0).artist + "/" + CorpusNames($0).album) },
            Topic(
                name: "status, own protocol",
                method:
                    "the current track, its state and its position: `GetNowPlaying`, `status` and `currentsong` in one list, "
                    + "three JSON-RPC calls in one batch, three properties sent together to mpv's socket; bare: `Ping` to "
                    + "oncued at the same socket.",
                reason: PeerReasons.status, bareName: "Ping", isOfLibrary: false
            ) { _ in .status },
            Topic(
                name: "status, MPRIS",
                method: "`GetAll` of `org.mpris.MediaPlayer2.Player`; bare: `Ping` to oncued over the bus.",
                bareName: "Ping", isOfLibrary: false
            ) { _ in .mprisStatus },
        ]
    }
}

/// OnCue's own catalog, asked without OnCue.
private struct BareLibrary {
    private let connection: Connection

    init(_ stage: PeerStage) throws {
        guard let catalog = stage.peers.lazy.compactMap({ $0 as? OnCuePeer }).first?.catalog else {
            throw BenchError("there is no catalog")
        }
        connection = try Connection(path: catalog, mode: .readOnly)
    }

    func asker(_ question: PeerQuestion) throws -> (() throws -> Void)? {
        switch question {
        case .search(let word):
            let statement = try connection.prepare("SELECT rowid FROM search WHERE search MATCH ? || '*' LIMIT 50")
            return { try Self.rows(statement) { $0.bind(1, word) } }
        case .page(let offset):
            let statement = try connection.prepare(
                "SELECT id, title, artists, duration FROM tracks WHERE id >= ? ORDER BY id LIMIT 50")
            return { try Self.rows(statement) { $0.bind(1, offset) } }
        case .album(let title):
            let album = try connection.prepare("SELECT id FROM albums WHERE title = ?")
            album.bind(1, title)
            guard let number = try album.first({ $0.integer(0) }) else { return nil }
            let statement = try connection.prepare(
                "SELECT id, title, artists, duration FROM tracks WHERE album_id = ? ORDER BY position")
            return { try Self.rows(statement) { $0.bind(1, number) } }
        case .folder, .status, .mprisStatus: return nil
        }
    }

    private static func rows(_ statement: Statement, _ bind: (Statement) -> Void) throws {
        statement.reset()
        bind(statement)
        var size = 0
        try statement.eachRow { (row: Statement) throws(SQLiteError) in size += row.text(0).utf8.count }
        guard size > 0 else { throw BenchError("the catalog has nothing of that") }
    }
}
