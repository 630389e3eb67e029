// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib
internal import Glibc
internal import Synchronization

/// Runs Swift jobs on one thread that iterates a GMainContext.
///
/// Jobs are pushed into an array and a custom GSource is made ready, at once or when the next alarm is due, so an idle
/// process does not wake up. At most 64 jobs run in a turn, and none begins after a tenth of a millisecond of it:
/// messages of pipelines come between them, and D-Bus calls do not starve.
@safe
package final class MainContextExecutor: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        /// The next one first.
        var alarms: [Alarm] = []
        var lastAlarm: UInt64 = 0
        /// Alarms for which time asleep counts, the next one first.
        var lastingAlarms: [LastingAlarm] = []
        /// The kernel's timer for these, once there was one; it runs on while the system sleeps.
        var lastingTimer: Int32 = -1
        var wallClock = WallClockAlarms()
    }

    private struct LastingAlarm {
        var number: UInt64
        /// Since the system was started.
        var due: Duration
        var action: @Sendable () -> Void
    }

    private struct Alarm {
        var number: UInt64
        /// In microseconds, as GLib's monotonic clock has it.
        var due: Int
        var action: @Sendable () -> Void
    }

    private static let jobsPerTurn = 64
    /// In microseconds. After a turn come the sources of a higher priority, such as the messages of a pipeline, for
    /// which sound may be waiting.
    private static let longestTurn = 100

    private let state = Mutex(State())
    // Invariant: both pointers are set in init, never change, and GLib lets any thread use them.
    private nonisolated(unsafe) let context: OpaquePointer
    private nonisolated(unsafe) let source: UnsafeMutablePointer<GSource>

    init(name: String) {
        SharedTypes.register()
        unsafe context = g_main_context_new()
        unsafe source = g_source_new(jobSourceFunctions, guint(MemoryLayout<GSource>.size))
        unsafe g_source_set_static_name(source, "oncue.jobs")
        unsafe g_source_set_callback(source, onUnusedCallback, Unmanaged.passUnretained(self).toOpaque(), nil)
        unsafe g_source_attach(source, context)
        // The executor is never released, so the thread needs no reference of its own.
        unsafe _ = g_thread_new(name, runMainContext, UnsafeMutableRawPointer(context))
    }

    /// True on the thread that runs the context.
    package var isCurrent: Bool { unsafe g_main_context_is_owner(context) != 0 }

    package func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        state.withLock { state in
            state.jobs.append(unowned)
            if state.jobs.count == 1 { wakeUp(for: state) }
        }
    }

    package func checkIsolated() {
        precondition(isCurrent, "MediaActor code was called on another thread")
    }

    package func isIsolatingCurrentContext() -> Bool? { isCurrent }

    fileprivate func runJobs() {
        let now = g_get_monotonic_time()
        let (turn, due, lastingDue, wallDue) = state.withLock { state in
            let turn = Array(state.jobs.prefix(Self.jobsPerTurn))
            state.jobs.removeFirst(turn.count)
            let due = Array(state.alarms.prefix { $0.due <= now })
            state.alarms.removeFirst(due.count)
            return (turn, due, Self.takeDue(&state), state.wallClock.takeDue())
        }
        for alarm in due { alarm.action() }
        for alarm in lastingDue { alarm.action() }
        for action in wallDue { action() }
        let begin = g_get_monotonic_time()
        var next = turn.startIndex
        while next < turn.endIndex, next == 0 || g_get_monotonic_time() - begin < Self.longestTurn {
            unsafe turn[next].runSynchronously(on: asUnownedSerialExecutor())
            next += 1
        }
        state.withLock { state in
            state.jobs.insert(contentsOf: turn[next...], at: 0)
            wakeUp(for: state)
        }
    }

    /// Sets the time of the source to that of the next action. Called with the lock held, so that a later state is
    /// never overwritten by an earlier one.
    private func wakeUp(for state: borrowing State) {
        unsafe g_source_set_ready_time(source, state.jobs.isEmpty ? state.alarms.first?.due ?? -1 : 0)
    }
}

// MARK: Alarms

extension MainContextExecutor {
    /// Calls `action` once on the context's thread when `duration` has passed.
    ///
    /// - Returns: The number by which the alarm can be removed.
    /// - Complexity: O(*n*) in the number of alarms.
    func addAlarm(after duration: Duration, _ action: @escaping @Sendable () -> Void) -> UInt64 {
        let microseconds = max(.zero, min(duration, .seconds(1 << 31))) / .microseconds(1)
        let due = g_get_monotonic_time() + Int(microseconds.rounded(.up))
        return state.withLock { state in
            state.lastAlarm += 1
            let alarm = Alarm(number: state.lastAlarm, due: due, action: action)
            let place = state.alarms.firstIndex { $0.due > due } ?? state.alarms.endIndex
            state.alarms.insert(alarm, at: place)
            if place == 0 { wakeUp(for: state) }
            return alarm.number
        }
    }

    /// Calls `action` once on the context's thread when the clock on the wall shows a time, or is set.
    ///
    /// - Parameter due: In seconds since 1970.
    /// - Returns: The number by which the alarm can be removed.
    func addWallClockAlarm(at due: Int, _ action: @escaping @Sendable () -> Void) -> UInt64 {
        state.withLock { state in
            state.lastAlarm += 1
            if state.wallClock.add(state.lastAlarm, at: due, action) {
                unsafe g_source_add_unix_fd(source, state.wallClock.timer, G_IO_IN)
            }
            return state.lastAlarm
        }
    }

    /// Removes an alarm; does nothing if it has gone off already.
    func removeAlarm(_ number: UInt64) {
        state.withLock { state in
            state.alarms.removeAll { $0.number == number }
            if let index = state.lastingAlarms.firstIndex(where: { $0.number == number }) {
                state.lastingAlarms.remove(at: index)
                Self.setLastingTimer(state)
            }
            state.wallClock.remove(number)
            wakeUp(for: state)
        }
    }
}

// MARK: Alarms that count sleep

extension MainContextExecutor {
    /// Calls `action` once on the context's thread when `duration` has passed, also while the system slept.
    ///
    /// - Returns: The number by which the alarm can be removed.
    func addLastingAlarm(after duration: Duration, _ action: @escaping @Sendable () -> Void) -> UInt64 {
        let due = Self.lastingTime + max(.zero, min(duration, .seconds(1 << 31)))
        return state.withLock { state in
            if state.lastingTimer < 0 {
                state.lastingTimer = timerfd_create(CLOCK_BOOTTIME, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
                precondition(state.lastingTimer >= 0, "the process has too many open files for a timer")
                unsafe g_source_add_unix_fd(source, state.lastingTimer, G_IO_IN)
            }
            state.lastAlarm += 1
            let alarm = LastingAlarm(number: state.lastAlarm, due: due, action: action)
            let place = state.lastingAlarms.firstIndex { $0.due > due } ?? state.lastingAlarms.endIndex
            state.lastingAlarms.insert(alarm, at: place)
            if place == 0 { Self.setLastingTimer(state) }
            return alarm.number
        }
    }

    private static var lastingTime: Duration {
        var now = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &now)
        return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
    }

    /// Returns and removes the alarms that are due when the timer has expired, and sets it for the next.
    private static func takeDue(_ state: inout State) -> [LastingAlarm] {
        var expirations: UInt64 = 0
        guard !state.lastingAlarms.isEmpty, unsafe read(state.lastingTimer, &expirations, 8) == 8 else { return [] }
        let now = lastingTime
        let due = Array(state.lastingAlarms.prefix { $0.due <= now })
        state.lastingAlarms.removeFirst(due.count)
        setLastingTimer(state)
        return due
    }

    /// Setting it makes it unreadable, too; without alarms it is off.
    private static func setLastingTimer(_ state: borrowing State) {
        var setting = itimerspec()
        if let due = state.lastingAlarms.first?.due.components {
            setting.it_value.tv_sec = Int(due.seconds)
            setting.it_value.tv_nsec = Int(due.attoseconds / 1_000_000_000)
        }
        unsafe timerfd_settime(state.lastingTimer, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}

/// Runs on the thread that the executor starts; never returns.
private func runMainContext(_ data: gpointer?) -> gpointer? {
    let context = OpaquePointer(data)
    unsafe g_main_context_push_thread_default(context)
    let loop = unsafe g_main_loop_new(context, 0)
    unsafe g_main_loop_run(loop)
    return nil
}

/// Called on the context's thread when jobs are waiting.
private func onJobsReady(
    _ source: UnsafeMutablePointer<GSource>?, _ callback: GSourceFunc?, _ data: gpointer?
) -> gboolean {
    if let data = unsafe data {
        unsafe Unmanaged<MainContextExecutor>.fromOpaque(data).takeUnretainedValue().runJobs()
    }
    return 1
}

/// Never called: a GSource carries its data with a callback, and the jobs source needs only the data.
private func onUnusedCallback(_ data: gpointer?) -> gboolean { 1 }

// Invariant: written once here, read by GLib for as long as the process lives.
private nonisolated(unsafe) let jobSourceFunctions: UnsafeMutablePointer<GSourceFuncs> = {
    let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
    unsafe functions.initialize(to: GSourceFuncs())
    unsafe functions.pointee.dispatch = onJobsReady
    return unsafe functions
}()
