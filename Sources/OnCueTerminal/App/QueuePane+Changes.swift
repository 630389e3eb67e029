// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// Synchronisation of the rows with the service, after edits and when others change the queue.
extension QueuePane {
    /// Keeps the rows as the service has them, before an edit is displayed.
    mutating func keepBase() {
        if state.base == nil, state.revision != nil { state.base = level.pages }
    }

    /// Requests the changes since the rows were read, as soon as no edit is pending.
    mutating func compare() -> [AppEffect] {
        guard edits == 0 else { return [] }
        guard let revision = state.revision else { return renew() }
        guard !state.isComparing else {
            state.mustCompareAgain = true
            return []
        }
        state.isComparing = true
        return [.compare(revision)]
    }

    /// Applies the requested changes.
    mutating func take(_ answer: QueueChanges?) -> [AppEffect] {
        state.isComparing = false
        let isMore = state.mustCompareAgain
        state.mustCompareAgain = false
        // Edits are compared once they have been carried out.
        guard let changes = answer?.changes, state.revision != nil else { return renew() }
        var isOther = state.base != nil
        for change in changes where apply(change) { isOther = true }
        if isMore || (edits == 0 && answer?.revision != state.revision) { return compare() }
        return isOther ? show() : fetches()
    }

    /// Applies a change that the service reports; requests missed changes.
    mutating func take(_ change: QueueChange) -> [AppEffect] {
        guard let revision = state.revision else {
            state.heard = change.revision
            return []
        }
        if change.revision == revision { return [] }
        guard apply(change) else { return compare() }
        return show()
    }

    /// - Returns: `false` if it does not continue the revision of the rows, or has no difference.
    private mutating func apply(_ change: QueueChange) -> Bool {
        guard change.base == state.revision, let difference = change.difference else { return false }
        state.revision = change.revision
        let revision = ContentTree.Revision(change.revision)
        if state.base != nil {
            state.base?.apply(difference, revision: revision)
        } else {
            applyShown(difference, revision: revision)
        }
        return true
    }

    private mutating func applyShown(_ difference: QueueDifference, revision: ContentTree.Revision) {
        let chosen = level.filter == nil ? level.selection?.id : nil
        let position = difference.positions[level.selected]
        level.pages.apply(difference, revision: revision)
        if level.filter == nil, let position { level.selected = position }
        level.follow(chosen, height: height)
    }

    /// Displays the rows as the service has them, when no edit is pending.
    private mutating func show() -> [AppEffect] {
        guard edits == 0, !state.isComparing else { return [] }
        let chosen = level.filter == nil ? level.selection?.id : nil
        if let base = state.base {
            level.pages = base
            state.base = nil
        }
        beginRound()
        level.filtering?.renew(round: round)
        level.follow(chosen, height: height)
        return fetches()
    }
}
