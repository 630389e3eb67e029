// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// The description of an item, line by line.
struct ItemDescription: Sendable {
    let service: any MediaServiceClient

    /// - Parameter facts: Lines that the screen already has.
    func lines(of place: String, title: String, facts: [String]) async -> [String] {
        let item = try? await service.item(at: place).item
        let listening = try? await service.listeningRecord(of: place).record
        var rows: [[String]] = []
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { rows.append(["  " + name, value]) }
        }
        add("Kind", item?.kind)
        add("By", item?.subtitle)
        add("Length", item?.duration.map { TimeText.clock($0) })
        add("Inside", item.map(ContentPhrase.children))
        add("Heard", item?.playbackProgress.map { "\(Int($0 * 100))%" })
        if let listening {
            add("Played", ContentPhrase.count(listening.playCount, "time"))
            add("Skipped", listening.skipCount > 0 ? ContentPhrase.count(listening.skipCount, "time") : nil)
            add("Last", listening.lastPlayed.map(MomentText.text))
            add("Resumes", listening.position.map { "at " + TimeText.clock($0) })
            add("Marked", listening.isFavourite ? "favourite" : listening.isDisliked ? "disliked" : nil)
        }
        let file = await fileRows(place, listening)
        rows += file
        let facts = file.isEmpty ? facts : facts.filter { !$0.hasPrefix("file:") }
        let table = TextTable(columns: [.fixed(), .flexible()], rows: rows)
        return [TextLayout.printable(title)] + table.lines() + facts.map { "  " + TextLayout.printable($0) }
    }

    /// Returns the rows of `oncue info` about the file of a track; empty if it is not a single file.
    private func fileRows(_ place: String, _ record: ListeningRecord?) async -> [[String]] {
        guard let file = try? await service.file(of: place) else { return [] }
        let entry = try? await service.nowPlaying().entry
        let loudness = (try? await service.sound().settings.loudness) ?? .off
        let format = entry?.identifier == file.identifier.description ? entry?.format : nil
        let view = InfoView(file: file, record: record, format: format, loudness: loudness)
        let known = ["Title", "Identifier", "Length", "Played"]
        return view.rows.filter { !known.contains($0[0]) }.map { ["  " + $0[0], $0[1]] }
    }
}
