// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib
internal import Glibc

/// The calls of the kernel's timer for the clock on the wall. They are replaceable because the clock of a machine is
/// the same in all its namespaces, so that no test can set it.
struct WallClockTimer: Sendable {
    /// The answer to a call.
    enum Answer {
        /// The timer is set, or has expired.
        case done
        /// The clock was set meanwhile. The kernel reports that only once, in the answer to the next call.
        case clockSet
        /// There is nothing to read.
        case nothing
    }

    var set: @Sendable (_ timer: Int32, _ time: timespec) -> Answer = { timer, time in
        var setting = itimerspec()
        setting.it_value = time
        let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
        return answer(unsafe timerfd_settime(timer, flags, &setting, nil) == 0)
    }
    var read: @Sendable (_ timer: Int32) -> Answer = { timer in
        var expirations: UInt64 = 0
        return answer(unsafe Glibc.read(timer, &expirations, 8) == 8)
    }

    private static func answer(_ isDone: Bool) -> Answer {
        isDone ? .done : errno == ECANCELED ? .clockSet : .nothing
    }
}

/// Alarms by the wall clock: each goes off when its time has come, or when the clock is set.
///
/// The kernel's timer is created for the first alarm; it continues while the system sleeps.
struct WallClockAlarms {
    private struct Alarm {
        var number: UInt64
        /// In seconds since 1970.
        var due: Int
        var action: @Sendable () -> Void
    }

    private(set) var timer: Int32 = -1
    private let kernel: WallClockTimer
    private var alarms: [Alarm] = []
    /// The clock was set, and the alarms have not gone off yet.
    private var isClockSet = false

    init(_ kernel: WallClockTimer = WallClockTimer()) { self.kernel = kernel }

    /// - Returns: True when the timer is new, so that it must be watched.
    mutating func add(_ number: UInt64, at due: Int, _ action: @escaping @Sendable () -> Void) -> Bool {
        let isNew = timer < 0
        if isNew {
            timer = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
            precondition(timer >= 0, "the process has too many open files for a timer")
        }
        alarms.append(Alarm(number: number, due: due, action: action))
        set()
        return isNew
    }

    mutating func remove(_ number: UInt64) {
        let count = alarms.count
        alarms.removeAll { $0.number == number }
        if alarms.count != count { set() }
    }

    /// Returns and removes the actions that are due when the timer has expired or the clock was set.
    mutating func takeDue() -> [@Sendable () -> Void] {
        guard !alarms.isEmpty else { return [] }
        switch kernel.read(timer) {
        case .done: break
        case .clockSet: isClockSet = true
        case .nothing: return []
        }
        let now = WallClock.now
        let due = isClockSet ? alarms : alarms.filter { $0.due <= now }
        isClockSet = false
        alarms.removeAll { alarm in due.contains { $0.number == alarm.number } }
        set()
        return due.map(\.action)
    }

    private mutating func set() {
        guard let due = alarms.map(\.due).min() else {
            isClockSet = false
            _ = kernel.set(timer, timespec())
            return
        }
        // 0 would switch it off.
        if !isClockSet, kernel.set(timer, timespec(tv_sec: max(1, due), tv_nsec: 0)) == .clockSet {
            isClockSet = true
        }
        // The kernel does not report it again, so the timer is made to expire at once, and all alarms go off.
        if isClockSet { _ = kernel.set(timer, timespec(tv_sec: 1, tv_nsec: 0)) }
    }
}

/// The clock on the wall.
package enum WallClock {
    /// Seconds since 1970.
    package static var now: Int {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return now.tv_sec
    }

    /// Returns the offset of local time from UTC at a moment, in seconds, positive to the east.
    package static func offset(at moment: Int) -> Int {
        var moment = time_t(moment)
        var parts = unsafe tm()
        // The zone may have been changed since the last time.
        tzset()
        return unsafe localtime_r(&moment, &parts) == nil ? 0 : unsafe parts.tm_gmtoff
    }
}
