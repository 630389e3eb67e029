// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Takes over the positions at which long items were left in other players of the programs that they come from.
///
/// Positions that are erased here are not erased there. A server has the positions of other players, and those that
/// OnCue sent it, until an item is heard to its end; deleting them there would take the resume positions away from the
/// other players, and fails while the server is unavailable. So OnCue keeps the time when the positions of an item were
/// erased, and does not take over again a position that is not newer. If the user continues the item in another player
/// after that, it has a position here again.
@MediaActor
package final class PositionsElsewhere {
    private let store: any ListeningStoring
    private let rules: ListeningRules
    private let time: @Sendable () -> Int64
    private let current: @MediaActor () -> ContentIdentifier?
    private let log = Logger("listening")

    /// - Parameters:
    ///   - time: Returns the seconds since 1970.
    ///   - current: Returns the item that plays here, or is paused.
    package init(
        store: any ListeningStoring, rules: ListeningRules = ListeningRules(), time: @escaping @Sendable () -> Int64,
        current: @escaping @MediaActor () -> ContentIdentifier?
    ) {
        (self.store, self.rules, self.time, self.current) = (store, rules, time, current)
    }

    /// Keeps the positions that are newer than those known here, except that of the current item. Returns when they are
    /// stored.
    package func take(_ left: [(track: Track, left: LeftPosition)]) async {
        let long = left.filter { rules.remembersPosition($0.track) }
        guard !long.isEmpty else { return }
        do throws(ContentError) {
            let identifiers = long.map(\.track.identifier)
            let records = try await store.records(for: identifiers)
            let erased = try await store.erasedPositions(of: identifiers)
            let (now, playing) = (time(), current())
            let events = long.compactMap { track, left -> ListeningEvent? in
                let known = records[track.identifier]
                // If the clock elsewhere is ahead, its positions are not newer than events that happen here now.
                let time = min(left.time, now)
                guard track.identifier != playing, time > known?.lastPlayed ?? .min,
                    erased[track.identifier].map({ time > $0 + Self.tolerance }) ?? true,
                    abs((known?.position ?? .zero) - left.position) >= Self.difference,
                    !(track.duration.map { ListeningRules.isAtEnd(left.position, of: $0) } ?? false)
                else { return nil }
                return .left(track, position: left.position, at: time)
            }
            if !events.isEmpty { try await store.record(events) }
        } catch {
            log.warning("cannot take over where items were left elsewhere", ["error": error.message])
        }
    }

    /// The number of seconds by which the clock elsewhere may be ahead of the local one, for positions that were
    /// erased.
    private static let tolerance: Int64 = 60

    /// The distance within which two positions count as the same, because programs round.
    private static let difference: Duration = .seconds(2)

    private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }
}
