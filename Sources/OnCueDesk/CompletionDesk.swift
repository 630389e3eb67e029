// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
package import OnCueCore
package import OnCueInterface
internal import OnCueQuery
package import OnCueRuntime
package import OnCueSession

/// Words that fit where something is being typed, ranked by habit, for front ends.
@MediaActor
package final class CompletionDesk: nonisolated CompletionService {
    package typealias Failure = any Error
    /// Returns the probability of each item at this moment.
    package typealias Habits = @MediaActor ([ContentIdentifier]) -> [Double]

    /// The number of items of each kind that are compared where any kind fits.
    private static let depth = 40
    private static let kinds: [ContentKind: String] = [
        .artist: "Artist", .album: "Album", .track: "Track", .genre: "Genre", .composer: "Composer",
        .folder: "Folder", .playlist: "Playlist", .podcast: "Podcast", .episode: "Episode", .station: "Station",
        .list: "List",
    ]

    private let manager: ContentManager
    private let outputs: OutputDesk
    let triggers: TriggerDesk
    let locations: LocationFinder?
    private let people: PeopleDesk?
    private let contacts: (any ContactReading)?
    private let habits: Habits

    package init(
        manager: ContentManager, outputs: OutputDesk, triggers: TriggerDesk, locations: LocationFinder? = nil,
        people: PeopleDesk? = nil, contacts: (any ContactReading)? = nil, habits: @escaping Habits
    ) {
        (self.manager, self.outputs, self.triggers, self.habits) = (manager, outputs, triggers, habits)
        (self.locations, self.people, self.contacts) = (locations, people, contacts)
    }

    @MediaActor
    package func completions(
        _ kind: String, of typed: String, limit: Int
    ) async throws -> [CompletionWord] {
        guard let known = CompletionKind(rawValue: kind) else {
            let all = CompletionKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ServiceError(.invalidValue, "\"\(kind.prefix(40))\" is not a kind of words; expected one of \(all)")
        }
        guard typed.utf8.count <= CompletionWord.longestText else {
            throw ServiceError(.invalidValue, "the text is longer than \(CompletionWord.longestText) bytes")
        }
        let limit = limit == 0 ? CompletionWord.limit : min(limit, CompletionWord.limit)
        let words = try await words(known, typed)
        var seen: Set<String> = []
        return Array(words.filter { seen.insert($0.text).inserted }.prefix(limit))
    }

    private func words(_ kind: CompletionKind, _ typed: String) async throws -> [CompletionWord] {
        switch kind {
        case .item: return try await titles(nil, typed)
        case .artist, .album, .track, .genre, .composer, .playlist, .podcast, .episode, .station:
            return try await titles(ContentKind(rawValue: kind.rawValue), typed)
        case .list: return try await lists(typed)
        case .query: return try await query(typed)
        case .location, .city: return try await places(kind, typed)
        case .address, .name, .telephone: return try await places(kind, typed) + ofContacts(kind, typed)
        case .mail, .givenName, .familyName: return await ofContacts(kind, typed)
        case .person:
            return fitting(
                try await people?.people().map { CompletionWord($0.name, kind: kind.rawValue) } ?? [], typed)
        case .foreign: return await foreign(typed)
        case .output:
            return fitting(
                try await outputs.outputs().outputs.map {
                    CompletionWord($0.title, about: $0.kind + ($0.isCurrent ? ", in use" : ""), kind: kind.rawValue)
                }, typed)
        case .device:
            return fitting(
                try await triggers.triggerDevices().map {
                    CompletionWord($0.name, about: $0.kind, kind: kind.rawValue)
                }, typed)
        case .place:
            return fitting(
                try await triggers.places().map {
                    CompletionWord($0.name, about: $0.isHere ? "here" : "", kind: kind.rawValue)
                }, typed)
        case .time:
            return fitting(
                try await triggers.triggerTimes().map { time in
                    let minute = time.minute % 60
                    let about = "\(time.minute / 60):\(minute < 10 ? "0" : "")\(minute)"
                    return CompletionWord(time.name, about: about, kind: kind.rawValue)
                }, typed)
        }
    }

    func fitting(_ words: [CompletionWord], _ typed: String) -> [CompletionWord] {
        let wanted = TextFolding.fold(typed)
        return words.filter { TextFolding.fold($0.text).hasPrefix(wanted) }
    }

    // MARK: Titles

    /// Returns the titles of items of a kind, or of any kind.
    private func titles(_ kind: ContentKind?, _ typed: String) async throws -> [CompletionWord] {
        try await items(kind, typed).map { item in
            let name = Self.kinds[item.kind] ?? ""
            let about = [kind == nil ? name : "", item.subtitle].filter { !$0.isEmpty }.joined(separator: " · ")
            return CompletionWord(
                item.title, about: about, kind: item.kind.rawValue, identifier: item.identifier.description)
        }
    }

    private func items(_ kind: ContentKind?, _ typed: String) async throws -> [ContentNode] {
        let words = TextWords.divide(folded: TextFolding.fold(typed))
        // Nothing is typed yet: the items heard most, or everything of the kind.
        var query = words.map { "title:\($0)" }
        if let kind { query.append("kind:\(kind.rawValue)") }
        if words.isEmpty { query.append(kind == nil ? "plays:>0 sort:-plays" : "sort:-plays") }
        let text = query.joined(separator: " ")
        let depth = kind == nil ? Self.depth : CompletionWord.limit
        let found = await withTaskGroup(of: (Int, [ContentNode]).self) { group in
            for (place, source) in manager.searchSources(ownOnly: true).enumerated() {
                group.addTask {
                    let groups = (try? await source.find(text, depth)) ?? []
                    return (place, groups.flatMap(\.items))
                }
            }
            var answers: [(Int, [ContentNode])] = []
            for await answer in group { answers.append(answer) }
            return answers.sorted { $0.0 < $1.0 }.flatMap(\.1)
        }
        let wanted = TextFolding.fold(typed)
        // A query for podcasts also finds episodes.
        let fitting = found.filter { item in
            (kind == nil || item.kind == kind) && TextFolding.fold(item.title).hasPrefix(wanted)
        }
        let probabilities = habits(fitting.map(\.identifier))
        return fitting.indices.sorted { left, right in
            let (first, second) = (probabilities[left], probabilities[right])
            return first == second ? left < right : first > second
        }.map { fitting[$0] }
    }

    /// Returns the parts of a kind in the cards of the address books.
    private func ofContacts(_ kind: CompletionKind, _ typed: String) async -> [CompletionWord] {
        let words = await contacts?.contacts().flatMap { contact in
            let texts =
                switch kind {
                case .mail: contact.mails
                case .telephone: contact.telephones
                case .address: contact.addresses.map(\.line)
                case .givenName: [contact.givenName]
                case .familyName: [contact.familyName]
                default: [contact.name]
                }
            let about = kind == .name ? "Contact" : contact.name
            return texts.filter { !$0.isEmpty }.map { CompletionWord($0, about: about, kind: kind.rawValue) }
        }
        return fitting(words ?? [], typed)
    }

    private func foreign(_ typed: String) async -> [CompletionWord] {
        guard let programs = manager.foreign else { return [] }
        let found =
            typed.isEmpty
            ? await programs.newestForeign(limit: CompletionWord.limit)
            : await programs.foreignMatches(typed, limit: CompletionWord.limit)
        return fitting(
            found.map {
                CompletionWord(
                    $0.title, about: $0.programName, kind: CompletionKind.foreign.rawValue,
                    identifier: $0.name.contentIdentifier.description)
            }, typed)
    }

    private func lists(_ typed: String) async throws -> [CompletionWord] {
        let page = try await manager.children(
            at: .identifier(RootBranch.forYou.identifier), offset: 0, limit: PageLimit.largest, waits: false
        ).page
        return fitting(
            page.items.map {
                CompletionWord($0.title, kind: "list", identifier: $0.identifier.description)
            }, typed)
    }

    // MARK: Queries

    private func query(_ typed: String) async throws -> [CompletionWord] {
        guard let unfinished = UnfinishedQuery(typed) else { return [] }
        let kind = CompletionKind.query.rawValue
        let fixed = unfinished.choices.map { CompletionWord($0.word, about: $0.meaning, kind: kind) }
        guard case .value(let field, let text) = unfinished.part else { return fixed }
        if field == "title" {
            return try await items(nil, text).map {
                CompletionWord(
                    unfinished.completed(by: $0.title), about: Self.kinds[$0.kind] ?? "", kind: kind,
                    identifier: $0.identifier.description)
            }
        }
        guard let named = UnfinishedQuery.kind(of: field) else { return fixed }
        return try await items(named, text).map {
            CompletionWord(
                unfinished.completed(by: $0.title), about: $0.subtitle, kind: kind,
                identifier: $0.identifier.description)
        }
    }
}
