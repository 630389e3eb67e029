// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import Glibc
package import OnCueCore
internal import OnCueInterface
package import OnCueQuery
package import OnCueRuntime

/// The file of saved queries, which people may edit while the service runs.
package actor SavedQueryStore: QueryService {
    /// The largest size of the file, in bytes; a larger one is not a file of queries.
    private static let sizeLimit = 1 << 20

    private let executor = BlockingExecutor(label: "oncue.queries")
    private let path: String
    /// The titles of other lists.
    private let reserved: [String]
    private let trash: TrashFolder?
    private let log: @Sendable (String) -> Void
    private let onChange: @Sendable () -> Void
    /// Returns the title of the playlist with a name.
    private var playlist: @Sendable (String) async -> String? = { _ in nil }
    private var file = SavedQueryFile("")
    private var stamp: Stamp?

    /// The properties by which an edited file is recognised.
    private struct Stamp: Equatable {
        var seconds: Int
        var nanoseconds: Int
        var size: Int
        var inode: UInt64
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - path: The absolute path of the file, which need not exist.
    ///   - reserved: Names that are taken.
    ///   - trash: Keeps removed queries; without it, they are deleted.
    ///   - log: Receives a line for each invalid line of the file.
    ///   - onChange: Called after a query was saved or removed, and after a change of the file was noticed.
    package init(
        path: String, reserved: [String] = [], trash: TrashFolder? = nil, log: @escaping @Sendable (String) -> Void,
        onChange: @escaping @Sendable () -> Void = {}
    ) {
        self.path = path
        self.reserved = reserved
        self.trash = trash
        self.log = log
        self.onChange = onChange
    }

    /// Refuses the names of playlists for new queries from now on.
    ///
    /// - Parameter playlist: Returns the title of the playlist that has a name, if there is one.
    package func reserve(_ playlist: @escaping @Sendable (String) async -> String?) { self.playlist = playlist }

    package func savedQueries() throws(ContentError) -> [SavedQuery] {
        try refresh()
        return file.queries
    }

    package func saveQuery(_ name: String, _ text: String) async throws(ContentError) {
        let query = try SavedQuery(checking: name, text: text)
        guard !reserved.contains(where: { SavedQueryFile.isSame($0, query.name) }) else {
            throw ContentError(
                .refused, "\"\(query.name)\" is the name of a built-in list; choose another name")
        }
        let playlist = await playlist(query.name)
        try refresh()
        let known = file.queries
        let isNew = !known.contains { SavedQueryFile.isSame($0.name, query.name) }
        if isNew, let playlist { throw Self.taken(playlist) }
        guard known.count < SavedQuery.countLimit || !isNew else {
            throw ContentError(
                .refused, "there are already \(known.count) saved queries, which is the limit; remove one first")
        }
        var changed = file
        changed.save(query)
        try write(changed)
    }

    package func removeQuery(_ name: String) throws(ContentError) {
        try refresh()
        var changed = file
        let query = file.queries.first { SavedQueryFile.isSame($0.name, name) }
        guard changed.remove(name) else {
            throw ContentError(
                .notFound, "there is no saved query \"\(name.prefix(200))\"; list them with: oncue query list")
        }
        var key: String?
        if let trash, let query {
            do throws(WholeFile.Failure) {
                key = try trash.put(.query, title: query.name, content: Array(query.text.utf8))
            } catch {
                throw ContentError(.storage, "cannot remove the query \"\(query.name)\": \(error.message)")
            }
        }
        do throws(ContentError) { try write(changed) } catch {
            if let key { trash?.remove(key) }
            throw error
        }
    }

    private static func taken(_ playlist: String) -> ContentError {
        ContentError(
            .refused, "there is already a playlist called \"\(playlist)\"; rename that first, or choose another name")
    }

    /// Restores a removed query.
    ///
    /// - Throws: `refused` if its name is taken, or there are too many; `unreadable`.
    package func restore(_ query: TrashFile) async throws(ContentError) {
        if let playlist = await playlist(query.title) { throw Self.taken(playlist) }
        try refresh()
        guard !file.queries.contains(where: { SavedQueryFile.isSame($0.name, query.title) }) else {
            throw ContentError(.refused, "there is a saved query \"\(query.title)\" already; remove that first")
        }
        var changed = file
        // Saved without a check, although it may contain mistakes made by hand.
        changed.save(SavedQuery(name: query.title, text: String(decoding: query.content, as: UTF8.self)))
        guard changed.queries.count <= SavedQuery.countLimit else {
            throw ContentError(
                .refused, "there are \(SavedQuery.countLimit) saved queries, which is the limit; remove one first")
        }
        try write(changed)
    }

    // MARK: The file

    private func refresh() throws(ContentError) {
        let found = currentStamp()
        guard found != stamp else { return }
        guard let found else {
            (file, stamp) = (SavedQueryFile(""), nil)
            return onChange()
        }
        guard found.size <= Self.sizeLimit, let data = FileManager.default.contents(atPath: path) else {
            throw ContentError(
                .unreadable, "cannot read the saved queries in \(path); check its permissions and its size")
        }
        let isFirst = stamp == nil && file == SavedQueryFile("")
        (file, stamp) = (SavedQueryFile(String(decoding: data, as: UTF8.self)), found)
        for problem in file.problems { log("\(path):\(problem.line): \(problem.message)") }
        if !isFirst { onChange() }
    }

    /// Writes a new file and replaces the old one with it, so that there is a complete file at any time.
    private func write(_ changed: SavedQueryFile) throws(ContentError) {
        PrivateDirectory.make(path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 })
        let new = path + ".new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(errno) }
        let bytes = Array(changed.text.utf8)
        let isWritten = Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        let reason = errno
        close(descriptor)
        guard isWritten, rename(new, path) == 0 else {
            let cause = isWritten ? errno : reason
            unlink(new)
            throw failure(cause)
        }
        (file, stamp) = (changed, currentStamp())
        onChange()
    }

    private func failure(_ code: Int32) -> ContentError {
        ContentError(
            .unreadable,
            "cannot write the saved queries to \(path): \(String(cString: strerror(code))); check its "
                + "permissions and the free space"
        )
    }

    private func currentStamp() -> Stamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Stamp(
            seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec, size: Int(status.st_size),
            inode: UInt64(status.st_ino))
    }
}
