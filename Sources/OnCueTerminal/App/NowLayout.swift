// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface

/// The positions of cover, facts and panel on the screen of the current track. Rows are counted from the top of the
/// body.
struct NowLayout: Sendable, Equatable {
    private static let leastWithPicture = 60
    private static let leastBeside = 110
    private static let leastRows = 12
    /// Rows that the facts need below the cover.
    private static let factRows = 8
    private static let gap = 2

    private let layout: AppLayout
    /// The cells of the cover, if there is room for it; twice as many columns as rows, which is a square in most fonts.
    let picture: (columns: Int, rows: Int)?
    /// Whether the panel is beside everything else instead of below it.
    let isBeside: Bool

    static func == (left: NowLayout, right: NowLayout) -> Bool { left.layout == right.layout }

    init(_ layout: AppLayout) {
        self.layout = layout
        let (width, height) = (layout.width, layout.body.count)
        isBeside = width >= Self.leastBeside
        guard layout.screen.usesColor, width >= Self.leastWithPicture, height >= Self.leastRows else {
            picture = nil
            return
        }
        let rows = isBeside ? min(height - Self.factRows, width / 5) : min(max(8, height / 2), 16)
        picture = rows >= 5 ? (rows * 2, rows) : nil
    }

    var width: Int { layout.width }
    var height: Int { layout.body.count }

    /// The columns and the first row of the facts.
    var facts: Range<Int> {
        if isBeside { return 0..<width * 2 / 5 }
        return (picture.map { $0.columns + Self.gap } ?? 0)..<width
    }

    /// The columns of the panel.
    var panel: Range<Int> { isBeside ? width * 2 / 5 + Self.gap..<width : 0..<width }

    /// The number of rows for the facts, above the panel if it is not beside them.
    var topRows: Int {
        if isBeside { return height }
        return picture?.rows ?? min(Self.factRows - 1, max(3, height / 2))
    }

    /// The rows of the list in the panel, below its title.
    var panelRows: Range<Int> {
        let top = isBeside ? 1 : topRows + 1
        return top..<max(top, height)
    }

    /// Returns the cover to draw, if there is room for it and it is a file on this machine.
    func picture(_ report: NowPlayingReport?) -> PictureRequest? {
        guard let picture, let report, let file = NowCard.file(report) else { return nil }
        return PictureRequest(file: file, columns: picture.columns, rows: picture.rows)
    }
}
