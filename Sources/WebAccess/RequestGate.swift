// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Decides about requests by their heads, before a body is read.
package struct RequestGate: Sendable {
    package var hosts: HostRule

    package init(_ hosts: HostRule) { self.hosts = hosts }

    /// The address of the web socket.
    package static let eventsPath = ["api", "1", "events"]

    /// Reads the target of a request that may be answered according to its head; whether its device is paired is
    /// checked elsewhere.
    ///
    /// - Throws: ``WebRefusal``.
    package func target(of head: WebRequestHead) throws(WebRefusal) -> RequestTarget {
        // First of all: a name that is not this machine's belongs to another page.
        guard hosts.allows(head.host), head.authority.map(hosts.allows) ?? true else {
            throw WebRefusal(
                .wrongHost,
                "this machine is not known by that name; use its address, or run: oncue web on --host NAME")
        }
        guard let target = RequestTarget(head.target) else {
            throw WebRefusal(.invalidValue, "the address of the request cannot be read")
        }
        let isInterface = target.path.first == "api"
        switch head.method {
        case "GET", "HEAD":
            guard head.transferEncoding == nil, head.contentLength ?? "0" == "0" else {
                throw WebRefusal(.invalidValue, "expected no body; only POST has one")
            }
            if head.isUpgrade {
                guard target.path == Self.eventsPath else {
                    throw WebRefusal(.notFound, "there is no web socket here; use /api/1/events")
                }
                try checkOrigin(head)
            }
            // Only the page itself asks the interface; links from elsewhere lead to the page.
            if isInterface, let site = head.fetchSite, !Self.isOwn(site) { throw Self.otherPage }
        case "POST":
            guard isInterface else { throw WebRefusal(.wrongMethod, "only the interface takes POST") }
            try checkOrigin(head)
            try checkBody(head)
        default:
            throw WebRefusal(.wrongMethod, "expected GET or POST")
        }
        return target
    }

    /// Checks the type and the length of a body. The type matters because another page can send a form anywhere, but
    /// not as JSON.
    private func checkBody(_ head: WebRequestHead) throws(WebRefusal) {
        let parts = (head.contentType ?? "").lowercased().split(separator: ";", omittingEmptySubsequences: false)
            .map { $0.filter { $0 != " " } }
        guard parts.first == "application/json", parts.dropFirst().allSatisfy({ $0 == "charset=utf-8" }) else {
            throw WebRefusal(.unsupportedMediaType, "expected Content-Type: application/json")
        }
        guard head.transferEncoding == nil, let text = head.contentLength else {
            throw WebRefusal(.lengthRequired, "expected a body with its Content-Length; {} for none")
        }
        guard text.utf8.count <= 10, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let length = Int(text)
        else { throw WebRefusal(.invalidValue, "Content-Length is not a number") }
        guard length <= WebLimits.body else {
            throw WebRefusal(.tooLarge, "the body has \(length) bytes; at most \(WebLimits.body) are read")
        }
    }

    private func checkOrigin(_ head: WebRequestHead) throws(WebRefusal) {
        guard let origin = head.origin, let host = head.host,
            origin.lowercased() == Self.origin(host, isEncrypted: head.isEncrypted),
            head.fetchSite.map(Self.isOwn) ?? true
        else { throw Self.otherPage }
    }

    /// The origin of this page at a host.
    static func origin(_ host: String, isEncrypted: Bool) -> String {
        let host = host.lowercased()
        // Browsers leave out the usual port.
        let usual = isEncrypted ? ":443" : ":80"
        return (isEncrypted ? "https://" : "http://")
            + (host.hasSuffix(usual) ? String(host.dropLast(usual.count)) : host)
    }

    private static func isOwn(_ site: String) -> Bool { site == "same-origin" || site == "none" }

    private static let otherPage = WebRefusal(
        .notAllowed, "the request does not come from this page; other programs send its address as Origin")
}
