// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore

/// The medium and position of each frame that went to the output.
struct Timeline {
    /// Frames that follow each other in one medium.
    private struct Span {
        var token: PlaybackRequest.Token
        var start: Int64
        var media: Duration
        /// The time of the medium that passes in a second.
        var pace: Double
        /// Whether it begins well before the end of the one before it, and not by a correction.
        var isReturn = false
    }

    /// The distance beyond which a position in the medium is a jump and not a rounding error.
    private static let tolerance: Duration = .milliseconds(20)
    /// The distance beyond which a position before the expected one is a return; repeated parts are longer.
    private static let correction: Duration = .milliseconds(190)
    private static let longestHistory = 64

    /// Frames a second.
    let rate: Int
    private(set) var frames: Int64 = 0
    private var spans: [Span] = []

    init(rate: Int) {
        self.rate = rate
    }

    /// The time when the next frame is heard, since the output was flushed.
    var end: Duration { time(of: frames) }

    var isEmpty: Bool { spans.isEmpty }

    /// Adds frames from a position in a medium; without a position, they continue where the previous frames end.
    mutating func add(_ count: Int, of token: PlaybackRequest.Token, at place: Duration?, pace: Double) {
        let expected = spans.last.map { media(of: frames, in: $0) }
        let isOther = spans.last.map { $0.token != token } ?? true
        let isNew = isOther || spans.last.map { $0.pace != pace } ?? true
        let isJump = Self.differ(place, expected)
        if isNew || isJump {
            // In the same medium it continues where it was, since its positions are rounded.
            let media = (isOther || isJump ? place : expected) ?? (isOther ? .zero : expected ?? .zero)
            let isReturn = expected.map { $0 - media > Self.correction } ?? false
            spans.append(Span(token: token, start: frames, media: media, pace: pace, isReturn: isReturn))
            if spans.count > Self.longestHistory { spans.removeFirst(Self.longestHistory / 2) }
        }
        frames += Int64(count)
    }

    private static func differ(_ place: Duration?, _ expected: Duration?) -> Bool {
        guard let place, let expected else { return false }
        return place - expected > tolerance || expected - place > tolerance
    }

    /// Leaves a silent gap up to a time in the future.
    mutating func skip(to time: Duration) {
        guard time > end, let last = spans.last else { return }
        let media = media(of: frames, in: last)
        frames = Int64((time / .seconds(1) * Double(rate)).rounded())
        spans.append(Span(token: last.token, start: frames, media: media, pace: last.pace))
    }

    /// Skips frames of the newest medium, which then continues behind them.
    mutating func pass(_ count: Int) {
        guard let last = spans.last else { return }
        let media = media(of: frames + Int64(count), in: last)
        spans.append(Span(token: last.token, start: frames, media: media, pace: last.pace))
    }

    /// Adds frames during which nothing of the medium is heard.
    mutating func wait(_ count: Int) {
        guard let last = spans.last else { return }
        let media = media(of: frames, in: last)
        frames += Int64(count)
        spans.append(Span(token: last.token, start: frames, media: media, pace: last.pace))
    }

    mutating func rename(_ old: PlaybackRequest.Token, to new: PlaybackRequest.Token) {
        for index in spans.indices where spans[index].token == old { spans[index].token = new }
    }

    /// The end of the last frame of the newest medium.
    var mediaEnd: Duration? { spans.last.map { media(of: frames, in: $0) } }

    /// Returns the medium and position heard at a time; `nil` before the first.
    func place(at time: Duration) -> (token: PlaybackRequest.Token, position: Duration)? {
        let frame = min(Int64((time / .seconds(1) * Double(rate)).rounded()), frames)
        guard let index = spans.lastIndex(where: { $0.start <= frame }) else {
            return spans.first.map { ($0.token, $0.media) }
        }
        // In a gap the position does not move.
        let last = index + 1 < spans.count ? min(frame, spans[index + 1].start) : frame
        var position = media(of: last, in: spans[index])
        if index + 1 < spans.count, spans[index + 1].token == spans[index].token, !spans[index + 1].isReturn {
            position = min(position, max(spans[index + 1].media, spans[index].media))
        }
        return (spans[index].token, position)
    }

    private func media(of frame: Int64, in span: Span) -> Duration {
        span.media + .nanoseconds(Int64(Double(frame - span.start) * span.pace * 1_000_000_000 / Double(rate)))
    }

    func time(of frame: Int64) -> Duration {
        let (seconds, rest) = frame.quotientAndRemainder(dividingBy: Int64(rate))
        return .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / Int64(rate))
    }
}
