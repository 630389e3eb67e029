// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// One container as `oncue browse` shows it.
struct BrowseListing {
    let context: CommandContext
    let place: String
    /// The words of the place as typed.
    let words: [String]
    let isJSON: Bool
    var columns: ListColumns?

    func show(offset: Int, limit: Int, isPage: Bool) async throws {
        let listing = try await fetch(offset: offset, limit: limit)
        context.memory.write(listing.items)
        if let columns {
            try await columns.write(listing, as: listing.json, isJSON: isJSON, context)
            if isJSON { return }
        } else if isJSON {
            return context.console.write(listing.json)
        } else {
            context.console.write(lines: ContentTable.lines(listing.items, screen: context.console.dataScreen))
        }
        await ListingHint.tell(listing, place: place, pageSize: isPage ? limit : nil, context)
    }

    /// Fetches some of the children; on a terminal, shows that remote ones are being loaded.
    func fetch(offset: Int, limit: Int) async throws -> ContentListing {
        var isShown = false
        defer { if isShown { context.console.redrawTalk("") } }
        let isWatched = context.console.talkScreen.isTerminal && context.console.isTalkative
        if isWatched {
            let first = try await fetch(offset: offset, limit: limit, waits: false)
            guard first.isLoading else { return first }
            context.console.redrawTalk("loading…")
            isShown = true
        }
        return try await fetch(offset: offset, limit: limit, waits: true)
    }

    private func fetch(offset: Int, limit: Int, waits: Bool) async throws -> ContentListing {
        try await PlaceResolver(context).asking(words) { () async throws(ClientError) in
            try await ContentPages.collect(offset: offset, limit: limit) { offset, limit async throws(ClientError) in
                try await context.service.children(of: place, offset: offset, limit: limit, waits: waits)
            }
        }
    }

    func showTree(depth: Int, limit: Int?, offset: Int) async throws {
        let screen = context.console.dataScreen
        let perContainer = limit ?? (screen.isTerminal && !isJSON ? 20 : PageLimit.largest)
        let listing = try await fetch(offset: offset, limit: perContainer)
        var walk = TreeWalk(service: context.service, limit: perContainer)
        let tree = try await walk.tree(listing, depth: depth)
        context.memory.write(walk.items)
        if isJSON { return context.console.write(tree.json(listing)) }
        context.console.write(lines: TreeView.lines(tree, screen: screen))
        if listing.total == 0 { await ListingHint.tell(listing, place: place, context) }
    }
}
