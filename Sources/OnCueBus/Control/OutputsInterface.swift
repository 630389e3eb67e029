// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// `org.oncue.Outputs1`: where the sound goes, for other processes; exported as long as this lives.
@MediaActor
package final class OutputsObject {
    private let export: BusExport
    private let keeper: OutputKeeper?
    private var isAnnouncing = false

    /// - Parameters:
    ///   - keeper: `nil` when the outputs are fixed.
    ///   - fixed: What was fixed, as it was told on the command line.
    /// - Throws: ``BusError`` when something is exported at the path already.
    package init(on bus: MessageBus, keeper: OutputKeeper?, fixed: String) throws(BusError) {
        self.keeper = keeper
        export = try bus.export(OutputsInterface(keeper: keeper, fixed: fixed), at: ServiceNames.objectPath)
        keeper?.onChange = { [weak self] in self?.announce() }
    }

    private func announce() {
        guard !isAnnouncing else { return }
        isAnnouncing = true
        Task { @MediaActor in
            isAnnouncing = false
            export.emit("OutputsChanged", [])
        }
    }
}

/// Answers the methods of `org.oncue.Outputs1`.
@MediaActor
final class OutputsInterface: ExportedInterface {
    private static let limit = 200

    nonisolated let introspectionXML = Introspection.outputs
    private let keeper: OutputKeeper?
    private let fixed: String

    init(keeper: OutputKeeper?, fixed: String) {
        self.keeper = keeper
        self.fixed = fixed
    }

    func call(_ call: BusMethodCall, reply: BusReply) {
        reply.answer { try await self.answer(call) }
    }

    private func answer(_ call: BusMethodCall) async throws -> [BusValue] {
        try BusLimits.check(call)
        switch call.member {
        case "GetOutputs": return await listing()
        case "SetOutput":
            try await select(call.arguments.first?.stringValue ?? "")
            return []
        default: throw BusError(name: BusError.unknownMethod, message: "no method \(call.member)")
        }
    }

    private func listing() async -> [BusValue] {
        await keeper?.refresh()
        var state = BusDictionary()
        state.set("server", .bool(keeper?.outputs.isServerThere ?? false))
        if keeper == nil { state.set("fixed", fixed) }
        if case .device(let identifier, let title) = keeper?.selection {
            state.set("chosen", identifier)
            state.set("chosenTitle", title)
        }
        let current = keeper?.current?.identifier
        let outputs = (keeper?.outputs.outputs ?? []).prefix(Self.limit)
        return [
            .dictionary(state.values),
            .array(outputs.map { $0.busValue(isCurrent: $0.identifier == current) }, of: "a{sv}"),
        ]
    }

    private func select(_ identifier: String) async throws(ContentError) {
        guard let keeper else {
            throw ContentError(
                .refused,
                "oncued was started with --output \(fixed); start it without --output to choose another one")
        }
        guard !identifier.isEmpty else { return await keeper.select(.followDefault) }
        await keeper.refresh()
        guard let output = keeper.outputs.output(identifier) else {
            let reason = keeper.outputs.isServerThere ? "there is no such output" : "no sound server is running"
            throw ContentError(
                .notFound, "cannot choose \"\(identifier.prefix(200))\": \(reason); list the outputs with: oncue output"
            )
        }
        await keeper.select(.device(identifier: output.identifier, title: output.title))
    }
}

extension AudioOutputDescription {
    fileprivate func busValue(isCurrent: Bool) -> BusValue {
        var values = BusDictionary()
        values.set("identifier", identifier)
        values.set("title", .string(title))
        values.set("kind", kind.rawValue)
        values.set("available", .bool(isAvailable))
        values.set("default", .bool(isDefault))
        values.set("current", .bool(isCurrent))
        return .dictionary(values.values)
    }
}
