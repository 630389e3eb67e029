// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
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
            let selection = controller.beginSelection()
            reply.answer { [.dictionary(try await self.play(place, options, for: selection))] }
        case "Enqueue": reply.answer { [.dictionary(try await self.enqueue(place, options))] }
        default: reply.fail(BusError(name: BusError.unknownMethod, message: "no method \(call.member)"))
        }
    }

    private func play(
        _ text: String, _ options: [String: BusValue], for selection: PlaybackController.Selection
    ) async throws -> [String: BusValue] {
        var content = try await manager.selection(at: try ContentPlace(text))
        if let start = options["from"]?.intValue { try content.begin(at: start) }
        content = await manager.resumed(content)
        try controller.play(content, shuffled: options["shuffle"]?.boolValue, for: selection)
        manager.nowPlayingContainers = content.container.map { [$0] } ?? []
        var values = content.busValues
        let snapshot = controller.snapshot
        if let token = snapshot.token { values["token"] = .uint64(token.number) }
        if let entry = snapshot.entry { values["entry"] = .uint64(entry.id.number) }
        if options["wait"]?.boolValue == true, let error = await controller.outcome(within: Self.outcomeLimit) {
            throw error
        }
        return values
    }

    private func enqueue(_ text: String, _ options: [String: BusValue]) async throws -> [String: BusValue] {
        var selection = try await manager.tracks(at: try ContentPlace(text))
        if let start = options["from"]?.intValue { try selection.dropTracks(before: start) }
        let placement: PlaybackQueue.Placement = options["next"]?.boolValue == true ? .next : .last
        let before = controller.queue
        let position = placement == .next ? before.currentIndex.map { $0 + 1 } ?? 0 : before.entries.count
        try controller.perform(
            .enqueue(selection.tracks, at: placement, shuffled: options["shuffle"]?.boolValue == true))
        var values = selection.busValues
        values["count"] = .uint32(UInt32(clamping: controller.queue.entries.count - before.entries.count))
        values["position"] = .uint32(UInt32(clamping: position))
        return values
    }

    /// Total, index of the current entry, and a page of entries.
    func queuePage(_ numbers: [Int]) -> [BusValue] {
        let queue = controller.queue
        let offset = min(max(0, numbers.first ?? 0), queue.entries.count)
        let page = queue.entries.dropFirst(offset).prefix(BusLimits.page(numbers.last ?? 0))
        let entries = page.map { BusValue.dictionary($0.busValues(isCurrent: $0.id == queue.current)) }
        return [
            .uint32(UInt32(clamping: queue.entries.count)), .int32(Int32(clamping: queue.currentIndex ?? -1)),
            .array(entries, of: "a{sv}"),
        ]
    }
}

extension ContentSelection {
    /// Begins with a track that is counted from 0 among those of the place itself.
    ///
    /// - Throws: `InvalidValue` where there is none.
    fileprivate mutating func begin(at start: Int) throws(BusError) {
        narrow()
        try check(start)
        startIndex = start
    }

    /// Leaves out the tracks before one.
    ///
    /// - Throws: `InvalidValue` where there is none.
    fileprivate mutating func dropTracks(before start: Int) throws(BusError) {
        try check(start)
        tracks.removeFirst(start)
    }

    private func check(_ start: Int) throws(BusError) {
        guard !tracks.indices.contains(start) else { return }
        let number = tracks.count == 1 ? "1 track" : "\(tracks.count) tracks"
        throw ControlError.invalidValue("\"\(title)\" has \(number), so none can be number \(start + 1)")
    }

    fileprivate var busValues: [String: BusValue] {
        var values = BusDictionary()
        values.set("title", .string(title))
        values.set("subtitle", .string(subtitle))
        values.set("kind", .string(kind?.rawValue ?? "file"))
        values.set("count", tracks.count)
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
        values.set("url", track.location.uri)
        values.set("current", .bool(isCurrent))
        return values.values
    }
}
