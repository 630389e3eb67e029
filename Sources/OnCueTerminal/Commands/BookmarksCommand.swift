// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import TextOutput

/// `oncue bookmarks`
enum BookmarksCommand {
    static let command = Command(
        CommandDefinition(
            "bookmarks", group: "Playing", summary: "Add, list, play and remove bookmarks.",
            discussion: """
                The newest bookmark comes first. A bookmark keeps its number.

                JSON: total, offset, items [number, name (or null), identifier, url, title, artists, album, position (seconds), time \
                (seconds since 1970)]; add and play print such an item, remove the list as it is afterwards.
                """,
            options: Values.listing,
            examples: [
                DocumentedTerm("oncue bookmarks add", "Bookmark the current position."),
                DocumentedTerm("oncue bookmarks add best solo", "Bookmark it under a name."),
                DocumentedTerm("oncue bookmarks", "List the bookmarks."),
                DocumentedTerm("oncue bookmarks play 3", "Play from a bookmark."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: ["list": show, "add": add, "play": play, "remove": remove], show)

    private static let number = ArgumentDefinition(
        ValueDefinition(
            "BOOKMARK", kind: "a bookmark", expected: "a number or a name from oncue bookmarks",
            completion: NameTopic.bookmarks.completion), .oneOrMore,
        description: "Its number or its name; of several with one name, the newest.")
    private static let name = ArgumentDefinition(
        ValueDefinition(
            "NAME", kind: "a name", expected: "at most \(Bookmark.longestName) characters"), .any,
        description: "A name for it. Several words need no quotes.")

    private static let subcommands = [
        CommandDefinition(
            "list", aliases: ["ls"], summary: "Show the bookmarks, the newest first.", options: Values.listing,
            examples: [DocumentedTerm("oncue bookmarks list --json", "Get them for a program.")]),
        CommandDefinition(
            "add", summary: "Bookmark the current position in the current track.", arguments: [name],
            options: [Values.json],
            examples: [DocumentedTerm("oncue bookmarks add best solo", "Bookmark the position as \"best solo\".")]),
        CommandDefinition(
            "play", summary: "Go to a bookmark.", arguments: [number], options: [Values.json],
            examples: [DocumentedTerm("oncue bookmarks play 3", "Play from bookmark 3.")]),
        CommandDefinition(
            "remove", aliases: ["rm", "delete"], summary: "Remove a bookmark.", arguments: [number],
            options: Removal.options + [Values.json],
            examples: [DocumentedTerm("oncue bookmarks remove 3", "Remove bookmark 3, after a question.")]),
    ]

    // MARK: Actions

    private static let show: Command.Handler = { parsed, context in
        let screen = context.console.dataScreen
        let (offset, limit) = try parsed.range(screen)
        let page = try await pages(offset, limit, context.service)
        if parsed.has("json") { return context.console.write(BookmarkView.json(page, offset: offset)) }
        context.console.write(lines: BookmarkView.lines(page.bookmarks, screen: screen))
        let end = offset + page.bookmarks.count
        if page.total == 0 {
            context.console.tell("No bookmarks; oncue bookmarks add sets one at the current position")
        } else if end < page.total, screen.isTerminal {
            context.console.tell("\(end) of \(page.total); --offset \(end) shows more")
        }
    }

    private static let add: Command.Handler = { parsed, context in
        let words = RawWords.printable(parsed.arguments("NAME").joined(separator: " "))
        guard words.count <= Bookmark.longestName, words.isEmpty || !words.allSatisfy(\.isWhitespace) else {
            throw parsed.invalid("NAME", words)
        }
        try await context.service.addBookmark(words.isEmpty ? nil : words)
        guard context.console.isTalkative || parsed.has("json"),
            let made = try await context.service.bookmarks(offset: 0, limit: 1).bookmarks.first
        else { return }
        if parsed.has("json") { return context.console.write(made.json) }
        context.console.tell("Added \(BookmarkView.phrase(made))")
    }

    private static let play: Command.Handler = { parsed, context in
        let bookmark = try await bookmark(parsed.arguments("BOOKMARK"), context)
        let identifier = bookmark.identifier.description
        if try await context.service.nowPlaying().entry?.identifier == identifier {
            try await context.service.perform(.resume)
        } else {
            try await begin(bookmark, context.service)
        }
        try await context.service.perform(.seek(to: bookmark.position))
        if parsed.has("json") { return context.console.write(bookmark.json) }
        context.console.tell("Playing \(BookmarkView.name(bookmark))")
    }

    /// Plays an item; an item that is no longer in the library may still be at its old location.
    private static func begin(_ bookmark: Bookmark, _ service: any MediaServiceClient) async throws(ClientError) {
        let options = PlayOptions(isFromBeginning: true)
        do throws(ClientError) {
            _ = try await service.play(bookmark.identifier.description, options)
        } catch {
            let isAskedWithoutPassword = HiddenPassword.isHidden(in: bookmark.location.uri)
            guard error.isAbsence, !isAskedWithoutPassword else { throw error }
            _ = try await service.play(bookmark.location.uri, options)
        }
    }

    private static let remove: Command.Handler = { parsed, context in
        let bookmark = try await bookmark(parsed.arguments("BOOKMARK"), context)
        let phrase = BookmarkView.phrase(bookmark)
        guard try Removal.isConfirmed("remove \(phrase)", parsed, context) else { return }
        try await context.service.removeBookmark(bookmark.number)
        if parsed.has("json") {
            return context.console.write(BookmarkView.json(try await pages(0, Values.most, context.service), offset: 0))
        }
        context.console.tell("Removed \(phrase)")
    }

    private static func bookmark(_ words: [String], _ context: CommandContext) async throws -> Bookmark {
        let text = RawWords.printable(words.joined(separator: " "))
        let all = try await pages(0, Values.most, context.service).bookmarks
        let name = TextFolding.fold(text)
        guard
            let bookmark = all.first(where: { String($0.number) == text })
                ?? all.first(where: { $0.name.map(TextFolding.fold) == name })
        else {
            let shown = Int(text) == nil ? "\"\(TextLayout.printable(text))\"" : text
            throw CommandFailure(.nothingFound, "there is no bookmark \(shown); list them with: oncue bookmarks")
        }
        return bookmark
    }

    private static func pages(
        _ offset: Int, _ limit: Int, _ service: any MediaServiceClient
    ) async throws(ClientError) -> BookmarkPage {
        var page = BookmarkPage(bookmarks: [], total: 0)
        repeat {
            let rest = min(limit - page.bookmarks.count, PageLimit.largest)
            let next = try await service.bookmarks(offset: offset + page.bookmarks.count, limit: rest)
            page.total = next.total
            guard !next.bookmarks.isEmpty else { break }
            page.bookmarks += next.bookmarks
        } while page.bookmarks.count < limit && offset + page.bookmarks.count < page.total
        return page
    }
}
