// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCuePhrases
internal import TextOutput

/// Results of open directories in lines and in JSON.
enum DirectoryView {
    static func lines(_ podcasts: [FoundPodcast], screen: Screen) -> [String] {
        let rows = podcasts.enumerated().map { index, podcast in
            ["\(index + 1)", podcast.title, podcast.author, episodes(podcast), podcast.genre, podcast.address]
        }
        return table(rows, [.flexible(minimumWidth: 12), .fixed(), .flexible(minimumWidth: 8)], screen)
    }

    static func lines(_ stations: [FoundStation], screen: Screen) -> [String] {
        let rows = stations.enumerated().map { index, station in
            ["\(index + 1)", station.title, station.country, sound(station), votes(station), station.address]
        }
        return table(rows, [.flexible(minimumWidth: 8), .fixed(), .fixed(alignment: .right)], screen)
    }

    private static func table(_ rows: [[String]], _ middle: [TextTable.Column], _ screen: Screen) -> [String] {
        let style = Style(isOn: screen.usesColor)
        let columns: [TextTable.Column] =
            [.fixed(alignment: .right), .flexible(minimumWidth: 20)] + middle + [.flexible(minimumWidth: 24)]
        return TextTable(columns: columns, keptColumns: 4, rows: rows.map { $0.map(TextLayout.printable) })
            .lines(width: screen.tableWidth) { _, column, cell in
                column == 0 ? style.accent(cell) : column == 1 ? cell : style.dim(cell)
            }
    }

    static func episodes(_ podcast: FoundPodcast) -> String {
        podcast.episodes.map { ContentPhrase.count($0, "episode") } ?? ""
    }

    /// `MP3 128 kbit/s`
    static func sound(_ station: FoundStation) -> String {
        [station.codec, station.bitRate.map { "\($0 / 1000) kbit/s" } ?? ""].filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    static func votes(_ station: FoundStation) -> String {
        station.votes.map { ContentPhrase.count($0, "vote") } ?? ""
    }

    /// Returns all known facts about a result.
    static func facts(_ podcast: FoundPodcast) -> [(name: String, value: String)] {
        [
            ("By", podcast.author), ("Episodes", podcast.episodes.map(String.init) ?? ""), ("Genre", podcast.genre),
            ("Newest", podcast.newest), ("Feed", podcast.address), ("Page", podcast.page ?? ""),
            ("About", podcast.summary),
        ].filter { !$0.1.isEmpty }
    }

    static func facts(_ station: FoundStation) -> [(name: String, value: String)] {
        [
            ("Country", station.country), ("Language", station.language), ("Sound", sound(station)),
            ("Votes", station.votes.map(String.init) ?? ""), ("Tags", station.tags.joined(separator: ", ")),
            ("Stream", station.address), ("Page", station.page ?? ""),
        ].filter { !$0.1.isEmpty }
    }
}
