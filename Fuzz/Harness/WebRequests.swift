// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import WebAccess
internal import WebInterface

/// A request of a browser as lines: method, target, host, origin, content type, content length and cookie, and behind an
/// empty line the body.
struct WebRequests {
    private let head: WebRequestHead
    private let body: [UInt8]
    private let text: String

    init(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 7, omittingEmptySubsequences: false)
            .map { Array($0) }
        func line(_ number: Int) -> String? {
            lines.indices.contains(number) && !lines[number].isEmpty
                ? String(decoding: lines[number], as: UTF8.self) : nil
        }
        var head = WebRequestHead(line(0) ?? "GET", line(1) ?? "/", host: line(2), origin: line(3))
        (head.contentType, head.contentLength, head.cookie) = (line(4), line(5), line(6))
        self.head = head
        body = lines.count > 7 ? lines[7] : []
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Has everybody read it who reads what comes from the network.
    ///
    /// - Precondition: What comes in names this machine, leads nowhere else, and has a bound.
    func read() {
        let gate = RequestGate(
            HostRule(hostname: "kitchen", configured: ["music.example.org"], addresses: ["10.0.0.1"]))
        if let target = try? gate.target(of: head) {
            precondition(head.host?.contains("evil") != true, "another name comes in")
            precondition(
                !target.path.contains { $0 == ".." || $0.hasPrefix("/") || $0.contains("\\") }, "a path leads out")
            precondition(head.method != "POST" || head.origin?.contains("evil") != true, "another page commands")
            for endpoint in WebEndpoint.all { _ = endpoint.members(of: target.parameters) }
        }
        if let token = DeviceCookie.token(in: head.cookie, isEncrypted: false) {
            precondition(token.utf8.count == 2 * WebSecret.tokenLength, "a token of another length")
        }
        if let code = WebSecret.plainCode(text) { precondition(WebSecret.plainCode(code) == code, "another code") }
        if let part = ByteRange(text)?.bytes(of: 1_000) {
            precondition(!part.isEmpty && part.upperBound <= 1_000, "a part beyond the end")
        }
        precondition(TemporaryAddresses.all(in: text).allSatisfy { $0.contains(":") }, "an address of another kind")
        if let members = try? RequestReader.object(body) {
            if let here = try? HereRequest.read(members) {
                precondition((1...64).contains(here.name.utf8.count), "a name without a bound")
                _ = here.page("browser:1", title: text)
            }
            for endpoint in WebEndpoint.all { endpoint.check(members) }
            let shown = PrivateFields.removed(from: .object(members))
            precondition(PrivateFields.names.allSatisfy { shown[$0] == nil }, "a private field is shown")
        }
        precondition(!PrivateFields.withoutPaths(text).contains("file:///home/"), "a path is shown")
        if let book = WebBook(text: text) {
            precondition(WebBook(text: book.text) == book, "another book is read again")
        }
        if let offer = PairingOffer(text: text) {
            precondition(PairingOffer(text: offer.text) == offer, "another offer")
        }
    }
}
