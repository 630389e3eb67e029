// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue now --lyrics` on a terminal: the lyrics scroll in time with the music, until Ctrl-C. Sleeps between two
/// lines.
struct LyricsLoop {
    /// The most lines shown at once, including the title.
    private static let mostRows = 12

    let context: CommandContext
    private var console: Console { context.console }

    init(context: CommandContext) {
        self.context = context
    }

    func run(from now: NowPlayingReport, _ found: FoundLyrics) async {
        let rows = max(2, min(Self.mostRows, console.dataScreen.rows - 2))
        LiveScreen.begin(console)
        defer { LiveScreen.end(console) }
        var (entry, found) = (now.entry?.id, Optional(found))
        let clock = ContinuousClock()
        var first = LiveLine(now: clock.now)
        first.take(now, now: clock.now)
        console.write(String(repeating: "\n", count: rows))
        draw(found, first.current(clock.now), rows)
        let loop = UpdateLoop(updates: await context.service.nowPlayingUpdates())
        await loop.run(
            from: now, wait: { Self.wait($0.current($1), found?.lyrics) },
            show: { live, moment, _ in
                let report = live.current(moment)
                if let report, report.entry?.id != entry {
                    let playing = report.entry?.id
                    entry = playing
                    found = nil
                    guard playing != nil else { return draw(found, report, rows) }
                    do {
                        // A daemon that the user ends meanwhile must not be restarted.
                        found = try await DaemonStart.$isAllowed.withValue(false) {
                            try await context.service.lyrics()
                        }
                    } catch {
                        // The next daemon is asked again, even if it plays the same entry.
                        if (error as? ServiceError)?.code == .unavailable { entry = nil }
                    }
                }
                draw(found, report, rows)
            })
    }

    /// Returns the time until the next line is sung.
    private static func wait(_ report: NowPlayingReport?, _ lyrics: Lyrics?) -> Duration? {
        guard let report, report.isAdvancing, let position = report.entry?.position,
            let next = lyrics?.start(after: position)
        else { return nil }
        // A little longer, so that the clock has certainly passed it.
        return (next - position) / report.rate + .milliseconds(2)
    }

    private func draw(_ found: FoundLyrics?, _ report: NowPlayingReport?, _ rows: Int) {
        let screen = console.dataScreen
        let name = report?.entry.map { $0.description(separator: " — ") } ?? "nothing is playing"
        let title = name + (found?.source == .web ? " · lyrics from LRCLIB" : "")
        var lines = [console.style.dim(TextLayout.truncate(title, to: screen.liveWidth))]
        if let lyrics = found?.lyrics {
            lines += LyricsView.window(
                lyrics, at: report?.entry?.position ?? .zero, rows: rows - 1, width: screen.liveWidth,
                style: console.style)
        } else {
            lines += ["  no lyrics"] + Array(repeating: "", count: rows - 2)
        }
        console.write("\u{1B}[\(rows)A" + lines.map { "\r\u{1B}[K" + $0 + "\n" }.joined())
    }
}
