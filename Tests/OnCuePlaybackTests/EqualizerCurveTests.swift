// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueTestSupport
import Testing

@testable import OnCuePlayback

@Suite("The curve of the equalizer")
struct EqualizerCurveTests {
    private static let rates = [44_100, 48_000, 96_000, 192_000]

    @Test("Every preset is within 0.5 dB of what it says at every band", arguments: EqualizerPreset.allCases, rates)
    func presets(_ preset: EqualizerPreset, rate: Int) {
        expect(EqualizerCurve(preset.gains, rate: rate), toBe: preset.gains)
    }

    @Test(
        "Bands that reach into each other are right all the same",
        arguments: [
            Array(repeating: -6.0, count: 10), Array(repeating: 12, count: 10), Array(repeating: -24, count: 10),
            [-24, 0, 0, 0, 0, 0, 0, 0, 0, -24], [12, -24, 12, -24, 12, -24, 12, -24, 12, -24],
            [0, 0, 0, 12, 12, 12, 0, 0, 0, 0],
        ], rates)
    func neighbours(_ bands: [Double], rate: Int) {
        expect(EqualizerCurve(bands, rate: rate), toBe: bands)
    }

    @Test("Any ten gains are met, and nothing is raised by more than is said", arguments: TestEffort.seeds(20))
    func anyBands(_ seed: Int) {
        var numbers = SeededNumbers(state: UInt64(seed) + 1)
        let bands = (0..<10).map { _ in Double.random(in: SoundSettings.bandRange, using: &numbers) }
        let curve = EqualizerCurve(bands, rate: Self.rates[seed % Self.rates.count])

        expect(curve, toBe: bands)
        for step in 0..<2_000 {
            let frequency = 20 * (1 + Double(step) / 2_000 * 1_000)
            #expect(curve.response(at: frequency) < curve.largestRaise + 0.01)
        }
    }

    @Test("A flat curve has no filters, and a rate too low for a band leaves that out")
    func flat() {
        #expect(EqualizerCurve(Array(repeating: 0, count: 10), rate: 48_000).sections.isEmpty)
        #expect(EqualizerCurve([], rate: 48_000).largestRaise == 0)
        let low = EqualizerCurve(Array(repeating: -6, count: 10), rate: 16_000)
        #expect(abs(low.response(at: 947) + 6) < 0.5)
    }

    private func expect(_ curve: EqualizerCurve, toBe bands: [Double]) {
        for (centre, gain) in zip(EqualizerCurve.centres, bands) {
            #expect(abs(curve.response(at: centre) - gain) < 0.5, "\(centre) Hz")
        }
    }
}
