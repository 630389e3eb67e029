// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import OnCueQuery
internal import TextOutput

/// Actions on the selected item, or on all marked ones.
extension AppModel {
    /// Items by their places, and their title for messages.
    private struct Chosen {
        var places: [String]
        var title: String
        /// Whether each place is a single item, not a list.
        var areItems = true
    }

    mutating func act(_ action: KeyAction) -> [AppEffect]? {
        switch action {
        case .append where tab == .sound: toggleOutput()
        case .append: enqueue(EnqueueOptions())
        case .playNext: enqueue(EnqueueOptions(isNext: true))
        case .playFirst: playFirst()
        case .playAll: playAll(shuffle: nil)
        case .playShuffled: playAll(shuffle: true)
        case .favourite: express { .toggleFavourite($0, title: $1) }
        case .dislike: express { .toggleDislike($0, title: $1) }
        case .stars: askForStars()
        case .moreStars: express { .adjustStars($0, by: 1, title: $1) }
        case .fewerStars: express { .adjustStars($0, by: -1, title: $1) }
        case .addToPlaylist: addToPlaylist()
        case .mark: mark()
        case .markAll: markAll()
        default: nil
        }
    }

    /// The items that an action applies to.
    private var chosen: Chosen? {
        if tab == .sound { return nil }
        if tab == .now { return chosenNow }
        let marks = level.marks
        if marks.isWhole { return whole }
        if let filter = level.filter, !marks.isEmpty {
            // Only visible rows are acted on.
            let shown = Set(filter.matches.map(\.id))
            let rows = marks.rows.filter { shown.contains($0.id) }
            if rows.isEmpty { return level.selection.map { Chosen(places: [$0.identifier], title: $0.title) } }
            let title = rows.count == 1 ? rows[0].title : ContentPhrase.count(rows.count, "item")
            return Chosen(places: rows.map(\.record.identifier), title: title)
        }
        if !marks.isEmpty {
            let count = marks.rows.count
            let title = count == 1 ? marks.rows[0].title : ContentPhrase.count(count, "item")
            return Chosen(places: marks.rows.map(\.record.identifier), title: title)
        }
        return level.selection.map { Chosen(places: [$0.identifier], title: $0.title) }
    }

    /// The same for playing and adding: if all matches of a search are marked, this is the search itself, with each
    /// track once.
    private var chosenToPlay: Chosen? {
        let marks = level.marks
        guard case .search = level.source, level.filter == nil, !marks.isEmpty, marks.rows.count == level.count else {
            return chosen
        }
        return whole
    }

    private var chosenNow: Chosen? {
        if now.panel == .coming, let cursor = now.cursor {
            return coming(cursor).map { Chosen(places: [$0.identifier], title: $0.title) }
        }
        guard let entry = report?.entry, !entry.identifier.isEmpty else { return nil }
        return Chosen(places: [entry.identifier], title: entry.shownTitle)
    }

    /// The whole list as one place; `nil` if it has none.
    private var whole: Chosen? {
        switch level.source {
        case .search(let query):
            Chosen(places: [ContentPlace.searchPrefix + query], title: query, areItems: false)
        case .tree where level.filter == nil: Chosen(places: [level.identifier], title: level.title, areItems: false)
        default: nil
        }
    }

    private mutating func enqueue(_ options: EnqueueOptions) -> [AppEffect] {
        if tab == .queue, options.isNext, !level.marks.isWhole {
            // Entries are moved there instead of being added again.
            return advance("to play next") { .playNext($0) }
        }
        guard let chosen = chosenToPlay else { return refuseWhole() }
        if level.marks.isEmpty, tab != .now, let row = level.selection, !row.isPlayable {
            return refuse("\(row.title) cannot be played as a whole; open it")
        }
        level.marks.clear()
        return [.enqueue(chosen.places, options, title: chosen.title)]
    }

    private mutating func playFirst() -> [AppEffect] {
        guard tab == .queue else { return refuse("only entries of the queue can be put before the others") }
        if level.marks.isWhole { return refuseWhole() }
        return advance("before the others") { .playFirst($0) }
    }

    /// Moves the selected or marked entries of the queue forward in the order of playback.
    private mutating func advance(
        _ what: String, _ command: ([PlaybackQueue.EntryID]) -> PlaybackCommand
    ) -> [AppEffect] {
        let rows = level.marks.isEmpty ? [level.selection].compactMap(\.self) : level.marks.rows
        guard let first = rows.first else { return refuse("the queue is empty") }
        level.marks.clear()
        let title = rows.count == 1 ? first.title : ContentPhrase.count(rows.count, "entry", plural: "entries")
        message = "\(title) \(what)"
        return [.command(command(rows.map(Self.entry)))]
    }

    private mutating func playAll(shuffle: Bool?) -> [AppEffect] {
        guard let chosen = chosenToPlay, tab != .now else { return refuseWhole() }
        guard level.marks.isEmpty else {
            level.marks.clear()
            let several = chosen.places.count > 1 && shuffle == nil
            return several
                ? [.playSeveral(chosen.places, title: chosen.title)]
                : [.play(chosen.places, shuffle: shuffle, title: chosen.title)]
        }
        guard let row = level.selection else { return [] }
        guard row.isPlayable else { return refuse("\(row.title) cannot be played as a whole; open it") }
        if tab == .suggestions, shuffle == nil { return enter() }
        return [.play(shuffle == nil ? places(of: row) : [row.identifier], shuffle: shuffle, title: row.title)]
    }

    private mutating func express(_ action: ([String], String) -> ItemAction) -> [AppEffect] {
        guard let chosen, chosen.areItems else { return refuseWhole() }
        level.marks.clear()
        return [.item(action(chosen.places, chosen.title))]
    }

    private mutating func toggleOutput() -> [AppEffect] {
        guard let row = level.selection, let output = SoundRows.output(row) else {
            return refuse("only outputs can be added to those that play")
        }
        return [.toggleOutput(output, title: row.title)]
    }

    private mutating func askForStars() -> [AppEffect] {
        guard let chosen, chosen.areItems else { return refuseWhole() }
        let title = TextLayout.truncate(chosen.title, to: 30)
        prompt = AppPrompt(
            .stars(chosen.places, title: chosen.title), "Stars for \(title), 0 to 5 or none: ", title: title)
        return []
    }

    mutating func rate(_ places: [String], _ text: String, _ title: String) -> [AppEffect] {
        guard let stars = StarsCommand.stars(text) else {
            return refuse("\(text) is not a rating; type \(StarsCommand.expected)")
        }
        level.marks.clear()
        return [.item(.rate(places, stars, title: title))]
    }

    private mutating func addToPlaylist() -> [AppEffect] {
        guard let chosen = chosenToPlay else { return refuseWhole() }
        let title = TextLayout.truncate(chosen.title, to: 30)
        prompt = AppPrompt(
            .playlist(chosen.places, title: chosen.title), "Add \(title) to playlist: ", title: title)
        return [.names(.playlists)]
    }

    /// Shows the description of the selected item, or of the current one.
    mutating func describe() -> [AppEffect] {
        guard tab != .sound else { return [] }
        if tab == .now, now.cursor == nil || now.panel != .coming {
            guard let entry = report?.entry, !entry.identifier.isEmpty else { return refuse("nothing is playing") }
            let facts = [entry.album ?? "", entry.format.map(FormatText.sentence) ?? "", entry.url]
            awaitsInfo = true
            return [.describe(entry.identifier, title: entry.shownTitle, facts: facts.filter { !$0.isEmpty })]
        }
        guard let row = tab == .now ? coming(now.cursor ?? 0) : level.selection else {
            return refuse("nothing is selected")
        }
        let facts = [row.album, row.note, row.details].filter { !$0.isEmpty }
        awaitsInfo = true
        return [.describe(row.identifier, title: row.title, facts: facts)]
    }

    /// Shows the reasons for a suggestion.
    mutating func explain() -> [AppEffect] {
        guard tab == .suggestions else { return refuse("only suggestions have reasons; \(hintOfSuggestions)") }
        guard let row = level.selection else { return refuse("nothing is suggested at the moment") }
        awaitsInfo = true
        return [.explain(row.id)]
    }

    private var hintOfSuggestions: String {
        keys.name(of: .suggestions).map { "\($0) shows them" } ?? "go to their screen"
    }

    private mutating func refuseWhole() -> [AppEffect] {
        if level.marks.isWhole { return refuse("these are too many to be marked for this") }
        return refuse(tab == .now ? "nothing is playing" : "nothing is selected")
    }

    // MARK: Marks

    private mutating func mark() -> [AppEffect] {
        guard tab != .now, tab != .sound, let row = level.selection else { return [] }
        level.marks.toggle(row)
        return select(level.selected + 1)
    }

    private mutating func markAll() -> [AppEffect] {
        guard tab != .now, tab != .sound, level.count > 0 else { return [] }
        if !level.marks.isEmpty {
            level.marks.clear()
        } else if let rows = level.filter?.matches ?? level.pages.all {
            level.marks.set(rows)
            message = "Marked \(ContentPhrase.count(level.marks.rows.count, "row"))"
        } else {
            level.marks.setWhole()
            message = "Marked all \(level.count) rows"
        }
        return []
    }
}
