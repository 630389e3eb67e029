// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueActivities
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// Requests whose result is a message.
struct AppErrand: Sendable {
    /// The result: a message, which is empty if the screen shows the result anyway, and the screen whose rows are
    /// outdated.
    struct Outcome: Sendable {
        var message = ""
        var outdated: AppTab?
        /// The identifier of a created item, which is to be selected on that screen.
        var made: String?
    }

    let service: any MediaServiceClient

    func run(_ effect: AppEffect) async -> Outcome {
        do throws(ClientError) {
            switch effect {
            case .play(let places, let shuffle, _): return Outcome(message: try await play(places, shuffle))
            case .playSeveral(let places, _):
                return Outcome(message: "Playing " + ContentPhrase.text(try await service.play(places, PlayOptions())))
            case .enqueue(let places, let options, let title):
                return Outcome(message: try await enqueue(places, options, title))
            case .command(let command): try await service.perform(command)
            case .chapter(let step): try await chapter(step)
            case .accept(let id, _):
                let accepted = try await service.acceptSuggestion(id)
                let isActivity = ContentIdentifier(accepted.identifier)?.kind == .foreign
                return Outcome(
                    message: isActivity
                        ? AcceptedActivity.text(accepted) : "Playing " + TextLayout.printable(accepted.title),
                    outdated: .suggestions)
            case .setOutput(let identifier, let title):
                try await service.setOutput(identifier)
                return Outcome(message: "Sound goes to \(TextLayout.printable(title))", outdated: .sound)
            case .toggleOutput(let identifier, let title): return try await toggle(identifier, title)
            case .setSound(let changes, _):
                _ = try await service.setSound(changes)
                return Outcome(outdated: .sound)
            case .item(let action): return try await run(action)
            case .notice(.answer(let row, let action, let text)):
                try await service.answerNotification(row.name, action: action, text: text)
            default: break
            }
            return Outcome()
        } catch {
            return Outcome(message: "! " + error.message)
        }
    }

    private func run(_ action: ItemAction) async throws(ClientError) -> Outcome {
        do throws(ClientError) {
            return try await ItemErrand(service: service).run(action)
        } catch {
            guard let place = action.judgedPlace else { throw error }
            throw await OutsideLibrary.explained(error, about: place, service)
        }
    }

    /// Plays the first place that is not stale.
    private func play(_ places: [String], _ shuffle: Bool?) async throws(ClientError) -> String {
        if places.count == 1, let name = ContentIdentifier(places[0]).flatMap(Activity.Name.init) {
            return try await show(name)
        }
        for place in places {
            do throws(ClientError) {
                let options = PlayOptions(shuffleMode: shuffle.map { $0 ? .tracks : .off })
                return "Playing " + ContentPhrase.text(try await service.play(place, options))
            } catch {
                guard error.code == .staleIndexPath, place != places.last else { throw error }
            }
        }
        return ""
    }

    /// Shows an item of another program in that program.
    private func show(_ name: Activity.Name) async throws(ClientError) -> String {
        let continued = try await service.goOn(with: name)
        let detail = TextLayout.printable(continued.detail)
        return switch continued.manner {
        case .program: "\(detail) shows it"
        case .page: "Opened \(detail)"
        case .played, .place, .search: "Playing \(detail)"
        }
    }

    private func enqueue(
        _ places: [String], _ options: EnqueueOptions, _ title: String
    ) async throws(ClientError) -> String {
        let added = try await service.enqueue(places, options)
        let number = "number \((added.position ?? 0) + 1)"
        let content = places.count > 1 ? ContentPhrase.count(added.count, "track") : ContentPhrase.text(added)
        return "Added \(content) as \(number)" + (options.isNext ? ", to play next" : "")
    }

    private func toggle(_ identifier: String, _ title: String) async throws(ClientError) -> Outcome {
        var chosen = try await service.outputs().playing
        if let index = chosen.firstIndex(of: identifier) {
            guard chosen.count > 1 else {
                return Outcome(message: "\(TextLayout.printable(title)) is the only output; Enter chooses another")
            }
            chosen.remove(at: index)
        } else {
            chosen.append(identifier)
        }
        try await service.setOutputs(chosen)
        let name = try await service.outputs().chosen?.title ?? title
        return Outcome(message: "Sound goes to \(TextLayout.printable(name))", outdated: .sound)
    }

    private func chapter(_ step: ChapterStep) async throws(ClientError) {
        switch step {
        case .next: try await service.seekToNextChapter()
        case .previous: try await service.seekToPreviousChapter()
        case .index(let index): try await service.seek(toChapter: index)
        }
    }
}

/// Changes of items, playlists, podcasts and stations.
struct ItemErrand: Sendable {
    let service: any MediaServiceClient

    func run(_ action: ItemAction) async throws(ClientError) -> AppErrand.Outcome {
        switch action {
        case .toggleFavourite(let places, let title):
            let isOn = !(try await service.listeningRecord(of: places[0]).record.isFavourite)
            for place in places { try await service.setFavourite(place, isOn) }
            let name = TextLayout.printable(title)
            return told(isOn ? "Added \(name) to your favourites" : "Removed \(name) from your favourites")
        case .toggleDislike(let places, let title):
            let isOn = !(try await service.listeningRecord(of: places[0]).record.isDisliked)
            for place in places { try await service.setDisliked(place, isOn) }
            let name = TextLayout.printable(title)
            return told(isOn ? "\(name) is disliked" : "\(name) is no longer disliked")
        case .rate(let places, let stars, let title):
            for place in places { try await service.setStars(place, stars) }
            return told(Self.rated(title, stars))
        case .adjustStars(let places, let step, let title): return try await adjustStars(places, step, title)
        case .dismiss(let id, let reason, let title):
            try await service.dismissSuggestion(id, reason)
            return told("Dismissed \(TextLayout.printable(title))" + DismissCommand.answer(reason), .suggestions)
        case .saveQueue(let name):
            let count = try await service.saveQueue(as: name).count
            return told("Saved \(ContentPhrase.count(count, "track")) as \"\(TextLayout.printable(name))\"", .playlists)
        default:
            if let outcome = try await runPlaylist(action) { return outcome }
            if let outcome = try await runPodcast(action) { return outcome }
            return try await runStation(action) ?? AppErrand.Outcome()
        }
    }

    private func told(_ message: String, _ outdated: AppTab? = nil, made: String? = nil) -> AppErrand.Outcome {
        AppErrand.Outcome(message: message, outdated: outdated, made: made)
    }

    private func adjustStars(
        _ places: [String], _ step: Int, _ title: String
    ) async throws(ClientError) -> AppErrand.Outcome {
        var last: Stars?
        for place in places {
            let halves = (try await service.item(at: place).item.stars?.halves ?? 0) + step
            last = Stars(halves: halves)
            try await service.setStars(place, last)
        }
        guard places.count > 1 else { return told(Self.rated(title, last)) }
        return told("Rated \(TextLayout.printable(title)) half a star \(step > 0 ? "higher" : "lower")")
    }

    /// `Rated So What: 4.5 stars`
    private static func rated(_ title: String, _ stars: Stars?) -> String {
        let name = TextLayout.printable(title)
        return stars.map { "Rated \(name): " + StarsCommand.sentence($0) } ?? "Removed the rating of \(name)"
    }

    private func runPlaylist(_ action: ItemAction) async throws(ClientError) -> AppErrand.Outcome? {
        switch action {
        case .addToPlaylist(let places, let playlist, _):
            let name = TextLayout.printable(playlist)
            let added = try await add(places, to: playlist)
            return told("Added \(ContentPhrase.count(added, "track")) to \"\(name)\"", .playlists)
        case .createPlaylist(let name, let folder):
            let path = (folder.isEmpty ? "" : folder + "/") + name
            let made = try await service.createPlaylist(path, format: "")
            var row = made
            if let slash = name.firstIndex(of: "/") {
                // The visible row is that of the first folder in the name.
                let outer = RootBranch.playlists.title + "/" + path.dropLast(name[slash...].count)
                if let found = try? await service.item(at: outer).item { row = found.identifier }
            }
            return told("Created playlist \"\(TextLayout.printable(path))\"", .playlists, made: row)
        case .deletePlaylist(let playlist, let title):
            try await service.deletePlaylist(playlist)
            return told(
                "Deleted playlist \"\(TextLayout.printable(title))\"; press u to undo", .playlists)
        case .renamePlaylist(let playlist, let name):
            try await service.renamePlaylist(playlist, to: name)
            return told("Renamed to \"\(TextLayout.printable(name))\"", .playlists)
        case .removeFromPlaylist(let playlist, let indexes, let title):
            _ = try await service.arrange(playlist, .remove(indexes))
            return told("Removed \(TextLayout.printable(title)) from the playlist; press u to undo", .playlists)
        case .moveInPlaylist(let playlist, let indexes, let target):
            _ = try await service.arrange(playlist, .move(indexes, to: target))
            return told("", .playlists)
        default: return nil
        }
    }

    /// Adds to a playlist, which is created if none has the name.
    private func add(_ places: [String], to playlist: String) async throws(ClientError) -> Int {
        let known = try await ContentNames(service: service).playlist(named: playlist)
        let target: String
        if let known {
            target = known
        } else {
            target = try await service.createPlaylist(playlist, format: "")
        }
        return try await service.add(places, toPlaylist: target, at: nil).count
    }

    private func runPodcast(_ action: ItemAction) async throws(ClientError) -> AppErrand.Outcome? {
        switch action {
        case .subscribe(let address):
            let podcast = try await service.subscribe(to: address)
            return told(
                "Subscribed to \(TextLayout.printable(podcast.title))", .podcasts, made: podcast.identifier.description)
        case .unsubscribe(let podcast, let title):
            try await service.unsubscribe(podcast)
            return told(
                "Unsubscribed from \(TextLayout.printable(title)); oncue trash restore brings it back", .podcasts)
        case .refreshPodcasts:
            try await service.refreshPodcasts(nil)
            return told("Checking for new episodes")
        case .download(let episode, let title, let isRemoval):
            let name = TextLayout.printable(title)
            if isRemoval {
                try await service.removeDownload(episode)
                return told("Deleted the download of \(name)", .podcasts)
            }
            try await service.download(episode)
            return told("Downloading \(name)", .podcasts)
        default: return nil
        }
    }

    private func runStation(_ action: ItemAction) async throws(ClientError) -> AppErrand.Outcome? {
        switch action {
        case .addStation(let name, let address):
            let made = try await service.addStation(name, at: address)
            return told("Added station \(TextLayout.printable(name))", .radio, made: made)
        case .removeStation(let station, let title):
            try await service.removeStation(station)
            return told("Removed station \(TextLayout.printable(title)); oncue trash restore brings it back", .radio)
        case .renameStation(let station, let name):
            try await service.renameStation(station, to: name)
            return told("Renamed to \(TextLayout.printable(name))", .radio)
        default: return nil
        }
    }
}

/// Finds playlists by their names.
private struct ContentNames: Sendable {
    let service: any MediaServiceClient

    func playlist(named name: String) async throws(ClientError) -> String? {
        do throws(ClientError) {
            let item = try await service.item(at: RootBranch.playlists.title + "/" + name).item
            guard item.knownKind != .folder else {
                throw ClientError(.refused, "\"\(name)\" is a folder; name a playlist in it, such as \(name)/New")
            }
            return item.knownKind == .playlist ? item.identifier : nil
        } catch {
            guard error.isAbsence else { throw error }
            return nil
        }
    }
}
