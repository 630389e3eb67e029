// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// The places for display, and as JSON.
enum PlaceView {
    static func lines(_ places: [PlaceRecord], screen: Screen) -> [String] {
        let rows = places.map { place in
            [
                place.isHere ? "▶" : "", place.name, marks(place),
                RaisingWords.text(policy: place.policy, volumeLimit: place.volumeLimit),
            ]
        }
        let table = TextTable(
            columns: [.fixed(), .flexible(minimumWidth: 10), .flexible(minimumWidth: 12), .flexible(minimumWidth: 8)],
            keptColumns: 2, rows: rows)
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { row, column, cell in
            switch column {
            case 0: style.accent(cell)
            case 1: places[row].isHere ? style.bold(cell) : cell
            default: style.dim(cell)
            }
        }
    }

    /// `2 networks and 52.52, 13.405 within 150 m`
    static func marks(_ place: PlaceRecord) -> String {
        let networks = place.networks > 0 ? ContentPhrase.count(place.networks, "network") : nil
        let area = place.area.map { area in
            let radius = area.radius.map { " within \(Int($0.rounded())) m" } ?? ""
            return "\(degrees(area.latitude)), \(degrees(area.longitude))" + radius
        }
        let marks = [networks, area].compactMap(\.self)
        return marks.isEmpty ? "nothing" : marks.joined(separator: " and ")
    }

    /// Five decimal places are about a metre.
    private static func degrees(_ number: Double) -> String { JSONValue.rounded(number, places: 5).text(.compact) }

    /// Returns recently seen locations, each with its source.
    static func lines(_ matches: [LocationMatch], screen: Screen) -> [String] {
        let rows = matches.map { [$0.location.name, $0.location.address.line, $0.source] }
        let style = Style(isOn: screen.usesColor)
        let table = TextTable(
            columns: [.flexible(minimumWidth: 12), .flexible(minimumWidth: 12), .flexible(minimumWidth: 8)],
            keptColumns: 1, rows: rows)
        return table.lines(width: screen.tableWidth) { _, column, cell in column == 0 ? cell : style.dim(cell) }
    }

    static func json(_ place: PlaceRecord) -> JSONValue {
        place.json([
            "radius": .places(1), "policy": .filled,
            "volumeLimit": .value(RaisingWords.json(volumeLimit: place.volumeLimit)),
        ])
    }
}
