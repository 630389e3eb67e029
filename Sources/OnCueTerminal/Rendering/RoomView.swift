// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueCore
internal import OnCuePhrases
internal import TextOutput

/// Rooms in columns, and as JSON.
enum RoomView {
    static func lines(_ rooms: [Room], screen: Screen) -> [String] {
        let letters = letters(rooms)
        let rows = rooms.enumerated().map { index, room in
            [
                room.isPlaying ? "▶" : "", String(index + 1), room.title, volume(room), letters[room.group] ?? "",
                room.isConnected ? "" : "not connected",
            ]
        }
        let table = TextTable(
            columns: [
                .fixed(), .fixed(alignment: .right), .flexible(minimumWidth: 12), .fixed(alignment: .right), .fixed(),
                .flexible(minimumWidth: 7),
            ],
            keptColumns: 4, rows: rows)
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { row, column, cell in
            switch column {
            case 0, 1: style.accent(cell)
            case 2: rooms[row].isPlaying ? style.bold(cell) : cell
            default: style.dim(cell)
            }
        }
    }

    static func volume(_ room: Room) -> String { room.isMuted ? "muted" : "\(percent(room))%" }

    static func json(_ rooms: [Room]) -> JSONValue {
        .listing(rooms.enumerated().map { json($1, number: $0 + 1) })
    }

    private static func json(_ room: Room, number: Int) -> JSONValue {
        room.json(number: number, ["volume": .value(.int(percent(room)))])
    }

    private static func percent(_ room: Room) -> Int { Int((room.volume * 100).rounded()) }

    /// Returns a word for each group of several rooms: its name, or a letter.
    private static func letters(_ rooms: [Room]) -> [String: String] {
        var letters: [String: String] = [:]
        var next = UInt8(ascii: "A")
        for room in rooms where letters[room.group] == nil && rooms.count(where: { $0.group == room.group }) > 1 {
            if room.groupTitle.isEmpty {
                letters[room.group] = next <= UInt8(ascii: "Z") ? String(UnicodeScalar(next)) : "…"
                next = next < UInt8(ascii: "Z") + 1 ? next + 1 : next
            } else {
                letters[room.group] = room.groupTitle
            }
        }
        return letters
    }
}
