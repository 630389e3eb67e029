// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// Shows the progress of a refresh or a download until its end: one live line on a terminal, lines in a pipe.
struct PodcastWatch {
    /// The interval of lines about a download in a pipe.
    private static let plainInterval = Duration.seconds(5)

    let context: CommandContext

    /// Starts a refresh and waits for its end, without reporting the result.
    ///
    /// - Throws: ``ClientError``; `unavailable` if the daemon ends meanwhile.
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
                guard isLive || progress.total > 1 else { continue }
                show("Checked \(progress.done) of \(progress.total): \(TextLayout.printable(progress.title))")
            case .event(.refreshFinished(let report)):
                clear()
                return report
            case .event: continue
            case .serviceLost: throw lost
            }
        }
        throw lost
    }

    /// Reports the failures, and then the refreshed podcasts, if there are any.
    func tell(_ report: RefreshReport) {
        let refreshed = report.podcasts - report.failures.count
        guard refreshed > 0 || report.failures.count != 1 else { return }
        for failure in report.failures { context.console.tell(TextLayout.printable(failure)) }
        guard refreshed > 0 || report.failures.isEmpty else { return }
        let podcasts = ContentPhrase.count(report.podcasts, "podcast")
        context.console.tell(
            "Refreshed \(report.failures.isEmpty ? podcasts : "\(refreshed) of \(podcasts)"): "
                + ContentPhrase.count(report.newEpisodes, "new episode"))
    }

    /// Starts a download and waits for its end.
    ///
    /// - Throws: ``ClientError``; `unavailable` if the daemon ends meanwhile.
    func download(_ place: String) async throws(ClientError) -> DownloadProgress {
        let ends = try await follow { () async throws(ClientError) in
            let item = try await context.service.item(at: place).item
            try await context.service.download(place)
            guard let episode = ContentIdentifier(item.identifier) else { return [] }
            return [DownloadProgress(episode: episode, title: item.title, state: .waiting)]
        }
        guard let end = ends.first else { throw lost }
        return end
    }

    /// Starts the downloads of the newest episodes of a podcast, and waits until all have ended.
    ///
    /// - Throws: The errors of ``download(_:)``.
    func downloadLatest(_ count: Int, of place: String) async throws(ClientError) -> [DownloadProgress] {
        try await follow { () async throws(ClientError) in
            try await context.service.downloadLatest(count, of: place)
        }
    }

    /// Starts downloads, and returns their final states in the original order.
    private func follow(
        _ start: () async throws(ClientError) -> [DownloadProgress]
    ) async throws(ClientError) -> [DownloadProgress] {
        let updates = try await context.service.podcastUpdates()
        var downloads = try await start()
        begin()
        let notice = LongWait("the server of the episode", limit: nil).begin()
        defer {
            notice?.cancel()
            end()
        }
        for download in downloads where download.state == .finished { tellFinished(download) }
        if downloads.allSatisfy(\.hasEnded) { return downloads }
        var lastLine: ContinuousClock.Instant?
        for await update in updates {
            guard case .event(.downloadProgressed(let progress)) = update else {
                if update == .serviceLost { throw lost }
                continue
            }
            guard let place = downloads.firstIndex(where: { $0.episode == progress.episode && !$0.hasEnded }) else {
                continue
            }
            downloads[place] = progress
            switch progress.state {
            case .waiting: continue
            case .loading:
                notice?.cancel()
                let isDue = isLive || lastLine.map { $0.duration(to: .now) >= Self.plainInterval } ?? true
                guard isDue else { continue }
                lastLine = .now
                show("Downloading \(TextLayout.printable(progress.title)): \(PodcastView.text(progress))")
            case .finished: tellFinished(progress)
            case .failed, .cancelled: break
            }
            if downloads.allSatisfy(\.hasEnded) { return downloads }
        }
        throw lost
    }

    private func tellFinished(_ download: DownloadProgress) {
        clear()
        context.console.tell("Downloaded \"\(TextLayout.printable(download.title))\"")
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

extension DownloadProgress {
    fileprivate var hasEnded: Bool { [.finished, .failed, .cancelled].contains(state) }
}
