// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue history`
enum HistoryCommand {
    static let command = Command(
        CommandDefinition(
            "history", group: "Looking", summary: "Show, export or erase your listening history.",
            discussion: """
                The newest comes first: a line for each listen, with when and where it ended, or that it still plays; --all \
                shows every event. WHEN is \(MomentText.expected), in local time.

                JSON: total, offset, items [kind (started, paused, resumed, heard, skipped, left, finished, stopped, \
                failed or song), time (seconds since 1970), identifier, title, artists, album, duration, position \
                (seconds), cause (user, remote, end, error, outputLost, outputBack, interruption, suspend, suggestion, \
                sleepTimer or quit), output, song (the title announced by a station, or null)].
                """,
            options: [since, until, item, all, ListColumns.option] + Values.listing,
            examples: [
                DocumentedTerm("oncue history", "Show what you listened to."),
                DocumentedTerm("oncue history --since yesterday --all", "Show every event since yesterday."),
                DocumentedTerm("oncue history --columns title,plays,stars", "Show plays and ratings of each item."),
                DocumentedTerm("oncue history export > listens.json", "Export plays in ListenBrainz format."),
                DocumentedTerm("oncue history erase --since 2h", "Erase the last two hours."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: ["list": show, "erase": erase, "export": export], show)

    private static let when = ValueDefinition("WHEN", kind: "a time", expected: MomentText.expected)
    static let since = OptionDefinition("since", value: when, description: "Only events from this time on.")
    static let until = OptionDefinition("until", value: when, description: "Only events before this time.")
    private static let item = OptionDefinition(
        "item", value: Values.place,
        description: "Only this item, or the items in it; an identifier also works for items that no longer exist.")
    private static let all = OptionDefinition(
        "all", short: "a", description: "Show every event, not one line for each listen.")

    private static let subcommands = [
        CommandDefinition(
            "list", aliases: ["ls"], summary: "Show the history, the newest first.",
            options: [since, until, item, all, ListColumns.option] + Values.listing,
            examples: [DocumentedTerm("oncue history list --json", "Get the history for a program.")]),
        CommandDefinition(
            "erase",
            summary:
                "Erase part of the history, along with the play counts, skip counts and last-played times "
                + "that come from it.",
            discussion: "JSON: erased (a number of events).",
            options: [
                since, until, item,
                OptionDefinition("all", aliases: ["everything"], description: "Erase the whole history."),
            ] + Removal.options + [Values.json],
            examples: [
                DocumentedTerm(
                    "oncue history erase --item album:7q2mbk4d9x1c", "Erase every trace of having listened to an album."
                ),
                DocumentedTerm("oncue history erase --all", "Start with an empty history."),
            ]),
        CommandDefinition(
            "export", summary: "Export plays as JSON for ListenBrainz.",
            options: [since, until, item],
            examples: [DocumentedTerm("oncue history export --since 4w", "Export the last four weeks.")]),
    ]

    // MARK: Actions

    private static let show: Command.Handler = { parsed, context in
        let columns = try ListColumns(parsed)
        let request = try await request(parsed, context)
        let screen = context.console.dataScreen
        let (offset, limit) = try parsed.range(screen)
        let page =
            parsed.has("all")
            ? try await pages(request, offset, limit, context.service)
            : try await listens(request, offset, limit, context.service)
        let items = page.entries.map(\.subject.identifier.description)
        let facts = columns == nil ? nil : try await ListColumns.facts(items, context)
        if parsed.has("json") { return context.console.write(HistoryView.json(page, offset: offset, facts: facts)) }
        if let columns {
            context.console.write(lines: HistoryView.lines(page.entries, columns, facts ?? [:], screen: screen))
        } else {
            context.console.write(lines: HistoryView.lines(page.entries, screen: screen))
        }
        let end = offset + page.entries.count
        if page.total == 0 {
            context.console.tell(await nothing(in: request, parsed, context))
        } else if end < page.total, screen.isTerminal {
            context.console.tell("\(end) of \(page.total); --offset \(end) shows more")
        }
    }

    /// Returns the message that there is no history of an item, for a time, or at all.
    private static func nothing(
        in request: HistoryRequest, _ parsed: ParsedCommand, _ context: CommandContext
    ) async -> String {
        let isOfTime = request.since != nil || request.until != nil
        guard let place = request.place else {
            return isOfTime ? "Nothing was listened to in that time" : "Nothing has been listened to yet"
        }
        let word = RawWords.printable(parsed.option("item") ?? place)
        let title = (try? await context.service.item(at: place).item.title) ?? word
        return TextLayout.printable(
            "\"\(title)\" \(isOfTime ? "was not listened to in that time" : "has not been listened to yet")")
    }

    private static let erase: Command.Handler = { parsed, context in
        let request = try await request(parsed, context)
        guard request != HistoryRequest() || parsed.has("all") else {
            throw UsageError(
                .missingArgument, call: parsed.call, "say what to erase with --since, --until, --item or --all")
        }
        let events = try await context.service.history(request, offset: 0, limit: 1).total
        let isJSON = parsed.has("json")
        guard events > 0 else {
            if isJSON { return context.console.write(["erased": .int(0)]) }
            return context.console.tell("Nothing to erase: the history has no such events")
        }
        let deed = "erase \(ContentPhrase.count(events, "event")) of the history"
        guard try Removal.isConfirmed(deed, refused: "Nothing was erased", parsed, context) else { return }
        let count = try await context.service.eraseHistory(request)
        if isJSON { return context.console.write(["erased": .int(count)]) }
        context.console.tell("Erased \(ContentPhrase.count(count, "event")) of the history")
    }

    private static let export: Command.Handler = { parsed, context in
        var request = try await request(parsed, context)
        request.kinds = [.started, .heard]
        // New events would shift the pages.
        request.until = request.until ?? MomentText.now + 1
        let page = try await pages(request, 0, Values.most, context.service)
        let heard = Set(page.entries.map(\.subject.identifier))
        let records = try await ListColumns.records(heard.map(\.description), context)
        context.console.write(
            ListenExport.json(
                page.entries,
                stars: Dictionary(
                    uniqueKeysWithValues: records.compactMap { item in
                        item.record.stars.map { (item.identifier, $0) }
                    })))
    }

    /// Returns the part of the history selected by options and an item.
    static func request(
        _ parsed: ParsedCommand, item: String?, _ context: CommandContext
    ) async throws -> HistoryRequest {
        let now = MomentText.now
        return HistoryRequest(
            since: try parsed.option("since") { MomentText.seconds($0, now: now) },
            until: try parsed.option("until") { MomentText.seconds($0, now: now) },
            place: try await place(item, context))
    }

    private static func request(
        _ parsed: ParsedCommand, _ context: CommandContext
    ) async throws -> HistoryRequest {
        try await request(parsed, item: parsed.option("item"), context)
    }

    /// Returns a place for the service. An item that is gone is given by its identifier, and a query stands for all of
    /// its results.
    private static func place(_ word: String?, _ context: CommandContext) async throws -> String? {
        guard let word else { return nil }
        if case .identifier(let identifier) = try PlaceWords([word], files: context.files) { return identifier }
        let named = try await PlaceResolver(context).named([word])
        return named.naming == .query ? RawWords.printable(word) : named.items[0].identifier
    }

    /// The kinds of the ends of listens.
    private static let ends: [JournalEntry.Kind] = [.skipped, .left, .finished, .stopped, .failed]

    /// Returns one entry for each listen: its end, or its beginning while it continues.
    static func listens(
        _ request: HistoryRequest, _ offset: Int, _ limit: Int, _ service: any MediaServiceClient
    ) async throws(ClientError) -> JournalPage {
        var (newest, ended) = (request, request)
        newest.kinds = [.started] + ends
        ended.kinds = ends
        let last = try await service.history(newest, offset: 0, limit: 1).entries.first
        guard let last, last.kind == .started else { return try await pages(ended, offset, limit, service) }
        let isShown = offset == 0
        var page = try await pages(ended, max(0, offset - 1), isShown ? limit - 1 : limit, service)
        if isShown { page.entries.insert(last, at: 0) }
        page.total += 1
        return page
    }

    static func pages(
        _ request: HistoryRequest, _ offset: Int, _ limit: Int, _ service: any MediaServiceClient
    ) async throws(ClientError) -> JournalPage {
        var page = JournalPage(entries: [], total: 0)
        repeat {
            let rest = min(limit - page.entries.count, PageLimit.largest)
            let next = try await service.history(request, offset: offset + page.entries.count, limit: rest)
            page.total = next.total
            guard !next.entries.isEmpty else { break }
            page.entries += next.entries
        } while page.entries.count < limit && offset + page.entries.count < page.total
        return page
    }
}
