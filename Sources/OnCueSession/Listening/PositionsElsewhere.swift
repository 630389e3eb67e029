// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Takes over where long items were left in other players of the programs that they come from.
///
/// Positions that are erased here are not erased there: a server has positions of other players, and those that OnCue told it, until an
/// item is heard to its end. Deleting them there would take from the other players what they resume with, and fails while the
/// server is away. So it is known here when the positions of an item were erased, and one that is not newer is not taken over
/// again. Whoever goes on with the item in another player after that has its position here again.
@MediaActor
package final class PositionsElsewhere {
    private let store: any ListeningStoring
    private let rules: ListeningRules
    private let time: @Sendable () -> Int64
    private let current: @MediaActor () -> ContentIdentifier?
    private let log = Logger("listening")

    /// - Parameters:
    ///   - time: Returns the seconds since 1970.
    ///   - current: Returns what plays here, or is paused.
    package init(
        store: any ListeningStoring, rules: ListeningRules = ListeningRules(), time: @escaping @Sendable () -> Int64,
        current: @escaping @MediaActor () -> ContentIdentifier?
    ) {
        (self.store, self.rules, self.time, self.current) = (store, rules, time, current)
    }

    /// Keeps those that are newer than what is known here, except of what plays. Returns when they are stored.
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
                // A clock that is ahead elsewhere makes nothing newer than what comes here.
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

    /// How many seconds the clock elsewhere may be ahead of the one here when it is about what was erased.
    private static let tolerance: Int64 = 60

    /// The distance within which two positions are the same, as programs round.
    private static let difference: Duration = .seconds(2)

    private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }
}
