// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueInterface
internal import OnCueSession
internal import OnCueSuggestions

/// Learnt data, and the user's preferences about items.
extension SuggestionsInterface {
    private static var largestDonation: Int { 100 }
    private static var longestName: Int { 255 }

    /// - Returns: `nil` when the call is about something else.
    func answerAboutLearned(_ call: BusMethodCall) async throws -> [BusValue]? {
        switch call.member {
        case "SetPinned":
            let item = try await manager.item(at: try ContentPlace(call.arguments.first?.stringValue ?? "")).item
            try await center.setPinned(item, call.arguments.last?.boolValue ?? false)
            return []
        case "GetSaid": return [await said()]
        case "Forget": return [.uint32(UInt32(clamping: try await forget(call.arguments)))]
        case "Donate":
            try await donate(call.arguments.first)
            return []
        case "DeleteDonations": return [.uint32(UInt32(clamping: try await deleteDonations(call.arguments)))]
        case "Export": return try await export(call.arguments)
        default: return nil
        }
    }

    private func said() async -> BusValue {
        let said = center.memory.state.said
        let items = Set(said.pinned).union(said.never).union(said.neverHere.keys).sorted()
        var rows: [BusValue] = []
        for item in items.prefix(PageLimit.largest) {
            var values = BusDictionary()
            values.set("item", item)
            values.set("title", await title(of: item))
            values.set("pinned", .bool(said.pinned.contains(item)))
            values.set("never", .bool(said.never.contains(item)))
            values.set("neverHere", said.neverHere[item]?.map(here).sorted() ?? [])
            rows.append(.dictionary(values.values.bounded))
        }
        return .array(rows, of: "a{sv}")
    }

    /// The name of a device or place, by which people know it.
    private func here(_ key: String) -> String {
        let words = key.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2 else { return key }
        let triggers = center.parts.triggers
        return words[0] == "device"
            ? triggers.devices[words[1]]?.name ?? words[1] : triggers.places[words[1]]?.name ?? words[1]
    }

    private func title(of item: String) async -> String? {
        guard let identifier = ContentIdentifier(item) else { return nil }
        return try? await manager.item(at: .identifier(identifier)).item.title
    }

    private func forget(_ arguments: [BusValue]) async throws -> Int {
        let (what, name) = (arguments.first?.stringValue ?? "", arguments.last?.stringValue ?? "")
        switch what {
        case "all": return try await center.forget(.everything)
        case "device": return try await center.forget(.device(name))
        case "place": return try await center.forget(.place(name))
        case "item":
            // An item that no longer exists can be forgotten all the same.
            if let identifier = ContentIdentifier(name) {
                return try await center.forget(.item(identifier.description))
            }
            let item = try await manager.item(at: try ContentPlace(name)).item
            return try await center.forget(.item(item.identifier.description))
        default:
            throw ControlError.invalidValue(
                "\"\(what.prefix(40))\" cannot be forgotten; expected item, device, place or all")
        }
    }

    private func donate(_ list: BusValue?) async throws {
        let rows = list?.arrayValue ?? []
        guard rows.count <= Self.largestDonation else {
            throw ControlError.invalidValue(
                "too many donations: \(rows.count), with a limit of \(Self.largestDonation)")
        }
        var donations: [LoggedDonation] = []
        for row in rows { donations.append(try await donation(SuggestionOptions(row))) }
        try await center.parts.learning.donate(donations)
    }

    private func donation(_ row: SuggestionOptions) async throws -> LoggedDonation {
        var row = row
        let program = try checked(try row.text("program"), "program")
        let item = try await manager.item(at: try ContentPlace(try row.text("item") ?? "")).item.identifier.description
        let word = try row.text("kind") ?? Donation.Kind.played.rawValue
        guard let kind = Donation.Kind(rawValue: word) else {
            throw ControlError.invalidValue(
                "\"\(word.prefix(40))\" is not a kind of donation; expected played, skipped or dismissed")
        }
        let clock = center.parts.clock
        let time = try row.number("time", in: 0...Int(clock.now())) ?? 0
        let identifier = try checked(try row.text("identifier"), "identifier")
        let (trigger, device) = (try around(&row, "trigger"), try around(&row, "device"))
        let place = try around(&row, "place")
        try row.finish()
        let here = time == 0 ? center.parts.learning.moment() : nil
        let moment = clock.moment(
            at: time == 0 ? clock.now() : Int64(time), place: place ?? here?.place, trigger: trigger,
            device: device ?? here?.device)
        return LoggedDonation(
            Donation(kind, item, at: moment), from: .init(program: program, identifier: identifier))
    }

    private func around(_ row: inout SuggestionOptions, _ what: String) throws(BusError) -> String? {
        guard let name = try row.text(what) else { return nil }
        return try checked(name, what)
    }

    private func checked(_ name: String?, _ what: String) throws(BusError) -> String {
        guard let name, !name.isEmpty, name.utf8.count <= Self.longestName else {
            throw ControlError.invalidValue("\(what) must be a name of up to \(Self.longestName) bytes")
        }
        return name
    }

    private func deleteDonations(_ arguments: [BusValue]) async throws -> Int {
        let program = try checked(arguments.first?.stringValue, "program")
        return try await center.forget(
            .donated(program: program, identifiers: Set(arguments.last?.stringsValue ?? [])))
    }

    private func export(_ arguments: [BusValue]) async throws -> [BusValue] {
        let (offset, limit) = (arguments.first?.intValue ?? 0, arguments.last?.intValue ?? 0)
        let page = PageLimit.granted(limit)
        let found = try await center.parts.learning.donations(offset: offset, limit: page)
        // Learnt data is followed by the other state.
        let known = center.memory.state.lines
        let others = known.dropFirst(max(0, offset - found.total)).prefix(page - found.part.count)
        let lines = found.part.map(\.line) + (offset + found.part.count >= found.total ? Array(others) : [])
        return [.uint32(UInt32(clamping: found.total + known.count)), .strings(lines)]
    }
}
