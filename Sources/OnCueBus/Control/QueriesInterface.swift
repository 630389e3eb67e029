// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// `org.oncue.Queries1`: saved queries for other processes, exported as long as this lives.
@MediaActor
package final class QueriesObject {
    private let export: BusExport
    private let interface: QueriesInterface

    /// - Throws: ``BusError`` when something is exported at the path already.
    package init(on bus: MessageBus, queries: any SavedQueryStoring) throws(BusError) {
        interface = QueriesInterface(queries: queries)
        export = try bus.export(interface, at: ServiceNames.objectPath)
        interface.onChange = { [weak self] in self?.export.emit("Changed", []) }
    }
}

/// Answers the methods of `org.oncue.Queries1`.
@MediaActor
final class QueriesInterface: ExportedInterface {
    nonisolated let introspectionXML = Introspection.queries
    private let queries: any SavedQueryStoring
    /// Called after a query was saved or removed.
    var onChange: (() -> Void)?

    init(queries: any SavedQueryStoring) {
        self.queries = queries
    }

    func call(_ call: BusMethodCall, reply: BusReply) {
        reply.answer { try await self.answer(call) }
    }

    private func answer(_ call: BusMethodCall) async throws -> [BusValue] {
        try BusLimits.check(call)
        let texts = call.arguments.compactMap(\.stringValue)
        switch call.member {
        case "Save":
            try await queries.save(texts[0], texts[1])
            onChange?()
        case "Remove":
            try await queries.remove(texts[0])
            onChange?()
        case "List":
            let rows = try await queries.queries().map { BusValue.structure([.string($0.name), .string($0.text)]) }
            return [.array(rows, of: "(ss)")]
        case "Check": return Self.check(texts[0])
        default: throw BusError(name: BusError.unknownMethod, message: "no method \(call.member)")
        }
        return []
    }

    private static func check(_ text: String) -> [BusValue] {
        do throws(ContentError) {
            _ = try ContentQuery(text)
            return [.bool(true), .uint32(0), .string("")]
        } catch {
            guard case .invalidQuery(let column) = error.code else {
                return [.bool(false), .uint32(1), .string(error.message)]
            }
            return [.bool(false), .uint32(UInt32(clamping: column)), .string(error.message)]
        }
    }
}
