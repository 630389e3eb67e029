// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import OnCueQuery
internal import TextOutput

/// Listings of playlists and stations.
enum ListPages {
    /// Returns the children of a place, as many as the options allow.
    static func all(
        _ place: String, _ parsed: ParsedCommand, _ context: CommandContext
    ) async throws -> ContentListing {
        let (offset, limit) = try parsed.range(context.console.dataScreen)
        return try await all(place, offset: offset, limit: limit, context)
    }

    /// Returns the children of a place from an offset, regardless of the options.
    static func all(
        _ place: String, offset: Int = 0, limit: Int = Values.most, _ context: CommandContext
    ) async throws -> ContentListing {
        let listing = try await ContentPages.collect(offset: offset, limit: limit) {
            offset, limit async throws(ClientError) in
            try await context.service.children(of: place, offset: offset, limit: limit)
        }
        context.memory.write(listing.items)
        return listing
    }

    /// Returns all results of a query.
    static func found(_ query: String, _ context: CommandContext) async throws -> ContentListing {
        let listing = try await ContentPages.collect(offset: 0, limit: Values.most) {
            offset, limit async throws(ClientError) in
            try await context.service.search(query, offset: offset, limit: limit)
        }
        context.memory.write(listing.items)
        return listing
    }

    /// Returns the place of an item, which may be given by its title only.
    static func place(
        _ name: String, in branch: RootBranch, _ context: CommandContext
    ) async throws -> String {
        do throws(ClientError) {
            let item = try await context.service.item(at: name).item
            if item.knownKind == branch.itemKind { return item.identifier }
        } catch {
            guard error.isAbsence else { throw error }
        }
        return try await context.service.item(at: branch.title + "/" + name).item.identifier
    }

    /// Returns the title of an item, which may be given by its title only, or the name itself if the item is not found.
    static func title(
        _ name: String, in branch: RootBranch, _ context: CommandContext
    ) async -> String {
        for place in [name, branch.title + "/" + name] {
            if let item = try? await context.service.item(at: place).item, item.knownKind == branch.itemKind {
                return item.title
            }
        }
        return name
    }

    /// Sends a request about the playlist or the station with a name.
    ///
    /// - Parameter isExact: Whether words that are not a name are refused, with the best match as advice; otherwise the
    ///   best match is used, and mentioned.
    /// - Throws: ``CommandFailure`` with the advice, and the errors of `request`.
    static func asking<T: Sendable>(
        _ name: String, in branch: RootBranch, isExact: Bool = true, _ context: CommandContext,
        _ request: (String) async throws -> T
    ) async throws -> T {
        do {
            return try await request(name)
        } catch {
            guard let kind = branch.itemKind, let nearest = await NearestItem(to: name, kind, after: error, context)
            else { throw error }
            return try await request(try nearest.item(isExact: isExact).identifier)
        }
    }

    /// Returns the names of the items that words name: the words as one name, each of several places, or the
    /// identifiers of all results of a query in the branch.
    ///
    /// - Throws: ``CommandFailure`` for an index path that showed another item.
    static func names(
        _ words: [String], in branch: RootBranch, _ context: CommandContext
    ) async throws -> [String] {
        let resolver = PlaceResolver(context)
        if words.count > 1, let several = try await resolver.places(words) {
            var all: [String] = []
            for one in several { all += try await names([one.word], in: branch, context) }
            return all
        }
        let text = ContentQuery.joined(words)
        guard let kind = branch.itemKind, case .names = try PlaceWords(words, files: context.files),
            let query = (try? ContentPlace(text))?.query
        else { return [text] }
        let found = try await found("kind:\(kind.rawValue) \(query)", context).items.filter { $0.knownKind == kind }
        // A title may look like a query.
        return found.isEmpty ? [text] : found.map(\.identifier)
    }

    /// Refuses the name of a missing playlist or station, for a dry run.
    ///
    /// - Throws: The errors of ``asking(_:in:isExact:_:_:)``.
    static func check(_ name: String, in branch: RootBranch, _ context: CommandContext) async throws {
        _ = try await asking(name, in: branch, context) { name in try await place(name, in: branch, context) }
    }

    /// Returns entries with their numbers from 1.
    static func numbered(_ listing: ContentListing, _ screen: Screen) -> [String] {
        let rows = listing.items.enumerated().map { index, item in
            [
                String(listing.offset + index + 1), item.title, item.subtitle,
                item.isUnavailable ? "unavailable" : item.duration.map(TimeText.clock) ?? "",
            ]
        }
        let table = TextTable(
            columns: [
                .fixed(alignment: .right), .flexible(minimumWidth: 16), .flexible(minimumWidth: 8),
                .fixed(alignment: .right),
            ],
            keptColumns: 2, rows: rows)
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { _, column, cell in
            switch column {
            case 0: style.accent(cell)
            case 1: cell
            default: style.dim(cell)
            }
        }
    }
}
