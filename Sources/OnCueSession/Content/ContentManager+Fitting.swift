// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueInterface
package import OnCueQuery
internal import OnCueRuntime

/// The selection that fills a time.
package struct FittedSelection: Sendable, Equatable {
    package struct Part: Sendable, Equatable {
        package var title: String
        /// The playing time at its rate, without the part that was heard before.
        package var time: Duration
        package var isMusic: Bool
    }

    /// Speech from short to long, then music.
    package var selection: ContentSelection
    package var parts: [Part]

    /// The sum of all parts; music at the end may exceed the requested time.
    package var time: Duration { parts.reduce(.zero) { $0 + $1.time } }
    /// Whether the music is longer than the rest of the time, so that it is faded out at the end.
    package var fades: Bool
}

extension ContentManager {
    /// The maximum number of items that are considered.
    private static let fittingLimit = 200
    /// A remaining time too short for a piece of music, unless it is a tenth of the time.
    private static let leastRest = Duration.seconds(45)
    /// The score of a minute of music, compared with speech.
    private static let musicScore = 0.4

    /// The speech that is considered if no places are given, with the score of a minute of it.
    private static let speechQuestions: [(words: String, score: Double)] = [
        ("is:unfinished sort:-played limit:50", 1), ("kind:episode unplayed sort:-added limit:100", 0.8),
    ]
    /// The music that is considered if no places are given; each query only if the results of the previous ones are too
    /// short.
    private static let musicQuestions = [
        "kind:track favourite limit:200", "kind:track stars:>=4 limit:200", "kind:track sort:-plays limit:200",
    ]

    /// Chooses the tracks for a playing time: speech that fits as a whole, from where it was left, one of each show;
    /// then music.
    ///
    /// - Parameters:
    ///   - time: At least 1 s.
    ///   - places: The places whose tracks are considered; for words that are not a name, everything that they find.
    ///     Without places, unfinished, new and liked tracks are considered.
    ///   - suggested: The items that are preferred to the rest, the most wanted first.
    ///   - rate: The rate at which a track plays.
    /// - Throws: `notFound` if nothing fits; the error of the first place if none of them names anything.
    package func selection(
        fitting time: Duration, from places: [ContentPlace], suggested: [ContentIdentifier] = [],
        rate: (Track) -> Double = { _ in 1 }
    ) async throws -> FittedSelection {
        let pool = places.isEmpty ? try await ownPool(for: time, suggested) : try await pool(of: places)
        let pieces = await pieces(pool, withDisliked: !places.isEmpty, rate)
        let music = pieces.filter(\.isMusic)
        var chosen = speech(pieces.filter { !$0.isMusic }, time, besideMusic: !music.isEmpty)
        var rest = time - chosen.reduce(.zero) { $0 + $1.time }
        let leastRest = min(Self.leastRest, time / 10)
        for piece in music where rest >= leastRest {
            chosen.append(piece)
            rest -= piece.time
        }
        guard !chosen.isEmpty else { throw Self.nothingFits(time, pieces) }
        var selection = ContentSelection(title: "", tracks: chosen.map(\.track))
        selection.startPosition = chosen[0].position
        return FittedSelection(
            selection: selection,
            parts: chosen.map { FittedSelection.Part(title: $0.track.title, time: $0.time, isMusic: $0.isMusic) },
            fades: rest < .zero && chosen.last?.isMusic == true)
    }

    /// Plays a chosen selection.
    package func initiatePlayback(
        of fitted: FittedSelection, with options: PlaybackOptions
    ) async throws -> (content: ContentSelection, begun: InitiatedPlayback) {
        let begun = try await player.contentManager(self, initiatePlaybackOf: fitted.selection, with: options)
        return (fitted.selection, begun)
    }

    private typealias Pool = [(track: Track, score: Double)]

    /// A track that can be heard as a whole.
    private struct Piece {
        var track: Track
        var score: Double
        var position: Duration
        var time: Duration
        var isMusic: Bool
    }

    private func pool(of places: [ContentPlace]) async throws -> Pool {
        var tracks: [Track] = []
        var failures: [any Error] = []
        for place in places where tracks.count < Self.fittingLimit {
            do { tracks += try await selection(offered: place).tracks } catch { failures.append(error) }
        }
        if tracks.isEmpty, let failure = failures.first { throw failure }
        return tracks.prefix(Self.fittingLimit).enumerated().map { number, track in
            // Earlier tracks score slightly higher.
            (track, 1 - 0.2 * Double(number) / Double(Self.fittingLimit))
        }
    }

    /// Returns the selection that a place names or, for words that are not a name, everything that they find. Words
    /// that are the title of a playlist, a show or another container name it.
    private func selection(offered place: ContentPlace) async throws -> ContentSelection {
        let selection = try await selection(at: place, widens: false)
        guard selection.naming == .words, let words = place.words else { return selection }
        if selection.container != nil, TextFolding.fold(selection.title) == TextFolding.fold(words) { return selection }
        do throws(ContentError) {
            return try await self.selection(
                ofAll: try await source.everything(words), query: words, skipsDisliked: true)
        } catch {
            // The results may be only a container, whose tracks play.
            guard error.code == .notPlayable else { throw error }
            return selection
        }
    }

    private func ownPool(for time: Duration, _ suggested: [ContentIdentifier]) async throws -> Pool {
        var pool: Pool = []
        for (words, score) in Self.speechQuestions {
            pool += try await found(words).filter { $0.isSpokenWord || score == 1 }.map { ($0, score) }
        }
        let wanted = Dictionary(
            suggested.enumerated().map { ($1, 0.2 * Double(suggested.count - $0) / Double(suggested.count)) },
            uniquingKeysWith: max)
        pool = pool.map { ($0, min(1, $1 * 0.8 + (wanted[$0.identifier] ?? wanted[$0.albumIdentifier] ?? 0))) }
        var length = Duration.zero
        for words in Self.musicQuestions where length < time {
            let music = try await found(words).filter { !$0.isSpokenWord }
            length += music.reduce(.zero) { $0 + ($1.duration ?? .zero) }
            // Always the same order would be tiring.
            pool += music.shuffled().map { ($0, Self.musicScore) }
        }
        return pool
    }

    private func found(_ words: String) async throws(ContentError) -> [Track] {
        let page = try await source.search(words, offset: 0, limit: Self.fittingLimit)
        let items = page.items.filter { $0.isPlayable && !$0.isUnavailable && !$0.isContainer }
        return try await source.tracks(of: items.map(\.identifier))
    }

    /// Returns the tracks of known length, each once, with the part that is left of them.
    private func pieces(_ pool: Pool, withDisliked: Bool, _ rate: (Track) -> Double) async -> [Piece] {
        let records = await records(of: pool.map(\.track.identifier))
        var seen: Set<ContentIdentifier> = []
        let rules = ListeningRules()
        return pool.compactMap { track, score in
            let record = records[track.identifier]
            guard seen.insert(track.identifier).inserted, !track.isStation, let duration = track.duration,
                withDisliked || record?.isDisliked != true
            else { return nil }
            let position = record?.position ?? intro(track)
            let time = (duration - position) / max(0.25, rate(track))
            guard time > .zero else { return nil }
            return Piece(
                track: track, score: score, position: position, time: time, isMusic: !rules.remembersPosition(track))
        }
    }

    /// If the positions cannot be looked up, everything counts as never heard.
    private func records(of items: [ContentIdentifier]) async -> [ContentIdentifier: ListeningRecord] {
        do throws(ContentError) {
            return try await listening?.records(for: items) ?? [:]
        } catch {
            Logger("content").warning(
                "cannot look up where items were left; filling the time as if they were new", ["error": error.message])
            return [:]
        }
    }

    private func speech(_ pieces: [Piece], _ time: Duration, besideMusic: Bool) -> [Piece] {
        let pieces = Array(pieces.prefix(Self.fittingLimit))
        let packer = TimePacker(time, fillerScore: besideMusic ? Self.musicScore : 0)
        let choice = packer.choice(
            of: pieces.map {
                TimePacker.Candidate($0.time, score: $0.score, group: $0.track.spokenWork?.description)
            })
        return choice.map { pieces[$0] }.sorted { $0.time < $1.time }
    }

    private static func nothingFits(_ time: Duration, _ pieces: [Piece]) -> ContentError {
        guard let shortest = pieces.min(by: { $0.time < $1.time }) else {
            return ContentError(.notFound, "there is nothing of known length to fill the time with")
        }
        return ContentError(
            .notFound,
            "nothing fits into \(minutes(time)); the shortest is \"\(shortest.track.title)\" with \(minutes(shortest.time))"
        )
    }

    private static func minutes(_ time: Duration) -> String {
        time < .seconds(60) ? "\(time.components.seconds) s" : "\((time.components.seconds + 59) / 60) min"
    }
}

extension [ContentIdentifier: Double] {
    fileprivate subscript(identifier: ContentIdentifier?) -> Double? { identifier.flatMap { self[$0] } }
}
