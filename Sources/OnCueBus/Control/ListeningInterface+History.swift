// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueSession

extension ListeningInterface {
    /// Answers the methods of the journal; `nil` for others.
    func history(_ call: BusMethodCall) async throws -> [BusValue]? {
        let options = call.arguments.first?.dictionaryValue ?? [:]
        switch call.member {
        case "GetHistory": return try await page(options)
        case "EraseHistory": return [.uint32(UInt32(clamping: try await erase(options)))]
        default: return nil
        }
    }

    private func page(_ options: [String: BusValue]) async throws -> [BusValue] {
        var query = try await query(options)
        query.kinds = try kinds(options["kinds"]?.stringsValue ?? [])
        let page = try await store.journal(
            query, offset: max(0, options["offset"]?.intValue ?? 0),
            limit: BusLimits.page(options["limit"]?.intValue ?? 0))
        return [.uint32(UInt32(clamping: page.total)), .array(page.entries.map(\.busValue), of: "a{sv}")]
    }

    private func erase(_ options: [String: BusValue]) async throws -> Int {
        try Self.check(options)
        let query = try await query(options)
        guard query != JournalQuery() || options["all"]?.boolValue == true else {
            throw ControlError.invalidValue("missing what to erase: since, until, item or all")
        }
        return try await store.eraseJournal(query)
    }

    private func query(_ options: [String: BusValue]) async throws -> JournalQuery {
        var query = JournalQuery()
        query.since = options["since"]?.intValue.map(Int64.init)
        query.until = options["until"]?.intValue.map(Int64.init)
        if let item = options["item"]?.stringValue {
            query.items = try await identifiers(item)
        }
        return query
    }

    /// What is at a place; a container stands for everything playable in it. What is gone from the tree can still be
    /// named by its identifier.
    private func identifiers(_ text: String) async throws -> [ContentIdentifier] {
        let place = try ContentPlace(text)
        do throws(ContentError) {
            var identifiers: [ContentIdentifier] = []
            for item in try await manager.named(by: place).items {
                identifiers +=
                    item.isContainer
                    ? try await manager.tracks(at: .identifier(item.identifier)).tracks.map(\.identifier)
                    : [item.identifier]
            }
            return identifiers
        } catch {
            guard error.code == .notFound, let identifier = ContentIdentifier(text) else { throw error }
            return [identifier]
        }
    }

    /// An option that is not understood must not widen what is erased.
    private static func check(_ options: [String: BusValue]) throws(BusError) {
        for (name, value) in options {
            let isUnderstood =
                switch name {
                case "since", "until": value.intValue != nil
                case "item": value.stringValue != nil
                case "all": value.boolValue != nil
                default: false
                }
            guard isUnderstood else {
                throw ControlError.invalidValue(
                    "\"\(name.prefix(200))\" is not an option of EraseHistory, or has the wrong type; "
                        + "nothing was erased"
                )
            }
        }
    }

    private func kinds(_ names: [String]) throws(BusError) -> Set<JournalEntry.Kind> {
        var kinds: Set<JournalEntry.Kind> = []
        for name in names.prefix(JournalEntry.Kind.allCases.count) {
            guard let kind = JournalEntry.Kind(rawValue: name) else {
                let known = JournalEntry.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw ControlError.invalidValue(
                    "\"\(name.prefix(200))\" is not a kind of event; expected one of \(known)")
            }
            kinds.insert(kind)
        }
        return kinds
    }
}

extension JournalEntry {
    fileprivate var busValue: BusValue {
        var values = BusDictionary()
        values.set("kind", kind.rawValue)
        values.set("time", .int64(time))
        values.set("identifier", subject.identifier.description)
        values.set("title", .string(subject.title))
        values.set("artists", subject.artists)
        values.set("album", subject.album)
        values.set("duration", subject.duration)
        values.set("recording", subject.recording)
        values.set("position", position)
        values.set("cause", cause.rawValue)
        values.set("output", output)
        return .dictionary(values.values)
    }
}
