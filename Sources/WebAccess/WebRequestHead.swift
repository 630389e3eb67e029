// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The parts of a request that decide whether it is answered: all but its body.
package struct WebRequestHead: Sendable, Equatable {
    package var method: String
    /// The path and the query, as they came.
    package var target: String
    /// The host of a request for a whole address, as a proxy gets it; `nil` for an ordinary request.
    package var authority: String?
    package var host: String?
    package var origin: String?
    /// `Sec-Fetch-Site`
    package var fetchSite: String?
    package var contentType: String?
    package var contentLength: String?
    package var transferEncoding: String?
    package var cookie: String?
    /// `If-None-Match`
    package var knownTag: String?
    /// `Range`
    package var range: String?
    /// Whether its answer may be compressed by gzip.
    package var acceptsGzip = false
    /// Whether a web socket is requested.
    package var isUpgrade: Bool
    /// Whether the service may be started for it: not if the field `OnCue-Start` is `no`.
    package var startsService = true
    /// Whether it came through TLS.
    package var isEncrypted: Bool

    package init(
        _ method: String = "GET", _ target: String = "/", host: String? = nil, origin: String? = nil,
        fetchSite: String? = nil, contentType: String? = nil, contentLength: String? = nil, cookie: String? = nil,
        isUpgrade: Bool = false, isEncrypted: Bool = false
    ) {
        (self.method, self.target, self.host, self.origin) = (method, target, host, origin)
        (self.fetchSite, self.contentType, self.contentLength) = (fetchSite, contentType, contentLength)
        (self.cookie, self.isUpgrade, self.isEncrypted) = (cookie, isUpgrade, isEncrypted)
    }
}
