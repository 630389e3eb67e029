// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue players`
enum PlayersCommand {
    static let command = Command(
        CommandDefinition(
            "players", group: "Other players", summary: "Show the media players on the bus that speak MPRIS.",
            discussion: """
                The most recently active one comes first: what plays before what is paused, that before what has \
                stopped; among equals the one that playerctld, where it runs, has seen active last, then the one that \
                was started last.

                With oncue --player NAME the commands play, resume, pause, toggle, stop, next, previous, seek, volume, \
                rate, shuffle, repeat and now are for another player. NAME is a name as it is shown, with or without \
                what tells the instance; of several the most recently active one is meant. %any is any. With commas \
                between them, the first that is there is meant; with --all-players all of them.

                JSON: total, offset, items [number, name, identity, status, title, artists, album, url, position, \
                duration, volume, can [play, pause, seek, next, previous, control]], silent [name, message].
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue players", "Show who plays what."),
                DocumentedTerm("oncue --player vlc pause", "Pause VLC."),
                DocumentedTerm("oncue --player %any toggle", "Pause what plays, whatever program it is."),
                DocumentedTerm("oncue --all-players pause", "Pause everything."),
            ])
    ) { parsed, context in
        let everyone = PlayerSelection.everyone
        let listing = try await context.service.players { everyone.includes($0) }
        if parsed.has("json") { return context.console.write(PlayerView.json(listing)) }
        context.console.write(lines: PlayerView.lines(listing.players, screen: context.console.dataScreen))
        if listing.players.isEmpty { context.console.tell("No media player is on the bus") }
        PlayerView.tell(listing.silent, context.console)
    }
}
