// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient

/// Tells what the player does that is meant, out of what all do.
struct PlayerUpdates {
    /// How far a position may be from where it should be; players that tell of a change tell it roughly.
    private static let tolerance = Duration.seconds(1)

    let selection: PlayerSelection

    /// What was told last, and when.
    private struct Known {
        var line: LiveLine
        var report: NowPlayingReport?
    }

    /// The changes of the player that is meant, which may be another one after each. Players that tell the same again and
    /// again are left out.
    func updates(_ listings: AsyncStream<PlayerListing>) -> AsyncStream<NowPlayingUpdate> {
        AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
            let task = Task {
                var known: Known?
                for await listing in listings {
                    let now = ContinuousClock.now
                    let report = selection.choose(listing.players).first?.now
                    if let known, Self.isSame(report, known, now) { continue }
                    continuation.yield(report.map { .report($0) } ?? .serviceLost)
                    var line = LiveLine(now: now)
                    line.take(report, now: now)
                    known = Known(line: line, report: report)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private static func isSame(_ report: NowPlayingReport?, _ known: Known, _ now: ContinuousClock.Instant) -> Bool {
        guard report?.withoutPosition == known.report?.withoutPosition else { return false }
        guard let position = report?.entry?.position, let expected = known.line.current(now)?.entry?.position else {
            return true
        }
        return abs((position - expected) / tolerance) < 1
    }
}
