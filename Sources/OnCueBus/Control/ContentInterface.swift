// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import GLib
package import OnCueCore
internal import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// `org.oncue.PlayableContent1`: the content tree for other processes.
@MediaActor
package final class ContentInterface: ExportedInterface {
    package nonisolated let introspectionXML = Introspection.playableContent
    let manager: PlayableContentManager
    private(set) var subscriptions: ContentSubscriptions?
    private(set) var searches: ContentSearches?
    private(set) var clients: ContentClients?
    private(set) weak var export: BusExport?
    private var revision: ContentTree.Revision
    /// The revision is to be announced when the open batch ends.
    private var isAnnouncementHeld = false
    private var follower: Task<Void, Never>?

    /// - Parameter revision: The revision that the tree has now.
    package init(manager: PlayableContentManager, revision: ContentTree.Revision) {
        self.manager = manager
        self.revision = revision
    }

    isolated deinit {
        follower?.cancel()
    }

    package func properties() -> [String: BusValue] {
        [
            "Revision": .uint64(revision.number),
            "NowPlayingIdentifiers": .strings(manager.nowPlayingIdentifiers.map(\.description)),
            "Context": .dictionary(manager.context.busValues),
        ]
    }

    /// Starts the services for single clients.
    func begin(on bus: MessageBus, through export: BusExport) {
        self.export = export
        let searches = ContentSearches(manager: manager) { [weak export] client, arguments in
            export?.emit("SearchFound", arguments, to: client)
        }
        let subscriptions = manager.makeSubscriptions { [weak self] in self?.announce($0) }
        manager.onUpdate = { [weak self] in self?.updated($0) }
        clients = ContentClients(bus: bus) { [manager] client in
            manager.clientLeft(client)
            searches.clientLeft(client)
            Task { await subscriptions.clientLeft(client) }
        }
        (self.searches, self.subscriptions) = (searches, subscriptions)
        follower = Task { @MediaActor [weak self, changes = manager.changes()] in
            for await change in changes { self?.take(change) }
        }
    }

    private func updated(_ update: PlayableContentManager.Update) {
        switch update {
        case .nowPlaying(let identifiers):
            export?.emitPropertiesChanged(["NowPlayingIdentifiers": .strings(identifiers.map(\.description))])
        case .context(let context): export?.emitPropertiesChanged(["Context": .dictionary(context.busValues)])
        case .batchEnded:
            if isAnnouncementHeld { announceRevision() }
        }
    }

    /// Notes the revision of the tree, and announces it where the branch of tracks, the library, changed as a whole: at
    /// once, or at the end of the open batch. Other changes, such as those that every listening makes, are told to
    /// subscribers of containers only.
    private func take(_ change: ContentChange) {
        let isNew = change.revision > revision
        revision = max(revision, change.revision)
        guard isNew, change.containers == nil || change.scopes.contains(where: { $0.kinds.contains(.track) }) else {
            return
        }
        isAnnouncementHeld = manager.updates.areHeld
        if !isAnnouncementHeld { announceRevision() }
    }

    private func announceRevision() {
        isAnnouncementHeld = false
        export?.emitPropertiesChanged(["Revision": .uint64(revision.number)])
        export?.emit("ContentChanged", [.uint64(revision.number)])
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
        case "Resolve": return try await resolve(text, call.arguments.last?.dictionaryValue ?? [:])
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
        return [.uint64(found.revision.number), found.item.busRow(path: found.path)]
    }

    private func resolve(_ text: String, _ options: [String: BusValue]) async throws(ContentError) -> [BusValue] {
        let named = try await manager.named(by: try ContentPlace(text), opens: options["opens"]?.boolValue ?? false)
        var state = BusDictionary()
        if named.naming != .place { state.set("found", named.naming.rawValue) }
        if let runnerUp = named.runnerUp { state.set("runnerUp", runnerUp.busRow()) }
        return [ContentItem.busRows(named.items), .dictionary(state.values)]
    }

    private func children(
        at text: String, offset: Int, limit: Int, _ options: [String: BusValue], for client: String
    ) async throws(ContentError) -> [BusValue] {
        let viewed = try await manager.children(
            at: try ContentPlace(text), offset: offset, limit: PageLimit.granted(limit),
            waits: options["wait"]?.boolValue ?? true, in: UInt32(clamping: options["view"]?.intValue ?? 0),
            of: client)
        let (page, path) = (viewed.page, viewed.path)
        var state = ["loading": BusValue.bool(page.isLoading)]
        if viewed.all != page.total { state["all"] = .uint32(UInt32(clamping: viewed.all)) }
        let showsProgress = await manager.childrenShowPlaybackProgress(of: page.container.identifier)
        return [
            .uint64(page.revision.number), page.container.busRow(path: path),
            .uint32(UInt32(clamping: page.total)), ContentItem.busRows(page.items),
            .dictionary(state.merging(["progress": .bool(showsProgress)]) { $1 }),
        ]
    }

    private static func busValues(_ branches: [UnansweredBranch]) -> [String: BusValue] {
        Dictionary(branches.map { ($0.title, BusValue.string($0.message)) }) { first, _ in first }
    }

    private func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> [BusValue] {
        let page = try await manager.search(words, offset: offset, limit: PageLimit.granted(limit))
        return [
            .uint64(page.revision.number), .uint32(UInt32(clamping: page.total)), ContentItem.busRows(page.items),
            .dictionary(
                page.unanswered.isEmpty ? [:] : ["unavailable": .dictionary(Self.busValues(page.unanswered))]),
        ]
    }
}
