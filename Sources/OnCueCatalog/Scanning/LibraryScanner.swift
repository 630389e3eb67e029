// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import FileAccess
internal import Glibc
internal import OnCueCore
internal import OnCueMedia
internal import OnCueRuntime
internal import SQLite
internal import Synchronization

/// Updates the catalog from the folders of the library.
///
/// The walk runs on one thread. Then a few threads read files, a chunk at a time, and pass each chunk to the writer as
/// one transaction; so a scan that ends early for any reason leaves a correct if incomplete catalog.
struct LibraryScanner: Sendable {
    /// The number of tracks that are removed in one transaction.
    private static let removalBatchSize = 1000
    private static let filesPerWorker = 64

    /// Receives the progress of a scan, from any thread.
    struct Observer: Sendable {
        var progressed: @Sendable (LibraryScanProgress) -> Void
        var contentChanged: @Sendable (ContentTree.Revision) -> Void
    }

    private let catalog: Catalog
    private let tags: TagSource
    private let folders: FolderReader
    private let workerCount: Int
    /// Is given the folders as they are read.
    private let watch: FolderWatch?
    /// Seconds since 1970.
    private let now: @Sendable () -> Int64
    /// Devices that do not answer, from one scan to the next.
    let stalls = DeviceStalls()
    /// Folders that do not answer, from one scan to the next.
    let silence: SilentFolders

    init(
        catalog: Catalog, tags: TagSource, folders: FolderReader = .system, workerCount: Int? = nil,
        watch: FolderWatch? = nil, silence: SilentFolders = SilentFolders(),
        now: @escaping @Sendable () -> Int64 = FileSystem.secondsSince1970
    ) {
        self.watch = watch
        self.silence = silence
        self.now = now
        self.catalog = catalog
        self.tags = tags
        self.folders = folders
        // One more than there are processors, because one of them waits for the writer most of the time.
        self.workerCount = workerCount ?? min(max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1), 8) + 1
    }

    /// Scans the folders of the library.
    ///
    /// - Parameters:
    ///   - changes: The folders to scan.
    ///   - control: Pauses the scan.
    /// - Returns: `nil` if the task was cancelled; the data stored until then is kept.
    /// - Throws: `storage`.
    func scan(
        _ observer: Observer, _ changes: FolderChanges = .everything, control: ScanControl = ScanControl()
    ) async throws(LibraryError) -> ScanReport? {
        let meter = ScanMeter(observer.progressed)
        control.take(meter)
        // The handler does not pass typed errors on, so they travel as a result.
        let result = await withTaskCancellationHandler { () async -> Result<ScanReport?, LibraryError> in
            do throws(LibraryError) { return .success(try await scan(meter, observer, changes)) } catch {
                return .failure(error)
            }
        } onCancel: {
            meter.cancel()
        }
        return try result.get()
    }

    private func scan(
        _ meter: ScanMeter, _ observer: Observer, _ changes: FolderChanges
    ) async throws(LibraryError) -> ScanReport? {
        try await catalog.store.open()
        stalls.beginScan(now: now(), triesAgain: changes.triesAgain)
        guard let plan = try await makePlan(meter, changes) else { return nil }
        meter.planned(plan)
        try await remove(plan, meter, observer)
        try await read(plan.files, meter, observer)
        return meter.isCancelled ? nil : meter.report()
    }

    // MARK: Looking

    private func makePlan(
        _ meter: ScanMeter, _ changes: FolderChanges
    ) async throws(LibraryError) -> ScanPlan? {
        let executor = BlockingExecutor(label: "oncue.catalog.walk", qos: .utility)
        let (path, folders, watch, silence, time) = (catalog.path, folders, watch, silence, now())
        return try await executor.runThrowing { () throws(LibraryError) -> ScanPlan? in
            do throws(SQLiteError) {
                // A separate connection, because a walk may take long, and readers serve interactive requests.
                let connection = try Connection(path: path, mode: .readOnly)
                try connection.execute(CatalogSchema.readerSettings)
                let queries = try CatalogQueries(connection: connection)
                let roots = try queries.topFolders()
                if changes.isEverything { watch?.beginLook(at: roots) }
                let planner = ScanPlanner(queries: queries, roots: roots, time: time, meter: meter)
                let reader = silence.reader(watch.map(folders.watched) ?? folders, roots: roots) { path, failure in
                    // Other folders that are gone are noticed in the folders that contained them.
                    let isMissingRoot = changes.isEverything && roots.contains(path)
                    if failure.isSilence || isMissingRoot { watch?.noteUnread() }
                }
                return try planner.makePlan(reader, changes)
            } catch {
                throw CatalogFile.describe(error, path)
            }
        }
    }

    // MARK: Storing

    private func remove(_ plan: ScanPlan, _ meter: ScanMeter, _ observer: Observer) async throws(LibraryError) {
        var rest = plan.gone[...]
        var files = plan.goneUnreadable
        while !rest.isEmpty || !files.isEmpty, !meter.isCancelled {
            let part = rest.prefix(Self.removalBatchSize)
            rest = rest.dropFirst(part.count)
            try await store(
                CatalogBatch(gone: part.flatMap { [$0.track] + $0.parts }, goneUnreadable: files, time: 0), meter,
                observer)
            files = []
        }
    }

    private func store(
        _ batch: CatalogBatch, _ meter: ScanMeter, _ observer: Observer
    ) async throws(LibraryError) {
        let outcome = try await catalog.store.apply(batch)
        meter.wasStored(outcome)
        if let revision = outcome.revision { observer.contentChanged(revision) }
    }

    // MARK: Reading

    private func read(_ files: [PlannedFile], _ meter: ScanMeter, _ observer: Observer) async throws(LibraryError) {
        guard !files.isEmpty else { return }
        let chunks = ChunkQueue(files, readers: workerCount)
        let time = now()
        let failure = await withTaskGroup(of: LibraryError?.self) { group in
            // Starting a process for a handful of further files would take longer than reading them.
            for number in 0..<min(workerCount, (files.count + Self.filesPerWorker - 1) / Self.filesPerWorker) {
                group.addTask { await work(number, chunks, time, meter, observer) }
            }
            var first: LibraryError?
            for await failure in group {
                // The others would fail in the same way.
                if let failure, first == nil {
                    first = failure
                    chunks.close()
                }
            }
            return first
        }
        await catalog.store.tidy()
        if let failure { throw failure }
    }

    private func work(
        _ number: Int, _ chunks: ChunkQueue, _ time: Int64, _ meter: ScanMeter, _ observer: Observer
    ) async -> LibraryError? {
        let executor = BlockingExecutor(label: "oncue.catalog.read-\(number)", qos: .utility)
        let reader = ChunkReader(tags: tags, stalls: stalls, meter: meter, now: now)
        var size = ChunkSize()
        while !meter.isCancelled, let chunk = chunks.next(upTo: size.files) {
            let begin = ContinuousClock.now
            let files = await executor.run { meter.mayGoOn() ? reader.read(chunk) : [] }
            size.note(begin.duration(to: .now))
            if meter.isCancelled { return nil }
            do throws(LibraryError) {
                try await store(CatalogBatch(files: files, time: time), meter, observer)
            } catch {
                return error
            }
        }
        return nil
    }
}
