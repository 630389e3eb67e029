// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueCore
package import OnCueInterface

extension OnCueConnection: MediaServiceClient {
    package func item(
        at place: String
    ) async throws(ClientError) -> (revision: ContentTree.Revision, item: ContentRecord) {
        let reply = try await call("GetItem", of: ServiceNames.playableContent, [.string(place)])
        guard reply.count == 2, let revision = reply[0].identityValue, let item = ContentRecord(wire: reply[1]) else {
            throw .unexpectedAnswer(to: "GetItem")
        }
        return (ContentTree.Revision(revision), item)
    }

    package func resolve(_ place: String, opens: Bool) async throws(ClientError) -> NamedItems {
        let reply = try await call(
            "Resolve", of: ServiceNames.playableContent,
            [.string(place), .dictionary(opens ? ["opens": .bool(true)] : [:])])
        guard reply.count == 2, let items = [ContentRecord](wire: reply[0]), !items.isEmpty,
            let state = reply[1].dictionaryValue
        else { throw .unexpectedAnswer(to: "Resolve") }
        return NamedItems(
            items, by: state["found"].flatMap(ContentNaming.init(wire:)) ?? .place,
            runnerUp: state["runnerUp"].flatMap(ContentRecord.init(wire:)))
    }

    package func children(
        of place: String, offset: Int, limit: Int, waits: Bool
    ) async throws(ClientError) -> ContentListing {
        let reply = try await call(
            "GetChildren", of: ServiceNames.playableContent,
            [
                .string(place), .uint32(UInt32(clamping: offset)), .uint32(UInt32(clamping: limit)),
                .dictionary(waits ? [:] : ["wait": .bool(false)]),
            ])
        guard reply.count == 5, let revision = reply[0].identityValue, let container = ContentRecord(wire: reply[1]),
            let total = reply[2].countValue, var items = [ContentRecord](wire: reply[3]),
            let state = reply[4].dictionaryValue
        else { throw .unexpectedAnswer(to: "GetChildren") }
        if let path = container.path {
            let start = path == "/" ? path : path + "/"
            for index in items.indices { items[index].path = start + String(offset + index) }
        }
        return ContentListing(
            revision: ContentTree.Revision(revision), container: container, offset: offset, total: total, items: items,
            isLoading: state["loading"]?.boolValue ?? false,
            showsProgress: state["progress"]?.boolValue ?? false)
    }

    package func search(_ words: String, offset: Int, limit: Int) async throws(ClientError) -> ContentListing {
        let reply = try await call(
            "Search", of: ServiceNames.playableContent,
            [.string(words), .uint32(UInt32(clamping: offset)), .uint32(UInt32(clamping: limit))])
        guard reply.count == 4, let revision = reply[0].identityValue, let total = reply[1].countValue,
            let items = [ContentRecord](wire: reply[2]), let state = reply[3].dictionaryValue
        else { throw .unexpectedAnswer(to: "Search") }
        var listing = ContentListing(
            revision: ContentTree.Revision(revision), offset: offset, total: total, items: items)
        listing.unanswered = (state["unavailable"]?.dictionaryValue ?? [:]).map { title, message in
            UnansweredBranch(title: title, message: message.stringValue ?? "")
        }.sorted { $0.title < $1.title }
        return listing
    }
}
