// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import SnapcastControl
import Testing

@Suite("Messages of a Snapcast server")
struct SnapcastMessageTests {
    private static func messages(_ text: String) -> [SnapcastMessage] {
        SnapcastMessage.messages(in: Array(text.utf8))
    }

    @Test("are answers, refusals and notifications")
    func kinds() {
        #expect(Self.messages(#"{"id":3,"jsonrpc":"2.0","result":{"a":1}}"#) == [.answer(3, ["a": 1])])
        #expect(
            Self.messages(#"{"error":{"code":-32601,"message":"Method not found"},"id":3,"jsonrpc":"2.0"}"#)
                == [.refusal(3, "Method not found")])
        #expect(
            Self.messages(#"{"jsonrpc":"2.0","method":"Group.OnMute","params":{"id":"g"}}"#)
                == [.notification("Group.OnMute", ["id": "g"])])
        #expect(Self.messages(#"[{"id":1,"result":1},{"method":"x"}]"#) == [.answer(1, 1), .notification("x", .null)])
    }

    @Test(
        "are nothing else", arguments: ["", "{", "3", "null", #"{"id":"a","result":1}"#, "[[[]]]", "GET / HTTP/1.1"])
    func others(text: String) {
        #expect(Self.messages(text).isEmpty)
    }

    @Test("nest only as deep as the server's")
    func depth() {
        let nested = String(repeating: "[", count: 100_000)

        #expect(Self.messages(#"{"id":1,"result":"# + nested).isEmpty)
    }

    @Test("come in lines, however they are cut, with either line end")
    func lines() {
        let bytes = Array("{\"id\":1}\r\n\r\n\n{\"id\":2}\n{\"id\"".utf8)
        for size in 1...bytes.count {
            var (lines, found) = (SnapcastLines(), [String]())
            for start in stride(from: 0, to: bytes.count, by: size) {
                let portion = bytes[start..<min(start + size, bytes.count)]
                found += (lines.append(portion) ?? []).map { String(decoding: $0, as: UTF8.self) }
            }
            #expect(found == [#"{"id":1}"#, #"{"id":2}"#])
        }
    }

    @Test("are not read on from a line that does not end")
    func endless() {
        var lines = SnapcastLines()
        let portion = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 18)

        let read = (0..<5).map { _ in lines.append(portion) }

        #expect(read == [[], [], [], [], nil])
    }

    @Test("are asked for in lines that the server understands")
    func calls() {
        func line(_ call: SnapcastCall) -> String { String(decoding: call.line(number: 7), as: UTF8.self) }

        #expect(line(.status) == "{\"id\":7,\"jsonrpc\":\"2.0\",\"method\":\"Server.GetStatus\"}\r\n")
        #expect(
            line(.setVolume(client: "a\"b", percent: 140, isMuted: true)).contains(
                #""params":{"id":"a\"b","volume":{"muted":true,"percent":100}}"#))
        #expect(line(.setClients(group: "g", ["a", "b"])).contains(#""params":{"id":"g","clients":["a","b"]}"#))
        #expect(line(.setStream(group: "g", stream: "s")).contains(#""params":{"id":"g","stream_id":"s"}"#))
        #expect(line(.setMuted(group: "g", true)).contains(#""params":{"id":"g","mute":true}"#))
    }
}
