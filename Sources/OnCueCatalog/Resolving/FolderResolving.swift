// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import OnCueMedia
internal import OnCueRuntime
internal import SQLite
internal import Synchronization

/// Finds the tracks below one folder, once.
///
/// The walk has one thread; afterwards, a few threads read the files that are not in the catalog, a chunk at a time.
struct FolderResolving: Sendable {
    /// The number of paths that are looked up in one read of the catalog, so that browsing gets its turn in between.
    private static let lookupSize = 500
    private static let chunkSize = 32

    let folder: [UInt8]
    let catalog: Catalog
    let tags: TagSource
    let folders: FolderReader
    let fileLimit: Int

    /// Returns the tracks in the order of their paths.
    func tracks() async throws(ContentError) -> [Track] {
        let cancellation = Cancellation()
        // The handler does not pass typed errors on, so they travel as a result.
        let result = await withTaskCancellationHandler { () async -> Result<[Track], ContentError> in
            do throws(ContentError) { return .success(try await tracks(cancellation)) } catch {
                return .failure(error)
            }
        } onCancel: {
            cancellation.request()
        }
        return try result.get()
    }

    private func tracks(_ cancellation: Cancellation) async throws(ContentError) -> [Track] {
        let paths = try await mediaFiles(cancellation)
        var known: [[UInt8]: [Track]] = [:]
        for start in stride(from: 0, to: paths.count, by: Self.lookupSize) where !cancellation.isRequested {
            let part = paths[start..<min(start + Self.lookupSize, paths.count)]
            known.merge(await catalog.knownTracks(Array(part))) { _, new in new }
        }
        let read = await read(paths.filter { known[$0] == nil }, cancellation)
        guard !cancellation.isRequested else {
            throw ContentError(.unreadable, "the search for media in \(name) was cancelled")
        }
        let tracks = paths.flatMap { known[$0] ?? read[$0] ?? [] }.prefix(fileLimit)
        guard !tracks.isEmpty else { throw ContentError(.notPlayable, "there is nothing to play in \(name)") }
        return Array(tracks)
    }

    private var name: String { String(decoding: folder, as: UTF8.self) }

    private func mediaFiles(_ cancellation: Cancellation) async throws(ContentError) -> [[UInt8]] {
        let executor = BlockingExecutor(label: "oncue.catalog.resolver.walk")
        let (folder, folders, limit) = (folder, folders, fileLimit)
        let found = await executor.run { () -> (paths: [[UInt8]], failure: String?) in
            let collector = PathCollector(root: folder, limit: limit) { cancellation.isRequested }
            var walk = FolderWalk(reader: folders, roots: [folder])
            _ = walk.walk([folder], collector)
            return (collector.sorted(), collector.rootFailure)
        }
        if let reason = found.failure { throw ContentError(.unreadable, "cannot read \(name): \(reason)") }
        return found.paths
    }

    /// Reads files; those that cannot be read are left out.
    private func read(_ paths: [[UInt8]], _ cancellation: Cancellation) async -> [[UInt8]: [Track]] {
        guard !paths.isEmpty else { return [:] }
        let (size, tags) = (Self.chunkSize, tags)
        let chunks = stride(from: 0, to: paths.count, by: size).map { paths[$0..<min($0 + size, paths.count)] }
        let processors = min(max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 2), 8)
        let workers = min(processors, chunks.count)
        return await withTaskGroup(of: [[UInt8]: [Track]].self) { group in
            for worker in 0..<workers {
                group.addTask {
                    let executor = BlockingExecutor(label: "oncue.catalog.resolver.read-\(worker)")
                    var tracks: [[UInt8]: [Track]] = [:]
                    for number in stride(from: worker, to: chunks.count, by: workers) {
                        if cancellation.isRequested { break }
                        let chunk = chunks[number]
                        let read = await executor.run { Self.read(chunk, tags, cancellation) }
                        tracks.merge(read) { _, new in new }
                    }
                    return tracks
                }
            }
            return await group.reduce(into: [:]) { all, some in all.merge(some) { _, new in new } }
        }
    }

    private static func read(
        _ chunk: ArraySlice<[UInt8]>, _ tags: TagSource, _ cancellation: Cancellation
    ) -> [[UInt8]: [Track]] {
        var tracks: [[UInt8]: [Track]] = [:]
        for path in chunk where !cancellation.isRequested {
            tracks[path] = try? Track.reading(path, tags, isNamed: false)
        }
        return tracks
    }
}

/// Whether a call was cancelled, for threads that do not belong to a task.
private final class Cancellation: Sendable {
    private let requested = Atomic(false)

    var isRequested: Bool { requested.load(ordering: .relaxed) }

    func request() {
        requested.store(true, ordering: .relaxed)
    }
}

extension Catalog {
    /// Returns the tracks of files in the library; empty if the catalog cannot be read, as files play without it.
    ///
    /// A divided file has several, in their order.
    func knownTracks(_ paths: [[UInt8]]) async -> [[UInt8]: [Track]] {
        let known = try? await read { (queries) throws(SQLiteError) in
            var known: [[UInt8]: [Track]] = [:]
            for path in paths {
                let tracks =
                    if let track = try queries.track(atPath: path) { [track] } else {
                        try queries.parts(atPath: path)
                    }
                if !tracks.isEmpty { known[path] = tracks }
            }
            return known
        }
        return known ?? [:]
    }
}

/// Collects the media files of a walk.
private final class PathCollector: FolderVisitor {
    private let root: [UInt8]
    private let limit: Int
    private let isCancelled: () -> Bool
    private var paths: [[UInt8]] = []
    private(set) var rootFailure: String?

    init(root: [UInt8], limit: Int, isCancelled: @escaping () -> Bool) {
        self.root = root
        self.limit = limit
        self.isCancelled = isCancelled
    }

    func visit(_ path: [UInt8], _ content: FolderContent) -> Bool {
        paths += content.files.prefix(limit - paths.count).map { PathBytes.joined(path, $0.name) }
        return paths.count < limit && !isCancelled()
    }

    func leftOut(_ path: [UInt8], _ reason: String) {}

    func couldNotVisit(_ path: [UInt8], _ failure: FolderFailure) {
        if path == root { rootFailure = failure.reason }
    }

    /// Returns the paths ordered by their components, with numbers by their value.
    func sorted() -> [[UInt8]] {
        let keyed = paths.map { path in
            let parts = path.dropFirst(root.count).split(separator: PathBytes.slash)
            return (key: parts.map { SortKey.make(String(decoding: $0, as: UTF8.self)) }, path: path)
        }
        return keyed.sorted { left, right in
            left.key == right.key
                ? left.path.lexicographicallyPrecedes(right.path)
                : left.key.lexicographicallyPrecedes(right.key)
        }.map(\.path)
    }
}
