// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
internal import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// `org.oncue.Trash1`: deleted things for other processes, exported as long as this lives.
@MediaActor
package final class TrashObject {
    private let export: BusExport

    /// - Throws: ``BusError`` when something is exported at the path already.
    package init(on bus: MessageBus, trash: any TrashManaging) throws(BusError) {
        export = try bus.export(TrashInterface(trash: trash), at: ServiceNames.objectPath)
    }
}

/// Answers the methods of `org.oncue.Trash1`.
@MediaActor
final class TrashInterface: ExportedInterface {
    nonisolated let introspectionXML = Introspection.trash
    private let trash: any TrashManaging

    init(trash: any TrashManaging) {
        self.trash = trash
    }

    func call(_ call: BusMethodCall, reply: BusReply) {
        reply.answer { try await self.answer(call) }
    }

    private func answer(_ call: BusMethodCall) async throws -> [BusValue] {
        try BusLimits.check(call)
        switch call.member {
        case "List":
            let numbers = call.arguments.compactMap(\.intValue)
            let items = try await trash.items()
            let page = items.dropFirst(max(0, numbers.first ?? 0)).prefix(PageLimit.granted(numbers.last ?? 0))
            return [.uint32(UInt32(clamping: items.count)), .array(page.map(\.busValue), of: "(sssx)")]
        case "Restore": _ = try await trash.restore(call.arguments.first?.stringValue ?? "")
        case "Empty": return [.uint32(UInt32(clamping: try await trash.empty()))]
        default: throw BusError(name: BusError.unknownMethod, message: "no method \(call.member)")
        }
        return []
    }
}

extension TrashItem {
    fileprivate var busValue: BusValue {
        .structure([.string(key), .string(kind.rawValue), .string(title), .int64(removed)])
    }
}
