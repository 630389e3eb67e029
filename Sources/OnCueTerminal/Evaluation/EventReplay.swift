// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueSuggestions

/// Trains a ranker with a stream of events, and answers its triggers.
struct EventReplay {
    private var ranker = SuggestionRanker()
    /// The last trigger, until something is played after it.
    private var choice: Moment?
    /// The circumstances at the start of the session, for plays that do not include them.
    private var session: Moment?
    private let hasReasons: Bool

    init(hasReasons: Bool) {
        self.hasReasons = hasReasons
    }

    /// Processes one line.
    ///
    /// - Returns: The answer to a trigger, and the mistake in the line, if any.
    mutating func receive(_ line: LineReader.Line) -> (answer: JSONValue?, mistake: String?) {
        guard case .text(let bytes) = line else {
            return (nil, "longer than \(LineReader.limit >> 10) KiB")
        }
        // Such files often contain blank lines.
        guard bytes.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { return (nil, nil) }
        do throws(EvaluationEvent.Mistake) {
            return (perform(try EvaluationEvent(String(decoding: bytes, as: UTF8.self))), nil)
        } catch {
            // A sender that expects an answer must get one.
            let answer: JSONValue? = error.isTrigger ? ["suggestions": [], "error": .string(error.text)] : nil
            return (answer, error.text)
        }
    }

    private mutating func perform(_ event: EvaluationEvent) -> JSONValue? {
        switch event {
        case .other: return nil
        case .reset:
            self = EventReplay(hasReasons: hasReasons)
            return nil
        case .trigger(let moment):
            choice = moment
            return answer(ranker.suggestions(SuggestionRequest(at: moment)), at: moment)
        case .donation(let kind, let item, let moment, let isOpen):
            let isChoice = kind == .played && choice != nil
            if isChoice { session = choice }
            ranker.record(
                Donation(
                    kind, item, at: moment.completed(by: session), isOpen: isOpen, choice: isChoice ? choice : nil))
            if isChoice { choice = nil }
            return nil
        }
    }

    private func answer(_ suggestions: [Suggestion], at moment: Moment) -> JSONValue {
        let items = JSONValue.array(suggestions.map { .string($0.item) })
        guard hasReasons else { return ["suggestions": items] }
        return ["suggestions": items, "details": .array(suggestions.map { $0.json(at: moment) })]
    }
}

extension Moment {
    /// Returns the moment with missing circumstances taken from another one.
    fileprivate func completed(by other: Moment?) -> Moment {
        Moment(
            time: time, hour: hour, weekday: weekday, place: place ?? other?.place,
            trigger: trigger ?? other?.trigger, device: device ?? other?.device)
    }
}

extension Suggestion {
    /// Returns the suggestion with its reasons, for programs.
    func json(at moment: Moment) -> JSONValue {
        [
            "item": .string(item), "probability": .rounded(probability, places: 4),
            "sentence": .string(cause.sentence(at: moment)),
            "reasons": .object(reasons.map { JSONValue.Member($0.facet.name, .rounded($0.weight, places: 3)) }),
        ]
    }
}
