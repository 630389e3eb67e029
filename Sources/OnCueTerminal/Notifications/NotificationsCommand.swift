// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueNotifications
internal import OnCuePhrases
internal import TextOutput

/// `oncue notifications`
enum NotificationsCommand {
    static let command = Command(
        CommandDefinition(
            "notifications", aliases: ["notification"], group: "Notifications",
            summary: "Show, answer, add and remove notifications of all programs.",
            discussion: """
                Delivered are those that were due and are not answered; pending are those that wait. They are kept over \
                restarts. Delivered means given to what shows notifications, not that somebody has seen them. Without a \
                notification server everything works here. With --watch this terminal shows them in place of the desktop.

                JSON: total, offset, items [number (p1 for pending ones), program, programName, identifier, title, \
                subtitle, body, progress (0 to 100, or null), category, thread, urgency, state (pending, due, presented, delivered or missed), due \
                and shown (seconds since 1970, or null), when (a sentence, for those with a trigger), problem (why a \
                pending one cannot come, or null), item, actions [name, title, text]]; settings prints total, offset, items [program, programName, alert, sound, badge \
                (undecided, allowed or refused), categories, silenced, pending, delivered]; add prints identifier; \
                remove prints removed.
                """,
            options: [
                Values.json,
                OptionDefinition("watch", short: "w", description: "Show them as they come, until this is ended."),
            ],
            examples: [
                DocumentedTerm("oncue notifications", "Show what is not answered yet."),
                DocumentedTerm("oncue notifications answer 1 play", "Press a button of the first."),
                DocumentedTerm("oncue notifications add \"Take the bread out\" --in 40m", "Be told in 40 minutes."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: [
            "list": list, "pending": pending, "show": show, "answer": answer, "add": add, "remove": remove,
            "settings": NotificationSettingsCommand.run,
        ],
        { parsed, context in
            if parsed.has("watch") {
                return try await NotificationWatch(context: context, isJSON: parsed.has("json")).run()
            }
            try await list(parsed, context)
        })

    private static let subject = ValueDefinition(
        "ID", kind: "a notification", expected: "a number, as oncue notifications shows it, or an identifier",
        completion: NameTopic.notifications.completion)

    private static let subcommands = [
        CommandDefinition(
            "list", aliases: ["ls"], summary: "Show what was due and is not answered, the newest first.",
            options: [Values.json],
            examples: [DocumentedTerm("oncue notifications list --json", "Get them for a program.")]),
        CommandDefinition(
            "pending", summary: "Show what waits, what is due first at the top.", options: [Values.json],
            examples: [DocumentedTerm("oncue notifications pending", "Show what will come.")]),
        CommandDefinition(
            "show", summary: "Show one with everything that it has.",
            arguments: [ArgumentDefinition(subject, description: "Its number or identifier.")],
            options: [Values.json], examples: [DocumentedTerm("oncue notifications show 1", "Show the newest.")]),
        CommandDefinition(
            "answer", summary: "Answer one: as if it were pressed, or a button of it was.",
            arguments: [
                ArgumentDefinition(subject, description: "Its number or identifier."),
                ArgumentDefinition(
                    ValueDefinition("ACTION", kind: "an action", expected: "default, dismiss or a name from show"),
                    .optional, description: "The name or the title of a button; default without one."),
                ArgumentDefinition(
                    ValueDefinition("TEXT", kind: "a text"), .any, description: "The text that the button takes."),
            ],
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue notifications answer 1", "Open it."),
                DocumentedTerm("oncue notifications answer 2 dismiss", "Put it away."),
                DocumentedTerm("oncue notifications answer 1 reply See you at eight", "Answer with a text."),
            ]),
        CommandDefinition(
            "add", summary: "Tell yourself something, now or later.",
            arguments: [ArgumentDefinition(ValueDefinition("TITLE", kind: "a text"), description: "The title.")],
            options: [
                text("body", "The text under the title."),
                text("id", "Its identifier; one with the same is changed."),
                text("thread", "Those with the same are summed up."),
                OptionDefinition("silent", description: "Without a sound."),
                OptionDefinition(
                    "urgency",
                    value: ValueDefinition(
                        "HOW", kind: "an urgency", allowed: NotificationContent.Urgency.allCases.map(\.rawValue)),
                    description: "How much it may disturb."),
                OptionDefinition(
                    "progress",
                    value: ValueDefinition("PERCENT", kind: "a part", expected: "a number from 0 to 100"),
                    description: "How much is done; --id with the same changes it in place."),
            ] + NotificationWhen.options + [Values.json],
            examples: [
                DocumentedTerm("oncue notifications add Tea --in 4m", "Be told when the tea is ready."),
                DocumentedTerm("oncue notifications add Bins --at \"thu 07:00\" --repeat weekly", "Each Thursday."),
                DocumentedTerm("oncue notifications add \"Water the plants\" --when home", "When you come home."),
                DocumentedTerm("oncue notifications add Backup --id backup --progress 40 --silent", "Show a progress."),
            ]),
        CommandDefinition(
            "remove", aliases: ["rm", "delete"], summary: "Remove notifications without an answer.",
            arguments: [ArgumentDefinition(subject, .any, description: "Their numbers or identifiers.")],
            options: [
                OptionDefinition("all", description: "Remove all, pending and delivered."),
                OptionDefinition("delivered", description: "Remove all that are delivered."),
                OptionDefinition(
                    "program",
                    value: ValueDefinition(
                        "TEXT", kind: "a text", completion: NameTopic.notificationClients.completion),
                    description: "Remove those of this program."), text("thread", "Remove those of this thread."),
            ] + Removal.options + [Values.json],
            examples: [
                DocumentedTerm("oncue notifications remove 1 p2", "Remove a delivered and a pending one."),
                DocumentedTerm("oncue notifications remove --delivered --yes", "Clear the list."),
            ]),
        NotificationSettingsCommand.definition,
    ]

    static func text(_ name: String, _ description: String) -> OptionDefinition {
        OptionDefinition(name, value: ValueDefinition("TEXT", kind: "a text"), description: description)
    }

    // MARK: Listing

    private static let list: Command.Handler = { parsed, context in
        let rows = try await context.service.deliveredNotifications()
        NotificationView.write(rows, prefix: "", parsed, context)
        guard !parsed.has("json") else { return }
        let waiting = try await context.service.pendingNotifications().count
        let rest = waiting == 0 ? "" : "; \(waiting) waiting: oncue notifications pending"
        if rows.isEmpty { context.console.tell("No notifications" + rest) }
    }

    private static let pending: Command.Handler = { parsed, context in
        let rows = try await context.service.pendingNotifications()
        let missing = try await WaitingNotifications.missing(rows, context)
        NotificationView.write(rows, missing, prefix: "p", parsed, context)
        guard !parsed.has("json") else { return }
        if rows.isEmpty { context.console.tell("Nothing waits") }
        for (index, occasion) in missing.enumerated() {
            guard let occasion else { continue }
            context.console.tell(
                TextLayout.printable(
                    "p\(index + 1) waits, but \(occasion.sentence): \(occasion.remedy), or remove it "
                        + "with: oncue notifications remove p\(index + 1)"))
        }
    }

    private static let show: Command.Handler = { parsed, context in
        let row = try await named(parsed.required("ID"), context)
        let missing = try await WaitingNotifications.missing([row.row], context).first ?? nil
        if parsed.has("json") { return context.console.write(NotificationView.json(row.id, row.row, missing)) }
        context.console.write(lines: NotificationView.facts(row.row, missing, screen: context.console.dataScreen))
    }

    // MARK: Changing

    private static let answer: Command.Handler = { parsed, context in
        let (_, row) = try await named(parsed.required("ID"), context)
        guard row.state != .pending else {
            throw CommandFailure(.wrongWords, "\"\(TextLayout.printable(row.wish.content.title))\" is not due yet")
        }
        let word = parsed.argument("ACTION") ?? "default"
        let folded = TextFolding.fold(word)
        let action = row.actions.first { $0.name == word || TextFolding.fold($0.title) == folded }
        let words = parsed.arguments("TEXT").joined(separator: " ")
        try await context.service.answerNotification(
            row.name, action: action?.name ?? word, text: words.isEmpty ? nil : words)
        if parsed.has("json") { return context.console.write(["answered": .string(action?.name ?? word)]) }
        let title = TextLayout.printable(row.wish.content.title)
        context.console.tell(
            word == "dismiss" ? "Dismissed \"\(title)\"" : "Answered \"\(title)\": \(action?.title ?? word)")
    }

    private static let add: Command.Handler = { parsed, context in
        var content = NotificationContent(title: try parsed.required("TITLE"))
        content.body = parsed.option("body") ?? ""
        content.thread = parsed.option("thread") ?? ""
        content.sound = parsed.has("silent") ? nil : "default"
        if let urgency = parsed.option("urgency").flatMap(NotificationContent.Urgency.init) {
            content.urgency = urgency
        }
        content.progress = try parsed.option("progress") { word in
            Int(word).flatMap { (0...100).contains($0) ? $0 : nil }
        }
        let now = MomentText.now
        let trigger = try await NotificationWhen.trigger(parsed, context, fallback: .once, now: now)
        let identifier = try await context.service.addNotification(
            NotificationWish(parsed.option("id") ?? "", content, trigger: trigger), for: "")
        if parsed.has("json") { return context.console.write(["identifier": .string(identifier)]) }
        guard let trigger else { return context.console.tell("Told \"\(TextLayout.printable(content.title))\"") }
        let row = try await context.service.pendingNotifications().first { $0.wish.identifier == identifier }
        context.console.tell(
            "\"\(TextLayout.printable(content.title))\" comes \(NotificationTriggerText.text(trigger, due: row?.due))")
    }

    private static let remove: Command.Handler = { parsed, context in
        let words = parsed.arguments("ID")
        let isSelection = parsed.has("program") || parsed.has("thread") || parsed.has("delivered") || parsed.has("all")
        guard words.isEmpty == isSelection else {
            throw UsageError(
                words.isEmpty ? .missingArgument : .unexpectedArgument, call: parsed.call,
                "name notifications, or take --all, --delivered, --program or --thread")
        }
        var (count, names): (Int, [(row: NotificationRow, part: NotificationBook.Part)]) = (0, [])
        for word in words {
            let row = try await named(word, context).row
            // An identifier may belong to a notification that is shown and repeats.
            let part: NotificationBook.Part =
                word == row.wish.identifier ? .all : row.state == .pending ? .pending : .delivered
            names.append((row, part))
        }
        let deed =
            isSelection
            ? "remove all notifications that these options name"
            : "remove \(ContentPhrase.count(names.count, "notification"))"
        guard try Removal.isConfirmed(deed, parsed, context) else { return }
        if isSelection {
            count = try await context.service.removeNotifications(
                NotificationSelection(
                    client: parsed.option("program"), thread: parsed.option("thread"),
                    part: parsed.has("delivered") ? .delivered : .all))
        }
        for (row, part) in names {
            count += try await context.service.removeNotifications(
                NotificationSelection(
                    client: row.client, identifiers: [row.wish.identifier],
                    part: part))
        }
        if parsed.has("json") { return context.console.write(["removed": .int(count)]) }
        context.console.tell(
            count == 0 ? "There was nothing to remove" : "Removed \(ContentPhrase.count(count, "notification"))")
    }

    /// Returns the notification with a number, such as `1` or `p1`, or with an identifier.
    private static func named(_ word: String, _ context: CommandContext) async throws -> (
        id: String, row: NotificationRow
    ) {
        let isPending = word.hasPrefix("p") && Values.positive(String(word.dropFirst())) != nil
        let delivered = try await context.service.deliveredNotifications()
        let pending = try await context.service.pendingNotifications()
        let rows = isPending ? pending : delivered
        if let number = Values.positive(isPending ? String(word.dropFirst()) : word), number <= rows.count {
            return (word, rows[number - 1])
        }
        for (prefix, rows) in [("", delivered), ("p", pending)] {
            if let index = rows.firstIndex(where: { $0.wish.identifier == word }) {
                return (prefix + String(index + 1), rows[index])
            }
        }
        throw CommandFailure(
            .nothingFound,
            "there is no notification \"\(TextLayout.printable(word))\"; list them with: oncue notifications, or oncue "
                + "notifications pending")
    }
}
