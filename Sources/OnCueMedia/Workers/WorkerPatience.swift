// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Measures how long a worker has been silent, and whether it was working or waiting.
///
/// A worker is working while it uses the processor or is ready to: on a busy machine, one that is stuck in a file may
/// get almost no processor time, while one that waits for a disk is not ready. A worker that is kept from the processor
/// by others is given more time. No system calls are made while replies arrive.
struct WorkerPatience {
    /// An observation of the process of a worker.
    struct Look {
        /// The processor time that it has used since its start.
        var processorTime: Duration
        /// Whether it runs, or would run if the processor were free.
        var isRunnable: Bool
    }

    /// The number of deadlines granted to a worker that does not get the processor.
    private static let limit = 5
    /// The length of a silence below which it is a normal interval between two replies.
    private static let pause = Duration.milliseconds(50)

    private let deadline: Duration
    private let look: () -> Look
    private var silence = Duration.zero
    /// The observations at the beginning of the silence and at its end.
    private var looks: (first: Look, last: Look)?
    /// The part of the time between them that ended with an observation of a runnable worker.
    private var runnable = Duration.zero
    private var watched = Duration.zero

    /// - Parameter look: Observes the worker.
    init(deadline: Duration, look: @escaping () -> Look) {
        self.deadline = deadline
        self.look = look
    }

    /// Notes that a reply has arrived.
    mutating func begin() {
        silence = .zero
        looks = nil
        (runnable, watched) = (.zero, .zero)
    }

    /// Notes that no reply has arrived for a time.
    mutating func waited(_ duration: Duration) {
        silence += duration
        guard silence >= Self.pause else { return }
        let now = look()
        guard let looks else {
            self.looks = (now, now)
            return
        }
        self.looks = (looks.first, now)
        watched += duration
        if now.isRunnable { runnable += duration }
    }

    /// The trouble with the current file; `nil` while a reply can be expected.
    var trouble: WorkerBatch.Trouble? {
        guard silence >= deadline else { return nil }
        if usedProcessor { return .tookTooLong }
        guard wantsProcessor else { return .didNotAnswer }
        return silence >= deadline * Self.limit ? .tookTooLong : nil
    }

    /// Whether the worker used its processor for at least half of the time limit of a file.
    private var usedProcessor: Bool {
        guard let looks else { return false }
        return looks.last.processorTime - looks.first.processorTime >= deadline / 2
    }

    /// Whether the worker was runnable for most of the silence.
    private var wantsProcessor: Bool { runnable * 2 > watched }
}

extension WorkerPatience.Look {
    /// Observes a process; one that is gone neither uses nor wants the processor.
    init(at process: pid_t) {
        self.init(processorTime: Self.processorTime(of: process), isRunnable: Self.isRunnable(process))
    }

    private static func processorTime(of process: pid_t) -> Duration {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .zero }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Returns whether the state in `/proc/PID/stat`, after the name in parentheses, is that of a process that wants
    /// the processor.
    private static func isRunnable(_ process: pid_t) -> Bool {
        let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = read(file, &bytes, bytes.count)
        let text = bytes.prefix(max(0, count))
        guard let bracket = text.lastIndex(of: UInt8(ascii: ")")) else { return false }
        return text[bracket...].dropFirst(2).first == UInt8(ascii: "R")
    }
}
