// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import Synchronization

/// Notices that the machine, or one of its processors, stood still, as virtual machines do whose host is busy.
package final class PauseWatch: Sendable {
    /// Half of what a stream at a sound server has in store.
    package static let harmless: Duration = .milliseconds(100)

    /// A pause that was noticed, in seconds since 1970.
    package struct Pause: Sendable {
        package var begin: Double
        package var end: Double
    }

    private static let mostPauses = 10_000

    private let limit: Duration
    private let noticed = Mutex<[Pause]>([])
    private let hasEnded = Atomic<Bool>(false)

    /// One thread on each processor, because one of them may stand still while the others go on.
    ///
    /// - Parameter limit: What is shorter is no pause.
    package init(longerThan limit: Duration = harmless) {
        self.limit = limit
        for processor in 0..<min(sysconf(Int32(_SC_NPROCESSORS_CONF)), 64) {
            let work = Unmanaged.passRetained(Watcher(watch: self, processor: processor))
            var thread = pthread_t()
            pthread_create(&thread, nil, { onWatch($0) }, work.toOpaque())
            pthread_detach(thread)
        }
    }

    /// The first 10,000 pauses.
    package var pauses: [Pause] { noticed.withLock(\.self) }

    package func end() { hasEnded.store(true, ordering: .relaxed) }

    fileprivate func watch(_ processor: Int) {
        var only = cpu_set_t()
        withUnsafeMutableBytes(of: &only) { $0[processor / 8] = 1 << UInt8(processor % 8) }
        // A processor that this process may not use fails here; its thread is then one more of no particular place.
        _ = setAffinity?(0, MemoryLayout<cpu_set_t>.size, &only)
        var last = ContinuousClock.now
        while !hasEnded.load(ordering: .relaxed) {
            usleep(5000)
            let now = ContinuousClock.now
            if now - last > limit { note(now - last) }
            last = now
        }
    }

    private func note(_ length: Duration) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let end = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        noticed.withLock {
            if $0.count < Self.mostPauses { $0.append(Pause(begin: end - length / .seconds(1), end: end)) }
        }
    }
}

/// `sched_setaffinity`, which the module of the C library leaves out.
private let setAffinity: (@convention(c) (pid_t, Int, UnsafeRawPointer) -> Int32)? =
    unsafeBitCast(dlsym(nil, "sched_setaffinity"), to: (@convention(c) (pid_t, Int, UnsafeRawPointer) -> Int32)?.self)

private final class Watcher: Sendable {
    let watch: PauseWatch
    let processor: Int

    init(watch: PauseWatch, processor: Int) {
        self.watch = watch
        self.processor = processor
    }
}

private func onWatch(_ data: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let data else { return nil }
    let watcher = Unmanaged<Watcher>.fromOpaque(data).takeRetainedValue()
    watcher.watch.watch(watcher.processor)
    return nil
}
