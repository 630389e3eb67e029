// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
internal import OnCueCore
package import OnCueInterface
package import OnCueNotifications
internal import OnCueQuery
package import OnCueRuntime
package import OnCueSession

/// Wakes the user: alarms are notifications of the service with a sound.
@MediaActor
package final class AlarmDesk: nonisolated AlarmService {
    package typealias Failure = any Error

    /// The parts of the service that alarms use.
    package struct Parts {
        package var center: NotificationCoordinator
        package var manager: ContentManager
        package var controller: PlaybackController
        package var artwork: any ArtworkProviding
        /// `nil` if the outputs are fixed.
        package var outputs: OutputKeeper?
        package var ringer: AlarmRinger
        package var waking: any MachineWaking
        /// The places to play where an alarm's own place cannot be heard, in order.
        package var substitutes: [String]
        /// Seconds since 1970.
        package var now: @MediaActor () -> Int64

        package init(
            center: NotificationCoordinator, manager: ContentManager, controller: PlaybackController,
            artwork: any ArtworkProviding, outputs: OutputKeeper?, ringer: AlarmRinger, waking: any MachineWaking,
            substitutes: [String], now: @escaping @MediaActor () -> Int64
        ) {
            (self.center, self.manager, self.controller, self.artwork) = (center, manager, controller, artwork)
            (self.outputs, self.ringer, self.waking) = (outputs, ringer, waking)
            (self.substitutes, self.now) = (substitutes, now)
        }
    }

    private let parts: Parts
    private let log = Logger("alarms")
    /// The alarm that is ringing.
    private var current: (name: NotificationRequest.Name, number: Int64)?
    /// The alarm that was snoozed and will ring again.
    private var snoozed: NotificationRequest.Name?
    /// The number of the answer that was handled last.
    private var lastAnswer: Int64?

    package init(_ parts: Parts) {
        self.parts = parts
        parts.center.handle(Alarm.category, lasting: [Alarm.snooze]) { [weak self] in await self?.answered($0) }
        parts.center.complete(Alarm.category) { [weak self] in await self?.completed($0) }
        parts.center.whenDue(Alarm.category) { [weak self] in self?.ring($0) }
        parts.center.changes.listen { [weak self] in self?.listChanged() }
        parts.ringer.onEnd = { [weak self] in self?.ended($0) }
        parts.controller.changes.listen { [weak self] in self?.playbackChanged($0) }
    }

    /// The category of alarms, with the possible answers.
    package nonisolated static var category: NotificationCategory {
        NotificationCategory(
            Alarm.category,
            actions: [NotificationAction(Alarm.snooze, "Snooze"), NotificationAction(Alarm.stop, "Stop")],
            tellsDismissal: true)
    }

    /// Continues an alarm that was ringing when the service ended.
    package func begin() {
        Task { @MediaActor [weak self, center = parts.center] in
            await center.ready()
            guard let self else { return }
            listChanged()
            snoozed =
                center.book.records.values.first { $0.isPending && $0.isAlarm && $0.request.content.isSnoozed }?.name
            let last = alarms.first { $0.delivery?.phase != .missed && $0.delivery?.content.isSilent == false }
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
        return await waiting(NotificationRequest(name, content, trigger: wish.trigger))
    }

    @MediaActor
    package func setAlarm(_ identifier: String, isOn: Bool) async throws -> AlarmRecord {
        let name = NotificationRequest.Name(ServiceNames.busName, identifier)
        await parts.center.ready()
        guard let record = parts.center.book.records[name], record.isAlarm, record.isPending else {
            throw ServiceError(
                .notFound,
                "no alarm with the identifier \"\(identifier.prefix(100))\" waits; list them with: oncue alarm")
        }
        guard !record.request.content.isSnoozed else {
            throw ServiceError(.refused, "it was snoozed; end it with: oncue alarm stop")
        }
        var request = record.request
        guard request.content.isOff == isOn else { return await waiting(request) }
        request.content.info.values[Alarm.Key.off] = isOn ? nil : .flag(true)
        request.content.manner = isOn ? nil : NotificationManner(isOff: true)
        do {
            try await parts.center.add(request)
        } catch let error as NotificationRefusal {
            throw ServiceError(error)
        }
        return await waiting(request)
    }

    /// Returns the record of an alarm that was added or changed, as it is pending now.
    private func waiting(_ request: NotificationRequest) async -> AlarmRecord {
        listChanged()
        let row = NotificationRow(
            client: request.name.client, program: "OnCue",
            NotificationWish(request.name.identifier, request.content, trigger: request.trigger), .pending,
            due: parts.center.book.records[request.name]?.next)
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
            title: wish.title.isEmpty ? Alarm.unnamed : NotificationContent.line(wish.title), category: Alarm.category,
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

    /// Adds the place to play to the content. A server is not asked before the alarm is due: it may be reachable only
    /// then.
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
                // Titles may lead to a track and the tracks after it; positions and matches may lead elsewhere by then.
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

    /// The alarms that are due and not answered, the newest first.
    private var alarms: [NotificationRecord] {
        parts.center.book.delivered.filter { $0.isAlarm && $0.delivery?.content.category == Alarm.category }
    }

    private func ring(_ record: NotificationRecord) {
        guard let delivery = record.delivery, delivery.number != current?.number else { return }
        guard parts.now() - delivery.due <= Alarm.lateness else {
            return silenceForGood(record.name, delivery.number, "It was too late to ring.")
        }
        current = (record.name, delivery.number)
        snoozed = nil
        endOthers(than: record.name)
        Task { @MediaActor [weak self, parts] in
            let place = delivery.content.info.text(Alarm.Key.place) ?? ""
            let beginning = await parts.ringer.ring(Self.sound(delivery.content, [place] + parts.substitutes))
            guard let reason = beginning.failures.first else { return }
            let sentence = beginning.place == nil ? "Nothing can be heard" : "Something else plays"
            await self?.amend(record.name, delivery.number) {
                $0.body = "\(sentence): \(reason)".shortened(toBytes: NotificationLimits.bodyBytes)
            }
        }
    }

    /// Ends the other alarms, also a snoozed one: one alarm rings at a time, and a user who hears the newest has heard
    /// the others.
    private func endOthers(than name: NotificationRequest.Name) {
        let isOther = { (record: NotificationRecord) in record.isAlarm && record.name != name }
        Task { @MediaActor [log, center = parts.center] in
            do throws(ContentError) {
                _ = try await center.remove(.delivered, where: isOther)
                _ = try await center.remove(.pending) { isOther($0) && $0.request.content.isSnoozed }
            } catch { log.warning("earlier alarms cannot be ended", ["error": error.message]) }
        }
    }

    /// Leaves an alarm in the list, with the reason for its silence.
    private func silenceForGood(_ name: NotificationRequest.Name, _ number: Int64, _ reason: String) {
        Task { @MediaActor [weak self] in
            await self?.amend(name, number) { content in
                content.info.values[Alarm.Key.silent] = .flag(true)
                content.body = reason
            }
        }
    }

    private func amend(
        _ name: NotificationRequest.Name, _ number: Int64, _ change: (inout NotificationContent) -> Void
    ) async {
        guard let delivery = parts.center.book.records[name]?.delivery, delivery.number == number else { return }
        var content = delivery.content
        change(&content)
        await parts.center.amend(name, number, content)
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

    /// Adds the cover of the item that the alarm plays.
    private func completed(_ request: NotificationRequest) async -> NotificationContent? {
        guard let place = request.content.item, let identifier = ContentIdentifier(place),
            let item = try? await parts.manager.item(at: .identifier(identifier)).item,
            let picture = await parts.artwork.file(for: item.artwork, size: .large, identifier: identifier)
        else { return nil }
        // The text may have changed meanwhile.
        var content = parts.center.book.records[request.name]?.delivery?.content ?? request.content
        content.attachments = [picture.uri]
        return content
    }

    // MARK: Ending

    /// Handles an answer, once: it arrives here before other answers are handled, and again after a restart.
    private func answered(_ response: NotificationResponse) async {
        guard response.number != lastAnswer, response.answer.action == .custom(Alarm.snooze) else { return }
        lastAnswer = response.number
        // A repeating alarm continues as before; the name is the same however often it is snoozed.
        let (prefix, identifier) = ("snooze ", response.name.identifier)
        let name = NotificationRequest.Name(
            ServiceNames.busName, identifier.hasPrefix(prefix) ? identifier : prefix + identifier)
        snoozed = name
        var content = response.content
        (content.body, content.attachments) = ("", [])
        content.info.values[Alarm.Key.snoozed] = .flag(true)
        await parts.center.tell(NotificationRequest(name, content, trigger: .interval(Alarm.pause, repeats: false)))
    }

    /// Handles the end of the ringing by playback: pausing is the snooze button of a headset.
    private func ended(_ end: AlarmRinger.End) {
        guard let (name, number) = current else { return }
        // Of an alarm that no one has answered, the buttons still apply to the music, which continues.
        if end != .unheard { current = nil }
        switch end {
        case .paused: answer(name, .custom(Alarm.snooze))
        case .stopped: answer(name, .custom(Alarm.stop))
        case .replaced: answer(name, .main)
        case .unheard: silenceForGood(name, number, "Nobody has answered it for half an hour.")
        }
    }

    private func answer(_ name: NotificationRequest.Name, _ action: NotificationAnswer.Action) {
        Task { @MediaActor [log, center = parts.center] in
            do { try await center.answer(name, NotificationAnswer(action)) } catch {
                log.warning("an alarm cannot be ended", ["error": "\(error)"])
            }
        }
    }

    /// Removes the snoozed alarm when the user plays something, and so is awake.
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

    /// Silences an alarm that was removed, and schedules waking the machine for the next one.
    private func listChanged() {
        if let (name, number) = current, parts.center.book.records[name]?.delivery?.number != number {
            current = nil
            let answer = parts.center.openAnswer(to: name)
            // At once: other answers may take their time.
            parts.ringer.silence(keepsPlaying: answer?.answer.action == .main)
            if let answer { Task { @MediaActor [weak self] in await self?.answered(answer) } }
        }
        let next = parts.center.book.records.values.lazy.filter { record in
            record.isPending && record.isAlarm
        }.compactMap(\.next).min()
        parts.waking.wake(at: next)
    }
}

extension NotificationRecord {
    /// Whether it is an alarm of the service; other programs' notifications of that category are not alarms.
    fileprivate var isAlarm: Bool {
        name.client == ServiceNames.busName && request.content.category == Alarm.category
    }
}

extension NotificationContent {
    fileprivate var isSnoozed: Bool { info.values[Alarm.Key.snoozed] != nil }
    fileprivate var isSilent: Bool { info.values[Alarm.Key.silent] != nil }
}

extension NotificationTrigger {
    fileprivate var isInterval: Bool { if case .interval = self { true } else { false } }
}
