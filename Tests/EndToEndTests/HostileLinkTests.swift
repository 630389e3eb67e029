// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import MachineLink
import OnCueTestSupport
import PairedMachines
import Testing

@Suite("Callers on the network that mean ill")
struct HostileLinkTests {
    private func stage() async throws -> PairedMachinesStage {
        let stage = try await PairedMachinesStage()
        try await stage.begin(["a", "b"], ["a", "b"])
        try await stage.kitchen.done("handoff", "listen", "on")
        return stage
    }

    /// The kitchen serves as before.
    private func expectServes(_ stage: PairedMachinesStage, _ what: String) async throws {
        try await stage.desk.done("play", "Tracks/a")
        let moved = try await stage.desk.json("handoff", "to", "kitchen")
        #expect(moved["by"] == "pairing" && moved["playing"] == true, "\(what)")
        try await stage.kitchen.done("pause")
    }

    @Test("A stranger is told nothing, whatever it says, and one without a certificate is not listened to")
    func stranger() async throws {
        let stage = try await stage()
        let stranger = try await Machine(beside: stage.kitchen)
        _ = try PairedMachinesStage.files(stranger).identity(name: "OnCue", now: 1_700_000_000)
        let queue = PairedMachinesStage.frame("{\"do\":\"queue\"}")
        #expect(try await stage.talk(as: stranger, [queue], patience: 5).isEmpty)
        // The same for one who is paired, so that this test can see an answer.
        #expect(try await stage.ask(as: stage.desk, [queue]).contains("{\"oncue\":\"handoff\",\"version\":1}"))
        let bare = try await ChildProcess.run(
            "/bin/sh",
            [
                "-c",
                "sleep 3 | timeout 5 openssl s_client -connect 127.0.0.1:\(stage.ports.kitchen) -quiet -ign_eof 2>/dev/null",
            ])
        #expect(bare.output.isEmpty)
        try await expectServes(stage, "after strangers")
    }

    @Test("An older version of TLS is refused, with the right key too", arguments: ["-tls1_2", "-tls1_1"])
    func downgrade(version: String) async throws {
        let stage = try await stage()
        let queue = PairedMachinesStage.frame("{\"do\":\"queue\"}")
        // Without the level of security this end would refuse it.
        let options = ["-cipher", "DEFAULT@SECLEVEL=0"]
        #expect(try await stage.talk(as: stage.desk, [queue], options: options + [version], patience: 5).isEmpty)
        #expect(try await !stage.ask(as: stage.desk, [queue], options: options).isEmpty)
    }

    @Test(
        "A machine that answers by an older version of TLS is not talked to, with the right key too",
        arguments: ["1.2", "1.3"])
    func downgradeWhenCalling(version: String) async throws {
        let stage = try await PairedMachinesStage()
        let peer = try ChildProcess(
            "/usr/bin/python3",
            [
                Products.source + "/Tests/Programs/link-end.py", "serve", String(stage.ports.kitchen),
                PairedMachinesStage.key(stage.kitchen), version,
            ])
        _ = try await peer.output.waitForLine { $0 == "ready" }

        let result = try await ChildProcess.run(
            "/bin/sh", ["-c", "echo '{\"do\":\"queue\"}' | exec \"$0\" to kitchen", Products.program("oncue-link")],
            environment: stage.desk.environment)

        let heard = try await peer.result().output
        // The same with the version that is spoken, so that this test can see a step.
        let isSpoken = version == "1.3"
        #expect((result.status == 0) == isSpoken, "\(result.output)")
        #expect(result.output.contains("\"fault\":\"closed\"") == !isSpoken, "\(result.output)")
        #expect(heard.contains("heard {\"do\":\"queue\"}") == isSpoken, "\(heard)")
        #expect(heard.contains("refused") == !isSpoken, "\(heard)")
    }

    @Test(
        "One whose handshake never comes, who says nothing, or whose message comes in drops, is given up in time",
        arguments: ["silent", "idle", "drops"])
    func slow(manner: String) async throws {
        let stage = try await PairedMachinesStage()
        let begin = ContinuousClock.now

        let talk = try await ChildProcess.run(
            "/usr/bin/python3",
            [
                Products.source + "/Tests/Programs/link-end.py", "call", Products.program("oncue-link"),
                PairedMachinesStage.key(stage.desk), manner,
            ], environment: stage.kitchen.environment)

        #expect(talk.status == 0, "\(talk.errors)")
        let reason = manner == "silent" ? "does not answer as it should" : "desk: the other end takes too long"
        #expect(talk.output.contains(reason), "\(talk.output)")
        #expect(ContinuousClock.now - begin < .seconds(60), "with eight seconds for each of its waits")
    }

    @Test("Frames of any length and content end the link of whoever sends them, and nothing else")
    func frames() async throws {
        let stage = try await stage()
        let long = String(repeating: "[", count: 60_000)
        for frames in [
            ["\\377\\377\\377\\377"], ["\\000\\000\\000\\000"], ["\\001\\000\\000\\001" + "x"],
            ["\\000\\000\\000\\004\\377\\376\\377\\376"],
            ["GET / HTTP/1.1\\r\\n\\r\\n"], ["\\000\\000\\000\\003a\\nb"], ["\\000\\000"],
        ] {
            let answer = try await stage.ask(as: stage.desk, frames, until: ["answer"], patience: 30)
            #expect(answer.contains("\"oncue\":\"handoff\"") && !answer.contains("answer"), "\(frames)")
        }
        // What is a message, but no step, is answered.
        for text in ["{}", "[]", "{\"do\":\"quit\"}", "{\"do\":\"release\",\"number\":-1}", long] {
            let answer = try await stage.ask(as: stage.desk, [PairedMachinesStage.frame(text)])
            #expect(answer.contains("\"error\":\"InvalidValue\""), "\(text.prefix(40)): \(answer)")
        }
        try await expectServes(stage, "after frames")
    }

    @Test("A paired machine that was taken over reaches no file, nothing on this machine, and no moment that is none")
    func hostilePeer() async throws {
        let stage = try await stage()
        let secret = stage.kitchen.directory.file("secret.wav")
        try stage.kitchen.writeMusic("../secret.wav", seconds: 5)
        let entries = [
            "{\"title\":\"x\",\"path\":\"../secret.wav\",\"size\":1}", "{\"title\":\"x\",\"path\":\"\(secret)\"}",
            "{\"title\":\"x\",\"address\":\"file://\(secret)\"}",
            "{\"title\":\"x\",\"address\":\"http://127.0.0.1:1/x\"}",
            "{\"title\":\"x\",\"address\":\"http://localhost/x\",\"live\":true}", "{\"title\":\"x\",\"episode\":\"x\"}",
            "{\"title\":\"x\",\"address\":\"exec:///bin/sh\"}",
        ]
        for entry in entries {
            let step =
                "{\"do\":\"prepare\",\"queue\":{\"machine\":\"m\",\"run\":5,\"entries\":[\(entry)],\"current\":0,\"playing\":true}}"
            let answer = try await stage.ask(as: stage.desk, [PairedMachinesStage.frame(step)])
            #expect(answer.contains("\"error\":\"NotFound\""), "\(entry): \(answer)")
        }
        for (position, current, isTaken) in [
            ("-9000000000", "0", true), ("9000000000000000000", "0", true), ("1e300", "0", true), ("5", "-1", true),
            ("5", "99", true),
        ] {
            let step =
                "{\"do\":\"prepare\",\"queue\":{\"machine\":\"m\",\"run\":5,\"entries\":[{\"title\":\"a\",\"duration\":197000000}],\"current\":\(current),\"position\":\(position),\"rate\":1e9}}"
            let answer = try await stage.ask(as: stage.desk, [PairedMachinesStage.frame(step)])
            #expect(answer.contains("\"answer\"") == isTaken, "\(position): \(answer)")
            let now = try await stage.kitchen.json("now")
            #expect(now["title"] == "a" && now["status"] == "paused", "\(position)")
            #expect((0...197).contains(now["position"]?.doubleValue ?? -1), "\(position): \(now.text())")
            #expect((0.1...10).contains(now["rate"]?.doubleValue ?? 1), "\(position): \(now.text())")
        }
        #expect(try await stage.playing() == [], "nothing was begun")
        try await expectServes(stage, "after all of it")
    }

    @Test("One that was forgotten takes no step more on the link that it has")
    func forgotten() async throws {
        let stage = try await stage()
        let folder = try TemporaryDirectory()
        let key = PairedMachinesStage.key(stage.desk)
        try folder.write("frame", PairedMachinesStage.frame("{\"do\":\"discard\",\"number\":1}").utf8)
        let script = """
            say() { printf "$(cat frame)"; }
            (say; for i in $(seq 300); do [ -e go ] && break; sleep 0.1; done; say; sleep 2; say; sleep 1) \
            | timeout 40 openssl s_client -connect 127.0.0.1:\(stage.ports.kitchen) -cert '\(key)' -key '\(key)' \
            -quiet -ign_eof 2>/dev/null | stdbuf -o0 tr '}' '\\n'
            """
        let talk = try ChildProcess("/bin/sh", ["-c", script], directory: folder.path)
        _ = try await talk.output.waitForLine(within: .seconds(30)) { $0.contains("{\"answer\":{") }
        try await stage.kitchen.done("handoff", "forget", "desk")
        try folder.write("go", [])
        let output = try await talk.result().output
        #expect(output.split(separator: "{\"answer\":{", omittingEmptySubsequences: false).count == 2, "\(output)")
    }

    @Test("Calling anew gives no more steps")
    func floodOfCalls() async throws {
        let stage = try await stage()
        let flood = String(repeating: PairedMachinesStage.frame("{\"do\":\"discard\",\"number\":1}"), count: 100)
        let begin = ContinuousClock.now
        var count = 0
        for _ in 0..<4 {
            let answer = try await stage.ask(as: stage.desk, [flood], until: [])
            count += answer.split(separator: "{\"answer\":{}}", omittingEmptySubsequences: false).count - 1
            try await Task.sleep(for: .seconds(5))
            try await waitUntil("its link is gone") { PairedMachinesStage.links(stage.kitchen).count <= 2 }
        }
        // 60 at once, and two a second while it calls; one that is not ended takes a minute, so time is no bound.
        let most = min(61 + 2 * ((ContinuousClock.now - begin) / .seconds(1)), 300)
        #expect(count >= 60 && Double(count) <= most, "\(count) of 400 were answered, and at most \(most) may be")
    }

    @Test("One that takes steps without end is given up")
    func flood() async throws {
        let stage = try await stage()
        // As much as the client writes at once: after a write that fails it would not read the answers any more.
        let flood = String(repeating: PairedMachinesStage.frame("{\"do\":\"discard\",\"number\":1}"), count: 200)
        let begin = ContinuousClock.now
        let answer = try await stage.ask(as: stage.desk, [flood], until: [])
        let count = answer.split(separator: "{\"answer\":{}}", omittingEmptySubsequences: false).count - 1
        // 60 at once, and two a second; the last answers may be lost where the connection ends, and one that is not ended
        // takes a minute.
        let most = min(61 + 2 * ((ContinuousClock.now - begin) / .seconds(1)), 150)
        #expect(count >= 30 && Double(count) <= most, "\(count) of 200 were answered, and at most \(most) may be")
        // Its steps come back, two a second.
        try await Task.sleep(for: .seconds(10))
        try await expectServes(stage, "after a flood")
    }

    @Test("A thousand connections of one address, open and silent, take nothing from a paired machine at another")
    func connections() async throws {
        let stage = try await stage()
        var open: [Int32] = []
        defer { for socket in open { close(socket) } }
        for _ in 0..<1_000 {
            // Those that are not taken are closed by the listener, and by us.
            if open.count > 200 { close(open.removeFirst()) }
            if let socket = PairedMachinesStage.connect(from: "127.0.0.2", to: stage.ports.kitchen) {
                open.append(socket)
            }
        }
        #expect(PairedMachinesStage.links(stage.kitchen).count <= 2 + ConnectionLimits.mostOfOne)
        try await expectServes(stage, "while a thousand have called")
        for socket in open { close(socket) }
        open = []
        try await waitUntil("those that called are gone") { PairedMachinesStage.links(stage.kitchen).count <= 2 }
    }

    @Test("A run of the service that reads nothing is given up, with the link of whoever has sent to it")
    func deafService() async throws {
        let stage = try await PairedMachinesStage()
        let path = stage.kitchen.directory.file("deaf")
        let script = """
            import socket, sys, time
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(sys.argv[1])
            listener.listen()
            print("listening", flush=True)
            caller, _ = listener.accept()
            caller.sendall(b'{"oncue":"handoff","version":1}\\n')
            time.sleep(300)
            """
        let service = try ChildProcess(
            "/usr/bin/python3", ["-c", script, path], environment: stage.kitchen.environment)
        defer { service.send(SIGKILL) }
        _ = try await service.output.waitForLine { $0 == "listening" }
        let listener = try ChildProcess(
            Products.program("oncue-link"), ["listen"],
            environment: stage.kitchen.environment.merging(["ONCUE_LINK_SERVICE": path]) { $1 })
        defer { listener.send(SIGTERM) }
        let peer = try ScriptedPeer(stage.desk, port: stage.ports.desk)
        try await waitUntil("it listens") {
            guard let socket = PairedMachinesStage.connect(from: "127.0.0.3", to: stage.ports.kitchen) else {
                return false
            }
            close(socket)
            return true
        }

        let answers = await peer.call(stage.ports.kitchen, [String(repeating: "x", count: 4 << 20)])

        #expect(answers.isEmpty)
        try await waitUntil("the link is gone", within: .seconds(120)) {
            PairedMachinesStage.links(stage.kitchen).count <= 2
        }
    }

    @Test("What a listener has started ends with it, also if that was over before it could be noticed")
    func orphan() async throws {
        let machine = try await Machine()
        let result = try await ChildProcess.run(
            Products.program("oncue-link"), ["announce"],
            environment: machine.environment.merging(["ONCUE_LINK_PARENT": "1"]) { $1 })
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test("A listener whose announcement has ended begins another one, as often as that happens")
    func announcedAgain() async throws {
        let stage = try await PairedMachinesStage()
        try await stage.kitchen.done("handoff", "listen", "on")
        func announcer() -> pid_t? {
            let links = PairedMachinesStage.links(stage.kitchen).map(\.identifier)
            return links.first { Self.parent(of: $0).map(links.contains) == true }
        }
        var former: pid_t?
        for _ in 0..<3 {
            let next = try await waitFor("the listener announces the machine") { () -> pid_t? in
                let process = announcer()
                return process == former ? nil : process
            }
            kill(next, SIGKILL)
            former = next
        }
        #expect(try await stage.kitchen.json("handoff", "machines")["listening"] == true)
    }

    @Test("A listener that is killed frees its port, and its links end with it")
    func killed() async throws {
        let stage = try await stage()
        let socket = try #require(PairedMachinesStage.connect(from: "127.0.0.2", to: stage.ports.kitchen))
        defer { close(socket) }
        try await waitUntil("the caller has a process") { PairedMachinesStage.links(stage.kitchen).count == 3 }
        // Numbers of processes begin anew some time, so the first is not the one with the lowest.
        let links = PairedMachinesStage.links(stage.kitchen).map(\.identifier)
        let process = try #require(links.first { Self.parent(of: $0).map(links.contains) == false })
        kill(process, SIGKILL)
        try await waitUntil("all are gone") { PairedMachinesStage.links(stage.kitchen).isEmpty }
        #expect(try await stage.kitchen.json("handoff", "machines")["listening"] == false)
        try await stage.kitchen.done("handoff", "listen", "on")
        try await expectServes(stage, "after a new start")
    }

    /// The process that has started another one; `nil` if that has gone.
    private static func parent(of process: pid_t) -> pid_t? {
        let text = try? Machine.text(of: "/proc/\(process)/stat")
        return text?.split(separator: ")").last?.split(separator: " ").dropFirst().first.flatMap { pid_t($0) }
    }
}
