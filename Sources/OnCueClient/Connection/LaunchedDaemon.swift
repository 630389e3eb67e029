// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueInterface
internal import OnCueRuntime

/// The daemon started by this process, until it is on the bus.
struct LaunchedDaemon {
    let program: String
    let process: pid_t
    /// The path of its log; `nil` if its output is lost.
    let logPath: String?
    /// The offset in the log at which its own lines begin.
    let logOffset: Int

    /// Returns the exit status of the process; `nil` while it is running. An end is reported once.
    func status() -> Int32? {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return nil }
        return status
    }

    /// Waits for the end of the process in the background, so that no zombie remains while this process runs. Its
    /// status is then no longer known.
    func collect() {
        let process = process
        Task {
            await BlockingExecutor(label: "oncue.daemon").run {
                while waitpid(process, nil, 0) < 0 && errno == EINTR {}
            }
        }
    }

    /// Returns the error for a daemon that ended before it was on the bus.
    func failure(status: Int32) -> ClientError {
        let signal = status & 0x7F
        let how = signal == 0 ? "quit with status \(status >> 8 & 0xFF)" : "was killed by signal \(signal)"
        return ClientError(.unavailable, "\(program) \(how)\(lastWords)")
    }

    /// Returns the error for a daemon that never appeared on the bus.
    func lateness(_ limit: Duration) -> ClientError {
        ClientError(
            .unavailable, "\(program) did not appear on the bus within \(limit.components.seconds) s\(lastWords)")
    }

    /// The last line of its log, and the path of the log.
    private var lastWords: String {
        guard let logPath else { return "" }
        let said = FileQuestions.read(logPath, from: logOffset, limit: 65_536)
        guard let line = said.split(separator: UInt8(ascii: "\n")).last else {
            return "; it logged nothing to \(logPath)"
        }
        return ": \(String(decoding: line, as: UTF8.self)) (see \(logPath) for more)"
    }
}
