// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// The effect of time on a report.
extension NowPlayingReport {
    /// The accepted deviation of a time; players report changes imprecisely.
    private static let tolerance = Duration.seconds(1)

    /// Returns the report after some time without events.
    func after(_ passed: Duration) -> NowPlayingReport {
        var report = self
        let passed = max(.zero, passed)
        if let sleepRemaining { report.sleep = .time(max(.zero, sleepRemaining - passed)) }
        guard isAdvancing, var entry else { return report }
        entry.position += passed * rate
        if let duration = entry.duration { entry.position = min(entry.position, duration) }
        report.entry = entry
        return report
    }

    /// Returns whether a later report contains nothing new except the passage of time.
    ///
    /// - Parameter passed: The time passed; if it is `nil`, positions and the remaining time of the sleep timer are
    ///   ignored.
    func foretells(_ later: NowPlayingReport, after passed: Duration?) -> Bool {
        guard withoutTimes == later.withoutTimes else { return false }
        guard let passed else { return true }
        let expected = after(passed)
        return Self.isNear(expected.entry?.position, later.entry?.position)
            && Self.isNear(expected.sleepRemaining, later.sleepRemaining)
    }

    /// Returns the time between two reports of the service, by the clock of the service.
    func timePassed(until later: NowPlayingReport) -> Duration? {
        guard let start = entry?.timestamp, let end = later.entry?.timestamp else { return nil }
        return end - start
    }

    private static func isNear(_ one: Duration?, _ other: Duration?) -> Bool {
        guard let one, let other else { return one == other }
        return abs((one - other) / tolerance) < 1
    }

    private var withoutTimes: NowPlayingReport {
        var report = self
        report.entry?.position = .zero
        report.entry?.timestamp = nil
        if sleepRemaining != nil { report.sleep = .time(.zero) }
        return report
    }

    private var sleepRemaining: Duration? { sleep?.time }
}
