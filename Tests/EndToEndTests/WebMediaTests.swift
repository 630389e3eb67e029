// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("The media that a page is to play")
struct WebMediaTests {
    /// The bytes behind the head of a file, all of which are text.
    private static let text = (0..<90_000).map { String(10_000_000 + $0) }.joined()

    /// A machine without sound that has a page, as a program pretends.
    private struct Stage {
        let page: WebPageStage
        let output: String
        let medium: String
        let head: [UInt8]

        init() async throws {
            let machine = try await Machine(["PATH": "/nonexistent"])
            head = Stage.head
            try machine.directory.makeDirectory("work/music")
            try machine.directory.write("work/music/text.wav", Array(head) + Array(WebMediaTests.text.utf8))
            _ = try await machine.startDaemon("--output", "auto")
            page = try await WebPageStage(of: machine)
            output = try page.post("here", ["page": "one", "taking": true]).json["output"]?.stringValue ?? ""
            try page.post("outputs/choose", ["identifiers": [.string(output)]])
            async let played = machine.oncue(["play", "music/text.wav"])
            var wish = JSONValue.null
            let asked = self.page
            try await waitUntil("the page is played on") {
                wish = try asked.post("here", ["page": "one"]).json
                return wish["here"] == true && wish["medium"] != nil
            }
            #expect(wish["here"] == true && wish["playing"] == true)
            // As if it were heard; paused, the page need not say so every few seconds.
            let heard: JSONValue = [
                "page": "one", "order": wish["order"] ?? 0, "medium": wish["medium"] ?? "", "state": "playing",
                "position": 0, "duration": 90_000_000,
            ]
            try asked.post("here", heard)
            _ = try await played
            try asked.post("here", ["page": "one"])
            try await machine.done("pause")
            try asked.post("here", ["page": "one"])
            medium = wish["medium"]?.stringValue ?? ""
        }

        /// Of a file of one channel with 8 bits and 8 kHz.
        private static let head: [UInt8] = {
            func bytes(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> ($0 * 8) & 255) } }
            let count = WebMediaTests.text.utf8.count
            return Array("RIFF".utf8) + bytes(36 + count, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4) + bytes(1, 2)
                + bytes(1, 2) + bytes(8_000, 4) + bytes(8_000, 4) + bytes(1, 2) + bytes(8, 2) + Array("data".utf8)
                + bytes(count, 4)
        }()

        var size: Int { head.count + WebMediaTests.text.utf8.count }

        func get(_ fields: [(String, String)] = [], method: String = "GET", cookie: String? = nil) throws
            -> WebCaller.Answer
        {
            let own = [("Host", "localhost:\(page.port)"), ("Cookie", cookie ?? page.cookie)]
            let path = "/api/1/media/" + medium
            return try #require(try WebPageStage.send(method, path, page.port, own + fields))
        }
    }

    @Test("A medium is sent whole or in the parts that are asked for, with its type, and every byte is right")
    func ranges() async throws {
        let stage = try await Stage()
        let whole = try stage.get()
        #expect(whole.status == 200 && whole.fields["content-type"] == "audio/wav")
        #expect(whole.fields["content-length"] == "\(stage.size)" && whole.fields["accept-ranges"] == "bytes")
        #expect(whole.fields["cache-control"] == "no-store")
        let isWhole = whole.body.hasSuffix(Self.text)
        #expect(isWhole)

        let start = stage.head.count
        for (field, range) in [
            ("bytes=\(start)-\(start + 9)", start..<(start + 10)), ("bytes=\(start + 8)-", (start + 8)..<stage.size),
            ("bytes=-17", (stage.size - 17)..<stage.size),
            ("bytes=\(start + 300_000)-\(start + 600_000)", (start + 300_000)..<(start + 600_001)),
        ] {
            let part = try stage.get([("Range", field)])
            #expect(part.status == 206, "\(field)")
            #expect(part.fields["content-range"] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(stage.size)")
            let wanted = Self.text.utf8.dropFirst(range.lowerBound - start).prefix(range.count)
            let isEqual = part.body.utf8.elementsEqual(wanted)
            #expect(isEqual, "\(field)")
        }
        let beyond = try stage.get([("Range", "bytes=\(stage.size)-")])
        #expect(beyond.status == 416 && beyond.fields["content-range"] == "bytes */\(stage.size)")
        #expect(try stage.get([("Range", "bytes=0-1,5-6")]).status == 200)
    }

    @Test("Nobody else gets it: no device that is not paired, no other device, no other page, and no other name")
    func strangers() async throws {
        let stage = try await Stage()
        #expect(try stage.get(cookie: "oncue=" + String(repeating: "0", count: 64)).status == 401)
        #expect(try stage.get([("Sec-Fetch-Site", "cross-site")]).status == 403)
        let code = try await WebPageStage.code(stage.page.machine)
        let field = try WebPageStage.pair(code, name: "other", port: stage.page.port)?.fields["set-cookie"] ?? ""
        let other = String(field.prefix { $0 != ";" })
        #expect(try stage.get(cookie: other).status == 404)
        #expect(try stage.get().status == 200)
        for name in [
            "0", "1", "run-1", "%2e%2e%2fdevices.json", "..%2f..%2fetc%2fpasswd", "%2fetc%2fpasswd",
            "file:%2f%2f%2fetc%2fpasswd",
        ] {
            let answer = try stage.page.get("/api/1/media/" + name)
            #expect([400, 404].contains(answer.status), "\(name)")
            #expect(!answer.body.contains("root:"))
        }
        let unnamed = try stage.page.post("here", ["page": "one", "medium": "x", "identifier": "browser:0"])
        #expect(unnamed.status == 400)
        // What was played is nobody's any more.
        try await stage.page.machine.done("stop")
        #expect(try stage.get().status == 404)
    }

    @Test("A medium that is played no longer while it is sent gives its connections back")
    func breakingOff() async throws {
        let stage = try await Stage()
        #expect(try stage.get().status == 200)
        // Its own connection ends a moment later than its answer.
        let before = try stage.page.descriptorCount()
        let callers = try (0..<12).map { _ in
            // So little room that the server is not done before the end.
            let caller = try WebCaller(port: stage.page.port, room: 16 << 10)
            caller.send(
                "GET /api/1/media/\(stage.medium) HTTP/1.1\r\nHost: localhost:\(stage.page.port)\r\n"
                    + "Cookie: \(stage.page.cookie)\r\n\r\n")
            return caller
        }
        for caller in callers { #expect(caller.isBegun()) }

        try await stage.page.machine.done("stop")
        for caller in callers { #expect(caller.isClosed()) }

        try await waitUntil("its connections have ended") { try stage.page.descriptorCount() <= before }
        #expect(try stage.get().status == 404)
    }

    @Test("What a link leads to is sent only if it is a medium, and no path is in what a page is told")
    func links() async throws {
        let stage = try await Stage()
        let machine = stage.page.machine
        let folder = machine.directory.file("work/music/")
        #expect(symlink("/etc/passwd", folder + "bad.wav") == 0)
        let refused = try await machine.oncue(["play", "music/bad.wav"])
        #expect(refused.status != 0)
        let left = try stage.page.post("here", ["page": "one"]).json["medium"]?.stringValue
        #expect(left == nil || left == stage.medium)

        var former = stage.medium
        for (name, isMedium) in [("good", true), ("swapped", false)] {
            #expect(symlink(folder + "text.wav", folder + name + ".wav") == 0)
            async let played = machine.oncue(["play", "music/\(name).wav"])
            let asked = stage.page
            var wish = try asked.post("here", ["page": "one", "taking": true])
            try asked.post("outputs/choose", ["identifiers": [.string(stage.output)]])
            try await waitUntil("\(name) is named") {
                wish = try asked.post("here", ["page": "one"])
                return wish.json["here"] == true && ![nil, former].contains(wish.json["medium"]?.stringValue)
            }
            #expect(!wish.body.contains("/"))
            let medium = try #require(wish.json["medium"]?.stringValue)
            if !isMedium {
                // After it was named, and before it is sent.
                unlink(folder + name + ".wav")
                #expect(symlink("/etc/passwd", folder + name + ".wav") == 0)
            }

            let answer = try stage.page.get("/api/1/media/" + medium)

            #expect(isMedium ? answer.status == 200 : [404, 409].contains(answer.status), "\(name): \(answer.status)")
            let isWhole = answer.body.hasSuffix(Self.text)
            #expect(!answer.body.contains("root:") && isWhole == isMedium, "\(name): \(answer.body.prefix(200))")
            // What a page says then.
            let said: JSONValue = [
                "page": "one", "order": wish.json["order"] ?? 0, "medium": .string(medium),
                "state": isMedium ? "playing" : "failed", "position": 0, "duration": 90_000_000,
            ]
            try stage.page.post("here", said)
            _ = try await played
            former = medium
        }
    }
}
