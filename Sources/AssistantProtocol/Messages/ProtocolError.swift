// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// The refusal of a message, as JSON-RPC 2.0 and the revisions number them.
struct ProtocolError: Error, Sendable, Equatable {
    /// The kinds of refusals.
    enum Code: Int, Sendable {
        /// The line is not JSON.
        case parse = -32700
        /// The JSON is not a message, or a message out of turn.
        case invalidRequest = -32600
        /// No method has this name.
        case unknownMethod = -32601
        /// The method does not take these parameters.
        case invalidParameters = -32602
        /// The server cannot do it now.
        case failed = -32603
        /// A resource does not exist, up to revision 2025-11-25.
        case resourceNotFound = -32002
        /// The client lacks an ability, from revision 2026-07-28.
        case missingAbility = -32021
        /// The server does not have the revision that a request names, from revision 2026-07-28.
        case unsupportedRevision = -32022
    }

    let code: Code
    let message: String
    let data: JSONValue?

    init(_ code: Code, _ message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// The answer to a request; without an identifier, if none could be read (null is not allowed).
    func response(to identifier: MessageIdentifier?) -> JSONValue {
        var members: [JSONValue.Member] = [.init("jsonrpc", "2.0")]
        if let identifier { members.append(.init("id", identifier.json)) }
        var error: [JSONValue.Member] = [.init("code", .int(code.rawValue)), .init("message", .string(message))]
        if let data { error.append(.init("data", data)) }
        members.append(.init("error", .object(error)))
        return .object(members)
    }
}
