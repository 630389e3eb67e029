// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
package import OnCueRuntime
package import WebAccess

/// An answer to a request; the fields of ``SecurityHeaders`` are added to every one.
package struct WebAnswer: Sendable, Equatable {
    package var status: Int
    package var type: String
    package var body: [UInt8]
    /// Further fields of its head.
    package var fields: [String: String]

    package init(_ status: Int, type: String, body: [UInt8] = [], fields: [String: String] = [:]) {
        (self.status, self.type, self.body, self.fields) = (status, type, body, fields)
    }

    /// A text in JSON.
    package init(_ status: Int, json: String, fields: [String: String] = [:]) {
        let fields = fields.merging(["Cache-Control": "no-store"]) { own, _ in own }
        self.init(status, type: "application/json", body: Array(json.utf8), fields: fields)
    }

    package init(_ refusal: WebRefusal) { self.init(refusal.code.status, json: refusal.json.text()) }
}

/// Whoever answers the requests that a ``WebServer`` gets.
@MediaActor
package protocol WebResponder: AnyObject {
    /// Refuses a request by its head, before its body is read and a web socket is opened.
    ///
    /// - Returns: `nil` for one that may be answered.
    func refusal(of head: WebRequestHead) -> WebAnswer?

    func answer(to head: WebRequestHead, _ body: [UInt8]) async -> WebAnswer

    /// A web socket was opened.
    func opened(_ socket: WebSocket, _ head: WebRequestHead)
}
