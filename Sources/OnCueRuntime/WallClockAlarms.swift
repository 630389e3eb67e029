// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib
internal import Glibc

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
    private var alarms: [Alarm] = []

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
        var expirations: UInt64 = 0
        guard !alarms.isEmpty else { return [] }
        let isOver = unsafe read(timer, &expirations, 8) == 8
        let isClockSet = !isOver && errno == ECANCELED
        guard isOver || isClockSet else { return [] }
        let now = WallClock.now
        let due = alarms.filter { isClockSet || $0.due <= now }
        alarms.removeAll { alarm in due.contains { $0.number == alarm.number } }
        set()
        return due.map(\.action)
    }

    private func set() {
        var setting = itimerspec()
        // 0 would switch it off.
        if let due = alarms.map(\.due).min() { setting.it_value.tv_sec = max(1, due) }
        unsafe timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET), &setting, nil)
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
