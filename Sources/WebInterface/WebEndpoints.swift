// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import WebAccess

extension WebEndpoint {
    /// Everything that a page can ask the service for.
    package static let all: [WebEndpoint] =
        playback + queue + content + suggestions + sound + machines + alarms + reminders

    private static let playback: [WebEndpoint] = [
        command("pause", "Pause.", .pause), command("resume", "Resume.", .resume),
        command("toggle", "Pause, or resume.", .toggle), command("stop", "Stop.", .stop),
        command("next", "Play the next entry.", .next),
        command("previous", "Play the entry from its start, or the one before.", .previous),
        change("playback/seek", "Seek to a position, or by an offset.") { (service, request: SeekRequest) in
            switch (request.position, request.offset) {
            case (let position?, nil): try await service.perform(.seek(to: position))
            case (nil, let offset?): try await service.perform(.seekBy(.microseconds(offset)))
            default: throw WebRefusal(.invalidValue, "expected either position or offset, in microseconds")
            }
        },
        change("playback/volume", "Set the volume, or change it by a difference.") {
            (service, request: VolumeRequest) in
            switch (request.volume, request.change) {
            case (let volume?, nil): try await service.perform(.setVolume(volume))
            case (nil, let change?): try await service.perform(.adjustVolume(change))
            default: throw WebRefusal(.invalidValue, "expected either volume or change")
            }
        },
        change("playback/mute", "Mute, or unmute.") { (service, request: MuteRequest) in
            try await service.perform(.setMuted(request.isMuted))
        },
        change("playback/rate", "Set the playback rate.") { (service, request: RateRequest) in
            guard (0.5...3).contains(request.rate) else { throw WebRefusal(.invalidValue, "rate must be 0.5 to 3") }
            try await service.perform(.setRate(request.rate))
        },
        change("playback/shuffle", "Set what is shuffled.") { (service, request: ModeRequest<ShuffleMode>) in
            try await service.perform(.setShuffleMode(request.mode))
        },
        change("playback/repeat", "Set what is repeated.") { (service, request: ModeRequest<RepeatMode>) in
            try await service.perform(.setRepeatMode(request.mode))
        },
        change("playback/sleep", "Set the sleep timer.") { (service, request: SleepTimerRequest) in
            try await service.perform(.setSleep(SleepWish(request.mode, request.time ?? .zero)))
        },
        change("playback/chapter", "Seek to a chapter.") { (service, request: ChapterRequest) in
            try await service.seek(toChapter: request.index)
        },
        WebEndpoint("playback/next-chapter", "Seek to the next chapter.") { try await $0.seekToNextChapter() },
        WebEndpoint("playback/previous-chapter", "Seek to the start of the chapter, or to the one before.") {
            try await $0.seekToPreviousChapter()
        },
        change("playback/like", "Make the current item a favourite, or not.") { (service, request: LikeRequest) in
            guard let entry = try await service.nowPlaying().entry, !entry.identifier.isEmpty else {
                throw ServiceError(.nothingPlaying, "nothing is playing")
            }
            try await service.setFavourite(entry.identifier, request.isLiked)
        },
        WebEndpoint(.get, "chapters", "The chapters of the current entry.") { (service, _: NoRequest) in
            try await service.chapters()
        },
        WebEndpoint(.get, "lyrics", "The lyrics of the current entry.") { (service, _: NoRequest) in
            LyricsReply(try await service.lyrics())
        },
        WebEndpoint(.post, "play", "Replace the queue by what is at the places, and play it.") {
            (service, request: PlayRequest) in
            var options = PlayOptions(
                shuffleMode: request.shuffleMode, start: request.from,
                isFromBeginning: request.isFromBeginning ?? false)
            options.skipsDisliked = false
            return try await service.play(request.places.map(\.description), options)
        },
    ]

    private static let queue: [WebEndpoint] = [
        WebEndpoint(.get, "queue", "A part of the queue.") { (service, request: PartRequest) in
            QueueReply(page: try await service.queue(offset: request.start, limit: request.count))
        },
        WebEndpoint(.post, "queue/add", "Add to the queue: next, at an index, before an entry, or at the end.") {
            (service, request: AddRequest) in
            let places = request.places.map(\.description)
            let options = EnqueueOptions(
                isNext: request.isNext ?? false, index: request.index, isShuffled: request.isShuffled ?? false)
            guard let before = request.before else {
                // Getting content from a provider may take time, during which no other page should have to wait.
                let (added, edited) = try await EditedReply.after(service) {
                    try await service.enqueue(places, options)
                }
                return AddedReply(added: added, edited: edited)
            }
            return try await QueueTurns.shared.take {
                let (added, edited) = try await EditedReply.after(service) {
                    try await QueuePlaces.add(places, before: before, options, in: service)
                }
                return AddedReply(added: added, edited: edited)
            }
        },
        change("queue/play", "Play an entry.") { (service, request: EntryRequest) in
            try await service.perform(.playEntry(request.entry))
        },
        WebEndpoint(.post, "queue/move", "Move entries before another one, or to the end.") {
            (service, request: MoveRequest) in
            try await edit(service) {
                try await QueuePlaces.move(request.entries, before: request.before, in: service)
            }
        },
        WebEndpoint(.post, "queue/remove", "Remove entries.") { (service, request: EntriesRequest) in
            try await edit(service) { try await service.perform(.removeEntries(request.entries)) }
        },
        WebEndpoint(.post, "queue/clear", "Remove all entries.") { (service, _: NoRequest) in
            try await edit(service) { try await service.perform(.clearQueue) }
        },
        WebEndpoint(
            .post, "queue/undo",
            "Undo the last change of the queue or of a playlist; with a revision only if the queue still has it."
        ) { (service, request: UndoRequest) in
            try await QueueTurns.shared.take {
                if let revision = request.revision {
                    let isSame = try await EditedReply.revision(service) == revision
                    guard isSame, try await service.undoableEdits().first?.playlist == nil else {
                        throw ServiceError(.overtaken, "something else has been changed since")
                    }
                }
                return try await service.undoEdit()
            }
        },
        WebEndpoint(.post, "queue/redo", "Redo the change that was undone last.") { (service, _: NoRequest) in
            try await QueueTurns.shared.take { try await service.redoEdit() }
        },
    ]

    private static let content: [WebEndpoint] = [
        WebEndpoint(
            .get, "content", "A part of the children of an item; of the root if absent. An endpoint has its limits."
        ) { (service, request: ContentRequest) in
            let (item, part) = (request.item ?? .root, request.part)
            let place = item == .root ? "/" : item.description
            let listing =
                if let endpoint = request.endpoint {
                    try await EndpointViews.shared.children(
                        of: place, offset: part.start, limit: part.count, at: endpoint, in: service)
                } else {
                    try await service.children(
                        of: place, offset: part.start, limit: part.count, ChildrenOptions())
                }
            return ChildrenReply(offset: part.start, page: ChildrenPage(listing))
        },
        WebEndpoint(.get, "search", "Search by words, or by a query.") { (service, request: QueryRequest) in
            let listing = try await service.search(
                request.words, offset: request.part.start, limit: request.part.count)
            return FoundReply(offset: request.part.start, page: FoundPage(listing))
        },
    ]

    private static let suggestions: [WebEndpoint] = [
        WebEndpoint(.get, "suggestions", "What is suggested for this moment, the best first.") {
            (service, request: SuggestionsRequest) in
            SuggestionsReply(
                suggestions: try await service.suggestions(
                    limit: min(request.limit ?? 10, SuggestionRecord.limit)))
        },
        WebEndpoint(.get, "suggestions/why", "A suggestion with everything that speaks for and against it.") {
            (service, request: SuggestionRequest) in try await service.explainSuggestion(request.id)
        },
        WebEndpoint(.post, "suggestions/accept", "Play a suggestion.") { (service, request: SuggestionRequest) in
            try await service.acceptSuggestion(request.id)
        },
        change("suggestions/dismiss", "Dismiss a suggestion.") { (service, request: DismissRequest) in
            guard let reason = request.reason.isEmpty ? .notNow : DismissalReason(rawValue: request.reason) else {
                let known = DismissalReason.allCases.map(\.rawValue).joined(separator: ", ")
                throw WebRefusal(.invalidValue, "reason must be one of \(known)")
            }
            try await service.dismissSuggestion(request.id, reason)
        },
        WebEndpoint("suggestions/show-next", "Show the next suggestion of the offer first.") {
            try await $0.showNextSuggestion()
        },
    ]

    private static let sound: [WebEndpoint] = [
        WebEndpoint(.get, "outputs", "The outputs and the one that is chosen.") { (service, _: NoRequest) in
            try await service.outputs()
        },
        change("outputs/choose", "Play on these outputs; on the default of the sound server for none.") {
            (service, request: OutputsRequest) in try await service.setOutputs(request.identifiers)
        },
        WebEndpoint(.get, "rooms", "The rooms of the outputs that are rooms.") { (service, _: NoRequest) in
            RoomsReply(rooms: try await service.rooms())
        },
        change("rooms/change", "Change the volume of a room, mute it, or play there.") {
            (service, request: RoomRequest) in try await service.setRoom(request.room, request.change)
        },
        change("rooms/group", "Make rooms a group that plays the same.") { (service, request: RoomsRequest) in
            try await service.groupRooms(request.rooms)
        },
    ]

    /// Changes the queue when the changes of other pages are done.
    private static func edit(
        _ service: any MediaServiceClient, _ change: @escaping @Sendable () async throws -> Void
    ) async throws -> EditedReply {
        try await QueueTurns.shared.take { try await EditedReply.after(service, change).edited }
    }

    private static func command(_ name: String, _ summary: String, _ command: PlaybackCommand) -> WebEndpoint {
        WebEndpoint("playback/\(name)", summary) { try await $0.perform(command) }
    }

    private static func change<Request: DictionaryForm>(
        _ path: String, _ summary: String,
        _ body: @escaping @Sendable (any MediaServiceClient, Request) async throws -> Void
    ) -> WebEndpoint {
        WebEndpoint(.post, path, summary) { (service, request: Request) in
            try await body(service, request)
            return Nothing()
        }
    }
}
