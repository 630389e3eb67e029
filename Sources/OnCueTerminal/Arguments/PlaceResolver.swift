// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import OnCueQuery
internal import TextOutput

/// One of several places on a command line.
struct ResolvedPlace: Sendable, Equatable {
    /// The word as typed.
    let word: String
    /// The text to send to the service, or `nil` for a file that does not exist.
    let place: String?
    let isFile: Bool
}

/// Turns PLACE words into the text to send to the service, and into the items that they name.
struct PlaceResolver: Sendable {
    let context: CommandContext

    init(_ context: CommandContext) {
        self.context = context
    }

    /// - Throws: ``CommandFailure`` if the words name a file that does not exist, or an index path at which another
    ///   item was shown.
    func place(_ words: [String], prefersTitles: Bool = false) async throws -> String {
        switch try PlaceWords(words, files: context.files, prefersTitles: prefersTitles) {
        case .indexPath(let text, let path, let hasRevision):
            return hasRevision ? text : try await ShownPath(path, context).checked(text)
        case .identifier(let text), .uri(let text): return text
        case .names(let text): return await episode(text) ?? text
        case .local(let location): return location.uri
        case .missing(let text): throw CommandFailure(.nothingFound, "no such file: \(text)")
        }
    }

    /// Returns the place of an episode that is named as for the podcast commands, by the titles of its podcast and its
    /// own; `nil` if there is none.
    private func episode(_ text: String) async -> String? {
        guard text.contains("/"), !text.hasPrefix(ContentPlace.searchPrefix), !PlaceWords.beginsAtTop(text) else {
            return nil
        }
        let place = RootBranch.podcasts.title + "/" + text
        guard let item = try? await context.service.item(at: place).item, item.knownKind == .episode else { return nil }
        return place
    }

    /// Returns the places of several words each of which is a place, such as those from a shell wildcard; `nil` for
    /// words that belong together.
    ///
    /// - Throws: The errors of ``place(_:prefersTitles:)``.
    func places(_ words: [String]) async throws -> [ResolvedPlace]? {
        if words.contains(PlaceInput.word) { return try await places(each: words.flatMap(input)) }
        guard words.count > 1, context.files.kind(of: RawWords.bytes(of: words.joined(separator: " "))) == nil else {
            return nil
        }
        return try PlaceWords.areSeveral(words, files: context.files) ? try await places(each: words) : nil
    }

    /// - Throws: ``CommandFailure`` if standard input has no place.
    private func input(_ word: String) throws(CommandFailure) -> [String] {
        guard word == PlaceInput.word else { return [word] }
        let bytes = context.questioner.input(limit: PlaceInput.limit)
        guard bytes.count <= PlaceInput.limit else {
            throw CommandFailure(
                .wrongWords,
                "standard input has more than \(PlaceInput.limit >> 20) MiB, which cannot be a list of places")
        }
        let places = PlaceInput.places(in: bytes)
        guard !places.isEmpty else { throw CommandFailure(.nothingFound, "standard input has no places") }
        return places
    }

    private func places(each words: [String]) async throws -> [ResolvedPlace] {
        var places: [ResolvedPlace] = []
        for word in words {
            switch try PlaceWords([word], files: context.files) {
            case .missing: places.append(ResolvedPlace(word: word, place: nil, isFile: true))
            case .local(let location): places.append(ResolvedPlace(word: word, place: location.uri, isFile: true))
            default: places.append(ResolvedPlace(word: word, place: try await place([word]), isFile: false))
            }
        }
        return places
    }

    /// Returns the items that words name, or those of each word if each has the form of a place, and mentions another
    /// item that could have been meant.
    ///
    /// - Parameter opens: Whether words name the best match that is a container with contents.
    func named(_ words: [String], prefersTitles: Bool = false, opens: Bool = false) async throws -> NamedItems {
        guard let several = try await places(words) else {
            let place = try await place(words, prefersTitles: prefersTitles)
            let named = try await asking(words) { () async throws(ClientError) in
                try await context.service.resolve(place, opens: opens)
            }
            tellRunnerUp(named.runnerUp, named.naming)
            return named
        }
        var all = NamedItems([])
        for one in several {
            guard let place = one.place else {
                throw CommandFailure(.nothingFound, "no such file: \(one.word)")
            }
            all.items += try await asking([one.word]) { () async throws(ClientError) in
                try await context.service.resolve(place, opens: opens).items
            }
        }
        return all
    }

    /// Returns the place of the one item that words name: that of their best match, if they are not a place.
    func one(_ words: [String]) async throws -> String {
        let place = try await place(words)
        guard case .names(let text) = try PlaceWords(words, files: context.files) else { return place }
        let items = try await named(words).items
        guard items.count == 1, let item = items.first else {
            throw CommandFailure(
                .wrongWords,
                "\"\(TextLayout.printable(text))\" finds \(ContentPhrase.count(items.count, "item")); name one of them")
        }
        return item.identifier
    }

    /// Performs an action on each item that words name.
    ///
    /// - Returns: The items, for the answer.
    func each(
        _ words: [String], _ deed: (String) async throws(ClientError) -> Void
    ) async throws -> NamedItems {
        let named: NamedItems
        do {
            named = try await self.named(words)
        } catch let error as ClientError where words.count == 1 {
            throw await OutsideLibrary.explained(error, about: words[0], context.service)
        }
        for item in named.items {
            _ = try await asking(words) { () async throws(ClientError) in try await deed(item.identifier) }
        }
        return named
    }

    /// Mentions another item that words could have meant, after one has been shown.
    func tellTwin(_ words: [String], prefersTitles: Bool = false) async {
        guard context.console.isTalkative,
            case .names(let text)? = try? PlaceWords(words, files: context.files, prefersTitles: prefersTitles),
            let named = try? await context.service.resolve(text, opens: false)
        else { return }
        tellRunnerUp(named.runnerUp, named.naming)
    }

    /// Mentions the other item that could have been meant.
    func tellRunnerUp(_ runnerUp: ContentRecord?, _ naming: ContentNaming) {
        guard let runnerUp else { return }
        let phrase = ContentPhrase.named(runnerUp)
        context.console.tell(
            naming == .words
                ? "Another match is \(phrase); oncue search shows all"
                : "Another one has this title: \(phrase), \(runnerUp.identifier)")
    }

    /// Runs `request`, and adds the next step to its error if the library has changed under an index path.
    func asking<T: Sendable>(
        _ words: [String], _ request: () async throws(ClientError) -> T
    ) async throws -> T {
        do throws(ClientError) {
            return try await request()
        } catch {
            throw explained(error, words)
        }
    }

    /// Returns the error to display.
    func explained(_ error: ClientError, _ words: [String]) -> any Error {
        let text = RawWords.printable(words.joined(separator: " "))
        switch error.code {
        case .staleIndexPath:
            return CommandFailure(
                .failed,
                "stale index path \(text.prefix { $0 != "@" }): the library has changed since it was shown; "
                    + "run oncue browse again")
        case .invalidQuery:
            if (try? QueryCaret.check(text, context)) == nil { return CommandFailure(.wrongWords, error.message) }
            return error
        default: return error
        }
    }
}
