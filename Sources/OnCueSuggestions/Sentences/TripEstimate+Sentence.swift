// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension TripEstimate {
    /// The duration of the trip and the basis of the estimate, in one sentence.
    package var sentence: String {
        "About \(Self.text(of: median)) to \(to), the median of \(count) trips from \(from)"
            + (isOfSuchTimes ? " at such times." : ".")
    }

    /// `25 min`, `1 h 20 min`
    package static func text(of seconds: Int64) -> String {
        let minutes = max(1, (seconds + 30) / 60)
        guard minutes >= 60 else { return "\(minutes) min" }
        return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    }
}
