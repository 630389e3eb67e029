// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What is asked of a server: one GET.
package struct HTTPRequest: Sendable, Equatable {
    /// An `http` or `https` address.
    package var address: String
    /// Further fields of the header.
    package var fields: [String: String]
    /// The largest body, in bytes after decompression.
    package var limit: Int
    /// How long everything together may take; `nil` for as long as bytes arrive.
    package var deadline: Duration?
    /// The address of the document that names this one; `nil` when a person or a program of this machine does. Empty for
    /// a document that is not known.
    package var source: String?

    package init(
        _ address: String, from source: String? = nil, fields: [String: String] = [:], limit: Int = 32 << 20,
        deadline: Duration? = .seconds(300)
    ) {
        self.address = address
        self.source = source
        self.fields = fields
        self.limit = limit
        self.deadline = deadline
    }
}

/// What a server answers before the body.
package struct HTTPHead: Sendable, Equatable {
    package var status: Int
    /// Names in lower case; several fields of one name are joined by a comma.
    package var fields: [String: String]
    /// Where the answer came from, after redirections.
    package var address: String
    /// Where the thing asked for has moved for good; `nil` when it has not, or only for now.
    package var movedTo: String?
    /// The answer came from an address of the network at home, which may be that of a proxy.
    package var isFromHome = false

    package init(status: Int, fields: [String: String] = [:], address: String, movedTo: String? = nil) {
        self.status = status
        self.fields = fields
        self.address = address
        self.movedTo = movedTo
    }

    /// The number of bytes that the server promises to send; `nil` when it does not say.
    package var promisedBytes: Int? { fields["content-length"].flatMap { Int($0) } }

    /// The media type without parameters, in lower case; empty when the server does not say.
    package var contentType: String {
        let type = (fields["content-type"] ?? "").prefix { $0 != ";" && $0 != "," }
        return type.filter { $0 != " " }.lowercased()
    }
}

/// A whole answer in memory.
package struct HTTPResponse: Sendable, Equatable {
    package var head: HTTPHead
    package var body: [UInt8]

    package init(head: HTTPHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}

/// Takes the body of an answer piece by piece; the next piece is read when the last one has been taken.
package protocol HTTPBodySink: Sendable {
    /// Called once before the body.
    ///
    /// - Returns: False when the body is not wanted; it is not read then.
    func begin(_ head: HTTPHead) async throws(HTTPError) -> Bool

    func take(_ bytes: [UInt8]) async throws(HTTPError)
}
