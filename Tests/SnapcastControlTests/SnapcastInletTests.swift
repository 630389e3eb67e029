// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueCore
import SnapcastControl
import Testing

@Suite("Where a stream takes sound")
struct SnapcastInletTests {
    private static func stream(_ host: String, _ query: String = "{}", scheme: String = "tcp") throws
        -> SnapcastStatus.Stream
    {
        let status = SnapcastStatus(
            try JSONValue(
                parsing: #"""
                    {"server":{"groups":[],"streams":[{"id":"s","uri":{"scheme":"\#(scheme)","host":"\#(host)",
                    "query":\#(query)}}]}}
                    """#))
        return try #require(status?.streams.first)
    }

    @Test(
        "is read with its port and layout",
        arguments: [
            ("127.0.0.1:4953", "{}", "127.0.0.1", 4953, 48_000, 16), ("127.0.0.1", "{}", "127.0.0.1", 4953, 48_000, 16),
            ("[::1]:5000", #"{"sampleformat":"44100:24:2"}"#, "::1", 5000, 44_100, 24),
            ("0.0.0.0:80", #"{"sampleformat":"96000:32:1"}"#, "0.0.0.0", 80, 96_000, 32),
        ])
    func reads(host: String, query: String, own: String, port: Int, rate: Int, bits: Int) throws {
        let inlet = try #require(try Self.stream(host, query).inlet)

        #expect(inlet.host == own && inlet.port == port && inlet.format.rate == rate && inlet.format.bits == bits)
    }

    @Test(
        "is not there for what cannot be given sound",
        arguments: [
            ("a:1", #"{"mode":"client"}"#, "tcp"), ("a:1", "{}", "pipe"), ("a:0", "{}", "tcp"), ("a:x", "{}", "tcp"),
            ("a:99999", "{}", "tcp"), ("a:1", #"{"sampleformat":"48000:8:2"}"#, "tcp"),
            ("a:1", #"{"sampleformat":"48000:16:6"}"#, "tcp"), ("a:1", #"{"sampleformat":"*:16:2"}"#, "tcp"),
            ("a:1", #"{"sampleformat":"1:16:2"}"#, "tcp"), ("a:1", #"{"sampleformat":"48000:16:2:9"}"#, "tcp"),
        ])
    func refuses(host: String, query: String, scheme: String) throws {
        #expect(try Self.stream(host, query, scheme: scheme).inlet == nil)
    }

    @Test(
        "is at the server itself, wherever the server says that it is",
        arguments: [
            ("127.0.0.1:4953", "tcp://127.0.0.1:1705", "tcp://127.0.0.1:4953"),
            ("0.0.0.0:4953", "tcp://127.0.0.1:1705", "tcp://127.0.0.1:4953"),
            ("0.0.0.0:4953", "tcp://hall.local:1705", "tcp://hall.local:4953"),
            ("[::]:4953", "tcp://192.168.1.7:1705", "tcp://192.168.1.7:4953"),
            ("localhost:4953", "tcp://127.0.0.1:1705", "tcp://localhost:4953"),
            ("192.168.1.7:4953", "tcp://192.168.1.7:1705", "tcp://192.168.1.7:4953"),
            ("127.0.0.1:4953", "tcp://192.168.1.7:1705", nil), ("evil.example:25", "tcp://192.168.1.7:1705", nil),
            ("192.168.1.8:4953", "tcp://127.0.0.1:1705", nil),
        ] as [(String, String, String?)])
    func place(host: String, server: String, expected: String?) throws {
        let receiver = try Self.stream(host).receiver(
            of: try #require(ServiceAddress(server)), delay: .milliseconds(1000))

        #expect(receiver?.address.description == expected)
    }
}
