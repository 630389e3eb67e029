// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Describes media so that another machine finds its own copies of them, and finds the media that another one
/// describes.
package protocol HandoffMedia: Sendable {
    /// Returns descriptions with which other machines can find the tracks, in the same order; `nil` for tracks unknown
    /// here.
    func described(_ tracks: [Track]) async -> [HandedEntry?]

    /// Returns the local tracks of entries, in the same order; `nil` for those that are not here, and for all of them
    /// if the data cannot be read.
    func found(_ entries: [HandedEntry]) async -> [Track?]
}

/// Several sources as one: each is asked for the media that those before it do not know.
package struct JoinedHandoffMedia: HandoffMedia {
    private let sources: [any HandoffMedia]

    package init(_ sources: [any HandoffMedia]) { self.sources = sources }

    package func described(_ tracks: [Track]) async -> [HandedEntry?] {
        await joined(tracks) { await $0.described($1) }
    }

    package func found(_ entries: [HandedEntry]) async -> [Track?] {
        await joined(entries) { await $0.found($1) }
    }

    private func joined<Question: Sendable, Answer: Sendable>(
        _ questions: [Question], _ ask: (any HandoffMedia, [Question]) async -> [Answer?]
    ) async -> [Answer?] {
        var answers = [Answer?](repeating: nil, count: questions.count)
        for source in sources {
            let open = answers.indices.filter { answers[$0] == nil }
            guard !open.isEmpty else { break }
            for (index, answer) in zip(open, await ask(source, open.map { questions[$0] })) { answers[index] = answer }
        }
        return answers
    }
}
