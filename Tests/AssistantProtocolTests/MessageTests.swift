// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import AssistantProtocol
import JSON
import Testing

@Suite("Messages are lines of JSON-RPC 2.0")
struct MessageTests {
    @Test(
        "What is not JSON is a parse error without an id, and the session goes on",
        arguments: [
            "nope", "{", "{}}", "{\"a\":1,\"a\":2}", "\u{FEFF}{}", "{\"id\":1,}", "[1,2", "\"\\ud800\"",
            String(repeating: "[", count: 100_000),
        ])
    func notJSON(line: String) {
        var client = SampleClient("2025-11-25")
        client.send(line)
        #expect(client.messages.count == 1)
        #expect(client.messages.last?.code == -32700)
        #expect(client.messages.last?["id"] == nil)
        #expect(client.request("ping")?.result == [:])
    }

    @Test("Bytes that are not UTF-8 are a parse error")
    func notText() {
        var client = SampleClient()
        for bytes in [[0xFF], Array("{\"id\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8), [0]] as [[UInt8]] {
            client.take(client.session.receive(.bytes(bytes)))
            #expect(client.messages.last?.code == -32700)
        }
    }

    @Test("Depth is limited to 64")
    func depth() {
        var client = SampleClient("2025-11-25")
        func line(_ depth: Int) -> String {
            let (open, close) = (String(repeating: "[", count: depth - 2), String(repeating: "]", count: depth - 2))
            return #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"# + open + close + "}}"
        }
        client.send(line(64))
        #expect(client.messages.last?.result == [:])
        client.send(line(65))
        #expect(client.messages.last?.code == -32700)
    }

    @Test(
        "What is not a message is an invalid request",
        arguments: [
            (#"1"#, nil), (#""x""#, nil), (#"null"#, nil), (#"{}"#, nil), (#"{"jsonrpc":"2.0","id":3}"#, 3),
            (#"{"jsonrpc":"1.0","id":3,"method":"ping"}"#, 3), (#"{"id":3,"method":"ping"}"#, 3),
            (#"{"jsonrpc":"2.0","id":3,"method":4}"#, 3), (#"{"jsonrpc":"2.0","method":4}"#, nil),
        ] as [(String, JSONValue?)])
    func invalid(line: String, id: JSONValue?) {
        var client = SampleClient("2025-11-25")
        client.send(line)
        #expect(client.messages.count == 1)
        #expect(client.messages.last?.code == -32600)
        #expect(client.messages.last?["id"] == id)
    }

    @Test("Parameters must be an object; null counts as none")
    func parameters() {
        var client = SampleClient("2025-11-25")
        for parameters in ["[]", "1", "\"x\"", "true"] {
            client.send(#"{"jsonrpc":"2.0","id":3,"method":"ping","params":\#(parameters)}"#)
            #expect(client.messages.last?.code == -32602)
        }
        client.send(#"{"jsonrpc":"2.0","id":3,"method":"ping","params":null}"#)
        #expect(client.messages.last?.result == [:])
        client.send(#"{"jsonrpc":"2.0","id":3,"method":"ping"}"#)
        #expect(client.messages.last?.result == [:])
    }

    @Test(
        "An id is text or a whole number of 64 bits, and comes back as it was",
        arguments: ["0", "-1", "9223372036854775807", "-9223372036854775808", #""""#, #""7""#, #""é\u2028\n""#])
    func identifiers(id: String) throws {
        var client = SampleClient("2025-11-25")
        client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
        #expect(client.messages.last?["id"] == (try JSONValue(parsing: id)))
        #expect(client.messages.last?.result == [:])
    }

    @Test(
        "Any other id is refused, without an id",
        arguments: ["null", "1.5", "1.0", "1e3", "9223372036854775808", "true", "[]", "{}"])
    func invalidIdentifiers(id: String) {
        var client = SampleClient("2025-11-25")
        client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
        #expect(client.messages.count == 1)
        #expect(client.messages.last?.code == -32600)
        #expect(client.messages.last?["id"] == nil)
    }

    // MARK: Batches

    @Test("Only revision 2025-03-26 has batches", arguments: ["2024-11-05", "2025-06-18", "2025-11-25", nil])
    func noBatches(revision: String?) {
        var client = revision.map { SampleClient($0) } ?? SampleClient()
        client.send(#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#)
        #expect(client.messages.count == 1)
        #expect(client.messages.last?.code == -32600)
        #expect(client.messages.last?["id"] == nil)
    }

    @Test("A batch is answered at once, in the order of its requests, when all of them have ended")
    func batch() {
        var client = SampleClient("2025-03-26")
        client.send(
            #"""
            [{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"forget"}},{"jsonrpc":"2.0","id":2,"method":"ping"},
            {"jsonrpc":"2.0","method":"nonsense"},5,{"jsonrpc":"2.0","id":3,"method":"initialize"},
            {"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"sample://now"}}]
            """#)
        #expect(client.messages.isEmpty)
        #expect(client.request("ping", id: 5)?.result == [:])
        client.answer(AssistantReading.Outcome.notFound)
        client.messages = []
        client.answer(.answer(.text("Forgotten.")))
        #expect(client.messages.count == 1)
        let answers = client.messages.last?.arrayValue ?? []
        #expect(answers.map { $0["id"] } == [1, 2, nil, 3, 4])
        #expect(answers.map(\.code) == [nil, nil, -32600, -32600, -32002])
    }

    @Test("A batch without requests is not answered; an empty or a huge one is refused")
    func unusualBatches() {
        var client = SampleClient("2025-03-26")
        client.send(#"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#)
        #expect(client.messages.isEmpty)
        client.send("[]")
        #expect(client.messages.last?.code == -32600)
        client.send(.array(Array(repeating: ["jsonrpc": "2.0", "id": 1, "method": "ping"], count: 65)))
        #expect(client.messages.count == 2)
        #expect(client.messages.last?.code == -32600)
        client.send(.array(Array(repeating: ["jsonrpc": "2.0", "id": 1, "method": "ping"], count: 64)))
        #expect(client.messages.last?.arrayValue?.count == 64)
    }

    @Test("A cancelled request of a batch has no answer in it, and the batch ends without it")
    func cancelledBatch() {
        var client = SampleClient("2025-03-26")
        let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"forget"}}"#
        client.send("[\(call),{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}]")
        client.notify("notifications/cancelled", ["requestId": 1])
        #expect(client.messages.last?.arrayValue?.map { $0["id"] } == [2])
        client.messages = []
        client.send("[\(call)]")
        client.notify("notifications/cancelled", ["requestId": 1])
        #expect(client.messages.isEmpty)
        client.send("[\(call),\(call)]")
        client.answer(.answer(.text("")))
        #expect(client.messages.last?.arrayValue?.map(\.code) == [nil, -32600])
    }

    @Test("Requests of revision 2026-07-28 are not served in batches")
    func modernBatch() {
        var client = SampleClient("2025-03-26")
        client.send([
            [
                "jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen",
                "params": [
                    "notifications": [:],
                    "_meta": [
                        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                        "io.modelcontextprotocol/clientCapabilities": [:],
                    ],
                ],
            ]
        ])
        #expect(client.messages.last?[0]?.code == -32600)
    }

    // MARK: Lines

    @Test("A line of 1 MiB is served, and one byte more is skipped with an error")
    func longLines() {
        var client = SampleClient("2025-11-25")
        var lines = AssistantLines()
        let (start, end) = (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":""#, #""}}"#)
        for extra in [0, 1, 3_000_000] {
            let count = (1 << 20) - start.utf8.count - end.utf8.count + extra
            let input = Array((start + String(repeating: "a", count: count) + end + "\n").utf8)
            for line in lines.append(input) { client.take(client.session.receive(line)) }
            #expect(client.messages.last?.code == (extra == 0 ? nil : -32600))
            #expect(client.messages.count == 1)
            client.messages = []
            for line in lines.append(Array(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#.utf8) + [10]) {
                client.take(client.session.receive(line))
            }
            #expect(client.messages.last?.result == [:])
            client.messages = []
        }
        client.take(client.session.receive(.bytes(Array(repeating: 0x20, count: (1 << 20) + 1))))
        #expect(client.messages.last?.code == -32600)
    }

    @Test("A long line that arrives in pieces is reported once, and never kept")
    func longPieces() {
        var lines = AssistantLines()
        var found: [AssistantLine] = []
        for _ in 0..<48 { found += lines.append(Array(repeating: UInt8(ascii: "a"), count: 65_536)) }
        #expect(found == [.tooLong])
        #expect(lines.finish() == nil)
        found = lines.append(Array("rest\nnext\n".utf8))
        #expect(found == [.bytes(Array("next".utf8))])
    }

    @Test("Lines are the same in whatever pieces they arrive")
    func pieces() {
        let input = Array("one\n\ntwo\r\nthr\u{E9}e\nrest".utf8)
        let expected = ["one", "", "two\r", "thr\u{E9}e"].map { AssistantLine.bytes(Array($0.utf8)) }
        for size in 1...input.count {
            var lines = AssistantLines()
            var found: [AssistantLine] = []
            for start in stride(from: 0, to: input.count, by: size) {
                found += lines.append(input[start..<min(start + size, input.count)])
            }
            #expect(found == expected)
            #expect(lines.finish() == .bytes(Array("rest".utf8)))
            #expect(lines.finish() == nil)
        }
    }
}
