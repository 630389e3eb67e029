// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import PlayerControl

/// Media players in columns, and as JSON.
enum PlayerView {
    static func lines(_ players: [PlayerReport], screen: Screen) -> [String] {
        let rows = players.map { player in
            [
                NowPlayingLines.symbol(player.now), player.name, player.identity ?? "", player.now.status.rawValue,
                player.now.entry?.description(separator: " — ") ?? "",
            ]
        }
        let table = TextTable(
            columns: [
                .fixed(), .flexible(minimumWidth: 8), .flexible(minimumWidth: 8), .fixed(), .flexible(minimumWidth: 12),
            ],
            keptColumns: 2, rows: rows)
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { row, column, cell in
            switch column {
            case 0: style.accent(cell)
            case 1: players[row].now.status == .playing ? style.bold(cell) : cell
            case 2, 3: style.dim(cell)
            default: cell
            }
        }
    }

    /// Reports the players that did not answer, even in quiet mode, since the output is incomplete.
    static func tell(_ silent: [PlayerListing.Silent], _ console: Console) {
        for player in silent { console.say("oncue: \(player.name) \(player.reason)") }
    }

    static func json(_ listing: PlayerListing) -> JSONValue {
        [
            "total": .int(listing.players.count), "offset": .int(0),
            "items": .array(listing.players.enumerated().map { json($1, number: $0 + 1) }),
            "silent": .array(listing.silent.map { ["name": .string($0.name), "message": .string($0.reason)] }),
        ]
    }

    private static func json(_ player: PlayerReport, number: Int) -> JSONValue {
        let now = player.now.json
        return [
            "number": .int(number), "name": .string(player.name), "identity": .string(orNull: player.identity),
            "status": now["status"] ?? .null, "title": now["title"] ?? .null, "artists": now["artists"] ?? .null,
            "album": now["album"] ?? .null, "url": now["url"] ?? .null, "position": now["position"] ?? .null,
            "duration": now["duration"] ?? .null, "volume": now["volume"] ?? .null,
            "can": .strings(names.filter { player.abilities.contains($0.0) }.map(\.1)),
        ]
    }

    private static let names: [(PlayerAbilities, String)] = [
        (.play, "play"), (.pause, "pause"), (.seek, "seek"), (.next, "next"), (.previous, "previous"),
        (.control, "control"),
    ]
}
