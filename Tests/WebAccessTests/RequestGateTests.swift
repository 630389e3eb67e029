// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import WebAccess

@Suite("Which requests may come in")
struct RequestGateTests {
    private let gate = RequestGate(HostRule(hostname: "kitchen", addresses: ["192.168.1.4"]))
    private static let host = "192.168.1.4:6628"
    private static let origin = "http://192.168.1.4:6628"

    private func post(_ change: (inout WebRequestHead) -> Void = { _ in }) -> WebRequestHead {
        var head = WebRequestHead(
            "POST", "/api/1/playback/pause", host: Self.host, origin: Self.origin, fetchSite: "same-origin",
            contentType: "application/json", contentLength: "2")
        change(&head)
        return head
    }

    private func code(_ head: WebRequestHead) -> WebRefusal.Code? {
        do throws(WebRefusal) {
            _ = try gate.target(of: head)
            return nil
        } catch { return error.code }
    }

    @Test("The page asks and commands")
    func own() {
        #expect(code(post()) == nil)
        #expect(code(post { $0.fetchSite = nil }) == nil)
        #expect(code(post { $0.fetchSite = "none" }) == nil)
        #expect(code(post { $0.contentType = "application/json; charset=UTF-8" }) == nil)
        #expect(code(WebRequestHead("GET", "/", host: Self.host)) == nil)
        #expect(code(WebRequestHead("HEAD", "/page.css", host: Self.host)) == nil)
        #expect(code(WebRequestHead("GET", "/api/1/now", host: Self.host, fetchSite: "same-origin")) == nil)
    }

    @Test("Through TLS the origin is the encrypted one, and the usual ports may be left out")
    func encrypted() {
        #expect(code(post { $0.isEncrypted = true }) == .notAllowed)
        #expect(
            code(
                post {
                    $0.isEncrypted = true
                    $0.origin = "https://192.168.1.4:6628"
                }) == nil)
        #expect(
            code(
                post {
                    ($0.host, $0.origin) = ("192.168.1.4:80", "http://192.168.1.4")
                }) == nil)
    }

    @Test("The name is looked at before anything else")
    func hostFirst() {
        #expect(code(WebRequestHead("BREW", "??", host: "evil.example")) == .wrongHost)
        #expect(code(post { $0.host = "evil.example" }) == .wrongHost)
        #expect(code(post { $0.authority = "evil.example" }) == .wrongHost)
        #expect(code(post { $0.authority = "kitchen.local:6628" }) == nil)
    }

    @Test("A command from another page is refused, and one that does not say where it comes from")
    func otherPages() {
        for origin in [
            nil, "null", "", "http://evil.example", "https://192.168.1.4:6628", "http://192.168.1.4",
            "http://192.168.1.4:6629", "http://192.168.1.4:6628, http://evil.example", "http://localhost:6628",
            "http://192.168.1.4:6628.evil.example", "http://192.168.1.4:6628/",
        ] {
            #expect(code(post { $0.origin = origin }) == .notAllowed, "\(origin ?? "none")")
        }
        for site in ["cross-site", "same-site", "", "SAME-ORIGIN", "same-origin, cross-site"] {
            #expect(code(post { $0.fetchSite = site }) == .notAllowed, "\(site)")
        }
    }

    @Test("Another page's script reads nothing, but a link from there leads to the page")
    func otherReaders() {
        #expect(code(WebRequestHead("GET", "/api/1/now", host: Self.host, fetchSite: "cross-site")) == .notAllowed)
        #expect(code(WebRequestHead("GET", "/api/1/now", host: Self.host, fetchSite: "same-site")) == .notAllowed)
        #expect(code(WebRequestHead("GET", "/", host: Self.host, fetchSite: "cross-site")) == nil)
    }

    @Test("What a form of another page can send is refused")
    func forms() {
        for type in [
            nil, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/json",
            "application/json, text/plain", "application/json;charset=utf-7", "application/jsonx",
        ] {
            #expect(code(post { $0.contentType = type }) == .unsupportedMediaType, "\(type ?? "none")")
        }
    }

    @Test("A body has a length, and not a large one")
    func lengths() {
        #expect(code(post { $0.contentLength = nil }) == .lengthRequired)
        #expect(code(post { $0.transferEncoding = "chunked" }) == .lengthRequired)
        #expect(code(post { $0.contentLength = "65536" }) == nil)
        #expect(code(post { $0.contentLength = "65537" }) == .tooLarge)
        for text in ["", "-1", "+2", "0x10", "2, 2", "99999999999999999999", "2 "] {
            #expect(code(post { $0.contentLength = text }) == .invalidValue, "\(text)")
        }
    }

    @Test("What only reads has no body")
    func readersWithBodies() {
        for method in ["GET", "HEAD"] {
            for target in ["/", "/api/1/now"] {
                for length in [nil, "0"] {
                    #expect(code(WebRequestHead(method, target, host: Self.host, contentLength: length)) == nil)
                }
                for length in ["1", "99999999999", "00", "0, 0", "-1", "x", ""] {
                    let head = WebRequestHead(method, target, host: Self.host, contentLength: length)
                    #expect(code(head) == .invalidValue, "\(length)")
                }
                var chunked = WebRequestHead(method, target, host: Self.host)
                chunked.transferEncoding = "chunked"
                #expect(code(chunked) == .invalidValue)
            }
        }
        #expect(code(WebRequestHead("OPTIONS", "/", host: Self.host, contentLength: "99999999999")) == .wrongMethod)
    }

    @Test("A web socket is opened by the page itself, at its own address only")
    func sockets() {
        func upgrade(_ target: String = "/api/1/events", origin: String?) -> WebRequestHead {
            WebRequestHead("GET", target, host: Self.host, origin: origin, isUpgrade: true)
        }
        #expect(code(upgrade(origin: Self.origin)) == nil)
        #expect(code(upgrade(origin: nil)) == .notAllowed)
        #expect(code(upgrade(origin: "http://evil.example")) == .notAllowed)
        #expect(code(upgrade("/", origin: Self.origin)) == .notFound)
        #expect(code(upgrade("/api/1/now", origin: Self.origin)) == .notFound)
    }

    @Test("Nothing but GET, HEAD and POST is answered, and POST by the interface only")
    func methods() {
        for method in ["PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE", "get", ""] {
            #expect(code(WebRequestHead(method, "/api/1/now", host: Self.host)) == .wrongMethod, "\(method)")
        }
        #expect(code(post { $0.target = "/" }) == .wrongMethod)
    }
}
