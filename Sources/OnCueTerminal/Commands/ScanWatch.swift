// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// Shows the progress of a scan until its end.
struct ScanWatch {
    /// The interval between lines in a pipe.
    private static let plainInterval = Duration.seconds(5)
    private static let listedFailures = 10

    let context: CommandContext

    /// Starts a scan and waits for its end.
    ///
    /// - Throws: ``ClientError``; `unavailable` if the daemon ends meanwhile, `storage` if the catalog cannot be
    ///   written.
    func run(_ start: () async throws(ClientError) -> Void) async throws(ClientError) -> ScanReport {
        let updates = try await context.service.libraryUpdates()
        try await start()
        let isLive = context.console.talkScreen.isTerminal && context.console.isTalkative
        if !isLive { context.console.tell("Scanning") }
        if isLive { InterruptNotice.begin() }
        defer { if isLive { InterruptNotice.end() } }
        let report = try await follow(updates, isLive: isLive)
        if isLive { context.console.redrawTalk("") }
        if let error = report.error { throw ClientError(.storage, error + "; oncue library scan goes on then") }
        await tell(report)
        return report
    }

    private func follow(
        _ updates: AsyncStream<LibraryUpdate>, isLive: Bool
    ) async throws(ClientError) -> ScanReport {
        var lastLine = ContinuousClock.now
        for await update in updates {
            switch update {
            case .progressed(let progress) where isLive:
                let line = ScanProgressLine.live(progress, screen: context.console.talkScreen)
                context.console.redrawTalk(line)
            case .progressed(let progress):
                guard lastLine.duration(to: .now) >= Self.plainInterval else { continue }
                lastLine = .now
                context.console.tell("Scanning: " + ScanProgressLine.plain(progress))
            case .finished(let report):
                // The end of an earlier scan is followed by the requested one, which may have ended by now.
                let library = try await context.service.libraryStatus()
                if library.scan == nil { return library.lastReport ?? report }
            case .serviceLost:
                if isLive { context.console.redrawTalk("") }
                throw ClientError(.unavailable, "oncued quit during the scan; continue it with: oncue library scan")
            }
        }
        throw ClientError(.unavailable, "the connection to oncued was lost")
    }

    private func tell(_ report: ScanReport) async {
        guard context.console.isTalkative else { return }
        context.console.tell("Scanned: " + LibraryView.summary(report))
        if let library = try? await context.service.libraryStatus() {
            context.console.tell("Library: " + LibraryView.contents(library))
        }
        guard report.failed > 0,
            let page = try? await context.service.scanFailures(offset: 0, limit: Self.listedFailures)
        else { return }
        context.console.tell("Could not be read:")
        for line in LibraryView.lines(page.failures, screen: context.console.talkScreen) { context.console.tell(line) }
        if page.total > page.failures.count {
            context.console.tell("  and \(page.total - page.failures.count) more; oncue library status shows all")
        }
    }
}
