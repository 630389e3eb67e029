// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore

/// Applies a curve to continuous sound, block by block. A curve that changes fades into the new one.
struct Equalizer {
    private var bank = FilterBank(EqualizerCurve([], rate: 44_100), level: 1)
    private var leaving: FilterBank?
    /// The samples of the block in which the curve changes; empty at any other time.
    private var copy: [Float] = []

    /// Sets the curve from the next block on.
    ///
    /// - Parameter preventsClipping: Whether everything is lowered by the largest raise of the curve.
    mutating func set(_ curve: EqualizerCurve, preventsClipping: Bool) {
        let level = preventsClipping ? Float(SoundSettings.factor(decibels: -curve.largestRaise)) : 1
        guard curve != bank.curve || level != bank.level else { return }
        if leaving == nil { leaving = bank }
        bank = FilterBank(curve, level: level)
    }

    /// Forgets the sound before, as for sound that begins.
    mutating func reset() {
        bank.reset()
        leaving = nil
    }

    mutating func apply(to block: SoundBlock) {
        guard leaving != nil || bank.isActive else { return }
        block.update { samples in
            guard var old = leaving else { return bank.apply(to: &samples) }
            copy.removeAll(keepingCapacity: true)
            for index in samples.indices { copy.append(samples[index]) }
            var span = copy.mutableSpan
            old.apply(to: &span)
            bank.apply(to: &samples)
            for index in samples.indices {
                let part = Float(index / 2) / Float(max(1, samples.count / 2))
                samples[index] = copy[index] + (samples[index] - copy[index]) * part
            }
            leaving = nil
        }
    }
}

/// The filters of a curve with their state.
private struct FilterBank {
    let curve: EqualizerCurve
    /// The factor of all samples.
    let level: Float
    private var memory: [(SIMD2<Double>, SIMD2<Double>)]

    init(_ curve: EqualizerCurve, level: Float) {
        self.curve = curve
        self.level = level
        memory = curve.sections.map { _ in (.zero, .zero) }
    }

    var isActive: Bool { !curve.sections.isEmpty }

    mutating func reset() {
        for index in memory.indices { memory[index] = (.zero, .zero) }
    }

    mutating func apply(to samples: inout MutableSpan<Float>) {
        for (index, section) in curve.sections.enumerated() {
            var (first, second) = memory[index]
            let (b0, b1, b2, a1, a2) = (section.b0, section.b1, section.b2, section.a1, section.a2)
            for frame in 0..<samples.count / 2 {
                let input = SIMD2(Double(samples[2 * frame]), Double(samples[2 * frame + 1]))
                let output = b0 * input + first
                first = b1 * input - a1 * output + second
                second = b2 * input - a2 * output
                samples[2 * frame] = Float(output.x)
                samples[2 * frame + 1] = Float(output.y)
            }
            memory[index] = (Self.settled(first), Self.settled(second))
        }
        guard level != 1 else { return }
        for index in samples.indices { samples[index] *= level }
    }

    /// Returns a value without denormal numbers, which are slow to process, and without values that are not numbers.
    private static func settled(_ value: SIMD2<Double>) -> SIMD2<Double> {
        func settled(_ value: Double) -> Double { value.isFinite && abs(value) > 1e-20 ? value : 0 }
        return SIMD2(settled(value.x), settled(value.y))
    }
}
