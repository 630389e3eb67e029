// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
package import OnCueRuntime
package import OnCueSession
internal import OnCueSuggestions

/// The triggers of suggestions, for front ends.
@MediaActor
package final class TriggerDesk: nonisolated TriggerService {
    package typealias Failure = any Error

    /// Called when the state of a source has changed.
    package let sourceChanges = Broadcast<Void>()
    /// Receives the reports of the sources, and their effects.
    package let events = Broadcast<TriggerEventRecord>()

    let center: SuggestionCenter
    let locations: LocationFinder?
    private let updates = StreamHub<TriggerUpdate>(.newest(TriggerUpdate.room))

    var triggers: TriggerCenter { center.triggers }

    /// - Parameter locations: Finds locations by texts; without it none are found.
    package init(center: SuggestionCenter, locations: LocationFinder? = nil) {
        self.center = center
        self.locations = locations
        sourceChanges.listen { [updates] in updates.tell(.sourcesChanged) }
        events.listen { [updates] in updates.tell(.event($0)) }
        triggers.healthChanges.listen { [weak self] in self?.sourceChanges.send(()) }
        triggers.events.listen { [weak self] in self?.events.send($0.record) }
        center.onStepAside = { [weak self, clock = center.clock] trigger, objections in
            self?.events.send(WatchedEvent(time: clock.now(), source: nil, .steppedAside(trigger, objections)).record)
        }
    }

    @MediaActor
    package func triggerUpdates() async -> AsyncStream<TriggerUpdate> {
        updates.listen(beginningWith: .sourcesChanged)
    }

    @MediaActor
    package func triggerSources() async throws -> [TriggerSourceRecord] {
        triggers.health.map { source, health in
            TriggerSourceRecord(source: source.rawValue, state: health.state.rawValue, detail: health.detail)
        }
    }

    // MARK: Devices

    @MediaActor
    package func triggerDevices() async throws -> [TriggerDeviceRecord] {
        let heard = Set(triggers.heard.map(\.id))
        return triggers.devices.all.map { entry in
            var record = TriggerDeviceRecord(id: entry.id, name: entry.name, kind: entry.kind.rawValue)
            (record.isSaid, record.isAmbiguous) = (entry.spokenKind != nil, entry.isAmbiguous)
            (record.isHeard, record.lastSeen) = (heard.contains(entry.id), entry.lastSeen)
            (record.policy, record.volumeLimit) = (entry.policy?.action.rawValue, entry.policy?.volumeLimit)
            return record
        }
    }

    @MediaActor
    package func setTriggerDevice(_ device: String, _ wish: TriggerWish) async throws {
        let entry = try known(device)
        let policy = try wish.policy(before: entry.policy)
        let kind = try wish.kind.flatMap { word in try Self.kind(word) }
        try await center.changeDevice(entry.id) { book in
            if wish.kind != nil { _ = book.say(kind, of: entry.id) }
            if let policy { _ = book.setPolicy(policy.value, for: entry.id) }
        }
    }

    @MediaActor
    package func forgetTriggerDevice(_ device: String) async throws {
        let entry = try known(device)
        try await triggers.changeDevices { _ = $0.forget(entry.id) }
    }

    private func known(_ name: String) throws(ContentError) -> DeviceBook.Entry {
        guard let entry = triggers.devices.entry(named: name) else {
            throw ContentError(
                .notFound, "there is no device \"\(name.prefix(200))\"; list the known devices with: oncue triggers")
        }
        return entry
    }

    private static func kind(_ word: String) throws(ServiceError) -> TriggerDevice.Kind? {
        guard !word.isEmpty else { return nil }
        guard let kind = TriggerDevice.Kind(rawValue: word) else {
            throw ServiceError(
                .invalidValue,
                "\"\(word.prefix(40))\" is not a kind of device; expected headphones, car or other")
        }
        return kind
    }

    // MARK: Times

    @MediaActor
    package func triggerTimes() async throws -> [TriggerTimeRecord] {
        let now = Int(center.clock.now())
        return center.times.map { named in
            TriggerTimeRecord(
                name: named.name, minute: named.time.minute, days: Weekday.words(named.time.days),
                next: named.time.next(after: now, offset: WallClock.offset).map(Int64.init))
        }
    }

    @MediaActor
    package func addTriggerTime(_ name: String, minute: Int, days: [String]) async throws {
        let weekdays = try days.map { (day) throws(ServiceError) in
            guard let day = Weekday(word: day) else {
                throw ServiceError(
                    .invalidValue, "\"\(day.prefix(20))\" is not a day; expected mon, tue, … sun")
            }
            return day.rawValue
        }
        guard let time = NamedTime(name: name, minute: minute, weekdays: Set(weekdays)) else {
            throw ServiceError(
                .invalidValue, "a time needs a name of up to 40 characters, and minutes of a day, 0 to 1439")
        }
        guard try await center.add(time) else {
            throw ContentError(
                .refused, "there are already \(NamedTime.limit) times, which is the limit; remove one first")
        }
    }

    @MediaActor
    package func removeTriggerTime(_ name: String) async throws {
        guard try await center.removeTime(name) else {
            throw ContentError(.notFound, "there is no time \"\(name.prefix(40))\"")
        }
    }
}

extension TriggerWish {
    /// Returns the new policy.
    ///
    /// - Returns: `nil` if none is given.
    func policy(before: RaisingPolicy?) throws(ServiceError) -> WantedPolicy? {
        guard policy != nil || volumeLimit != nil else { return nil }
        let isUsual = policy?.isEmpty == true
        var wanted = isUsual ? RaisingPolicy() : before ?? RaisingPolicy()
        if let policy, !isUsual {
            guard let action = RaisingPolicy.Action(rawValue: policy) else {
                throw ServiceError(
                    .invalidValue,
                    "\"\(policy.prefix(40))\" is not a policy; expected ignore, suggest, resume or play")
            }
            wanted.action = action
        }
        if let volumeLimit {
            guard volumeLimit >= 0 else { throw ServiceError(.invalidValue, "volumeLimit must not be negative") }
            wanted.volumeLimit = volumeLimit > 1 ? nil : volumeLimit
        }
        return WantedPolicy(value: isUsual && volumeLimit == nil ? nil : wanted)
    }
}

/// A new policy; without a value, the usual one.
struct WantedPolicy {
    let value: RaisingPolicy?
}
