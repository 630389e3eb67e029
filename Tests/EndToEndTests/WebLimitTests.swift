// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("Too much for the page for browsers")
struct WebLimitTests {
    /// It answers as before.
    private func expectServes(_ stage: WebPageStage, _ what: String) throws {
        #expect(try stage.get("/api/1/session").json["paired"] == true, "\(what)")
    }

    @Test("Bodies that are too large, have no length or are no requests are refused")
    func bodies() async throws {
        let stage = try await WebPageStage()
        let head = WebPageStage.fields(stage.port) + [("Cookie", stage.cookie)]
        func status(_ more: [(String, String)], _ body: String) throws -> Int? {
            let caller = try WebCaller(port: stage.port)
            let fields = (head + more).map { "\($0): \($1)\r\n" }.joined()
            caller.send("POST /api/1/queue/remove HTTP/1.1\r\n\(fields)\r\n\(body)")
            return caller.answer()?.status
        }
        let large = "{\"entries\":[" + String(repeating: " ", count: 65_523) + "]}"
        #expect(try status([("Content-Length", "\(large.utf8.count)")], large) == 413)
        // What has no bound is not waited for.
        for length in ["99999999999", "1048577", "x"] {
            let caller = try WebCaller(port: stage.port)
            let fields = (head + [("Content-Length", length)]).map { "\($0): \($1)\r\n" }.joined()
            caller.send("POST /api/1/queue/remove HTTP/1.1\r\n\(fields)\r\n")
            #expect(caller.isClosed(), "\(length)")
        }
        #expect(try status([("Transfer-Encoding", "chunked")], "2\r\n{}\r\n0\r\n\r\n") == 411)
        #expect(try status([], "") == 411)
        #expect(try status([("Content-Length", "2"), ("Content-Length", "3")], "{}") != 200)
        for body in [
            "", "{", "[]", "null", "{\"entries\":[\(String(repeating: "1,", count: 9_000))1]}",
            String(repeating: "[", count: 60_000), "{\"entries\":[1],\"entries\":[2]}", "\u{FF}\u{FE}", "{\"x\":1}",
        ] {
            #expect(try status([("Content-Length", "\(body.utf8.count)")], body) == 400, "\(body.prefix(40))")
        }
        try expectServes(stage, "after bodies")
    }

    @Test("Heads that are too long or are none end the connection of whoever sends them")
    func heads() async throws {
        let stage = try await WebPageStage()
        for text in [
            "GET /" + String(repeating: "a", count: 5_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + String(repeating: "a", count: 200_000) + "\r\n\r\n",
            "\r\n\r\n\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}", "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
            "GET /\u{0} HTTP/1.1\r\nHost: localhost\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        ] {
            let caller = try WebCaller(port: stage.port)
            caller.send(text + String(repeating: "\r\n", count: 4))
            if let answer = caller.answer() { #expect(answer.status >= 400, "\(text.prefix(30)): \(answer.status)") }
            try expectServes(stage, "after \(text.prefix(30))")
        }
    }

    @Test("Frames that are too large or are none close the web socket of whoever sends them")
    func frames() async throws {
        let stage = try await WebPageStage()
        let good = try stage.socket()
        let bad: [(WebCaller) -> Void] = [
            { $0.sendFrame(1, [UInt8](repeating: 0x78, count: 16_385)) },
            { $0.sendFrame(1, [], length: 1 << 40) }, { $0.sendFrame(1, [], length: .max) },
            { $0.sendFrame(1, Array("x".utf8), isMasked: false) }, { $0.sendFrame(1, [0xFF, 0xFE]) },
            { $0.sendFrame(3, []) }, { $0.sendFrame(9, [UInt8](repeating: 0, count: 126)) },
        ]
        for (number, send) in bad.enumerated() {
            let socket = try stage.socket()
            #expect(socket.message() != nil)
            send(socket)
            #expect(socket.isClosed(), "frame \(number)")
        }
        // What a page says is not listened to, and does not harm.
        for text in ["{}", "[", "{\"type\":\"now\"}", String(repeating: "x", count: 16_384)] {
            good.sendFrame(1, Array(text.utf8))
        }
        try stage.post("playback/volume", ["volume": 0.5])
        #expect(good.message { $0["now"]?["volume"] == 0.5 } != nil)
    }

    @Test("Of a thousand connections 64 are served, and afterwards everything is as before")
    func connections() async throws {
        let stage = try await WebPageStage()
        let socket = try stage.socket()
        #expect(socket.message() != nil)
        var callers: [WebCaller] = []
        for _ in 0..<1_000 { callers.append(try WebCaller(port: stage.port)) }
        // One that was paired before goes on.
        try await stage.machine.done("volume", "40")
        #expect(socket.message { $0["now"]?["volume"] == 0.4 } != nil)
        var served = 0
        for caller in callers {
            caller.send("GET / HTTP/1.1\r\nHost: localhost:\(stage.port)\r\n\r\n")
            if caller.answer()?.status == 200 { served += 1 }
        }
        #expect((1...64).contains(served))
        callers = []
        try await waitUntil("it answers again") { (try? stage.get("/api/1/session"))?.json["paired"] == true }
    }

    @Test("A hundred web sockets after each other leave room for the next")
    func sockets() async throws {
        let stage = try await WebPageStage()
        for number in 1...100 {
            let socket = try stage.socket()
            let message = socket.message { $0["type"]?.stringValue == "snapshot" }
            try #require(message != nil, "web socket \(number)")
            // Every other one says that it ends, and the rest just do.
            if number.isMultiple(of: 2) { socket.sendFrame(8, [0x03, 0xE8]) }
        }
        try expectServes(stage, "after web sockets")
    }

    @Test("Web sockets that die before, in and behind their handshakes leave nothing behind")
    func dyingSockets() async throws {
        let stage = try await WebPageStage()
        // The first one stays, so that the server follows the service all the time.
        let first = try stage.socket()
        try #require(first.message { $0["service"] == true } != nil)
        let before = try stage.descriptorCount()
        for number in 0..<120 {
            let caller = try WebCaller(port: stage.port)
            switch number % 4 {
            case 0: break
            case 1: caller.send("GET /api/1/events HTTP/1.1\r\nUpgrade: websocket\r\nHost: loc")
            case 2: caller.askForUpgrade(stage.socketFields)
            default: #expect(caller.upgrade(stage.socketFields) == 101, "web socket \(number)")
            }
            if number.isMultiple(of: 3) { caller.reset() }
        }
        try await waitUntil("all of them are released") { try stage.descriptorCount() <= before }
        try await stage.machine.done("volume", "40")
        #expect(first.message { $0["now"]?["volume"] == 0.4 } != nil)
        try expectServes(stage, "after dying sockets")
    }

    @Test("A body where there is none to be is passed over, and not kept")
    func refusedBodies() async throws {
        let stage = try await WebPageStage()
        try expectServes(stage, "before")
        let before = try stage.memory()
        let piece = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
        for method in ["GET", "POST"] {
            let caller = try WebCaller(port: stage.port)
            let fields = stage.socketFields + [("Transfer-Encoding", "chunked"), ("Content-Type", "application/json")]
            caller.send(
                "\(method) /api/1/now HTTP/1.1\r\n" + fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n")
            for _ in 0..<1_024 { try #require(caller.send(piece)) }
            #expect(try stage.memory() - before < 24 << 20, "\(method)")
            caller.send("0\r\n\r\n")
            #expect(caller.answer()?.status == (method == "GET" ? 400 : 411))
        }
        try expectServes(stage, "after bodies")
    }

    @Test("A page that does not read is closed, and others hear everything meanwhile")
    func slowReader() async throws {
        let long = String(repeating: "A very long title ", count: 13)
        let stage = try await WebPageStage([long + ".wav"])
        let slow = try stage.socket(room: 4_096)
        try #require(try slow.isHeld())
        let good = try stage.socket()
        try stage.post("play", ["places": [.string(try #require(stage.tracks().values.first))]])
        // Each change is told in about two kilobytes, and the kernel keeps some hundred of them.
        for number in 1...400 {
            let volume = Double(number % 90 + 5) / 100
            var status = 429
            while status == 429 { status = try stage.post("playback/volume", ["volume": .double(volume)]).status }
            #expect(status == 200)
            #expect(good.message { $0["now"]?["volume"]?.doubleValue == volume } != nil)
        }
        // The kernel tells this end when it has read the rest, so the other end is looked at.
        try await waitUntil("the slow page is closed", within: .seconds(60)) { try !slow.isHeld() }
        // It gets what the kernel had, and no more than that.
        #expect((1..<400).contains(slow.messageCount()))
        try expectServes(stage, "after a slow reader")
    }

    @Test("A device has thirty commands a second")
    func commands() async throws {
        let stage = try await WebPageStage()
        let fields = WebPageStage.fields(stage.port) + [("Cookie", stage.cookie), ("Connection", "close")]
        // What there is not is answered at once, and counts as well.
        let request =
            "POST /api/1/nothing HTTP/1.1\r\n" + fields.map { "\($0): \($1)\r\n" }.joined()
            + "Content-Length: 2\r\n\r\n{}"
        var statuses: [Int] = []
        let begin = ContinuousClock.now
        // Sent together: one after the other, a busy machine may not get to so many in a second.
        for _ in 0..<25 where !statuses.contains(429) {
            let callers = try (0..<40).map { _ in try WebCaller(port: stage.port) }
            for caller in callers { caller.send(request) }
            statuses += callers.compactMap { $0.answer()?.status }
        }
        let time = (ContinuousClock.now - begin) / .seconds(1)
        #expect(statuses.allSatisfy { $0 == 404 || $0 == 429 })
        #expect(statuses.count { $0 == 404 } >= 30)
        #expect(statuses.count { $0 == 404 } <= 30 + Int(time * 30) + 1)
        #expect(statuses.contains(429))
    }

    @Test("It serves at a socket that the service manager has opened; one of the network only where that is wanted")
    func passedSocket() async throws {
        let machine = try await Machine()
        let script = """
            import os, socket, sys
            s = socket.socket()
            s.bind((sys.argv[2], int(sys.argv[3])))
            s.listen()
            os.dup2(s.fileno(), 3)
            os.set_inheritable(3, True)
            os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
            os.execv(sys.argv[1], [sys.argv[1], "serve"])
            """
        let port = Int(try FreePort.next())
        let words = ["-c", script, Products.program("oncue-web")]

        let open = try ChildProcess("python3", words + ["0.0.0.0", "0"], environment: machine.environment)
        let result = try await open.result()
        #expect(result.status == 1 && result.output.contains("can be reached from the network"), "\(result.output)")
        // Nobody has opened the port of the settings.
        let own = try ChildProcess("python3", words + ["127.0.0.1", "\(port)"], environment: machine.environment)
        _ = try await own.output.waitForLine { $0.contains("serving") }
        let page = try WebPageStage.send("GET", "/", port, [("Host", "127.0.0.1:\(port)")])
        #expect(page?.status == 200)
        #expect(throws: (any Error).self) { try WebCaller(port: 6_628) }
        try await own.end()
    }

    @Test("Whoever made the service manager start it is answered, at whichever of the sockets")
    func firstConnection() async throws {
        let machine = try await Machine()
        let script = """
            import os, socket, sys
            passed = [socket.socket(family) for family in (socket.AF_INET, socket.AF_INET6)]
            passed[0].bind(("127.0.0.1", 0))
            port = passed[0].getsockname()[1]
            passed[1].bind(("::1", port))
            for s in passed: s.listen()
            browsers = [socket.create_connection((host, port)) for host in ("127.0.0.1", "::1")]
            for browser in browsers:
                browser.sendall(b"GET / HTTP/1.1\\r\\nHost: localhost:%d\\r\\nConnection: close\\r\\n\\r\\n" % port)
            if os.fork() == 0:
                def answer(browser):
                    browser.settimeout(30)
                    try: return browser.recv(100).split(b"\\r\\n")[0].decode()
                    except OSError as error: return str(error)
                print("answers:", *map(answer, browsers), flush=True)
                os._exit(0)
            for number, s in enumerate(passed):
                os.dup2(os.dup(s.fileno()), 10 + number)
            for number in range(2):
                os.dup2(10 + number, 3 + number)
                os.set_inheritable(3 + number, True)
            os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="2")
            os.execv(sys.argv[1], [sys.argv[1], "serve"])
            """
        let server = try ChildProcess(
            "python3", ["-c", script, Products.program("oncue-web")], environment: machine.environment)
        let answers = try await server.output.waitForLine { $0.hasPrefix("answers:") }
        #expect(answers == "answers: HTTP/1.1 200 OK HTTP/1.1 200 OK")
        try await server.end()
    }

    @Test("With a service manager the page is served by its socket, at the port that was asked for")
    func socketUnit() async throws {
        let machine = try await Machine(["PATH": "/nonexistent"])
        let folder = machine.directory.file("manager")
        try machine.directory.makeDirectory("manager")
        // A manager that has the unit, and notes what it is told.
        try machine.directory.write(
            "manager/systemctl",
            """
            #!/bin/sh
            echo "$@" >>'\(folder)/told'
            case "$*" in
            *"enable --now"*) : >'\(folder)/on' ;;
            *"disable --now"*|*" stop "*) rm -f '\(folder)/on' ;;
            *is-active*|*is-enabled*) [ -e '\(folder)/on' ] ;;
            esac
            """.utf8)
        chmod(folder + "/systemctl", 0o700)
        let changes = ["PATH": folder + ":/usr/bin:/bin"]
        func oncue(_ words: String...) async throws -> String {
            let result = try await ChildProcess.run(
                Products.program("oncue"), words, environment: machine.environment.merging(changes) { $1 })
            #expect(result.status == 0, "\(result.errors)")
            return result.output + result.errors
        }
        let unit = machine.directory.file("config/systemd/user/oncue-web.socket.d/oncue.conf")

        #expect(!(try await oncue("web", "on", "--port", "7123")).contains("no service manager"))
        #expect(try Machine.text(of: unit).contains("[Socket]\nListenStream=\nListenStream=127.0.0.1:7123\n"))
        #expect(try Machine.text(of: folder + "/told").contains("enable --now oncue-web.socket"))
        #expect(try await oncue("web", "--json").contains("\"lasting\":true"))
        _ = try await oncue("web", "on", "--network", "--port", "7124")
        #expect(try Machine.text(of: unit).hasSuffix("ListenStream=\nListenStream=7124\n"))
        #expect(try await oncue("web", "on", "--address", "192.0.2.7").contains("It is served at 192.0.2.7 only"))
        #expect(try Machine.text(of: unit).hasSuffix("ListenStream=\nListenStream=192.0.2.7:7124\n"))
        _ = try await oncue("web", "off")
        #expect(try await oncue("web", "--json").contains("\"serving\":false"))
        #expect(try Machine.text(of: folder + "/told").contains("disable --now oncue-web.socket"))
    }
}
