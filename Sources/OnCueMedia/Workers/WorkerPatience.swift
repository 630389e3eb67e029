// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Measures how long a worker has been silent, and whether it was working or waiting.
///
/// The processor time is the criterion: a worker that is busy with a file uses it, one that waits for a disk uses
/// almost none. A worker that has work but does not get the processor, because others have priority, is given more
/// time. No system calls are made while replies arrive.
struct WorkerPatience {
    /// The number of deadlines granted to a worker that does not get the processor.
    private static let limit = 5
    /// Shorter silences are between two replies.
    private static let pause = Duration.milliseconds(50)

    private let process: pid_t
    private let deadline: Duration
    private var silence = Duration.zero
    /// Processor time when the silence began.
    private var start: Duration?

    init(_ process: pid_t, deadline: Duration) {
        self.process = process
        self.deadline = deadline
    }

    /// A reply has come.
    mutating func begin() {
        silence = .zero
        start = nil
    }

    mutating func waited(_ duration: Duration) {
        silence += duration
        if start == nil, silence >= Self.pause { start = processorTime }
    }

    var isOver: Bool {
        guard silence >= deadline else { return false }
        return wasBusy || !isRunnable || silence >= deadline * Self.limit
    }

    /// Whether the worker used its processor for at least half of the time limit of a file.
    var wasBusy: Bool { processorTime - (start ?? .zero) >= deadline / 2 }

    private var processorTime: Duration {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .zero }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Its state in `/proc/PID/stat`, behind the name in brackets, is that of a process that wants the processor.
    private var isRunnable: Bool {
        let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let text = bytes.prefix(max(0, read(file, &bytes, bytes.count)))
        guard let bracket = text.lastIndex(of: UInt8(ascii: ")")) else { return false }
        return text[bracket...].dropFirst(2).first == UInt8(ascii: "R")
    }
}
