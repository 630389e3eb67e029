// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSuggestions

/// Ranks likely items, and determines whether they can be played, their positions, and their titles.
@MediaActor
final class SuggestionFinder {
    /// The number of sessions below which habits mean little, and candidates without a habit come first.
    private static let sessionsNeeded = 5
    /// The number of additional items to rank, since some cannot be played.
    private static let surplus = 15
    /// The number of episodes of a podcast that are examined.
    private static let episodeLimit = 50
    /// The number of pictures that are remembered.
    private static let pictureLimit = 64

    struct Question {
        var moment: Moment
        var trigger: Trigger?
        var limit: Int
        /// The prefix of the number of each suggestion.
        var prefix: String
        /// The positions in collections.
        var collections = CollectionPositions()
        /// The items of reminders that are due.
        var reminded: [String] = []
        /// The items that are meant for this moment, with the reasons.
        var relevant: [(item: String, sentence: String)] = []
        /// The items that belong to the present place of the machine.
        var here: [String] = []
        /// The items that are left out for a while.
        var resting: Set<String> = []
        /// The trip that probably begins; items that end before the arrival come first.
        var trip: TripEstimate?
        /// Returns the rate at which a podcast or a book plays.
        var rate: @MediaActor (ContentIdentifier) -> Double = { _ in 1 }
        /// Finds the person present with whom something was done about an item; `nil` if that does not count.
        var companion: ((Set<String>) -> String?)?

        /// Whether something in addition to habits counts, so that more items must be examined.
        var isOrdered: Bool { trip != nil || companion != nil }
    }

    /// Receives the result of a check whether a learnt item exists.
    var onLook: (@MediaActor (_ item: String, _ isThere: Bool) -> Void)?

    /// The activities of other programs.
    weak var activities: (any ActivityPredicting)?

    /// Returns the row of a queue or activity left at another machine; `nil` for any other identifier.
    var elsewhere: (@MediaActor (ContentIdentifier) -> ContentNode?)?

    private let source: any ContentSource
    private let listening: any ListeningStoring
    private let artwork: any ArtworkProviding
    private let nominator: SuggestionNominator
    private var pictures: [ContentIdentifier: MediaLocation] = [:]

    init(
        source: any ContentSource, listening: any ListeningStoring, artwork: any ArtworkProviding
    ) {
        self.source = source
        self.listening = listening
        self.artwork = artwork
        nominator = SuggestionNominator(source: source, listening: listening)
    }

    /// Finds and ranks suggestions; pictures that are not at hand are missing.
    func find(
        _ question: Question, _ ranker: SuggestionRanker, _ said: SaidBook
    ) async -> [ShownSuggestion] {
        let reminded = question.reminded.map { Nomination($0, .reminded) }
        let relevant = question.relevant.map { Nomination($0.item, .relevant) }
        let here = reminded + relevant + question.here.map { Nomination($0, .belongsHere) }
        let nominations = here + (await nominator.nominations(pinned: said.pinned))
        let trigger = question.trigger
        let request = SuggestionRequest(
            at: question.moment, limit: question.limit + Self.surplus, nominations: nominations
        ) { [resting = question.resting] in said.excludes($0, for: trigger) || resting.contains($0) }
        var found: [ShownSuggestion] = []
        let wanted = question.limit + (question.isOrdered ? Self.surplus : 0)
        for suggestion in Self.ranked(ranker, request) {
            guard found.count < wanted else { break }
            let id = "\(question.prefix).\(found.count + 1)"
            guard let shown = await resolve(suggestion, id, question.moment, question.collections),
                !found.contains(where: { $0.target == shown.target || $0.item.identifier == shown.item.identifier })
            else { continue }
            found.append(shown)
        }
        if trigger?.kind == .arrival {
            for index in found.indices where found[index].suggestion.cause == .nominated(.reminded) {
                found[index].sentence = "You asked to be reminded here."
            }
        }
        for index in found.indices where found[index].suggestion.cause == .nominated(.relevant) {
            let reason = question.relevant.first { $0.item == found[index].suggestion.item }?.sentence
            found[index].sentence = reason ?? found[index].sentence
        }
        return question.isOrdered ? ordered(found, question) : found
    }

    /// Returns the suggestions of a saved offer whose items still exist.
    func restore(
        _ saved: SavedOffer, at moment: Moment, _ collections: CollectionPositions
    ) async -> [ShownSuggestion] {
        var found: [ShownSuggestion] = []
        for (index, choice) in saved.choices.enumerated() {
            let id = "\(saved.trigger.id).\(index + 1)"
            guard var shown = await resolve(choice.suggestion, id, moment, collections) else { continue }
            shown.sentence = choice.sentence
            found.append(shown)
        }
        return found
    }

    /// Returns the suggestions with their pictures, including those that must be made first.
    func illustrated(_ suggestions: [ShownSuggestion]) async -> [ShownSuggestion] {
        var illustrated = suggestions
        for index in illustrated.indices where illustrated[index].artwork == nil {
            illustrated[index].artwork = await picture(of: illustrated[index].item)
        }
        return illustrated
    }

    private static func ranked(_ ranker: SuggestionRanker, _ request: SuggestionRequest) -> [Suggestion] {
        let habits = ranker.suggestions(request)
        guard ranker.sessions < sessionsNeeded else { return habits }
        let others = SuggestionRanker().suggestions(request)
        return others + habits.filter { habit in !others.contains { $0.item == habit.item } }
    }

    // MARK: Items

    private func resolve(
        _ suggestion: Suggestion, _ id: String, _ moment: Moment, _ collections: CollectionPositions
    ) async -> ShownSuggestion? {
        guard let identifier = ContentIdentifier(suggestion.item), let item = await item(identifier), item.isPlayable,
            !item.isUnavailable, let target = await target(of: item)
        else { return nil }
        let first = target.identifier == item.identifier ? await firstTrack(of: item, collections) : nil
        let isBegun = target.position != nil || first != nil
        var sentence = suggestion.cause.sentence(
            at: moment, await wording(for: suggestion.cause, item.kind, isBegun: isBegun))
        if let first { sentence += " It continues with \(first.title)." }
        var shown = ShownSuggestion(
            id: id, item: item, target: target.identifier, targetTitle: target.title,
            firstTrack: first?.identifier, position: target.position, artwork: pictures[identifier],
            sentence: sentence, suggestion: suggestion)
        shown.duration = target.duration
        return shown
    }

    /// Returns the track at which a partly played collection resumes.
    private func firstTrack(of item: ContentNode, _ collections: CollectionPositions) async -> ContentNode? {
        guard item.kind == .album || item.kind == .playlist,
            let left = collections[item.identifier.description], let track = ContentIdentifier(left),
            track != item.identifier
        else { return nil }
        return try? await source.itemAtHand(track)
    }

    private func item(_ identifier: ContentIdentifier) async -> ContentNode? {
        if identifier.kind == .foreign {
            if let left = elsewhere?(identifier) { return left }
            guard let activities else { return nil }
            let item = await activities.predicted(identifier)
            onLook?(identifier.description, item != nil)
            return item
        }
        do throws(ContentError) {
            let item = try await source.itemAtHand(identifier)
            onLook?(identifier.description, true)
            return item
        } catch {
            // An item that cannot be read now may still exist.
            if error.code == .notFound { onLook?(identifier.description, false) }
            return nil
        }
    }

    private typealias Target = (
        identifier: ContentIdentifier, title: String?, position: Duration?, duration: Duration?
    )

    /// Returns the item to play: for a podcast the episode in progress, or else the newest unheard one.
    ///
    /// - Returns: `nil` for an item that has been heard completely.
    private func target(of item: ContentNode) async -> Target? {
        switch item.kind {
        case .podcast: return await episode(of: item.identifier)
        case .episode:
            let record = await record(of: item.identifier)
            let isHeard = (record?.playCount ?? 0) > 0 && record?.position == nil
            return isHeard ? nil : (item.identifier, nil, record?.position, item.duration)
        case .track: return (item.identifier, nil, await record(of: item.identifier)?.position, item.duration)
        default: return (item.identifier, nil, nil, nil)
        }
    }

    private func record(of identifier: ContentIdentifier) async -> ListeningRecord? {
        (try? await listening.records(for: [identifier]))?[identifier]
    }

    private func episode(of podcast: ContentIdentifier) async -> Target? {
        let page = try? await source.children(of: podcast, offset: 0, limit: Self.episodeLimit, at: nil)
        let episodes = (page?.items ?? []).filter { $0.isPlayable && !$0.isUnavailable }
        let records = (try? await listening.records(for: episodes.map(\.identifier))) ?? [:]
        let begun = episodes.filter { records[$0.identifier]?.position != nil }.max {
            (records[$0.identifier]?.lastPlayed ?? 0) < (records[$1.identifier]?.lastPlayed ?? 0)
        }
        let next = begun ?? episodes.first { (records[$0.identifier]?.playCount ?? 0) == 0 }
        return next.map { ($0.identifier, $0.title, records[$0.identifier]?.position, $0.duration) }
    }

    private func picture(of item: ContentNode) async -> MediaLocation? {
        if let known = pictures[item.identifier] { return known }
        let file = await artwork.file(for: item.artwork, size: .medium, identifier: item.identifier)
        if pictures.count >= Self.pictureLimit { pictures.removeAll() }
        pictures[item.identifier] = file
        return file
    }

    // MARK: Words

    private func wording(
        for cause: SuggestionCause, _ kind: ContentKind, isBegun: Bool
    ) async -> SuggestionWording {
        let verb = isBegun ? "continue" : "play"
        let action =
            switch kind {
            case .foreign: "open this"
            case .podcast: "\(verb) this show"
            case .episode: "\(verb) this episode"
            case .album: "\(verb) this album"
            case .artist: "play this artist"
            case .playlist: "\(verb) this playlist"
            case .station: "listen to this station"
            default: "\(verb) this"
            }
        var wording = SuggestionWording(action: action)
        if kind == .foreign { wording.past = "opened" }
        guard case .after(let item, _, _) = cause, let identifier = ContentIdentifier(item) else { return wording }
        let title =
            identifier.kind == .foreign
            ? await activities?.predicted(identifier)?.title : (try? await source.itemAtHand(identifier))?.title
        wording.title = { $0 == item ? title : nil }
        return wording
    }
}
