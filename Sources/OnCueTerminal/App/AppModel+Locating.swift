// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import TextOutput

/// Shows items in their context: tracks in their albums, episodes in their podcasts, lists below those that lead to
/// them.
extension AppModel {
    mutating func showInLibrary() -> [AppEffect] {
        if let origin, origin.to == tab {
            self.origin = nil
            return show(origin.from)
        }
        let isCurrent = tab == .now && (now.cursor == nil || now.panel != .coming)
        if isCurrent || tab == .library { return locatePlaying() }
        guard let row = tab == .now ? coming(now.cursor ?? 0) : level.selection, tab != .sound else { return [] }
        return locate(row)
    }

    /// Shows the current track in its album or podcast.
    mutating func locatePlaying() -> [AppEffect] {
        guard let entry = report?.entry else { return refuse("nothing is playing") }
        let record = ContentRecord(
            identifier: entry.identifier, kind: String(entry.identifier.prefix { $0 != ":" }), title: entry.title)
        var row = ListRow(record)
        (row.artist, row.album) = (entry.albumArtists.first ?? entry.artists.first ?? "", entry.album ?? "")
        return locate(row)
    }

    /// Shows an item on the screen of its kind; the same key leads back.
    private mutating func locate(_ row: ListRow) -> [AppEffect] {
        let from = tab
        let effects = found(row)
        if tab != from { origin = (from, tab) }
        return effects
    }

    private mutating func found(_ row: ListRow) -> [AppEffect] {
        let title = row.title.isEmpty ? "it" : TextLayout.printable(row.title)
        // On their own screens, lists are already in their context.
        if tab == .playlists || tab == .podcasts, row.isContainer { return with(tab) { $0.open(row.record) } }
        switch row.knownKind {
        case .playlist: return show(.playlists) + [.locatePlaylist(row.record)]
        case .album, .artist, .genre, .composer, .folder, .list, .section, .podcast:
            return open(row.record)
        case .provider: return open(row.record)
        case .provided where row.isContainer: return open(row.record)
        case .episode:
            if tab == .podcasts { return refuse("\(title) is an episode, which is in no album") }
            return show(.podcasts) + [search(row)]
        case .station:
            if tab == .radio { return refuse("\(title) is a station, which is in no album") }
            return selectStation(row.identifier)
        case .foreign: return refuse("\(title) is in another program, not in the library")
        case .event: return refuse("\(title) is an event, which is in no album")
        default: return show(.library) + [search(row)]
        }
    }

    private func search(_ row: ListRow) -> AppEffect {
        // Rows without an artist column show the artist of a track below its title.
        let artist = row.artist.isEmpty && row.knownKind == .track ? row.subtitle : row.artist
        return .locate(item: row.identifier, title: row.title, artist: artist, album: row.album)
    }

    /// Shows the album or podcast of an item, with the item selected; without one, returns to the screen from which it
    /// was requested.
    mutating func show(_ list: ContentRecord?, item: String, title: String) -> [AppEffect] {
        let isEpisode = ContentIdentifier(item)?.kind == .episode
        // Another screen that was opened meanwhile stays open.
        guard tab == (isEpisode ? .podcasts : .library) else { return [] }
        if let list { return open(list, wanted: item) }
        var effects: [AppEffect] = []
        if let origin, origin.to == tab {
            self.origin = nil
            effects = show(origin.from)
        }
        let name = title.isEmpty ? "it" : TextLayout.printable(title)
        return effects
            + refuse(
                isEpisode ? "\(name) is in none of your podcasts" : "\(name) is not in an album of the library")
    }

    /// Shows a playlist below the folders that contain it.
    mutating func show(_ playlist: ContentRecord, in folders: [ContentRecord]) -> [AppEffect] {
        // Another screen that was opened meanwhile stays open.
        guard tab == .playlists else { return [] }
        var path = RootBranch.playlists.title
        let branches = folders.map { folder in
            path += "/" + folder.title
            return TreePane.Branch(path: path, identifier: folder.identifier, title: folder.title)
        }
        return with(.playlists) { $0.open(playlist, below: branches, wanted: nil) }
    }

    /// Opens a list on the screen of its kind, below those that lead to it.
    private mutating func open(_ list: ContentRecord, wanted: String? = nil) -> [AppEffect] {
        let screen: AppTab =
            switch list.knownKind {
            case .podcast: .podcasts
            default: .library
            }
        let effects = with(screen) { $0.open(list, below: TreePane.branches(of: list), wanted: wanted) }
        return effects + show(screen)
    }

    private mutating func selectStation(_ station: String) -> [AppEffect] {
        let height = listHeight
        trees[.radio]?.level.clearFilter(height: height)
        trees[.radio]?.level.wanted = station
        trees[.radio]?.level.selectWanted(height: height)
        return show(.radio)
    }
}

extension TreePane {
    /// A list that leads to another.
    struct Branch {
        var path: String
        var identifier: String
        var title: String
    }

    /// Returns the lists below the first of a screen that lead to a list.
    static func branches(of list: ContentRecord) -> [Branch] {
        let library = RootBranch.library
        let top = Branch(path: library.title, identifier: library.identifier.description, title: library.title)
        func section(_ section: ContentSection) -> [Branch] {
            let path = library.title + "/" + section.title
            return [top, Branch(path: path, identifier: section.identifier.description, title: section.title)]
        }
        switch list.knownKind {
        case .album: return section(.albums)
        case .artist: return section(.artists)
        case .genre: return section(.genres)
        case .composer: return section(.composers)
        case .folder: return section(.folders)
        case .section: return ContentIdentifier(list.identifier).flatMap(ContentSection.init) == nil ? [] : [top]
        case .list:
            let lists = RootBranch.forYou
            return [Branch(path: lists.title, identifier: lists.identifier.description, title: lists.title)]
        default: return []
        }
    }

    /// Opens a container below the lists that lead to it; other open lists are closed.
    ///
    /// - Parameter wanted: The item in it to select.
    mutating func open(_ record: ContentRecord, below branches: [Branch], wanted: String?) -> [AppEffect] {
        let isWhole = tab != .library || levels[0].path == "/"
        var outer = isWhole ? [levels[0]] : [ListLevel(token: newToken(), path: "/", identifier: "", title: "")]
        for branch in branches {
            let identifier = branch.identifier
            let open = isWhole && levels.indices.contains(outer.count) ? levels[outer.count] : nil
            if let open, open.identifier == identifier {
                outer.append(open)
            } else {
                outer.append(
                    ListLevel(token: newToken(), path: branch.path, identifier: identifier, title: branch.title))
            }
        }
        if levels.count == outer.count + 1, level.identifier == record.identifier {
            levels = outer + [level]
            level.clearFilter(height: height)
            level.wanted = wanted
            level.selectWanted(height: height)
            return fetches() + [watched] + prepared()
        }
        outer[outer.count - 1].wanted = record.identifier
        outer[outer.count - 1].selectWanted(height: height)
        levels = outer
        var record = record
        if record.path == nil, let branch = branches.last, !record.title.contains("/") {
            // A path of titles gives the rows positions, from which they are played together with those after them.
            record.path = branch.path + "/" + record.title
        }
        return fetches() + open(record, wanted: wanted)
    }
}
