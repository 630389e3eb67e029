// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueCore

/// The filters for a curve of the equalizer, and their actual response at each frequency.
///
/// There is one peaking filter for each band. Neighbours overlap, so their gains are not the requested ones, but those
/// with which all of them together are right at the middle of every band.
struct EqualizerCurve: Equatable {
    /// A filter of second order, divided by its first denominator.
    struct Section: Equatable {
        var b0, b1, b2, a1, a2: Double
    }

    /// The middles of the bands, in hertz.
    static let centres = [29.0, 59, 119, 237, 474, 947, 1_889, 3_770, 7_523, 15_011]
    /// One octave wide, which leaves no waves between bands that are alike.
    private static let quality = 1.41
    /// In decibels, as all others here.
    private static let tolerance = 0.01
    private static let mostSteps = 12
    private static let largestGain = 60.0
    /// Filters must be this far below half the sample rate.
    private static let reach = 0.45
    private static let probes = 256
    /// The number of narrowings, each by a third; the remaining error is far below the audible limit.
    private static let narrowings = 12

    /// Filters that do nothing are left out; none at all for a flat curve.
    let sections: [Section]
    /// The most that it raises any frequency; 0 where it raises none.
    let largestRaise: Double
    private let rate: Double

    /// - Parameters:
    ///   - bands: As ``SoundSettings/equalizer``; those too high for the rate are left out.
    ///   - rate: Frames a second.
    init(_ bands: [Double], rate: Int) {
        self.rate = Double(rate)
        let wanted = zip(Self.centres, bands).filter { $0.0 < Self.reach * Double(rate) }
        guard wanted.contains(where: { $0.1 != 0 }) else {
            (sections, largestRaise) = ([], 0)
            return
        }
        let sections = Self.solve(wanted.map(\.0), wanted.map(\.1), rate: Double(rate))
        self.sections = sections
        largestRaise = Self.largestRaise(of: sections, rate: Double(rate))
    }

    /// Looks for the highest point between the neighbours of each of the probes that are higher than those.
    private static func largestRaise(of sections: [Section], rate: Double) -> Double {
        func raise(_ probe: Double) -> Double {
            response(sections, at: 10 * pow(rate / 20, probe / Double(probes)), rate: rate)
        }
        let heights = (0...probes).map { raise(Double($0)) }
        return heights.indices.reduce(0) { largest, probe in
            let height = heights[probe]
            guard height >= heights[max(0, probe - 1)], height >= heights[min(probes, probe + 1)] else {
                return largest
            }
            var (low, high) = (Double(max(0, probe - 1)), Double(min(probes, probe + 1)))
            for _ in 0..<narrowings {
                let third = (high - low) / 3
                if raise(low + third) < raise(high - third) { low += third } else { high -= third }
            }
            return max(largest, height, raise((low + high) / 2))
        }
    }

    /// Returns the gain of a tone.
    ///
    /// - Parameter frequency: In hertz.
    func response(at frequency: Double) -> Double { Self.response(sections, at: frequency, rate: rate) }

    /// Finds the gains by Newton's method, which takes two or three steps.
    private static func solve(_ centres: [Double], _ wanted: [Double], rate: Double) -> [Section] {
        var gains = wanted
        var sections = zip(centres, gains).map { peak(at: $0, gain: $1, rate: rate) }
        for _ in 0..<mostSteps {
            let errors = zip(centres, wanted).map { response(sections, at: $0, rate: rate) - $1 }
            guard errors.contains(where: { abs($0) > tolerance }) else { break }
            // The change of each middle with each gain.
            let slopes = centres.map { middle in
                zip(centres, gains).map { centre, gain in
                    response([peak(at: centre, gain: gain + 0.5, rate: rate)], at: middle, rate: rate)
                        - response([peak(at: centre, gain: gain - 0.5, rate: rate)], at: middle, rate: rate)
                }
            }
            let steps = solution(of: slopes, errors)
            gains = zip(gains, steps).map { min(max($0 - $1, -largestGain), largestGain) }
            sections = zip(centres, gains).map { peak(at: $0, gain: $1, rate: rate) }
        }
        return zip(sections, gains).filter { abs($1) > tolerance }.map(\.0)
    }

    /// Returns a peaking filter, after Robert Bristow-Johnson's cookbook.
    private static func peak(at centre: Double, gain: Double, rate: Double) -> Section {
        let amplitude = pow(10, gain / 40)
        let angle = 2 * Double.pi * centre / rate
        let width = sin(angle) / (2 * quality)
        let scale = 1 / (1 + width / amplitude)
        let middle = -2 * cos(angle) * scale
        return Section(
            b0: (1 + width * amplitude) * scale, b1: middle, b2: (1 - width * amplitude) * scale,
            a1: middle, a2: (1 - width / amplitude) * scale)
    }

    private static func response(_ sections: [Section], at frequency: Double, rate: Double) -> Double {
        let angle = 2 * Double.pi * frequency / rate
        let (once, twice) = (cos(angle), cos(2 * angle))
        return sections.reduce(0) { sum, filter in
            sum + 10
                * log10(
                    power(filter.b0, filter.b1, filter.b2, once, twice)
                        / power(1, filter.a1, filter.a2, once, twice))
        }
    }

    private static func power(_ x: Double, _ y: Double, _ z: Double, _ once: Double, _ twice: Double) -> Double {
        max(x * x + y * y + z * z + 2 * y * (x + z) * once + 2 * x * z * twice, .leastNormalMagnitude)
    }

    /// Solves equations by elimination; the largest coefficient of a row is always that of its own band.
    private static func solution(of rows: [[Double]], _ right: [Double]) -> [Double] {
        var (rows, right) = (rows, right)
        for pivot in rows.indices {
            for row in rows.indices where row > pivot {
                let factor = rows[row][pivot] / rows[pivot][pivot]
                for column in rows.indices where column >= pivot { rows[row][column] -= factor * rows[pivot][column] }
                right[row] -= factor * right[pivot]
            }
        }
        for pivot in rows.indices.reversed() {
            for column in rows.indices where column > pivot { right[pivot] -= rows[pivot][column] * right[column] }
            right[pivot] /= rows[pivot][pivot]
        }
        return right
    }
}
