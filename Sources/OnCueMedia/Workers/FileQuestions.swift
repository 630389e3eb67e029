// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// Sends requests about single files to worker processes, one after the other, on its own thread.
actor FileQuestions {
    private nonisolated let executor: BlockingExecutor
    private let workers: MediaWorkers

    /// - Parameters:
    ///   - workers: The processes that open the files.
    ///   - label: The name of the thread.
    init(_ workers: MediaWorkers, label: String) {
        executor = BlockingExecutor(label: label)
        self.workers = workers
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func answer(to request: WorkerRequest) -> Result<WorkerReply, WorkerBatch.TroubleError> {
        var outcome: Result<WorkerReply, WorkerBatch.TroubleError>?
        var batch = WorkerBatch(workers, [request], isCancelled: { false }, take: { outcome = $1 })
        batch.run()
        guard let outcome else { preconditionFailure("a batch left out its only request") }
        return outcome
    }
}

extension WorkerBatch.Trouble {
    /// Returns the error for a failed request about a file.
    ///
    /// - Parameter deed: The requested operation, such as `read`.
    func error(to deed: String, _ location: MediaLocation) -> ContentError {
        let reason =
            switch self {
            case .crashed, .answeredNonsense: "it crashes its reader"
            case .tookTooLong: "it takes too long; try again later"
            case .didNotAnswer: "its disk does not answer; try again later"
            case .noWorker(let reason): "\(reason); try again later"
            }
        return ContentError(.unreadable, "cannot \(deed) \"\(location)\": \(reason)")
    }
}
