// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
package import OnCueSuggestions

/// Learnt data, and its management by the user.
extension SuggestionCenter {
    /// Pins an item, so that it is suggested first, or unpins it.
    ///
    /// - Throws: `notPlayable`, `refused` if there are too many, `storage`.
    package func setPinned(_ item: ContentNode, _ isPinned: Bool) async throws(ContentError) {
        guard item.isPlayable || !isPinned else { throw Self.silence(item) }
        try await changePins(item) { $0.setPinned(item.identifier.description, isPinned) }
    }

    /// Pins an item at the request of a message, in place of the item that an earlier message with the same identifier
    /// has pinned.
    ///
    /// - Throws: As ``setPinned(_:_:)``.
    package func propose(_ item: ContentNode, _ identifier: String?) async throws(ContentError) {
        guard item.isPlayable else { throw Self.silence(item) }
        try await changePins(item) { $0.propose(item.identifier.description, identifier) }
    }

    private static func silence(_ item: ContentNode) -> ContentError {
        ContentError(.notPlayable, "\"\(item.title)\" has nothing to play")
    }

    private func changePins(
        _ item: ContentNode, _ change: (inout SaidBook) -> Bool
    ) async throws(ContentError) {
        var isTaken = true
        try await memory.change { isTaken = change(&$0.said) }
        setAside[item.identifier.description] = nil
        tellListChanged()
        guard isTaken else {
            throw ContentError(.refused, "at most \(SaidBook.limit) items can be pinned or refused; unpin one first")
        }
    }

    /// Adds the donations of another program.
    ///
    /// - Throws: `refused` if programs have donated too much already; `storage`; nothing was learnt then.
    package func donate(_ donations: [LoggedDonation]) async throws(ContentError) {
        try await parts.learning.donate(donations)
    }

    /// Returns a part of the donations.
    package func donations(
        offset: Int, limit: Int
    ) async throws(ContentError) -> (total: Int, part: [LoggedDonation]) {
        try await parts.learning.donations(offset: offset, limit: limit)
    }

    /// Forgets a part of the learnt data; for an item, also the preferences about it.
    ///
    /// - Returns: The number of forgotten donations, trips, preferences, positions in collections and, if everything is
    ///   forgotten, facts about people.
    /// - Throws: `storage`.
    package func forget(_ part: LearntPart) async throws(ContentError) -> Int { try await forget(part, isGone: false) }

    private func forget(_ part: LearntPart, isGone: Bool) async throws(ContentError) -> Int {
        defer { tellListChanged() }
        var count = try await parts.learning.forget(part, isGone: isGone)
        if let trips = Self.trips(of: part), memory.state.trips != TripBook() {
            try await memory.change { count += $0.trips.forget(where: trips) }
        }
        switch part {
        case .item(let item):
            try await takeBackRecent()
            setAside[item] = nil
            carryOut(board.remove { $0 == item })
            try await memory.change {
                count += $0.said.forget(item)
                count += $0.collections.forget(item)
            }
        case .everything:
            try await takeBackRecent()
            try await memory.change {
                count += $0.said.count + $0.collections.count + $0.people.forgetAll()
                $0.said = SaidBook()
                $0.memory = TriggerMemory()
                $0.collections = CollectionPositions()
                $0.missing = [:]
            }
            finding?.task.cancel()
            (finding, explained, moments, setAside) = (nil, [], [:], [:])
            carryOut(board.dismissAll())
        case .items(let items): try await removeTraces { items.contains($0) }
        case .beginning(let start): try await removeTraces { $0.hasPrefix(start) }
        case .device, .place, .donated: break
        }
        return count
    }

    /// Removes all entries from the recent files, since it is not known which items they belong to.
    private func takeBackRecent() async throws(ContentError) { try await recent?.takeBack(.min ..< .max) }

    /// Returns whether trips belong to a part of the learnt data; `nil` for a part without trips.
    private static func trips(of part: LearntPart) -> ((Trip) -> Bool)? {
        switch part {
        case .device(let name): { $0.deviceName == name }
        case .place(let name): { $0.from == name || $0.to == name }
        case .everything: { _ in true }
        case .item, .items, .beginning, .donated: nil
        }
    }

    /// Changes the settings.
    ///
    /// - Throws: `storage`.
    package func change(_ change: (inout RaisingSettings) -> Void) async throws(ContentError) {
        try await memory.change {
            change(&$0.settings)
            $0.memory.forgetDismissals()
        }
    }

    /// Changes the settings of a device, so that earlier dismissals after it no longer count.
    ///
    /// - Throws: `storage`.
    package func changeDevice(
        _ device: TriggerDevice.ID, _ change: (inout DeviceBook) -> Void
    ) async throws(ContentError) {
        try await triggers.changeDevices(change)
        memory.note { $0.memory.forgetDismissals(about: device) }
    }

    /// Changes the settings of a place, so that earlier dismissals there no longer count.
    ///
    /// - Throws: `storage`.
    package func changePlace(
        _ name: String, _ change: (inout PlaceBook) -> Void
    ) async throws(ContentError) {
        try await triggers.changePlaces(change)
        memory.note { $0.memory.forgetDismissals(about: name) }
    }

    /// The effect that a trigger would have at a moment, and the objections of the rules.
    package struct Rehearsal: Sendable {
        package var trigger: Trigger
        package var moment: Moment
        package var decision: RaisingDecision
        /// The action if there are no objections.
        package var action: RaisingPolicy.Action
        package var suggestions: [ShownSuggestion]
        /// Whether there are too few sessions to speak of habits.
        package var isBeginning: Bool
        /// The trip that probably begins.
        package var trip: TripEstimate?
        package var cues: [CueProspect] = []
    }

    /// Simulates a trigger at a time.
    ///
    /// - Parameters:
    ///   - time: Seconds since 1970.
    ///   - place: The place that is assumed.
    ///   - isDry: Whether to raise nothing.
    package func rehearse(
        _ trigger: Trigger, at time: Int64, place: String?, isDry: Bool
    ) async -> Rehearsal {
        let usual = moment(of: trigger)
        let (hour, weekday) = parts.clock.local(time)
        let moment = Moment(
            time: Double(time), hour: hour, weekday: weekday, place: place ?? usual.place,
            trigger: trigger.circumstance, device: usual.device)
        let decision = decision(for: trigger, at: time, moment)
        if !isDry { rehearsals.send(trigger) }
        let found = await find(for: trigger, at: moment, limit: isDry ? 10 : Offer.size)
        note(found, at: trigger)
        let cues = prospects(of: trigger, at: moment, time: time)
        // If there is nothing to resume, at least offer a choice.
        let wanted = decision.policy.action
        let action = wanted == .resume && !canResume ? .suggest : wanted
        if !isDry { raise(trigger, at: moment, time: time, decision, found) }
        return Rehearsal(
            trigger: trigger, moment: moment, decision: decision, action: action, suggestions: found,
            isBeginning: parts.learning.ranker.sessions < 5, trip: expectedTrip(for: trigger, at: moment),
            cues: cues)
    }
}

// MARK: Missing items

extension SuggestionCenter {
    /// The time after which a missing item counts as gone permanently, in seconds; disks and subscriptions return
    /// sooner.
    private static var patience: Int64 { 30 * 86_400 }
    private static var missingLimit: Int { 1_000 }

    /// Forgets the learnt data of an item that is permanently gone.
    func looked(for item: String, isThere: Bool) {
        let (known, time) = (memory.state.missing[item], parts.clock.now())
        guard !isThere else {
            if known != nil { memory.note { $0.missing[item] = nil } }
            return
        }
        guard let known else {
            if memory.state.missing.count < Self.missingLimit { memory.note { $0.missing[item] = time } }
            return
        }
        guard time - known >= Self.patience else { return }
        memory.note { $0.missing[item] = nil }
        Task { @MediaActor in
            do throws(ContentError) {
                let count = try await forget(.item(item), isGone: true)
                log.info("forgot what is gone", ["item": item, "donations": "\(count)"])
            } catch {
                log.warning("cannot forget items that no longer exist", ["item": item, "error": error.message])
            }
        }
    }
}

// MARK: Times of day

extension SuggestionCenter {
    /// The times of day for suggestions, by name.
    package var times: [NamedTime] { memory.state.times }

    /// Adds a time, in the place of one with the same name.
    ///
    /// - Returns: False when there are too many.
    /// - Throws: `storage`.
    package func add(_ time: NamedTime) async throws(ContentError) -> Bool {
        let others = times.filter { $0.name != time.name }
        guard others.count < NamedTime.limit else { return false }
        try await memory.change { $0.times = (others + [time]).sorted { $0.name < $1.name } }
        onTimesChange?(times)
        return true
    }

    /// - Returns: `false` if there is no such time.
    /// - Throws: `storage`.
    package func removeTime(_ name: String) async throws(ContentError) -> Bool {
        guard times.contains(where: { $0.name == name }) else { return false }
        try await memory.change { $0.times.removeAll { $0.name == name } }
        onTimesChange?(times)
        return true
    }
}
