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

/// `oncue activities`
enum ActivitiesCommand {
    static let command = Command(
        CommandDefinition(
            "activities", aliases: ["activity"], group: "Looking",
            summary: "Show what you are doing in programs, and take it up again.",
            discussion: """
                Programs tell OnCue what you are doing in them, each as an activity with a title. The current one comes \
                first, marked with *. Continuing an activity starts its program if necessary; an activity without a \
                program plays its item or opens its web page. If that fails, the activity stays.

                JSON: total, offset, items [number, program, programName, identifier, type, title, \
                persistentIdentifier, description, keywords, thumbnail, webPage, item, location [name, street, postalCode, city, region, country, \
                latitude, longitude, telephones, navigation, calls], occasion, expires and changed (seconds \
                since 1970), eligibleFor, current, live, kept]; show has such an item with userInfo and requiredKeys; \
                continue has how and detail; delete has removed and items (of the index).
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue activities", "Show what can be taken up again."),
                DocumentedTerm("oncue activities continue 2", "Take up the second again."),
                DocumentedTerm("oncue activities delete --all --yes", "Delete everything that programs told."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: [
            "list": list, "show": show, "continue": resume, "delete": delete, "export": ActivityExport.run,
        ], list)

    private static let item = ArgumentDefinition(
        ValueDefinition(
            "ACTIVITY", kind: "an activity", expected: "a number, as oncue activities shows it, or a title",
            completion: NameTopic.titledActivities.completion), .oneOrMore,
        description:
            "The title of the activity or its beginning, or its number in the list. Several words need no quotes.")

    private static let subject = ArgumentDefinition(
        ValueDefinition(
            "ACTIVITY", kind: "an activity",
            expected: "a number, as oncue activities shows it, a title, or an identifier foreign:...",
            completion: NameTopic.continuable.completion),
        .oneOrMore,
        description:
            "The title of the activity or its beginning, its number in the list, the title of something else that "
            + "programs have put into searches, or an identifier that oncue search --json shows. Several words need "
            + "no quotes.")

    private static let subcommands = [
        CommandDefinition(
            "list", aliases: ["ls"], summary: "Show all activities, the newest first.", options: [Values.json],
            examples: [DocumentedTerm("oncue activities list --json", "Get them for a program.")]),
        CommandDefinition(
            "show", summary: "Show one with everything that its program told.", arguments: [item],
            options: [Values.json], examples: [DocumentedTerm("oncue activities show 1", "Show the current one.")]),
        CommandDefinition(
            "continue", aliases: ["resume"], summary: "Take an activity up again.", arguments: [subject],
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue activities continue 1", "Go on with the first."),
                DocumentedTerm("oncue activities continue Planning a party", "Go on with the one that is called so."),
                DocumentedTerm(
                    "oncue activities continue foreign:org.example.Concerts//7", "Show what a search has found."),
            ]),
        ActivityExport.definition,
        CommandDefinition(
            "delete", aliases: ["rm", "remove"], summary: "Delete activities for good.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition(
                        "N", kind: "an activity", expected: "a number, as oncue activities shows it",
                        completion: NameTopic.activities.completion),
                    .any, description: "The numbers of activities in the list.")
            ],
            options: [
                OptionDefinition(
                    "program",
                    value: ValueDefinition(
                        "BUSNAME", kind: "a program", expected: "a name on the bus",
                        completion: NameTopic.activityPrograms.completion),
                    description: "Delete those of this program, and what it has put into the index of searches."),
                OptionDefinition(
                    "identifier",
                    value: ValueDefinition(
                        "ID", kind: "an identifier", expected: "an identifier of an activity",
                        completion: NameTopic.activityIdentifiers.completion),
                    description:
                        "With --program: only those with this identifier or persistent identifier, also in the index."),
                OptionDefinition("all", description: "Delete all activities of all programs, and the whole index."),
            ] + Removal.options + [Values.json],
            examples: [
                DocumentedTerm("oncue activities delete 3", "Delete the third."),
                DocumentedTerm(
                    "oncue activities delete --program org.example.Concerts --yes", "Delete those of a program."),
            ]),
    ]

    // MARK: Actions

    private static let list: Command.Handler = { parsed, context in
        let records = try await context.service.activities()
        if parsed.has("json") { return context.console.write(.listing(records.enumerated().map(json))) }
        context.console.write(lines: lines(records, screen: context.console.dataScreen))
        if records.isEmpty { context.console.tell("No activities") }
    }

    private static let show: Command.Handler = { parsed, context in
        let (number, listed) = try await chosen(words(parsed), context)
        let record = try await context.service.activity(listed.activity.name)
        if parsed.has("json") { return context.console.write(json(whole: record, number)) }
        let rows = facts(record).map { [$0, TextLayout.printable($1)] }
        let table = TextTable(columns: [.fixed(), .flexible(minimumWidth: 20)], keptColumns: 2, rows: rows)
        let style = Style(isOn: context.console.dataScreen.usesColor)
        context.console.write(
            lines: table.lines(width: context.console.dataScreen.tableWidth) { _, column, cell in
                column == 0 ? style.dim(cell) : cell
            })
    }

    private static let resume: Command.Handler = { parsed, context in
        try await goOn(words(parsed), parsed, context)
    }

    private static func words(_ parsed: ParsedCommand) -> String {
        RawWords.printable(parsed.arguments("ACTIVITY").joined(separator: " "))
    }

    /// Continues an activity given by number or title, or the item with an identifier `foreign:...`.
    static func goOn(_ words: String, _ parsed: ParsedCommand, _ context: CommandContext) async throws {
        let name: Activity.Name
        let title: String
        if let found = ContentIdentifier(words).flatMap(Activity.Name.init) {
            name = found
            // Its program may know the item even if it is hidden from searches.
            title = (try? await context.service.item(at: words).item.title) ?? found.identifier
        } else {
            (name, title) = try await named(words, context)
        }
        try await show(try await context.service.goOn(with: name), of: title, parsed, context)
    }

    /// Reports how an activity was continued, or shows the content to show here.
    static func show(
        _ continued: ContinuedActivity, of title: String, _ parsed: ParsedCommand, _ context: CommandContext
    ) async throws {
        if parsed.has("json") {
            return context.console.write([
                "how": .string(continued.manner.rawValue), "detail": .string(continued.detail),
            ])
        }
        let detail = TextLayout.printable(continued.detail)
        switch continued.manner {
        case .program: context.console.tell("\(detail) goes on with \"\(TextLayout.printable(title))\"")
        case .played: context.console.tell("Playing \(detail)")
        case .page: context.console.tell("Opened \(detail)")
        case .place where context.console.dataScreen.isTerminal:
            try await AppOpening.browse(continued.detail, context)
        case .place: context.console.tell("Show it: oncue browse -i \(Removal.quoted(detail))")
        case .search: context.console.tell("Search again: oncue search \(Removal.quoted(detail))")
        }
    }

    private static let delete: Command.Handler = { parsed, context in
        let numbers = parsed.arguments("N")
        let program = parsed.option("program")
        // The service would interpret an empty name as all programs.
        guard program?.isEmpty != true else {
            throw UsageError(
                .unexpectedValue, call: parsed.call, "--program needs a name on the bus; --all deletes all")
        }
        let ways = [!numbers.isEmpty, program != nil, parsed.has("all")].count { $0 }
        guard ways == 1 else {
            throw UsageError(.unexpectedValue, call: parsed.call, "give either numbers, --program or --all")
        }
        guard program != nil || parsed.option("identifier") == nil else {
            throw UsageError(.unexpectedValue, call: parsed.call, "--identifier needs --program")
        }
        var records: [ActivityRecord] = []
        for number in numbers { records.append(try await chosen(number, context).record) }
        let what =
            records.isEmpty
            ? parsed.has("all")
                ? "all activities and what programs have put into the index"
                : "activities of \(program ?? "") and what it has put into the index"
            : records.map(title).joined(separator: ", ")
        guard try Removal.isConfirmed("delete \(what)", parsed, context) else { return }
        var (count, items) = (0, 0)
        if records.isEmpty {
            let identifiers = parsed.option("identifier").map { [$0] } ?? []
            (count, items) = try await delete(of: program, identifiers, context.service)
        }
        for name in Set(records.map(\.activity.name)) {
            count += try await context.service.deleteActivities(program: name.program, identifiers: [name.identifier])
        }
        if parsed.has("json") { return context.console.write(["removed": .int(count), "items": .int(items)]) }
        let indexed = ContentPhrase.count(items, "item of the index", plural: "items of the index")
        context.console.tell(
            "Deleted \(ContentPhrase.count(count, "activity", plural: "activities"))"
                + (items > 0 ? " and \(indexed)" : ""))
    }

    /// Deletes activities and items of the index. A program may have only one kind.
    private static func delete(
        of program: String?, _ identifiers: [String], _ service: any MediaServiceClient
    ) async throws(ClientError) -> (activities: Int, items: Int) {
        var (count, items, missing): (Int, Int, ClientError?) = (0, 0, nil)
        do throws(ClientError) {
            count = try await service.deleteActivities(program: program, identifiers: identifiers)
        } catch {
            guard error.code == .notFound else { throw error }
            missing = error
        }
        do throws(ClientError) {
            items = try await service.forgetItems(of: program, identifiers: identifiers)
        } catch {
            guard error.code == .notFound else { throw error }
            if let missing { throw missing }
        }
        return (count, items)
    }

    /// Returns the name of the activity with a number in the list.
    static func name(numbered text: String, _ context: CommandContext) async throws -> Activity.Name {
        try await chosen(text, context).record.activity.name
    }

    /// Returns the activity that words name, or else the item that a program has added to the index.
    private static func named(_ text: String, _ context: CommandContext) async throws -> (Activity.Name, String) {
        if let activity = try await found(text, context)?.record.activity { return (activity.name, activity.title) }
        let items = try await context.service.searchForeign(text, limit: TitleWords.mostForeign).filter {
            !$0.isActivity
        }
        let indexes = TitleWords.indexes(of: text, in: items.map(\.title))
        guard let first = indexes.first else { throw absence(text) }
        guard indexes.count == 1 else {
            let choices = indexes.prefix(5).map { TextLayout.printable(items[$0].name.contentIdentifier.description) }
            throw CommandFailure(
                .nothingFound, "\"\(TextLayout.printable(text))\" may be \(choices.joined(separator: ", ")); give that")
        }
        return (items[first].name, items[first].title)
    }

    private static func chosen(
        _ text: String, _ context: CommandContext
    ) async throws -> (number: Int, record: ActivityRecord) {
        guard let found = try await found(text, context) else { throw absence(text) }
        return found
    }

    /// Returns the activity with a number, a title or its beginning; `nil` if there is none.
    private static func found(
        _ text: String, _ context: CommandContext
    ) async throws -> (number: Int, record: ActivityRecord)? {
        let records = try await context.service.activities()
        if let number = Values.positive(text), number <= records.count { return (number, records[number - 1]) }
        let indexes = TitleWords.indexes(of: text, in: records.map(\.activity.title))
        guard indexes.count <= 1 else {
            let titles = Set(indexes.map { records[$0].activity.title })
            let choices = indexes.prefix(5).map { index in
                let record = records[index]
                // Activities with the same title differ only in the other details.
                let about =
                    titles.count == indexes.count
                    ? record.activity.title : "\(record.programName), \(MomentText.text(record.activity.changed))"
                return "\(index + 1) (\(TextLayout.printable(about)))"
            }
            throw CommandFailure(
                .nothingFound,
                "\"\(TextLayout.printable(text))\" may be \(choices.joined(separator: ", ")); give the number")
        }
        return indexes.first.map { ($0 + 1, records[$0]) }
    }

    private static func absence(_ text: String) -> CommandFailure {
        CommandFailure(
            .nothingFound, "there is no activity \"\(TextLayout.printable(text))\"; list them with: oncue activities")
    }

    // MARK: Values

    private static func title(_ record: ActivityRecord) -> String {
        "\"\(TextLayout.printable(record.activity.title))\""
    }

    private static func lines(_ records: [ActivityRecord], screen: Screen) -> [String] {
        let rows = records.enumerated().map { index, record in
            [
                "\(index + 1)", record.isCurrent ? "*" : "", record.activity.title, record.programName,
                MomentText.text(record.activity.changed),
            ]
        }
        let table = TextTable(
            columns: [
                .fixed(alignment: .right), .fixed(), .flexible(minimumWidth: 16), .flexible(minimumWidth: 8), .fixed(),
            ], keptColumns: 3, rows: rows)
        let style = Style(isOn: screen.usesColor)
        return table.lines(width: screen.tableWidth) { _, column, cell in
            switch column {
            case 0, 1: style.accent(cell)
            case 2: cell
            default: style.dim(cell)
            }
        }
    }

    private static func facts(_ record: ActivityRecord) -> [(String, String)] {
        let activity = record.activity
        let info = activity.info.values.sorted { $0.key < $1.key }.map { ("userInfo \($0.key)", text($0.value)) }
        let facts: [(String, String?)] = [
            ("title", activity.title), ("description", activity.summary), ("program", record.programName),
            ("type", activity.type), ("identifier", activity.name.identifier),
            ("persistent identifier", activity.persistentIdentifier),
            ("keywords", activity.keywords.isEmpty ? nil : activity.keywords.joined(separator: ", ")),
            ("web page", activity.webPage), ("item", activity.item),
            ("location", activity.location?.line), ("occasion", activity.occasion), ("thumbnail", activity.thumbnail),
            ("for", activity.eligibility.words.joined(separator: ", ")),
            ("state", state(record)), ("changed", MomentText.text(activity.changed)),
            ("expires", MomentText.text(activity.expiration)),
        ]
        return facts.compactMap { name, value in value.map { (name, $0) } } + info
    }

    private static func state(_ record: ActivityRecord) -> String {
        [
            record.isCurrent ? "current" : nil, record.isLive ? "in its program" : nil,
            record.activity.isKept ? "kept" : nil,
        ]
        .compactMap(\.self).joined(separator: ", ")
    }

    private static func text(_ value: ActivityInfo.Value) -> String {
        switch value {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .flag(let flag): flag ? "yes" : "no"
        case .texts(let texts): texts.joined(separator: ", ")
        }
    }

    /// Returns the row of an activity in a listing.
    static func json(_ index: Int, _ record: ActivityRecord) -> JSONValue {
        .object([.init("number", .int(index + 1))] + members(record))
    }

    static func json(whole record: ActivityRecord, _ number: Int) -> JSONValue {
        let info = record.activity.info.values.sorted { $0.key < $1.key }.map {
            JSONValue.Member($0.key, json($0.value))
        }
        return .object(
            [.init("number", .int(number))] + members(record) + [
                .init("userInfo", .object(info)), .init("requiredKeys", .strings(record.activity.requiredKeys)),
            ])
    }

    private static func members(_ record: ActivityRecord) -> [JSONValue.Member] {
        let activity = record.activity
        return [
            .init("program", .string(activity.name.program)), .init("programName", .string(record.programName)),
            .init("identifier", .string(activity.name.identifier)), .init("type", .string(activity.type)),
            .init("title", .string(activity.title)),
            .init("persistentIdentifier", .string(orNull: activity.persistentIdentifier)),
            .init("description", .string(orNull: activity.summary)), .init("keywords", .strings(activity.keywords)),
            .init("thumbnail", .string(orNull: activity.thumbnail)),
            .init("webPage", .string(orNull: activity.webPage)),
            .init("item", .string(orNull: activity.item)),
            .init("location", activity.location?.json ?? .null),
            .init("occasion", .string(orNull: activity.occasion)), .init("expires", .int(Int(activity.expiration))),
            .init("changed", .int(Int(activity.changed))), .init("eligibleFor", .strings(activity.eligibility.words)),
            .init("current", .bool(record.isCurrent)), .init("live", .bool(record.isLive)),
            .init("kept", .bool(activity.isKept)),
        ]
    }

    private static func json(_ value: ActivityInfo.Value) -> JSONValue {
        switch value {
        case .text(let text): .string(text)
        case .integer(let number): .int(Int(number))
        case .number(let number): .double(number)
        case .flag(let flag): .bool(flag)
        case .texts(let texts): .strings(texts)
        }
    }
}
