// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueIntents
internal import OnCueInterface
internal import OnCueVoice

/// The names to listen for: of a large library, only those that are likely to be spoken.
enum SpokenNames {
    /// The number of sentences to listen for in the phrase of a shortcut.
    private static let mostSamples = 4
    /// The most names of each kind; together at most ``SpokenName/most``.
    private static let branches: [(branch: RootBranch, list: SpokenName.List, most: Int)] = [
        (.playlists, .playlist, 40), (.podcasts, .podcast, 40), (.radio, .station, 30),
    ]
    /// The queries for names, the most likely first: frequently played, liked, and new items.
    private static let queries: [(query: String, list: SpokenName.List, most: Int)] = [
        ("kind:artist plays:>0 sort:-plays", .artist, 60), ("kind:album plays:>0 sort:-plays", .album, 60),
        ("kind:track plays:>0 sort:-plays", .track, 60), ("kind:album favourite", .album, 30),
        ("kind:artist favourite", .artist, 30), ("kind:track favourite", .track, 30),
        ("kind:album sort:-added", .album, 60), ("kind:artist sort:title", .artist, 60),
        ("kind:track sort:title", .track, 60),
    ]

    /// Returns the names. Those that cannot be read are left out; other phrases can still be recognised.
    static func read(_ service: any CommandService) async -> [SpokenName] {
        var names: [SpokenName] = []
        for shortcut in (try? await service.shortcuts()) ?? [] {
            // A phrase with values cannot be recognised.
            let said = shortcut.phraseSamples(mostSamples)
            names += (said.isEmpty ? [shortcut.name] : said).map { SpokenName(.shortcut, $0) }
        }
        for output in (try? await service.outputs())?.outputs ?? [] { names.append(SpokenName(.output, output.title)) }
        for (branch, list, most) in branches {
            let place = branch.identifier.description
            let page = try? await service.children(of: place, offset: 0, limit: most, ChildrenOptions())
            names += (page?.items ?? []).prefix(most).map { SpokenName(list, $0.title) }
        }
        for (query, list, most) in queries where names.count < SpokenName.most {
            let page = try? await service.search(query, offset: 0, limit: most)
            names += (page?.items ?? []).prefix(most).map { SpokenName(list, $0.title) }
        }
        var seen: Set<SpokenName> = []
        return Array(names.filter { $0.words != nil && seen.insert($0).inserted }.prefix(SpokenName.most))
    }
}
