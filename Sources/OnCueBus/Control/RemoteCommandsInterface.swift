// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
internal import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// `org.oncue.RemoteCommands1`: the remote commands available now; exported as long as this lives.
@MediaActor
package final class RemoteCommandsObject {
    private let export: BusExport

    /// - Throws: ``BusError`` when something is exported at the path already.
    package init(on bus: MessageBus, performer: RemoteCommandPerformer) throws(BusError) {
        let export = try bus.export(RemoteCommandsInterface(performer: performer), at: ServiceNames.objectPath)
        self.export = export
        performer.onChange = { [weak export] in
            export?.emit("CommandsChanged", [RemoteCommandsInterface.rows($0)])
        }
    }
}

/// Answers the methods of `org.oncue.RemoteCommands1`.
@MediaActor
final class RemoteCommandsInterface: ExportedInterface {
    nonisolated let introspectionXML = Introspection.remoteCommands
    private let performer: RemoteCommandPerformer

    init(performer: RemoteCommandPerformer) {
        self.performer = performer
    }

    func call(_ call: BusMethodCall, reply: BusReply) {
        switch call.member {
        case "GetCommands": reply.succeed([Self.rows(performer.center.states)])
        case "Perform": perform(call, reply: reply)
        default: reply.fail(BusError(name: BusError.unknownMethod, message: "no method \(call.member)"))
        }
    }

    private func perform(_ call: BusMethodCall, reply: BusReply) {
        do throws(BusError) {
            try BusLimits.check(call)
            let command = try RemoteCommand(
                name: call.arguments.first?.stringValue ?? "",
                options: call.arguments.last?.dictionaryValue ?? [:])
            reply.answer {
                try await self.performer.perform(command)
                return []
            }
        } catch {
            reply.fail(error)
        }
    }

    static func rows(_ states: [(kind: RemoteCommand.Kind, state: RemoteCommandState)]) -> BusValue {
        .array(states.map { row($0.kind, $0.state) }, of: "a{sv}")
    }

    private static func row(_ kind: RemoteCommand.Kind, _ state: RemoteCommandState) -> BusValue {
        var values = BusDictionary()
        values.set("name", kind.rawValue)
        values.set("enabled", .bool(state.isEnabled))
        values.set("errorCode", state.refusal.map { ServiceError.Code($0.code).rawValue })
        values.set("reason", state.refusal?.message)
        switch state.options {
        case .none: break
        case .intervals(let intervals):
            values.set("intervals", .array(intervals.map { .int64($0.wholeMicroseconds) }, of: "x"))
        case .rates(let rates, let range, let current):
            values.set("rates", .array(rates.map(BusValue.double), of: "d"))
            values.set("minimum", .double(range.lowerBound))
            values.set("maximum", .double(range.upperBound))
            values.set("current", .double(current))
        case .modes(let modes, let current):
            values.set("modes", modes)
            values.set("current", current)
        case .liked(let isLiked): if let isLiked { values.set("liked", .bool(isLiked)) }
        case .disliked(let isDisliked): if let isDisliked { values.set("disliked", .bool(isDisliked)) }
        }
        return .dictionary(values.values)
    }
}
