// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime
package import OnCueSuggestions

/// The activities of other programs, as suggestions need them. They are named by identifiers of the kind `foreign`.
@MediaActor
package protocol ActivityPredicting: AnyObject {
    /// Returns the row of an activity, or of an item of the index with a location; `nil` if it no longer exists, or
    /// suggestions may not use it.
    func predicted(_ activity: ContentIdentifier) async -> ContentNode?

    /// Continues an activity in its program.
    ///
    /// - Throws: The reason of the program; nothing has changed then.
    func continuePredicted(_ activity: ContentIdentifier) async throws

    /// Returns the activities whose programs have named occasions for them.
    func occasions() async -> [OccasionedActivity]
}

/// An activity with an occasion at which it should be suggested regardless of learnt habits.
package struct OccasionedActivity: Sendable, Equatable {
    package var identifier: ContentIdentifier
    package var occasion: Occasion
    /// The display name of its program.
    package var programName: String

    package init(_ identifier: ContentIdentifier, _ occasion: Occasion, programName: String) {
        (self.identifier, self.occasion, self.programName) = (identifier, occasion, programName)
    }
}

/// The activities and items of other programs that have a location.
@MediaActor
package protocol ForeignLocating: AnyObject {
    /// Sent after changes of ``located()``, once for all changes in a short time; also after some that turn out not to
    /// concern anything with a location.
    var locationChanges: Broadcast<Void> { get }

    /// Their activities, and the items of their index, the latest first; only those that searches or suggestions may
    /// use.
    func located() async -> [LocatedThing]
}

/// An activity or item that has a location.
package struct LocatedThing: Sendable, Equatable {
    package var identifier: ContentIdentifier
    package var title: String
    /// The display name of its owner; may be empty.
    package var owner: String
    package var location: Location
    /// Its web page.
    package var page: String?
    /// Whether it may be suggested.
    package var isSuggested: Bool

    package init(
        _ identifier: ContentIdentifier, title: String, owner: String, location: Location, page: String? = nil,
        isSuggested: Bool = true
    ) {
        (self.identifier, self.title, self.owner, self.location) = (identifier, title, owner, location)
        (self.page, self.isSuggested) = (page, isSuggested)
    }

    /// `Friday at the Blue Note, Concerts`
    package var source: String { [title, owner].filter { !$0.isEmpty }.joined(separator: ", ") }
}

/// Learns which activities are used at which moments.
@MediaActor
package protocol ActivityLearning: AnyObject {
    /// Records that the user has turned to an activity, under the present circumstances.
    func noteUse(of activity: ContentIdentifier)

    /// Forgets the learnt data of activities, and removes them from the offer.
    ///
    /// - Throws: `storage`.
    func forgetActivities(_ part: LearntActivities) async throws(ContentError)
}

/// Some activities.
package enum LearntActivities: Sendable, Equatable {
    case some(Set<ContentIdentifier>)
    case program(String)
    case all
}
