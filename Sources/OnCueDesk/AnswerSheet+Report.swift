// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import JSON
internal import OnCueCore
package import OnCueInterface
internal import OnCuePhrases
package import StatusAnswers

extension AnswerSheet {
    /// Prepares the answers about a report, as a client would print them.
    ///
    /// - Parameters:
    ///   - bus: The address of the bus that the service is on.
    ///   - time: The time of the report, if it has none itself.
    /// - Returns: `nil` if an answer cannot be prepared.
    package init?(_ report: NowPlayingReport, bus: String, at time: Duration) {
        // Clients receive the form that crosses the bus.
        guard let report = NowPlayingReport(wire: report.wire) else { return nil }
        func later(_ moment: AnswerTimes.Moment) -> NowPlayingReport {
            var other = report
            other.entry?.position = moment.position
            if report.sleep?.time != nil { other.sleep = .time(moment.sleep) }
            return other
        }
        let lines = PreparedAnswer(position: .positionClock, sleep: .sleepClock) { moment in
            NowPlayingLines().lines(later(moment)).map { $0 + "\n" }.joined()
        }
        let json = PreparedAnswer(position: .positionSeconds, sleep: .sleepSeconds) { moment in
            later(moment).json.text(.compact) + "\n"
        }
        guard let lines, let json else { return nil }
        self.init(
            version: ServiceVersion.current, bus: bus, times: AnswerTimes(report, at: time), answers: [lines, json])
    }
}

extension AnswerTimes {
    /// The times of a report.
    ///
    /// - Parameter time: The time of the report, if it has none itself.
    init(_ report: NowPlayingReport, at time: Duration) {
        self.init(
            time: report.entry?.timestamp ?? time, position: report.entry?.position ?? .zero,
            rate: report.entry?.playbackRate ?? 0, duration: report.entry?.duration, sleep: report.sleep?.time)
    }
}

extension NowPlayingReport {
    /// The report without the times that fill the gaps of answers.
    var withoutTimes: NowPlayingReport {
        var other = self
        other.entry?.position = .zero
        other.entry?.timestamp = nil
        if sleep?.time != nil { other.sleep = .time(.zero) }
        return other
    }
}
