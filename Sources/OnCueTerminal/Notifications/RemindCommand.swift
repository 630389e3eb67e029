// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueNotifications
internal import OnCuePhrases

/// `oncue remind`
enum RemindCommand {
    static let command = Command(
        CommandDefinition(
            "remind", group: "Notifications", summary: "Be reminded of something at a place, a time or an event.",
            discussion: """
                Without PLACE it is what is playing, at its position. When the reminder is due, it is shown with the \
                buttons Play, In an hour and Done, and stands first among the suggestions. It never interrupts what is \
                playing. A reminder of an event comes again each time until you answer it. oncue notifications pending \
                lists reminders; oncue notifications remove takes them back.

                JSON: as of oncue notifications show.
                """,
            arguments: [
                ArgumentDefinition(Values.place, .any, description: Values.placeDescription)
            ],
            options: NotificationWhen.options + [
                NotificationsCommand.text("note", "A text that is shown with it."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue remind --when home", "Be reminded of this episode when you come home."),
                DocumentedTerm("oncue remind \"Albums/Night Crossing\" --at 18:00", "At six."),
                DocumentedTerm("oncue remind --when headphones --note \"Listen properly\"", "With headphones."),
                DocumentedTerm("oncue remind Blue Train --when \"leaving work\"", "On the way home."),
            ], runsAlone: true)
    ) { parsed, context in
        let trigger = try await NotificationWhen.trigger(
            parsed, context, fallback: .untilAnswered, now: MomentText.now)
        guard let trigger else {
            throw UsageError(
                .missingArgument, call: parsed.call,
                "say when: --when home, --at 18:00, --in 2h, --tomorrow or --next-time")
        }
        let words = parsed.arguments("PLACE")
        let row = try await add(words, trigger, parsed.option("note") ?? "", context)
        if parsed.has("json") { return context.console.write(NotificationView.json("", row)) }
        let when = NotificationTriggerText.text(trigger, due: row.due)
        let position = row.wish.content.body.split(separator: "\n").last.map(String.init) ?? ""
        let at = words.isEmpty && position.hasPrefix("At ") ? " (a\(position.dropFirst()))" : ""
        context.console.tell(
            "You will be reminded of \"\(TextLayout.printable(row.wish.content.title))\"\(at) \(Self.phrase(trigger, when))"
        )
    }

    private static func add(
        _ words: [String], _ trigger: NotificationTrigger, _ note: String, _ context: CommandContext
    ) async throws -> NotificationRow {
        guard !words.isEmpty else { return try await context.service.addReminder(ReminderWish(trigger, note: note)) }
        let resolver = PlaceResolver(context)
        let place = try await resolver.one(words)
        return try await resolver.asking(words) { () async throws(ClientError) in
            try await context.service.addReminder(ReminderWish(place: place, trigger, note: note))
        }
    }

    private static func phrase(_ trigger: NotificationTrigger, _ when: String) -> String {
        if case .event = trigger { when } else { "on " + when }
    }
}
