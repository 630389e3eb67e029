// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueCore
import OnCueInterface
import Testing
import WebAccess

@testable import WebInterface

@Suite("Requests of a page")
struct RequestReaderTests {
    private func read<Request: DictionaryForm>(_ type: Request.Type, _ text: String) throws(WebRefusal) -> Request {
        try RequestReader.request(type, RequestReader.object(Array(text.utf8)))
    }

    private func message<Request: DictionaryForm>(_ type: Request.Type, _ text: String) -> String? {
        do throws(WebRefusal) {
            _ = try read(type, text)
            return nil
        } catch { return error.code == .invalidValue ? error.message : "another code" }
    }

    @Test("A body becomes a value of the interface")
    func values() throws {
        let move = try read(MoveRequest.self, "{\"entries\":[3,4],\"before\":9}")
        #expect(move.entries.map(\.number) == [3, 4] && move.before?.number == 9)
        #expect(try read(MoveRequest.self, "{\"entries\":[3],\"before\":null}").before == nil)
        #expect(
            try read(EntryRequest.self, "{\"entry\":\"9223372036854775809\"}").entry.number == 9_223_372_036_854_775_809
        )
        #expect(try read(VolumeRequest.self, "{\"volume\":1}").volume == 1)
        #expect(try read(SeekRequest.self, "{\"offset\":-5000000}").offset == -5_000_000)
        let room = try read(RoomRequest.self, "{\"room\":\"r\",\"volume\":0.5,\"muted\":false}")
        #expect(room.room == "r" && room.change == RoomChange(volume: 0.5, isMuted: false))
        #expect(try read(NoRequest.self, "{}") as NoRequest? != nil)
    }

    @Test(
        "What is wrong is refused with its name",
        arguments: [
            ("{\"entries\":[3],\"more\":1}", "\"more\" is not known here; expected entries, before"),
            ("{}", "entries is missing; it is a list"), ("{\"entries\":[\"x\"]}", "entries must be a list"),
            ("{\"entries\":[1,-1]}", "entries must be a list"), ("{\"entries\":3}", "entries must be a list"),
            ("{\"entries\":[1.5]}", "entries must be a list"), ("[]", "the body is not an object; {} for none"),
            ("{\"entries\":[3],\"before\":{}}", "before must be a whole number"),
        ])
    func wrong(text: String, expected: String) { #expect(message(MoveRequest.self, text) == expected) }

    @Test(
        "Places are identifiers: no file, no address and no words are played",
        arguments: [
            "/etc/passwd", "file:///etc/passwd", "https://example.org/x.mp3", "~/x.mp3", "search:x", "/0/1",
            "kind of blue",
            "nokind:abc", "track:../x", "",
        ])
    func places(text: String) {
        let body = JSONValue.object([.init("places", [.string(text)])]).text()
        #expect(message(PlayRequest.self, body) == "places has an element that cannot be used here")
    }

    @Test("What is not JSON, or too much of it, is refused")
    func bodies() {
        let deep = String(repeating: "[", count: 20) + String(repeating: "]", count: 20)
        let many = "{\"entries\":[" + String(repeating: "1,", count: 5_000) + "1]}"
        for text in ["", "{", "{\"entries\":[1],}", "{\"a\":1,\"a\":2}", "{\"entries\":\(deep)}", many, "NaN"] {
            #expect(message(MoveRequest.self, text)?.hasPrefix("the body is not JSON") == true, "\(text.prefix(40))")
        }
        #expect(throws: WebRefusal.self) { try RequestReader.object([0x7B, 0xFF, 0x7D]) }
        let long = String(repeating: "a", count: 5_000)
        #expect(
            message(OutputsRequest.self, "{\"identifiers\":[\"\(long)\"]}") == "identifiers must be a list of texts")
    }

    @Test("Parameters of an address are read by the types of their fields")
    func parameters() throws {
        let endpoint = try WebEndpoint.find(.get, "search")
        let members = endpoint.members(of: [.init("q", "12"), .init("limit", "5"), .init("offset", "x")])
        #expect(members == [.init("q", "12"), .init("limit", 5), .init("offset", "x")])
        #expect(throws: WebRefusal(.invalidValue, "offset must be a whole number from 0 on")) {
            try RequestReader.request(QueryRequest.self, members)
        }
        #expect(throws: WebRefusal(.invalidValue, "q is missing; it is a text")) {
            try RequestReader.request(QueryRequest.self, [JSONValue.Member]())
        }
    }

    @Test("There is nothing at other addresses, and a command is not carried out by asking")
    func finding() {
        #expect(throws: WebRefusal.self) { try WebEndpoint.find(.get, "config") }
        #expect(throws: WebRefusal(.wrongMethod, "/api/1/queue/clear takes POST")) {
            try WebEndpoint.find(.get, "queue/clear")
        }
        #expect(throws: WebRefusal(.wrongMethod, "/api/1/queue takes GET")) { try WebEndpoint.find(.post, "queue") }
        for endpoint in WebEndpoint.all {
            #expect(endpoint.summary.hasSuffix("."))
            #expect(RequestTarget("/api/1/" + endpoint.path)?.path.dropFirst(2).joined(separator: "/") == endpoint.path)
        }
    }
}
