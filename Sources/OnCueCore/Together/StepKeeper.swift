// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Keeps the sound of this machine in step with that of another one: derives corrections from the positions heard on
/// both.
///
/// It begins in silence. The first distance is removed by a jump; when the sound is then in step, it fades in. From
/// then on, small distances, which arise because clocks differ, are bent away inaudibly, and larger ones, from a
/// machine that was too busy, are removed by jumps in silence.
package struct StepKeeper: Sendable, Equatable {
    /// The next steps.
    package struct Advice: Sendable, Equatable {
        package var corrections: [StepCorrection] = []
        /// Whether the distance is too large to be left out, so that the medium has to be opened at another position.
        package var isFar = false
    }

    private enum Stage: Sendable, Equatable {
        /// Silent, until it is in step.
        case joining
        case inStep
    }

    /// The distance below which the sound is in step when joining.
    private static let near: Duration = .microseconds(400)
    /// The distance from which on it is bent away.
    private static let slack: Duration = .microseconds(60)
    /// The maximum time that is bent away after one judgement: on a busy machine, a sound server may be wrong for
    /// seconds.
    private static let largestBend: Duration = .microseconds(400)
    /// The distance from which on two successive judgements confirm each other, and the largest bend that follows.
    private static let (confirmed, largestConfirmedBend): (Duration, Duration) = (.milliseconds(1), .milliseconds(2))
    /// The distance from which on it is jumped over in silence.
    private static let far: Duration = .milliseconds(8)
    /// The distance from which on the medium is opened at another position, as leaving out more takes a decoder too
    /// long.
    private static let farther: Duration = .seconds(4)
    /// The numbers of distances whose median is used: while joining, to detect a large distance, and otherwise. A sound
    /// server reports the time of its sound with an error of some tenths of a millisecond that lasts for seconds, and a
    /// larger one when it has just started; reacting at once would only follow these errors.
    private static let (joining, glance, usual) = (3, 9, 40)
    /// The fraction of a small distance that is bent away.
    private static let part = 0.4
    /// The largest drift, in seconds per second, as clocks of sound cards differ by less; and the largest bend, a
    /// thousandth, of which the drift leaves some.
    private static let (mostDrift, mostBend) = (0.000_7, 0.001)
    /// The duration of one frame in a usual medium.
    private static let sample: Duration = .microseconds(23)
    /// The additional time after which a correction should be heard.
    private static let margin: Duration = .milliseconds(60)

    private var stage = Stage.joining
    private var distances: [Duration] = []
    /// The time until which the sound that is heard was handed over before the last correction.
    private var settled: Duration?
    /// The times when the first and the last of the current distances were noted.
    private var begun: Duration?
    private var last: Duration?
    /// The distance that was bent away since it got in step.
    private var applied: Duration = .zero
    /// The estimate of how fast this machine falls behind because its clock differs.
    private var clock = DriftEstimate()
    /// The distance that the drift has added and that is not bent away yet.
    private var owed: Duration = .zero
    /// The distance at the last judgement; positive if this machine is behind. `nil` for some seconds after it was
    /// found to be in step.
    package private(set) var distance: Duration?
    /// The number of times that it had to catch up in silence after it was in step.
    package private(set) var catches = 0

    package init() {}

    /// Whether it is audible, and in step.
    package var isInStep: Bool { stage == .inStep }

    /// Starts again in silence, as after a jump of the other machine.
    ///
    /// - Returns: The corrections to make at once.
    package mutating func restart() -> [StepCorrection] {
        let wasHeard = stage == .inStep
        distance = nil
        begin(.joining)
        settled = nil
        return wasHeard ? [.veil] : []
    }

    /// Compares the position heard here with the one in the other machine's timeline at the same moment.
    ///
    /// - Parameters:
    ///   - behind: The time by which this machine is behind; negative if it is ahead.
    ///   - moment: The time of the measurement.
    ///   - reserve: The amount of sound that was handed to the output and is not heard yet, which delays the effect of
    ///     a correction.
    package mutating func note(behind: Duration, at moment: Duration, reserve: Duration) -> Advice {
        var advice = Advice(corrections: followDrift(until: moment))
        if let settled, moment < settled { return advice }
        settled = nil
        begun = begun ?? moment
        // Calculated as if nothing had been bent, so that the distances reflect the clocks.
        distances.append(behind + applied)
        let near = Self.middle(distances.suffix(Self.glance)) - applied
        if stage == .inStep, distances.count >= Self.glance, Self.size(near) >= Self.far {
            catches += 1
            distance = near
            begin(.joining)
            let isFar = Self.size(near) >= Self.farther
            settled = moment + reserve + Self.margin
            advice.corrections += isFar ? [.veil] : [.veil, .jump(near)]
            advice.isFar = isFar
            return advice
        }
        guard distances.count >= window else { return advice }
        let middle = Self.middle(distances)
        if stage == .joining {
            let behind = middle - applied
            distance = behind
            let joined = join(behind, moment, reserve)
            advice.corrections += joined.corrections
            advice.isFar = joined.isFar
        } else {
            advice.corrections += keep(middle, moment, reserve)
        }
        return advice
    }

    private mutating func join(_ distance: Duration, _ moment: Duration, _ reserve: Duration) -> Advice {
        guard Self.size(distance) >= Self.near else {
            // This distance is based on few measurements, and the next one will be based on many.
            self.distance = nil
            begin(.inStep)
            return Advice(corrections: [.unveil])
        }
        begin(.joining)
        settled = moment + reserve + Self.margin
        let isFar = Self.size(distance) >= Self.farther
        return Advice(corrections: isFar ? [] : [.jump(distance)], isFar: isFar)
    }

    /// Bends the distance away, and updates the estimate of its growth.
    ///
    /// - Parameter course: The median of the distances as they would be if nothing had been bent.
    private mutating func keep(_ course: Duration, _ moment: Duration, _ reserve: Duration) -> [StepCorrection] {
        let half = (moment - (begun ?? moment)) / 2
        clock.note(course, at: moment - half)
        let former = distance
        let behind = course + half * drift - applied
        distance = behind
        begin(.inStep)
        guard Self.size(behind) >= Self.slack else { return [] }
        let isConfirmed = former.map { min($0, behind) >= Self.confirmed || max($0, behind) <= .zero - Self.confirmed }
        let limit = isConfirmed == true ? Self.largestConfirmedBend : Self.largestBend
        let bend = Self.limited(behind * Self.part, to: limit)
        applied += bend
        // The time needed for the bend, at the part of the thousandth that the drift leaves.
        settled = moment + reserve + Self.size(bend) / (Self.mostBend - abs(drift)) + Self.margin
        return [.bend(bend)]
    }

    private var drift: Double { min(max(clock.drift, -Self.mostDrift), Self.mostDrift) }

    /// Bends away the distance that the drift has added since the last call, in steps of about a sample.
    private mutating func followDrift(until moment: Duration) -> [StepCorrection] {
        defer { last = moment }
        guard stage == .inStep, let last, moment > last, moment - last < .seconds(1) else { return [] }
        owed += (moment - last) * drift
        guard Self.size(owed) >= Self.sample else { return [] }
        defer { owed = .zero }
        applied += owed
        return [.bend(owed)]
    }

    private var window: Int { stage == .joining ? Self.joining : Self.usual }

    private mutating func begin(_ stage: Stage) {
        if stage == .joining {
            applied = .zero
            clock.restart()
        }
        self.stage = stage
        (distances, begun) = ([], nil)
    }

    private static func limited(_ distance: Duration, to limit: Duration) -> Duration {
        min(max(distance, .zero - limit), limit)
    }

    private static func size(_ distance: Duration) -> Duration { max(distance, .zero - distance) }

    private static func middle(_ distances: some Collection<Duration>) -> Duration {
        distances.isEmpty ? .zero : distances.sorted()[distances.count / 2]
    }
}
