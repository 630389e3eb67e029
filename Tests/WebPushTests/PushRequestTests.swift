// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing
import WebPush

@Suite("Push messages ask for one of three things")
struct PushRequestTests {
    private func request(_ text: String) throws -> PushRequest { try PushRequest(Array(text.utf8)) }

    @Test("Each verb, with the identifier that collapses requests")
    func verbs() throws {
        #expect(try request(#"{"refresh":"podcasts"}"#) == PushRequest(.refresh(.podcasts)))
        #expect(try request(#"{"refresh":"library","id":"x"}"#) == PushRequest(.refresh(.library), collapseID: "x"))
        #expect(try request(#"{"suggest":"Podcasts/The Show"}"#) == PushRequest(.suggest(place: "Podcasts/The Show")))
        #expect(
            try request(#"{"notify":{"title":"A","body":"B","category":"home","url":"x"},"more":[1]}"#)
                == PushRequest(.notify(.init(title: "A", body: "B", category: "home"))))
        #expect(
            try request(#"{"notify":{"title":"A\n\u0007B"}}"#) == PushRequest(.notify(.init(title: "A  B"))))
    }

    @Test(
        "Anything else is refused with a reason",
        arguments: [
            "", "x", "[]", "{}", "null", #"{"play":"Blue"}"#, #"{"refresh":"podcasts","suggest":"x"}"#,
            #"{"refresh":"all"}"#, #"{"refresh":1}"#, #"{"suggest":""}"#, #"{"suggest":" "}"#, #"{"suggest":null}"#,
            #"{"notify":"A"}"#, #"{"notify":{}}"#, #"{"notify":{"title":""}}"#, #"{"notify":{"title":"A","body":7}}"#,
            #"{"refresh":"podcasts","id":7}"#, #"{"refresh":"podcasts","refresh":"library"}"#,
            #"{"suggest":"\#(String(repeating: "x", count: 4001))"}"#,
            #"{"notify":{"title":"\#(String(repeating: "é", count: 201))"}}"#,
            String(repeating: #"{"notify":"#, count: 400), #"{"suggest":"x"}"# + String(repeating: " ", count: 4096),
        ])
    func refused(_ text: String) {
        do throws(PushRequestError) {
            _ = try PushRequest(Array(text.utf8))
            Issue.record("\(text.prefix(60)) was understood")
        } catch {
            #expect(!error.message.isEmpty)
        }
    }

    @Test("Bytes that are no text, and random ones, are refused")
    func hostile() {
        var random = SplitMix64(seed: 4)
        for _ in 0..<300 {
            let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in
                UInt8.random(in: 0 ... .max, using: &random)
            }
            #expect(throws: PushRequestError.self) { _ = try PushRequest(bytes) }
        }
        #expect(throws: PushRequestError.self) {
            _ = try PushRequest(Array(#"{"suggest":"x"#.utf8) + [0xFF] + Array("\"}".utf8))
        }
    }
}
