// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
package import OnCueSuggestions

/// What the person says to what is offered.
extension SuggestionCenter {
    /// How the identifiers of devices begin that there are not.
    package static let simulated = "simulated "
    /// How the identifiers of suggestions begin that nothing has raised.
    static let unasked = "now"

    /// Why something is not wanted.
    package enum DismissalReason: String, Sendable, CaseIterable {
        case notNow = "not-now"
        /// This is to be suggested less.
        case thumbsDown = "thumbs-down"
        /// Not for this device or place any more.
        case neverHere = "never-here"
        case never
    }

    /// What would be suggested at this moment without a trigger.
    package func suggestions(limit: Int) async -> [ShownSuggestion] {
        let found = await find(for: nil, at: parts.learning.moment(), limit: limit)
        note(found, at: nil)
        return await finder.illustrated(found)
    }

    /// Plays a suggestion where it was left.
    ///
    /// - Parameter text: Its identifier, its number in the offer, or nothing for that which is shown first.
    /// - Returns: What began to play.
    /// - Throws: ContentError with `notFound` for what is not suggested any more; what selecting throws.
    package func accept(_ text: String) async throws -> ShownSuggestion {
        let wanted = try suggestion(text)
        let selection = try parts.manager.beginSelection()
        noteChosen(wanted)
        accepting += 1
        defer { accepting -= 1 }
        do {
            var options = PlaybackOptions(selection)
            options.firstTrack = wanted.firstTrack
            _ = try await parts.manager.initiatePlayback(of: .identifier(wanted.target), with: options)
        } catch let error as ContentError where error.code == .notFound || error.code == .notPlayable {
            // It is offered no more.
            carryOut(board.remove { $0 == wanted.suggestion.item })
            throw error
        } catch {
            // Something else was chosen meanwhile.
            if snapshot.status == .playing { carryOut(board.played()) }
            throw error
        }
        taken(wanted)
        return wanted
    }

    /// Refuses a suggestion, or with nothing all that is offered.
    ///
    /// - Throws: ContentError with `notFound` for what is not suggested any more; `storage` when what was said
    ///   cannot be kept.
    package func dismiss(_ text: String, _ reason: DismissalReason) async throws(ContentError) {
        guard text.isEmpty, let offer else {
            let refused = try suggestion(text)
            let key = moments[refused.id]?.trigger.map(TriggerKey.init)
            carryOut(board.dismiss(refused.id))
            if offer == nil, let key { memory.note { $0.memory.noteDismissed(key) } }
            return try await refuse([refused], reason)
        }
        memory.note { $0.memory.noteDismissed(TriggerKey(offer.trigger)) }
        let refused = reason == .notNow ? Array(offer.suggestions.prefix(1)) : offer.suggestions
        carryOut(board.dismissAll())
        try await refuse(refused, reason)
    }

    /// Shows the next suggestion of the offer first.
    package func showNext() { carryOut(board.turn()) }

    /// A suggestion of now or of before.
    ///
    /// - Throws: `notFound`.
    package func explain(_ text: String) throws(ContentError) -> (ShownSuggestion, Moment, Trigger?) {
        let wanted = try known(text)
        let around = moments[wanted.id]
        return (wanted, around?.moment ?? parts.learning.moment(), around?.trigger)
    }

    /// What is taken was chosen because of the trigger that raised it, whatever happened meanwhile.
    private func noteChosen(_ suggestion: ShownSuggestion) {
        guard let trigger = moments[suggestion.id]?.trigger, trigger.id != 0,
            trigger.device?.id.hasPrefix(Self.simulated) != true
        else { return }
        parts.learning.note(trigger, at: moment(of: trigger), isTaken: true)
    }

    private func taken(_ suggestion: ShownSuggestion) {
        let moment = moments[suggestion.id]?.moment ?? parts.learning.moment()
        parts.learning.noteAccepted(suggestion.suggestion.item, at: moment)
        finding?.task.cancel()
        finding = nil
        if let offer { memory.note { $0.memory.noteTaken(TriggerKey(offer.trigger)) } }
        let effects = board.accept(suggestion.id)
        // One that was not offered was chosen all the same.
        carryOut(effects.isEmpty ? board.played() : effects)
    }

    private func refuse(_ refused: [ShownSuggestion], _ reason: DismissalReason) async throws(ContentError) {
        for suggestion in refused {
            let item = suggestion.suggestion.item
            let around = moments[suggestion.id]
            parts.learning.noteDismissed(item, at: around?.moment ?? parts.learning.moment())
            switch reason {
            case .notNow, .thumbsDown: break
            case .neverHere:
                guard let trigger = around?.trigger else { continue }
                try await memory.change { $0.said.refuse(item, for: trigger) }
            case .never: try await memory.change { $0.said.refuse(item) }
            }
            if reason == .thumbsDown {
                // Twice as strong as not now.
                parts.learning.noteDismissed(item, at: around?.moment ?? parts.learning.moment())
            }
        }
    }

    /// What can be taken or refused.
    private func suggestion(_ text: String) throws(ContentError) -> ShownSuggestion {
        if text.isEmpty || Int(text) != nil {
            let number = Int(text) ?? 1
            guard let offer else {
                throw ContentError(.notFound, "nothing is suggested now; see \"oncue suggestions\"")
            }
            guard (1...offer.suggestions.count).contains(number) else {
                throw ContentError(
                    .notFound, "there is no suggestion \(text.prefix(20)); \(offer.suggestions.count) are offered")
            }
            return offer.suggestions[number - 1]
        }
        let known = try known(text)
        guard known.id.hasPrefix(Self.unasked) || offer?.suggestions.contains(where: { $0.id == known.id }) == true
        else {
            throw ContentError(.notFound, "\"\(known.item.title)\" is not suggested any more")
        }
        return known
    }

    private func known(_ text: String) throws(ContentError) -> ShownSuggestion {
        if text.isEmpty || Int(text) != nil, offer != nil { return try suggestion(text) }
        guard let known = explained.last(where: { $0.id == text }) else {
            throw ContentError(
                .notFound, text.isEmpty ? "nothing is suggested now" : "there is no suggestion \(text.prefix(40))")
        }
        return known
    }
}
