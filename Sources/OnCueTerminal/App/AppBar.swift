// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// The line about the current track: state, title, time, position in the queue, volume and modes.
struct AppBar {
    private static let leastWithBar = 60
    private static let leastWithModes = 48
    private static let leastWithLongBar = 100
    private static let shortBar = 12
    /// The least width of the title, whatever else is in the line.
    private static let leastTitle = 10

    private let report: NowPlayingReport
    private let width: Int
    private let name: String
    private let times: (String, String?)
    private let ending: String
    /// The cells of the progress bar; `nil` if there is none.
    let bar: Range<Int>?

    init(_ report: NowPlayingReport, _ listening: ListeningRecord?, width: Int) {
        self.report = report
        self.width = width
        guard let entry = report.entry else {
            (name, times, ending, bar) = ("", ("", nil), "", nil)
            return
        }
        times = (TimeText.clock(entry.position), entry.duration.map { TimeText.clock($0) })
        let place = NowPlayingLine.place(report).map { "\($0.number)/\($0.count)" }
        let filling = report.buffering.map { "\($0)%" }
        var modes = width >= Self.leastWithModes ? Self.modes(report, listening) : []
        let places = [width >= 36 ? place : nil, filling].compactMap(\.self)
        var cells =
            width < Self.leastWithBar || times.1 == nil ? 0 : width < Self.leastWithLongBar ? Self.shortBar : width / 4
        let clock = times.0.count + (times.1.map { $0.count + 1 } ?? 0)
        var isCut = false
        var text: String { (places + modes + (isCut ? ["…"] : [])).map { "  " + $0 }.joined() }
        var isCrowded: Bool {
            width - 4 - clock - (cells > 0 ? cells + 1 : 0) - TextLayout.width(of: text) < Self.leastTitle
        }
        // If not everything fits, the bar is dropped first, and then the modes, starting with the last.
        if isCrowded { cells = 0 }
        while isCrowded, !modes.isEmpty {
            modes.removeLast()
            isCut = true
        }
        ending = text
        let timeWidth = clock + (cells > 0 ? cells + 1 : 0)
        // The title fills the remaining room, so that the bar does not move with it.
        let room = max(1, width - 2 - 2 - timeWidth - TextLayout.width(of: ending))
        name = TextLayout.fit(entry.description(separator: " — "), to: room)
        let start = 2 + room + 2 + times.0.count + 1
        bar = cells > 0 ? start..<start + cells : nil
    }

    /// `60%`, `shuffle`, `repeat`, `repeat one`, `♥`
    private static func modes(_ report: NowPlayingReport, _ listening: ListeningRecord?) -> [String] {
        var modes = [report.isMuted ? "muted" : "\(Int((report.volume * 100).rounded()))%"]
        if report.loop?.end != nil { modes.append("A–B") } else if report.loop != nil { modes.append("A–") }
        if report.shuffleMode != .off { modes.append("shuffle") }
        switch report.repeatMode {
        case .off: break
        case .all: modes.append("repeat")
        case .one: modes.append("repeat one")
        }
        if report.isSingle { modes.append("single") }
        if report.isConsuming { modes.append("consume") }
        if listening?.isFavourite == true { modes.append("♥") }
        return modes
    }

    func text(_ style: Style) -> String {
        guard let entry = report.entry else { return style.dim(TextLayout.truncate("■ nothing is playing", to: width)) }
        let fraction = ProgressBar.fraction(entry.position, of: entry.duration)
        let time =
            switch (times.1, bar) {
            case (nil, _): times.0
            case (let whole?, nil): times.0 + "/" + whole
            case (let whole?, let bar?):
                times.0 + " " + ProgressBar.text(fraction, cells: bar.count, style: style) + " " + whole
            }
        return NowPlayingLines.symbol(report) + " " + style.bold(name) + "  " + time + style.dim(ending)
    }
}
