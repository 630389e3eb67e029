// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// What is known of an item, line by line.
struct ItemDescription: Sendable {
    let service: any MediaServiceClient

    /// - Parameter facts: Lines that the screen has already.
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
        let table = TextTable(columns: [.fixed(), .flexible()], rows: rows)
        return [TextLayout.printable(title)] + table.lines() + facts.map { "  " + TextLayout.printable($0) }
    }
}
