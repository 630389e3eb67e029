// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The resource limits of a worker process. A file that makes it exceed them ends it.
enum WorkerLimits {
    /// Memory beyond the program's mappings at the start, which are terabytes with a sanitizer.
    private static let memory: rlim_t = 512 << 20
    /// The largest file that it may write.
    private static let fileSize: rlim_t = 64 << 20
    /// The processor time for one batch of requests, in seconds; the daemon is less patient, as long as it works.
    private static let time = 600
    /// The niceness, so that other programs, and above all the music, have priority.
    private static let niceness: Int32 = 10
    /// SCHED_BATCH of sched(7), which a feature macro hides from Swift.
    private static let batchScheduling: Int32 = 3

    static func apply() {
        set(RLIMIT_CORE, 0)
        set(RLIMIT_FSIZE, fileSize)
        let mapped = mappedAtStart
        set(RLIMIT_AS, mapped.all + memory)
        set(RLIMIT_DATA, mapped.data + memory)
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        var parameters = sched_param()
        sched_setscheduler(0, batchScheduling, &parameters)
    }

    /// Resets the limit of processor time, because a worker processes many files.
    static func allowMoreTime() {
        var usage = rusage()
        guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return }
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit) == 0 else { return }
        let wanted = rlim_t(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + time)
        limit.rlim_cur = min(wanted, limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
    }

    private static func set(_ resource: __rlimit_resource, _ value: rlim_t) {
        var limit = rlimit(rlim_cur: value, rlim_max: value)
        setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }

    /// The memory of the program with its libraries, in bytes: the total, and the part that the kernel counts as data.
    private static var mappedAtStart: (all: rlim_t, data: rlim_t) {
        let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return (512 << 20, 0) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = read(descriptor, &bytes, bytes.count)
        let pages = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split { !$0.isNumber }.map {
            rlim_t($0) ?? 0
        }
        guard pages.count > 5 else { return (512 << 20, 0) }
        let pageSize = rlim_t(sysconf(Int32(_SC_PAGESIZE)))
        return (pages[0] * pageSize, pages[5] * pageSize)
    }
}
