// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

/// The views, subscriptions and searches of single clients.
extension ContentInterface {
    /// Answers the methods that belong to the caller; `nil` for the others.
    func answerClient(_ call: BusMethodCall) async throws -> [BusValue]? {
        let client = call.sender
        let text = call.arguments.first?.stringValue ?? ""
        switch call.member {
        case "OpenView":
            let limits = call.arguments.first?.dictionaryValue ?? [:]
            clients?.expect(client)
            return [
                .uint32(
                    try manager.views.open(
                        ContentLimits(items: limits["items"]?.intValue ?? 0, depth: limits["depth"]?.intValue ?? 0),
                        for: client))
            ]
        case "CloseView":
            try manager.views.close(number(call), of: client)
            return []
        case "GetContext": return [.dictionary(try manager.views.context(of: number(call), client).busValues)]
        case "Subscribe": return try await subscribe(client, text)
        case "Unsubscribe":
            try await subscriptions?.unsubscribe(client, from: try container(text))
            return []
        case "GetChanges": return try await changes(text, call.arguments.last)
        case "BeginSearch":
            let options = call.arguments.last?.dictionaryValue ?? [:]
            // A branch that fails finds nothing; a mistake in the words is the caller's to know.
            _ = try ContentQuery(text)
            clients?.expect(client)
            let number = searches?.begin(
                text, limit: min(max(1, options["limit"]?.intValue ?? 5), 50),
                onlyProvided: options["provided"]?.boolValue ?? false, for: client)
            return [.uint32(number ?? 0)]
        case "EndSearch":
            searches?.end(number(call), of: client)
            return []
        case "BeginUpdates":
            clients?.expect(client)
            try manager.beginUpdates(for: client)
            return []
        case "EndUpdates":
            manager.endUpdates(for: client)
            return []
        case "Reload":
            try await reload(text)
            return []
        case "Prepare":
            try await manager.prepare(at: try ContentPlace(text))
            return []
        default: return nil
        }
    }

    private func number(_ call: BusMethodCall) -> UInt32 { UInt32(clamping: call.arguments.first?.intValue ?? 0) }

    private func container(_ text: String) throws(BusError) -> ContentIdentifier {
        guard let identifier = ContentIdentifier(text) else {
            throw ControlError.invalidValue(
                "\"\(text.prefix(200))\" is not an identifier; expected one returned by Subscribe")
        }
        return identifier
    }

    private func subscribe(_ client: String, _ place: String) async throws -> [BusValue] {
        let item = try await manager.item(at: try ContentPlace(place)).item
        guard item.isContainer else { throw ContentError(.notContainer, "\"\(item.title)\" has no children") }
        clients?.expect(client)
        let revision = try await subscriptions?.subscribe(client, to: item.identifier)
        return [.string(item.identifier.description), .uint64(revision?.number ?? 0)]
    }

    private func reload(_ place: String) async throws(ContentError) {
        let item = try await manager.item(at: try ContentPlace(place)).item
        guard item.isContainer else { throw ContentError(.notContainer, "\"\(item.title)\" has no children") }
        manager.reload(item.identifier == .root ? nil : item.identifier)
    }

    private func changes(_ text: String, _ since: BusValue?) async throws -> [BusValue] {
        guard case .uint64(let number) = since,
            let changes = try await subscriptions?.changes(
                of: try container(text), since: ContentTree.Revision(number))
        else { return [] }
        return [.uint64(changes.revision.number), .bool(changes.difference == nil)]
            + (changes.difference ?? ContentListDifference()).busValues
    }

    /// Sends a change to its subscribers only.
    func announce(_ notice: ContentSubscriptions.Notice) {
        let head: [BusValue] = [.string(notice.container.description), .uint64(notice.revision.number)]
        for client in notice.clients {
            if let difference = notice.difference {
                export?.emit("ItemsChanged", head + difference.busValues, to: client)
            } else {
                export?.emit("ItemsReloaded", head, to: client)
            }
        }
    }
}

extension ContentListDifference {
    fileprivate var busValues: [BusValue] {
        let added = added.map {
            BusValue.structure([.uint32(UInt32(clamping: $0.index)), .string($0.identifier.description)])
        }
        return [
            .array(added, of: "(us)"), .strings(removed.map(\.identifier.description)),
            .strings(changed.map(\.description)),
        ]
    }
}

extension PlayableContentContext {
    /// The context as the interface describes it.
    var busValues: [String: BusValue] {
        [
            "contentLimitsEnforced": .bool(contentLimitsEnforced),
            "enforcedItemsCount": .uint32(UInt32(clamping: enforcedItemsCount)),
            "enforcedTreeDepth": .uint32(UInt32(clamping: enforcedTreeDepth)),
            "endpointAvailable": .bool(endpointAvailable),
        ]
    }
}
