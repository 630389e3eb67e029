// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// Shows how a refresh or a download goes on until its end: one live line on a terminal, lines in a pipe.
struct PodcastWatch {
    /// The interval of lines about a download in a pipe.
    private static let plainInterval = Duration.seconds(5)

    let context: CommandContext

    /// Starts a refresh and waits for its end.
    ///
    /// - Throws: ``ClientError``, `unavailable` when the daemon ends meanwhile.
    func refresh(_ place: String?) async throws(ClientError) -> RefreshReport {
        let updates = try await context.service.podcastUpdates()
        try await context.service.refreshPodcasts(place)
        begin()
        let notice = LongWait("the servers of the feeds", limit: nil).begin()
        defer {
            notice?.cancel()
            end()
        }
        for await update in updates {
            notice?.cancel()
            switch update {
            case .event(.refreshProgressed(let progress)):
                show("Refreshed \(progress.done) of \(progress.total): \(TextLayout.printable(progress.title))")
            case .event(.refreshFinished(let report)):
                tell(report)
                return report
            case .event: continue
            case .serviceLost: throw lost
            }
        }
        throw lost
    }

    private func tell(_ report: RefreshReport) {
        let news = ContentPhrase.count(report.newEpisodes, "new episode")
        clear()
        context.console.tell("Refreshed \(ContentPhrase.count(report.podcasts, "podcast")): \(news)")
        for failure in report.failures { context.console.tell("  " + TextLayout.printable(failure)) }
    }

    /// Starts a download and waits for its end.
    ///
    /// - Throws: ``ClientError``, `unavailable` when the daemon ends meanwhile.
    func download(_ place: String) async throws(ClientError) -> DownloadProgress {
        let updates = try await context.service.podcastUpdates()
        let wanted = try await context.service.item(at: place).item.identifier
        try await context.service.download(place)
        begin()
        let notice = LongWait("the server of the episode", limit: nil).begin()
        defer {
            notice?.cancel()
            end()
        }
        var lastLine: ContinuousClock.Instant?
        for await update in updates {
            guard case .event(.downloadProgressed(let progress)) = update else {
                if update == .serviceLost { throw lost }
                continue
            }
            guard progress.episode.description == wanted else { continue }
            let title = TextLayout.printable(progress.title)
            switch progress.state {
            case .waiting: continue
            case .loading:
                notice?.cancel()
                let isDue = isLive || lastLine.map { $0.duration(to: .now) >= Self.plainInterval } ?? true
                guard isDue else { continue }
                lastLine = .now
                show("Downloading \(title): \(PodcastView.text(progress))")
            case .finished:
                clear()
                context.console.tell("Downloaded \"\(title)\"")
                return progress
            case .failed, .cancelled: return progress
            }
        }
        throw lost
    }

    // MARK: The line

    private var isLive: Bool { context.console.talkScreen.isTerminal && context.console.isTalkative }

    private var lost: ClientError {
        ClientError(
            .unavailable, "oncued quit before it was done; repeat the command to continue from where it stopped")
    }

    private func begin() {
        if isLive { InterruptNotice.begin() }
    }

    private func end() {
        clear()
        if isLive { InterruptNotice.end() }
    }

    private func clear() {
        if isLive { context.console.redrawTalk("") }
    }

    private func show(_ text: String) {
        if isLive {
            context.console.redrawTalk(TextLayout.truncate(text, to: context.console.talkScreen.liveWidth))
        } else {
            context.console.tell(text)
        }
    }
}
