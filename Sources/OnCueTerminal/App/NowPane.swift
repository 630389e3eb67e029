// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// The screen of the current track.
struct NowPane: Sendable {
    /// A list below or beside the facts.
    enum Panel: Sendable, CaseIterable {
        case coming, lyrics, chapters
    }

    /// The number of the entry that the details belong to.
    private(set) var entry: UInt64?
    private(set) var lyrics = Lyrics()
    private(set) var hasWebLyrics = false
    private(set) var chapters = ChapterListing()
    private(set) var listening: ListeningRecord?
    /// The requested panel; `nil` for the most informative one.
    private var wanted: Panel?
    /// The selected row; `nil` follows the music.
    var cursor: Int?
    /// The cover, and its text once it is drawn.
    private(set) var picture: PictureRequest?
    private(set) var drawing: String?
    /// Whether lyrics and chapters were requested.
    private var hasDetails = false

    /// The panels that are not empty.
    var panels: [Panel] {
        [.coming] + (lyrics.isEmpty ? [] : [.lyrics]) + (chapters.items.isEmpty ? [] : [.chapters])
    }

    var panel: Panel {
        if let wanted, panels.contains(wanted) { return wanted }
        if lyrics.isTimed { return .lyrics }
        return chapters.items.isEmpty ? .coming : .chapters
    }

    /// Shows the next panel that is not empty.
    mutating func switchPanel(by step: Int) {
        let panels = panels
        let index = panels.firstIndex(of: panel) ?? 0
        wanted = panels[(index + step + panels.count) % panels.count]
        cursor = nil
    }

    /// Records the current entry.
    ///
    /// - Parameter isShown: Whether the screen is in view, so that all details are needed.
    mutating func take(_ report: NowPlayingReport, isShown: Bool) -> [AppEffect] {
        guard report.entry?.id.number != entry else { return isShown ? appear(report) : [] }
        entry = report.entry?.id.number
        (lyrics, chapters, listening, cursor, hasDetails) = (Lyrics(), ChapterListing(), nil, nil, isShown)
        guard let entry = report.entry else { return [] }
        return [.details(entry.id.number, identifier: entry.identifier, isShown: isShown)]
    }

    /// Requests the details that the screen shows, unless they are there.
    mutating func appear(_ report: NowPlayingReport?) -> [AppEffect] {
        guard !hasDetails, let entry = report?.entry else { return [] }
        hasDetails = true
        return [.details(entry.id.number, identifier: entry.identifier, isShown: true)]
    }

    mutating func take(_ details: EntryDetails) {
        switch details {
        case .lyrics(entry, let found, let isForeign): (lyrics, hasWebLyrics) = (found ?? Lyrics(), isForeign)
        case .chapters(entry, let found): chapters = found
        case .listening(entry, let found): listening = found
        default: break
        }
    }

    /// Rereads the details, since some of them have changed.
    mutating func refresh(_ report: NowPlayingReport?) -> [AppEffect] {
        guard let entry = report?.entry else { return [] }
        return [.details(entry.id.number, identifier: entry.identifier, isShown: false)]
    }

    // MARK: Cover

    /// Requests the cover in the size that fits.
    mutating func show(_ request: PictureRequest?) -> [AppEffect] {
        guard request != picture else { return [] }
        (picture, drawing) = (request, nil)
        return request.map { [.draw($0)] } ?? []
    }

    mutating func take(_ text: String?, for request: PictureRequest) {
        if request == picture { drawing = text }
    }

    // MARK: Rows

    /// Returns the number of rows of the panel.
    ///
    /// - Parameter coming: The number of entries after the current one.
    func count(coming: Int) -> Int {
        switch panel {
        case .coming: coming
        case .lyrics: lyrics.lines.count
        case .chapters: chapters.items.count
        }
    }

    /// Returns the row for the present position; `nil` if there is none.
    func current(_ report: NowPlayingReport?) -> Int? {
        guard let entry = report?.entry else { return nil }
        return switch panel {
        case .coming: nil
        case .lyrics: lyrics.index(at: entry.position)
        case .chapters: entry.chapter?.index ?? chapters.current
        }
    }

    /// Returns the first row in view.
    func top(_ rows: Int, count: Int, _ report: NowPlayingReport?) -> Int {
        max(0, min((cursor ?? current(report) ?? 0) - rows / 2, count - rows))
    }

    /// Returns the time until the next line of the lyrics; `nil` if there is none.
    func timeUntilNext(_ report: NowPlayingReport?) -> Duration? {
        guard panel == .lyrics, let report, report.isAdvancing, let position = report.entry?.position,
            let next = lyrics.start(after: position)
        else { return nil }
        // A little longer, so that the clock has certainly passed it.
        return (next - position) / report.rate + .milliseconds(2)
    }
}
