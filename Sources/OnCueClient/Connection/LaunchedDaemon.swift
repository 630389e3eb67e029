// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueInterface
internal import OnCueRuntime

/// The daemon that this process has started, until it is on the bus.
struct LaunchedDaemon {
    let program: String
    let process: pid_t
    /// The path of its log; `nil` if its output is lost.
    let logPath: String?
    /// The offset of its own lines in the log.
    let logOffset: Int

    /// How the process ended; `nil` while it runs. An end is reported once.
    func status() -> Int32? {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return nil }
        return status
    }

    /// Waits for the end of the process in the background, so that it leaves nothing behind while this one runs. Its
    /// status is then no longer known.
    func collect() {
        let process = process
        Task {
            await BlockingExecutor(label: "oncue.daemon").run {
                while waitpid(process, nil, 0) < 0 && errno == EINTR {}
            }
        }
    }

    /// The error for a daemon that ended before it was on the bus.
    func failure(status: Int32) -> ClientError {
        let signal = status & 0x7F
        let how = signal == 0 ? "quit with status \(status >> 8 & 0xFF)" : "was killed by signal \(signal)"
        return ClientError(.unavailable, "\(program) \(how)\(lastWords)")
    }

    /// The error for a daemon that never came to be on the bus.
    func lateness(_ limit: Duration) -> ClientError {
        ClientError(
            .unavailable, "\(program) did not appear on the bus within \(limit.components.seconds) s\(lastWords)")
    }

    /// Its last line and where the others are.
    private var lastWords: String {
        guard let logPath else { return "" }
        let said = FileQuestions.read(logPath, from: logOffset, limit: 65_536)
        guard let line = said.split(separator: UInt8(ascii: "\n")).last else {
            return "; it logged nothing to \(logPath)"
        }
        return ": \(String(decoding: line, as: UTF8.self)) (see \(logPath) for more)"
    }
}
