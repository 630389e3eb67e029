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
    private let manager: PlayableContentManager
    private var revision: ContentTree.Revision

    /// - Parameter revision: The revision that the tree has now.
    package init(manager: PlayableContentManager, revision: ContentTree.Revision) {
        self.manager = manager
        self.revision = revision
    }

    package func properties() -> [String: BusValue] { ["Revision": .uint64(revision.number)] }

    /// Notes a new revision and tells it to clients.
    package func contentChanged(to revision: ContentTree.Revision, through export: BusExport) {
        self.revision = revision
        export.emitPropertiesChanged(properties())
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
            let waits = call.arguments.last?.dictionaryValue?["wait"]?.boolValue ?? true
            return try await children(at: text, offset: numbers[0], limit: numbers[1], waits: waits)
        case "Search": return try await search(text, offset: numbers[0], limit: numbers[1])
        default: throw BusError(name: BusError.unknownMethod, message: "no method \(call.member)")
        }
    }

    private func item(at text: String) async throws(ContentError) -> [BusValue] {
        let found = try await manager.item(at: try ContentPlace(text))
        return [.uint64(found.revision.number), .dictionary(found.item.busValues(path: found.path))]
    }

    private func children(
        at text: String, offset: Int, limit: Int, waits: Bool
    ) async throws(ContentError) -> [BusValue] {
        let (page, path) = try await manager.children(
            at: try ContentPlace(text), offset: offset, limit: BusLimits.page(limit), waits: waits)
        let showsProgress = await manager.childrenShowPlaybackProgress(of: page.container.identifier)
        let items = page.items.enumerated().map { index, item in
            BusValue.dictionary(item.busValues(path: path?.appending(page.offset + index)))
        }
        return [
            .uint64(page.revision.number), .dictionary(page.container.busValues(path: path)),
            .uint32(UInt32(clamping: page.total)), .array(items, of: "a{sv}"),
            .dictionary(["loading": .bool(page.isLoading), "progress": .bool(showsProgress)]),
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
