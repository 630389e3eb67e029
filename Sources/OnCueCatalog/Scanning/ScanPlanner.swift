// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import OnCueCore
internal import SQLite

/// Determines the work of a scan: walks the folders and compares each with the catalog.
///
/// Runs on a thread that may block. The entries below a folder that cannot be read are kept; those in a root that is
/// missing or empty, as if a disk were not connected, count as gone until it is back.
final class ScanPlanner: FolderVisitor {
    private let queries: CatalogQueries
    private let meter: ScanMeter
    private let roots: [[UInt8]]
    private var plan = ScanPlan()
    /// The start of the scan, in seconds since 1970.
    private let time: Int64
    private var visited: Set<[UInt8]> = []
    /// Folders whose content is unknown for now.
    private var kept: [[UInt8]] = []
    private var failure: SQLiteError?

    /// - Parameter time: The start of the scan, in seconds since 1970.
    init(queries: CatalogQueries, roots: [[UInt8]], time: Int64, meter: ScanMeter) {
        self.time = time
        self.queries = queries
        self.roots = roots
        self.meter = meter
    }

    /// Returns the plan, or `nil` if the scan was cancelled.
    ///
    /// - Parameter changes: The folders to scan.
    func makePlan(_ reader: FolderReader, _ changes: FolderChanges) throws(SQLiteError) -> ScanPlan? {
        plan.retryTime = changes.triesAgain ? .max : time
        plan.rereads = changes.rereads
        let trees = changes.isEverything ? roots : PathBytes.highest(changes.trees).filter(isWalked)
        var walk = FolderWalk(reader: reader, roots: roots)
        let isWhole = walk.walk(trees, self)
        if let failure { throw failure }
        guard isWhole else { return nil }
        let known = try queries.knownFolders()
        if changes.isEverything {
            try forgetUnvisited(known)
        } else {
            try forgetUnvisited(known.filter { folder in trees.contains { PathBytes.isInside(folder, $0) } })
            for folder in changes.folders.sorted(by: { $0.lexicographicallyPrecedes($1) })
            where !visited.contains(folder) && isWalked(folder) {
                try look(at: folder, reader.read(folder), known)
            }
        }
        plan.recogniseMoves()
        for file in plan.stillUnreadable { meter.note(file.path, file.reason, isRemembered: true) }
        return plan
    }

    func visit(_ path: [UInt8], _ content: FolderContent) -> Bool {
        do throws(SQLiteError) {
            try compare(path, content)
            return meter.mayGoOn()
        } catch {
            failure = error
            return false
        }
    }

    func leftOut(_ path: [UInt8], _ reason: String) { meter.note(path, reason) }

    func couldNotVisit(_ path: [UInt8], _ failure: FolderFailure) {
        let reason = failure.reason
        if !failure.isSilence, FileSystem.isAbsent(path) {
            // The folder has gone since it was listed, or was due for a scan because it has gone.
            if roots.contains(path) { meter.note(path, reason + "; its tracks are hidden until it is back") }
            return
        }
        kept.append(path)
        meter.note(path, reason + (roots.contains(path) ? "; what is known about it is kept" : ""))
    }

    /// Compares one folder without those below it; subfolders that no longer exist are forgotten.
    private func look(
        at folder: [UInt8], _ result: Result<FolderContent, FolderFailure>, _ known: [[UInt8]]
    ) throws(SQLiteError) {
        let below = known.filter { PathBytes.isInside($0, folder) && !visited.contains($0) }
        switch result {
        case .failure(let failure):
            couldNotVisit(folder, failure)
            if !kept.contains(folder) { try forgetUnvisited(below) }
        case .success(let content) where content.isExcluded: try forgetUnvisited(below)
        case .success(let content):
            try compare(folder, content)
            let names = Set(content.folders + content.linkedFolders)
            try forgetUnvisited(
                below.filter { path in
                    let rest = path.dropFirst(folder.count).drop { $0 == PathBytes.slash }
                    return !rest.isEmpty && !names.contains(Array(rest.prefix { $0 != PathBytes.slash }))
                })
        }
    }

    /// Returns whether a complete walk would visit a folder, as far as its path shows.
    private func isWalked(_ folder: [UInt8]) -> Bool {
        guard let root = roots.first(where: { PathBytes.isInside(folder, $0) }) else { return false }
        var path = root
        for name in folder.dropFirst(root.count).split(separator: PathBytes.slash) {
            guard name.first != UInt8(ascii: "."), !FileSystem.exists(PathBytes.joined(path, Array(".nomedia".utf8)))
            else { return false }
            path = PathBytes.joined(path, Array(name))
        }
        return true
    }

    private func compare(_ path: [UInt8], _ content: FolderContent) throws(SQLiteError) {
        if content.isEmpty, roots.contains(path), try isAnythingKnown(below: path) {
            meter.note(
                path, "the folder is empty, as if a disk were not mounted; its tracks are hidden until it is back")
        }
        visited.insert(path)
        meter.found(content.files.count)
        var known = try queries.knownFiles(in: path)
        if !content.failures.isEmpty {
            for failure in content.failures { meter.note(PathBytes.joined(path, failure.name), failure.reason) }
            let names = Set(content.failures.map(\.name))
            known.removeAll { names.contains($0.name) }
        }
        plan.compare(
            folder: path, device: content.identity.device, found: content.files, sheets: content.sheets, known: known)
    }

    private func isAnythingKnown(below root: [UInt8]) throws(SQLiteError) -> Bool {
        // Tracks hidden by an earlier scan are recorded as vanished.
        if try queries.hasVanished(below: root) { return true }
        return try queries.knownFolders().contains { PathBytes.isInside($0, root) }
    }

    private func forgetUnvisited(_ folders: [[UInt8]]) throws(SQLiteError) {
        for folder in folders where !visited.contains(folder) {
            visited.insert(folder)
            guard !kept.contains(where: { PathBytes.isInside(folder, $0) }) else { continue }
            plan.forget(folder: folder, known: try queries.knownFiles(in: folder))
        }
    }
}
