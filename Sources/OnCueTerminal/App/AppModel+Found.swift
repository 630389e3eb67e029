// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import TextOutput

/// Lists of the results of a directory: podcasts to subscribe to, stations to play and add.
extension AppModel {
    /// The directory whose results are in view.
    var openDirectory: OpenDirectory? {
        guard tab != .now, case .directory(let directory, _) = level.source else { return nil }
        return directory
    }

    /// Treats the typed text as an address, or as words to search for.
    ///
    /// - Returns: `nil` for an address.
    mutating func search(_ directory: OpenDirectory, for text: String) -> [AppEffect]? {
        guard !Self.isAddress(text) else { return nil }
        return with(directory.tab) { $0.openFound(text, in: directory) } + [.unwatch]
    }

    /// Returns whether a text may be an address. Addresses are not sent to a directory: one may name a server at home,
    /// with a password.
    private static func isAddress(_ text: String) -> Bool {
        if text.contains("://") { return true }
        guard !text.contains(where: \.isWhitespace) else { return false }
        if text.contains(where: { "./@".contains($0) }) { return true }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 1, let port = parts.last, !port.isEmpty else { return false }
        return port.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether the directory has answered without rows, or has not answered.
    private var hasFoundNothing: Bool { level.failure != nil || level.pages.total == 0 }

    /// Subscribes to the selected podcast, or plays the selected station.
    mutating func enterFound(_ directory: OpenDirectory) -> [AppEffect] {
        guard let row = level.selection else { return [] }
        switch directory {
        case .podcasts: return addFound(directory)
        case .stations: return [.play([row.identifier], shuffle: nil, title: row.title)]
        }
    }

    /// Subscribes to the selected podcast, or adds the selected station.
    mutating func addFound(_ directory: OpenDirectory) -> [AppEffect] {
        guard let row = level.selection else { return refuse("nothing is selected") }
        switch directory {
        case .podcasts:
            message = "Subscribing to \(TextLayout.printable(row.title)) …"
            return [.item(.subscribe(row.identifier))]
        case .stations: return [.item(.addStation(FoundStation.name(row.title), address: row.identifier))]
        }
    }

    /// Shows everything that the directory reports about the selected row.
    mutating func describeFound() -> [AppEffect] {
        guard let row = level.selection else { return refuse("nothing is selected") }
        (info, helpTop) = (.lines([TextLayout.printable(row.title)] + FoundDetails.lines(row)), 0)
        return []
    }

    /// Returns the effects of an action that has no meaning, or another one, for the results of a directory; `nil` for
    /// other actions.
    mutating func performFound(_ action: KeyAction) -> [AppEffect]? {
        guard let directory = openDirectory, case .directory(_, let words) = level.source else { return nil }
        switch action {
        // Asks for different words.
        case .new where hasFoundNothing: return nil
        case .refresh where hasFoundNothing:
            return with(tab) { $0.openFound(words, in: directory) } + [.unwatch]
        case .new: return addFound(directory)
        case .info: return describeFound()
        case .filter: return refuse("go back, and search for other words")
        case .refresh, .mark, .markAll, .moveUp, .moveDown, .download, .rename, .remove, .showInLibrary, .favourite,
            .dislike, .stars, .moreStars, .fewerStars:
            // These actions are for items in the library.
            guard level.selection != nil else { return refuse("nothing is selected") }
            return refuse(directory == .podcasts ? "Enter subscribes to it first" : "\(keyOfNew) adds it first")
        case .append, .playNext, .playFirst, .playAll, .playShuffled, .addToPlaylist:
            guard level.selection != nil else { return refuse("nothing is selected") }
            return directory == .podcasts ? refuse("Enter subscribes to it first") : nil
        default: return nil
        }
    }

    private var keyOfNew: String { keys.name(of: .new) ?? "the key for a new one" }

    // MARK: The picture

    /// The size of the picture of the selected row; `nil` without room for it.
    var foundPicture: (columns: Int, rows: Int)? {
        guard openDirectory != nil, helpTop == nil, screen.usesColor, let room = shownColumns.preview else {
            return nil
        }
        return FoundDetails.picture(width: room.count, height: layout.body.count)
    }

    /// Requests the picture of the selected row, or clears it outside a directory.
    mutating func followFound() -> [AppEffect] {
        guard openDirectory != nil, let row = level.selection else { return found.clear() }
        guard let size = foundPicture else { return [] }
        return found.show(FoundPictureRequest(address: row.identifier, columns: size.columns, rows: size.rows))
    }

    /// The picture on a terminal that draws pixels, with the lines that it covers.
    var foundPixels: (rows: Range<Int>, text: String)? {
        guard let size = foundPicture, let room = shownColumns.preview else { return nil }
        let picture = PictureText(found.drawing)
        guard picture.isPixels, let text = picture.lines.first else { return nil }
        let top = layout.body.lowerBound
        return (top..<top + size.rows, "\u{1B}[\(room.lowerBound + 2)G" + text)
    }
}

/// A directory on the web that can be searched.
enum OpenDirectory: Sendable, Equatable {
    case podcasts, stations

    /// The screen that shows the results.
    var tab: AppTab { self == .podcasts ? .podcasts : .radio }
}

/// The picture of a result in the size in which it is displayed.
struct FoundPictureRequest: Sendable, Equatable {
    var address: String
    var columns: Int
    var rows: Int
}

/// The picture of the selected result; only one picture is kept or requested.
struct FoundPicture: Sendable {
    private(set) var request: FoundPictureRequest?
    private(set) var drawing: String?

    mutating func show(_ request: FoundPictureRequest) -> [AppEffect] {
        guard request != self.request else { return [] }
        (self.request, drawing) = (request, nil)
        return [.drawFound(request)]
    }

    mutating func take(_ text: String?, for request: FoundPictureRequest) {
        if request == self.request { drawing = text }
    }

    mutating func clear() -> [AppEffect] {
        guard request != nil else { return [] }
        (request, drawing) = (nil, nil)
        return [.leaveFound]
    }
}

/// The details of a result, beside the list.
enum FoundDetails {
    /// Rows that the facts need below the picture.
    private static let factRows = 8
    private static let leastRows = 5

    /// Returns the cells of the picture; `nil` without room for one.
    static func picture(width: Int, height: Int) -> (columns: Int, rows: Int)? {
        let rows = min(height - factRows, width / 2 - 1)
        return rows >= leastRows ? (rows * 2, rows) : nil
    }

    static func lines(_ row: ListRow) -> [String] {
        row.details.split(separator: "\n").map { TextLayout.printable(String($0)) }
    }

    /// Returns the picture, if it consists of characters, and the facts below it, none wider than the room.
    static func lines(_ model: AppModel, width: Int) -> [String] {
        guard let row = model.level.selection else { return [] }
        var lines: [String] = []
        if let size = model.foundPicture, model.found.drawing != nil {
            let picture = PictureText(model.found.drawing)
            let drawn = picture.isPixels ? [] : picture.lines
            lines = (0..<size.rows).map { drawn.indices.contains($0) ? " " + drawn[$0] + "\u{1B}[0m" : "" } + [""]
        }
        let facts = self.lines(row).flatMap { AppLines.wrapped($0, to: width - 1) }
        return lines + facts.map { " " + TextLayout.truncate($0, to: width - 1) }
    }

    /// Returns the facts as lines, with aligned values.
    static func text(_ facts: [(name: String, value: String)]) -> String {
        let rows = facts.map { ["  " + $0.name, TextLayout.printable($0.value)] }
        return TextTable(columns: [.fixed(), .flexible()], keptColumns: 2, rows: rows).lines().joined(separator: "\n")
    }
}

extension ListSource {
    /// Whether it is a directory on the web, which is only asked at the user's request.
    var isDirectory: Bool { if case .directory = self { true } else { false } }
}
