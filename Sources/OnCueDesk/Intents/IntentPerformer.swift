// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueIntents
internal import OnCueInterface
internal import OnCuePhrases
internal import OnCueRuntime

/// Performs the service's own tasks: each intent of ``BuiltinIntents``.
///
/// The sentences are those of the commands that do the same.
@MediaActor
struct IntentPerformer {
    typealias Deed = @MediaActor (IntentPerformer) async throws -> IntentAnswer

    let doors: IntentDoors
    /// In the form that the definition takes, with its defaults.
    let values: [String: ParameterValue]

    init(_ doors: IntentDoors, _ values: [String: ParameterValue]) { (self.doors, self.values) = (doors, values) }

    /// The actions, by the names of the intents. `run` is performed with the shortcuts.
    nonisolated static let deeds: [String: Deed] = [
        "play": { try await $0.play() }, "continue": { try await $0.continueListening() },
        "handoff": { try await $0.handoff() }, "together": { try await $0.together() },
        "control": { try await $0.control() }, "seek": { try await $0.seek() },
        "volume": { try await $0.volume() }, "speed": { try await $0.speed() }, "output": { try await $0.output() },
        "opinion": { try await $0.opinion() }, "sleep": { try await $0.sleep() },
        "search": { try await $0.search() }, "nowPlaying": { try await $0.playing() },
        "queue": { try await $0.queue() }, "suggest": { try await $0.suggest() },
        "accept": { try await $0.accept() }, "remind": { try await $0.remind() }, "alarm": { try await $0.alarm() },
        "alarmsOff": { try await $0.alarmsOff() }, "snoozeAlarm": { try await $0.snoozeAlarm() },
        "stopAlarm": { try await $0.stopAlarm() }, "playReminder": { try await $0.playReminder() },
        "remindLater": { try await $0.remindLater() }, "reminderDone": { try await $0.reminderDone() },
        "keepEvents": { try await $0.keepEvents() },
        "trip": { try await $0.trip() }, "playlist": { try await $0.playlist() },
        "subscribe": { try await $0.subscribe() }, "bookmark": { try await $0.bookmark() },
        "undo": { try await $0.undo() }, "redo": { try await $0.redo() }, "history": { try await $0.history() },
        "browse": { try await $0.browse() },
    ]

    /// The checks that some intents allow before anything is done.
    nonisolated static let foresights: [String: @MediaActor (IntentPerformer) async throws -> Void] = [
        "remind": { performer in
            if performer.text("when") != nil { _ = try await performer.reminderTrigger() }
        },
        "output": { performer in
            let found = try await performer.wantedOutput()
            let listing = try await performer.doors.outputs.outputs()
            if let fixed = listing.fixed {
                throw ServiceError(
                    .refused,
                    "oncued was started with --output \(fixed); start it without --output to choose another one")
            }
            guard found == nil, let words = performer.text("output"), listing.chosen?.identifier != words else {
                return
            }
            throw ServiceError(.notFound, "no output is called \"\(words.prefix(100))\"; oncue output lists them")
        },
    ]

    // MARK: Values

    func text(_ name: String) -> String? { values[name]?.word }
    func number(_ name: String) -> Double? { values[name]?.number }
    func flag(_ name: String) -> Bool { values[name]?.flag == true }
    func seconds(_ name: String) -> Duration? { number(name).map { .milliseconds(Self.whole($0 * 1_000)) } }

    func count(_ name: String, _ fallback: Int, _ most: Int) -> Int {
        min(most, max(0, number(name).map { Int(Self.whole($0)) } ?? fallback))
    }

    /// Returns a whole number within the range of any time or count.
    static func whole(_ number: Double) -> Int64 { Int64(min(max(number, -1e12), 1e12)) }

    /// Returns the place of an item: its identifier, or the words that name it. A title with a kind or an artist gives
    /// the best match; an artist or a kind without a title gives all items of it.
    func place() async throws -> String? {
        if case .object(let identifier, _)? = values["what"] { return identifier }
        let (what, by, kind) = (text("what"), text("by"), text("kind"))
        guard by != nil || kind != nil else { return what }
        var terms: [String] = []
        // A genre is found by its name, which is not a title.
        if kind == "genre", let what { return "genre:" + Self.quoted(what) }
        if let kind { terms.append("kind:" + kind) }
        if let what { terms.append(Self.quoted(what)) }
        if let by { terms.append("artist:" + Self.quoted(by)) }
        let query = terms.joined(separator: " ")
        guard let what else { return query }
        let found = try await doors.content.search(query, offset: 0, limit: 20).items
        let wanted = TextFolding.fold(what)
        if let best = found.first(where: { TextFolding.fold($0.title) == wanted }) ?? found.first {
            return best.identifier
        }
        // Items of programs are found by words only.
        guard let by else { return what }
        throw ServiceError(
            .nothingMatches,
            "\(kind.map { "no \($0)" } ?? "nothing") by \(by.prefix(100)) is called \"\(what.prefix(100))\"")
    }

    /// Plays or adds a place; a query that finds nothing is reported in the words of a sentence, if there are such
    /// words.
    private func found(
        _ place: String, _ body: () async throws -> PlayedContent
    ) async throws -> PlayedContent {
        do { return try await body() } catch {
            guard let origin = QueryOrigin.words(place), ServiceError(error).code == .nothingMatches else {
                throw error
            }
            throw ServiceError(.nothingMatches, "there is nothing \(origin) in the library")
        }
    }

    static func quoted(_ words: String) -> String {
        "\"" + words.filter { $0 != "\"" && $0 != "\\" } + "\""
    }

    /// Returns the item that is meant, or else the playing one.
    func itemOrPlaying() async throws -> (place: String, title: String) {
        if let place = try await place() {
            let item = try await doors.content.resolve(place, opens: false).items.first
            guard let item else { throw ServiceError(.nothingMatches, "nothing matches \"\(place)\"") }
            return (item.identifier, item.title)
        }
        guard let entry = try await doors.nowPlaying.nowPlaying().entry, !entry.identifier.isEmpty else {
            throw ServiceError(.nothingPlaying, "nothing is playing; say what you mean")
        }
        return (entry.identifier, entry.shownTitle)
    }

    /// Returns the sentence about what is playing after a command.
    func nowPlaying() async throws -> IntentAnswer {
        let now = try await doors.nowPlaying.nowPlaying()
        var answer = IntentAnswer(NowPlayingLine.sentence(now))
        answer.picture = now.entry?.artURL
        if let entry = now.entry { answer.name(entry.shownTitle, by: entry.artists.joined(separator: ", ")) }
        return answer
    }

    // MARK: Playing

    func play() async throws -> IntentAnswer {
        guard let place = try await place() else { return try await playAnything() }
        let mode = text("mode") ?? "now"
        if mode == "next" || mode == "append" {
            if let wrong = ["for", "fromStart"].first(where: { values[$0] != nil && values[$0] != .flag(false) }) {
                throw ServiceError(.invalidValue, "\(wrong) is for what plays now, not for the mode \(mode)")
            }
            let options = EnqueueOptions(isNext: mode == "next", isShuffled: flag("shuffle"))
            let added = try await found(place) { try await doors.playback.enqueue([place], options) }
            let sentence = PlayPhrase.added(added, isNext: options.isNext, origin: QueryOrigin.words(place))
            return try await answer(sentence, added)
        }
        var options = PlayOptions(
            shuffleMode: flag("shuffle") ? .tracks : nil, isFromBeginning: flag("fromStart"))
        options.isInterrupting = mode == "interrupt"
        options.time = seconds("for")
        return try await played([place], options)
    }

    private func playAnything() async throws -> IntentAnswer {
        if let time = seconds("for") {
            var options = PlayOptions()
            options.time = time
            return try await played([""], options)
        }
        if let suggestion = try await doors.suggestions.suggestions(limit: 1).first(where: \.isPlayable) {
            return try await played([suggestion.identifier], PlayOptions())
        }
        try await doors.playback.perform(.resume)
        return try await nowPlaying()
    }

    func played(_ places: [String], _ options: PlayOptions) async throws -> IntentAnswer {
        let place = places.first ?? ""
        let played = try await found(place) { try await doors.playback.play(places, options) }
        if let fitted = played.fitted {
            return try await answer(FittedText.text(fitted, resumedAt: played.resumedAt), played)
        }
        let now = try await doors.nowPlaying.nowPlaying()
        let sentence = PlayPhrase.text(played, options, now, origin: QueryOrigin.words(place))
        var answer = try await answer(sentence, played)
        if let entry = now.entry { answer.properties["item"] = .text(entry.identifier) }
        answer.picture = now.entry?.artURL
        return answer
    }

    private func answer(_ sentence: String, _ content: PlayedContent) async throws -> IntentAnswer {
        var answer = IntentAnswer(sentence)
        answer.properties = ["count": .number(Double(content.count))]
        answer.name(content.title, by: content.subtitle)
        if let other = content.runnerUp {
            answer.lines = ["It could also be \(ContentPhrase.named(other))."]
        }
        // There is nothing to undo when an empty queue gets its first entry.
        answer.isUndoable = try await !doors.playback.undoableEdits().isEmpty
        return answer
    }

    func control() async throws -> IntentAnswer {
        let playback = doors.playback
        switch text("action") {
        case "pause": try await playback.perform(.pause)
        case "resume": try await playback.perform(.resume)
        case "toggle": try await playback.perform(.toggle)
        case "stop": try await playback.perform(.stop)
        case "next": try await skip(.next, by: count("count", 1, 20))
        case "previous": try await skip(.previous, by: -count("count", 1, 20))
        case "restart": try await playback.perform(.seek(to: .zero))
        case "shuffleOn": return try await done(.setShuffleMode(.tracks), "Shuffle on")
        case "shuffleOff": return try await done(.setShuffleMode(.off), "Shuffle off")
        case "repeatAll": return try await done(.setRepeatMode(.all), "Repeat all")
        case "repeatOne": return try await done(.setRepeatMode(.one), "Repeat one")
        case "repeatOff": return try await done(.setRepeatMode(.off), "Repeat off")
        case "mute": return try await told(.setMuted(true))
        case "unmute": return try await told(.setMuted(false))
        default: throw ServiceError(.invalidValue, "action cannot be \"\(text("action") ?? "")\"")
        }
        return try await nowPlaying()
    }

    /// Skips to another entry of the queue; to an adjacent one with the command.
    private func skip(_ command: PlaybackCommand, by steps: Int) async throws {
        guard abs(steps) > 1 else { return try await doors.playback.perform(command) }
        let now = try await doors.nowPlaying.nowPlaying()
        guard let index = now.entry?.queueIndex else { throw ServiceError(.nothingPlaying, "nothing is playing") }
        let left = steps > 0 ? now.queueLength - 1 - index : index
        guard left >= abs(steps) else {
            let there = left == 0 ? "nothing" : "only " + ContentPhrase.count(left, "entry", plural: "entries")
            throw ServiceError(.noSuchEntry, "\(there) \(steps > 0 ? "after" : "before") it in the queue")
        }
        let entries = try await doors.playback.queue(offset: index + steps, limit: 1).entries
        guard let entry = entries.first else { throw ServiceError(.noSuchEntry, "the queue has changed") }
        try await doors.playback.perform(.playEntry(entry.id))
    }

    private func done(_ command: PlaybackCommand, _ sentence: String) async throws -> IntentAnswer {
        try await doors.playback.perform(command)
        return IntentAnswer(sentence)
    }

    /// Changes the volume, and returns it in the answer.
    private func told(_ command: PlaybackCommand?) async throws -> IntentAnswer {
        if let command { try await doors.playback.perform(command) }
        let now = try await doors.nowPlaying.nowPlaying()
        var answer = IntentAnswer("Volume " + VolumePhrase.text(now))
        answer.properties = ["volume": .number((now.volume * 100).rounded()), "muted": .flag(now.isMuted)]
        return answer
    }

    func seek() async throws -> IntentAnswer {
        if let seconds = number("by") {
            try await doors.playback.perform(.seekBy(.milliseconds(Self.whole(seconds * 1_000))))
        } else if let position = seconds("to") {
            try await doors.playback.perform(.seek(to: position))
        } else {
            throw IntentQuestion("by", "By how many seconds?")
        }
        guard let entry = try await doors.nowPlaying.nowPlaying().entry else { return try await nowPlaying() }
        let whole = entry.duration.map { " of " + TimeText.clock($0) } ?? ""
        return IntentAnswer("At \(TimeText.clock(entry.position))\(whole)")
    }

    func volume() async throws -> IntentAnswer {
        if let level = number("level") { return try await told(.setVolume(level / 100)) }
        return try await told(number("change").map { .adjustVolume($0 / 100) })
    }

    func speed() async throws -> IntentAnswer {
        try await doors.playback.perform(.setRate(number("rate") ?? 1))
        return IntentAnswer("Rate " + SpanText.decimal(try await doors.nowPlaying.nowPlaying().rate))
    }

    /// Returns the output that is meant; `nil` if it is not one of the known outputs.
    func wantedOutput() async throws -> OutputListing.Output? {
        let words = text("output") ?? ""
        let outputs = try await doors.outputs.outputs().outputs
        let wanted = TextFolding.fold(words)
        var found = outputs.filter { $0.identifier == words || TextFolding.fold($0.title) == wanted }
        if found.isEmpty { found = outputs.filter { TextFolding.fold($0.title).contains(wanted) || $0.kind == wanted } }
        if found.count > 1 {
            throw IntentQuestion(
                "output", "Which output?", found.map { IntentChoice($0.identifier, $0.title, subtitle: $0.kind) })
        }
        return found.first
    }

    func output() async throws -> IntentAnswer {
        let words = text("output") ?? ""
        let found = try await wantedOutput()
        try await doors.outputs.setOutput(found?.identifier ?? words)
        let hint = found?.isAvailable == false ? " as soon as something is plugged in" : ""
        return IntentAnswer("Sound goes to \(found?.title ?? words)\(hint)")
    }

    func sleep() async throws -> IntentAnswer {
        var wish: SleepWish?
        if !flag("off") {
            let after = text("after")
            switch after.flatMap(SleepMode.init(rawValue:)) {
            case .track?: wish = .track
            case .queue?: wish = .queue
            case nil where after == "chapter": return try await sleepAfterChapter()
            default: wish = seconds("for").map { .time($0) }
            }
            guard wish != nil else { throw IntentQuestion("for", "In how many seconds?") }
        }
        try await doors.playback.perform(.setSleep(wish))
        return IntentAnswer(wish.map { "Playback will pause " + SleepText.long($0) } ?? "Sleep timer off")
    }

    /// Sets the sleep timer to the time that is left of the chapter, at the current rate.
    private func sleepAfterChapter() async throws -> IntentAnswer {
        let now = try await doors.nowPlaying.nowPlaying()
        guard let entry = now.entry else { throw ServiceError(.nothingPlaying, "nothing is playing") }
        let chapters = try await doors.nowPlaying.chapters()
        guard let current = chapters.current, chapters.items.indices.contains(current) else {
            throw ServiceError(
                .notAvailable,
                "\"\(entry.shownTitle)\" has no chapters here; playback can pause after the track or the queue")
        }
        guard let end = chapters.items[current].end ?? entry.duration else {
            try await doors.playback.perform(.setSleep(.track))
            return IntentAnswer("Playback will pause " + SleepText.long(.track))
        }
        let rest = (end - entry.position) / (now.rate > 0 ? now.rate : 1)
        let wish = SleepWish.time(min(max(rest, .seconds(1)), SleepTimer.limit))
        try await doors.playback.perform(.setSleep(wish))
        return IntentAnswer("Playback will pause at the end of the chapter, " + SleepText.long(wish))
    }

    func undo() async throws -> IntentAnswer {
        IntentAnswer("Undone: " + EditPhrase.text(try await doors.playback.undoEdit()))
    }

    func redo() async throws -> IntentAnswer {
        IntentAnswer("Redone: " + EditPhrase.text(try await doors.playback.redoEdit()))
    }
}
