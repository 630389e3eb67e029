// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Keeps the sound of this machine in step with that of another one: from what is heard on both to corrections here.
///
/// It begins in silence. The first distance is jumped over; when what is heard then is in step, the sound fades in. From
/// then on small distances, which come from clocks that differ, are bent away inaudibly, and larger ones, from a machine
/// that was too busy, are jumped over in silence.
package struct StepKeeper: Sendable, Equatable {
    /// The next steps.
    package struct Advice: Sendable, Equatable {
        package var corrections: [StepCorrection] = []
        /// The place to jump to in the medium, as the distance is too large to be left out.
        package var isFar = false
    }

    private enum Stage: Sendable, Equatable {
        /// Silent, until it is in step.
        case joining
        case inStep
    }

    /// In step when joining: less than this.
    private static let near: Duration = .microseconds(400)
    /// A distance is bent away from here on.
    private static let slack: Duration = .microseconds(60)
    /// No more is bent away by one judgement: on a busy machine a sound server may be wrong for seconds.
    private static let largestBend: Duration = .microseconds(400)
    /// The distance from which two judgements in a row confirm each other, and the largest bend that follows.
    private static let (confirmed, largestConfirmedBend): (Duration, Duration) = (.milliseconds(1), .milliseconds(2))
    /// From here on it is jumped over in silence.
    private static let far: Duration = .milliseconds(8)
    /// From here on the medium is opened elsewhere: leaving out more takes a decoder too long.
    private static let farther: Duration = .seconds(4)
    /// The numbers of distances of which the middle one is believed: while joining, when it is far, and else. A sound
    /// server tells the time of its sound with an error of some tenths of a millisecond that lasts for seconds, and of more
    /// when it has just begun: whoever believes it at once only follows that.
    private static let (joining, glance, usual) = (3, 9, 40)
    /// How much of a small distance is bent away.
    private static let part = 0.4
    /// The most drift in a second: clocks of sound cards differ by less. It leaves some of the thousandth by which sound can
    /// be bent.
    private static let (mostDrift, mostBend) = (0.000_7, 0.001)
    /// One frame in a usual medium.
    private static let sample: Duration = .microseconds(23)
    /// After a correction should be heard.
    private static let margin: Duration = .milliseconds(60)

    private var stage = Stage.joining
    private var distances: [Duration] = []
    /// Until then what is heard was handed over before the last correction.
    private var settled: Duration?
    /// When the present distances began, and the last one was noted.
    private var begun: Duration?
    private var last: Duration?
    /// The distance that was bent away since it got in step.
    private var applied: Duration = .zero
    /// How fast this machine falls behind, as its clock is another one.
    private var clock = DriftEstimate()
    /// The distance that the drift has added and that is not bent away yet.
    private var owed: Duration = .zero
    /// The distance at the last judgement; positive where this machine is behind. `nil` for some seconds after it was
    /// found to be in step.
    package private(set) var distance: Duration?
    /// How often it had to catch up in silence since it was in step.
    package private(set) var catches = 0

    package init() {}

    /// Whether it is heard, in step.
    package var isInStep: Bool { stage == .inStep }

    /// Begins anew in silence, as after a jump of the other machine.
    ///
    /// - Returns: What to do at once.
    package mutating func restart() -> [StepCorrection] {
        let wasHeard = stage == .inStep
        distance = nil
        begin(.joining)
        settled = nil
        return wasHeard ? [.veil] : []
    }

    /// Takes in what is heard here, and what the other machine's timeline says of the same moment.
    ///
    /// - Parameters:
    ///   - behind: The time by which this machine is behind; negative where it is ahead.
    ///   - moment: When that was measured.
    ///   - reserve: The sound that was handed to the output and is not heard yet: a correction is heard so much later.
    package mutating func note(behind: Duration, at moment: Duration, reserve: Duration) -> Advice {
        var advice = Advice(corrections: followDrift(until: moment))
        if let settled, moment < settled { return advice }
        settled = nil
        begun = begun ?? moment
        // As if nothing had been bent: so the course of the distances is that of the clocks.
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
            // It is from few measurements, and the next one from many.
            self.distance = nil
            begin(.inStep)
            return Advice(corrections: [.unveil])
        }
        begin(.joining)
        settled = moment + reserve + Self.margin
        let isFar = Self.size(distance) >= Self.farther
        return Advice(corrections: isFar ? [] : [.jump(distance)], isFar: isFar)
    }

    /// Bends the distance away, and learns how fast it grows.
    ///
    /// - Parameter course: The middle of what the distances would be if nothing had been bent.
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
        // What is left of the thousandth by the drift is bent in so much time.
        settled = moment + reserve + Self.size(bend) / (Self.mostBend - abs(drift)) + Self.margin
        return [.bend(bend)]
    }

    private var drift: Double { min(max(clock.drift, -Self.mostDrift), Self.mostDrift) }

    /// Bends what the drift has brought since the last time, in steps of a sample or so.
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
