// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient

/// Places of podcasts and episodes on a command line.
enum PodcastPlace {
    /// What the service gets: titles begin at the podcasts, whether or not the person says so.
    ///
    /// - Throws: ``CommandFailure`` for an index path out of all bounds.
    static func text(_ words: [String], _ context: CommandContext) throws(CommandFailure) -> String {
        switch try PlaceWords(words, files: context.files, prefersTitles: true) {
        // An empty place is refused as everywhere, not taken for the list of podcasts.
        case .names(""): return ""
        case .names(let text) where !text.lowercased().hasPrefix("podcasts/"): return "Podcasts/" + text
        case .missing(let text), .names(let text): return text.hasPrefix("Podcasts/") ? text : "Podcasts/" + text
        case .indexPath, .identifier, .uri, .local: return try PlaceResolver(context).place(words, prefersTitles: true)
        }
    }
}
