// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Facts that few items have; those without take no more room than an empty array.
package struct RareFacts: Sendable, Equatable {
    private struct Facts: Sendable, Equatable {
        var location: Location?
        var date: Int64?
        var isTask = false
        var part: MediaSegment?
        var isFavourite: Bool?
        var left: LeftPosition?
    }

    /// None or one.
    private var facts: [Facts] = []

    package init() {}

    /// Where it belongs in the world.
    package var location: Location? {
        get { facts.first?.location }
        set { change { $0.location = newValue } }
    }

    /// When it was made or changed, or takes place, in seconds since 1970.
    package var date: Int64? {
        get { facts.first?.date }
        set { change { $0.date = newValue } }
    }

    /// Whether it is something to do, whose title says what: it is neither opened nor played.
    package var isTask: Bool {
        get { facts.first?.isTask ?? false }
        set { change { $0.isTask = newValue } }
    }

    /// The part of a medium that it is; `nil` for all of it.
    package var part: MediaSegment? {
        get { facts.first?.part }
        set { change { $0.part = newValue } }
    }

    /// Whether the program that it comes from has it among the user's favourites; `nil` if that keeps none, or it cannot be
    /// one.
    package var isFavourite: Bool? {
        get { facts.first?.isFavourite }
        set { change { $0.isFavourite = newValue } }
    }

    /// Where another player of the program that it comes from left it.
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
