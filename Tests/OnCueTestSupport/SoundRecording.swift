// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

func sine(_ phase: Double) -> Double { sin(phase) }

/// What a monitor has recorded: one channel, -1 to 1.
package struct SoundRecording: Sendable {
    package var samples: [Double]
    package var rate: Int

    package init(samples: [Double], rate: Int = 48_000) {
        self.samples = samples
        self.rate = rate
    }

    package var seconds: Double { Double(samples.count) / Double(rate) }

    /// The part from the first to the last sample above a level; empty when there is none.
    package func sound(above level: Double = 0.005) -> SoundRecording {
        guard let first = samples.firstIndex(where: { abs($0) > level }),
            let last = samples.lastIndex(where: { abs($0) > level })
        else { return SoundRecording(samples: [], rate: rate) }
        return SoundRecording(samples: Array(samples[first...last]), rate: rate)
    }

    /// The part between two times.
    package func part(_ from: Double, _ to: Double) -> SoundRecording {
        let low = max(0, min(samples.count, Int(from * Double(rate))))
        let high = max(low, min(samples.count, Int(to * Double(rate))))
        return SoundRecording(samples: Array(samples[low..<high]), rate: rate)
    }

    package var peak: Double { samples.reduce(0) { max($0, abs($1)) } }

    /// The effective levels of parts of this length, one after the other.
    package func levels(of seconds: Double) -> [Double] {
        let count = Int(seconds * Double(rate))
        return stride(from: 0, to: samples.count - count + 1, by: count).map { start in
            let sum = samples[start..<(start + count)].reduce(0) { $0 + $1 * $1 }
            return (2 * sum / Double(count)).squareRoot()
        }
    }

    /// How loud a tone among others is, one after the other: of its amplitudes in the stretches of a tenth of a second in
    /// which nothing else is louder, the one that a third of them exceed. A server that pauses while it records makes some
    /// of them smaller, and the beginning of the tone makes few of them larger. `nil` where the tone is heard for less than
    /// half as long as it should.
    package func amplitude(ofTone frequency: Double, among others: [Double], seconds: Double) -> Double? {
        let length = rate / 10
        let heard = stride(from: 0, to: samples.count - length + 1, by: length).compactMap { start -> Double? in
            let stretch = samples[start..<(start + length)]
            let own = Self.amplitude(ofTone: frequency, in: stretch, rate: rate)
            guard own > 0.005, !others.contains(where: { Self.amplitude(ofTone: $0, in: stretch, rate: rate) > own })
            else { return nil }
            return own
        }
        guard heard.count >= Int(seconds * 5) else { return nil }
        return heard.sorted()[heard.count * 2 / 3]
    }

    /// The amplitude of one frequency, from the sums with its sine and cosine under a Hann window.
    private static func amplitude(ofTone frequency: Double, in samples: ArraySlice<Double>, rate: Int) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        let step = 2 * Double.pi * frequency / Double(rate)
        let turn = 2 * Double.pi / Double(samples.count)
        for (index, sample) in samples.enumerated() {
            let weighted = sample * (1 - cos(turn * Double(index)))
            real += weighted * cos(step * Double(index))
            imaginary += weighted * sin(step * Double(index))
        }
        return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
    }

    /// The frequency of a tone, from its zero crossings; 0 when there are too few.
    package var frequency: Double {
        var crossings: [Double] = []
        for index in samples.indices.dropFirst() where samples[index - 1] < 0 && samples[index] >= 0 {
            crossings.append(Double(index) - samples[index] / (samples[index] - samples[index - 1]))
        }
        guard let first = crossings.first, let last = crossings.last, crossings.count > 2 else { return 0 }
        return Double(crossings.count - 1) * Double(rate) / (last - first)
    }

    /// The longest run of samples below a level, in seconds.
    package func longestSilence(below level: Double = 0.002) -> Double {
        var longest = 0
        var run = 0
        for sample in samples {
            run = abs(sample) < level ? run + 1 : 0
            longest = max(longest, run)
        }
        return Double(longest) / Double(rate)
    }

    /// How far the samples are from one continuous sine of this frequency: the largest departure from the rule
    /// x[n+1] = 2 cos(w) x[n] - x[n-1], as a fraction of the peak. A jump, a hole or a click all show in it.
    package func largestDeparture(fromTone frequency: Double) -> (value: Double, at: Double) {
        let factor = 2 * cos(2 * Double.pi * frequency / Double(rate))
        var largest = (value: 0.0, at: 0.0)
        guard samples.count > 2, peak > 0 else { return largest }
        for index in 1..<(samples.count - 1) {
            let departure = abs(samples[index + 1] - factor * samples[index] + samples[index - 1])
            if departure > largest.value { largest = (departure, Double(index) / Double(rate)) }
        }
        return (largest.value / peak, largest.at)
    }

    /// The largest step from one sample to the next, as a multiple of the largest that a sine of this frequency and
    /// amplitude makes by itself. A click, and a hole or an overlap of more than a few samples, are above 1.
    package func largestStep(inTone frequency: Double, amplitude: Double) -> Double {
        let own = 2 * amplitude * sin(Double.pi * frequency / Double(rate))
        return zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) } / own
    }

    /// The position in `ToneFile.stairs` that is heard at a time, from the tone's frequency.
    package func stairPosition(at seconds: Double) -> Double {
        let frequency = part(seconds, seconds + 0.03).frequency
        return (frequency - 400) / 1000
    }

    /// The position in `ToneFile.rising` that is heard at a time, from the pitch of what follows; modulo ten seconds.
    package func risingPosition(at seconds: Double) -> Double {
        let (delay, length) = (0.02, 0.05)
        let pitch = part(seconds + delay, seconds + delay + length).frequency
        return (pitch - 400) / 1000 - delay - length / 2
    }
}
