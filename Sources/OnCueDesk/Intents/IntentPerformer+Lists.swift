// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
internal import OnCueCore
internal import OnCueIntents
internal import OnCueInterface
internal import OnCueNotifications
internal import OnCuePhrases
internal import OnCueSuggestions

/// The tasks that answer, and those that store something.
extension IntentPerformer {
    // MARK: Telling

    func search() async throws -> IntentAnswer {
        let kind = text("kind").map { "kind:\($0) " } ?? ""
        let words = text("query") ?? ""
        let found = try await doors.content.search(kind + words, offset: 0, limit: count("limit", 10, 50))
        var answer = IntentAnswer(
            found.total == 0
                ? "Nothing matches \"\(words)\"" : "\(ContentPhrase.count(found.total, "item")) found for \"\(words)\"")
        (answer.items, answer.total) = (found.items, found.total)
        answer.lines = found.items.map { ContentPhrase.named($0) }
        return answer
    }

    func browse() async throws -> IntentAnswer {
        let place = text("place") ?? "/"
        let offset = count("offset", 0, Int(Int32.max))
        let found = try await doors.content.children(
            of: place, offset: offset, limit: count("limit", 20, 50), ChildrenOptions())
        var answer = IntentAnswer(
            "\(ContentPhrase.count(found.total, "item")) in \(place == "/" ? "the library" : place)")
        (answer.items, answer.total) = (found.items, found.total)
        answer.lines = found.items.map { ContentPhrase.named($0) }
        return answer
    }

    func playing() async throws -> IntentAnswer {
        let now = try await doors.nowPlaying.nowPlaying()
        var answer = IntentAnswer(NowPlayingLine.sentence(now))
        answer.picture = now.entry?.artURL
        if let entry = now.entry {
            answer.properties = [
                "title": .text(entry.shownTitle), "artist": .text(entry.artists.joined(separator: ", ")),
                "album": .text(entry.album ?? ""), "identifier": .text(entry.identifier),
                "status": .text(now.status.rawValue), "position": .number(entry.position / .seconds(1)),
            ].filter { $0.value != .text("") }
            if let duration = entry.duration { answer.properties["duration"] = .number(duration / .seconds(1)) }
        }
        if let next = now.next?.title { answer.lines = ["Next: \(next)"] }
        return answer
    }

    func queue() async throws -> IntentAnswer {
        switch text("action") {
        case "time":
            let time = try await doors.playback.queueTime()
            return IntentAnswer("\(SpanText.words(time.remaining)) left of \(SpanText.words(time.total))")
        case "clear":
            try await doors.playback.perform(.clearQueue)
            var answer = IntentAnswer("Cleared the queue")
            answer.isUndoable = true
            return answer
        default:
            let now = try await doors.nowPlaying.nowPlaying()
            guard now.queueLength > 0 else { return IntentAnswer("The queue is empty") }
            let first = now.entry.map { $0.queueIndex + 1 } ?? 0
            let page = try await doors.playback.queue(offset: first, limit: 10)
            guard let next = page.entries.first else { return IntentAnswer("Nothing comes after this") }
            var answer = IntentAnswer("Next is \(next.title)" + (next.artist.map { " by \($0)" } ?? ""))
            answer.name(next.title, by: next.artist ?? "")
            answer.lines = page.entries.map { "\($0.title)" + ($0.artist.map { " by \($0)" } ?? "") }
            answer.total = page.total
            return answer
        }
    }

    func suggest() async throws -> IntentAnswer {
        let found = try await doors.suggestions.suggestions(limit: count("limit", 3, 20))
        guard let first = found.first else { return IntentAnswer("Nothing is suggested at the moment") }
        var answer = IntentAnswer("\(first.title): \(first.sentence)")
        answer.lines = found.enumerated().map { "\($0.offset + 1). \($0.element.title): \($0.element.sentence)" }
        answer.items = found.map { suggestion in
            var record = ContentRecord(
                identifier: suggestion.identifier, kind: String(suggestion.identifier.prefix { $0 != ":" }),
                title: suggestion.title, subtitle: suggestion.subtitle, isPlayable: suggestion.isPlayable)
            record.artwork = suggestion.artwork
            return record
        }
        answer.total = found.count
        return answer
    }

    func accept() async throws -> IntentAnswer {
        let number = count("number", 1, 20)
        let found = try await doors.suggestions.suggestions(limit: 20)
        guard let chosen = found.dropFirst(number - 1).first, number > 0 else {
            throw ServiceError(.notFound, "there is no suggestion \(number)")
        }
        let accepted = try await doors.suggestions.acceptSuggestion(chosen.id)
        if ContentIdentifier(accepted.identifier)?.kind == .foreign {
            return IntentAnswer("Opened \"\(accepted.title)\"")
        }
        let content = PlayedContent(
            title: accepted.title, subtitle: accepted.subtitle,
            kind: String(accepted.identifier.prefix { $0 != ":" }), count: 1)
        var answer = IntentAnswer("Playing " + ContentPhrase.name(content))
        answer.name(content.title, by: content.subtitle)
        answer.isUndoable = try await !doors.playback.undoableEdits().isEmpty
        return answer
    }

    func history() async throws -> IntentAnswer {
        let page = try await doors.listening.history(
            HistoryRequest(kinds: [.started, .song]), offset: 0, limit: count("limit", 10, 50))
        guard let last = page.entries.first else { return IntentAnswer("Nothing was played yet") }
        var answer = IntentAnswer("\(last.subject.title) was played last")
        answer.lines = page.entries.map { entry in
            let artists = entry.subject.artists.joined(separator: ", ")
            return MomentText.text(entry.time) + "  " + entry.subject.title + (artists.isEmpty ? "" : " by \(artists)")
        }
        answer.total = page.total
        return answer
    }

    // MARK: Keeping

    func opinion() async throws -> IntentAnswer {
        let (place, title) = try await itemOrPlaying()
        switch text("action") {
        case "like", "unlike":
            let isOn = text("action") == "like"
            try await doors.listening.setFavourite(place, isOn)
            return IntentAnswer(
                isOn ? "Added \"\(title)\" to your favourites" : "Removed \"\(title)\" from your favourites")
        case "dislike":
            try await doors.listening.setDisliked(place, true)
            return IntentAnswer("Marked \"\(title)\" as disliked")
        default:
            guard let number = number("stars"), let stars = Stars(number) else {
                throw IntentQuestion("stars", "How many stars?", (0...5).map { IntentChoice("\($0)") })
            }
            try await doors.listening.setStars(place, stars)
            return IntentAnswer("\"\(title)\" has \(stars.symbols)")
        }
    }

    func bookmark() async throws -> IntentAnswer {
        let name = text("name")
        try await doors.bookmark(name)
        let entry = try await doors.nowPlaying.nowPlaying().entry
        let position = entry.map { " at " + TimeText.clock($0.position) } ?? ""
        return IntentAnswer("Bookmarked \"\(name ?? entry?.shownTitle ?? "")\"\(position)")
    }

    func playlist() async throws -> IntentAnswer {
        let name = text("name") ?? ""
        if text("action") == "save" {
            let saved = try await doors.playlists.saveQueue(as: name)
            var answer = IntentAnswer("Saved \(ContentPhrase.count(saved.count, "track")) as \"\(name)\"")
            answer.isUndoable = true
            return answer
        }
        let (place, title) = try await itemOrPlaying()
        let (added, isNew) = try await add(place, to: name)
        let what = added.count == 1 ? "\"\(title)\"" : ContentPhrase.count(added.count, "track")
        var answer = IntentAnswer("Added \(what) to \(isNew ? "the new playlist " : "")\"\(name)\"")
        answer.isUndoable = true
        return answer
    }

    /// Adds to a playlist, which is created if none has the name.
    private func add(_ place: String, to name: String) async throws -> (added: PlayedContent, isNew: Bool) {
        do {
            return (try await doors.playlists.add([place], toPlaylist: name, at: nil), false)
        } catch {
            guard ServiceError(error).code == .notFound else { throw error }
            let playlist = try await doors.playlists.createPlaylist(name, format: "")
            return (try await doors.playlists.add([place], toPlaylist: playlist, at: nil), true)
        }
    }

    func subscribe() async throws -> IntentAnswer {
        let podcast = try await doors.podcasts.subscribe(to: text("url") ?? "")
        return IntentAnswer("Subscribed to \"\(podcast.title)\" (\(ContentPhrase.count(podcast.episodes, "episode")))")
    }

    func trip() async throws -> IntentAnswer {
        let plan = try await doors.triggers.planTrip(TripRequest(to: text("to") ?? ""))
        let minutes = FittedText.minutes(plan.time)
        guard let fitted = plan.fitted else { return IntentAnswer("\(minutes); \(plan.reason)") }
        var answer = IntentAnswer("\(minutes) to \(plan.destination): \(FittedText.list(fitted, resumedAt: nil))")
        answer.properties = ["seconds": .number(plan.time / .seconds(1))]
        return answer
    }

    // MARK: Later

    func remind() async throws -> IntentAnswer {
        let place = try await place() ?? ""
        let isTimed = number("in") != nil || text("at") != nil || text("when") != nil
        let follows = !isTimed && ContentIdentifier(place)?.kind == .event
        let row = try await doors.reminders.addReminder(
            ReminderWish(place: place, follows ? nil : try await reminderTrigger(), note: text("note") ?? ""))
        return IntentAnswer("You will be reminded of \"\(row.wish.content.title)\" \(ReminderPhrase.when(row))")
    }

    func reminderTrigger() async throws -> NotificationTrigger {
        if let seconds = number("in") { return .interval(max(1, Self.whole(seconds)), repeats: false) }
        if let moment = text("at").flatMap(IntentMoment.init) { return trigger(at: moment) }
        guard let word = text("when") else {
            throw IntentQuestion("when", "When?", ["home", "work", "car", "headphones"].map { IntentChoice($0) })
        }
        let places = try await doors.triggers.places().map(\.name)
        let devices = try await doors.triggers.triggerDevices().map { (name: $0.name, identifier: $0.id) }
        if let event = NotificationEvent(named: word, places: places, devices: devices) {
            return .event(event, .untilAnswered)
        }
        throw ServiceError(
            .notFound,
            "no place or device is called \"\(word.prefix(100))\"; oncue place add \(word.prefix(100)) --here adds the place where you are"
        )
    }

    /// Returns the trigger for the next time that the clock shows the moment, on its date or tomorrow if that is given.
    private func trigger(at moment: IntentMoment) -> NotificationTrigger {
        var components = CalendarComponents(hour: moment.hour, minute: moment.minute)
        var date = moment.date
        if date == nil, text("day") == "tomorrow" {
            let now = doors.now()
            date = CivilDate(days: (now + LocalClock.offset(at: now)) / CivilDate.secondsOfDay + 1)
        }
        if let date {
            (components.year, components.month, components.day) = (Int(date.year), Int(date.month), Int(date.day))
        }
        return .calendar(components, repeats: false)
    }

    func alarm() async throws -> IntentAnswer {
        guard let moment = text("at").flatMap(IntentMoment.init) else {
            throw IntentQuestion("at", "At what time?")
        }
        var components = CalendarComponents(hour: moment.hour, minute: moment.minute)
        var trigger = self.trigger(at: moment)
        if let days = text("days") {
            components.weekdays = WeekdayGroup(rawValue: days)?.selection ?? []
            trigger = .calendar(components, repeats: true)
        }
        let record = try await doors.alarms.addAlarm(AlarmWish(trigger, place: try await place() ?? ""))
        var answer = IntentAnswer(AlarmPhrase.text(record.notification, now: doors.now()))
        if record.prospect == .asleep { answer.lines = ["This machine may sleep through it."] }
        return answer
    }
}
