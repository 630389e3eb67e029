// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
internal import OnCueCore
package import OnCueInterface
package import OnCueNotifications
internal import OnCueQuery
package import OnCueRuntime
package import OnCueSession

/// Wakes the user: alarms are notifications of the service that are heard.
@MediaActor
package final class AlarmDesk: nonisolated AlarmService {
    package typealias Failure = any Error

    /// What alarms need.
    package struct Parts {
        package var center: UserNotificationCenter
        package var manager: ContentManager
        package var controller: PlaybackController
        package var artwork: any ArtworkProviding
        /// `nil` if the outputs are fixed.
        package var outputs: OutputKeeper?
        package var ringer: AlarmRinger
        package var waking: any MachineWaking
        /// The places of what plays where an alarm's own cannot be heard, in order; the last is a sound that always can be.
        package var substitutes: @MediaActor () async -> [String]
        /// Seconds since 1970.
        package var now: @MediaActor () -> Int64

        package init(
            center: UserNotificationCenter, manager: ContentManager, controller: PlaybackController,
            artwork: any ArtworkProviding, outputs: OutputKeeper?, ringer: AlarmRinger, waking: any MachineWaking,
            substitutes: @escaping @MediaActor () async -> [String], now: @escaping @MediaActor () -> Int64
        ) {
            (self.center, self.manager, self.controller, self.artwork) = (center, manager, controller, artwork)
            (self.outputs, self.ringer, self.waking) = (outputs, ringer, waking)
            (self.substitutes, self.now) = (substitutes, now)
        }
    }

    private let parts: Parts
    private let log = Logger("alarms")
    /// The one that rings.
    private var current: (name: NotificationRequest.Name, number: Int64)?
    /// The one that rings again in a while.
    private var snoozed: NotificationRequest.Name?

    package init(_ parts: Parts) {
        self.parts = parts
        parts.center.handle(Alarm.category) { [weak self] in await self?.answered($0) }
        parts.center.complete(Alarm.category) { [weak self] in await self?.completed($0) }
        parts.center.whenDue(Alarm.category) { [weak self] in self?.ring($0) }
        parts.center.changes.listen { [weak self] in self?.listChanged() }
        parts.ringer.onEnd = { [weak self] in self?.ended($0) }
        parts.controller.changes.listen { [weak self] in self?.playbackChanged($0) }
    }

    /// How alarms can be answered.
    package nonisolated static var category: NotificationCategory {
        NotificationCategory(
            Alarm.category,
            actions: [NotificationAction(Alarm.snooze, "Snooze"), NotificationAction(Alarm.stop, "Stop")],
            tellsDismissal: true)
    }

    /// Goes on with an alarm that rang when the service ended.
    package func begin() {
        Task { @MediaActor [weak self, center = parts.center] in
            await center.ready()
            guard let self else { return }
            listChanged()
            let last = alarms.first { ($0.delivery?.phase ?? .missed) != .missed }
            if let last, current == nil { ring(last) }
        }
    }

    @MediaActor
    package func addAlarm(_ wish: AlarmWish) async throws -> AlarmRecord {
        let content = try await content(of: wish)
        let name = NotificationRequest.Name(ServiceNames.busName, parts.center.makeIdentifier())
        do {
            try await parts.center.add(NotificationRequest(name, content, trigger: wish.trigger))
        } catch let error as NotificationRefusal {
            throw ServiceError(error)
        }
        listChanged()
        let due = parts.center.book.records[name]?.next
        let row = NotificationRow(
            client: name.client, program: "OnCue", NotificationWish(name.identifier, content, trigger: wish.trigger),
            .pending, due: due)
        return AlarmRecord(row, await parts.waking.prospect())
    }

    private func content(of wish: AlarmWish) async throws -> NotificationContent {
        if case .event = wish.trigger {
            throw ServiceError(.invalidValue, "an alarm rings at a time; for an event there are reminders")
        }
        if let volume = wish.volume, !(volume > 0 && volume <= 1) {
            throw ServiceError(.invalidValue, "the volume of an alarm is from 0.01 to 1, as it must be heard")
        }
        guard wish.fade <= Alarm.longestFade else {
            throw ServiceError(.invalidValue, "an alarm rises for 30 minutes at most")
        }
        var content = NotificationContent(
            title: wish.title.isEmpty ? "Alarm" : NotificationContent.line(wish.title), category: Alarm.category,
            urgency: .critical)
        if !wish.place.isEmpty { try await name(wish.place, in: &content) }
        content.info.values[Alarm.Key.volume] = wish.volume.map { .number($0) }
        if wish.fade > .zero { content.info.values[Alarm.Key.fade] = .number(wish.fade / .seconds(1)) }
        if !wish.output.isEmpty {
            let output = try await output(wish.output)
            content.info.values[Alarm.Key.output] = .text(output.identifier)
            content.info.values[Alarm.Key.outputTitle] = .text(output.title)
        }
        return content
    }

    /// Says what plays. A server is not asked before the time has come: it may be there then.
    private func name(_ text: String, in content: inout NotificationContent) async throws {
        let place = try ContentPlace(text)
        var kept = text
        if case .location(let location) = place {
            if location.scheme == "file" { _ = try await parts.manager.selection(at: place) }
            content.subtitle = NotificationContent.line(location.displayName)
        } else {
            let named = try await parts.manager.named(by: place)
            if named.naming == .query {
                content.subtitle = NotificationContent.line(text)
            } else {
                let item = named.items[0]
                content.subtitle = NotificationContent.line(item.title)
                content.item = item.identifier.description
                // Titles may lead to a track and those behind it; positions and matches may lead elsewhere by then.
                if place.titles == nil || named.naming != .place { kept = item.identifier.description }
            }
        }
        content.info.values[Alarm.Key.place] = .text(kept)
    }

    private func output(_ identifier: String) async throws(ServiceError) -> ChosenOutput {
        guard let outputs = parts.outputs else {
            throw ServiceError(.refused, "oncued was started with --output; start it without to choose another one")
        }
        await outputs.refresh()
        guard let output = outputs.outputs.output(identifier) else {
            throw ServiceError(
                .notFound, "there is no output \"\(identifier.prefix(200))\"; list them with: oncue output")
        }
        return ChosenOutput(identifier: output.identifier, title: output.title)
    }

    // MARK: Ringing

    /// Those that are due and not answered, the newest first; what other programs call so is none of them.
    private var alarms: [NotificationRecord] {
        parts.center.book.delivered.filter { record in
            record.name.client == ServiceNames.busName && record.delivery?.content.category == Alarm.category
        }
    }

    private func ring(_ record: NotificationRecord) {
        guard let delivery = record.delivery, delivery.number != current?.number else { return }
        let late = parts.now() - delivery.due
        guard late <= Alarm.lateness else { return log.info("too late to ring", ["seconds": "\(late)"]) }
        current = (record.name, delivery.number)
        snoozed = nil
        let content = delivery.content
        Task { @MediaActor [weak self, parts] in
            let places = [content.info.text(Alarm.Key.place) ?? ""] + (await parts.substitutes())
            guard let self, current?.number == delivery.number else { return }
            let beginning = await parts.ringer.ring(Self.sound(content, places))
            guard current?.number == delivery.number, let reason = beginning.failures.first else { return }
            var told = content
            let sentence = beginning.place == nil ? "Nothing can be heard" : "Something else plays"
            told.body = "\(sentence): \(reason)".shortened(toBytes: NotificationLimits.bodyBytes)
            await parts.center.amend(record.name, delivery.number, told)
        }
    }

    private static func sound(_ content: NotificationContent, _ places: [String]) -> AlarmSound {
        let info = content.info
        var sound = AlarmSound(places)
        if case .number(let volume)? = info.values[Alarm.Key.volume] { sound.volume = min(max(0.01, volume), 1) }
        if case .number(let fade)? = info.values[Alarm.Key.fade], fade > 0 {
            sound.fade = min(.milliseconds(Int(min(fade, 1e6) * 1_000)), Alarm.longestFade)
        }
        if let output = info.text(Alarm.Key.output) {
            sound.output = ChosenOutput(identifier: output, title: info.text(Alarm.Key.outputTitle) ?? output)
        }
        return sound
    }

    /// Shows the cover of what plays.
    private func completed(_ request: NotificationRequest) async -> NotificationContent? {
        var content = request.content
        guard let place = content.item, let identifier = ContentIdentifier(place),
            let item = try? await parts.manager.item(at: .identifier(identifier)).item,
            let picture = await parts.artwork.file(for: item.artwork, size: .large, identifier: identifier)
        else { return nil }
        content.attachments = [picture.uri]
        return content
    }

    // MARK: Ending

    private func answered(_ response: NotificationResponse) async {
        let isCurrent = response.name == current?.name
        if isCurrent { current = nil }
        switch response.answer.action {
        case .main:
            // Somebody is awake, and may go on listening.
            if isCurrent { parts.ringer.silence(keepsPlaying: true) }
        case .custom(Alarm.snooze):
            if isCurrent { parts.ringer.silence() }
            await snooze(response)
        default:
            if isCurrent { parts.ringer.silence() }
        }
    }

    private func snooze(_ response: NotificationResponse) async {
        // One that repeats goes on as before.
        let isPending = parts.center.book.records[response.name]?.isPending == true
        let name =
            isPending
            ? NotificationRequest.Name(ServiceNames.busName, parts.center.makeIdentifier()) : response.name
        var content = response.content
        (content.body, content.attachments) = ("", [])
        content.info.values[Alarm.Key.snoozed] = .flag(true)
        do {
            try await parts.center.add(
                NotificationRequest(name, content, trigger: .interval(Alarm.pause, repeats: false)))
            snoozed = name
        } catch {
            log.warning("cannot ring again", ["error": "\(error)"])
        }
    }

    /// Playback has ended it: pausing is the snooze button of a headset.
    private func ended(_ end: AlarmRinger.End) {
        guard let (name, _) = current else { return }
        current = nil
        switch end {
        case .paused: answer(name, .custom(Alarm.snooze))
        case .stopped: answer(name, .custom(Alarm.stop))
        case .replaced: answer(name, .main)
        // It stays in the list.
        case .unheard: break
        }
    }

    private func answer(_ name: NotificationRequest.Name, _ action: NotificationAnswer.Action) {
        Task { @MediaActor [log, center = parts.center] in
            do { try await center.answer(name, NotificationAnswer(action)) } catch {
                log.warning("an alarm cannot be ended", ["error": "\(error)"])
            }
        }
    }

    /// Whoever plays something while it is snoozed is awake.
    private func playbackChanged(_ snapshot: PlaybackSnapshot) {
        guard let name = snoozed, current == nil, snapshot.status == .playing,
            snapshot.cause == .user || snapshot.cause == .remote
        else { return }
        snoozed = nil
        Task { @MediaActor [log, center = parts.center] in
            do throws(ContentError) {
                _ = try await center.remove(.pending) { $0.name == name && $0.request.trigger?.isInterval == true }
            } catch { log.warning("an alarm cannot be removed", ["error": error.message]) }
        }
    }

    /// One that was removed does not ring on, and the machine must be awake for the next.
    private func listChanged() {
        if let (name, number) = current, parts.center.book.records[name]?.delivery?.number != number {
            // What its answer means is decided when it comes here.
            if !parts.center.hasOpenAnswer(to: name) {
                current = nil
                parts.ringer.silence()
            }
        }
        let next = parts.center.book.records.values.lazy.filter { record in
            record.isPending && record.name.client == ServiceNames.busName
                && record.request.content.category == Alarm.category
        }.compactMap(\.next).min()
        parts.waking.wake(at: next)
    }
}

extension NotificationTrigger {
    fileprivate var isInterval: Bool { if case .interval = self { true } else { false } }
}
