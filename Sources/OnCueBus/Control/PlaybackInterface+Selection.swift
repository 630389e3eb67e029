// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime
internal import OnCueSession

extension PlaybackInterface {
    /// Answers the methods that look up a place first.
    func resolve(_ call: BusMethodCall, reply: BusReply) {
        let place = call.arguments.first?.stringValue ?? ""
        let options = call.arguments.last?.dictionaryValue ?? [:]
        switch call.member {
        case "Play":
            // Noted now, in the order of the calls: what is asked for later must win, however long this takes.
            do throws(ContentError) {
                let selection = try manager.beginSelection()
                reply.answer { [.dictionary(try await self.play(place, options, for: selection))] }
            } catch {
                reply.fail(ControlError.make(error))
            }
        case "Enqueue": reply.answer { [.dictionary(try await self.enqueue(place, options))] }
        default: reply.fail(BusError(name: BusError.unknownMethod, message: "no method \(call.member)"))
        }
    }

    private func play(
        _ text: String, _ options: [String: BusValue], for selection: PlaybackController.Selection
    ) async throws -> [String: BusValue] {
        var wish = PlaybackOptions(
            selection, shuffleMode: try shuffleMode(options),
            isFromBeginning: options["fromStart"]?.boolValue == true,
            patience: options["wait"]?.boolValue == true ? Self.outcomeLimit : nil)
        wish.isInterrupting = options["interrupt"]?.boolValue == true
        let start = options["from"]?.intValue
        guard let places = try SeveralPlaces(text, options) else {
            let played = try await manager.initiatePlayback(of: try ContentPlace(text), from: start, with: wish)
            return try await answer(played)
        }
        let (played, failures) = try await manager.initiatePlayback(ofAll: places.places, from: start, with: wish)
        var values = if let played { try await answer(played) } else { ["count": BusValue.uint32(0)] }
        values["failures"] = places.busValue(of: failures)
        return values
    }

    private func answer(
        _ played: (content: ContentSelection, begun: InitiatedPlayback)
    ) async throws -> [String: BusValue] {
        try await controller.saved()
        var values = played.content.busValues
        if let token = played.begun.token { values["token"] = .uint64(token.number) }
        if let entry = played.begun.entry { values["entry"] = .uint64(entry.number) }
        let start = played.content.startPosition
        if start > .zero { values["resumedAt"] = .int64(start.wholeMicroseconds) }
        if let device = controller.takeNewDevice() { values["newOutput"] = .string(device.title) }
        return values
    }

    /// `nil` leaves it as it is.
    private func shuffleMode(_ options: [String: BusValue]) throws(BusError) -> ShuffleMode? {
        if let text = options["shuffleMode"]?.stringValue { return try shuffleMode(text) }
        return options["shuffle"]?.boolValue.map { $0 ? .tracks : .off }
    }

    private func enqueue(_ text: String, _ options: [String: BusValue]) async throws -> [String: BusValue] {
        let start = options["from"]?.intValue ?? 0
        guard let places = try SeveralPlaces(text, options) else {
            var selection = try await manager.tracks(at: try ContentPlace(text))
            if start > 0 { try selection.dropTracks(before: start) }
            return try await enqueue(selection, options)
        }
        var (content, failures) = await manager.selection(at: places.places, from: start)
        if start > 0 { try content?.dropTracks(before: start) }
        var values = if let content { try await enqueue(content, options) } else { ["count": BusValue.uint32(0)] }
        values["failures"] = places.busValue(of: failures)
        return values
    }

    /// Puts it into the queue as one change.
    private func enqueue(
        _ selection: ContentSelection, _ options: [String: BusValue]
    ) async throws -> [String: BusValue] {
        let placement = try placement(options)
        let before = controller.queue
        let position =
            switch placement {
            case .last: before.entries.count
            case .next: before.currentIndex.map { $0 + 1 } ?? 0
            case .at(let index): index
            }
        try controller.perform(
            .enqueue(selection.tracks, at: placement, shuffled: options["shuffle"]?.boolValue == true))
        let total = controller.queue.entries.count
        try await controller.saved()
        var values = selection.busValues
        values["count"] = .uint32(UInt32(clamping: total - before.entries.count))
        values["position"] = .uint32(UInt32(clamping: position))
        values["total"] = .uint32(UInt32(clamping: total))
        return values
    }

    private func placement(_ options: [String: BusValue]) throws(BusError) -> PlaybackQueue.Placement {
        let isNext = options["next"]?.boolValue == true
        guard let place = options["at"] else { return isNext ? .next : .last }
        guard let index = place.intValue, !isNext else {
            throw ControlError.invalidValue("at must be an index of the queue and cannot be combined with next")
        }
        return .at(min(index, Int(UInt32.max)))
    }

    /// Total, index of the current entry, a page of entries, what the queue was filled from, and its revision.
    func queuePage(_ numbers: [Int]) -> [BusValue] {
        let queue = controller.queue
        let offset = min(max(0, numbers.first ?? 0), queue.entries.count)
        let page = queue.entries.dropFirst(offset).prefix(PageLimit.granted(numbers.last ?? 0))
        let entries = page.map { BusValue.dictionary($0.busValues(isCurrent: $0.id == queue.current)) }
        return [
            .uint32(UInt32(clamping: queue.entries.count)), .int32(Int32(clamping: queue.currentIndex ?? -1)),
            .array(entries, of: "a{sv}"), .dictionary(queue.context?.busValues ?? [:]),
            .uint64(controller.snapshot.queueRevision),
        ]
    }
}

extension ContentSelection {
    /// The selection as the interfaces describe it.
    var busValues: [String: BusValue] {
        var values = BusDictionary()
        values.set("title", .string(title))
        values.set("subtitle", .string(subtitle))
        values.set("kind", .string(kind?.rawValue ?? (naming == .query ? "query" : "file")))
        values.set("count", tracks.count)
        values.set("found", naming.word)
        if let runnerUp { values.set("runnerUp", runnerUp.busRow()) }
        return values.values
    }
}

extension PlaybackContext {
    fileprivate var busValues: [String: BusValue] {
        var values = BusDictionary()
        values.set("title", .string(title))
        values.set("identifier", identifier?.description)
        values.set("kind", kind?.rawValue)
        values.set("count", count)
        return values.values
    }
}

extension PlaybackQueue.Entry {
    fileprivate func busValues(isCurrent: Bool) -> [String: BusValue] {
        var values = BusDictionary()
        values.set("entry", .uint64(id.number))
        values.set("identifier", track.identifier.description)
        values.set("title", .string(track.title))
        values.set("artist", track.artists.joined(separator: ", "))
        values.set("album", track.album)
        values.set("duration", track.duration)
        values.set("url", track.location.shownURI)
        values.set("contextNumber", contextNumber)
        if isSimilar { values.set("similar", .bool(true)) }
        values.set("current", .bool(isCurrent))
        return values.values
    }
}
