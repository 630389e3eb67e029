// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueRuntime

/// The interface `org.oncue.IntentHandler1` of a program.
@MediaActor
final class IntentHandlerInterface: ExportedInterface {
    nonisolated let introspectionXML =
        "<node><interface name=\"org.oncue.IntentHandler1\">"
        + ["Resolve", "Confirm", "Handle"].map {
            """
            <method name="\($0)"><arg name="intent" type="s" direction="in"/><arg name="values" type="a{sv}" \
            direction="in"/><arg name="answer" type="a{sv}" direction="out"/></method>
            """
        }.joined() + "</interface></node>"
    private let handler: any IntentHandler

    init(_ handler: any IntentHandler) { self.handler = handler }

    func properties() -> [String: BusValue] { [:] }

    func call(_ call: BusMethodCall, reply: BusReply) {
        Task { @MediaActor in
            do {
                reply.succeed([.dictionary(try await answer(call))])
            } catch {
                reply.fail(BusError(name: "org.oncue.Error.Failed", message: String(describing: error)))
            }
        }
    }

    private func answer(_ call: BusMethodCall) async throws -> [String: BusValue] {
        let intent = call.arguments.first?.stringValue ?? ""
        let values = (call.arguments.last?.dictionaryValue ?? [:]).compactMapValues { IntentValue(wire: $0.unwrapped) }
        switch call.member {
        case "Resolve": return try await handler.resolve(intent, values).wire
        case "Confirm": return try await handler.confirm(intent, values).wire
        default: return try await handler.handle(intent, values).wire
        }
    }
}

extension IntentValue {
    init?(wire: BusValue) {
        if let flag = wire.boolValue {
            self = .flag(flag)
        } else if let number = wire.doubleValue ?? wire.intValue.map(Double.init) {
            self = .number(number)
        } else if let text = wire.stringValue {
            self = .text(text)
        } else if let parts = wire.arrayValue, parts.count == 2, let identifier = parts[0].stringValue,
            let title = parts[1].stringValue
        {
            self = .object(identifier: identifier, title: title)
        } else {
            return nil
        }
    }

    var wire: BusValue {
        switch self {
        case .text(let text): .string(text)
        case .number(let number): .double(number)
        case .flag(let flag): .bool(flag)
        case .object(let identifier, let title): .structure([.string(identifier), .string(title)])
        }
    }
}

extension IntentResolution {
    var wire: [String: BusValue] {
        var answer: [String: BusValue] = ["values": .dictionary(values.mapValues(\.wire))]
        if let openParameter { answer["parameter"] = .string(openParameter) }
        if let prompt { answer["prompt"] = .string(prompt) }
        answer["choices"] = .array(
            choices.map { .structure([.string($0.name), .string($0.title), .string($0.subtitle)]) }, of: "(sss)")
        return answer
    }
}

extension IntentCard {
    fileprivate var wire: [String: BusValue] {
        var answer: [String: BusValue] = ["lines": .strings(lines)]
        if let picture { answer["picture"] = .string(picture) }
        if let refusal { answer["code"] = .string(refusal) }
        return answer
    }
}

extension IntentResult {
    fileprivate var wire: [String: BusValue] {
        var answer: [String: BusValue] = [
            "code": .string(code), "properties": .dictionary(properties.mapValues(\.wire)), "lines": .strings(lines),
        ]
        if let picture { answer["picture"] = .string(picture) }
        return answer
    }
}
