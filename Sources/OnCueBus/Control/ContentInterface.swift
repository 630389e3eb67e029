// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
package import GLib
package import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// `org.oncue.PlayableContent1`: the content tree for other processes.
@MediaActor
package final class ContentInterface: ExportedInterface {
    package nonisolated let introspectionXML = Introspection.playableContent
    let manager: PlayableContentManager
    let views = ContentViews()
    private(set) var subscriptions: ContentSubscriptions?
    private(set) var searches: ContentSearches?
    private(set) var clients: ContentClients?
    private(set) weak var export: BusExport?
    private var revision: ContentTree.Revision
    private var nowPlaying: [String] = []

    /// - Parameter revision: The revision that the tree has now.
    package init(manager: PlayableContentManager, revision: ContentTree.Revision) {
        self.manager = manager
        self.revision = revision
    }

    package func properties() -> [String: BusValue] {
        ["Revision": .uint64(revision.number), "NowPlayingIdentifiers": .strings(nowPlaying)]
    }

    /// Begins to serve what belongs to single clients.
    func begin(on bus: MessageBus, through export: BusExport) {
        self.export = export
        let searches = ContentSearches(manager: manager) { [weak export] client, arguments in
            export?.emit("SearchFound", arguments, to: client)
        }
        let subscriptions = manager.makeSubscriptions { [weak self] in self?.announce($0) }
        clients = ContentClients(bus: bus) { [views] client in
            views.clientLeft(client)
            searches.clientLeft(client)
            Task { await subscriptions.clientLeft(client) }
        }
        (self.searches, self.subscriptions) = (searches, subscriptions)
    }

    /// Notes what plays, and tells it to clients when it is something else than before.
    func nowPlayingChanged(to identifiers: [ContentIdentifier]) {
        let texts = identifiers.map(\.description)
        guard texts != nowPlaying else { return }
        nowPlaying = texts
        export?.emitPropertiesChanged(["NowPlayingIdentifiers": .strings(texts)])
    }

    /// Notes a new revision and tells it to clients.
    package func contentChanged(to revision: ContentTree.Revision, through export: BusExport) {
        self.revision = revision
        export.emitPropertiesChanged(["Revision": .uint64(revision.number)])
        export.emit("ContentChanged", [.uint64(revision.number)])
    }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        reply.answer { try await self.answer(call) }
    }

    private func answer(_ call: BusMethodCall) async throws -> [BusValue] {
        try BusLimits.check(call)
        let text = call.arguments.first?.stringValue ?? ""
        let numbers = call.arguments.compactMap(\.intValue)
        switch call.member {
        case "GetItem": return try await item(at: text)
        case "GetChildren":
            let options = call.arguments.last?.dictionaryValue ?? [:]
            return try await children(at: text, offset: numbers[0], limit: numbers[1], options, for: call.sender)
        case "Search": return try await search(text, offset: numbers[0], limit: numbers[1])
        default:
            if let answer = try await answerClient(call) { return answer }
            throw BusError(name: BusError.unknownMethod, message: "no method \(call.member)")
        }
    }

    private func item(at text: String) async throws(ContentError) -> [BusValue] {
        let found = try await manager.item(at: try ContentPlace(text))
        return [.uint64(found.revision.number), .dictionary(found.item.busValues(path: found.path))]
    }

    private func children(
        at text: String, offset: Int, limit: Int, _ options: [String: BusValue], for client: String
    ) async throws(ContentError) -> [BusValue] {
        let view = UInt32(clamping: options["view"]?.intValue ?? 0)
        let limits = view == 0 ? ContentLimits() : try views.limits(of: view, client)
        var (page, path) = try await manager.children(
            at: try ContentPlace(text), offset: offset,
            limit: max(1, limits.count(from: offset, limit: BusLimits.page(limit))),
            waits: options["wait"]?.boolValue ?? true)
        let all = page.total
        if view != 0 {
            let level = views.level(of: page.container.identifier, at: path, in: view)
            guard limits.mayOpen(at: level) else {
                throw ContentError(
                    .notContainer,
                    "\"\(page.container.title)\" lies too deep for this view; it can be played as a whole")
            }
            page = limits.shown(page, at: level)
            views.note(page.items, at: level + 1, in: view)
        }
        var state = ["loading": BusValue.bool(page.isLoading)]
        if all != page.total { state["all"] = .uint32(UInt32(clamping: all)) }
        let showsProgress = await manager.childrenShowPlaybackProgress(of: page.container.identifier)
        let items = page.items.enumerated().map { index, item in
            BusValue.dictionary(item.busValues(path: path?.appending(page.offset + index)))
        }
        return [
            .uint64(page.revision.number), .dictionary(page.container.busValues(path: path)),
            .uint32(UInt32(clamping: page.total)), .array(items, of: "a{sv}"),
            .dictionary(state.merging(["progress": .bool(showsProgress)]) { $1 }),
        ]
    }

    private func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> [BusValue] {
        let page = try await manager.search(words, offset: offset, limit: BusLimits.page(limit))
        let items = page.items.map { BusValue.dictionary($0.busValues()) }
        return [
            .uint64(page.revision.number), .uint32(UInt32(clamping: page.total)), .array(items, of: "a{sv}"),
        ]
    }
}
