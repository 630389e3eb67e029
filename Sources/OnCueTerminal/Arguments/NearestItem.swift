// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// The best match of words that are not the title of a podcast, an episode, a station or a playlist.
struct NearestItem {
    private let text: String
    private let kind: ContentKind
    private let best: ContentRecord
    private let runnerUp: ContentRecord?
    private let context: CommandContext

    /// The number of matches to request; more than one, since a search may find items of other kinds as well.
    private static let matches = 8

    /// Searches for the intended item; `nil` if nothing matches, or if the request failed for a reason other than that
    /// the words do not name an item.
    init?(to text: String, _ kind: ContentKind, after error: any Error, _ context: CommandContext) async {
        guard (error as? ClientError)?.isAbsence == true,
            let found = try? await context.service.search(
                "kind:\(kind.rawValue) \(text)", offset: 0, limit: Self.matches)
        else { return nil }
        let items = found.items.filter { $0.knownKind == kind }
        guard let best = items.first else { return nil }
        (self.text, self.kind, self.best, self.context) = (text, kind, best, context)
        runnerUp = items.dropFirst().first
    }

    /// Returns the match, and mentions it.
    ///
    /// - Parameter isExact: Whether the match is only advice, because the action cannot easily be undone.
    /// - Throws: ``CommandFailure`` with the advice.
    func item(isExact: Bool) throws(CommandFailure) -> ContentRecord {
        let name = ContentPhrase.named(best)
        guard !isExact else {
            let shown = TextLayout.printable(RawWords.printable(text))
            throw CommandFailure(
                .nothingFound, "there is no \(kind.rawValue) \"\(shown)\"; did you mean \(name)?")
        }
        context.console.tell("Best match: \(name)")
        PlaceResolver(context).tellRunnerUp(runnerUp, .words)
        return best
    }
}
