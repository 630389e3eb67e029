// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// The activities of other programs, as suggestions need them. They are named by identifiers of the kind `foreign`.
@MediaActor
package protocol ActivityPredicting: AnyObject {
    /// Returns the row of an activity; `nil` if there is none any longer, or suggestions may not use it.
    func predicted(_ activity: ContentIdentifier) async -> ContentItem?

    /// Takes it up again in its program.
    ///
    /// - Throws: The reason of the program; nothing has changed then.
    func continuePredicted(_ activity: ContentIdentifier) async throws
}

/// Learns which activities are used when.
@MediaActor
package protocol ActivityLearning: AnyObject {
    /// Records that the user has turned to an activity, under the present circumstances.
    func noteUse(of activity: ContentIdentifier)

    /// Forgets what was learnt of activities, and takes them out of the offer.
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
