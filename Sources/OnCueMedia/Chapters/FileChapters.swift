// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

/// Reads the chapters in local files, in worker processes.
package actor FileChapters: ChapterReading {
    private nonisolated let executor = BlockingExecutor(label: "oncue.chapters")
    private let workers: MediaWorkers

    /// - Parameter workers: Open the files.
    package init(workers: MediaWorkers) {
        self.workers = workers
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Returns no chapters for a location that is not a local file, for a part of one, and for a file that crashes or
    /// blocks its reader.
    package func chapters(of track: Track) async throws(ContentError) -> ChapterList {
        guard track.segment == nil, let path = track.location.filePath else { return ChapterList() }
        var outcome: Result<WorkerReply, WorkerBatch.TroubleError>?
        var batch = WorkerBatch(workers, [.chapters(path: path)], isCancelled: { false }, take: { outcome = $1 })
        batch.run()
        switch outcome {
        case .success(.chapters(let list?)): return list
        case .success: throw ContentError(.unreadable, "cannot open \"\(track.location)\" to look for chapters")
        case .failure(let error):
            switch error.trouble {
            case .crashed, .tookTooLong, .answeredNonsense: return ChapterList()
            case .didNotAnswer:
                throw ContentError(.unreadable, "the disk of \"\(track.location)\" does not answer; try again later")
            case .noWorker(let reason):
                throw ContentError(.unreadable, "cannot look for chapters: \(reason); try again later")
            }
        case nil: preconditionFailure("a batch left out its only request")
        }
    }
}
