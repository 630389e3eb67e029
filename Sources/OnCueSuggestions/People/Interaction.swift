// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Something that was done with other people: an item that was shared, a message that was written.
package struct Interaction: Sendable, Equatable, Codable {
    package enum Direction: String, Sendable, CaseIterable, Codable {
        /// From this user to the others, from them to this user, and together.
        case outgoing, incoming, mutual
    }

    /// The program that donated it; `oncue` for OnCue itself.
    package var program: String
    /// Unique within the program, for deleting it again.
    package var identifier: String
    /// The action, in a word or two of the program: `share`, `call`.
    package var action: String
    package var direction: Direction
    /// The names of the others.
    package var people: [String]
    /// The group that several belong to, such as those of a conversation; empty for none.
    package var group: String
    /// The item of the content tree that it is about; empty for none.
    package var item: String
    /// The title of its subject, for display; may be empty.
    package var title: String
    /// Seconds since 1970.
    package var time: Int64

    package init(
        program: String, identifier: String, action: String, direction: Direction, people: [String],
        group: String = "", item: String = "", title: String = "", time: Int64
    ) {
        self.program = program
        self.identifier = identifier
        self.action = action
        self.direction = direction
        self.people = people
        self.group = group
        self.item = item
        self.title = title
        self.time = time
    }
}
