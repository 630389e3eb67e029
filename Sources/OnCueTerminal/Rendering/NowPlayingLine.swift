// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// The playing track, in one line.
enum NowPlayingLine {
    /// Reports the playing track after a command has changed it, unless in quiet mode.
    static func tell(_ context: CommandContext) async throws {
        guard context.console.isTalkative else { return }
        context.console.tell(sentence(try await context.service.nowPlaying()))
    }

    /// `Paused: So What by Miles Davis at 1:23 (1 of 5)`
    static func sentence(_ now: NowPlayingReport) -> String {
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

    /// Returns the line that a pipe gets for every change:
    /// `playing  1:23/9:05  1/5  So What — Miles Davis — Kind of Blue`.
    static func plain(_ now: NowPlayingReport) -> String {
        guard let entry = now.entry else { return now.status.rawValue }
        let fields = [
            NowView.state(now),
            TimeText.clock(entry.position) + (entry.duration.map { "/" + TimeText.clock($0) } ?? ""),
            place(now).map { "\($0.number)/\($0.count)" }, entry.description(separator: " — "),
        ]
        return TextLayout.printable(fields.compactMap { $0 }.joined(separator: "  "))
    }

    /// Returns the number of the current entry in the queue, from 1; `nil` if the player does not provide it.
    static func place(_ now: NowPlayingReport) -> (number: Int, count: Int)? {
        guard let entry = now.entry, !now.untold.contains(.queue) else { return nil }
        return (entry.queueIndex + 1, now.queueLength)
    }
}

extension NowPlayingEntry {
    /// A station, which has no end.
    var isLive: Bool { duration == nil && ContentIdentifier(identifier)?.kind == .station }

    /// The title, or the one announced in a live stream; never empty.
    var shownTitle: String {
        if let streamTitle { return streamTitle }
        if !title.isEmpty { return title }
        return MediaLocation(uri: url)?.displayName ?? "untitled"
    }

    /// Artists and album, where known, after the station if it announces a title of its own.
    var origin: String {
        let station = streamTitle == nil || streamTitle == title ? "" : title
        let parts = [station, artists.joined(separator: ", "), album ?? ""]
        return parts.filter { !$0.isEmpty }.joined(separator: " — ")
    }

    func description(separator: String) -> String {
        [shownTitle, origin].filter { !$0.isEmpty }.joined(separator: separator)
    }
}
