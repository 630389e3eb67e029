// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCuePhrases
internal import TextOutput

/// Podcasts in lines and in JSON.
enum PodcastView {
    static func lines(_ podcasts: [PodcastSummary], screen: Screen) -> [String] {
        let style = Style(isOn: screen.usesColor)
        let rows = podcasts.map { podcast in
            [podcast.title, podcast.author, ContentPhrase.count(podcast.episodes, "episode"), state(podcast)]
        }
        let columns: [TextTable.Column] = [
            .flexible(minimumWidth: 20), .flexible(minimumWidth: 12), .fixed(), .flexible(minimumWidth: 12),
        ]
        return TextTable(columns: columns, keptColumns: 4, rows: rows).lines(width: screen.tableWidth) {
            _, column, cell in column == 1 ? style.dim(cell) : cell
        }
    }

    /// Returns the start and the title of each chapter.
    static func lines(_ chapters: [Chapter], screen: Screen) -> [String] {
        let style = Style(isOn: screen.usesColor)
        let rows = chapters.map { [TimeText.clock($0.start), $0.title] }
        let columns: [TextTable.Column] = [.fixed(alignment: .right), .flexible(minimumWidth: 20)]
        return TextTable(columns: columns, keptColumns: 2, rows: rows).lines(width: screen.tableWidth) {
            _, column, cell in column == 0 ? style.accent(cell) : cell
        }
    }

    /// Returns the settings of a podcast, after the facts about it.
    static func lines(_ podcast: PodcastSummary?, _ settings: PodcastSettings, screen: Screen) -> [String] {
        var rows: [[String]] = []
        if let podcast {
            rows += [
                ["Podcast", TextLayout.printable(podcast.title)], ["Feed", podcast.address],
                ["Episodes", "\(podcast.episodes), \(state(podcast))"],
            ]
            if let next = next(podcast) { rows.append(["Next check", next]) }
            if let expected = podcast.expected { rows.append(["Next episode", "likely \(MomentText.text(expected))"]) }
        }
        rows += [
            ["Automatic downloads", settings.latest == 0 ? "off" : "the newest \(settings.latest)"],
            ["Deleted", settings.removal.map(removal) ?? "never"],
            ["Speed", SpanText.decimal(settings.rate)],
            ["Intro skipped", settings.intro == .zero ? "off" : SpanText.words(settings.intro)],
            ["Outro skipped", settings.outro == .zero ? "off" : SpanText.words(settings.outro)],
            ["Order", "\(settings.order.rawValue) first"],
            ["Notices", settings.notifies ? settings.notifiesLoudly ? "loud" : "quiet" : "off"],
        ]
        return LabeledTable.lines(rows, screen: screen)
    }

    private static func removal(_ delay: Duration) -> String {
        let seconds = delay.components.seconds
        if seconds == 0 { return "when heard" }
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        return (rest == 0 ? ContentPhrase.count(Int(days), "day") : SpanText.words(delay)) + " after it was heard"
    }

    /// Returns the time of the next check of a podcast, and its reason.
    private static func next(_ podcast: PodcastSummary) -> String? {
        guard let time = podcast.nextRefresh else { return nil }
        let reason =
            switch podcast.refreshReason {
            case .learning: "too few episodes are known to learn when it publishes"
            case .usual: "it usually publishes at that time"
            case .between: "between the times at which it usually publishes"
            case .quiet: "it has published nothing for long"
            case .publisher: "its publisher asks for no earlier check"
            case .failed: "the last check failed"
            case .metered: "it waits, because the connection is metered; check now with: oncue podcast refresh"
            case .offline: "it waits, because the network is switched off"
            case nil: ""
            }
        return MomentText.text(time) + (reason.isEmpty ? "" : " (\(reason))")
    }

    private static func state(_ podcast: PodcastSummary) -> String {
        if podcast.isEnded { return "ended" }
        if let failure = podcast.failure { return failure }
        return "\(podcast.unplayed) unplayed" + (podcast.downloaded > 0 ? ", \(podcast.downloaded) downloaded" : "")
    }

    /// `42% of 31 MB`
    static func text(_ progress: DownloadProgress) -> String {
        let received = Double(progress.received) / 1_000_000
        guard let total = progress.total, total > 0 else { return "\(megabytes(received)) MB" }
        let percent = Int(min(1, Double(progress.received) / Double(total)) * 100)
        return "\(percent)% of \(megabytes(Double(total) / 1_000_000)) MB"
    }

    private static func megabytes(_ number: Double) -> String {
        number < 10 ? String((number * 10).rounded() / 10) : String(Int(number.rounded()))
    }
}
