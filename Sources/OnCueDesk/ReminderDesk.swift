// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
internal import OnCueCore
package import OnCueInterface
package import OnCueNotifications
internal import OnCuePhrases
internal import OnCueQuery
package import OnCueRuntime
package import OnCueSession

/// Reminds of items: the one that was playing when the reminder was added, or any other.
@MediaActor
package final class ReminderDesk: nonisolated ReminderService {
    package typealias Failure = any Error

    let center: NotificationCoordinator
    private let manager: ContentManager
    private let controller: PlaybackController
    private let chapters: ChapterCenter
    private let artwork: any ArtworkProviding
    let events: EventKeeper?
    /// Opens a web page.
    private let open: @MediaActor (String) async throws -> Void
    /// Plays an item, from a position if there is one.
    private let play: @MediaActor (_ item: String, _ position: Duration?) async throws -> Void
    let log = Logger("reminders")
    /// In seconds since 1970.
    let now: @MediaActor () -> Int64
    private static let absence = "It is not there any longer."

    package init(
        center: NotificationCoordinator, manager: ContentManager, controller: PlaybackController,
        chapters: ChapterCenter, artwork: any ArtworkProviding, events: EventKeeper? = nil,
        now: @escaping @MediaActor () -> Int64 = { Int64(WallClock.now) },
        open: @escaping @MediaActor (String) async throws -> Void = { _ in },
        play: @escaping @MediaActor (_ item: String, _ position: Duration?) async throws -> Void
    ) {
        (self.center, self.manager, self.controller) = (center, manager, controller)
        (self.chapters, self.artwork, self.play) = (chapters, artwork, play)
        (self.events, self.now, self.open) = (events, now, open)
        for category in Self.categories {
            center.handle(category.name, lasting: [Reminder.later]) { [weak self] in await self?.answered($0) }
            center.complete(category.name) { [weak self] in await self?.completed($0) }
        }
        events?.changes.listen { [weak self] in
            Task { @MediaActor in await self?.followEvents() }
        }
    }

    /// The category of reminders, with the possible answers.
    package nonisolated static var category: NotificationCategory {
        category(Reminder.category, NotificationAction(Reminder.play, "Play"))
    }

    private nonisolated static func category(_ name: String, _ first: NotificationAction) -> NotificationCategory {
        NotificationCategory(
            name,
            actions: [
                first, NotificationAction(Reminder.later, "In an hour"), NotificationAction(Reminder.done, "Done"),
            ], summary: "%u reminders")
    }

    package nonisolated static var categories: [NotificationCategory] {
        [
            category, category(Reminder.eventCategory, NotificationAction(Reminder.open, "Open")),
            category(Reminder.activityCategory, NotificationAction(Reminder.open, "Continue")),
        ]
    }

    @MediaActor
    package func addReminder(_ wish: ReminderWish) async throws -> NotificationRow {
        var (content, event) = try await wish.place.isEmpty ? (playing(), nil) : named(wish.place)
        if content.category.isEmpty { content.category = Reminder.category }
        let trigger = try wish.trigger ?? Self.trigger(event, before: wish.before, &content, now: now())
        content.sound = "default"
        if !wish.note.isEmpty {
            content.body = [wish.note, content.body].filter { !$0.isEmpty }.joined(separator: "\n")
        }
        let name = NotificationRequest.Name(ServiceNames.busName, center.makeIdentifier())
        do {
            try await center.add(NotificationRequest(name, content, trigger: trigger))
        } catch let error as NotificationRefusal {
            throw ServiceError(error)
        }
        return NotificationRow(
            client: name.client, program: "OnCue",
            NotificationWish(name.identifier, content, trigger: trigger), .pending,
            due: center.book.records[name]?.next)
    }

    /// Returns the items of reminders that are due and not answered, the newest first.
    package func remindedItems() async -> [String] {
        await center.settled()
        return reminders.compactMap { $0.delivery?.content.item }
    }

    /// Ends the reminders of an item that the user has begun to play.
    package func wasAccepted(_ item: String) async {
        for record in reminders where record.delivery?.content.item == item {
            do { try await center.answer(record.name, NotificationAnswer(.dismiss)) } catch {
                log.warning("a reminder cannot be ended", ["error": "\(error)"])
            }
        }
    }

    /// The reminders that are due and not answered; other programs' notifications of that category are not included.
    private var reminders: [NotificationRecord] {
        center.book.delivered.filter { record in
            let category = record.delivery?.content.category
            return record.name.client == ServiceNames.busName
                && (category == Reminder.category || category == Reminder.activityCategory)
        }
    }

    // MARK: The item

    private func playing() async throws -> NotificationContent {
        guard let track = controller.snapshot.entry?.track else {
            throw PlaybackCommandError(.nothingPlaying, "nothing is playing; name what you want to be reminded of")
        }
        var content = NotificationContent(title: NotificationContent.line(track.title))
        content.item = try await place(of: track)
        let position = controller.position
        // A station is live.
        if position >= .seconds(1), !track.isStation {
            content.info.values[Reminder.position] = .number(position / .seconds(1))
            let chapter = (try? await chapters.chapters())?.current?.title ?? ""
            if !chapter.isEmpty { content.info.values[Reminder.chapter] = .text(NotificationContent.line(chapter)) }
            content.body = ReminderPhrase.position(content.info).map { "At " + $0 } ?? ""
        }
        return content
    }

    /// Returns the place by which a track can be found again: its identifier, or its location if no list contains it.
    private func place(of track: Track) async throws -> String {
        do throws(ContentError) { _ = try await manager.item(at: .identifier(track.identifier)) } catch {
            guard error.isAbsence else { return track.identifier.description }
            // An address with a password must not be in a list.
            let uri = track.location.uri
            if uri == track.location.shownURI, uri.utf8.count <= NotificationLimits.addressBytes { return uri }
            throw ServiceError(
                .refused, "\"\(track.title)\" is in no list, so it cannot be found again; add it to a playlist first")
        }
        return track.identifier.description
    }

    private func named(_ place: String) async throws -> (NotificationContent, KeptEvent?) {
        let place = try ContentPlace(place)
        if case .identifier(let identifier) = place {
            if let event = try await event(identifier) { return (Self.content(event), event) }
            if let name = Activity.Name(identifier) { return (try await foreign(name), nil) }
        }
        let item = try await manager.onlyItem(named: place)
        if let event = try await event(item.identifier) { return (Self.content(event), event) }
        var content = NotificationContent(
            title: NotificationContent.line(item.title),
            body: item.subtitle.isEmpty ? "" : NotificationContent.line(item.subtitle))
        content.item = item.identifier.description
        return (content, nil)
    }

    /// Returns the content of a reminder of an item of another program.
    private func foreign(_ name: Activity.Name) async throws -> NotificationContent {
        // The playing item has its own reminder, with the position.
        if name.program == ServiceNames.busName { return try await playing() }
        guard let hit = try await manager.foreign?.foreignItem(name) else {
            throw ServiceError(
                .notFound, "this is not there any longer; oncue activities and oncue search show what is")
        }
        guard !name.program.hasPrefix(":") else {
            throw ServiceError(
                .refused,
                "\"\(hit.title)\" ends with its program, so it cannot be continued later; name an item instead")
        }
        let body = [hit.programName, hit.summary ?? ""].filter { !$0.isEmpty }.map(NotificationContent.line)
        var content = NotificationContent(
            title: NotificationContent.line(hit.title), body: body.joined(separator: "\n"),
            category: Reminder.activityCategory)
        content.item = name.contentIdentifier.description
        return content
    }

    // MARK: When it is due

    /// Adds why the reminder comes, whether the item still exists, and its picture.
    private func completed(_ request: NotificationRequest) async -> NotificationContent? {
        var content = request.content
        content.subtitle = Self.sentence(request.trigger)
        guard let place = content.item, let identifier = ContentIdentifier(place) else { return content }
        if let name = Activity.Name(identifier) { return await completed(content, with: name) }
        do throws(ContentError) {
            if let event = try await event(identifier) {
                content.body = Self.body(content.body, renewedBy: event, content.info)
                return content
            }
            let item = try await manager.item(at: .identifier(identifier)).item
            content.body = Self.body(content.body, isThere: true)
            if let picture = await artwork.file(for: item.artwork, size: .large, identifier: identifier) {
                content.attachments = [picture.uri]
            }
        } catch {
            if error.isAbsence { content.body = Self.body(content.body, isThere: false) }
        }
        return content
    }

    /// Adds whether an item of another program still exists, and its picture if that is a file.
    private func completed(_ content: NotificationContent, with name: Activity.Name) async -> NotificationContent {
        var content = content
        do {
            let hit = try await manager.foreign?.foreignItem(name)
            content.body = Self.body(content.body, isThere: hit != nil)
            if let picture = hit?.thumbnail, picture.hasPrefix("file:///") { content.attachments = [picture] }
        } catch {
            log.warning("cannot look up what was reminded of", ["error": ServiceError(error).message])
        }
        return content
    }

    /// Returns the body with or without the remark that the item is gone. When a reminder comes again, an item that was
    /// missing before may be back.
    private static func body(_ body: String, isThere: Bool) -> String {
        let isMissed = body.hasSuffix(absence)
        if isThere { return isMissed ? String(body.dropLast(absence.count + 1)) : body }
        return isMissed ? body : [body, absence].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func sentence(_ trigger: NotificationTrigger?) -> String {
        if case .event(let event, _) = trigger, event.kind == .arrival { return "You asked to be reminded here" }
        return "You asked to be reminded"
    }

    // MARK: Answers

    private func answered(_ response: NotificationResponse) async {
        switch response.answer.action {
        case .main, .custom(Reminder.play), .custom(Reminder.open): await play(response.content)
        case .custom(Reminder.later): await postpone(response)
        default: break
        }
    }

    private func play(_ content: NotificationContent) async {
        guard let item = content.item else { return }
        var position: Duration?
        if let seconds = content.info.number(Reminder.position), (0..<1_000_000).contains(seconds) {
            position = .milliseconds(Int(seconds * 1_000))
        }
        do {
            let identifier = ContentIdentifier(item)
            if let name = identifier.flatMap(Activity.Name.init) {
                guard let foreign = manager.foreign else { throw ServiceError(.notAvailable, Self.absence) }
                try await foreign.continueForeign(name)
            } else if let identifier, let event = try await event(identifier) {
                if let page = event.page ?? event.tickets { try await open(page) }
            } else {
                try await play(item, position)
            }
        } catch {
            let reason = ServiceError(error).message
            log.warning("cannot play what was reminded of", ["error": reason])
            let verb =
                switch content.category {
                case Reminder.eventCategory: "open"
                case Reminder.activityCategory: "continue"
                default: "play"
                }
            let failure = NotificationContent(
                title: "Cannot \(verb) \(content.title.shortened(toBytes: 300))",
                body: reason.shortened(toBytes: NotificationLimits.bodyBytes), category: ServiceNews.trouble)
            await center.tell(NotificationRequest(.init(ServiceNames.busName, center.makeIdentifier()), failure))
        }
    }

    private func postpone(_ response: NotificationResponse) async {
        // A repeating reminder continues as before; the postponed one has a name of its own, which it keeps when it is
        // postponed again.
        let pause = NotificationTrigger.interval(Reminder.pause, repeats: false)
        let isPending = center.book.records[response.name].map { $0.isPending && $0.request.trigger != pause } ?? false
        let later = NotificationRequest.Name(
            ServiceNames.busName, "\(response.name.identifier) later \(response.number)")
        let name = isPending ? later : response.name
        let request = NotificationRequest(
            name, response.content, trigger: pause)
        await center.tell(request)
    }
}
