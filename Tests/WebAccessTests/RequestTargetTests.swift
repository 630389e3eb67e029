// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import WebAccess

@Suite("Paths and queries of requests")
struct RequestTargetTests {
    @Test("Parts and parameters are decoded")
    func decoded() throws {
        let target = try #require(RequestTarget("/api/1/search?q=caf%C3%A9+noir%2B1&limit=5&empty="))
        #expect(target.path == ["api", "1", "search"])
        #expect(target["q"] == "café noir+1" && target["limit"] == "5" && target["empty"] == "")
        #expect(RequestTarget("/")?.path == [])
        #expect(RequestTarget("/art/a%2Fb")?.path == ["art", "a/b"])
    }

    @Test(
        "Whatever leads elsewhere, or cannot be read, is refused",
        arguments: [
            "", "x", "//evil.example/", "/..", "/../etc/passwd", "/a/../b", "/%2e%2e/etc/passwd", "/a/%2e%2e",
            "/..%2f..%2fetc/passwd", "/a%2f..%2fb", "/%2fetc", "/a//b", "/a/", "/.", "/a\\b", "/%5c..%5cx", "/%00",
            "/a%0d%0aSet-Cookie:x", "/%7f", "/%", "/%1", "/%zz", "/%ff", "/a#b", "/?a=1&a=2", "/?=1", "/?a=%00",
            "/?a=%ff", "/?a=%",
        ])
    func refused(text: String) { #expect(RequestTarget(text) == nil) }

    @Test("Long ones are refused")
    func long() {
        let long = String(repeating: "a", count: WebLimits.parameter)
        #expect(RequestTarget("/?q=" + long) != nil)
        #expect(RequestTarget("/?q=" + long + "a") == nil)
        #expect(RequestTarget("/" + String(repeating: "a", count: WebLimits.target)) == nil)
        let many = (0...WebLimits.parameters).map { "p\($0)=1" }.joined(separator: "&")
        #expect(RequestTarget("/?" + many) == nil)
    }
}
