// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// What a process has used since it began.
struct ProcessUse {
    /// Processor time of all threads, also of those that have ended.
    let processorTime: Duration
    /// Times that each thread went to sleep, by the number of the thread: as often it was woken.
    private let sleeps: [String: Int]
    /// Processor time of each thread that has not ended, by its number.
    private let threads: [String: (name: String, time: Duration)]

    /// Reads the use of a process now.
    init(_ process: pid_t) throws(BenchError) {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            throw BenchError("the process \(process) has ended")
        }
        processorTime = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        var (sleeps, threads) = ([String: Int](), [String: (name: String, time: Duration)]())
        for thread in Files.names(in: "/proc/\(process)/task") {
            let folder = "/proc/\(process)/task/\(thread)"
            guard let text = try? Files.text(folder + "/status") else { continue }
            sleeps[thread] = ProcessStatus.number("voluntary_ctxt_switches", in: text)
            guard let name = try? Files.text(folder + "/comm"), let times = try? Files.text(folder + "/schedstat"),
                let spent = times.split(separator: " ").first.flatMap({ Int64($0) })
            else { continue }
            threads[thread] = (String(name.prefix { $0 != "\n" }), .nanoseconds(spent))
        }
        (self.sleeps, self.threads) = (sleeps, threads)
    }

    /// Processor time since an earlier reading by the names of threads, the most first; what threads took that have
    /// ended meanwhile has no name.
    func times(since earlier: ProcessUse) -> [(name: String?, time: Duration)] {
        var times: [String: Duration] = [:]
        for (number, thread) in threads {
            times[thread.name, default: .zero] += thread.time - (earlier.threads[number]?.time ?? .zero)
        }
        let ended = processorTime - earlier.processorTime - times.values.reduce(.zero, +)
        let named = times.map { (name: String?.some($0.key), time: $0.value) }.sorted { $0.time > $1.time }
        return named + [(nil, max(.zero, ended))]
    }

    /// Wake-ups since an earlier reading; those of threads that have ended meanwhile are not known.
    func wakeUps(since earlier: ProcessUse) -> Int {
        sleeps.reduce(0) { $0 + $1.value - (earlier.sleeps[$1.key] ?? 0) }
    }
}

/// Reads the files in `/proc` that have a name, a colon and a number in each line.
enum ProcessStatus {
    /// The number behind a name.
    static func number(_ name: String, in text: String) -> Int? {
        for line in text.split(separator: "\n") where line.hasPrefix(name + ":") {
            return line.dropFirst(name.count + 1).split { $0 == " " || $0 == "\t" }.first.flatMap { Int($0) }
        }
        return nil
    }
}

/// The memory of a process, in megabytes of 1,000,000 bytes.
struct ProcessMemory {
    /// Pages in memory, shared ones in full.
    let resident: Double
    /// The most that `resident` has been.
    let peak: Double
    /// Pages that it has written: all that would be free without it. Others are files, which the system can drop.
    let written: Double

    init(_ process: pid_t) throws(BenchError) {
        let status = try Files.text("/proc/\(process)/status")
        let sums = try Files.text("/proc/\(process)/smaps_rollup")
        func megabytes(_ name: String, _ text: String) -> Double {
            Double(ProcessStatus.number(name, in: text) ?? 0) * 1024 / 1_000_000
        }
        resident = megabytes("VmRSS", status)
        peak = megabytes("VmHWM", status)
        written = megabytes("Private_Dirty", sums)
    }
}
