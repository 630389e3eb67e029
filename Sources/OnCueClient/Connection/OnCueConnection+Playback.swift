// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueCore

extension OnCueConnection: MediaServiceClient {
    package func play(_ places: [String], _ options: PlayOptions) async throws(ClientError) -> PlayedContent {
        var values: [String: BusValue] = [:]
        if let mode = options.shuffleMode { values["shuffleMode"] = .string(mode.rawValue) }
        if let start = options.start { values["from"] = .uint32(UInt32(clamping: start)) }
        if options.isFromBeginning { values["fromStart"] = .bool(true) }
        if options.isInterrupting { values["interrupt"] = .bool(true) }
        if options.waits { values["wait"] = .bool(true) }
        if places.count > 1 { values["also"] = .strings(Array(places.dropFirst())) }
        let reply = try await call(
            "Play", of: ServiceNames.playback, [.string(places.first ?? ""), .dictionary(values)],
            waitingFor: .server(of: places.first ?? "", limit: .seconds(20)))
        guard let result = WireDictionary(reply.first) else { throw .unexpectedAnswer(to: "Play") }
        return PlayedContent(result)
    }

    package func perform(_ command: TransportCommand) async throws(ClientError) {
        try await call(command.rawValue, of: ServiceNames.playback)
    }

    package func seek(to position: Duration) async throws(ClientError) {
        try await call("SeekTo", of: ServiceNames.playback, [.int64(position.wholeMicroseconds)])
    }

    package func seek(by offset: Duration) async throws(ClientError) {
        try await call("SeekBy", of: ServiceNames.playback, [.int64(offset.wholeMicroseconds)])
    }

    package func setVolume(_ volume: Double) async throws(ClientError) {
        try await call("SetVolume", of: ServiceNames.playback, [.double(volume)])
    }

    package func adjustVolume(by difference: Double) async throws(ClientError) {
        try await call("AdjustVolume", of: ServiceNames.playback, [.double(difference)])
    }

    package func setMuted(_ isMuted: Bool) async throws(ClientError) {
        try await call("SetMuted", of: ServiceNames.playback, [.bool(isMuted)])
    }

    package func setRepeatMode(_ mode: RepeatMode) async throws(ClientError) {
        try await call("SetRepeat", of: ServiceNames.playback, [.string(mode.rawValue)])
    }

    package func setShuffleMode(_ mode: ShuffleMode) async throws(ClientError) {
        try await call("SetShuffleMode", of: ServiceNames.playback, [.string(mode.rawValue)])
    }

    package func setSimilar(_ isWanted: Bool) async throws(ClientError) {
        try await call("SetSimilar", of: ServiceNames.playback, [.bool(isWanted)])
    }

    // MARK: Queue

    package func queue(offset: Int, limit: Int) async throws(ClientError) -> QueuePage {
        let reply = try await call(
            "GetQueue", of: ServiceNames.playback,
            [.uint32(UInt32(clamping: offset)), .uint32(UInt32(clamping: limit))])
        guard reply.count >= 3, let total = reply[0].countValue, let entries = WireDictionary.list(reply[2]) else {
            throw .unexpectedAnswer(to: "GetQueue")
        }
        var page = QueuePage(
            offset: offset, total: total, current: reply[1].countValue,
            entries: entries.compactMap { QueuePage.Entry($0) },
            context: WireDictionary(reply.dropFirst(3).first).flatMap { ContextMark(queue: $0) })
        page.revision = reply.dropFirst(4).first?.identityValue
        return page
    }

    package func enqueue(_ places: [String], _ options: EnqueueOptions) async throws(ClientError) -> PlayedContent {
        var values: [String: BusValue] = [:]
        if options.isNext { values["next"] = .bool(true) }
        if let index = options.index { values["at"] = .uint32(UInt32(clamping: index)) }
        if options.isShuffled { values["shuffle"] = .bool(true) }
        if options.start > 0 { values["from"] = .uint32(UInt32(clamping: options.start)) }
        if places.count > 1 { values["also"] = .strings(Array(places.dropFirst())) }
        let reply = try await call(
            "Enqueue", of: ServiceNames.playback, [.string(places.first ?? ""), .dictionary(values)])
        guard let result = WireDictionary(reply.first) else { throw .unexpectedAnswer(to: "Enqueue") }
        return PlayedContent(result)
    }

    package func playEntry(_ id: PlaybackQueue.EntryID) async throws(ClientError) {
        try await call("PlayEntry", of: ServiceNames.playback, [.uint64(id.number)])
    }

    package func removeEntries(_ ids: [PlaybackQueue.EntryID]) async throws(ClientError) {
        try await call(
            "RemoveEntries", of: ServiceNames.playback, [.array(ids.map { .uint64($0.number) }, of: "t")])
    }

    package func removeEntry(_ id: PlaybackQueue.EntryID) async throws(ClientError) {
        try await call("RemoveEntry", of: ServiceNames.playback, [.uint64(id.number)])
    }

    package func moveEntry(_ id: PlaybackQueue.EntryID, to position: Int) async throws(ClientError) {
        try await call(
            "MoveEntry", of: ServiceNames.playback, [.uint64(id.number), .uint32(UInt32(clamping: position))])
    }

    package func clearQueue() async throws(ClientError) {
        try await call("ClearQueue", of: ServiceNames.playback)
    }

    package func goBack() async throws(ClientError) {
        try await call("GoBack", of: ServiceNames.playback)
    }

    package func undoEdit() async throws(ClientError) -> QueueEdit {
        let reply = try await call("Undo", of: ServiceNames.playback)
        guard let edit = WireDictionary(reply.first).flatMap(QueueEdit.init) else {
            throw .unexpectedAnswer(to: "Undo")
        }
        return edit
    }

    package func undoableEdits() async throws(ClientError) -> [QueueEdit] {
        let reply = try await call("GetEdits", of: ServiceNames.playback)
        guard let edits = WireDictionary.list(reply.first) else { throw .unexpectedAnswer(to: "GetEdits") }
        return edits.compactMap(QueueEdit.init)
    }

    package func addBookmark(_ name: String?) async throws(ClientError) {
        let options = name.map { ["name": BusValue.string($0)] } ?? [:]
        try await call("Perform", of: ServiceNames.remoteCommands, [.string("bookmark"), .dictionary(options)])
    }
}

extension QueueEdit {
    /// `nil` for a kind of change that this client does not know.
    fileprivate init?(_ wire: WireDictionary) {
        guard let kind = wire.text("edit").flatMap(Kind.init) else { return nil }
        self.init(kind, title: wire.text("title") ?? "", count: wire.count("count") ?? 0)
    }
}
