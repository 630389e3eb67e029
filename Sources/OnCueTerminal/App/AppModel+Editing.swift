// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// Actions that change the queue, playlists, podcasts and stations.
extension AppModel {
    mutating func edit(_ action: KeyAction) -> [AppEffect]? {
        switch action {
        case .remove: remove()
        case .moveDown: move(row: 1)
        case .moveUp: move(row: -1)
        case .clear: clear()
        case .save: save()
        case .new: new()
        case .rename: rename()
        case .download: download()
        case .refresh: refresh()
        case .undo: queue.edit(.undo)
        case .redo: queue.edit(.redo)
        default: nil
        }
    }

    /// The playlist whose entries are in view.
    private var openPlaylist: String? {
        guard [.playlists, .library].contains(tab), level.identifier.hasPrefix("playlist:") else { return nil }
        return level.identifier
    }

    /// The path of the open playlist folder; empty if none is open.
    private var openFolder: String {
        guard tab == .playlists, let levels = trees[tab]?.levels else { return "" }
        return levels.dropFirst().filter { $0.identifier.hasPrefix("folder:") }.map(\.title).joined(separator: "/")
    }

    private mutating func remove() -> [AppEffect] {
        switch tab {
        case .queue:
            if level.marks.isWhole { return clear() }
            guard level.count > 0 else { return refuseEmpty() }
            return queue.remove(level.marks.isEmpty ? [level.selection].compactMap(\.self) : level.marks.rows)
        case .suggestions:
            return level.selection.map { [.item(.dismiss($0.id, .notNow, title: $0.title))] }
                ?? refuse("nothing is suggested at the moment")
        default: break
        }
        if let openPlaylist { return remove(from: openPlaylist) }
        guard let row = level.selection else { return refuse("nothing is selected") }
        switch (tab, row.knownKind) {
        case (.playlists, .playlist):
            return confirm(
                "Delete playlist \(row.title)?", of: row.title, .deletePlaylist(row.identifier, title: row.title))
        case (.podcasts, .podcast):
            return confirm(
                "Unsubscribe from \(row.title), and delete its downloads?", of: row.title,
                .unsubscribe(row.identifier, title: row.title))
        case (.radio, .station):
            return confirm(
                "Remove station \(row.title)?", of: row.title, .removeStation(row.identifier, title: row.title))
        case (.playlists, .list):
            return refuse("\(row.title) is a saved query; remove it with: oncue query remove")
        default: return refuse("\(row.title) cannot be removed here")
        }
    }

    private mutating func remove(from playlist: String) -> [AppEffect] {
        let rows = level.marks.isEmpty ? [level.selection].compactMap(\.self) : level.marks.rows
        let indexes = rows.compactMap(\.place)
        guard level.count > 0 else { return refuse("the playlist is empty") }
        guard let first = rows.first, indexes.count == rows.count else {
            return level.marks.isWhole
                ? refuse("these are too many to be marked for this") : refuse("the playlist is not read yet; try again")
        }
        level.marks.clear()
        let title = rows.count == 1 ? first.title : ContentPhrase.count(rows.count, "entry", plural: "entries")
        return [.item(.removeFromPlaylist(playlist, indexes: indexes, title: title))]
    }

    private mutating func confirm(_ question: String, of title: String, _ action: ItemAction) -> [AppEffect] {
        prompt = AppPrompt(.confirm([.item(action)]), question + " y/n", title: title)
        return []
    }

    private mutating func move(row step: Int) -> [AppEffect] {
        guard tab == .queue || openPlaylist != nil else {
            return refuse("only the queue and playlists have an order of their own")
        }
        guard level.filter == nil else {
            return refuse("entries can be moved only in the whole list; press Esc to clear the filter")
        }
        guard level.count > 0 else { return refuseEmpty() }
        guard level.marks.isEmpty else { return moveMarked(by: step) }
        let target = level.selected + step
        guard (0..<level.count).contains(target) else {
            return refuse("this is the \(step < 0 ? "first" : "last") entry")
        }
        if tab == .queue { return queue.move(by: step) ?? [] }
        guard let openPlaylist else { return [] }
        let action = ItemAction.moveInPlaylist(openPlaylist, indexes: [level.selected], to: target)
        level.pages.swap(level.selected, target)
        arranging += 1
        return select(target) + [.item(action)]
    }

    /// Moves the marked entries together, and keeps them marked.
    private mutating func moveMarked(by step: Int) -> [AppEffect] {
        if level.marks.isWhole { return refuse("these are too many to be marked for this") }
        guard let move = MarkedMove(level, by: step) else {
            return refuse("some of the marked entries are too far away to be moved by a row")
        }
        guard move.isChange else { return refuse("these are the \(step < 0 ? "first" : "last") entries") }
        if tab == .queue { return queue.move(move) }
        guard let openPlaylist else { return [] }
        level.move(move, height: listHeight)
        arranging += 1
        return [.item(.moveInPlaylist(openPlaylist, indexes: move.indexes, to: move.target))]
    }

    private mutating func refuseEmpty() -> [AppEffect] {
        refuse(openPlaylist == nil ? "the queue is empty" : "the playlist is empty")
    }

    private mutating func clear() -> [AppEffect] {
        guard tab == .queue || tab == .now else { return refuse("only the queue can be cleared") }
        let total = queue.level.pages.total ?? report?.queueLength ?? 0
        guard total > 0 else { return refuseEmpty() }
        prompt = AppPrompt(
            .clearQueue, "Remove all \(ContentPhrase.count(total, "entry", plural: "entries"))? y/n")
        return []
    }

    private mutating func save() -> [AppEffect] {
        guard queue.level.pages.total ?? report?.queueLength ?? 0 > 0 else { return refuse("the queue is empty") }
        prompt = AppPrompt(.saveQueue, "Save the queue as: ")
        return []
    }

    private mutating func new() -> [AppEffect] {
        switch tab {
        case .podcasts: prompt = AppPrompt(.feed, "Address, or words to search the web: ")
        case .radio: prompt = AppPrompt(.stationAddress, "Address, or words to search the web: ")
        default:
            let folder = openFolder
            let place = folder.isEmpty ? "" : " in " + TextLayout.printable(folder)
            prompt = AppPrompt(.newPlaylist(folder: folder), "Name of the new playlist\(place): ", title: place)
        }
        return []
    }

    private mutating func rename() -> [AppEffect] {
        guard let row = level.selection, tab != .now else { return [] }
        switch row.knownKind {
        case .playlist: prompt = AppPrompt(.renamePlaylist(row.identifier), "New name: ", text: row.title)
        case .station: prompt = AppPrompt(.renameStation(row.identifier), "New name: ", text: row.title)
        default: return refuse("only playlists and stations can be renamed")
        }
        return []
    }

    /// Asks for the reason to dismiss a suggestion.
    private mutating func dismiss() -> [AppEffect] {
        guard let row = level.selection else { return refuse("nothing is suggested at the moment") }
        prompt = AppPrompt(.dismissal(row.id, title: row.title), "Dismiss \(row.title), why: ", title: row.title)
        prompt?.names = DismissalReason.allCases.map(\.rawValue)
        return []
    }

    private mutating func download() -> [AppEffect] {
        if tab == .suggestions { return dismiss() }
        guard tab != .now, let row = level.selection, row.knownKind == .episode else {
            return refuse("only episodes of podcasts can be downloaded")
        }
        let isUnderWay = downloads[row.identifier] != nil
        return [.item(.download(row.identifier, title: row.title, isRemoval: isUnderWay || !row.isStreaming))]
    }

    private mutating func refresh() -> [AppEffect] {
        switch tab {
        case .podcasts: [.item(.refreshPodcasts)]
        case .now: []
        case .queue: queue.renew()
        default: with(tab) { $0.renew() }
        }
    }

    // MARK: Outputs and sound

    /// Changes a setting to its next or previous value, or chooses an output.
    mutating func choose(_ row: ListRow, step: Int) -> [AppEffect] { SoundRows.effects(of: row, step: step) }
}
