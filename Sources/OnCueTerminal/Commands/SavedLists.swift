// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueQuery

/// Saved queries among the playlists: lists that follow a rule, so that nothing can be added to them by hand.
struct SavedLists: Sendable {
    let service: any MediaServiceClient

    /// Returns the lists of the saved queries, with their rules as subtitles.
    func records() async throws(ClientError) -> [ContentRecord] {
        let queries = try await service.savedQueries()
        guard !queries.isEmpty else { return [] }
        let rules = Dictionary(queries.map { (Self.identifier($0.name), $0.text) }) { first, _ in first }
        let lists = try await service.children(of: RootBranch.forYou.title, offset: 0, limit: PageLimit.largest).items
        return lists.compactMap { list in
            guard let rule = rules[list.identifier] else { return nil }
            var list = list
            list.subtitle = "rule: " + rule
            return list
        }
    }

    /// Returns the list of a saved query by its name, with or without that of its branch; `nil` if there is none.
    func record(named name: String) async throws(ClientError) -> ContentRecord? {
        let branch = RootBranch.forYou.title + "/"
        let identifier = Self.identifier(name.hasPrefix(branch) ? String(name.dropFirst(branch.count)) : name)
        return try await records().first { $0.identifier == identifier }
    }

    /// Adds the lists after the playlists of a page.
    ///
    /// - Parameters:
    ///   - limit: The most items that the page may have.
    func add(to page: inout ContentListing, limit: Int) async throws(ClientError) {
        let lists = try await records()
        let room = max(0, min(limit, page.offset + limit - page.total))
        if page.offset + page.items.count >= page.total {
            page.items += lists.dropFirst(max(0, page.offset - page.total)).prefix(room)
        }
        page.total += lists.count
    }

    private static func identifier(_ name: String) -> String {
        StableKey(hashing: TextFolding.fold(name).utf8).identifier(.list).description
    }
}
