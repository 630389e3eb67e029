// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import Synchronization

/// The processes that were started and have not been waited for.
final class ProcessList: Sendable {
    private struct State {
        var processes: Set<pid_t> = []
        var isClosed = false
    }

    private static let patience = Duration.seconds(3)

    private let state = Mutex(State())

    /// Runs `start` and remembers the process that it returns.
    ///
    /// - Throws: What `start` throws, or that the program ends.
    func start(_ start: () throws(BenchError) -> pid_t) throws(BenchError) -> pid_t {
        // Under the lock, so that no process is started behind the back of `endAll`.
        let result = state.withLock { state -> Result<pid_t, BenchError> in
            guard !state.isClosed else { return .failure(BenchError("interrupted")) }
            do throws(BenchError) {
                let process = try start()
                state.processes.insert(process)
                return .success(process)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Waits for the end of a process and forgets it.
    ///
    /// - Returns: Its exit status, or 128 and the number of the signal that ended it.
    func wait(for process: pid_t) -> Int32 {
        var info = siginfo_t()
        while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
        return reap(process)
    }

    /// Asks a process to end and waits for it; one that does not is killed.
    func end(_ process: pid_t) {
        guard state.withLock({ $0.processes.contains(process) }) else { return }
        kill(process, SIGTERM)
        waitOrKill(process)
    }

    /// Ends all processes; none can be started afterwards.
    func endAll() {
        let processes = state.withLock { state in
            state.isClosed = true
            return state.processes
        }
        for process in processes { kill(process, SIGTERM) }
        for process in processes { waitOrKill(process) }
    }

    private func waitOrKill(_ process: pid_t) {
        let deadline = ContinuousClock.now + Self.patience
        var info = siginfo_t()
        while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT | WNOHANG) == 0, !Self.isOver(info) {
            guard ContinuousClock.now < deadline else {
                kill(process, SIGKILL)
                _ = wait(for: process)
                return
            }
            usleep(2000)
        }
        _ = reap(process)
    }

    /// With `WNOHANG` the structure stays zero while the process runs.
    private static func isOver(_ info: siginfo_t) -> Bool { info.si_signo == SIGCHLD }

    /// The number is free for other processes only after it was forgotten here.
    private func reap(_ process: pid_t) -> Int32 {
        state.withLock { state in
            var status: Int32 = 0
            guard state.processes.remove(process) != nil, waitpid(process, &status, 0) == process else { return -1 }
            let signal = status & 0x7F
            return signal == 0 ? status >> 8 & 0xFF : 128 + signal
        }
    }
}
