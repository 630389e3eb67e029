// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import MPDProtocol
import Testing

@Suite("When names are looked up again")
struct LookupTimesTests {
    private let begin = ContinuousClock.now

    /// The pauses between tries, in seconds, until there are no more; at most ten.
    private func pauses(_ times: LookupTimes, isFound: Bool) -> [Int64] {
        var times = times
        var (now, pauses) = (times.next ?? begin, [Int64]())
        for _ in 0..<10 {
            times.noteTry(isFound: isFound, at: now)
            guard let next = times.next else { break }
            pauses.append((next - now).components.seconds)
            now = next
        }
        return pauses
    }

    @Test("A name that is never known is looked up more and more seldom, and anew when the machine has other addresses")
    func unknown() {
        var times = LookupTimes(isName: true)
        #expect(pauses(times, isFound: false) == [15, 30, 60, 120, 240, 240, 240, 240, 240, 240])

        times.noteAddresses(at: begin)

        #expect(times.next == begin + LookupTimes.settling)
        #expect(pauses(times, isFound: false).prefix(3) == [15, 30, 60])
    }

    @Test("A name that is known is not looked up until the machine has other addresses, and then for some minutes")
    func known() {
        var times = LookupTimes(isName: true)
        #expect(pauses(times, isFound: true) == [])

        times.noteAddresses(at: begin)

        #expect(pauses(times, isFound: true) == [15, 30, 60, 120, 240])
    }

    @Test("An address that another program has is tried again in the same pauses")
    func taken() {
        var times = LookupTimes(isName: false)
        times.noteAddresses(at: begin)

        #expect(times.next == nil)
        #expect(pauses(times, isFound: false) == Array(repeating: 15, count: 10))
        #expect(pauses(times, isFound: true) == [])
    }
}
