// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueInterface

/// The result of a request about one place or several: the content affected, and the reported failures.
struct PlaceOutcome {
    /// The content affected, or `nil` if all places failed.
    private(set) var content: PlayedContent?
    /// The number of places that the words named.
    private(set) var placeCount = 1
    private var failure: ExitStatus?

    /// Sends one request with all places that the words name, and reports the ones that fail.
    ///
    /// - Throws: The failure of a single place, or one that affects all places.
    init(
        _ words: [String], _ context: CommandContext,
        _ request: ([String]) async throws(ClientError) -> PlayedContent
    ) async throws {
        let resolver = PlaceResolver(context)
        guard let places = try await resolver.places(words) else {
            let place = try await resolver.place(words)
            content = try await resolver.asking(words) { () async throws(ClientError) in try await request([place]) }
            return
        }
        placeCount = places.count
        let known = places.filter { $0.place != nil }
        let answer = known.isEmpty ? nil : try await request(known.compactMap(\.place))
        var failures: [(word: String, failure: CommandFailure)] = places.compactMap { place in
            place.place == nil ? (place.word, CommandFailure(.nothingFound, "no such file: \(place.word)")) : nil
        }
        for failure in answer?.failures ?? [] where known.indices.contains(failure.place) {
            let word = known[failure.place].word
            let explained = resolver.explained(failure.error, [word])
            failures.append((word, explained as? CommandFailure ?? CommandFailure(failure.error)))
        }
        for place in places {
            for (_, failure) in failures.filter({ $0.word == place.word }).prefix(1) {
                context.console.say("oncue: " + failure.message)
            }
        }
        failure = failures.first?.failure.status
        if let answer, answer.count > 0 { content = answer }
    }

    /// - Throws: ``CommandFailure`` without a message if any place failed.
    func finish() throws(CommandFailure) {
        guard let failure else { return }
        throw CommandFailure(content == nil ? failure : .failed, "")
    }
}
