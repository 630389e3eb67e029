// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
internal import OnCueQuery
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueSuggestions

/// Learnt data, and the user's preferences about items.
extension SuggestionDesk {
    private static var longestName: Int { 255 }

    @MediaActor
    package func setPinned(_ place: String, _ isPinned: Bool) async throws {
        try await center.setPinned(try await manager.item(at: try ContentPlace(place)).item, isPinned)
    }

    @MediaActor
    package func saidOfItems() async throws -> [SaidRecord] {
        let said = center.state.said
        let items = Set(said.pinned).union(said.never).union(said.neverHere.keys).sorted()
        var records: [SaidRecord] = []
        for item in items.prefix(PageLimit.largest) {
            records.append(
                SaidRecord(
                    identifier: item, title: await title(of: item) ?? "", isPinned: said.pinned.contains(item),
                    isNever: said.never.contains(item), neverHere: said.neverHere[item]?.map(here).sorted() ?? []))
        }
        return records
    }

    /// Returns the name of a device or place, by which people know it.
    private func here(_ key: String) -> String {
        let words = key.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2 else { return key }
        let triggers = center.triggers
        return words[0] == "device"
            ? triggers.devices[words[1]]?.name ?? words[1] : triggers.places[words[1]]?.name ?? words[1]
    }

    private func title(of item: String) async -> String? {
        guard let identifier = ContentIdentifier(item) else { return nil }
        if identifier.kind == .foreign { return await center.titleOfActivity(identifier) }
        return try? await manager.item(at: .identifier(identifier)).item.title
    }

    @MediaActor
    package func forget(_ part: ForgottenPart) async throws -> Int {
        switch part {
        case .all: return try await center.forget(.everything)
        case .device(let name): return try await center.forget(.device(name))
        case .place(let name): return try await center.forget(.place(name))
        case .item(let place):
            // An item that no longer exists can be forgotten all the same.
            if let identifier = ContentIdentifier(place) {
                return try await center.forget(.item(identifier.description))
            }
            let item = try await manager.item(at: try ContentPlace(place)).item
            return try await center.forget(.item(item.identifier.description))
        }
    }

    @MediaActor
    package func exportLearnt(offset: Int, limit: Int) async throws -> LearntPage {
        let (offset, limit) = (max(0, offset), PageLimit.granted(limit))
        let found = try await center.donations(offset: offset, limit: limit)
        // After the learnt data comes the other state.
        let known = center.state.lines
        let others = known.dropFirst(max(0, offset - found.total)).prefix(limit - found.part.count)
        let isLast = offset + found.part.count >= found.total
        return LearntPage(
            total: found.total + known.count, lines: found.part.map(\.line) + (isLast ? Array(others) : []))
    }

    // MARK: Donations

    @MediaActor
    package func donate(_ donations: [DonatedPlayback]) async throws {
        try DonatedPlayback.check(count: donations.count)
        var logged: [LoggedDonation] = []
        for donation in donations { logged.append(try await self.logged(donation)) }
        try await center.donate(logged)
    }

    @MediaActor
    package func deleteDonations(of program: String, _ identifiers: [String]) async throws -> Int {
        try await center.forget(
            .donated(program: try Self.checked(program, "program"), identifiers: Set(identifiers)))
    }

    private func logged(_ donated: DonatedPlayback) async throws -> LoggedDonation {
        let program = try Self.checked(donated.program, "program")
        let item = try await manager.item(at: try ContentPlace(donated.item)).item.identifier.description
        let word = donated.kind ?? Donation.Kind.played.rawValue
        guard let kind = Donation.Kind(rawValue: word) else {
            throw ServiceError(
                .invalidValue,
                "\"\(word.prefix(40))\" is not a kind of donation; expected played, skipped or dismissed")
        }
        let clock = center.clock
        guard (0...clock.now()).contains(donated.time) else {
            throw ServiceError(.invalidValue, "time must be from 0 to \(clock.now())")
        }
        let identifier = try Self.checked(donated.identifier, "identifier")
        let trigger = try donated.trigger.map { name in try Self.checked(name, "trigger") }
        let device = try donated.device.map { name in try Self.checked(name, "device") }
        let place = try donated.place.map { name in try Self.checked(name, "place") }
        let here = donated.time == 0 ? center.presentMoment : nil
        let moment = clock.moment(
            at: donated.time == 0 ? clock.now() : donated.time, place: place ?? here?.place, trigger: trigger,
            device: device ?? here?.device)
        return LoggedDonation(
            Donation(kind, item, at: moment), from: .init(program: program, identifier: identifier))
    }

    private static func checked(_ name: String, _ what: String) throws(ServiceError) -> String {
        guard !name.isEmpty, name.utf8.count <= longestName else {
            throw ServiceError(.invalidValue, "\(what) must be a name of up to \(longestName) bytes")
        }
        return name
    }
}
