// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import FileAccess
internal import GLib
internal import Glibc
package import OnCueCore
package import OnCueInterface
package import OnCueMedia
internal import OnCueRuntime
internal import OnCueSession
internal import SQLite

/// Manages the folders of the library: adds and removes them, and scans, one scan at a time.
///
/// It accesses folders itself, so it has a thread that may block.
package actor CatalogLibrary: LibraryManaging {
    /// The default interval between checks of folders that cannot be watched.
    package static let verificationInterval = Duration.seconds(15 * 60)
    /// The shortest interval between attempts to read unresponsive files, in seconds.
    private static let shortestRetry: Int64 = 60

    private let executor = BlockingExecutor(label: "oncue.library", qos: .utility)
    private let catalog: Catalog
    private let scanner: LibraryScanner
    private let hub = LibraryEventHub()
    private let log: @Sendable (String) -> Void
    private let watch: FolderWatch?
    private var scanTask: Task<Void, Never>?
    /// The folders for the next scan.
    private var due = FolderChanges()
    private var control = ScanControl()
    /// Whether the scan in progress was requested, so that its end is announced.
    private var isScanAnnounced = false
    /// Whether the next scan was requested.
    private var isNextAsked = false
    private var isCancelled = false
    private var isClosed = false
    private var lastReport: ScanReport?
    private var verification: Task<Void, Never>?
    private var retry: Task<Void, Never>?
    private let clock: LibraryClock
    private let verificationInterval: Duration

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - catalog: Stays open until after ``close()``.
    ///   - tags: Reads the files; a source other than the files themselves is for tests.
    ///   - isWatching: Whether changes are noticed automatically.
    ///   - verificationInterval: The interval between checks of folders that cannot be watched.
    ///   - log: Receives a line when a scan fails as a whole, or when some folders cannot be watched.
    package init(
        catalog: Catalog, tags: TagSource, isWatching: Bool = false,
        verificationInterval: Duration = CatalogLibrary.verificationInterval, log: @escaping @Sendable (String) -> Void
    ) {
        let watch = isWatching ? FolderWatch(log: log) : nil
        self.init(
            catalog: catalog, scanner: LibraryScanner(catalog: catalog, tags: tags, watch: watch), watch: watch,
            verificationInterval: verificationInterval, log: log)
    }

    /// - Parameters:
    ///   - watch: The watch of the scanner.
    ///   - clock: A manual clock in tests.
    ///   - verificationInterval: The interval between checks of folders that cannot be watched.
    init(
        catalog: Catalog, scanner: LibraryScanner, watch: FolderWatch? = nil, clock: LibraryClock = .system,
        verificationInterval: Duration = CatalogLibrary.verificationInterval, log: @escaping @Sendable (String) -> Void
    ) {
        self.clock = clock
        self.verificationInterval = verificationInterval
        self.catalog = catalog
        self.scanner = scanner
        self.watch = watch
        self.log = log
        watch?.start { [weak self] changes in
            Task { [weak self] in await self?.filesChanged(changes) }
        }
        catalog.whenReplaced { [weak self] in
            guard let self else { return }
            Task { await self.scan() }
        }
        scanner.silence.whenAnswered { [weak self] in
            Task { [weak self] in await self?.filesChanged(.everything) }
        }
    }

    package func libraryStatus() async throws(LibraryError) -> LibraryStatus {
        var status = try await read { (queries) throws(SQLiteError) in try queries.status() }
        // A scan that is about to begin counts, as its end could otherwise not be distinguished from that of the
        // previous one.
        status.scan = hub.progress ?? (scanTask != nil && isScanAnnounced || due.isEverything ? .beginning : nil)
        status.lastReport = lastReport
        status.watching = watch?.coverage ?? .off
        status.isPaused = control.isPaused
        return status
    }

    package func scanFailures(offset: Int, limit: Int) async throws(LibraryError) -> ScanFailurePage {
        let (offset, limit) = (max(0, offset), PageLimit.granted(limit))
        // Failures due to permissions and disks are not stored, but were in the report.
        let passing = lastReport?.failures.filter { !$0.isRemembered } ?? []
        let (count, remembered) = try await read { (queries) throws(SQLiteError) in
            (try queries.unreadableCount(), try queries.unreadableFiles(offset: offset, limit: limit))
        }
        let rest = passing.dropFirst(max(0, offset - count)).prefix(limit - remembered.count)
        return ScanFailurePage(total: count + passing.count, failures: remembered + rest)
    }

    package func libraryTracks(from start: UInt64, limit: Int) async throws(LibraryError) -> LibraryTrackPage {
        try await read { (queries) throws(SQLiteError) in
            try queries.libraryTracks(from: start, limit: PageLimit.granted(limit))
        }
    }

    package func addFolder(_ folder: MediaLocation) async throws(LibraryError) {
        let path = try Self.path(of: folder)
        // Does not run on the thread of the library, which a dead network mount would block for everything else.
        let found = await MediaActor.value(within: SilentFolders.patience) {
            await BlockingExecutor(label: "oncue.library.look").run {
                let (status, error) = FileSystem.status(path)
                return (status: status, error: error, isListable: FileSystem.isListable(path))
            }
        }
        guard let look = found else {
            throw LibraryError(
                .noSuchFolder,
                "cannot add \(folder): it does not answer; look whether its disk or its server hangs")
        }
        guard let status = look.status else {
            let code: LibraryError.Code = look.error == EACCES ? .permissionDenied : .noSuchFolder
            throw LibraryError(code, "cannot add \(folder): \(FileSystem.text(of: look.error))")
        }
        guard status.isFolder else { throw LibraryError(.noSuchFolder, "cannot add \(folder): it is not a folder") }
        guard look.isListable else {
            throw LibraryError(
                .permissionDenied, "cannot add \(folder): permission denied; check the permissions of the folder")
        }
        tell(try await catalog.store.addRoot(path))
        scan()
    }

    package func removeFolder(_ folder: MediaLocation) async throws(LibraryError) {
        let path = try Self.path(of: folder)
        // A scan in progress would add files of the folder again.
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
                .notInLibrary, "\(folder) is not a folder of the library; list the folders with: oncue library status"
            )
        }
        tell(removal.revision)
    }

    package func scan() { scan(.everythingAgain) }

    package func scanAll() { scan(.everythingAnew) }

    private func scan(_ changes: FolderChanges) {
        guard !isClosed else { return }
        due.merge(changes)
        isNextAsked = true
        beginDueScan()
    }

    package func pauseScan() {
        control.pause(true)
    }

    package func resumeScan() {
        control.pause(false)
    }

    package func cancelScan() async {
        isCancelled = true
        _ = await stopScan()
        isCancelled = false
        control = ScanControl()
    }

    package func close() async {
        isClosed = true
        watch?.close()
        verification?.cancel()
        retry?.cancel()
        _ = await stopScan()
        hub.close()
    }

    package func events() -> AsyncStream<LibraryEvent> {
        hub.listen()
    }

    // MARK: Scanning

    private func filesChanged(_ changes: FolderChanges) {
        guard !isClosed else { return }
        due.merge(changes)
        beginDueScan()
    }

    private func beginDueScan() {
        guard scanTask == nil, !due.isEmpty else { return }
        let changes = due
        due = FolderChanges()
        isScanAnnounced = changes.isEverything
        let isAsked = isNextAsked
        isNextAsked = false
        scanTask = Task(priority: .utility) { await self.runScan(changes, isAsked: isAsked) }
    }

    private func runScan(_ changes: FolderChanges, isAsked: Bool) async {
        let (hub, isAnnounced) = (hub, changes.isEverything)
        let observer = LibraryScanner.Observer(
            progressed: { progress in
                guard isAnnounced else { return }
                var progress = progress
                progress.isAsked = isAsked
                hub.tell(.scanProgressed(progress))
            },
            contentChanged: { hub.tell(.contentChanged($0)) })
        var report: ScanReport?
        do throws(LibraryError) {
            report = try await scanner.scan(observer, changes, control: control)
        } catch {
            log(error.message)
            var failed = ScanReport()
            failed.error = error.message
            report = failed
        }
        control.scanEnded()
        hub.scanEnded()
        scanTask = nil
        if isAnnounced {
            announce(report)
        } else if let report {
            let folders = changes.folders.union(changes.trees)
            hub.tell(.partScanned(report, folders: folders.map { MediaLocation(filePath: $0) }))
        }
        guard due.isEmpty else { return beginDueScan() }
        Self.giveBackMemory(after: report)
        verifyLater()
        await retryLater()
    }

    private func announce(_ report: ScanReport?) {
        guard var report = report ?? (isCancelled ? ScanReport() : nil) else { return }
        report.isCancelled = isCancelled
        lastReport = report
        hub.tell(.scanFinished(report))
    }

    /// Schedules a scan if some changes are not reported.
    private func verifyLater() {
        guard verification == nil, !isClosed, let watch, watch.coverage != .live else { return }
        verification = Task { [weak self, interval = verificationInterval] in
            guard let clock = self?.clock, await clock.sleep(interval) else { return }
            await self?.verify()
        }
    }

    private func verify() {
        verification = nil
        filesChanged(.everything)
    }

    /// Schedules a retry of unresponsive files; does nothing while all files respond.
    private func retryLater() async {
        let file = try? await read { (queries) throws(SQLiteError) in try queries.nextRetry() }
        guard let time = [file ?? nil, scanner.stalls.nextRetry].compactMap({ $0 }).min(), !isClosed else { return }
        // A file left out of this scan may be overdue.
        let pause = Duration.seconds(max(time - clock.now(), Self.shortestRetry))
        retry?.cancel()
        retry = Task { [weak self] in
            guard let clock = self?.clock, await clock.sleep(pause) else { return }
            await self?.tryAgain()
        }
    }

    private func tryAgain() async {
        let now = clock.now()
        if let time = scanner.stalls.nextRetry, time <= now { return filesChanged(.everything) }
        var changes = FolderChanges()
        let folders = try? await read { (queries) throws(SQLiteError) in try queries.foldersToRetry(at: now) }
        for folder in folders ?? [] { changes.note(folder: folder) }
        if changes.isEmpty { await retryLater() } else { filesChanged(changes) }
    }

    /// Returns memory that a scan has freed, which would otherwise stay with the allocator, as the daemon may not scan
    /// again for weeks. After reading 10,000 files it is a sixth of the resident memory; without changes, only a large
    /// number of files leaves any.
    private static func giveBackMemory(after report: ScanReport?) {
        guard let report else { return }
        let isLarge = report.unchanged >= 10_000
        if isLarge || report.added + report.changed + report.removed > 0 { Heap.giveBack() }
    }

    /// - Returns: `true` if a scan was in progress.
    private func stopScan() async -> Bool {
        (due, isNextAsked) = (FolderChanges(), false)
        guard let task = scanTask else { return false }
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
