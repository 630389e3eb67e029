// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An error or warning that an element has posted.
package struct PipelineFailure: Sendable, Equatable {
    /// The domain to which a `code` belongs.
    package enum Domain: Sendable, Equatable {
        case core
        case library
        case resource
        case stream
        case other(String)
    }

    package var domain: Domain
    package var code: Int
    /// A sentence for users.
    package var text: String
    /// Details for developers; may be empty.
    package var debug: String
    /// Whether the element that posted it reads the data from a file or a connection.
    package var isFromSource: Bool
    /// The status of a web server's response, such as 404; `nil` for other failures.
    package var httpStatus: Int?

    package init(
        domain: Domain, code: Int, text: String, debug: String, isFromSource: Bool = false, httpStatus: Int? = nil
    ) {
        self.domain = domain
        self.code = code
        self.text = text
        self.debug = debug
        self.isFromSource = isFromSource
        self.httpStatus = httpStatus
    }
}

/// The codes in GStreamer's domains that matter to players.
extension PipelineFailure {
    package static let coreMissingPlugin = 12
    package static let resourceNotFound = 3
    package static let resourceOpenRead = 5
    package static let resourceRead = 9
    package static let resourceSeek = 11
    package static let resourceNotAuthorized = 15
    package static let streamWrongType = 5
    package static let streamCodecNotFound = 6

    /// Whether the server has no data at the requested offset because it is beyond the end (RFC 9110, 15.5.17).
    package var isBeyondEnd: Bool { httpStatus == 416 }

    /// Whether a source cannot jump.
    package var isSeekRefusal: Bool { domain == .resource && code == Self.resourceSeek }
}
