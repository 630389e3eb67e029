// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueActivities
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueNotifications
internal import OnCuePhrases
internal import TextOutput

/// `oncue remind`
enum RemindCommand {
    static let command = Command(
        CommandDefinition(
            "remind", group: "Notifications", summary: "Be reminded of something at a place, a time or an event.",
            discussion: """
                Without PLACE it is what is playing, at its position. PLACE may also be a kept event, or something of \
                another program that oncue search finds. Without a time, you are reminded of an event on the day before \
                at 18:00, or two hours before it if that has passed. When the reminder is due, it is shown with the \
                buttons Play, In an hour and Done, and stands first among the suggestions. It never interrupts what is \
                playing. A reminder of an event comes again each time until you answer it. oncue notifications pending \
                lists reminders; oncue notifications remove takes them back. A reminder of an activity continues it \
                in its program.

                JSON: as of oncue notifications show.
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition(
                        "PLACE", kind: "a place", expected: Values.place.expected,
                        completion: .dynamicOrFiles(NameTopic.reminders.rawValue)), .any,
                    description: Values.placeDescription)
            ],
            options: NotificationWhen.options + [
                OptionDefinition(
                    "before", value: ValueDefinition("TIME", kind: "a time", expected: "30m, 2h or 1h30m"),
                    description: "So long before a kept event begins."),
                OptionDefinition(
                    "activity",
                    value: ValueDefinition(
                        "N", kind: "an activity", expected: "a number, as oncue activities shows it",
                        completion: NameTopic.activities.completion),
                    description: "Be reminded of this activity, which is continued then."),
                NotificationsCommand.text("note", "A text that is shown with it."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue remind --when home", "Be reminded of this episode when you come home."),
                DocumentedTerm("oncue remind \"Albums/Night Crossing\" --at 18:00", "At six."),
                DocumentedTerm("oncue remind --when headphones --note \"Listen properly\"", "With headphones."),
                DocumentedTerm("oncue remind Blue Train --when \"leaving work\"", "On the way home."),
                DocumentedTerm("oncue remind Harbour Night --before 2h", "Two hours before a concert that is kept."),
                DocumentedTerm("oncue remind --activity 1 --when home", "Go on at home with what you do now."),
            ], runsAlone: true)
    ) { parsed, context in
        for option in ["when", "at", "in", "tomorrow", "next-time", "repeat"] {
            try parsed.refuse("before", with: option)
        }
        let before = try parsed.option("before") { SpanText.duration($0, unit: .seconds(60)) }
        let said = try await NotificationWhen.trigger(parsed, context, fallback: .untilAnswered, now: MomentText.now)
        let words = parsed.arguments("PLACE")
        guard !parsed.has("activity") || words.isEmpty else {
            throw UsageError(.unexpectedArgument, call: parsed.call, "--activity takes no PLACE")
        }
        let place = try await place(words, parsed, context)
        let isEvent = ContentIdentifier(place)?.kind == .event
        guard before == nil || isEvent else {
            throw UsageError(
                .unexpectedValue, call: parsed.call, "--before needs a kept event; oncue events lists them")
        }
        guard said != nil || isEvent else {
            throw UsageError(
                .missingArgument, call: parsed.call,
                "say when: --when home, --at 18:00, --in 2h, --tomorrow or --next-time")
        }
        let row = try await PlaceResolver(context).asking(words) { () async throws(ClientError) in
            try await context.service.addReminder(
                ReminderWish(
                    place: place, said, before: before?.components.seconds, note: parsed.option("note") ?? ""))
        }
        if parsed.has("json") { return context.console.write(NotificationView.json("", row)) }
        let phrase = ReminderPhrase.when(row)
        let at = ReminderPhrase.position(row.wish.content.info).map { " (at \($0))" } ?? ""
        context.console.tell(
            "You will be reminded of \"\(TextLayout.printable(row.wish.content.title))\"\(at) \(phrase)"
        )
    }

    /// Returns the place of the item that the words name; empty for the playing item.
    private static func place(
        _ words: [String], _ parsed: ParsedCommand, _ context: CommandContext
    ) async throws -> String {
        if let number = parsed.option("activity") {
            return try await ActivitiesCommand.name(numbered: number, context).contentIdentifier.description
        }
        guard !words.isEmpty else { return "" }
        let text = RawWords.printable(words.joined(separator: " "))
        // An event is named as in the list of events; a search of the library would find similar titles.
        let event = try await event(called: text, context)
        if let event { return event }
        do {
            return try await PlaceResolver(context).one(words)
        } catch {
            // Perhaps only other programs have it.
            guard (error as? ClientError)?.isAbsence == true else { throw error }
            return try await foreign(called: text, context, orThrow: error)
        }
    }

    /// Returns the kept event with a title; `nil` if there is none.
    private static func event(called text: String, _ context: CommandContext) async throws -> String? {
        let events = try await context.service.keptEvents()
        let found = TitleWords.indexes(of: text, in: events.map(\.title), isWhole: true)
        guard found.count < 2 else {
            throw CommandFailure(
                .wrongWords,
                "\"\(TextLayout.printable(text))\" is the title of \(found.count) events; take an identifier from "
                    + "oncue events --json")
        }
        return found.first.map { events[$0].identifier.description }
    }

    /// Returns the item or activity of other programs with a title, or else the only match of the words there.
    private static func foreign(
        called text: String, _ context: CommandContext, orThrow error: any Error
    ) async throws -> String {
        let hits = try await context.service.searchForeign(text, limit: TitleWords.mostForeign)
        guard !hits.isEmpty else { throw error }
        let titled = TitleWords.indexes(of: text, in: hits.map(\.title))
        let found = titled.isEmpty ? Array(hits.indices) : titled
        guard found.count == 1 else {
            throw CommandFailure(
                .wrongWords,
                "\"\(TextLayout.printable(text))\" finds several things of other programs; take an identifier from "
                    + "oncue search")
        }
        return hits[found[0]].name.contentIdentifier.description
    }
}
