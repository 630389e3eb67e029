// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
internal import TextOutput

/// The sentence about the items chosen to fill a time.
package enum FittedText {
    /// `Playing "Night Buses" (28 min), from 12:30, and 2 tracks; the music fades out when the time is over`
    package static func text(_ fitted: FittedContent, resumedAt position: Duration?) -> String {
        "Playing \(list(fitted, resumedAt: position)); "
            + (fitted.fades ? "the music fades out when the time is over" : "\(minutes(fitted.total)) together")
    }

    /// `"Night Buses" (28 min), from 12:30, and 2 tracks`
    package static func list(_ fitted: FittedContent, resumedAt position: Duration?) -> String {
        var parts = zip(fitted.titles, fitted.times).map { title, time in
            "\"\(TextLayout.printable(title))\" (\(minutes(time)))"
        }
        if let position, position >= .seconds(1), !parts.isEmpty { parts[0] += ", from " + TimeText.clock(position) }
        if fitted.musicCount > 0 { parts.append(ContentPhrase.count(fitted.musicCount, "track")) }
        return parts.count > 1
            ? parts.dropLast().joined(separator: ", ") + " and " + parts[parts.count - 1] : parts.first ?? ""
    }

    /// Whole minutes, except for less than one.
    package static func minutes(_ time: Duration) -> String {
        time < .seconds(60) ? SpanText.words(time) : SpanText.words(.seconds((time.components.seconds + 30) / 60 * 60))
    }
}
