// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A request to a server: one GET, or a POST if it has a body.
package struct HTTPRequest: Sendable, Equatable {
    /// An `http` or `https` address.
    package var address: String
    /// Additional fields of the header.
    package var fields: [String: String]
    /// The body of a POST; `nil` for a GET. Its type is in ``fields``.
    package var body: [UInt8]?
    /// Whether redirections are followed. Otherwise they are the answer: secrets go to the address that they are for.
    package var followsRedirections = true
    /// The largest body of the response, in bytes after decompression.
    package var limit: Int
    /// Whether the first ``limit`` bytes of a longer body are wanted: the sink gets them before the exchange ends with
    /// `tooLarge`. Otherwise a body that is announced as longer is not read at all.
    package var keepsBeginning = false
    /// The time limit for the whole exchange; `nil` for as long as bytes arrive.
    package var deadline: Duration?
    /// The time limit until the response begins, including the connection; `nil` for as long as the client waits for
    /// bytes.
    package var patience: Duration? = HTTPRequest.patience
    /// The slowest rate at which a body may arrive; checked only if there is a deadline.
    package var pace = HTTPPace()
    /// The address of the document that contains this one; `nil` if it comes from the user or a program of this
    /// machine. Empty for an unknown document.
    package var source: String?
    /// Whether a document of another machine at home contains this address, which then must not lead to services that
    /// only this machine can reach.
    package var sparesThisMachine = false

    /// The default of ``patience``.
    package static let patience: Duration = .seconds(20)
    /// The default of ``deadline``.
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

/// The fewest bytes of a body that must arrive in a window of time, so that a server that sends one now and then is not
/// waited for.
package struct HTTPPace: Sendable, Equatable {
    package var bytes: Int
    package var window: Duration

    package init(bytes: Int = 20_000, window: Duration = .seconds(20)) {
        self.bytes = bytes
        self.window = window
    }
}

/// The response of a server before the body.
package struct HTTPHead: Sendable, Equatable {
    package var status: Int
    /// Names in lower case; several fields of one name are joined by a comma.
    package var fields: [String: String]
    /// The address of the response, after redirections.
    package var address: String
    /// The new address after a permanent move; `nil` if there was none, or only a temporary one.
    package var movedTo: String?
    /// The answer came from an address of the network at home, possibly that of a proxy.
    package var isFromHome = false
    /// It came from this machine itself, possibly from a proxy on it.
    package var isFromThisMachine = false

    package init(status: Int, fields: [String: String] = [:], address: String, movedTo: String? = nil) {
        self.status = status
        self.fields = fields
        self.address = address
        self.movedTo = movedTo
    }

    /// The number of bytes that the server announces; `nil` if it does not.
    package var promisedBytes: Int? { fields["content-length"].flatMap { Int($0) } }

    /// The range of bytes in the answer, and the number of all bytes if it is known (RFC 9110, 14.4); `nil` for an
    /// answer that has everything.
    var range: (start: Int, end: Int, total: Int?)? {
        guard let text = fields["content-range"], text.hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/")
        let bounds = parts.first?.split(separator: "-").compactMap { Int($0) } ?? []
        guard bounds.count == 2, bounds[0] >= 0, bounds[1] >= bounds[0] else { return nil }
        return (bounds[0], bounds[1], parts.count > 1 ? Int(parts[1]) : nil)
    }

    /// The total number of bytes, from a response without any of the requested ones (RFC 9110, 15.5.17).
    var allBytes: Int? {
        guard let text = fields["content-range"], text.hasPrefix("bytes */") else { return nil }
        return Int(text.dropFirst("bytes */".count))
    }

    /// The media type without parameters, in lower case; empty if the server does not send it.
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

/// Receives the body of a response piece by piece; the next piece is read when the last one has been processed.
package protocol HTTPBodySink: Sendable {
    /// Called once before the body.
    ///
    /// - Returns: False when the body is not wanted; it is not read then.
    func begin(_ head: HTTPHead) async throws(HTTPError) -> Bool

    func take(_ bytes: [UInt8]) async throws(HTTPError)
}
