// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import GLib
internal import Glibc
package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import SQLite

/// Looks after the folders of the library: adds and removes them, and scans, one scan at a time.
///
/// It looks at folders itself, so it has a thread that may block.
package actor CatalogLibrary: LibraryManaging {
    private let executor = BlockingExecutor(label: "oncue.library", qos: .utility)
    private let catalog: Catalog
    private let scanner: LibraryScanner
    private let hub = LibraryEventHub()
    private let log: @Sendable (String) -> Void
    private var scanTask: Task<Void, Never>?
    private var isScanDue = false
    private var isClosed = false
    private var lastReport: ScanReport?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - catalog: Stays open until after ``close()``.
    ///   - tags: Reads the files; anything else than the files themselves is for tests.
    ///   - log: Gets a line when a scan fails as a whole.
    package init(catalog: Catalog, tags: TagSource, log: @escaping @Sendable (String) -> Void) {
        self.init(catalog: catalog, scanner: LibraryScanner(catalog: catalog, tags: tags), log: log)
    }

    init(catalog: Catalog, scanner: LibraryScanner, log: @escaping @Sendable (String) -> Void) {
        self.catalog = catalog
        self.scanner = scanner
        self.log = log
        catalog.whenReplaced { [weak self] in
            guard let self else { return }
            Task { await self.scan() }
        }
    }

    package func status() async throws(LibraryError) -> LibraryStatus {
        var status = try await read { (queries) throws(SQLiteError) in try queries.status() }
        // A scan that is yet to begin counts, or its end could not be told from that of the one before.
        status.scan = hub.progress ?? (scanTask != nil || isScanDue ? .beginning : nil)
        status.lastReport = lastReport
        return status
    }

    package func addFolder(_ folder: MediaLocation) async throws(LibraryError) {
        let path = try Self.path(of: folder)
        // Not on the thread of the library, which a dead network mount would keep from everything else.
        let look = await BlockingExecutor(label: "oncue.library.look").run {
            let (status, error) = FileSystem.status(path)
            return (status: status, error: error, isListable: FileSystem.isListable(path))
        }
        guard let status = look.status else {
            let code: LibraryError.Code = look.error == EACCES ? .permissionDenied : .noSuchFolder
            throw LibraryError(code, "cannot add \(folder): \(FileSystem.text(of: look.error))")
        }
        guard status.isFolder else { throw LibraryError(.noSuchFolder, "cannot add \(folder): it is not a folder") }
        guard look.isListable else {
            throw LibraryError(
                .permissionDenied, "cannot add \(folder): permission denied; check the rights of the folder")
        }
        tell(try await catalog.store.addRoot(path))
        scan()
    }

    package func removeFolder(_ folder: MediaLocation) async throws(LibraryError) {
        let path = try Self.path(of: folder)
        // A scan under way would add files of the folder again.
        let wasScanning = await stopScan()
        let removal: (isRoot: Bool, revision: ContentTree.Revision?)
        do throws(LibraryError) {
            removal = try await catalog.store.removeRoot(path)
        } catch {
            if wasScanning { scan() }
            throw error
        }
        // A scan that began meanwhile may have planned with the folder still in the library.
        if wasScanning || scanTask != nil { scan() }
        guard removal.isRoot else {
            throw LibraryError(
                .notInLibrary, "\(folder) is not one of the folders of the library; see them with: oncue library status"
            )
        }
        tell(removal.revision)
    }

    package func scan() {
        guard !isClosed else { return }
        guard scanTask == nil else {
            isScanDue = true
            return
        }
        isScanDue = false
        scanTask = Task(priority: .utility) { await self.runScan() }
    }

    package func close() async {
        isClosed = true
        _ = await stopScan()
        hub.close()
    }

    package func events() -> AsyncStream<LibraryEvent> {
        hub.listen()
    }

    // MARK: Scanning

    private func runScan() async {
        let hub = hub
        let observer = LibraryScanner.Observer(
            progressed: { hub.tell(.scanProgressed($0)) }, contentChanged: { hub.tell(.contentChanged($0)) })
        var report: ScanReport?
        do throws(LibraryError) {
            report = try await scanner.scan(observer)
        } catch {
            log(error.message)
            var failed = ScanReport()
            failed.note(.init(location: MediaLocation(filePath: catalog.path), reason: error.message))
            report = failed
        }
        hub.scanEnded()
        scanTask = nil
        if let report {
            lastReport = report
            hub.tell(.scanFinished(report))
        }
        if isScanDue { scan() } else { Self.giveBackMemory(after: report) }
    }

    /// What a scan has freed stays with the allocator, and the daemon may not scan again for weeks. With 10,000 files
    /// that were read it is a sixth of all that is resident.
    private static func giveBackMemory(after report: ScanReport?) {
        guard let report, report.added + report.changed + report.removed > 0 else { return }
        Heap.giveBack()
    }

    /// - Returns: True when a scan was under way.
    private func stopScan() async -> Bool {
        guard let task = scanTask else { return false }
        isScanDue = false
        task.cancel()
        await task.value
        return true
    }

    private func tell(_ revision: ContentTree.Revision?) {
        if let revision { hub.tell(.contentChanged(revision)) }
    }

    private func read<T: Sendable>(
        _ body: @Sendable (CatalogQueries) throws(SQLiteError) -> T
    ) async throws(LibraryError) -> T {
        do throws(SQLiteError) {
            return try await catalog.read(body)
        } catch {
            throw CatalogFile.describe(error, catalog.path)
        }
    }

    private static func path(of folder: MediaLocation) throws(LibraryError) -> [UInt8] {
        guard let path = folder.filePath else {
            throw LibraryError(.noSuchFolder, "\(folder) is not a local folder")
        }
        return PathBytes.normalized(path)
    }
}
