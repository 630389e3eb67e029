// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import Glibc
package import OnCueCore
package import OnCueMedia
internal import OnCueRuntime
internal import OnCueSession

/// Finds the tracks of files, folders and streams: from the catalog if it has them, otherwise from the files.
///
/// Calls do not wait for each other: each has threads of its own that may block. A folder yields at most as many tracks
/// as a queue can have. If its task is cancelled, a call ends soon, with ``ContentError`` `unreadable`.
package struct CatalogMediaResolver: MediaResolving {
    private let catalog: Catalog
    private let tags: TagSource
    private let folders: FolderReader
    private let fileLimit: Int

    package init(catalog: Catalog, tags: TagSource) {
        self.init(catalog: catalog, tags: tags, folders: .system)
    }

    /// - Parameter fileLimit: The maximum number of files taken from a folder.
    init(catalog: Catalog, tags: TagSource, folders: FolderReader, fileLimit: Int = PlaybackQueue.capacity) {
        self.catalog = catalog
        self.tags = tags
        self.folders = folders
        self.fileLimit = fileLimit
    }

    package func tracks(at location: MediaLocation) async throws(ContentError) -> [Track] {
        guard location.scheme == "file" else { return [Self.stream(location)] }
        guard let filePath = location.filePath else {
            throw ContentError(.invalidPlace, "\(location.uri) is not the address of a local file")
        }
        let path = PathBytes.normalized(filePath)
        let executor = BlockingExecutor(label: "oncue.catalog.resolver")
        let status = try await executor.runThrowing { () throws(ContentError) in try Self.status(path) }
        if status.isFolder {
            let folder = FolderResolving(
                folder: path, catalog: catalog, tags: tags, folders: folders, fileLimit: fileLimit)
            return try await folder.tracks()
        }
        guard status.isFile else {
            throw ContentError(.notPlayable, "\(location) is neither a file nor a folder")
        }
        if let tracks = await catalog.knownTracks([path])[path] { return tracks }
        let tags = tags
        return try await executor.runThrowing { () throws(ContentError) in try Track.reading(path, tags) }
    }

    /// Returns a track for a stream, with its address as the title, since it has no name before it plays.
    private static func stream(_ location: MediaLocation) -> Track {
        Track(
            identifier: StableKey(hashing: location.uri.utf8).identifier(.track), location: location,
            title: location.shownURI)
    }

    private static func status(_ path: [UInt8]) throws(ContentError) -> FileSystem.Status {
        let (status, error) = FileSystem.status(path)
        if let status { return status }
        let name = String(decoding: path, as: UTF8.self)
        let isAbsent = error == ENOENT || error == ENOTDIR
        throw ContentError(isAbsent ? .notFound : .unreadable, "cannot play \(name): \(FileSystem.text(of: error))")
    }
}
