// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Times as playlists write them.
package enum PlaylistTime {
    /// The longest plausible duration; longer values are rejected.
    private static let limit = 100.0 * 86_400

    /// Returns a number of seconds as a duration, rounded to the microsecond so that it can be written and read without
    /// loss; `nil` for an implausible value.
    package static func duration(seconds: Double) -> Duration? {
        guard seconds.isFinite, seconds > 0, seconds <= limit else { return nil }
        return .microseconds(Int64((seconds * 1_000_000).rounded()))
    }

    /// A decimal number of seconds, 0 included.
    package static func duration(_ text: some StringProtocol) -> Duration? {
        guard let seconds = Double(text.trimmingSpaces) else { return nil }
        return seconds == 0 ? .zero : duration(seconds: seconds)
    }

    /// Frames of a compact disc, 75 a second, to the microsecond.
    package static func duration(frames: Int64) -> Duration {
        .microseconds((frames * 1_000_000 + 37) / 75)
    }

    /// Returns the number of seconds, such as `12.5`, with no more digits than needed.
    package static func text(_ duration: Duration) -> String {
        let microseconds = max(0, duration.wholeMicroseconds)
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        guard rest > 0 else { return String(seconds) }
        var digits = String(rest)
        digits = String(repeating: "0", count: 6 - digits.utf8.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return "\(seconds).\(digits)"
    }
}

extension StringProtocol {
    /// Without white space around it.
    var trimmingSpaces: String {
        var text = self.drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
