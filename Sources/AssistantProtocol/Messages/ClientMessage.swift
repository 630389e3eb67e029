// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// A message from the client.
enum ClientMessage: Sendable {
    /// A request; the parameters are an object.
    case request(MessageIdentifier, method: String, parameters: JSONValue)
    /// A notification, which is never answered.
    case notification(method: String, parameters: JSONValue)
    /// An answer to a request of the server; the result is `nil` for an error.
    case response(MessageIdentifier?, result: JSONValue?)
    /// Anything else, with the identifier if it has one.
    case invalid(MessageIdentifier?, ProtocolError)

    /// Sorts a JSON value into one of the four.
    init(_ value: JSONValue) {
        guard case .object = value else {
            self = .invalid(nil, ProtocolError(.invalidRequest, "A message must be an object."))
            return
        }
        let identifier = MessageIdentifier(value["id"])
        guard let method = value["method"] else {
            let isResponse = value["result"] != nil || value["error"] != nil
            self =
                isResponse
                ? .response(identifier, result: value["result"])
                : .invalid(identifier, ProtocolError(.invalidRequest, "The message has no method."))
            return
        }
        if let name = method.stringValue, value["id"] == nil {
            self = .notification(method: name, parameters: value["params"] ?? [:])
            return
        }
        self = Self.request(value, identifier, method: method)
    }

    private static func request(_ value: JSONValue, _ identifier: MessageIdentifier?, method: JSONValue) -> Self {
        guard let name = method.stringValue else {
            return .invalid(identifier, ProtocolError(.invalidRequest, "The method must be a string."))
        }
        guard let identifier else {
            return .invalid(nil, ProtocolError(.invalidRequest, "The id must be a string or a 64-bit integer."))
        }
        guard value["jsonrpc"] == "2.0" else {
            return .invalid(identifier, ProtocolError(.invalidRequest, "The message must have \"jsonrpc\":\"2.0\"."))
        }
        switch value["params"] {
        case nil, .null: return .request(identifier, method: name, parameters: [:])
        case .object(let members): return .request(identifier, method: name, parameters: .object(members))
        default:
            return .invalid(identifier, ProtocolError(.invalidParameters, "The params must be an object."))
        }
    }
}
