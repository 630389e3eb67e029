// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import PlayerControl

/// `oncue players`
enum PlayersCommand {
    static let command = Command(
        CommandDefinition(
            "players", group: "Other players", summary: "List the media players on the bus (MPRIS).",
            discussion: """
                The most recently active player comes first: playing before paused before stopped, then the one that \
                playerctld, if it runs, saw active last, then the one that started last.

                With oncue --player NAME, the commands play, resume, pause, toggle, stop, next, previous, seek, \
                volume, rate, shuffle, repeat and now control another player. NAME is a name from the list, with or \
                without its instance suffix; if several match, the most recently active one is used. %any means any \
                player. Of several names separated by commas, the first one found is used, or with --all-players all \
                of them.

                JSON: total, offset, items [number, name, identity, status, title, artists, album, url, position, \
                duration, volume, can [play, pause, seek, next, previous, control]], silent [name, message].
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue players", "List the players and what they play."),
                DocumentedTerm("oncue --player vlc pause", "Pause VLC."),
                DocumentedTerm("oncue --player %any toggle", "Pause or resume whichever player was active last."),
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
