// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
internal import OnCueQuery
internal import OnCueRuntime
package import OnCueSuggestions

/// Responses to offers.
extension SuggestionCenter {
    /// The prefix of the identifiers of simulated devices.
    package static let simulated = "simulated "
    /// The time, in seconds, for which a dismissed item is left out of the list for the moment: it is another part of
    /// the day then.
    private static let rest: Int64 = 12 * 3_600
    private static let mostSetAside = 200

    /// Returns the suggestions for this moment without a trigger.
    package func suggestions(limit: Int) async -> [ShownSuggestion] {
        let found = await find(for: nil, at: parts.learning.moment(), limit: limit)
        note(found, at: nil)
        return await finder.illustrated(found)
    }

    /// The items that are left out of the list for the moment because they were dismissed not long ago.
    var resting: Set<String> {
        let now = parts.clock.now()
        setAside = setAside.filter { (0..<Self.rest).contains(now - $0.value) }
        return Set(setAside.keys)
    }

    /// Keeps an item out of the list for the moment for a while.
    private func setAside(_ item: String) {
        if resting.count >= Self.mostSetAside, let oldest = setAside.min(by: { $0.value < $1.value }) {
            setAside[oldest.key] = nil
        }
        setAside[item] = parts.clock.now()
    }

    /// Plays a suggestion from where it was left.
    ///
    /// - Parameter text: Its identifier, its number in the offer, or empty for the one displayed first.
    /// - Returns: The suggestion that began to play.
    /// - Throws: ContentError with `notFound` for an item that is no longer suggested; the errors of a selection.
    package func accept(_ text: String) async throws -> ShownSuggestion {
        let wanted = try suggestion(text)
        try await play(wanted, by: .current)
        try await parts.controller.saved()
        return wanted
    }

    /// As ``accept(_:)``, even if the offer in which it was shown is over.
    ///
    /// - Parameter id: Its identifier.
    package func acceptShown(_ id: ShownSuggestion.ID) async throws {
        try await play(try known(id), by: .current)
    }

    /// Plays a suggestion; only the user's own choice is learnt.
    ///
    /// - Throws: The errors of a selection.
    func play(_ wanted: ShownSuggestion, by cause: PlaybackCause) async throws {
        if wanted.isActivity { return try await open(wanted, by: cause) }
        let selection = try parts.manager.beginSelection()
        if cause == .user {
            noteChosen(wanted)
            choices.send(wanted)
        }
        accepting += 1
        defer { accepting -= 1 }
        do {
            var options = PlaybackOptions(selection)
            options.firstTrack = wanted.firstTrack
            options.cause = cause
            _ = try await parts.manager.initiatePlayback(of: .identifier(wanted.target), with: options)
        } catch let error as ContentError where error.isAbsence || error.code == .notPlayable {
            // Remove it from the offer.
            carryOut(board.remove { $0 == wanted.suggestion.item })
            throw error
        } catch {
            // Something else was chosen meanwhile.
            if snapshot.status == .playing { carryOut(board.played()) }
            throw error
        }
        if cause == .user { noteTaken(wanted) }
        finding?.task.cancel()
        finding = nil
        let effects = board.accept(wanted.id)
        // An item that was not offered was chosen all the same.
        carryOut(effects.isEmpty ? board.played() : effects)
    }

    /// Dismisses a suggestion, or the whole offer if none is named.
    ///
    /// - Throws: ContentError with `notFound` for an item that is no longer suggested; `storage` if the response cannot
    ///   be saved.
    package func dismiss(_ text: String, _ reason: DismissalReason) async throws(ContentError) {
        defer { tellListChanged() }
        guard text.isEmpty, let offer else {
            let refused = try suggestion(text)
            let key = moments[refused.id]?.trigger.map(TriggerKey.init)
            carryOut(board.dismiss(refused.id))
            dismissedUnasked.insert(refused.id)
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

    /// Returns a present or former suggestion.
    ///
    /// - Throws: `notFound`.
    package func explain(_ text: String) throws(ContentError) -> (ShownSuggestion, Moment, Trigger?) {
        let wanted = try known(text)
        let around = moments[wanted.id]
        return (wanted, around?.moment ?? parts.learning.moment(), around?.trigger)
    }

    /// Records the choice as a consequence of the trigger that raised the suggestion, regardless of later events.
    private func noteChosen(_ suggestion: ShownSuggestion) {
        guard let trigger = moments[suggestion.id]?.trigger, trigger.id != 0,
            trigger.device?.id.hasPrefix(Self.simulated) != true
        else { return }
        parts.learning.note(trigger, at: moment(of: trigger), isTaken: true)
    }

    /// Records the acceptance of an offer: its trigger may raise offers here again, however often they were dismissed
    /// before.
    func noteTaken(_ wanted: ShownSuggestion) {
        setAside[wanted.suggestion.item] = nil
        parts.learning.noteAccepted(
            wanted.suggestion.item, at: moments[wanted.id]?.moment ?? parts.learning.moment())
        let around = parts.triggers.heard.map(\.id) + [parts.triggers.place].compactMap(\.self)
        memory.note { [offer] in
            if let offer { $0.memory.noteTaken(TriggerKey(offer.trigger)) }
            for name in around { $0.memory.forgetDismissals(about: name) }
        }
        tellListChanged()
    }

    private func refuse(_ refused: [ShownSuggestion], _ reason: DismissalReason) async throws(ContentError) {
        if reason == .neverHere, let unasked = refused.first(where: { moments[$0.id]?.trigger == nil }) {
            throw ContentError(
                .refused,
                "\"\(unasked.item.title)\" was not suggested for a device or a place; use the reason never "
                    + "to refuse it everywhere"
            )
        }
        for suggestion in refused {
            let item = suggestion.suggestion.item
            let around = moments[suggestion.id]
            parts.learning.noteDismissed(item, at: around?.moment ?? parts.learning.moment())
            switch reason {
            case .notNow, .thumbsDown: setAside(item)
            case .neverHere:
                guard let trigger = around?.trigger else { continue }
                try await memory.change { $0.said.refuse(item, for: trigger) }
            case .never: try await memory.change { $0.said.refuse(item) }
            }
            if reason == .thumbsDown {
                // Counts twice as much as "not now".
                parts.learning.noteDismissed(item, at: around?.moment ?? parts.learning.moment())
            }
        }
    }

    /// Returns the suggestion that a text names, to be accepted or dismissed.
    private func suggestion(_ text: String) throws(ContentError) -> ShownSuggestion {
        if text.isEmpty || Int(text) != nil {
            let number = Int(text) ?? 1
            // While nothing is offered, the number refers to the list that was requested last.
            guard let offer else { return try text.isEmpty ? firstUnasked() : known(UnaskedSuggestion.id(number)) }
            guard (1...offer.suggestions.count).contains(number) else {
                throw ContentError(
                    .notFound, "there is no suggestion \(text.prefix(20)); there are only \(offer.suggestions.count)")
            }
            return offer.suggestions[number - 1]
        }
        let known = try known(text)
        guard
            known.id.hasPrefix(UnaskedSuggestion.prefix)
                || offer?.suggestions.contains(where: { $0.id == known.id }) == true
        else {
            throw ContentError(.notFound, "\"\(known.item.title)\" is no longer suggested" + Self.advice)
        }
        return known
    }

    /// Returns the first suggestion of the list that was requested last that was not dismissed.
    private func firstUnasked() throws(ContentError) -> ShownSuggestion {
        let left = explained.first {
            $0.id.hasPrefix("\(UnaskedSuggestion.prefix)\(questions).") && !dismissedUnasked.contains($0.id)
        }
        guard let left else { return try known(UnaskedSuggestion.id(1)) }
        return left
    }

    private func known(_ text: String) throws(ContentError) -> ShownSuggestion {
        if text.isEmpty || Int(text) != nil, offer != nil { return try suggestion(text) }
        // A plain number refers to the latest list.
        let number = UnaskedSuggestion.number(of: text)
        let id = number.map { "\(UnaskedSuggestion.prefix)\(questions).\($0)" } ?? text
        guard let known = explained.last(where: { $0.id == id }) else {
            let name = number.map(String.init) ?? String(text.prefix(40))
            throw ContentError(
                .notFound,
                questions == 0 && number != nil
                    ? "nothing is offered, and no list of suggestions has been shown" + Self.advice
                    : text.isEmpty
                        ? "nothing is suggested at the moment"
                        : "there is no suggestion \(name)" + Self.advice)
        }
        return known
    }

    private static let advice = "; list the suggestions with: oncue suggestions"
}
