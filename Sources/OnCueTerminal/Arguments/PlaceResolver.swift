// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore

/// One of several places on a command line.
struct NamedPlace: Sendable, Equatable {
    /// As the person wrote it.
    let word: String
    /// What the service gets; `nil` for a file that does not exist.
    let place: String?
    let isFile: Bool
}

/// Turns PLACE words into the text that the service gets.
struct PlaceResolver: Sendable {
    let files: LocalFiles
    let memory: RevisionMemory

    init(_ context: CommandContext) {
        files = context.files
        memory = context.memory
    }

    /// - Throws: ``CommandFailure`` when the words name a file that does not exist.
    func place(_ words: [String], prefersTitles: Bool = false) throws(CommandFailure) -> String {
        switch try PlaceWords(words, files: files, prefersTitles: prefersTitles) {
        case .indexPath(let text, let branch, let depth, let hasRevision):
            // The branches at the top never move.
            guard !hasRevision, depth > 1, let revision = memory.read(branch: branch) else { return text }
            return "\(text)@\(revision)"
        case .identifier(let text), .uri(let text), .names(let text): return text
        case .local(let location): return location.uri
        case .missing(let text): throw CommandFailure(.nothingFound, "no such file: \(text)")
        }
    }

    /// The places of several words of which each says by its form that it is a place, as a shell's wildcard gives them;
    /// `nil` for words that belong together.
    ///
    /// - Throws: ``CommandFailure`` for an index path out of all bounds.
    func places(_ words: [String]) throws(CommandFailure) -> [NamedPlace]? {
        guard words.count > 1, files.kind(of: RawWords.bytes(of: words.joined(separator: " "))) == nil else {
            return nil
        }
        var places: [NamedPlace] = []
        for word in words {
            switch try PlaceWords([word], files: files) {
            case .names: return nil
            case .missing: places.append(NamedPlace(word: word, place: nil, isFile: true))
            case .local(let location): places.append(NamedPlace(word: word, place: location.uri, isFile: true))
            default: places.append(NamedPlace(word: word, place: try place([word]), isFile: false))
            }
        }
        return places
    }

    /// Runs `request`, and says what to do next where the library has changed under an index path, and where nothing
    /// has the name that the person wrote.
    static func asking<T: Sendable>(
        _ words: [String], _ request: () async throws(ClientError) -> T
    ) async throws -> T {
        do throws(ClientError) {
            return try await request()
        } catch {
            let text = words.joined(separator: " ")
            switch error.code {
            case .staleIndexPath:
                throw CommandFailure(
                    .failed,
                    "stale index path \(text.prefix { $0 != "@" }): the library has changed since it was shown; "
                        + "run oncue browse again")
            case .notFound where Self.isAboutNames(error.message):
                throw CommandFailure(.nothingFound, error.message + advice(on: text))
            default: throw error
            }
        }
    }

    /// Whether titles or words were looked for, as far as what the service says tells.
    private static func isAboutNames(_ message: String) -> Bool {
        !message.contains(";")
            && ["there is no \"", "nothing in the library matches"].contains(where: message.hasPrefix)
    }

    /// The list at the top of the tree that was meant, or how to find what there is.
    private static func advice(on text: String) -> String {
        let first = text.prefix { $0 != "/" }
        let titles = ["Library", "Playlists", "Podcasts", "Radio", "For You"] + ContentSection.allCases.map(\.title)
        guard !titles.contains(where: { $0.lowercased() == first.lowercased() }),
            let nearest = EditDistance.nearest(String(first), among: titles.map { $0.lowercased() }),
            let title = titles.first(where: { $0.lowercased() == nearest })
        else { return "; search for it with oncue search, or look around with oncue browse" }
        return "; did you mean \"\(title)\(text.dropFirst(first.count))\"?"
    }
}
