// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The priorities that clients assign to entries of the queue: in random order, a higher one comes first.
package struct EntryPriorities: Sendable {
    /// The highest priority; entries without one have 0.
    package static let highest = 255

    private struct Priority {
        var value: Int
        /// A random number that orders entries of the same priority.
        var lot: UInt64
    }

    private var priorities: [UInt64: Priority] = [:]

    package init() {}

    package var isEmpty: Bool { priorities.isEmpty }

    package subscript(number: UInt64) -> Int { priorities[number]?.value ?? 0 }

    /// Sets the priority of entries.
    ///
    /// - Returns: The entries whose priority has changed.
    package mutating func set(
        _ numbers: some Sequence<UInt64>, to value: Int, using generator: inout some RandomNumberGenerator
    ) -> [UInt64] {
        var changed: [UInt64] = []
        for number in numbers where self[number] != value {
            priorities[number] = value > 0 ? Priority(value: value, lot: generator.next()) : nil
            changed.append(number)
        }
        return changed
    }

    /// Forgets entries that are no longer there.
    package mutating func keep(only present: Set<UInt64>) {
        priorities = priorities.filter { present.contains($0.key) }
    }

    /// The entries that have a priority, highest first; those of the same priority keep their order.
    package var order: [UInt64] {
        priorities.sorted { one, other in
            one.value.value == other.value.value
                ? one.value.lot < other.value.lot : one.value.value > other.value.value
        }
        .map(\.key)
    }
}
