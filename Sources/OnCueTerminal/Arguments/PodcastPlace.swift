// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueQuery

/// A podcast or an episode on a command line.
struct PodcastPlace {
    let words: [String]
    /// The kind of item to find.
    let kind: ContentKind
    let context: CommandContext

    init(_ words: [String], _ kind: ContentKind, _ context: CommandContext) {
        self.words = words
        self.kind = kind
        self.context = context
    }

    /// Sends a request about the item that the words name. Titles start at the podcasts, with or without that prefix;
    /// if none matches, the best match of the words is used, and mentioned.
    ///
    /// - Parameter isExact: Whether words that are not titles are refused, with the best match as advice.
    /// - Throws: ``CommandFailure`` for an index path that showed another item, and the errors of `request`.
    func asking<T: Sendable>(
        isExact: Bool = false, _ request: (String) async throws(ClientError) -> T
    ) async throws -> T {
        let place = try await text()
        let resolver = PlaceResolver(context)
        do {
            return try await resolver.asking(words) { () async throws(ClientError) in try await request(place) }
        } catch {
            guard case .names(let text) = try PlaceWords(words, files: context.files, prefersTitles: true),
                let nearest = await NearestItem(to: text, kind, after: error, context)
            else { throw error }
            let item = try nearest.item(isExact: isExact)
            return try await resolver.asking(words) { () async throws(ClientError) in
                try await request(item.identifier)
            }
        }
    }

    /// Sends a request about each item that the words name: several places, or everything that a query finds.
    ///
    /// - Throws: The errors of ``asking(isExact:_:)``, at the first request that fails.
    func each<T: Sendable>(
        isExact: Bool = false, _ request: (String) async throws(ClientError) -> T
    ) async throws -> [T] {
        let resolver = PlaceResolver(context)
        if let several = try await resolver.places(words) {
            var results: [T] = []
            for one in several {
                results += try await PodcastPlace([one.word], kind, context).each(isExact: isExact, request)
            }
            return results
        }
        let text = ContentQuery.joined(words)
        guard case .names = try PlaceWords(words, files: context.files, prefersTitles: true),
            let query = (try? ContentPlace(text))?.query
        else { return [try await asking(isExact: isExact, request)] }
        let found = try await ListPages.found("kind:\(kind.rawValue) \(query)", context).items
        let items = found.filter { $0.knownKind == kind }
        // A title may look like a query.
        guard !items.isEmpty else { return [try await asking(isExact: isExact, request)] }
        var results: [T] = []
        for item in items {
            results.append(
                try await resolver.asking(words) { () async throws(ClientError) in try await request(item.identifier) })
        }
        return results
    }

    /// Returns the text to send to the service.
    private func text() async throws -> String {
        switch try PlaceWords(words, files: context.files, prefersTitles: true) {
        // An empty place is refused as elsewhere, not treated as the list of podcasts.
        case .names(""): ""
        case .missing(let text), .names(let text):
            Self.isBelowBranch(text) ? text : RootBranch.podcasts.title + "/" + text
        case .indexPath, .identifier, .uri, .local:
            try await PlaceResolver(context).place(words, prefersTitles: true)
        }
    }

    private static func isBelowBranch(_ text: String) -> Bool {
        text.lowercased().hasPrefix(RootBranch.podcasts.title.lowercased() + "/")
    }
}
