// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueInterface
internal import PlayerControl

/// Filters the updates of all players for the selected one.
struct PlayerUpdates {
    let selection: PlayerSelection

    /// Returns the changes of the selected player, which may be another one each time. Repeated identical reports are
    /// left out.
    func updates(_ listings: AsyncStream<PlayerListing>) -> AsyncStream<NowPlayingUpdate> {
        AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
            let task = Task {
                var known: (report: NowPlayingReport?, time: ContinuousClock.Instant)?
                for await listing in listings {
                    let now = ContinuousClock.now
                    let report = selection.choose(listing.players).first?.now
                    if let known, Self.isSame(report, as: known.report, after: known.time.duration(to: now)) {
                        continue
                    }
                    continuation.yield(report.map { .report($0) } ?? .serviceLost)
                    known = (report, now)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private static func isSame(
        _ report: NowPlayingReport?, as known: NowPlayingReport?, after passed: Duration
    ) -> Bool {
        guard let report, let known else { return report == nil && known == nil }
        return known.foretells(report, after: passed)
    }
}
