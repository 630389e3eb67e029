// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueMedia
internal import TagReading

/// Reads a chunk of the files of a scan, except those on devices that do not answer.
struct ChunkReader: Sendable {
    let tags: TagSource
    let stalls: DeviceStalls
    let meter: ScanMeter
    /// Seconds since 1970.
    let now: @Sendable () -> Int64

    /// Returns the results for the files, including failures; blocks the calling thread.
    ///
    /// Files that are left out, because their device does not answer or the scan was cancelled, have no result: the
    /// catalog keeps their entries, and the next scan plans them again.
    func read(_ chunk: ArraySlice<PlannedFile>) -> [ScannedFile] {
        var files: [ScannedFile] = []
        files.reserveCapacity(chunk.count)
        var parts = PartReader()
        var rest = chunk
        while let device = rest.first?.device {
            let run = rest.prefix { $0.device == device }
            rest = rest.dropFirst(run.count)
            readRun(run, device, &parts, &files)
        }
        return files
    }

    /// Reads consecutive files of one device.
    private func readRun(
        _ run: ArraySlice<PlannedFile>, _ device: UInt64, _ parts: inout PartReader, _ files: inout [ScannedFile]
    ) {
        var taken = 0
        let take: TagSource.Take = { number, outcome in
            taken += 1
            if let file = note(run[run.startIndex + number], outcome, &parts) { files.append(file) }
            meter.wasRead()
        }
        tags.read(
            run.map(\.path), isCancelled: { meter.isCancelled || stalls.pause(of: device, now: now()) != nil },
            take: take)
        if taken < run.count, !meter.isCancelled, let pause = stalls.pause(of: device, now: now()) {
            meter.leftOut(run.dropFirst(taken), pause: pause)
        }
    }

    /// Returns the entry for the catalog, or `nil` for a file that cannot be reached at the moment, whose entry is
    /// kept.
    private func note(
        _ file: PlannedFile, _ outcome: Result<FileTags, TagReadError>, _ parts: inout PartReader
    ) -> ScannedFile? {
        switch outcome {
        case .success(let read):
            stalls.answered(file.device)
            return ScannedFile(file: file, outcome: parts.outcome(of: file, read))
        case .failure(let error):
            let retry = error.code == .didNotAnswer ? FileRetry(after: file.attempts, now: now()) : nil
            if retry == nil { stalls.answered(file.device) } else { stalls.didNotAnswer(file.device, now: now()) }
            let isRemembered = retry != nil || error.isAboutContent
            meter.note(file.path, error.reason, isRemembered: isRemembered)
            guard isRemembered else { return nil }
            return ScannedFile(file: file, outcome: .unreadable(reason: error.reason, retry: retry))
        }
    }
}

extension TagReadError {
    /// Whether reading the same bytes again would fail again; permissions and disks may have changed by then.
    fileprivate var isAboutContent: Bool {
        switch code {
        case .notFound, .permissionDenied, .unreadable, .didNotAnswer: false
        default: true
        }
    }
}
