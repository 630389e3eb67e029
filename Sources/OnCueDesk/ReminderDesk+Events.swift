// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
internal import OnCueCore
internal import OnCueInterface
internal import OnCueNotifications
internal import OnCuePhrases
internal import OnCueRuntime
internal import OnCueSession

/// Reminders of kept events. A reminder without a time of its own follows the event when that is moved.
@MediaActor
extension ReminderDesk {
    /// Returns the kept event with an identifier; `nil` for anything else.
    func event(_ identifier: ContentIdentifier) async throws(ContentError) -> KeptEvent? {
        guard identifier.kind == .event, let events else { return nil }
        return try await events.events().first { $0.identifier == identifier }
    }

    static func content(_ event: KeptEvent) -> NotificationContent {
        let facts = facts(event)
        var content = NotificationContent(
            title: NotificationContent.line(event.title), body: facts, category: Reminder.eventCategory)
        content.info.values[Reminder.facts] = .text(facts)
        content.item = event.identifier.description
        return content
    }

    /// Returns the body with the current facts of the event after the note, replacing the former facts.
    static func body(_ body: String, renewedBy event: KeptEvent, _ info: ActivityInfo) -> String {
        let former = info.text(Reminder.facts) ?? ""
        let note = body.hasSuffix(former) ? String(body.dropLast(former.count)) : body
        let lines = note.split(separator: "\n").map(String.init) + [facts(event)]
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Returns the day and the place of an event, and its status unless it takes place as planned.
    private static func facts(_ event: KeptEvent) -> String {
        let status = event.status == .scheduled ? "" : event.status.rawValue
        return [event.startText, event.location?.name ?? "", status].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Returns the trigger of a reminder of an event, and notes in the content that the reminder follows it.
    ///
    /// - Parameters:
    ///   - event: `nil` for an item that is not an event.
    ///   - before: The time before the event, in seconds; `nil` for the default.
    ///   - now: Seconds since 1970.
    /// - Throws: ``ServiceError`` if no time is given, or if it is too soon.
    static func trigger(
        _ event: KeptEvent?, before: Int64?, _ content: inout NotificationContent, now: Int64
    ) throws -> NotificationTrigger {
        guard let event else {
            throw ServiceError(
                .invalidValue, "\"\(content.title)\" has no day of its own; say when to be reminded of it")
        }
        guard before.map((1...NotificationLimits.longestInterval).contains) ?? true else {
            throw ServiceError(.invalidValue, "the time before an event is between 1 second and a year")
        }
        do throws(EventReminderRefusal) {
            let reminder = try reminder(event, before, now)
            content.info.values[Reminder.lead] = .text(reminder.words)
            if let before { content.info.values[Reminder.before] = .number(Double(before)) }
            return .once(at: reminder.time, now: now)
        } catch {
            throw ServiceError(.refused, error.message)
        }
    }

    private static func reminder(
        _ event: KeptEvent, _ before: Int64?, _ now: Int64
    ) throws(EventReminderRefusal) -> EventReminder {
        guard let before else { return try event.reminder(now: now, offset: LocalClock.offset) }
        return try event.reminder(
            before: before, SpanText.words(.seconds(before)), now: now, offset: LocalClock.offset)
    }

    /// Returns the reminder of an event that was moved: it may have lost its time of day.
    private static func renewed(
        _ event: KeptEvent, _ before: Int64?, _ now: Int64
    ) throws(EventReminderRefusal) -> EventReminder {
        do throws(EventReminderRefusal) { return try reminder(event, before, now) } catch {
            guard error.code == .timeless, before != nil else { throw error }
            return try reminder(event, nil, now)
        }
    }

    /// Moves the pending reminders of events that were moved.
    ///
    /// If the event is now so near that the time of its reminder has passed, the reminder is due at once. It keeps its
    /// time if the event no longer has a day.
    func followEvents() async {
        guard let events else { return }
        let known: [KeptEvent]
        do throws(ContentError) { known = try await events.events() } catch {
            return log.warning("cannot read the events of reminders", ["error": error.message])
        }
        await center.settled()
        for record in center.book.pending where record.name.client == ServiceNames.busName {
            let request = record.request
            guard request.content.info.text(Reminder.lead) != nil,
                let event = known.first(where: { $0.identifier.description == request.content.item }),
                request.content.info.text(Reminder.facts) != Self.facts(event)
            else { continue }
            // It may have been removed meanwhile.
            guard center.book.records[record.name] == record else { continue }
            do { try await center.add(moved(request, with: event)) } catch {
                log.warning("a reminder cannot follow its event", ["error": ServiceError(error).message])
            }
        }
    }

    private func moved(_ request: NotificationRequest, with event: KeptEvent) -> NotificationRequest {
        var request = request
        request.content.body = Self.body(request.content.body, renewedBy: event, request.content.info)
        request.content.info.values[Reminder.facts] = .text(Self.facts(event))
        var before: Int64?
        if case .number(let seconds)? = request.content.info.values[Reminder.before] {
            before = Int64(exactly: seconds.rounded())
        }
        do throws(EventReminderRefusal) {
            let reminder = try Self.renewed(event, before, now())
            request.content.info.values[Reminder.lead] = .text(reminder.words)
            request.trigger = .once(at: reminder.time, now: now())
        } catch {
            switch error.code {
            case .undated: break
            case .timeless, .over, .begun, .late: request.trigger = .once(at: now(), now: now())
            }
        }
        return request
    }
}
