// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
package import OnCueCore
internal import OnCueSuggestions

/// A queue or an activity that the user has left at another machine and may want to continue here.
package struct LeftElsewhere: Sendable, Equatable {
    package enum Part: String, Sendable {
        /// The queue that plays, or played, there.
        case queue
        /// The activity in a program there.
        case activity
    }

    /// The time after which it is no longer suggested.
    package static let window: Duration = .seconds(600)

    /// The name of the machine.
    package var machine: String
    package var part: Part
    package var title: String
    /// The time for which it has been left.
    package var absence: Duration

    package init(_ part: Part, at machine: String, title: String, absence: Duration) {
        (self.part, self.machine, self.title, self.absence) = (part, machine, title, absence)
    }

    /// Returns the most recently left one of all machines; `nil` if that is too long ago.
    package static func latest(_ all: [LeftElsewhere]) -> LeftElsewhere? {
        all.filter { $0.absence <= window }.min { $0.absence < $1.absence }
    }

    // MARK: As a suggestion

    /// Names the machine and the part, so that the user's response to such a suggestion also applies to the next one.
    package var identifier: ContentIdentifier {
        Activity.Name(ServiceNames.busName, "left/\(part.rawValue)/\(machine)").contentIdentifier
    }

    package var item: ContentNode {
        var item = ContentNode(
            identifier: identifier, title: "Continue \(title) from \(machine)", subtitle: machine, isPlayable: true)
        item.rare.isTask = true
        return item
    }

    /// The reason for the suggestion.
    package var sentence: String {
        let minutes = Int(absence / .seconds(60))
        let ago = minutes < 1 ? "just now" : minutes == 1 ? "a minute ago" : "\(minutes) minutes ago"
        return "You left it at \(machine) \(ago)."
    }
}
