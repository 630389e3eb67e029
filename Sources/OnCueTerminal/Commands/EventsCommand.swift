// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueActivities
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue events`
enum EventsCommand {
    static let command = Command(
        CommandDefinition(
            "events", aliases: ["event"], group: "Looking",
            summary: "Keep concerts of your artists from web pages, and list them.",
            discussion: """
                Kept events are found by oncue search 'kind:event after:today', opened on the map by oncue open, and \
                suggest their artists where you arrive at the venue. Keeping a page again moves events to their new dates. \
                Those that are over are listed dimmed, and removed after 30 days.

                JSON: total, offset, items [identifier, title, performers, artists (identifiers of performers in the \
                library), start, end (as on the page), status (as in oncue page), location (as in oncue page), tickets, \
                page]. keep prints the events that were kept; remove prints removed.
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue events keep https://example.org/tour", "Keep the concerts of your artists."),
                DocumentedTerm("oncue events", "List what was kept."),
                DocumentedTerm("oncue search 'kind:event after:today'", "Find what is still to come."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: ["list": list, "keep": keep, "remove": remove], list)

    private static let subcommands = [
        CommandDefinition(
            "list", aliases: ["ls"], summary: "List the kept events.", options: [Values.json],
            examples: [DocumentedTerm("oncue events list --json", "List them as JSON.")]),
        CommandDefinition(
            "keep", aliases: ["add"], summary: "Keep the events of a web page whose performers are in your library.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("URL", kind: "an address", expected: "http://... or https://..."),
                    description: "The address of the page. \(AddressWord.note)")
            ],
            options: [
                OptionDefinition("all", description: "Also keep events of others."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue events keep https://example.org/tour", "Keep the concerts of your artists."),
                DocumentedTerm("oncue events keep --all https://example.org/hall", "Keep everything in a hall."),
            ]),
        CommandDefinition(
            "remove", aliases: ["rm", "delete"], summary: "Remove an event, or several.",
            discussion: """
                EVENT is a title, a part of it, the identifier of an event, or its number in oncue events. If several fit, \
                they are listed, and none is removed without --all.
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("EVENT", kind: "an event", completion: NameTopic.events.completion), .any,
                    description: "The event to remove. Several words need no quotes.")
            ],
            options: [
                OptionDefinition("all", description: "Remove all events that fit."),
                OptionDefinition("past", description: "Remove all events that are over."),
            ] + Removal.options + [Values.json],
            examples: [
                DocumentedTerm("oncue events remove Little Gears live", "Remove one event."),
                DocumentedTerm("oncue events remove --past", "Remove what is over."),
            ]),
    ]

    // MARK: Actions

    private static let list: Command.Handler = { parsed, context in
        let events = try await context.service.keptEvents()
        if parsed.has("json") { return context.console.write(.listing(events.map(\.json))) }
        context.console.write(lines: lines(events, numbers: Array(events.indices), screen: context.console.dataScreen))
        if events.isEmpty { context.console.tell("No events; keep those of a page with: oncue events keep URL") }
    }

    private static let keep: Command.Handler = { parsed, context in
        let address = try AddressWord.text(parsed.required("URL"), context)
        let events = try await context.service.keepEvents(of: address, all: parsed.has("all"))
        if parsed.has("json") { return context.console.write(.listing(events.map(\.json))) }
        guard !events.isEmpty else {
            throw CommandFailure(
                .nothingFound,
                parsed.has("all")
                    ? "the page has no events"
                    : "the page has no events of artists in your library; keep all of them with --all")
        }
        context.console.write(lines: lines(events, screen: context.console.dataScreen))
        context.console.tell("Kept \(ContentPhrase.count(events.count, "event"))")
    }

    private static let remove: Command.Handler = { parsed, context in
        let events = try await context.service.keptEvents()
        let words = parsed.arguments("EVENT").map(RawWords.printable).joined(separator: " ")
        guard words.isEmpty == parsed.has("past") else {
            guard words.isEmpty else {
                throw UsageError(.unexpectedArgument, call: parsed.call, "--past takes no EVENT")
            }
            throw UsageError(.missingArgument, call: parsed.call, "name an event, or use --past")
        }
        try parsed.refuse("past", with: "all")
        let places = parsed.has("past") ? events.indices.filter { isOver(events[$0]) } : matches(words, events)
        guard !places.isEmpty || parsed.has("past") else {
            throw CommandFailure(.nothingFound, "no event is called \"\(words)\"; list them with: oncue events")
        }
        let chosen = places.map { events[$0] }
        guard chosen.count < 2 || parsed.has("past") || parsed.has("all") else {
            for line in lines(chosen, numbers: places, screen: context.console.dataScreen) {
                context.console.tell(line)
            }
            throw CommandFailure(
                .failed, "\"\(words)\" fits \(chosen.count) events; give the number of one, or remove all with --all")
        }
        let what = chosen.count == 1 ? "\"\(TextLayout.printable(chosen[0].title))\"" : "\(chosen.count) events"
        guard try chosen.isEmpty || Removal.isConfirmed("remove \(what)", parsed, context) else { return }
        let removed = try await context.service.removeEvents(chosen.map(\.identifier.description))
        if parsed.has("json") { return context.console.write(["removed": .int(removed)]) }
        context.console.tell(removed == 0 ? "No event is over" : "Removed \(what)")
    }

    /// Returns the indexes of the events with an identifier or a title, or else of the one with a number, or else of
    /// those whose titles contain the words.
    private static func matches(_ words: String, _ events: [KeptEvent]) -> [Int] {
        let wanted = TextFolding.fold(words)
        let exact = events.indices.filter {
            events[$0].identifier.description == words || TextFolding.fold(events[$0].title) == wanted
        }
        guard exact.isEmpty else { return exact }
        // A number outside the list, such as 2026, may be part of a title.
        if let number = Int(words), events.indices.contains(number - 1) { return [number - 1] }
        return events.indices.filter { TextFolding.fold(events[$0].title).contains(wanted) }
    }

    private static func isOver(_ event: KeptEvent) -> Bool {
        let now = MomentText.now
        return event.ends.map { $0 < now + LocalClock.offset(at: now) } ?? false
    }

    // MARK: Display

    /// - Parameter numbers: The index of each event in the whole list, from 0; without them, no numbers are shown.
    private static func lines(_ events: [KeptEvent], numbers: [Int]? = nil, screen: Screen) -> [String] {
        let rows = events.indices.map { index in
            let event = events[index]
            let status = event.status == .scheduled ? "" : event.status.rawValue
            let place = [event.location?.line ?? "", status].filter { !$0.isEmpty }.joined(separator: ", ")
            return (numbers.map { ["\($0[index] + 1)"] } ?? []) + [event.startText, event.title, place]
        }
        let style = Style(isOn: screen.usesColor)
        let title = numbers == nil ? 1 : 2
        let columns = [TextTable.Column.fixed(), .flexible(minimumWidth: 16), .flexible(minimumWidth: 16)]
        let table = TextTable(
            columns: (numbers == nil ? [] : [.fixed(alignment: .right)]) + columns, keptColumns: title + 1, rows: rows)
        return table.lines(width: screen.tableWidth) { row, column, cell in
            column == title && !isOver(events[row]) ? cell : style.dim(cell)
        }
    }
}
