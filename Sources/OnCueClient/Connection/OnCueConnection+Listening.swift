// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueCore

extension OnCueConnection {
    package func setFavourite(_ place: String, _ isFavourite: Bool) async throws(ClientError) {
        try await call("SetFavourite", of: ServiceNames.listening, [.string(place), .bool(isFavourite)])
    }

    package func setDisliked(_ place: String, _ isDisliked: Bool) async throws(ClientError) {
        try await call("SetDisliked", of: ServiceNames.listening, [.string(place), .bool(isDisliked)])
    }

    package func setPlayed(_ place: String, _ isPlayed: Bool) async throws(ClientError) {
        try await call("SetPlayed", of: ServiceNames.listening, [.string(place), .bool(isPlayed)])
    }

    package func history(
        _ request: HistoryRequest, offset: Int, limit: Int
    ) async throws(ClientError) -> JournalPage {
        var options = request.options
        options["offset"] = .uint32(UInt32(clamping: offset))
        options["limit"] = .uint32(UInt32(clamping: limit))
        if !request.kinds.isEmpty { options["kinds"] = .strings(request.kinds.map(\.rawValue)) }
        let reply = try await call("GetHistory", of: ServiceNames.listening, [.dictionary(options)])
        guard reply.count == 2, let total = reply[0].countValue, let entries = WireDictionary.list(reply[1]) else {
            throw .unexpectedAnswer(to: "GetHistory")
        }
        return JournalPage(entries: entries.compactMap { JournalEntry($0) }, total: total)
    }

    package func eraseHistory(_ request: HistoryRequest) async throws(ClientError) -> Int {
        var options = request.options
        if options.isEmpty { options["all"] = .bool(true) }
        let reply = try await call("EraseHistory", of: ServiceNames.listening, [.dictionary(options)])
        guard let count = reply.first?.countValue else { throw .unexpectedAnswer(to: "EraseHistory") }
        return count
    }
}

extension HistoryRequest {
    /// Which part is meant, without the kinds.
    fileprivate var options: [String: BusValue] {
        var options: [String: BusValue] = [:]
        if let since { options["since"] = .int64(since) }
        if let until { options["until"] = .int64(until) }
        if let place { options["item"] = .string(place) }
        return options
    }
}

extension JournalEntry {
    /// `nil` for what a newer service tells in words that are not known here.
    fileprivate init?(_ wire: WireDictionary) {
        guard let kind = wire.text("kind").flatMap(Kind.init), let time = wire.time("time"),
            let cause = wire.text("cause").flatMap(PlaybackCause.init),
            let identifier = wire.text("identifier").flatMap({ ContentIdentifier($0) })
        else { return nil }
        self.init(
            kind,
            Subject(
                identifier: identifier, title: wire.text("title") ?? "", artists: wire.texts("artists"),
                album: wire.text("album"), duration: wire.duration("duration"), recording: wire.text("recording")),
            at: time, position: wire.duration("position") ?? .zero, cause: cause, output: wire.text("output"))
    }
}
