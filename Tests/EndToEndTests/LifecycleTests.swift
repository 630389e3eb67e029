// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import Glibc
import JSON
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("The life of the daemon")
struct LifecycleTests {
    @Test("A command that follows quit at once gets a new daemon, although the private bus of the old one is ending")
    func startsAgain() async throws {
        let machine = try await Machine(hasSessionBus: false)

        for _ in 0..<25 {
            try await machine.done("status")
            try await machine.done("quit")
        }
    }

    @Test("Without a session bus daemon and client share a bus of their own, and nothing is left when the daemon ends")
    func ownBus() async throws {
        let machine = try await Machine(hasSessionBus: false)
        try machine.writeMusic("a.wav")

        try await machine.done("play", "music")
        let status = try await machine.json("status")
        #expect(status["bus"]?.stringValue?.contains(machine.directory.file("run")) == true)
        #expect(Set(machine.processes.map(\.name)).subtracting(["oncued-worker"]) == ["oncued", "dbus-daemon"])
        kill(Int32(status["processIdentifier"]?.intValue ?? 0), SIGTERM)

        try await machine.waitUntilQuiet()
    }

    @Test("Who reads the log no further keeps the daemon from nothing")
    func stalledLog() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav")
        let daemon = try ChildProcess(
            "/bin/sh",
            [
                "-c",
                "\"$0\" --output silent --log debug 2>&1 | { grep -m1 'service: ready'; exec tail -f /dev/null; }",
                Products.program("oncued"),
            ], environment: machine.environment)
        defer { daemon.send(SIGKILL) }
        _ = try await daemon.output.waitForLine { $0.contains("service: ready") }

        // What this writes is more than a pipe holds.
        for _ in 0..<40 { try await machine.done("play", "music") }
        #expect(try await machine.json("now")["status"] == .string("playing"))
        try await machine.done("quit")
    }

    @Test("Without a session bus a daemon that was killed leaves its bus to the next one, which ends it")
    func orphanedBus() async throws {
        let machine = try await Machine(hasSessionBus: false)
        // Started by the client, it is in a group of its own, and only the daemon is killed.
        let first = try await machine.json("status")["processIdentifier"]?.intValue
        kill(Int32(try #require(first)), SIGKILL)
        try await machine.waitUntilQuiet(except: "dbus-daemon")
        #expect(machine.processes.map(\.name) == ["dbus-daemon"])

        let second = try await machine.startDaemon()
        #expect(try await machine.json("status")["processIdentifier"] == .int(Int(second.identifier)))
        kill(second.identifier, SIGTERM)

        #expect(try await second.ending() == .exit(0))
        try await machine.waitUntilQuiet()
    }

    @Test("A command right behind kill -9 of the daemon is done by the next one", arguments: [true, false])
    func commandAfterKill(hasSessionBus: Bool) async throws {
        let machine = try await Machine(hasSessionBus: hasSessionBus)

        for volume in [10, 20, 30, 40] {
            let process = try await machine.json("status")["processIdentifier"]?.intValue
            kill(Int32(try #require(process)), SIGKILL)
            try await machine.done("volume", String(volume))
            #expect(try await machine.json("now")["volume"] == .int(volume))
        }
    }

    @Test("Ten clients that find no daemon start one together", arguments: [true, false])
    func manyClients(hasSessionBus: Bool) async throws {
        let machine = try await Machine(hasSessionBus: hasSessionBus)

        let identifiers = try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 0..<10 { group.addTask { try await machine.json("status")["processIdentifier"]?.intValue } }
            return try await group.reduce(into: Set<Int?>()) { $0.insert($1) }
        }

        #expect(identifiers.count == 1)
        #expect(!identifiers.contains(nil))
    }

    @Test("A second daemon says who runs and ends with 0", arguments: [true, false])
    func secondDaemon(hasSessionBus: Bool) async throws {
        let machine = try await Machine(hasSessionBus: hasSessionBus)
        let first = try await machine.startDaemon()

        let second = try await machine.oncued("--output", "silent")

        #expect(second.status == 0)
        #expect(second.errors.contains("already running (process \(first.identifier))"))
        #expect(!first.hasEnded)
        #expect(try await machine.json("status")["processIdentifier"] == .int(Int(first.identifier)))
    }

    @Test(
        "SIGTERM, SIGINT and SIGHUP end it cleanly with 0, and its names are gone",
        arguments: [SIGTERM, SIGINT, SIGHUP])
    func cleanStop(signal: Int32) async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav")
        let daemon = try await machine.startDaemon()
        try await machine.done("play", "music")

        let start = ContinuousClock.now
        kill(daemon.identifier, signal)
        let ending = try await daemon.ending()

        #expect(ending == .exit(0))
        // One that is ended by its time limit says so in its last line.
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(daemon.errors.lines.last?.contains("service: stopping") == true)
        let bus = try await #require(machine.bus).connect()
        #expect(try await bus.owner(of: ServiceNames.busName) == nil)
        #expect(try await bus.owner(of: ServiceNames.mprisBusName) == nil)
    }

    @Test("A daemon that is ended while it starts leaves nothing behind", arguments: ["using a private one", "ready"])
    func stopWhileStarting(line: String) async throws {
        let machine = try await Machine(hasSessionBus: false)
        // In a group of its own, so that what it leaves would stay.
        let shell = try ChildProcess(
            "sh", ["-c", "set -m; '\(Products.program("oncued"))' --output silent & echo $!; wait $!"],
            environment: machine.environment)
        let number = try await shell.output.waitForLine { !$0.isEmpty }
        _ = try await shell.errors.waitForLine { $0.contains(line) }

        kill(try #require(Int32(number)), SIGTERM)

        #expect(try await shell.ending() == .exit(0))
        try await machine.waitUntilQuiet()
    }

    @Test("Quit over the bus ends it cleanly", arguments: [true, false])
    @MediaActor
    func quit(throughMPRIS: Bool) async throws {
        let machine = try await Machine()
        let daemon = try await machine.startDaemon()
        let bus = try await #require(machine.bus).connect()

        try await bus.call(
            "Quit", of: throughMPRIS ? "org.mpris.MediaPlayer2" : ServiceNames.service,
            at: throughMPRIS ? "/org/mpris/MediaPlayer2" : ServiceNames.objectPath, on: ServiceNames.busName)

        #expect(try await daemon.ending() == .exit(0))
    }

    /// The queue, without the time that remains of it, which passes.
    private func queue(of machine: Machine) async throws -> JSONValue {
        guard case .object(let members) = try await machine.json("queue") else { return .null }
        return .object(members.filter { $0.name != "remaining" })
    }

    @Test("Queue, position, volume and modes come back after a clean stop, paused")
    func restart() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav", "b.wav", "c.wav")
        let first = try await machine.startDaemon()
        try await machine.done("play", "music")
        try await machine.done("next")
        try await machine.done("seek", "1:40")
        try await machine.done("volume", "35")
        try await machine.done("repeat", "all")
        try await machine.done("pause")
        let position = try await machine.json("now")["position"]?.doubleValue ?? 0
        let before = try await queue(of: machine)
        kill(first.identifier, SIGTERM)
        _ = try await first.ending()

        _ = try await machine.startDaemon()
        let now = try await machine.json("now")

        #expect(
            [now["status"], now["title"], now["queueIndex"], now["volume"], now["repeat"]] == [
                "paused", "b", 1, 35, "all",
            ])
        #expect(position > 99.9)
        #expect(abs((now["position"]?.doubleValue ?? 0) - position) < 0.1)
        #expect(try await queue(of: machine) == before)
        try await machine.done("resume")
        #expect(try await machine.json("now")["status"] == "playing")
    }

    @Test("Queue, position and volume come back after kill -9 while it plays, paused")
    func crash() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav", "b.wav")
        let first = try await machine.startDaemon()
        try await machine.done("play", "music")
        try await machine.done("volume", "35")
        try await machine.done("next")
        let start = ContinuousClock.now
        try await machine.done("seek", "1:40")
        let before = try await queue(of: machine)
        let shown = try await machine.waitForNow("it has played on") { $0["position"]?.doubleValue ?? 0 > 100.3 }
        kill(first.identifier, SIGKILL)
        #expect(try await first.ending() == .signal(SIGKILL))
        let heard = 100 + (ContinuousClock.now - start) / .seconds(1)

        _ = try await machine.startDaemon()
        let now = try await machine.json("now")

        #expect([now["status"], now["title"], now["volume"]] == ["paused", "b", 35])
        let position = now["position"]?.doubleValue ?? 0
        #expect(position > 99.9)
        #expect(position <= heard)
        #expect(position >= (shown["position"]?.doubleValue ?? 0) - 8, "at most a few seconds are lost")
        #expect(try await queue(of: machine) == before)
    }

    @Test("The daemon after one that was killed says so until it ends, and one after a clean stop says nothing")
    func tellsOfUnexpectedEnd() async throws {
        let machine = try await Machine()
        let first = try await machine.startDaemon()
        let calm = try await machine.json("status")
        kill(first.identifier, SIGKILL)
        _ = try await first.ending()

        let second = try await machine.startDaemon()

        let status = try await machine.json("status")
        let shown = try await machine.done("status")
        let health = try await machine.oncue("doctor").output
        #expect(calm["unexpectedEnd"] == .null)
        #expect(abs((status["unexpectedEnd"]?.intValue ?? 0) - Int(time(nil))) < 120)
        #expect(shown.contains("ended unexpectedly at "), "\(shown)")
        #expect(health.contains("ended unexpectedly and was active last on "), "\(health)")
        #expect(second.errors.text.contains("ended unexpectedly"), "\(second.errors.text)")
        try await machine.done("quit")
        _ = try await second.ending()
        let third = try await machine.startDaemon()
        #expect(try await machine.json("status")["unexpectedEnd"] == .null)
        #expect(!third.errors.text.contains("ended unexpectedly"))
        #expect(try await !machine.oncue("doctor").output.contains("ended unexpectedly"))
    }

    @Test("The queue that waits for what is played in between survives kill -9, and comes back playing")
    func crashInBetween() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav", "b.wav", "c.wav")
        let first = try await machine.startDaemon()
        try await machine.done("play", "music")
        try await machine.done("repeat", "all")
        try await machine.done("next")
        try await machine.done("seek", "1:40")
        let before = try await queue(of: machine)
        try await machine.done("play", "--interrupt", "music/c.wav")
        kill(first.identifier, SIGKILL)
        #expect(try await first.ending() == .signal(SIGKILL))

        _ = try await machine.startDaemon()
        let waiting = try await machine.json("now")
        try await machine.done("resume")
        try await machine.done("next")
        let now = try await machine.json("now")

        #expect([waiting["title"], waiting["interrupted"]?["title"]] == ["c", "music"])
        #expect(waiting["interrupted"]?["count"] == 3)
        #expect([now["status"], now["title"], now["repeat"], now["queueLength"]] == ["playing", "b", "all", 3])
        #expect(now["interrupted"] == JSONValue.null)
        #expect((now["position"]?.doubleValue ?? 0) >= 100)
        #expect(try await queue(of: machine) == before)
    }

    @Test("With --resume-playing it plays on after kill -9 where it played, and stays paused where it was paused")
    func crashAndPlayOn() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav", "b.wav")
        let first = try await machine.startDaemon()
        try await machine.done("play", "music")
        try await machine.done("next")
        let start = ContinuousClock.now
        try await machine.done("seek", "1:40")
        let shown = try await machine.waitForNow("it has played on") { $0["position"]?.doubleValue ?? 0 > 100.3 }
        kill(first.identifier, SIGKILL)
        #expect(try await first.ending() == .signal(SIGKILL))

        let second = try await machine.startDaemon("--output", "silent", "--resume-playing")
        let now = try await machine.json("now")
        // It has played on since it was started, too.
        let heard = 100 + (ContinuousClock.now - start) / .seconds(1)
        #expect([now["status"], now["title"]] == ["playing", "b"])
        let position = now["position"]?.doubleValue ?? 0
        #expect(position >= max(100, (shown["position"]?.doubleValue ?? 0) - 8) && position <= heard)
        try await machine.waitUntilPlayed(from: position)

        try await machine.done("pause")
        kill(second.identifier, SIGKILL)
        #expect(try await second.ending() == .signal(SIGKILL))
        _ = try await machine.startDaemon("--output", "silent", "--resume-playing")
        #expect(try await machine.json("now")["status"] == "paused")
    }

    @Test("Kill -9 during a scan costs nothing but the scan")
    func crashDuringScan() async throws {
        let machine = try await Machine()
        for number in 0..<60 { try machine.writeMusic("\(number).wav", seconds: 1) }
        let first = try await machine.startDaemon()
        try await machine.done("library", "add", "music", "--no-wait")
        kill(first.identifier, SIGKILL)
        _ = try await first.ending()

        _ = try await machine.startDaemon()
        try await machine.done("library", "scan")

        #expect(try await machine.json("library")["tracks"] == 60)
    }

    @Test("A clean stop during a scan waits for nothing, ends its listeners, and costs nothing but the scan")
    func stopDuringScan() async throws {
        let machine = try await Machine()
        for number in 0..<60 { try machine.writeMusic("\(number).wav", seconds: 1) }
        let first = try await machine.startDaemon(
            "--output", "silent", "--library", machine.directory.file("work/music"))
        // It may come after the end, and then must not start another daemon.
        let environment = machine.environment.merging(["ONCUE_DAEMON": "/bin/false"]) { $1 }
        let waiting = Task {
            try await ChildProcess.run(Products.program("oncue"), ["library", "scan"], environment: environment)
        }
        try await machine.done("quit")
        #expect(try await first.ending() == .exit(0))
        // Whoever waited for the end of the scan is told why there is none, if the daemon was not done already.
        let scan = try await waiting.value
        #expect(scan.status == 0 || scan.errors.contains("oncued"), "\(scan)")
        #expect(first.errors.lines.last?.contains("service: stopping") == true)

        _ = try await machine.startDaemon()
        try await machine.done("library", "scan")

        #expect(try await machine.json("library")["tracks"] == 60)
    }

    @Test("The end of the bus ends it with 4 and a sentence, and on a new bus it stands where it was")
    func busGoesAway() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav")
        let daemon = try await machine.startDaemon()
        try await machine.done("play", "music")
        try await machine.done("volume", "35")
        try await machine.waitUntilPlayed(from: 0.5)

        try await #require(machine.bus).kill()

        #expect(try await daemon.ending() == .exit(4))
        #expect(daemon.errors.text.contains("the connection to the message bus was lost"))

        let bus = try await PrivateBus()
        let changes = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        _ = try await machine.startDaemon(changes: changes)
        let told = try await ChildProcess.run(
            Products.program("oncue"), ["now", "--json"],
            environment: machine.environment.merging(changes) { _, changed in changed })
        let now = try JSONValue(parsing: told.output)
        #expect(now["status"] == "paused" && now["title"] == "a" && now["volume"] == 35)
        #expect(now["position"]?.doubleValue ?? 0 > 0.5)
    }

    @Test("A bus that cannot be reached is a sentence and 4, from daemon and client")
    func noBus() async throws {
        let machine = try await Machine(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/tmp/oncue-test-none/bus"])

        let daemon = try await machine.oncued("--output", "silent")
        let client = try await machine.oncue("now")

        #expect(daemon.status == 4)
        #expect(daemon.errors.contains("DBUS_SESSION_BUS_ADDRESS"))
        #expect(client.status == 4)
        #expect(client.errors.split(separator: "\n").count == 1)
        #expect(machine.processes.isEmpty)
    }

    @Test("A daemon that cannot be started is a sentence and 4")
    func noDaemon() async throws {
        let machine = try await Machine(["ONCUE_DAEMON": "/nonexistent/oncued"])

        let missing = try await machine.oncue("now")

        #expect(missing.status == 4)
        #expect(missing.errors.contains("/nonexistent/oncued"))
    }

    @Test("A daemon that ends at once is told with its own last words")
    func failingDaemon() async throws {
        let machine = try await Machine()
        try machine.directory.write("data", "in the way".utf8)

        let result = try await machine.oncue("now")

        #expect(result.status == 4 || result.status == 1)
        #expect(result.errors.contains(machine.directory.file("data")))
        #expect(machine.processes.isEmpty)
    }

    @Test("Help and version of the daemon, and wrong words")
    func daemonWords() async throws {
        let machine = try await Machine()

        let help = try await machine.oncued("--help")
        let version = try await machine.oncued("--version")
        #expect(help.status == 0 && help.output.contains("--library"))
        #expect(version.output == "oncued \(ServiceVersion.current)\n")
        for words in [["--nonsense"], ["--log", "loud"], ["--output", "rm -rf"], ["play"]] {
            let result = try await ChildProcess.run(
                Products.program("oncued"), words, environment: machine.environment)
            #expect(result.status == 2, "\(words)")
            #expect(result.errors.split(separator: "\n").count == 1, "\(words)")
        }
    }

    @Test("The moment the names appear, every object answers")
    @MediaActor
    func objectsBeforeNames() async throws {
        let machine = try await Machine()
        let bus = try await #require(machine.bus).connect()
        let answers = EventLog<[BusValue]?>()
        let watches = [
            (ServiceNames.busName, ServiceNames.objectPath, ServiceNames.service),
            (ServiceNames.busName, ServiceNames.objectPath, ServiceNames.playableContent),
            (ServiceNames.mprisBusName, "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2"),
            (ServiceNames.mprisBusName, "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player"),
        ].map { name, path, interface in
            bus.watchOwner(of: name) { owner in
                guard owner != nil else { return }
                Task { @MediaActor in
                    answers.append(
                        try? await bus.call(
                            "GetAll", of: "org.freedesktop.DBus.Properties", at: path, on: name, [.string(interface)]))
                }
            }
        }
        _ = try await bus.owner(of: ServiceNames.busName)

        let daemon = try await machine.startDaemon()
        try await answers.wait(count: 4)

        #expect(answers.events.allSatisfy { $0?.first?.dictionaryValue?.isEmpty == false })
        withExtendedLifetime((watches, daemon)) {}
    }

    @Test("Where the player's name is taken, the daemon takes one beside it")
    @MediaActor
    func takenPlayerName() async throws {
        let machine = try await Machine()
        let bus = try await #require(machine.bus).connect()
        _ = try await bus.requestName(ServiceNames.mprisBusName)

        let daemon = try await machine.startDaemon()

        let name = ServiceNames.mprisBusName + ".instance\(daemon.identifier)"
        #expect(try await bus.owner(of: name) != nil)
    }

    @Test("Idle it does not wake up")
    func idle() async throws {
        let machine = try await Machine()
        let daemon = try await machine.startDaemon()
        try await machine.done("now")

        // Time is what is measured here. What is left to do after a call may fall into the first seconds.
        var counts: [Int] = []
        while counts.count < 30, counts.last.map({ $0 > 3 }) ?? true {
            let before = try Self.contextSwitches(daemon.identifier)
            try await Task.sleep(for: .seconds(1))
            counts.append(try Self.contextSwitches(daemon.identifier) - before)
        }

        #expect(counts.last.map { $0 <= 3 } == true, "woke up in each second: \(counts)")
    }

    /// How often all threads of a process gave up the processor by themselves.
    private static func contextSwitches(_ process: Int32) throws -> Int {
        let folder = "/proc/\(process)/task"
        return try Machine.names(in: folder).reduce(0) { sum, thread in
            let text = try Machine.text(of: "\(folder)/\(thread)/status")
            let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
        }
    }
}
