// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSuggestions
import Testing

@Suite("Moments")
struct MomentTests {
    @Test("are sound whatever they are made of")
    func soundness() {
        #expect(Moment(time: .nan, hour: .infinity, weekday: 0).time == 0)
        #expect(Moment(time: .infinity, hour: .nan, weekday: 0).hour == 0)
        #expect(Moment(time: -1e300, hour: 0, weekday: 0).time == -1e15)
        #expect(Moment(time: 0, hour: 25.5, weekday: 8).hour == 1.5)
        #expect(Moment(time: 0, hour: -1, weekday: -1).hour == 23)
        #expect(Moment(time: 0, hour: -1e-20, weekday: 0).hour < 24)
        #expect(Moment(time: 0, hour: 25.5, weekday: 8).weekday == 1)
        #expect(Moment(time: 0, hour: 0, weekday: -1).weekday == 6)
        #expect(Moment(time: 0, hour: 0, weekday: .min).weekday == ((Int.min % 7) + 7) % 7)
        #expect(Moment(time: 0, hour: 0, weekday: 6).isWeekend)
    }
}
