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
    /// How long an address may take until its answer begins, connecting to it included; `nil` for as long as the client
    /// waits for bytes.
    package var patience: Duration? = HTTPRequest.patience
    /// How fast a body must come; looked at only where there is a deadline.
    package var pace = HTTPPace()
    /// The address of the document that names this one; `nil` when a person or a program of this machine does. Empty for
    /// a document that is not known.
    package var source: String?

    /// What ``patience`` is if nothing else is said.
    package static let patience: Duration = .seconds(20)
    /// What ``deadline`` is if nothing else is said.
    package static let deadline: Duration = .seconds(60)

    package init(
        _ address: String, from source: String? = nil, fields: [String: String] = [:], limit: Int = 32 << 20,
        deadline: Duration? = HTTPRequest.deadline
    ) {
        self.address = address
        self.source = source
        self.fields = fields
        self.limit = limit
        self.deadline = deadline
    }
}

/// The fewest bytes of a body that come in a window of time; a server that sends one now and then is not waited for.
package struct HTTPPace: Sendable, Equatable {
    package var bytes: Int
    package var window: Duration

    package init(bytes: Int = 20_000, window: Duration = .seconds(20)) {
        self.bytes = bytes
        self.window = window
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

    /// The bytes that the answer has, and the number of all bytes if it is known (RFC 9110, 14.4); `nil` for an answer
    /// that has everything.
    var range: (start: Int, end: Int, total: Int?)? {
        guard let text = fields["content-range"], text.hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/")
        let bounds = parts.first?.split(separator: "-").compactMap { Int($0) } ?? []
        guard bounds.count == 2, bounds[0] >= 0, bounds[1] >= bounds[0] else { return nil }
        return (bounds[0], bounds[1], parts.count > 1 ? Int(parts[1]) : nil)
    }

    /// The number of all bytes, as an answer says that has none of those asked for (RFC 9110, 15.5.17).
    var allBytes: Int? {
        guard let text = fields["content-range"], text.hasPrefix("bytes */") else { return nil }
        return Int(text.dropFirst("bytes */".count))
    }

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
