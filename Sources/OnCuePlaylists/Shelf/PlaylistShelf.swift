// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import Glibc
package import OnCueCore
package import OnCueRuntime
package import OnCueSession
internal import PlaylistFormats

/// Manages all playlists: the user's own, and those in the folders of the library.
///
/// It accesses files itself, so it has a thread that may block. Contents are read on demand; only the last few are
/// kept.
package actor PlaylistShelf {
    private static let keptDocuments = 4
    /// Browsing searches for new files, but not more often than this.
    private static let restTime: Duration = .seconds(10)

    private let executor = BlockingExecutor(label: "oncue.playlists", qos: .utility)
    /// Walks may take long where disks sleep; everything else continues meanwhile.
    private let walker = BlockingExecutor(label: "oncue.playlists.walk", qos: .utility)
    let folder: [UInt8]
    private let roots: @Sendable () async -> [MediaLocation]
    let time: @Sendable () -> Int64
    /// Keeps playlists that are deleted; without one they are gone.
    let trash: TrashFolder?
    nonisolated let hub = ContentChangeHub()
    /// All known lists. The first access reads the user's own; those of the library are added by the first walk.
    var lists: [ShelvedList] {
        if known == nil { known = Self.sorted(Self.look([], own: folder, [])) }
        return known ?? []
    }
    private var known: [ShelvedList]? {
        didSet { arranged = nil }
    }
    /// All known lists in their folders.
    var tree: PlaylistTree {
        if let arranged { return arranged }
        let tree = PlaylistTree(lists)
        arranged = tree
        return tree
    }
    private var arranged: PlaylistTree? {
        didSet { texts.keep(arranged?.texts) }
    }
    /// The texts by which playlists and their folders are found.
    nonisolated let texts = KeptTexts()
    var history = PlaylistHistory()
    /// Reads the saved queries, whose names playlists must not have.
    private var queries: @Sendable () async -> [(name: String, text: String)] = { [] }
    /// The saved queries as they were at the beginning of the present change.
    private(set) var rules: [(name: String, text: String)] = []
    private(set) var revision: ContentTree.Revision
    private var documents: [Kept] = []

    private struct Kept {
        var identifier: ContentIdentifier
        var fingerprint: FileAccess.Fingerprint
        var document: PlaylistDocument
    }

    private var isWalking = false
    private var isWalkDue = false
    private var lastWalk: ContinuousClock.Instant?
    /// The callers that wait for the first walk.
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - folder: Absolute path of the folder of own playlists, which is made when the first one is.
    ///   - revision: The first revision; higher than in the run before.
    ///   - trash: Keeps playlists that are deleted; without one they are gone.
    ///   - time: Seconds since 1970 now.
    ///   - roots: The folders of the library.
    package init(
        folder: String, revision: ContentTree.Revision, trash: TrashFolder? = nil,
        time: @escaping @Sendable () -> Int64 = { Int64(Glibc.time(nil)) },
        roots: @escaping @Sendable () async -> [MediaLocation]
    ) {
        self.time = time
        self.trash = trash
        self.folder = PathBytes.normalized(Array(folder.utf8))
        self.revision = revision
        self.roots = roots
    }

    deinit { hub.finish() }

    /// Refuses the names of saved queries for playlists from now on.
    ///
    /// - Parameter queries: Returns the saved queries with their rules.
    package func reserve(_ queries: @escaping @Sendable () async -> [(name: String, text: String)]) {
        self.queries = queries
    }

    /// Returns the title of the user's own playlist at the top that has a name, if there is one.
    package func title(atTop name: String) -> String? {
        let folded = TextFolding.fold(name)
        return lists.first { $0.isOwn && $0.folder.isEmpty && TextFolding.fold($0.title) == folded }?.title
    }

    /// Rereads the saved queries, which people may edit, before a change that gives a playlist a name.
    func readRules() async { rules = await queries() }

    /// Makes the folder of own playlists, so that it can be watched.
    package func open() {
        try? FileAccess.makeFolder(folder)
    }

    /// Searches for new, changed and removed files, and announces the differences.
    ///
    /// - Parameter isLibraryChanged: Whether entries may look different although the lists have not changed.
    package func refresh(isLibraryChanged: Bool = false) async {
        if isLibraryChanged { changed(nil) }
        guard !isWalking else {
            isWalkDue = true
            return
        }
        isWalking = true
        defer { isWalking = false }
        repeat {
            isWalkDue = false
            let folders = await roots().compactMap(\.filePath)
            let (known, own) = (lists, folder)
            let found = await walker.run { Self.look(known, own: own, folders) }
            take(found, instead: known)
            lastWalk = .now
        } while isWalkDue
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// Waits for the first walk if it is running.
    ///
    /// - Returns: Whether it had to wait, so that looking again makes sense.
    func firstWalk() async -> Bool {
        guard lastWalk == nil, isWalking else { return false }
        await withCheckedContinuation { waiting.append($0) }
        return true
    }

    /// Searches for new files in the background, unless that was done a moment ago.
    func refreshSoon() {
        guard !isWalking, lastWalk.map({ .now - $0 > Self.restTime }) != false else { return }
        Task { await refresh() }
    }

    private static func look(_ known: [ShelvedList], own: [UInt8], _ folders: [[UInt8]]) -> [ShelvedList] {
        let before = Dictionary(known.map { ($0.path, $0) }) { first, _ in first }
        var seen: Set<[UInt8]> = []
        return PlaylistWalk.files(below: [own] + folders).compactMap { path in
            guard seen.insert(path).inserted else { return nil }
            if let list = before[path], FileAccess.fingerprint(path) == list.fingerprint { return list }
            guard let (list, document) = ShelvedList.read(path, own: own) else { return nil }
            return !list.isOwn && document.isSheet(of: list) ? nil : list
        }
    }

    /// Applies the result of a walk; lists edited during the walk keep their edits.
    private func take(_ found: [ShelvedList], instead known: [ShelvedList]) {
        let before = Dictionary(known.map { ($0.identifier, $0) }) { first, _ in first }
        let edited = lists.filter { before[$0.identifier] != $0 }
        let editedNames = Set(edited.map(\.identifier))
        let removed = Set(before.keys).subtracting(lists.map(\.identifier))
        let rest = found.filter { !editedNames.contains($0.identifier) && !removed.contains($0.identifier) }
        set(Self.sorted(rest + edited))
    }

    /// Returns lists in their order, each with an identity of its own.
    private static func sorted(_ lists: [ShelvedList]) -> [ShelvedList] {
        var lists = lists
        ShelvedList.settle(&lists)
        let keyed = lists.map { (key: SortKey.make($0.title), list: $0) }
        return keyed.sorted { left, right in
            left.key == right.key ? left.list.path.lexicographicallyPrecedes(right.list.path) : left.key < right.key
        }.map(\.list)
    }

    /// Returns a stream of changes of the lists.
    package nonisolated func changes() -> AsyncStream<ContentChange> { hub.listen() }

    /// Returns the folder of own playlists and its folders that contain some, as paths.
    package func ownFolders() -> [String] {
        tree.folders.values.map { inner in
            String(decoding: inner.path.isEmpty ? folder : PathBytes.joined(folder, inner.path), as: UTF8.self)
        }
    }

    /// Returns the path of a list; `nil` if there is none.
    package func file(of identifier: ContentIdentifier) -> [UInt8]? { list(identifier)?.path }

    // MARK: Contents

    func list(_ identifier: ContentIdentifier) -> ShelvedList? { lists.first { $0.identifier == identifier } }

    /// Returns a list with its present contents, and their revision.
    func content(
        of identifier: ContentIdentifier
    ) throws(ContentError) -> (list: ShelvedList, document: PlaylistDocument, revision: ContentTree.Revision) {
        guard let list = list(identifier) else { throw Self.notFound(identifier) }
        let fingerprint = FileAccess.fingerprint(list.path)
        if fingerprint == list.fingerprint,
            let kept = documents.first(where: { $0.identifier == identifier && $0.fingerprint == fingerprint })
        {
            return (list, kept.document, revision)
        }
        guard case (var now, let document)? = ShelvedList.read(list.path, own: folder) else {
            remove(identifier)
            throw ContentError(.unreadable, "the playlist \(list.location) can no longer be read")
        }
        now.identifier = identifier
        put(now, document)
        return (now, document, revision)
    }

    /// Stores the present state of a list.
    func put(_ list: ShelvedList, _ document: PlaylistDocument) {
        documents.removeAll { $0.identifier == list.identifier }
        documents.append(Kept(identifier: list.identifier, fingerprint: list.fingerprint, document: document))
        if documents.count > Self.keptDocuments { documents.removeFirst() }
        var lists = self.lists.filter { $0.identifier != list.identifier }
        lists.append(list)
        set(Self.sorted(lists))
    }

    /// Notes that a list is gone.
    func remove(_ identifier: ContentIdentifier) {
        documents.removeAll { $0.identifier == identifier }
        set(lists.filter { $0.identifier != identifier })
    }

    private func set(_ lists: [ShelvedList]) {
        guard lists != self.lists else { return }
        let before = Dictionary(self.lists.map { ($0.identifier, $0) }) { first, _ in first }
        let changed = lists.filter { before[$0.identifier] != $0 }.map(\.identifier)
        let folders = Set(tree.folders.keys)
        known = lists
        self.changed(folders.union(tree.folders.keys).union(changed))
    }

    private func changed(_ containers: Set<ContentIdentifier>?) {
        revision = ContentTree.Revision(revision.number + 1)
        hub.tell(ContentChange(revision: revision, containers: containers))
    }

    static func notFound(_ identifier: ContentIdentifier) -> ContentError {
        ContentError(.notFound, "there is no playlist \(identifier); list the playlists with: oncue playlist list")
    }
}

extension PlaylistShelf: PlaylistDating {
    package func dates() -> [ContentIdentifier: PlaylistDates] {
        let dates = lists.map { list in
            (list.identifier, PlaylistDates(created: list.created, modified: list.fingerprint.modifiedSecond))
        }
        return Dictionary(dates) { first, _ in first }
    }
}
