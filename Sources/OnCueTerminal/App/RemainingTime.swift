// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// The playing time of the queue; the remaining part decreases every second.
struct RemainingTime: Sendable, Equatable {
    private let total: Duration
    /// The playing time of the entries after the current one.
    private let behind: Duration
    private let isCertain: Bool

    /// - Parameter report: The state at the moment of the time.
    init(_ time: QueueTime, _ report: NowPlayingReport?) {
        total = time.total
        behind = time.remaining - Self.rest(report)
        isCertain = time.unknownCount == 0
    }

    private static func rest(_ report: NowPlayingReport?) -> Duration {
        guard let entry = report?.entry, let duration = entry.duration else { return .zero }
        return max(.zero, duration - entry.position)
    }

    /// Returns `1:20:00 left of 2:33:00`, or a shorter form; a `+` stands for entries of unknown length.
    func text(_ report: NowPlayingReport?, isShort: Bool) -> String? {
        guard total > .zero else { return nil }
        let more = isCertain ? "" : "+"
        let left = TimeText.clock(max(.zero, behind + Self.rest(report))) + more + " left"
        return isShort ? left : left + " of " + TimeText.clock(total) + more
    }
}

extension QueueEvent {
    /// Whether the playing time may have changed after it.
    var changesTime: Bool {
        switch self {
        case .difference, .compared, .edited: true
        case .page(let fetch, _): fetch.offset == 0
        case .changed, .time: false
        }
    }
}
