// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueRuntime
internal import Synchronization

/// Processes that read media files, so that a file can harm only its own reader.
///
/// They are started when there is something to read; there are as many of them as threads that read at the same time,
/// and they end after ten seconds without work.
package final class MediaWorkers: Sendable {
    private struct State {
        var idle: [WorkerProcess] = []
        var lastUse = ContinuousClock.now
        var isTimerSet = false
        var isClosed = false
    }

    private let state = Mutex(State())
    private let program: String
    /// The time limit of one request.
    let deadline: Duration
    private let idleTime: Duration

    /// - Parameters:
    ///   - program: A program that calls ``WorkerProgram``; the running one by default.
    ///   - deadline: The time limit for one file.
    ///   - idleTime: The time that workers wait for more to read.
    package init(
        program: String = "/proc/self/exe", deadline: Duration = .seconds(2), idleTime: Duration = .seconds(10)
    ) {
        self.program = program
        self.deadline = deadline
        self.idleTime = idleTime
    }

    deinit {
        close()
    }

    /// Ends the idle workers; the others end when they have answered.
    package func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            return Self.takeIdle(&state)
        }
        for worker in idle { worker.end() }
    }

    /// Returns a worker for the exclusive use of the calling thread, until it is given back. Blocks while it is
    /// started.
    func borrow() throws(WorkerFailure) -> WorkerProcess {
        if let worker = state.withLock({ $0.idle.popLast() }) {
            worker.resetProgress()
            return worker
        }
        return try WorkerProcess.start(program)
    }

    /// Workers that wait for something to read.
    var idleProcesses: [pid_t] { state.withLock { $0.idle.map(\.process) } }

    /// Returns a worker that has answered everything to the pool.
    func giveBack(_ worker: WorkerProcess) {
        let (isTaken, startsTimer) = state.withLock { state in
            guard !state.isClosed, worker.served < WorkerProcess.lifetime else { return (false, false) }
            state.idle.append(worker)
            state.lastUse = .now
            defer { state.isTimerSet = true }
            return (true, !state.isTimerSet)
        }
        if !isTaken { worker.end() }
        if startsTimer { endWhenIdle() }
    }

    /// Waits until the workers have been unused for a while, without keeping them alive.
    private func endWhenIdle() {
        Task { [weak self, idleTime] in
            var rest = idleTime
            while (try? await MediaActor.sleep(for: rest)) != nil {
                guard let left = self?.timeLeft() else { return }
                rest = left
            }
        }
    }

    /// Returns the rest of the waiting time, or `nil` if it is over and the workers have been ended.
    private func timeLeft() -> Duration? {
        let (left, idle) = state.withLock { state -> (Duration?, [WorkerProcess]) in
            let left = idleTime - state.lastUse.duration(to: .now)
            if left > .zero, !state.isClosed { return (left, []) }
            state.isTimerSet = false
            return (nil, Self.takeIdle(&state))
        }
        for worker in idle { worker.end() }
        return left
    }

    private static func takeIdle(_ state: inout State) -> [WorkerProcess] {
        // Not by `defer`; see `ChangeDebounce.take`.
        var idle: [WorkerProcess] = []
        swap(&idle, &state.idle)
        return idle
    }
}
