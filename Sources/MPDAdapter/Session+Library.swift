// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import Glibc
internal import MPDProtocol
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// Browsing and searching the library.
extension Session {
    /// The number of bytes of a kept answer that are copied at once.
    private static let answerPart = 64 << 10

    static let libraryHandlers: [String: Handler] = [
        "lsinfo": { session, words in try await session.listFolder(Session.path(words.first ?? "")) },
        "listall": { session, words in
            try await session.listAll(Session.path(words.first ?? ""), hasTags: false)
        },
        "listallinfo": { session, words in
            try await session.listAll(Session.path(words.first ?? ""), hasTags: true)
        },
        "listfiles": { session, words in try await session.listFiles(words.first ?? "") },
        "list": { session, words in try await session.listValues(words) },
        "find": { session, words in try await session.tell(try await session.find(words, foldsCase: false)) },
        "search": { session, words in try await session.tell(try await session.find(words, foldsCase: true)) },
        "findadd": { session, words in try await session.addFound(words, foldsCase: false) },
        "searchadd": { session, words in try await session.addFound(words, foldsCase: true) },
        "searchaddpl": { session, words in
            var filter = Array(words.dropFirst())
            let ending = try Ending(&filter, takesPosition: true)
            let index = try ending.position.map { try ArgumentNumber.count($0) }
            let songs = try await session.find(filter, ending, foldsCase: true)
            // MPD does not create a playlist for an empty result.
            guard !songs.isEmpty else { return }
            try await session.addToPlaylist(words[0], songs.map(\.identifier), at: index)
            session.hub.note(.storedPlaylist)
        },
        "count": { session, words in try await session.count(words) },
        "update": { session, words in try await session.scan(words.first ?? "", rereads: false) },
        "rescan": { session, words in try await session.scan(words.first ?? "", rereads: true) },
        "readcomments": { session, words in
            let file = try await session.service.file(of: try await session.song(at: words[0]).identifier)
            for tag in file.report.tags where ReplyText.fits(tag.name, "") && !tag.name.contains(":") {
                session.reply.add(tag.name, tag.value)
                try await session.flush()
            }
        },
    ]

    /// Starts a scan of the whole library. Like MPD, it refuses a path that cannot be in the music folder, but not one
    /// that does not exist.
    private func scan(_ path: String, rereads: Bool) async throws {
        let path = Self.path(path)
        guard path.isEmpty || SongFilter.isSafe(path) else { throw CommandRefusal(.argument, "Malformed path") }
        reply.add("updating_db", try await mirror.scanLibrary(rereads: rereads))
    }

    // MARK: Folders

    private func addFolder(_ path: String, modified: Int64) {
        guard ReplyText.fits("directory", path) else { return }
        reply.add("directory", path)
        if modified > 0 { reply.add("Last-Modified", date: modified) }
    }

    private func listFolder(_ path: String) async throws {
        let tree = try await mirror.songs().tree
        if let folder = tree.folder(at: path) {
            for child in folder.folders { addFolder(child, modified: tree.folder(at: child)?.modified ?? 0) }
            for song in tree.songs[folder.songs] {
                reply.add(song, mask)
                try await flush()
            }
            if path.isEmpty { try await listTop(tree) }
        } else if let song = tree.song(at: path) {
            reply.add(song, mask)
        } else if let item = try await branches.item(at: path) {
            try await listBranch(item, path)
        } else if path.contains("://") {
            reply.add(try await song(at: path), mask)
        } else {
            throw CommandRefusal(.notThere, "No such directory")
        }
    }

    /// Lists the top folders outside the music.
    private func listTop(_ tree: SongTree) async throws {
        for item in try await branches.top() where tree.folder(at: ContentBranches.name(of: item)) == nil {
            addFolder(ContentBranches.name(of: item), modified: 0)
        }
        for playlist in try await playlists() { add(playlist) }
    }

    private func listBranch(_ item: ContentRecord, _ path: String) async throws {
        guard item.isContainer else { return reply.add(ContentBranches.song(item), mask) }
        for child in try await branches.children(of: item.identifier) {
            if child.isContainer {
                addFolder(path + "/" + ContentBranches.name(of: child), modified: 0)
            } else if child.isPlayable {
                reply.add(try await song(of: child), mask)
            }
            try await flush()
        }
    }

    /// Lists everything below a path, and sends it in parts: the text for a large library is never in memory as a
    /// whole.
    ///
    /// - Parameter hasTags: Whether tags and dates are included.
    private func listAll(_ path: String, hasTags: Bool) async throws {
        let tree = try await mirror.songs().tree
        func tell(_ song: StoredSong) {
            if hasTags { reply.add(song, mask) } else { reply.add("file", song.uri) }
        }
        if let song = tree.song(at: path) { return tell(song) }
        guard let top = tree.folder(at: path) else {
            guard let item = try await branches.item(at: path) else {
                throw CommandRefusal(.notThere, "No such directory")
            }
            return try await listAll(in: item, path, hasTags: hasTags)
        }
        var waiting = [(path, top)]
        while let (path, folder) = waiting.popLast() {
            if !path.isEmpty {
                if hasTags { addFolder(path, modified: folder.modified) } else { reply.add("directory", path) }
            }
            for song in tree.songs[folder.songs] {
                tell(song)
                try await flush()
            }
            for child in folder.folders.reversed() {
                if let folder = tree.folder(at: child) { waiting.append((child, folder)) }
            }
        }
    }

    /// The limits for listing everything in a folder outside the music: its depth, folders and items, as it may be on a
    /// distant server and contain itself; and folders that cannot be read, after which no others are waited for.
    private static let (deepest, mostFolders, mostItems, mostFailures) = (8, 500, 20_000, 5)

    /// Lists everything in a folder outside the music, or the one item at a path.
    ///
    /// - Throws: The error of the folder itself; folders inside it that cannot be read are listed as empty.
    private func listAll(in item: ContentRecord, _ path: String, hasTags: Bool) async throws {
        func tell(_ song: Song) {
            if hasTags { reply.add(song, mask) } else { reply.add("file", song.uri) }
        }
        guard item.isContainer else { return tell(ContentBranches.song(item)) }
        var waiting = [(path: path, identifier: item.identifier, depth: 0)]
        var (folders, items, failures) = (0, 0, 0)
        while let folder = waiting.popLast() {
            guard folders < Self.mostFolders, items < Self.mostItems, failures < Self.mostFailures else { return }
            folders += 1
            addFolder(folder.path, modified: 0)
            var children: [ContentRecord] = []
            do { children = try await branches.children(of: folder.identifier) } catch {
                if folder.depth == 0 { throw error }
                failures += 1
            }
            items += children.count
            try await rest()
            for child in children where !child.isContainer && child.isPlayable {
                tell(try await song(of: child))
                try await flush()
            }
            guard folder.depth < Self.deepest else { continue }
            for child in children.reversed() where child.isContainer {
                let path = folder.path + "/" + ContentBranches.name(of: child)
                waiting.append((path: path, identifier: child.identifier, depth: folder.depth + 1))
            }
        }
    }

    private func listFiles(_ path: String) async throws {
        let roots = try await mirror.songs().folders
        let path = Self.path(path)
        let absence = CommandRefusal(.notThere, "No such file or directory")
        guard path.isEmpty || SongFilter.isSafe(path) else { throw absence }
        if path.isEmpty, roots.roots.count > 1 {
            for root in roots.roots { addFolder(root.name, modified: 0) }
            return
        }
        guard let folder = roots.folders(at: path).first else {
            // A library without folders is listed as empty.
            if path.isEmpty { return }
            throw absence
        }
        guard let files = await Self.files(in: folder, of: roots.roots.map(\.path)) else { throw absence }
        for file in files {
            reply.add(file.isFolder ? "directory" : "file", file.name)
            if !file.isFolder { reply.add("size", Int(file.size)) }
            reply.add("Last-Modified", date: file.modified)
            try await flush()
        }
    }

    private struct ListedFile: Sendable {
        var name: String
        var isFolder: Bool
        var size: Int64
        var modified: Int64
    }

    /// - Returns: The files, or `nil` if the path is not a folder or leads out of the folders of the library.
    private static func files(in folder: [UInt8], of roots: [[UInt8]]) async -> [ListedFile]? {
        await Background.files.run {
            guard let real = realPath(folder), FileSystem.status(real).0?.isFolder == true,
                roots.contains(where: { root in realPath(root).map { isInside(real, $0) } ?? false })
            else { return nil }
            var files: [ListedFile] = []
            FileSystem.forEachName(in: folder) { name in
                if name.first != UInt8(ascii: "."), let status = FileSystem.status(folder + [0x2F] + name).0 {
                    files.append(
                        ListedFile(
                            name: String(decoding: name, as: UTF8.self), isFolder: status.isFolder,
                            size: status.fingerprint.size, modified: status.fingerprint.modified / 1_000_000_000))
                }
                return files.count < 10_000
            }
            return files.filter { ReplyText.fits("directory", $0.name) }.sorted { $0.name < $1.name }
        }
    }

    /// Returns the path without links, or `nil` if it does not exist. Blocks.
    private nonisolated static func realPath(_ path: [UInt8]) -> [UInt8]? {
        guard let found = realpath(path.map { CChar(bitPattern: $0) } + [0], nil) else { return nil }
        defer { free(found) }
        return Array(UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }

    private nonisolated static func isInside(_ path: [UInt8], _ folder: [UInt8]) -> Bool {
        path == folder || path.starts(with: folder.last == 0x2F ? folder : folder + [0x2F])
    }

    // MARK: Searching for songs

    /// The part of a command after a filter: an order, a range, and a position in the queue or in a playlist.
    private struct Ending {
        var order: SongOrder?
        var window: PositionRange?
        var position: String?

        /// Removes these words from the end of the arguments.
        init(_ words: inout [String], takesPosition: Bool) throws {
            if takesPosition { position = Self.take("position", &words) }
            window = try Self.take("window", &words).map { try ArgumentNumber.range($0) }
            order = try Self.take("sort", &words).map { try SongOrder($0) }
        }

        private static func take(_ name: String, _ words: inout [String]) -> String? {
            guard words.count >= 2, words[words.count - 2] == name else { return nil }
            let value = words.removeLast()
            words.removeLast()
            return value
        }
    }

    private func find(_ words: [String], foldsCase: Bool) async throws -> [StoredSong] {
        var words = words
        let ending = try Ending(&words, takesPosition: false)
        return try await find(words, ending, foldsCase: foldsCase)
    }

    private func find(_ words: [String], _ ending: Ending, foldsCase: Bool) async throws -> [StoredSong] {
        let search = try SongSearch(words, foldsCase: foldsCase)
        let tree = try await mirror.songs().tree
        if let filter = search.filter { try Self.check(filter, tree) }
        var songs: [StoredSong] = []
        // Without an order, songs after the window do not need to be found.
        let most = ending.order == nil ? ending.window?.end : nil
        try await forEachSong(of: tree, found: search, most: most) { songs.append($0) }
        if let order = ending.order {
            let found = songs
            songs = await Background.computing.run { order.sorted(found) }
        }
        if let window = ending.window { songs = Array(songs[window.clamped(to: songs.count)]) }
        return songs
    }

    /// A filter, and its budget.
    @MediaActor
    private struct SongSearch {
        /// The filter; `nil` for all songs.
        let filter: SongFilter?
        let budget = PatternBudget()

        /// - Parameter mayBeAll: Whether an empty filter finds all songs.
        init(_ words: [String], foldsCase: Bool, mayBeAll: Bool = false) throws {
            let isAll = mayBeAll && words.isEmpty
            filter = isAll ? nil : try SongFilter(words, foldsCase: foldsCase, patterns: budget.patterns)
        }
    }

    /// Calls `body` with every song that is found, in several turns, so that other clients have theirs.
    ///
    /// - Parameter most: The number of songs after which the search may end; unlimited if `nil`.
    private func forEachSong(
        of tree: SongTree, found search: SongSearch, most: Int? = nil,
        _ body: @MediaActor (StoredSong) async throws -> Void
    ) async throws {
        let songs = tree.songs
        var missing = most ?? .max
        // The clock is checked after every song that may take long.
        let step = search.filter?.hasPatterns == true ? 1 : 256
        for start in stride(from: 0, to: songs.count, by: step) {
            let part = start..<min(start + step, songs.count)
            let found = search.filter.map { tree.songs(in: part, foundBy: $0) } ?? Array(part)
            try Self.check(search.budget)
            for row in found {
                guard missing > 0 else { return }
                missing -= 1
                try await body(songs[row])
            }
            guard missing > 0 else { return }
            try await rest()
        }
    }

    static func check(_ budget: PatternBudget) throws {
        if budget.isSpent { throw CommandRefusal(.argument, "The regular expression takes too long") }
    }

    private static func check(_ filter: SongFilter, _ tree: SongTree) throws {
        for base in filter.bases where tree.range(at: base) == nil {
            throw CommandRefusal(.notThere, "No such directory")
        }
    }

    private func tell(_ songs: [StoredSong]) async throws {
        for song in songs {
            reply.add(song, mask)
            try await flush()
        }
    }

    private func addFound(_ words: [String], foldsCase: Bool) async throws {
        var words = words
        let ending = try Ending(&words, takesPosition: true)
        let songs = try await find(words, ending, foldsCase: foldsCase)
        try await insert(songs.map(\.identifier), ending.position)
    }

    private func listValues(_ words: [String]) async throws {
        var words = words
        let name = words.removeFirst()
        let isFile = ["file", "filename"].contains(name.lowercased())
        guard isFile || TagKind(named: name) != nil else {
            throw CommandRefusal(.argument, "Unknown tag type: \(name)")
        }
        var kinds: [TagKind] = TagKind(named: name).map { [$0] } ?? []
        if words.count == 1, words[0].utf8.first != UInt8(ascii: "(") {
            // This form is older than filters.
            guard kinds == [.album] else {
                throw CommandRefusal(.argument, "should be \"Album\" for 3 arguments")
            }
            words = [TagKind.artist.name, words[0]]
        }
        while words.count >= 2, words[words.count - 2] == "group" {
            guard let kind = TagKind(named: words[words.count - 1]) else {
                throw CommandRefusal(.argument, "Unknown tag type: \(words[words.count - 1])")
            }
            guard !kinds.contains(kind), !isFile else { throw CommandRefusal(.argument, "Conflicting group") }
            kinds.insert(kind, at: kinds.count - 1)
            words.removeLast(2)
        }
        let search = try SongSearch(words, foldsCase: false, mayBeAll: true)
        let tree = try await mirror.songs().tree
        if isFile {
            return try await forEachSong(of: tree, found: search) {
                reply.add("file", $0.uri)
                try await flush()
            }
        }
        if search.filter == nil, let answer = mirror.listAnswers[kinds] { return try await tell(answer) }
        var values = ValueTree(kinds)
        try await forEachSong(of: tree, found: search) {
            // A song with many values of several tags takes as long as hundreds of others.
            if values.add($0) > 64 { try await rest() }
        }
        let found = values
        let answer = await Background.computing.run { found.answer }
        if search.filter == nil { mirror.keepListAnswer(answer, to: kinds, of: tree) }
        try await tell(answer)
    }

    private func tell(_ answer: [UInt8]) async throws {
        for start in stride(from: 0, to: answer.count, by: Self.answerPart) {
            reply.addLines(answer[start..<min(start + Self.answerPart, answer.count)])
            try await flush()
        }
    }

    private func count(_ words: [String]) async throws {
        var words = words
        var group: TagKind?
        if words.count >= 2, words[words.count - 2] == "group" {
            group = TagKind(named: words[words.count - 1])
            guard group != nil else {
                throw CommandRefusal(.argument, "Unknown tag type: \(words[words.count - 1])")
            }
            words.removeLast(2)
        }
        if words.isEmpty, group == nil { throw CommandRefusal(.argument, "Incorrect number of filter arguments") }
        let search = try SongSearch(words, foldsCase: false, mayBeAll: true)
        let tree = try await mirror.songs().tree
        if let group {
            var counts = ValueCounts(group)
            try await forEachSong(of: tree, found: search) { counts.add($0) }
            let found = counts
            for row in await Background.computing.run({ found.rows }) {
                reply.add(group.name, row.value)
                reply.add("songs", row.count)
                reply.add("playtime", ReplyText.cutSeconds(row.time))
                try await flush()
            }
            return
        }
        var (number, time) = (0, Duration.zero)
        try await forEachSong(of: tree, found: search) {
            number += 1
            time += $0.duration ?? .zero
        }
        reply.add("songs", number)
        reply.add("playtime", ReplyText.cutSeconds(time))
    }
}
