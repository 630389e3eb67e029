// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Finds the same noise in two recordings.
enum NoiseShift {
    /// The frames that are compared, and the steps between those by which the place is found first.
    private static let length = 4_800
    private static let coarse = 16
    /// Less likeness than this is chance.
    private static let least = 0.7

    /// The number of the frame of the first recording that has the sound of a frame of the second, less the number of that
    /// frame; `nil` where they have none in common.
    ///
    /// - Complexity: O(*n*), with some hundreds of multiplications for each frame.
    static func shift(_ first: [Double], _ second: [Double]) -> Int? {
        guard first.count >= length, second.count >= 2 * length else { return nil }
        let start = (second.count - length) / 2
        let pattern = second[start..<(start + length)]
        // A few frames of noise are found as surely as many: they rule out nearly all places.
        let few = stride(from: 0, to: length, by: coarse).map { ($0, pattern[start + $0]) }
        var best = (place: 0, likeness: -1.0)
        for place in 0...(first.count - length) {
            var (product, power, own) = (0.0, 0.0, 0.0)
            for (offset, value) in few {
                let other = first[place + offset]
                product += value * other
                power += other * other
                own += value * value
            }
            let likeness = product / max((power * own).squareRoot(), .leastNonzeroMagnitude)
            if likeness > best.likeness { best = (place, likeness) }
        }
        return best.likeness >= least ? best.place - start : nil
    }
}
