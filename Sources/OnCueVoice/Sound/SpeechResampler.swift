// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Changes the rate of sound to that of ``SpeechSound``, with a windowed sinc filter. Frequencies above half the lower
/// rate are removed, so that they are not heard as others.
enum SpeechResampler {
    /// Zero crossings on each side.
    private static let reach = 12

    /// - Complexity: O(*n*), with about 24 steps for each sample.
    static func resample(_ samples: [Float], from rate: Int) -> [Int16] {
        guard rate != SpeechSound.rate else { return samples.map(clipped) }
        let step = Double(rate) / Double(SpeechSound.rate)
        // The cut, as a part of the input's rate.
        let cut = min(1, 1 / step)
        let width = Double(reach) / cut
        let count = Int(Double(samples.count) / step)
        var result: [Int16] = []
        result.reserveCapacity(count)
        for index in 0..<count {
            let centre = Double(index) * step
            let first = max(0, Int((centre - width).rounded(.up)))
            let last = min(samples.count - 1, Int((centre + width).rounded(.down)))
            var sum = 0.0
            if first <= last {
                for place in first...last {
                    let distance = centre - Double(place)
                    sum += Double(samples[place]) * kernel(distance * cut) * cut
                }
            }
            result.append(clipped(Float(sum)))
        }
        return result
    }

    /// Sinc under a window that falls to nothing at `reach`.
    private static func kernel(_ distance: Double) -> Double {
        guard distance != 0 else { return 1 }
        let angle = Double.pi * distance
        let window = 0.5 + 0.5 * cosine(angle / Double(reach))
        return sine(angle) / angle * window
    }

    private static func clipped(_ value: Float) -> Int16 { Int16(max(-32_768, min(32_767, value.rounded()))) }

    /// Without a library of mathematics: reduced to the first quarter, then a polynomial with an error below 1e-6.
    private static func sine(_ angle: Double) -> Double {
        let turns = angle / (2 * .pi)
        var part = (turns - turns.rounded()) * 2 * .pi
        if part > .pi / 2 { part = .pi - part } else if part < -.pi / 2 { part = -.pi - part }
        let square = part * part
        return part
            * (1 - square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72 * (1 - square / 110)))))
    }

    private static func cosine(_ angle: Double) -> Double { sine(angle + .pi / 2) }
}
