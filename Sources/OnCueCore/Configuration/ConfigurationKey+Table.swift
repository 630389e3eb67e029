// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension ConfigurationKey {
    /// Every key there is, group by group. The one source of the parser, the manual page, the example and the command.
    package static let all = [
        output, outputReturn, resumeLength, resumePlaying, refreshInterval, checkInterval, cacheSize, providerDeadline,
        privateLinks, logLevel,
    ]

    /// The key with this name; `nil` when there is none.
    package static func named(_ name: String) -> ConfigurationKey? { all.first { $0.name == name } }

    /// The groups in the order of their keys.
    package static var groups: [String] {
        all.map(\.group).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    package static let output = ConfigurationKey(
        "playback", "output", .outputs, standard: "auto", effect: .nextStart,
        "Outputs to try in order: auto is the sound server or the card, silent keeps time without a sound, and anything "
            + "else is the name of a GStreamer sink, or of a file.wav that is written.")

    package static let outputReturn = ConfigurationKey(
        "playback", "output-return", .whole(0...86_400, unit: "seconds"), standard: "300",
        "How long after its output was lost, as headphones that are pulled, what played goes on by itself when that is "
            + "back; 0 for never.")

    package static let resumeLength = ConfigurationKey(
        "playback", "resume-length", .whole(1...1440, unit: "minutes"), standard: "20",
        "From which length on a medium goes on where it was left; episodes and what is spoken always do.")

    package static let resumePlaying = ConfigurationKey(
        "playback", "resume-playing", .flag, standard: "false", effect: .nextStart,
        "Play on when the daemon starts and something was playing when it ended, or was killed; otherwise it is paused "
            + "there.")

    package static let refreshInterval = ConfigurationKey(
        "podcasts", "refresh-interval", .whole(15...10_080, unit: "minutes"), standard: "120",
        "How often the feed of a podcast is looked at. A change counts from the next look on.")

    package static let checkInterval = ConfigurationKey(
        "library", "check-interval", .whole(1...1440, unit: "minutes"), standard: "15", effect: .nextStart,
        "How often folders are looked at that cannot be watched, as those of network file systems.")

    package static let cacheSize = ConfigurationKey(
        "artwork", "cache-size", .whole(10...10_000, unit: "MiB"), standard: "200", effect: .nextStart,
        "How much the pictures may take that are kept for other programs; what was not asked for the longest goes first."
    )

    package static let providerDeadline = ConfigurationKey(
        "providers", "deadline", .number(0.1...30, unit: "seconds"), standard: "2",
        "How long programs that provide content may take for a call, where their registration says nothing else.")

    package static let privateLinks = ConfigurationKey(
        "network", "private-links", .flag, standard: "false",
        "Let feeds, pages and other servers of the internet lead to addresses of this machine and of the network at home. "
            + "What you name yourself is read wherever it is, and so is what a server at home names.")

    package static let logLevel = ConfigurationKey(
        "log", "level", .word(["error", "warning", "info", "debug", "trace"]), standard: "info",
        "How much the daemon logs.")
}
