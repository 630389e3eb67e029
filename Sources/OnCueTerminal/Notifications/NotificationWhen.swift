// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueNotifications
internal import OnCuePhrases
internal import OnCueSuggestions
internal import TextOutput

/// The options for the time or event of a notification, and their meaning.
struct NotificationWhen {
    /// The hour of `--tomorrow` without a time.
    private static let morning = 9 * 60

    static let options = [
        OptionDefinition(
            "when",
            value: ValueDefinition(
                "EVENT", kind: "an event", expected: "home, car, headphones, a place, a device, or \"leaving PLACE\"",
                completion: NameTopic.moments.completion),
            description: """
                When the machine comes to a place, when headphones, the car or a device connect, or at "leaving PLACE", \
                unlock, wake or boot.
                """),
        OptionDefinition(
            "at", value: ValueDefinition("MOMENT", kind: "a time", expected: ComingMomentText.expected),
            description: "At a time of day, on a weekday or on a date."),
        OptionDefinition(
            "in", value: ValueDefinition("TIME", kind: "a time", expected: "30m, 2h or 1h30m"),
            description: "After this time, whatever the clock shows."),
        OptionDefinition("tomorrow", description: "Tomorrow, at 09:00 or at the time of --at."),
        OptionDefinition("next-time", description: "When you listen next."),
        OptionDefinition(
            "repeat",
            value: ValueDefinition(
                "HOW", kind: "a repetition", expected: "always, daily, weekdays, weekly, monthly, yearly or mon,thu"),
            description: "Each time again: always with --when and --in; daily, weekly, mon,thu, ... with --at."),
    ]

    /// Returns the trigger for the options.
    ///
    /// - Parameters:
    ///   - fallback: The repetition of an event without `--repeat`.
    ///   - now: Seconds since 1970.
    /// - Returns: `nil` if none of the options is given.
    static func trigger(
        _ parsed: ParsedCommand, _ context: CommandContext, fallback: NotificationTrigger.Repetition, now: Int64
    ) async throws -> NotificationTrigger? {
        for (one, other) in [
            ("when", "in"), ("when", "at"), ("when", "tomorrow"), ("when", "next-time"), ("in", "at"),
            ("in", "tomorrow"), ("in", "next-time"), ("at", "next-time"), ("tomorrow", "next-time"),
        ] {
            try parsed.refuse(one, with: other)
        }
        let repetition = parsed.option("repeat")
        if parsed.has("next-time") { return .event(.init(.playback), try events(repetition, parsed, fallback)) }
        if let word = parsed.option("when") {
            return .event(try await event(RawWords.printable(word), context), try events(repetition, parsed, fallback))
        }
        let span = try parsed.option("in") { SpanText.duration($0, unit: .seconds(60)) }
        if let span {
            guard repetition == nil || repetition == "always" else { throw wrong("always", repetition, parsed) }
            return .interval(max(1, span.components.seconds), repeats: repetition != nil)
        }
        guard parsed.has("at") || parsed.has("tomorrow") else {
            guard repetition == nil else {
                throw UsageError(.missingArgument, call: parsed.call, "--repeat needs --when, --in or --at")
            }
            return nil
        }
        return try date(repetition, parsed, now: now)
    }

    private static func events(
        _ repetition: String?, _ parsed: ParsedCommand, _ fallback: NotificationTrigger.Repetition
    ) throws(UsageError) -> NotificationTrigger.Repetition {
        guard let repetition else { return fallback }
        guard repetition == "always" else { throw wrong("always", repetition, parsed) }
        return .always
    }

    private static func wrong(_ right: String, _ word: String?, _ parsed: ParsedCommand) -> UsageError {
        UsageError(
            .invalidValue, call: parsed.call,
            "--repeat takes \(right) here, not \"\(TextLayout.printable(word ?? ""))\"")
    }

    // MARK: Dates

    private static func date(
        _ repetition: String?, _ parsed: ParsedCommand, now: Int64
    ) throws(UsageError) -> NotificationTrigger {
        let words = parsed.option("at")
        if parsed.has("tomorrow") {
            let minute = try parsed.option("at") { ClockText.minute($0) } ?? morning
            let tomorrow = (now + LocalClock.offset(at: now)) / CivilDate.secondsOfDay + 1
            let day = CivilDate(days: tomorrow)
            let date = CalendarComponents(
                year: Int(day.year), month: Int(day.month), day: Int(day.day), hour: minute / 60, minute: minute % 60)
            guard let repetition else { return .calendar(date, repeats: false) }
            return try repeated(repetition, on: day, minute: minute, parsed, now: now)
        }
        var moment = try parsed.option("at") { ComingMomentText.seconds($0, now: now) } ?? now
        // The present minute has already begun.
        if moment <= now { moment = now + 1 }
        // The time as requested: on the day on which the clock is put forward, it may come later.
        let minute = words.flatMap { $0.split(separator: " ").last }.flatMap { ClockText.minute($0) }
        let shown = moment + LocalClock.offset(at: moment)
        let day = CivilDate(days: shown / CivilDate.secondsOfDay)
        guard let repetition else { return .once(at: moment, showing: minute, now: now) }
        return try repeated(
            repetition, on: day, minute: minute ?? Int(shown / 60 % (24 * 60)), parsed, now: now, from: moment)
    }

    /// - Parameter moment: The first requested time; `nil` for the first one of the repetition.
    private static func repeated(
        _ repetition: String, on day: CivilDate, minute: Int, _ parsed: ParsedCommand, now: Int64,
        from moment: Int64? = nil
    ) throws(UsageError) -> NotificationTrigger {
        var components = CalendarComponents(hour: minute / 60, minute: minute % 60)
        switch repetition {
        case "daily", "always": break
        case "weekdays": components.weekdays = WeekdayGroup.weekdays.selection
        case "weekly": components.weekdays = [Int((day.days + 3) % 7)]
        case "monthly": components.day = Int(day.day)
        case "yearly": (components.month, components.day) = (Int(day.month), Int(day.day))
        default:
            guard let days = ClockText.days(repetition) else {
                throw wrong("daily, weekdays, weekly, monthly, yearly or days such as mon,thu", repetition, parsed)
            }
            components.weekdays = days.compactMap { Weekday(word: $0)?.rawValue }
        }
        // The repetition would begin before a requested date far ahead.
        if let moment, parsed.option("at")?.contains("-") == true,
            let first = components.next(after: now, offset: LocalClock.offset), first < moment - 60
        {
            throw UsageError(
                .invalidValue, call: parsed.call,
                "with --repeat \(repetition) it would come before that, \(MomentText.text(first)); "
                    + "give the time alone, or a date before its second time")
        }
        return .calendar(components, repeats: true)
    }

    // MARK: Events

    private static func event(_ word: String, _ context: CommandContext) async throws -> NotificationEvent {
        let places = try await context.service.places().map(\.name)
        let devices = try await context.service.triggerDevices().map { (name: $0.name, identifier: $0.id) }
        if let event = NotificationEvent(named: word, places: places, devices: devices) { return event }
        let folded = TextFolding.fold(word)
        let name = folded.hasPrefix("leaving ") ? word.dropFirst("leaving ".count) : word[...]
        let wanted = TextFolding.fold(String(name))
        let advice =
            ["home", "work"].contains(wanted)
            ? "add the place where you are now with: oncue place add \(wanted) --here"
            : "oncue triggers shows places and devices; oncue place add adds a place"
        throw CommandFailure(
            .nothingFound, "no place or device is called \"\(TextLayout.printable(String(name)))\"; \(advice)")
    }
}
