// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueActivities
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueNotifications
internal import OnCuePhrases
internal import OnCueSuggestions
internal import TextOutput

/// `oncue alarm`
enum AlarmCommand {
    static let command = Command(
        CommandDefinition(
            "alarm", aliases: ["alarms"], group: "Notifications",
            summary: "Be woken with music, a station or an episode.",
            discussion: """
                Without a subcommand the alarms are listed. One that rings is snoozed for ten minutes by a pause, from \
                anywhere: oncue pause, a headset, the media keys; it ends with oncue alarm stop, or by playing on. What \
                cannot be played is replaced by music of the library, and in the end by a tone. Alarms are kept over \
                restarts, and are pending notifications with the category alarm.

                JSON: total, offset, items [id, title, state (pending, or delivered while it rings), due (seconds since \
                1970), when, place (null for what was playing last), item (its title), volume (1 to 100, or null), fade \
                (seconds), output, on]; add prints such an item with prospect (awake, woken, asleep or unknown); on and off \
                print such a list; remove prints removed; snooze and stop print answered.
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue alarm", "Show the alarms."),
                DocumentedTerm("oncue alarm add 06:30 --days weekdays \"Night Crossing\"", "Each working day."),
                DocumentedTerm("oncue alarm snooze", "Ten more minutes."),
            ], subcommands: subcommands, runsAlone: true),
        subcommands: [
            "list": list, "add": add, "on": { try await set(true, $0, $1) }, "off": { try await set(false, $0, $1) },
            "remove": remove, "snooze": snooze, "stop": stop,
        ], list)

    private static let numbers = ArgumentDefinition(
        ValueDefinition(
            "NUMBER", kind: "an alarm", expected: "a number, as oncue alarm shows it",
            completion: NameTopic.alarms.completion),
        .oneOrMore, description: "Their numbers or identifiers.")

    private static let subcommands = [
        CommandDefinition(
            "list", aliases: ["ls"], summary: "Show the alarms, the next one first.", options: [Values.json],
            examples: [DocumentedTerm("oncue alarm list --json", "Get them for a program.")]),
        CommandDefinition(
            "add", summary: "Add an alarm.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("TIME", kind: "a time", expected: ComingMomentText.expected + " or 20m"),
                    description: "A time of day, with a weekday or a date if you like, or a time from now."),
                ArgumentDefinition(
                    Values.place, .any,
                    description: "What plays; without it what was playing last. " + Values.placeDescription),
            ],
            options: [
                OptionDefinition(
                    "days",
                    value: ValueDefinition(
                        "DAYS", kind: "days", expected: "daily, weekdays, weekends or days such as mon,thu"),
                    description: "Each week on these days."),
                OptionDefinition(
                    "fade", value: ValueDefinition("TIME", kind: "a time", expected: "90s or 2m"),
                    description: "Rises to its volume in this time, up to 30m."),
                OptionDefinition(
                    "volume",
                    value: ValueDefinition("PERCENT", kind: "a volume", expected: "a number from 1 to 100"),
                    description: "How loud it is, and never louder; without it as loud as you listen, but at least 30."),
                OptionDefinition(
                    "output",
                    value: ValueDefinition(
                        "OUTPUT", kind: "an output", expected: "a number or a name",
                        completion: NameTopic.outputs.completion),
                    description: "Where it is heard, if that is connected."),
                NotificationsCommand.text("title", "Its title."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue alarm add 06:30 --days weekdays \"Night Crossing\"", "Each working day."),
                DocumentedTerm(
                    "oncue alarm add \"sat 09:00\" --fade 2m --volume 40", "Gently, with what you heard last."),
                DocumentedTerm("oncue alarm add 20m", "After a nap."),
            ]),
        CommandDefinition(
            "on", summary: "Switch alarms on again.", arguments: [numbers], options: [Values.json],
            examples: [DocumentedTerm("oncue alarm on 1", "Be woken again from now on.")]),
        CommandDefinition(
            "off", summary: "Switch alarms off, and keep them.", arguments: [numbers], options: [Values.json],
            examples: [DocumentedTerm("oncue alarm off 1 2", "Sleep long on a holiday.")]),
        CommandDefinition(
            "remove", aliases: ["rm", "delete"], summary: "Remove alarms.",
            arguments: [numbers],
            options: Removal.options + [Values.json],
            examples: [DocumentedTerm("oncue alarm remove 1", "Remove the next one.")]),
        CommandDefinition(
            "snooze", summary: "Ring again in ten minutes.", options: [Values.json],
            examples: [DocumentedTerm("oncue alarm snooze", "Ten more minutes.")]),
        CommandDefinition(
            "stop", summary: "End what rings, and an alarm that is snoozed.", options: [Values.json],
            examples: [DocumentedTerm("oncue alarm stop", "Be awake.")]),
    ]

    // MARK: Listing

    /// Returns the alarms in the order of their numbers.
    static func rows(_ service: any CommandService) async throws -> [NotificationRow] {
        let all = try await service.deliveredNotifications() + service.pendingNotifications()
        return all.filter(\.isAlarm)
    }

    private static let list: Command.Handler = { parsed, context in
        let rows = try await rows(context.service)
        if parsed.has("json") { return context.console.write(.listing(rows.map(AlarmView.json))) }
        guard !rows.isEmpty else { return context.console.tell("No alarms; add one with: oncue alarm add 06:30") }
        AlarmView.write(rows, context)
    }

    // MARK: Changing

    private static let add: Command.Handler = { parsed, context in
        var wish = AlarmWish(try trigger(parsed, now: MomentText.now))
        wish.title = parsed.option("title") ?? ""
        if let fade = try parsed.option("fade", { SpanText.duration($0, unit: .seconds(1)) }) {
            guard fade <= Alarm.longestFade else {
                throw UsageError(.invalidValue, call: parsed.call, "--fade takes 30m at most")
            }
            wish.fade = fade
        }
        let percent = try parsed.option("volume") { Values.positive($0).flatMap { $0 <= 100 ? $0 : nil } }
        wish.volume = percent.map { Double($0) / 100 }
        if let words = parsed.option("output") {
            guard let output = try OutputChoosing.output(words, in: try await context.service.outputs()) else {
                throw CommandFailure(
                    .nothingFound,
                    "there is no output \"\(TextLayout.printable(words))\"; list the outputs with: oncue output")
            }
            wish.output = output.identifier
        }
        let record = try await added(parsed.arguments("PLACE"), wish, context)
        if parsed.has("json") { return context.console.write(AlarmView.json(record)) }
        context.console.tell(AlarmPhrase.text(record.notification, now: MomentText.now))
        if record.prospect == .asleep {
            let hours = max(1, ((record.notification.due ?? MomentText.now) - MomentText.now + 7_199) / 3_600)
            context.console.tell(
                "This machine may sleep through it: then it rings when the machine wakes up, but not if that is more than "
                    + "half an hour late. Keep it awake with: systemd-inhibit --what=sleep:idle sleep \(hours)h")
        }
    }

    private static func added(
        _ words: [String], _ wish: AlarmWish, _ context: CommandContext
    ) async throws -> AlarmRecord {
        guard !words.isEmpty else { return try await context.service.addAlarm(wish) }
        let resolver = PlaceResolver(context)
        var wish = wish
        wish.place = try await resolver.place(words)
        return try await resolver.asking(words) { [wish] () async throws(ClientError) in
            try await context.service.addAlarm(wish)
        }
    }

    /// Returns the trigger for the time and `--days`.
    private static func trigger(_ parsed: ParsedCommand, now: Int64) throws -> NotificationTrigger {
        let word = try parsed.required("TIME")
        let days = try parsed.option("days") { Self.days($0) }
        let clock = ClockText.minute(word)
        if let minute = clock, let days {
            return .calendar(
                CalendarComponents(weekdays: days, hour: minute / 60, minute: minute % 60), repeats: true)
        }
        guard days == nil else {
            throw UsageError(
                .invalidValue, call: parsed.call, "--days needs a time of day, not \"\(TextLayout.printable(word))\"")
        }
        // A number without a unit could mean an hour as well as minutes.
        if clock == nil, word.last?.isLetter == true, let span = SpanText.duration(word, unit: .seconds(60)),
            span >= .seconds(1)
        {
            return .interval(span.components.seconds, repeats: false)
        }
        guard let moment = ComingMomentText.seconds(word, now: now) else {
            throw UsageError(
                .invalidValue, call: parsed.call,
                "\"\(TextLayout.printable(word))\" is not a time; expected \(ComingMomentText.expected), or 20m")
        }
        // The time as requested: on the day on which the clock is put forward, it may come later.
        let minute = word.split(separator: " ").last.flatMap { ClockText.minute(String($0)) }
        return .once(at: moment, showing: minute, now: now)
    }

    /// Returns the numbers of days, from 0 for Monday; empty for all days, `nil` for an invalid text.
    private static func days(_ text: String) -> [Int]? {
        let group = text == "weekend" ? .weekends : WeekdayGroup(rawValue: text)
        return group?.selection ?? ClockText.days(text)?.compactMap { Weekday(word: $0)?.rawValue }
    }

    /// Returns the alarms that words name.
    private static func named(_ parsed: ParsedCommand, _ context: CommandContext) async throws -> [NotificationRow] {
        let rows = try await rows(context.service)
        return try parsed.arguments("NUMBER").map { word throws(CommandFailure) in
            if let number = Values.positive(word), number <= rows.count { return rows[number - 1] }
            if let row = rows.first(where: { $0.wish.identifier == word }) { return row }
            throw CommandFailure(
                .nothingFound, "there is no alarm \"\(TextLayout.printable(word))\"; list them with: oncue alarm")
        }
    }

    private static func set(_ isOn: Bool, _ parsed: ParsedCommand, _ context: CommandContext) async throws {
        let rows = try await named(parsed, context)
        var records: [AlarmRecord] = []
        for row in rows { records.append(try await context.service.setAlarm(row.wish.identifier, isOn: isOn)) }
        if parsed.has("json") {
            return context.console.write(.listing(records.map { AlarmView.json($0.notification) }))
        }
        for record in records {
            let row = record.notification
            context.console.tell(
                isOn
                    ? AlarmPhrase.text(row, now: MomentText.now)
                    : "\"\(TextLayout.printable(row.wish.content.title))\" is off; switch it on with: oncue alarm on")
        }
    }

    private static let remove: Command.Handler = { parsed, context in
        let named = try await named(parsed, context)
        guard try Removal.isConfirmed("remove \(ContentPhrase.count(named.count, "alarm"))", parsed, context)
        else { return }
        var count = 0
        for row in named {
            // A repeating alarm stays if its present or missed ringing is removed.
            count += try await context.service.removeNotifications(
                NotificationSelection(
                    client: ServiceNames.busName, identifiers: [row.wish.identifier],
                    part: row.state == .pending ? .pending : .delivered))
        }
        if parsed.has("json") { return context.console.write(["removed": .int(count)]) }
        context.console.tell("Removed \(ContentPhrase.count(count, "alarm"))")
    }

    private static let snooze: Command.Handler = { parsed, context in
        guard let row = try await ringing(context) else { throw silence }
        try await context.service.answerNotification(row.name, action: Alarm.snooze, text: nil)
        if parsed.has("json") { return context.console.write(["answered": .string(row.wish.identifier)]) }
        let moment = MomentText.text(MomentText.now + Alarm.pause)
        context.console.tell("\"\(TextLayout.printable(row.wish.content.title))\" rings again at \(moment)")
    }

    private static let stop: Command.Handler = { parsed, context in
        let row: NotificationRow
        if let ringing = try await ringing(context) {
            row = ringing
            try await context.service.answerNotification(row.name, action: Alarm.stop, text: nil)
        } else if let snoozed = try await rows(context.service).first(where: \.isSnoozed) {
            row = snoozed
            _ = try await context.service.removeNotifications(
                NotificationSelection(
                    client: row.client, identifiers: [row.wish.identifier], part: .pending))
        } else {
            throw silence
        }
        if parsed.has("json") { return context.console.write(["answered": .string(row.wish.identifier)]) }
        context.console.tell("\"\(TextLayout.printable(row.wish.content.title))\" has ended")
    }

    private static let silence = CommandFailure(.nothingFound, "no alarm rings")

    /// Returns the alarm that is ringing, or has rung without an answer.
    private static func ringing(_ context: CommandContext) async throws -> NotificationRow? {
        let rows = try await rows(context.service)
        // The music of an unanswered alarm may still be playing.
        return rows.first(where: \.isRinging) ?? rows.first { $0.state == .delivered }
    }
}

/// Alarms as they are printed.
enum AlarmView {
    static func write(_ rows: [NotificationRow], _ context: CommandContext) {
        let cells = rows.enumerated().map { index, row in
            [String(index + 1), time(row), about(row), facts(row)].map(TextLayout.printable)
        }
        let screen = context.console.dataScreen
        let table = TextTable(
            columns: [
                .fixed(alignment: .right), .fixed(), .flexible(minimumWidth: 12), .flexible(minimumWidth: 8),
            ], keptColumns: 3, rows: cells)
        let style = Style(isOn: screen.usesColor)
        context.console.write(
            lines: table.lines(width: screen.tableWidth) { _, column, cell in
                switch column {
                case 0: style.accent(cell)
                case 1, 2: cell
                default: style.dim(cell)
                }
            })
    }

    private static func time(_ row: NotificationRow) -> String {
        switch row.state {
        case .pending: row.wish.trigger.map { AlarmPhrase.when($0, row) } ?? ""
        default: row.isRinging ? "rings" : "missed, " + (row.due.map(MomentText.text) ?? "")
        }
    }

    private static func about(_ row: NotificationRow) -> String {
        let content = row.wish.content
        let item = content.subtitle.isEmpty ? "what was playing last" : content.subtitle
        return content.alarmName.map { "\($0): \(item)" } ?? item
    }

    /// `40 %, rising for 2 min, Bedroom`
    private static func facts(_ row: NotificationRow) -> String {
        let info = row.wish.content.info
        var facts: [String] = []
        if case .number(let volume)? = info.values[Alarm.Key.volume] { facts.append("\(percent(volume)) %") }
        if case .number(let fade)? = info.values[Alarm.Key.fade] {
            facts.append("rising for " + SpanText.words(.seconds(fade)))
        }
        if let output = info.text(Alarm.Key.outputTitle) { facts.append(output) }
        if info.values[Alarm.Key.snoozed] != nil { facts.append("snoozed") }
        return facts.joined(separator: ", ")
    }

    private static func percent(_ volume: Double) -> Int { Int((volume * 100).rounded()) }

    static func json(_ row: NotificationRow) -> JSONValue {
        let content = row.wish.content
        var volume = JSONValue.null
        if case .number(let level)? = content.info.values[Alarm.Key.volume] { volume = .int(percent(level)) }
        var fade = JSONValue.int(0)
        if case .number(let seconds)? = content.info.values[Alarm.Key.fade] { fade = .double(seconds) }
        let when = row.wish.trigger.map { AlarmPhrase.when($0, row) }
        return [
            "id": .string(row.wish.identifier), "title": .string(content.title), "state": .string(row.state.rawValue),
            "due": row.due.map { .int(Int($0)) } ?? .null, "when": .string(orNull: when),
            "place": .string(orNull: content.info.text(Alarm.Key.place)),
            "item": .string(orNull: content.subtitle.isEmpty ? nil : content.subtitle), "volume": volume, "fade": fade,
            "output": .string(orNull: content.info.text(Alarm.Key.outputTitle)), "on": .bool(!row.isOffAlarm),
        ]
    }

    static func json(_ record: AlarmRecord) -> JSONValue {
        guard case .object(var members) = json(record.notification) else { return .null }
        members.append(.init("prospect", .string(record.prospect.rawValue)))
        return .object(members)
    }
}
