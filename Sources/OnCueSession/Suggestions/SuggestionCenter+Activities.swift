// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
internal import OnCueSuggestions

/// Activities of other programs among the suggestions.
extension SuggestionCenter: ActivityLearning {
    package func noteUse(of activity: ContentIdentifier) { parts.learning.noteUse(activity.description) }

    package func forgetActivities(_ part: LearntActivities) async throws(ContentError) {
        switch part {
        case .some(let activities): _ = try await forget(.items(Set(activities.map(\.description))))
        case .program(let name): _ = try await forget(.beginning("\(ContentKind.foreign.rawValue):\(name)/"))
        case .all: _ = try await forget(.beginning(ContentKind.foreign.rawValue + ":"))
        }
    }

    /// Returns the title of an activity; `nil` if suggestions may not use it.
    package func titleOfActivity(_ activity: ContentIdentifier) async -> String? {
        await finder.activities?.predicted(activity)?.title
    }

    /// Continues the activity of a suggestion in its program. Playback continues.
    ///
    /// - Throws: The reason of the program; the suggestion stays then, unless the activity is gone.
    func open(_ wanted: ShownSuggestion, by cause: PlaybackCause) async throws {
        if try await goOnHere(wanted) { return }
        guard let activities = finder.activities, await activities.predicted(wanted.target) != nil else {
            carryOut(board.remove { $0 == wanted.suggestion.item })
            throw ContentError(.notFound, "there is no activity \"\(wanted.item.title)\" any longer")
        }
        try await activities.continuePredicted(wanted.target)
        if cause == .user { noteTaken(wanted) }
        carryOut(board.accept(wanted.id))
    }

    /// Removes items from the offer, and the preferences about them.
    func removeTraces(where isGone: @Sendable (String) -> Bool) async throws(ContentError) {
        carryOut(board.remove(isGone))
        explained.removeAll { isGone($0.suggestion.item) }
        try await memory.change { state in
            let said = Set(state.said.pinned).union(state.said.never).union(state.said.neverHere.keys)
            for item in said where isGone(item) { state.said.forget(item) }
            for item in state.missing.keys where isGone(item) { state.missing[item] = nil }
        }
    }
}

extension ShownSuggestion {
    /// Whether it is an activity of another program, which is continued there and plays nothing.
    package var isActivity: Bool { item.kind == .foreign }
}
