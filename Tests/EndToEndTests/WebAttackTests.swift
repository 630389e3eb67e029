// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("Attacks on the page for browsers")
struct WebAttackTests {
    private func send(
        _ stage: WebPageStage, _ method: String, _ path: String, _ fields: [(String, String)], body: String? = nil
    ) throws -> WebCaller.Answer? {
        try WebPageStage.send(method, path, stage.port, fields, body: body)
    }

    private func volume(_ stage: WebPageStage) throws -> Double? {
        try stage.get("/api/1/now").json["now"]?["volume"]?.doubleValue
    }

    @Test("A name that another page lets lead here is refused, with every right that the page has")
    func rebinding() async throws {
        let stage = try await WebPageStage()
        for host in [
            "evil.example", "evil.example:\(stage.port)", "localhost.evil.example", "10.9.8.7", "localhost, evil",
        ] {
            let fields = [("Host", host), ("Cookie", stage.cookie)]
            let answer = try send(stage, "GET", "/api/1/now", fields)
            #expect(answer?.status == 421 && answer?.code == "WrongHost", "\(host)")
            #expect(try send(stage, "GET", "/", fields)?.status == 421)
        }
        // An address in the place of a path is a name, too.
        let whole = try send(
            stage, "GET", "http://evil.example/api/1/now",
            [("Host", "localhost:\(stage.port)"), ("Cookie", stage.cookie)])
        #expect(whole?.status == 421)
        let nameless = try WebCaller(port: stage.port)
        nameless.send("GET / HTTP/1.1\r\n\r\n")
        #expect([400, 421].contains(nameless.answer()?.status ?? 0))
        for host in ["127.0.0.1:\(stage.port)", "localhost:\(stage.port)", "[::1]:\(stage.port)"] {
            #expect(try send(stage, "GET", "/", [("Host", host)])?.status == 200, "\(host)")
        }
    }

    @Test("A command of another page changes nothing, in whatever form it comes")
    func crossSite() async throws {
        let stage = try await WebPageStage()
        let before = try volume(stage)
        let host = ("Host", "localhost:\(stage.port)")
        let (cookie, json) = (("Cookie", stage.cookie), ("Content-Type", "application/json"))
        let (own, other) = (("Origin", stage.origin), ("Origin", "http://evil.example"))
        let refused: [(Int, [(String, String)])] = [
            (403, [host, cookie, json]), (403, [host, cookie, json, other]),
            (403, [host, cookie, json, ("Origin", "null")]),
            (403, [host, cookie, json, own, ("Sec-Fetch-Site", "cross-site")]),
            (403, [host, cookie, json, own, other]), (415, [host, cookie, own]),
            (415, [host, cookie, own, ("Content-Type", "text/plain")]),
            (415, [host, cookie, own, ("Content-Type", "application/x-www-form-urlencoded")]),
            (401, [host, own, json]),
            (401, [host, own, json, ("Cookie", "oncue=" + String(repeating: "0", count: 64))]),
        ]
        for (status, fields) in refused {
            let answer = try send(stage, "POST", "/api/1/playback/volume", fields, body: "{\"volume\":0.01}")
            #expect(answer?.status == status, "\(fields)")
            #expect(answer?.fields["access-control-allow-origin"] == nil)
        }
        // Asking for leave to do so is refused, and asking never changes anything.
        let asked = try send(
            stage, "OPTIONS", "/api/1/playback/volume",
            [
                host, other, ("Access-Control-Request-Method", "POST"),
                ("Access-Control-Request-Headers", "content-type"),
            ])
        #expect(asked?.status == 405 && asked?.fields["access-control-allow-origin"] == nil)
        #expect(try stage.get("/api/1/playback/volume?volume=0.01").status == 405)
        #expect(try stage.get("/api/1/queue/clear").status == 405)
        #expect(try volume(stage) == before)
        #expect(try stage.post("playback/volume", ["volume": 0.25]).status == 200)
        #expect(try volume(stage) == 0.25)
    }

    @Test("Another page's web socket is refused, and a stranger's")
    func crossSiteSocket() async throws {
        let stage = try await WebPageStage()
        let host = ("Host", "localhost:\(stage.port)")
        let cookie = ("Cookie", stage.cookie)
        let refused: [(Int, [(String, String)])] = [
            (403, [host, cookie]), (403, [host, cookie, ("Origin", "http://evil.example")]),
            (401, [host, ("Origin", stage.origin)]),
            (421, [("Host", "evil.example"), ("Origin", "http://evil.example"), cookie]),
        ]
        for (status, fields) in refused {
            #expect(try WebCaller(port: stage.port).upgrade(fields) == status, "\(fields)")
        }
        let fields = [host, cookie, ("Origin", stage.origin)]
        #expect(try WebCaller(port: stage.port).upgrade(fields, path: "/api/1/now") == 404)
        #expect(try WebCaller(port: stage.port).upgrade(fields) == 101)
    }

    @Test("A code that was used, guessed at or has expired pairs nobody")
    func codes() async throws {
        let stage = try await WebPageStage()
        let (machine, port) = (stage.machine, stage.port)
        func pair(_ code: String) throws -> WebCaller.Answer? {
            try WebPageStage.pair(code, name: "mallory", port: port)
        }
        let used = try await WebPageStage.code(machine)
        #expect(try WebPageStage.pair(used, name: "tablet", port: port)?.status == 200)
        #expect(try pair(used)?.code == "CodeExpired")

        let guessed = try await WebPageStage.code(machine)
        for _ in 1...5 { #expect(try pair("00000-00000")?.code == "WrongCode") }
        #expect(try pair(guessed)?.code == "CodeExpired")

        let late = try await WebPageStage.code(machine)
        let path = machine.directory.file("state/oncue/web/pairing.json")
        let text = try Machine.text(of: path)
        #expect(!text.contains(late))
        let end = try #require(try JSONValue(parsing: text)["end"]?.intValue)
        let passed = text.split(separator: "\(end)").joined(separator: "\(end - 61)")
        try machine.directory.write("state/oncue/web/pairing.json", passed.utf8)
        #expect(try pair(late)?.code == "CodeExpired")

        // A new code takes the place of the one before.
        let former = try await WebPageStage.code(machine)
        _ = try await WebPageStage.code(machine)
        #expect(try pair(former)?.code == "WrongCode")
        let names = try await machine.json("web", "devices")["items"]?.arrayValue?.map { $0["name"] }
        #expect(names == ["phone", "tablet"])
    }

    @Test("A device that was forgotten is shut out at once")
    func forgotten() async throws {
        let stage = try await WebPageStage()
        let socket = try stage.socket()
        #expect(socket.message() != nil)
        try await stage.machine.done("web", "forget", "phone")
        #expect(socket.closeCode() == 4_401)
        #expect(try stage.get("/api/1/now").code == "NotPaired")
        #expect(try stage.post("playback/pause").code == "NotPaired")
        #expect(try stage.get("/api/1/session").json == ["paired": false])
    }

    @Test("Tokens and codes are kept as hashes, in files that nobody else can read")
    func files() async throws {
        let stage = try await WebPageStage()
        let folder = stage.machine.directory.file("state/oncue/web")
        let token = stage.cookie.split(separator: "=")[1]
        for name in try Machine.names(in: folder) {
            var status = stat()
            #expect(lstat(folder + "/" + name, &status) == 0 && status.st_mode & 0o077 == 0, "\(name)")
            #expect(try !Machine.text(of: folder + "/" + name).contains(token), "\(name)")
        }
    }

    @Test("No path leads out of the page")
    func paths() async throws {
        let stage = try await WebPageStage()
        for path in [
            "/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/etc/passwd",
            "/%2fetc%2fpasswd", "/page.css/../../../etc/passwd", "/..\\..\\etc\\passwd", "/%00", "/index.html%00.png",
            "/api/1/art/..%2f..%2fetc%2fpasswd", "/api/1/art/%2fetc%2fpasswd",
            "/api/1/art/file%3A%2F%2F%2Fetc%2Fpasswd",
            "/api/1/art/track%3A..%2f..%2fx?size=256", "/api/1/../1/now/../../../etc/passwd",
            "/api/1/content?item=/etc",
            "/api/1/content?item=file%3A%2F%2F%2Fetc", "/api/1/config", "/api/2/now", "/api",
            "/Sources/oncue-web/main.swift",
        ] {
            let answer = try stage.get(path)
            #expect([400, 404].contains(answer.status), "\(path): \(answer.status) \(answer.body.prefix(100))")
            #expect(!answer.body.contains("root:x:"), "\(path)")
        }
    }

    @Test("No answer says where a file is")
    func hidden() async throws {
        let stage = try await WebPageStage(["one.wav", "two.wav"])
        let socket = try stage.socket()
        let tracks = try stage.tracks()
        let one = try #require(tracks["one"])
        let played = try stage.post("play", ["places": [.string(one)]])
        #expect(played.status == 200 && played.json["title"] == "one")
        unlink(stage.machine.directory.file("work/music/two.wav"))
        let failed = try stage.post("play", ["places": [.string(try #require(tracks["two"]))]])
        var texts = [played.body, failed.body]
        for path in [
            "now", "state", "queue", "content", "content?item=section%3Alibrary", "search?q=one", "suggestions",
            "outputs", "rooms", "chapters", "lyrics", "session", "suggestions/why?id=now1.1",
        ] {
            texts.append(try stage.get("/api/1/" + path).body)
        }
        texts.append(try #require(socket.message { $0["type"] == "now" }).text())
        for text in texts {
            #expect(!text.contains(stage.machine.directory.file("")) && !text.contains("file:"), "\(text.prefix(300))")
            #expect(!text.contains("work/") && !text.contains("music/"), "\(text.prefix(300))")
        }
    }

    @Test("Titles with markup stay text, under headers that keep it so")
    func markup() async throws {
        let title = "<img src=x onerror=alert(1)>'\"&amp;"
        let stage = try await WebPageStage([title + ".wav"])
        let answer = try stage.get("/api/1/search?q=onerror")
        #expect(answer.json["items"]?[0]?["title"]?.stringValue == title)
        #expect(
            answer.fields["content-type"] == "application/json" && answer.fields["x-content-type-options"] == "nosniff")
        for path in ["/", "/api/1/now", "/nothing", "/%00", "/api/1/art/track%3Anone"] {
            let fields = try stage.get(path).fields
            let policy = fields["content-security-policy"] ?? ""
            #expect(
                policy.contains("default-src 'none'") && policy.contains("require-trusted-types-for 'script'"),
                "\(path)")
            #expect(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"), "\(path)")
            #expect(
                fields["referrer-policy"] == "no-referrer" && fields["cross-origin-resource-policy"] == "same-origin")
            #expect(fields["permissions-policy"]?.contains("camera=()") == true && fields["server"] == nil)
        }
    }
}
