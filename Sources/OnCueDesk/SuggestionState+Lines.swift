// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import OnCueCore
internal import OnCueSuggestions

extension SuggestionState {
    /// The state other than the donations, as lines of JSON that each state their subject (`known`).
    ///
    /// Complexity: O(*n*) in the stored state, which is bounded.
    var lines: [String] {
        let said = Set(said.pinned).union(said.never).union(said.neverHere.keys).sorted()
        var lines = devices.all.map { KnownLine("device", $0).text }
        lines += places.all.map { KnownLine("place", $0).text }
        lines += said.map { KnownLine("said", SaidLine($0, self.said)).text }
        lines += times.map { KnownLine("time", $0).text }
        lines += trips.log.map { KnownLine("trip", $0).text }
        lines += people.interactions.map { KnownLine("interaction", $0).text }
        lines += people.ties.sorted { $0.key < $1.key }.map {
            KnownLine("tie", ["device": $0.key, "person": $0.value]).text
        }
        lines += memory.entries.sorted { $0.key.text < $1.key.text }.map {
            KnownLine("trigger", TriggerLine(trigger: $0.key.text, entry: $0.value)).text
        }
        lines += missing.sorted { $0.key < $1.key }.map {
            KnownLine("missing", MissingLine(item: $0.key, since: $0.value)).text
        }
        if collections != CollectionPositions() { lines.append(KnownLine("collections", collections).text) }
        if settings != RaisingSettings() { lines.append(KnownLine("settings", settings).text) }
        if let offer { lines.append(KnownLine("offer", offer).text) }
        if let lastPlace { lines.append(KnownLine("here", ["place": lastPlace]).text) }
        return lines
    }
}

/// A line with its subject in addition to its members.
private struct KnownLine<Value: Encodable>: Encodable {
    private enum CodingKeys: String, CodingKey { case known }

    let known: String
    let value: Value

    init(_ known: String, _ value: Value) { (self.known, self.value) = (known, value) }

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(known, forKey: .known)
    }

    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self).withEscapedSteering } ?? "{}"
    }
}

/// The user's preferences about an item.
private struct SaidLine: Encodable {
    let item: String
    let pinned: Bool
    let never: Bool
    let neverHere: [String]

    init(_ item: String, _ said: SaidBook) {
        self.item = item
        pinned = said.pinned.contains(item)
        never = said.never.contains(item)
        neverHere = said.neverHere[item]?.sorted() ?? []
    }
}

/// The history of a trigger.
private struct TriggerLine: Encodable {
    let trigger: String
    let raisedAt: Int64
    let dismissals: Int

    init(trigger: String, entry: TriggerMemory.Entry) {
        (self.trigger, raisedAt, dismissals) = (trigger, entry.raisedAt, entry.dismissals)
    }
}

/// An item that can no longer be found.
private struct MissingLine: Encodable {
    let item: String
    let since: Int64
}
