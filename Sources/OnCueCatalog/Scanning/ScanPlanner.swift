// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// Works out what a scan has to do: walks the folders and compares each with what the catalog knows.
///
/// Runs on a thread that may block. What lies below a folder that cannot be read, or below a root that is missing or
/// empty, is kept as it is known.
final class ScanPlanner: FolderVisitor {
    private let queries: CatalogQueries
    private let meter: ScanMeter
    private let roots: [[UInt8]]
    private var plan = ScanPlan()
    private var visited: Set<[UInt8]> = []
    /// Folders whose content is unknown for now.
    private var kept: [[UInt8]] = []
    private var failure: SQLiteError?

    init(queries: CatalogQueries, roots: [[UInt8]], meter: ScanMeter) {
        self.queries = queries
        self.roots = roots
        self.meter = meter
    }

    /// The plan; `nil` when the scan was cancelled.
    func makePlan(_ reader: FolderReader) throws(SQLiteError) -> ScanPlan? {
        var walk = FolderWalk(reader: reader)
        let isWhole = walk.walk(roots, self)
        if let failure { throw failure }
        guard isWhole else { return nil }
        try forgetUnvisited()
        plan.recogniseMoves()
        for file in plan.stillUnreadable { meter.note(file.path, file.reason) }
        return plan
    }

    func visit(_ path: [UInt8], _ content: FolderContent) -> Bool {
        do throws(SQLiteError) {
            try compare(path, content)
            return !meter.isCancelled
        } catch {
            failure = error
            return false
        }
    }

    func couldNotVisit(_ path: [UInt8], _ reason: String) {
        kept.append(path)
        meter.note(path, reason + (roots.contains(path) ? "; what is known of it is kept" : ""))
    }

    private func compare(_ path: [UInt8], _ content: FolderContent) throws(SQLiteError) {
        if content.isEmpty, roots.contains(path), try isAnythingKnown(below: path) {
            kept.append(path)
            meter.note(path, "the folder is empty, as if a disk were not mounted; what is known of it is kept")
            return
        }
        visited.insert(path)
        meter.found(content.files.count)
        var known = try queries.knownFiles(in: path)
        if !content.failures.isEmpty {
            for failure in content.failures { meter.note(PathBytes.joined(path, failure.name), failure.reason) }
            let names = Set(content.failures.map(\.name))
            known.removeAll { names.contains($0.name) }
        }
        plan.compare(folder: path, found: content.files, known: known)
    }

    private func isAnythingKnown(below root: [UInt8]) throws(SQLiteError) -> Bool {
        try queries.knownFolders().contains { PathBytes.isInside($0, root) }
    }

    private func forgetUnvisited() throws(SQLiteError) {
        for folder in try queries.knownFolders() where !visited.contains(folder) {
            guard !kept.contains(where: { PathBytes.isInside(folder, $0) }) else { continue }
            plan.forget(folder: folder, known: try queries.knownFiles(in: folder))
        }
    }
}
