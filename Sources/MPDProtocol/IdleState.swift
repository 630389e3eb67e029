// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The parts of the state whose changes are reported to clients.
package struct Subsystems: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let database = Subsystems(rawValue: 1 << 0)
    package static let storedPlaylist = Subsystems(rawValue: 1 << 1)
    package static let queue = Subsystems(rawValue: 1 << 2)
    package static let player = Subsystems(rawValue: 1 << 3)
    package static let mixer = Subsystems(rawValue: 1 << 4)
    package static let output = Subsystems(rawValue: 1 << 5)
    package static let options = Subsystems(rawValue: 1 << 6)
    package static let sticker = Subsystems(rawValue: 1 << 7)
    package static let update = Subsystems(rawValue: 1 << 8)
    package static let subscription = Subsystems(rawValue: 1 << 9)
    package static let message = Subsystems(rawValue: 1 << 10)
    package static let neighbor = Subsystems(rawValue: 1 << 11)
    package static let mount = Subsystems(rawValue: 1 << 12)
    package static let partition = Subsystems(rawValue: 1 << 13)

    package static let all = Subsystems(rawValue: (1 << names.count) - 1)

    private static let names = [
        "database", "stored_playlist", "playlist", "player", "mixer", "output", "options", "sticker", "update",
        "subscription", "message", "neighbor", "mount", "partition",
    ]

    /// The names of the parts in it, in their fixed order.
    package var names: [String] {
        Self.names.indices.compactMap { rawValue & 1 << $0 != 0 ? Self.names[$0] : nil }
    }

    /// Creates the parts that the arguments of `idle` name; all without arguments.
    package init(_ arguments: [String]) throws(CommandRefusal) {
        var found: Subsystems = arguments.isEmpty ? .all : []
        for name in arguments {
            guard let index = Self.names.firstIndex(of: name.lowercased()) else {
                throw CommandRefusal(.argument, "Unrecognized idle event: \(name)")
            }
            found.insert(Subsystems(rawValue: 1 << index))
        }
        self = found
    }
}

/// The changes that a client has not received yet, and those that it waits for.
package struct IdleState: Sendable, Equatable {
    package private(set) var pending: Subsystems = []
    /// The changes that it waits for; `nil` while it does not wait.
    package private(set) var awaited: Subsystems?

    package init() {}

    /// Notes a change.
    ///
    /// - Returns: The changes to report to a client that waits for them; `nil` if there are none.
    package mutating func note(_ changed: Subsystems) -> Subsystems? {
        pending.formUnion(changed)
        return answer()
    }

    /// Notes that the client waits from now on.
    ///
    /// - Returns: The changes to report at once; `nil` if there are none.
    package mutating func wait(for subsystems: Subsystems) -> Subsystems? {
        awaited = subsystems
        return answer()
    }

    /// Notes that the client no longer waits.
    package mutating func end() { awaited = nil }

    private mutating func answer() -> Subsystems? {
        guard let awaited, !pending.isDisjoint(with: awaited) else { return nil }
        let told = pending.intersection(awaited)
        pending.subtract(told)
        self.awaited = nil
        return told
    }
}
