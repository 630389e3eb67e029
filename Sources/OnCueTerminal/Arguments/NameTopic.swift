// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueActivities
internal import OnCueClient
internal import OnCueCore
internal import OnCueIntents
internal import OnCueInterface
internal import OnCueNotifications
internal import OnCueQuery
internal import OnCueSuggestions
internal import PlayerControl

/// The kinds of names that a shell completes.
enum NameTopic: String, CaseIterable {
    /// Any item of the content tree, by its path of titles or by its title.
    case content
    /// The same, kept events, and activities and indexed items of other programs.
    case reminders
    /// Episodes, after the titles of their podcasts.
    case episodes
    case podcasts, playlists, stations, queries, bookmarks, trash, folders, outputs, rooms, providers
    /// Media players on the bus, with commas between them.
    case players
    /// Known devices, and places and times of day that have names.
    case devices, places, times
    /// The names that the preceding kind of trigger can have.
    case simulated
    /// Events at which a notification can be due: words for them, places and devices.
    case moments
    /// Devices and places about which something was learnt, and any item of the content tree.
    case learnt
    /// Recently seen locations, and cities.
    case locations
    /// Places that have names, and locations.
    case destinations
    /// Kept events; these, and locations.
    case events, openable
    /// Known people.
    case people
    /// Keys of the configuration, and the words that the preceding key accepts.
    case keys, settings
    /// Equalizer curves.
    case curves
    /// Activities by their numbers; their identifiers; and the programs that have activities.
    case activities, activityIdentifiers, activityPrograms
    /// Activities by their titles; these, and activities and indexed items of other programs by titles and
    /// identifiers.
    case titledActivities, continuable
    /// Notifications by their numbers, and the programs that send notifications by their titles and by their names on
    /// the bus.
    case notifications, notificationPrograms, notificationClients
    /// Shortcuts, their cues, and tasks of programs.
    case shortcuts, cues, tasks
    /// Alarms by their numbers.
    case alarms
    /// Fields and flags of the query language.
    case fields
    /// Words of the preceding kind.
    case words

    var completion: ValueDefinition.Completion { .dynamic(rawValue) }

    /// Returns the names with descriptions; the shell gets those that begin with the typed word.
    ///
    /// - Parameter request: The word, and those before it.
    func names(for request: CompletionRequest, _ service: any CommandService) async throws -> [DocumentedTerm] {
        let typed = request.typed
        let titles = ContentTitles(service: service)
        return switch self {
        case .content:
            // A path never begins like this.
            typed.hasPrefix(Self.scheme)
                ? try await Self.foreign(typed, service)
                : try await titles.places(typed) + Self.foreign(typed, service)
        case .reminders:
            try await titles.places(typed) + NameTopic.events.names(for: request, service)
                + Self.words(.foreign, typed, service)
        case .episodes: plain(try await titles.paths(typed, in: RootBranch.podcasts.title + "/"))
        case .podcasts: try await Self.words(.podcast, typed, service)
        case .playlists: plain(try await titles.playlists())
        case .stations: try await Self.words(.station, typed, service)
        case .queries: try await service.savedQueries().map { DocumentedTerm($0.name, $0.text) }
        case .bookmarks:
            plain(try await service.bookmarks(offset: 0, limit: PageLimit.largest).bookmarks.map(Self.name))
        case .trash: try await service.trash().map { DocumentedTerm($0.title, $0.kind.rawValue) }
        case .folders: plain(try await service.libraryStatus().folders.map(\.description))
        case .outputs: try await Self.words(.output, typed, service) + plain(["default"])
        case .rooms: try await service.rooms().map { DocumentedTerm($0.title, RoomView.volume($0)) }
        case .providers: plain(try await service.providers().map(\.busName))
        case .players: plain(try await Self.players(typed, service))
        case .devices: try await Self.words(.device, typed, service)
        case .places: try await Self.words(.place, typed, service)
        case .times: try await Self.words(.time, typed, service)
        case .locations:
            try await service.locations(for: typed, limit: 20).map {
                DocumentedTerm($0.location.name, $0.source.isEmpty ? $0.location.address.line : $0.source)
            }
        case .destinations:
            try await Self.words(.place, typed, service)
                + NameTopic.locations.names(for: request, service)
        case .events: try await service.keptEvents().map { DocumentedTerm($0.title, $0.startText) }
        case .openable:
            try await NameTopic.locations.names(for: request, service)
                + NameTopic.events.names(for: request, service)
        case .simulated: try await Self.simulated(request, service)
        case .moments:
            Self.momentWords + (try await Self.words(.place, typed, service) + Self.words(.device, typed, service))
                + (try await Self.leaving(typed, service))
        case .learnt:
            try await Self.words(.device, typed, service) + Self.words(.place, typed, service) + titles.places(typed)
        case .people: plain(try await service.people().map(\.name))
        case .keys: ConfigurationKey.all.map { DocumentedTerm($0.name, "") }
        case .settings:
            plain(ConfigurationKey.all.filter { $0.name == request.arguments.last }.flatMap(\.words) + ["auto"])
        case .curves: plain(["off"] + EqualizerPreset.allCases.map(\.rawValue))
        case .fields: try await Self.query(typed, service)
        case .activities: Self.numbered(try await service.activities().map(\.activity.title))
        case .titledActivities: try await Self.titled(typed, service)
        case .continuable:
            try await Self.titled(typed, service) + Self.words(.foreign, typed, service)
                + Self.foreign(typed, service)
        case .activityIdentifiers:
            try await service.activities().map(\.activity).filter { activity in
                request.options["program"].map { $0 == activity.name.program } ?? true
            }.map { DocumentedTerm($0.persistentIdentifier ?? $0.name.identifier, $0.title) }
        case .activityPrograms:
            try await service.activities().map { DocumentedTerm($0.activity.name.program, $0.programName) }
        case .notifications:
            Self.numbered(try await service.deliveredNotifications().map(\.wish.content.title))
                + Self.numbered(try await service.pendingNotifications().map(\.wish.content.title), behind: "p")
        case .notificationPrograms:
            try await service.notificationClients().map { $0.title.isEmpty ? $0.name : $0.title }.map {
                DocumentedTerm($0, "")
            }
        case .shortcuts: try await service.shortcuts().map { DocumentedTerm($0.name, $0.phrase) }
        case .cues: try await service.cues().map { DocumentedTerm($0.name, $0.occasion) }
        case .notificationClients:
            try await service.notificationClients().map { DocumentedTerm($0.name, $0.title) }
        case .alarms: Self.numbered(try await AlarmCommand.rows(service).map(\.wish.content.title))
        case .tasks:
            try await service.intents().map {
                DocumentedTerm(ShortcutCommand.taskName($0.definition), $0.definition.title)
            }
        case .words:
            if let kind = request.arguments.first.flatMap(CompletionKind.init) {
                try await Self.words(kind, typed, service)
            } else {
                []
            }
        }
    }

    /// The events of a machine that have words of their own.
    private static let momentWords = [
        DocumentedTerm("headphones", "Any headphones connect."), DocumentedTerm("car", "A car connects."),
        DocumentedTerm("leaving car", "The car is gone."), DocumentedTerm("unlock", "You unlock the screen."),
        DocumentedTerm("wake", "The machine has slept."), DocumentedTerm("boot", "The machine has started."),
    ]

    /// Returns `leaving home` and others, once enough of it is typed.
    private static func leaving(_ typed: String, _ service: any MediaServiceClient) async throws -> [DocumentedTerm] {
        let prefix = "leaving "
        guard !typed.isEmpty, prefix.hasPrefix(typed.lowercased()) || typed.lowercased().hasPrefix(prefix) else {
            return []
        }
        let name = String(typed.dropFirst(prefix.count))
        let names = try await words(.place, name, service) + words(.device, name, service)
        return names.map { DocumentedTerm(prefix + $0.term, $0.meaning) }
    }

    private static func simulated(
        _ request: CompletionRequest, _ service: any MediaServiceClient
    ) async throws -> [DocumentedTerm] {
        let kind = request.arguments.first.flatMap(Trigger.Kind.init)
        guard let kind, kind.canHaveName else { return [] }
        if kind.isAboutPlace { return try await words(.place, request.typed, service) }
        if kind == .time { return try await words(.time, request.typed, service) }
        let wanted: Trigger.Kind = kind == .carLeft ? .car : kind
        // A device may be of a kind that the system does not know.
        let devices = try await service.completions(CompletionKind.device.rawValue, of: request.typed, limit: 0)
        let fitting = devices.filter { $0.about == wanted.rawValue }
        return (fitting.isEmpty ? devices : fitting).map { DocumentedTerm($0.text, $0.about) }
    }

    /// Returns the numbers of a list from 1, with the titles of the items.
    private static func numbered(_ titles: [String], behind letter: String = "") -> [DocumentedTerm] {
        titles.enumerated().map { DocumentedTerm(letter + "\($0.offset + 1)", $0.element) }
    }

    /// Returns activities by their titles, or by their numbers if a number is typed.
    private static func titled(
        _ typed: String, _ service: any CommandService
    ) async throws -> [DocumentedTerm] {
        let records = try await service.activities()
        let titles = records.map { DocumentedTerm($0.activity.title, $0.programName) }
        return typed.first?.isNumber == true ? titles + numbered(records.map(\.activity.title)) : titles
    }

    private func plain(_ names: [String]) -> [DocumentedTerm] { names.map { DocumentedTerm($0, "") } }

    /// Returns the words of a kind from the service.
    static func words(
        _ kind: CompletionKind, _ typed: String, _ service: any MediaServiceClient
    ) async throws -> [DocumentedTerm] {
        try await service.completions(kind.rawValue, of: typed, limit: 0).map { DocumentedTerm($0.text, $0.about) }
    }

    private static let scheme = ContentKind.foreign.rawValue + ":"

    /// Returns the identifiers of recent activities and indexed items of other programs, once one begins to be
    /// typed.
    private static func foreign(
        _ typed: String, _ service: any MediaServiceClient
    ) async throws -> [DocumentedTerm] {
        guard typed.count > 2, scheme.hasPrefix(typed) || typed.hasPrefix(scheme) else { return [] }
        let found = try await service.completions(CompletionKind.foreign.rawValue, of: "", limit: 0)
        return found.map { DocumentedTerm($0.identifier, $0.text) }
    }

    /// Returns fields, flags and values; those that do not need the library are also known without the service.
    static func query(_ typed: String, _ service: any MediaServiceClient) async throws -> [DocumentedTerm] {
        guard let unfinished = UnfinishedQuery(typed) else { return [] }
        let fixed = unfinished.choices.map { DocumentedTerm($0.word, $0.meaning) }
        guard case .value = unfinished.part, fixed.isEmpty else { return fixed }
        return try await words(.query, typed, service)
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

/// Titles in the content tree, for completion by a shell.
struct ContentTitles {
    /// The most names of a list that are offered to the shell.
    private static let most = 5 * PageLimit.largest
    /// The least length of a searched beginning; shorter ones match too many titles.
    private static let searched = 2

    let service: any MediaServiceClient

    /// Returns the places that begin with the typed text: a path of titles, the title of anything that plays, or a
    /// query.
    func places(_ typed: String) async throws -> [DocumentedTerm] {
        if case .value? = UnfinishedQuery(typed)?.part {
            let words = try await NameTopic.query(typed, service)
            if !words.isEmpty { return words }
        }
        let paths = try await paths(typed).map { DocumentedTerm($0, "") }
        guard !typed.contains("/"), typed.count >= Self.searched, !isFile(typed) else { return paths }
        return try await NameTopic.words(.item, typed, service) + paths
    }

    private func isFile(_ typed: String) -> Bool { ["/", ".", "~"].contains(where: typed.hasPrefix) }

    /// Returns paths that begin with the typed text, made of titles with slashes between them. A container ends with a
    /// slash.
    ///
    /// - Parameter top: The path, with a slash at its end, to which the typed one is relative.
    func paths(_ typed: String, in top: String = "") async throws -> [String] {
        guard !isFile(typed) else { return [] }
        let place = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
        let matches = try await search(typed.dropFirst(place.count), in: top + place)
        let items = if let matches { matches } else { try await children(of: top + place) }
        let below = items.filter { !$0.title.contains("/") }
        let names = below.map { place + $0.title + ($0.isContainer ? "/" : "") }
        guard place.isEmpty, top.isEmpty else { return names }
        return names + ContentSection.allCases.map { $0.title + "/" }
    }

    /// Searches a list of all items of one kind, which may have tens of thousands; `nil` if reading the whole list is
    /// as good, or if it is another list.
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

    /// Returns the titles of the playlists, after those of their folders.
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

    /// Returns the items in the container at a path of titles.
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
