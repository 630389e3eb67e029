// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient

/// Puts places into the queue: `oncue play --next`, `oncue play --append` and `oncue queue add`.
struct Enqueuing {
    let context: CommandContext
    var options: EnqueueOptions

    /// Enqueues all that can be, and says what was done and what cannot.
    ///
    /// - Returns: What the queue got, in the order of the words, and the places that failed.
    func run(_ words: [String]) async throws -> (added: [PlayedContent], errands: PlaceErrands) {
        let resolver = PlaceResolver(context)
        var errands = PlaceErrands(context)
        guard let places = try resolver.places(words) else {
            let place = try resolver.place(words)
            let content = try await PlaceResolver.asking(words) { () async throws(ClientError) in
                try await context.service.enqueue(place, options)
            }
            tell([content])
            return ([content], errands)
        }
        // What is put right behind the current entry comes before what was put there earlier.
        let isReversed = try await isReversed(places.count)
        var added: [PlayedContent] = []
        var place = isReversed ? options : options.notNext
        for word in isReversed ? places.reversed() : places {
            let content = try await errands.run(word) { [place] text async throws(ClientError) in
                try await context.service.enqueue(text, place)
            }
            guard let content else { continue }
            added.append(content)
            // What is named later stands behind it.
            place.index = place.index.map { $0 + content.count }
        }
        if isReversed { added = Self.settled(added) }
        tell(added)
        return (added, errands)
    }

    /// In an empty queue, nothing is there that something could be put behind.
    private func isReversed(_ count: Int) async throws(ClientError) -> Bool {
        guard options.isNext, count > 1 else { return false }
        return try await context.service.queue(offset: 0, limit: 1).total > 0
    }

    /// The contents in the order in which they stand; each that came later has moved those before it back.
    private static func settled(_ added: [PlayedContent]) -> [PlayedContent] {
        var shift = 0
        return added.reversed().map { content in
            var content = content
            content.position += shift
            shift += content.count
            return content
        }
    }

    private func tell(_ added: [PlayedContent]) {
        for content in added {
            let number = "number \(content.position + 1)"
            context.console.tell(
                "Added \(ContentPhrase.text(content)) as \(number)" + (options.isNext ? ", to play next" : ""))
        }
    }
}

extension EnqueueOptions {
    fileprivate var notNext: EnqueueOptions {
        EnqueueOptions(isNext: false, index: index, isShuffled: isShuffled, start: start)
    }
}
