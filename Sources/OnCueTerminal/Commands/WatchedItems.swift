// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueClient
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// The known items of a watched container, so that removed items can be reported by name, and a reread list can be
/// compared.
struct WatchedItems: Sendable {
    /// The most known items; further ones are reported by their identifiers when they are removed.
    static let limit = 10_000

    /// A change to report.
    enum Event: Sendable, Equatable {
        case added(index: Int, identifier: String, ContentRecord?)
        case removed(identifier: String, ContentRecord?)
        case changed(identifier: String, ContentRecord?)
        /// Too many changes to report one by one.
        case reloaded(total: Int)
    }

    private var records: [String: ContentRecord] = [:]
    /// Whether the whole container is known.
    private var isComplete = false

    /// Stores the first list.
    mutating func begin(_ listing: ContentListing) {
        records = [:]
        for item in listing.items { records[item.identifier] = item }
        isComplete = listing.items.count == listing.total
    }

    /// Applies a difference; changes that are already known, because the list was read later, are not reported.
    ///
    /// - Parameter fresh: The records read after the difference arrived, if available.
    mutating func apply(_ difference: ContainerDifference, fresh: [String: ContentRecord]) -> [Event] {
        var events: [Event] = []
        for identifier in difference.removed {
            let known = records.removeValue(forKey: identifier)
            if known != nil || !isComplete { events.append(.removed(identifier: identifier, known)) }
        }
        for addition in difference.added where records[addition.identifier] == nil {
            let record = fresh[addition.identifier]
            keep(record)
            events.append(.added(index: addition.index, identifier: addition.identifier, record))
        }
        for identifier in difference.changed {
            let record = fresh[identifier] ?? records[identifier]
            keep(record)
            events.append(.changed(identifier: identifier, record))
        }
        return events
    }

    /// Replaces the items with the reread list, and returns the changes.
    mutating func replace(with listing: ContentListing) -> [Event] {
        let old = records
        let wasComplete = isComplete
        begin(listing)
        guard wasComplete, isComplete else { return [.reloaded(total: listing.total)] }
        let gone = old.values.filter { records[$0.identifier] == nil }.sorted { $0.title < $1.title }
        var events = gone.map { Event.removed(identifier: $0.identifier, $0) }
        for (index, item) in listing.items.enumerated() {
            guard let before = old[item.identifier] else {
                events.append(.added(index: index, identifier: item.identifier, item))
                continue
            }
            if !before.isShown(like: item) { events.append(.changed(identifier: item.identifier, item)) }
        }
        return events
    }

    private mutating func keep(_ record: ContentRecord?) {
        guard let record else { return }
        if records[record.identifier] != nil || records.count < Self.limit { records[record.identifier] = record }
    }
}

extension ContentRecord {
    /// Returns whether nothing differs except the position.
    fileprivate func isShown(like other: ContentRecord) -> Bool {
        var other = other
        other.path = path
        return self == other
    }
}

extension WatchedItems.Event {
    /// `+ So What`, `- So What` or `~ So What`
    func line(_ style: Style) -> String {
        switch self {
        case .added(_, let identifier, let record): style.accent("+ ") + Self.title(record, identifier)
        case .removed(let identifier, let record): style.dim("- " + Self.title(record, identifier))
        case .changed(let identifier, let record): "~ " + Self.title(record, identifier)
        case .reloaded(let total): "~ " + ContentPhrase.count(total, "item")
        }
    }

    private static func title(_ record: ContentRecord?, _ identifier: String) -> String {
        TextLayout.printable(record.map(ContentPhrase.title) ?? identifier)
    }

    var json: JSONValue {
        switch self {
        case .added(let index, let identifier, let record): Self.json("added", index, identifier, record)
        case .removed(let identifier, let record): Self.json("removed", nil, identifier, record)
        case .changed(let identifier, let record): Self.json("changed", nil, identifier, record)
        case .reloaded: Self.json("reloaded", nil, nil, nil)
        }
    }

    private static func json(
        _ event: String, _ index: Int?, _ identifier: String?, _ record: ContentRecord?
    ) -> JSONValue {
        [
            "event": .string(event), "index": .int(orNull: index), "identifier": .string(orNull: identifier),
            "item": record?.json ?? .null,
        ]
    }
}
