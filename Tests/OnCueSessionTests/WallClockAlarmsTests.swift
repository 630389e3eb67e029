// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import OnCueTestSupport
import Synchronization
import Testing

@testable import OnCueRuntime

/// The clock of the machine is never set here, and it is the same in all namespaces: the answer of the kernel to a clock
/// that was set is given in its place.
@Suite("Alarms by the clock on the wall")
struct WallClockAlarmsTests {
    /// A kernel whose clock a test seems to set.
    private final class Kernel: Sendable {
        private let isSet = Mutex(false)

        func setClock() { isSet.withLock { $0 = true } }

        /// The first call after the clock was set is told so, as in the kernel.
        private func told() -> Bool {
            isSet.withLock { isSet in
                defer { isSet = false }
                return isSet
            }
        }

        var timer: WallClockTimer {
            let real = WallClockTimer()
            return WallClockTimer(
                set: { timer, time in
                    let answer = real.set(timer, time)
                    return self.told() ? .clockSet : answer
                },
                read: { self.told() ? .clockSet : real.read($0) })
        }
    }

    private static let far = WallClock.now + 1_000_000

    @Test("The kernel is asked for a timer by the clock on the wall that ends when the clock is set")
    func flags() throws {
        var alarms = WallClockAlarms()
        #expect(alarms.add(1, at: Self.far) {})
        defer { close(alarms.timer) }

        let data = try Data(contentsOf: URL(fileURLWithPath: "/proc/self/fdinfo/\(alarms.timer)"))
        let facts = String(decoding: data, as: UTF8.self)

        // TFD_TIMER_ABSTIME and TFD_TIMER_CANCEL_ON_SET; CLOCK_REALTIME.
        #expect(facts.contains("settime flags: 03") && facts.contains("clockid: 0"), "\(facts)")
    }

    @Test("A clock that is set ends all waits, however far they are, and the next one waits again")
    func clockSet() throws {
        let kernel = Kernel()
        var alarms = WallClockAlarms(kernel.timer)
        let fired = Mutex<[Int]>([])
        func add(_ number: UInt64) {
            _ = alarms.add(number, at: Self.far) { fired.withLock { $0.append(Int(number)) } }
        }
        add(1)
        add(2)
        defer { close(alarms.timer) }
        #expect(alarms.takeDue().isEmpty)

        kernel.setClock()
        for action in alarms.takeDue() { action() }

        #expect(fired.withLock { $0 } == [1, 2])
        #expect(alarms.takeDue().isEmpty)
        add(3)
        #expect(alarms.takeDue().isEmpty)
        kernel.setClock()
        for action in alarms.takeDue() { action() }
        #expect(fired.withLock { $0 } == [1, 2, 3])
    }

    @Test(
        "A clock that was set just before another wait begins, or ends, still ends all of them",
        arguments: [true, false])
    func crossed(_ isAdded: Bool) throws {
        let kernel = Kernel()
        var alarms = WallClockAlarms(kernel.timer)
        _ = alarms.add(1, at: Self.far) {}
        _ = alarms.add(2, at: Self.far) {}
        defer { close(alarms.timer) }

        kernel.setClock()
        if isAdded { _ = alarms.add(3, at: Self.far) {} } else { alarms.remove(2) }

        // The kernel has told it; the timer expires at once in its place, so that the thread that waits for it wakes up.
        var event = pollfd(fd: alarms.timer, events: Int16(POLLIN), revents: 0)
        #expect(poll(&event, 1, 10_000) == 1)
        #expect(alarms.takeDue().count == (isAdded ? 3 : 1))
        #expect(poll(&event, 1, 0) == 0)
        #expect(alarms.takeDue().isEmpty)
    }
}
