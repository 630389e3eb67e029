// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import OnCueSession

@Suite("Waiting for the sleep timer")
@MediaActor
struct SleepWakerTests {
    /// A clock that waiting moves on, and what the waker did when.
    @MediaActor
    private final class Night {
        private let start = ContinuousClock.now
        private(set) var now = ContinuousClock.now
        private(set) var waits = 0
        private(set) var fades: [Double] = []
        private(set) var ends: [Duration] = []
        private(set) var waker: SleepWaker?
        /// What somebody does after so many waits.
        var deeds: [Int: @MediaActor (Night) -> Void] = [:]
        let calm = EventLog<String>()

        init() {
            let waker = SleepWaker(
                now: { [unowned self] in now },
                wait: { [unowned self] time throws(CancellationError) in
                    waits += 1
                    deeds[waits]?(self)
                    if Task.isCancelled { throw CancellationError() }
                    now += time
                })
            waker.onFade = { [unowned self] in
                fades.append($0)
                if $0 == 1 { calm.append("loud again") }
            }
            waker.onEnd = { [unowned self] in
                ends.append(now - start)
                self.waker?.update(nil)
            }
            self.waker = waker
        }

        func begin(_ time: Duration) { waker?.update(.time(start + time)) }
    }

    @Test("fades away in the last seconds by even steps, ends, and gives the volume back")
    func whole() async throws {
        let night = Night()
        night.begin(.seconds(1800))

        try await night.calm.wait(count: 1)

        #expect(night.ends.count == 1)
        #expect(night.ends.first.map { abs(($0 - .seconds(1800)) / .seconds(1)) < 1 } == true)
        let fades = night.fades.dropLast()
        #expect(fades.count == 20)
        #expect(zip(fades, fades.dropFirst()).allSatisfy { $0 > $1 })
        #expect(fades.last == 0)
        #expect(night.fades.last == 1)
        #expect(night.waits == 22)
    }

    @Test("a timer that is ended meanwhile does nothing any more, and nothing waits", arguments: [1, 5])
    func ended(after waits: Int) async throws {
        let night = Night()
        night.deeds[waits] = { night in
            night.waker?.update(nil)
            night.calm.append("ended")
        }
        night.begin(.seconds(1800))

        try await night.calm.wait(count: 1)
        await settle()

        #expect(night.ends.isEmpty)
        #expect(night.waits == waits)
        #expect(night.fades.count == waits - 1)
    }

    @Test("without a timer that has a time nothing waits")
    func nothing() async {
        let night = Night()
        night.waker?.update(.track)
        night.waker?.update(.queue)
        night.waker?.update(nil)
        await settle()
        #expect(night.waits == 0)
    }
}
