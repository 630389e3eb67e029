// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Facts that few items have; without any, they take no more memory than an empty array.
package struct RareFacts: Sendable, Equatable {
    private struct Facts: Sendable, Equatable {
        var location: Location?
        var date: Int64?
        var isTask = false
        var part: MediaSegment?
        var isFavourite: Bool?
        var left: LeftPosition?
    }

    /// No element or one.
    private var facts: [Facts] = []

    package init() {}

    /// The place in the world to which the item belongs.
    package var location: Location? {
        get { facts.first?.location }
        set { change { $0.location = newValue } }
    }

    /// The time when it was created or changed, or takes place, in seconds since 1970.
    package var date: Int64? {
        get { facts.first?.date }
        set { change { $0.date = newValue } }
    }

    /// Whether it is a task, described by its title: it can be neither opened nor played.
    package var isTask: Bool {
        get { facts.first?.isTask ?? false }
        set { change { $0.isTask = newValue } }
    }

    /// The part of a medium that it is; `nil` for the whole medium.
    package var part: MediaSegment? {
        get { facts.first?.part }
        set { change { $0.part = newValue } }
    }

    /// Whether it is a favourite in the program that provides it; `nil` if that program has no favourites, or the item
    /// cannot be one.
    package var isFavourite: Bool? {
        get { facts.first?.isFavourite }
        set { change { $0.isFavourite = newValue } }
    }

    /// The position at which another player of the program that provides it left it.
    package var left: LeftPosition? {
        get { facts.first?.left }
        set { change { $0.left = newValue } }
    }

    private mutating func change(_ body: (inout Facts) -> Void) {
        var changed = facts.first ?? Facts()
        body(&changed)
        facts = changed == Facts() ? [] : [changed]
    }
}
