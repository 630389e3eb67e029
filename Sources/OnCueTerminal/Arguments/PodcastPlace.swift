// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

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

    /// Sends a request about the item that the words name. Titles begin at the podcasts, with or without that prefix;
    /// if none matches, the best match of the words is used, and named.
    ///
    /// - Parameter isExact: Words that are not titles are refused, with the best match as advice.
    /// - Throws: ``CommandFailure`` for an index path that showed another item, `ClientError` as `request`.
    func asking<T: Sendable>(
        isExact: Bool = false, _ request: (String) async throws(ClientError) -> T
    ) async throws -> T {
        let place = try await text()
        let resolver = PlaceResolver(context)
        do {
            return try await resolver.asking(words) { () async throws(ClientError) in try await request(place) }
        } catch {
            guard case .names(let text) = try PlaceWords(words, files: context.files, prefersTitles: true),
                (error as? ClientError)?.isAbsence == true,
                let found = try? await context.service.search("kind:\(kind.rawValue) \(text)", offset: 0, limit: 2),
                let best = found.items.first
            else { throw error }
            let name = ContentPhrase.named(best)
            guard !isExact else {
                let shown = TextLayout.printable(RawWords.printable(text))
                throw CommandFailure(
                    .nothingFound, "there is no \(kind.rawValue) \"\(shown)\"; did you mean \(name)?")
            }
            context.console.tell("Best match: \(name)")
            if found.items.count > 1 { resolver.tellRunnerUp(found.items[1], .words) }
            return try await resolver.asking(words) { () async throws(ClientError) in
                try await request(best.identifier)
            }
        }
    }

    /// Returns the text to send to the service.
    private func text() async throws -> String {
        switch try PlaceWords(words, files: context.files, prefersTitles: true) {
        // An empty place is refused as everywhere, not taken for the list of podcasts.
        case .names(""): ""
        case .missing(let text), .names(let text):
            text.lowercased().hasPrefix("podcasts/") ? text : "Podcasts/" + text
        case .indexPath, .identifier, .uri, .local:
            try await PlaceResolver(context).place(words, prefersTitles: true)
        }
    }
}
