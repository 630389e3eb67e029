// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
package import OnCueRuntime
package import WebAccess

/// An answer to a request; the fields of ``SecurityHeaders`` are added to every one.
package struct WebAnswer: Sendable, Equatable {
    package var status: Int
    package var type: String
    package var body: [UInt8]
    /// Further fields of its head.
    package var fields: [String: String]
    /// The rest of the content after ``body``, piece by piece.
    package var stream: WebStream?

    package init(_ status: Int, type: String, body: [UInt8] = [], fields: [String: String] = [:]) {
        (self.status, self.type, self.body, self.fields) = (status, type, body, fields)
    }

    /// A text in JSON.
    package init(_ status: Int, json: String, fields: [String: String] = [:]) {
        let fields = fields.merging(["Cache-Control": "no-store"]) { own, _ in own }
        self.init(status, type: "application/json", body: Array(json.utf8), fields: fields)
    }

    package init(_ refusal: WebRefusal) { self.init(refusal.code.status, json: refusal.json.text()) }

    package static func == (left: WebAnswer, right: WebAnswer) -> Bool {
        left.status == right.status && left.type == right.type && left.body == right.body
            && left.fields == right.fields && left.stream === right.stream
    }
}

/// A body that is read while it is sent, no faster than the other end takes it.
@MediaActor
package final class WebStream {
    /// The length of the whole body in bytes, including the first piece; `nil` if its end is not known.
    package let length: UInt64?
    /// Returns the next bytes; empty at the end, and `nil` after a failure, which ends the connection.
    private let read: @MediaActor () async -> [UInt8]?

    package init(length: UInt64?, _ read: @escaping @MediaActor () async -> [UInt8]?) {
        (self.length, self.read) = (length, read)
    }

    func next() async -> [UInt8]? { await read() }
}

/// Answers the requests that a ``WebServer`` gets.
@MediaActor
package protocol WebResponder: AnyObject {
    /// Refuses a request by its head, before its body is read or a web socket is opened.
    ///
    /// - Returns: `nil` for a request that may be answered.
    func refusal(of head: WebRequestHead) -> WebAnswer?

    func answer(to head: WebRequestHead, _ body: [UInt8]) async -> WebAnswer

    /// Takes over a web socket that was opened.
    func opened(_ socket: WebSocket, _ head: WebRequestHead)
}
