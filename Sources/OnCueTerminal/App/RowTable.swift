// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// The rows of a list in columns: marks, number, title, subtitle (or artist and album), amount and length.
///
/// The widths depend on the rows in view, so that the columns are aligned.
struct RowTable {
    static let marksWidth = 3
    private static let gap = 2
    private static let leastWithSubtitle = 60
    private static let leastWithAlbum = 110
    private static let leastWithAmount = 50

    /// A row as it is drawn.
    struct Row {
        var row: ListRow?
        var number: Int?
        var isSelected = false
        var isMarked = false
        var isPlaying = false
    }

    private let width: Int
    private let style: Style
    private let numberWidth: Int
    private let titleWidth: Int
    private let middle: [Int]
    private let amountWidth: Int
    private let lengthWidth: Int
    /// Whether amounts are shown as signs, and notes in their short forms, which fit even on a narrow screen.
    private let isShort: Bool
    /// Whether artist and album have columns of their own.
    private let isDivided: Bool
    private let hasAlbums: Bool
    private let kinds: Set<ContentKind>

    init(_ rows: [Row], width: Int, style: Style) {
        self.width = width
        self.style = style
        let known = rows.compactMap(\.row)
        hasAlbums = known.contains { !$0.album.isEmpty }
        kinds = Set(known.compactMap(\.knownKind))
        func widest(_ text: (ListRow) -> String) -> Int {
            known.map { TextLayout.width(of: text($0)) }.max() ?? 0
        }
        let numbers = width >= Self.leastWithSubtitle ? rows.compactMap(\.number) : []
        numberWidth = numbers.map { "\($0)".count }.max() ?? 0
        lengthWidth = width >= 30 ? widest { ContentPhrase.length(of: $0.record) } : 0
        // A note is the subject of a list, such as the value of a setting; an amount is not.
        let hasNotes = known.contains { !$0.note.isEmpty }
        let isShort = width < Self.leastWithAmount && !hasNotes
        let most = hasNotes ? width / 2 : width / 4
        let isCut = known.contains { !$0.shortNote.isEmpty } && widest { Self.amount($0, isShort: false) } > most
        self.isShort = isShort || isCut
        amountWidth = min(most, widest { Self.amount($0, isShort: isShort || isCut) })
        isDivided = width >= Self.leastWithAlbum && known.contains { !$0.artist.isEmpty || !$0.album.isEmpty }
        let taken = [numberWidth, amountWidth, lengthWidth].reduce(0) { $0 + ($1 > 0 ? $1 + Self.gap : 0) }
        let room = max(1, width - Self.marksWidth - taken)
        let wanted = isDivided ? [widest(\.artist), widest(\.album)] : [widest(Self.subtitle)]
        middle = width >= Self.leastWithSubtitle ? Self.shared(wanted, room, title: widest(Self.title)) : []
        titleWidth = max(1, room - middle.reduce(0) { $0 + $1 + Self.gap })
    }

    /// Divides the room between the title and the columns in the middle: columns get their full width if that leaves
    /// enough for the title, otherwise a part of it.
    private static func shared(_ wanted: [Int], _ room: Int, title: Int) -> [Int] {
        let columns = wanted.filter { $0 > 0 }
        guard !columns.isEmpty else { return [] }
        let total = columns.reduce(0) { $0 + $1 + gap }
        if title + total <= room { return wanted }
        let part = max(room * 2 / 5, room - title) - columns.count * gap
        let share = max(1, part / columns.count)
        return wanted.map { min($0, max(share, columns.count > 1 ? part - columns.reduce(0, +) + $0 : share)) }
    }

    /// The names of the columns.
    var heading: String {
        let number = numberWidth > 0 ? TextLayout.fit("#", to: numberWidth, alignment: .right) + "  " : ""
        let creator = !kinds.isSubset(of: [.track, .album]) ? "" : hasAlbums ? "Artist — Album" : "Artist"
        let names = isDivided ? ["Artist", "Album"] : [creator]
        let columns = zip(names, middle).map { cell($0, $1) }.joined()
        let line =
            TextLayout.spaces(Self.marksWidth) + number + TextLayout.fit(titleName, to: titleWidth) + columns
            + cell("", amountWidth) + cell(lengthWidth < 4 ? "" : "Time", lengthWidth, alignment: .right)
        return TextLayout.truncate(line, to: width)
    }

    private var titleName: String {
        guard kinds.count == 1 else { return kinds.isEmpty ? "" : "Title" }
        return switch kinds.first {
        case .artist: "Artist"
        case .album: "Album"
        case .genre: "Genre"
        case .composer: "Composer"
        case .section, .folder: "Name"
        default: "Title"
        }
    }

    private static func title(_ row: ListRow) -> String { ContentPhrase.title(of: row.record) }
    private static func subtitle(_ row: ListRow) -> String { ContentPhrase.subtitle(of: row.record) }
    private static func amount(_ row: ListRow, isShort: Bool) -> String {
        if isShort, row.note.isEmpty { return ContentPhrase.signs(of: row.record) }
        if isShort, !row.shortNote.isEmpty { return row.shortNote }
        return row.note.isEmpty ? ContentPhrase.amount(of: row.record) : row.note
    }

    func line(_ shown: Row) -> String {
        let marks = marks(shown)
        guard let row = shown.row else {
            return shown.isSelected ? style.inverse(TextLayout.fit(marks + "…", to: width)) : style.dim(marks + "…")
        }
        let number = shown.number.map { "\($0)" } ?? ""
        let numberCell = numberWidth > 0 ? TextLayout.fit(number, to: numberWidth, alignment: .right) + "  " : ""
        let title = TextLayout.fit(Self.title(row), to: titleWidth)
        let texts = isDivided ? [row.artist, row.album] : [Self.subtitle(row)]
        let columns = zip(texts, middle).map { cell($0, $1) }.joined()
        let rest =
            columns + cell(Self.amount(row, isShort: isShort), amountWidth)
            + cell(ContentPhrase.length(of: row.record), lengthWidth, alignment: .right)
        if shown.isSelected { return style.inverse(marks + numberCell + title + rest) }
        if row.isUnavailable { return style.dim(marks + numberCell + title + rest) }
        let isStrong = row.isContainer || row.isCurrent || shown.isPlaying
        return marks + style.dim(numberCell) + (isStrong ? style.bold(title) : title) + style.dim(rest)
    }

    private func cell(_ text: String, _ width: Int, alignment: TextLayout.Alignment = .left) -> String {
        width > 0 ? "  " + TextLayout.fit(text, to: width, alignment: alignment) : ""
    }

    /// Returns the signs of a row: whether it is selected and marked, and whether it is playing or was added because it
    /// is similar.
    private func marks(_ shown: Row) -> String {
        let state = shown.isPlaying || shown.row?.isCurrent == true ? "▶" : shown.row?.isSimilar == true ? "≈" : " "
        return (shown.isSelected ? "▸" : " ") + (shown.isMarked ? "●" : state) + " "
    }
}
