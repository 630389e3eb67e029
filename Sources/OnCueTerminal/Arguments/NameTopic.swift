// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueQuery
internal import PlayerControl

/// The kinds of names that a shell completes.
enum NameTopic: String, CaseIterable {
    /// Anything in the content tree, by its path of titles or by its title.
    case content
    /// Episodes behind the titles of their podcasts.
    case episodes
    case podcasts, playlists, stations, queries, bookmarks, trash, folders, outputs, providers
    /// Media players on the bus, with commas between them.
    case players
    /// Devices that were met, places and times of day that have names, and all three.
    case devices, places, times, triggers
    /// Keys of the configuration, and the words that the key before them takes.
    case keys, settings
    /// Equalizer curves.
    case curves
    /// Fields and flags of the query language.
    case fields

    var completion: ValueDefinition.Completion { .dynamic(rawValue) }

    /// The names, of which the shell gets those that begin as the word does.
    ///
    /// - Parameter arguments: The words before it.
    func names(for typed: String, behind arguments: [String], _ service: any CommandService) async throws
        -> [String]
    {
        let titles = ContentTitles(service: service)
        return switch self {
        case .content: try await titles.paths(typed)
        case .episodes: try await titles.paths(typed, in: RootBranch.podcasts.title + "/")
        case .podcasts: try await titles.children(of: RootBranch.podcasts.title).map(\.title)
        case .playlists: try await titles.playlists()
        case .stations: try await titles.children(of: RootBranch.radio.title).map(\.title)
        case .queries: try await service.savedQueries().map(\.name)
        case .bookmarks:
            try await service.bookmarks(offset: 0, limit: PageLimit.largest).bookmarks.map(Self.name)
        case .trash: try await service.trash().map(\.title)
        case .folders: try await service.libraryStatus().folders.map(\.description)
        case .outputs: try await service.outputs().outputs.map(\.title) + ["default"]
        case .providers: try await service.providers().map(\.busName)
        case .players: try await Self.players(typed, service)
        case .devices: try await service.triggerDevices().map(\.name)
        case .places: try await service.places().map(\.name)
        case .times: try await service.triggerTimes().map(\.name)
        case .triggers:
            try await service.triggerDevices().map(\.name) + service.places().map(\.name)
                + service.triggerTimes().map(\.name)
        case .keys: ConfigurationKey.all.map(\.name)
        case .settings: ConfigurationKey.all.filter { $0.name == arguments.last }.flatMap(\.words) + ["auto"]
        case .curves: ["off"] + EqualizerPreset.allCases.map(\.rawValue)
        case .fields: ContentQuery.fieldNames.map { $0 + ":" } + QueryFlag.allCases.map(\.rawValue)
        }
    }

    private static func name(_ bookmark: Bookmark) -> String { bookmark.name ?? String(bookmark.number) }

    /// Completes the last of several names separated by commas.
    private static func players(_ typed: String, _ service: any CommandService) async throws -> [String] {
        let everyone = PlayerSelection.everyone
        let listing = try await service.players { everyone.includes($0) }
        let head = typed.lastIndex(of: ",").map { String(typed[...$0]) } ?? ""
        let taken = Set(head.split(separator: ",").map(String.init))
        let names = listing.players.map(\.name) + listing.silent.map(\.name) + ["%any"]
        return names.filter { !taken.contains($0) }.map { head + $0 }
    }
}

/// Titles in the content tree, as a shell completes them.
struct ContentTitles {
    /// The most names of a list that the shell is offered.
    private static let most = 5 * PageLimit.largest
    /// Shorter beginnings fit too many titles.
    private static let searched = 2

    let service: any MediaServiceClient

    /// Returns paths that begin like the typed one, made of titles with slashes between them. A container ends with a
    /// slash. For the first word, the titles of search results are included.
    ///
    /// - Parameter top: The path, with a slash at its end, below which the typed one is.
    func paths(_ typed: String, in top: String = "") async throws -> [String] {
        guard !["/", ".", "~"].contains(where: typed.hasPrefix) else { return [] }
        let place = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
        let matches = try await search(typed.dropFirst(place.count), in: top + place)
        let items = if let matches { matches } else { try await children(of: top + place) }
        let below = items.filter { !$0.title.contains("/") }
        let names = below.map { place + $0.title + ($0.isContainer ? "/" : "") }
        guard place.isEmpty, top.isEmpty else { return names }
        return names + ContentSection.allCases.map { $0.title + "/" } + (try await found(typed))
    }

    /// Finds the items of a list of everything of one kind, which may be tens of thousands; `nil` if the whole list is
    /// as good, or it is another one.
    private func search(_ beginning: Substring, in place: String) async throws -> [ContentRecord]? {
        let kind: ContentKind? =
            switch ContentSection.allCases.first(where: { $0.title.lowercased() + "/" == place.lowercased() }) {
            case .artists: .artist
            case .albums: .album
            case .tracks: .track
            case .genres, .folders, .recentlyAdded, .composers, .compilations, .albumsByArtist, .albumsByYear, nil: nil
            }
        let words = TextWords.divide(folded: TextFolding.fold(String(beginning)))
        guard let kind, beginning.count >= Self.searched, !words.isEmpty else { return nil }
        let query = (["kind:\(kind.rawValue)"] + words.map { "title:\($0)" }).joined(separator: " ")
        return try await service.search(query, offset: 0, limit: PageLimit.largest).items
    }

    private func found(_ typed: String) async throws -> [String] {
        guard typed.count >= Self.searched else { return [] }
        return try await service.search(typed, offset: 0, limit: 50).items.map(\.title)
    }

    /// Returns the titles of the playlists, behind those of their folders.
    func playlists() async throws -> [String] {
        var names: [String] = []
        var open: [[String]] = [[]]
        while let folder = open.popLast() {
            for item in try await children(of: ([RootBranch.playlists.title] + folder).joined(separator: "/")) {
                let path = folder + [item.title]
                if item.knownKind == .folder { open.append(path) } else { names.append(path.joined(separator: "/")) }
            }
        }
        return names
    }

    /// The items in the container at a path of titles.
    func children(of path: String) async throws -> [ContentRecord] {
        var items: [ContentRecord] = []
        while true {
            let page = try await service.children(
                of: path.isEmpty ? "/" : path, offset: items.count, limit: PageLimit.largest, waits: false)
            items += page.items
            if page.items.isEmpty || items.count >= min(page.total, Self.most) { return items }
        }
    }
}
