// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A donation in the log, with its origin.
package struct LoggedDonation: Sendable, Equatable {
    /// Another program that made it, and the identifier by which it can be withdrawn.
    package struct Origin: Sendable, Equatable {
        package var program: String
        package var identifier: String

        package init(program: String, identifier: String) {
            self.program = program
            self.identifier = identifier
        }
    }

    package var donation: Donation
    /// `nil` for playback on this machine.
    package var origin: Origin?

    package init(_ donation: Donation, from origin: Origin? = nil) {
        self.donation = donation
        self.origin = origin
    }
}

/// A part of the learnt data.
package enum LearntPart: Sendable, Equatable {
    case item(String)
    case items(Set<String>)
    /// All items whose names begin like this, such as the activities of a program.
    case beginning(String)
    /// Everything played with a device, by its name.
    case device(String)
    case place(String)
    /// The donations of another program, by its own identifiers; all of them for an empty set.
    case donated(program: String, identifiers: Set<String>)
    case everything

    /// Returns whether a donation of playback belongs to it.
    package func holds(_ donation: Donation) -> Bool {
        switch self {
        case .item(let item): donation.item == item
        case .items(let items): items.contains(donation.item)
        case .beginning(let start): donation.item.hasPrefix(start)
        case .device(let name): donation.moment.device == name || donation.choice?.device == name
        case .place(let name): donation.moment.place == name || donation.choice?.place == name
        case .donated: false
        case .everything: true
        }
    }
}
