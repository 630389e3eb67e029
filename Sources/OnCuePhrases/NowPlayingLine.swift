// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
internal import TextOutput

/// The playing track, in one line.
package enum NowPlayingLine {
    /// `Paused: So What by Miles Davis at 1:23 (1 of 5)`
    package static func sentence(_ now: NowPlayingReport) -> String {
        guard let entry = now.entry else { return "Nothing is playing" }
        var text =
            switch now.status {
            case .playing: "Playing "
            case .paused: "Paused: "
            case .stopped: "Stopped: "
            }
        text += entry.shownTitle
        if !entry.artists.isEmpty { text += " by " + entry.artists.joined(separator: ", ") }
        if entry.streamTitle != nil, !entry.title.isEmpty { text += " on " + entry.title }
        if now.status == .paused { text += " at " + TimeText.clock(entry.position) }
        if let place = place(now) { text += " (\(place.number) of \(place.count))" }
        return TextLayout.printable(text)
    }

    /// Returns the number of the current entry in the queue, from 1; `nil` if the player does not report it.
    package static func place(_ now: NowPlayingReport) -> (number: Int, count: Int)? {
        guard let entry = now.entry, !now.untold.contains(.queue) else { return nil }
        return (entry.queueIndex + 1, now.queueLength)
    }
}

extension NowPlayingEntry {
    /// The title, or the one announced in a live stream; never empty.
    package var shownTitle: String {
        if let streamTitle { return streamTitle }
        if !title.isEmpty { return title }
        return MediaLocation(uri: url)?.displayName ?? "untitled"
    }

    /// Artists and album, if known, after the station if it announces a title of its own.
    package var origin: String {
        let station = streamTitle == nil || streamTitle == title ? "" : title
        let parts = [station, artists.joined(separator: ", "), album ?? ""]
        return parts.filter { !$0.isEmpty }.joined(separator: " — ")
    }

    package func description(separator: String) -> String {
        [shownTitle, origin].filter { !$0.isEmpty }.joined(separator: separator)
    }
}
