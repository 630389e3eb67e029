// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import Glibc
import JSON
import MachineLink
import OnCueTestSupport
import PairedMachines
import Testing

@Suite("Handing over to a paired machine")
struct PairedHandoffTests {
    /// Both sides to where they are asked.
    private func pairing(_ stage: PairedMachinesStage) async throws -> (desk: PairingPerson, kitchen: PairingPerson) {
        let port = Int(try FreePort.next())
        let kitchen = try PairingPerson(stage.kitchen, ["--port", String(port)])
        try await kitchen.waitUntilWaiting()
        let desk = try PairingPerson(stage.desk, ["127.0.0.1:\(port)"])
        let digits = (try await desk.digits(), try await kitchen.digits())
        #expect(digits.0 == digits.1 && !digits.0.isEmpty)
        return (desk, kitchen)
    }

    @Test("Two people compare six digits and say yes, and from then on what plays moves to and fro")
    func pair() async throws {
        let stage = try await PairedMachinesStage(isPaired: false)
        try await stage.begin(["a", "b"], ["a", "b"])
        for (machine, port) in [(stage.desk, stage.ports.desk), (stage.kitchen, stage.ports.kitchen)] {
            let state = try await machine.json("handoff", "listen", "on", "--port", String(port))
            #expect(state["listening"] == true && state["port"] == .int(port))
        }
        let people = try await pairing(stage)
        people.desk.terminal.type("y\n")
        people.kitchen.terminal.type("y\n")
        #expect(try await people.desk.process.result().status == 0)
        #expect(try await people.kitchen.process.result().status == 0)
        let there = try await stage.desk.json("handoff", "machines")["items"]?[0]
        let name = try #require(there?["name"]?.stringValue)
        #expect(there?["port"] == .int(stage.ports.kitchen))
        let back = try #require(
            try await stage.kitchen.json("handoff", "machines")["items"]?[0]?["name"]?.stringValue)

        try await stage.desk.done("play", "Tracks/a")
        try await stage.desk.done("seek", "40")
        let before = try await PlaceHeard(stage.desk)
        let moved = try await stage.desk.json("handoff", "to", name)
        #expect(moved["by"] == "pairing" && moved["playing"] == true && moved["found"] == 2, "\(moved.text())")
        #expect(try await stage.playing() == ["kitchen"])
        try await before.expect(at: stage.kitchen)
        // Several programs begin for the answer, which a busy machine may have too late.
        var shown: JSONValue?
        try await waitUntil("it is shown what plays there, not \(shown?.text() ?? "")") {
            shown = try await stage.desk.json("handoff")["items"]?[0]
            return shown?["title"] == "a" && shown?["playing"] == true && shown?["reachable"] == true
        }
        try await waitUntil("it is told what plays there") {
            try await stage.desk.done("handoff").hasPrefix("\(name): a, ")
        }

        try await stage.desk.done("handoff", "from", name)
        #expect(try await stage.playing() == ["desk"])
        try await stage.kitchen.done("handoff", "from", back)
        #expect(try await stage.playing() == ["kitchen"])
    }

    @Test("What is done in a program at one machine is seen at the other one, and taken up there")
    func activity() async throws {
        let stage = try await PairedMachinesStage()
        try await stage.begin(["a"], ["a"])
        try await stage.desk.done("handoff", "listen", "on")
        var programs: [ChildProcess] = []
        for (machine, concert) in [(stage.desk, "Blue Note, Friday"), (stage.kitchen, "Elsewhere")] {
            try machine.install(ActivityExampleTests.examples[0])
            let environment = machine.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }
            programs.append(
                try ChildProcess(ActivityExampleTests.examples[0].program, [concert], environment: environment))
            _ = try await machine.waitForActivity { $0["current"] == true }
        }
        try await stage.desk.done("play", "Tracks/a")

        // Several programs begin for the answer, which a busy machine may have too late.
        let item = try await waitFor("it is shown what plays there") {
            let item = try await stage.kitchen.json("handoff")["items"]?[0]
            return item?["title"] == "a" ? item : nil
        }
        #expect(item["absence"] == .null)
        #expect(item["activity"]?["title"] == "Blue Note, Friday")
        let shown = try await waitFor("it is told what plays there") {
            let shown = try await stage.kitchen.done("handoff")
            return shown.hasPrefix("desk: a, ") ? shown : nil
        }
        #expect(shown.hasSuffix("\ndesk: Blue Note, Friday, Python Concerts\n"))
        #expect(try await stage.kitchen.json("handoff", "from", "desk", "--activity")["how"] == "program")
        #expect(try await stage.playing() == ["desk"], "what plays there plays on")

        for program in programs { program.send(SIGTERM) }
        #expect(try await programs[1].result().output.hasSuffix("showing Blue Note, Friday\n"))
        _ = try await programs[0].result()
        try await waitUntil("nothing is done there any longer") {
            try await stage.kitchen.oncue("handoff", "from", "desk", "--activity").status == 3
        }
    }

    // An answer that comes later than eight seconds after that is none.
    @Test(
        "What was left at one machine is offered at the other one when that is unlocked, and continues there",
        .steadyMachine)
    func left() async throws {
        let stage = try await PairedMachinesStage()
        try await stage.begin(["a"], ["a"])
        try await stage.desk.done("handoff", "listen", "on")
        try await stage.desk.done("play", "Tracks/a")
        try await stage.desk.done("seek", "40")
        try await stage.desk.done("pause")
        let screen = try await MockedService(
            "org.gnome.ScreenSaver",
            ["--session", "org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"],
            on: try #require(stage.kitchen.bus))
        for isLocked in [true, false] {
            try await screen.emit(
                "ActiveChanged", of: "org.gnome.ScreenSaver", at: "/org/gnome/ScreenSaver", "b", [.bool(isLocked)])
        }

        try await waitUntil("it is offered") {
            try await stage.kitchen.json("suggestions")["items"]?[0]?["title"] == "Continue a from desk"
        }
        #expect(try await stage.kitchen.done("suggestions").contains("You left it at desk just now."))
        let before = try await PlaceHeard(stage.desk)
        try await stage.kitchen.done("accept")
        try await stage.kitchen.waitForNow("it plays here") { $0["title"] == "a" && $0["position"] != .int(0) }
        try await before.expect(at: stage.kitchen)
        #expect(try await stage.kitchen.json("suggestions")["items"]?[0]?["title"] != "Continue a from desk")
    }

    @Test("Two machines that find each other are paired without an address")
    func discovered() async throws {
        let network = try await PrivateBus()
        let avahi = try await FakeAvahi(on: network)
        let recording = try await BusRecording(of: network)
        let stage = try await PairedMachinesStage(isPaired: false, systems: (network.address, network.address))
        let port = Int(try FreePort.next())
        let kitchen = try PairingPerson(stage.kitchen, ["--port", String(port)])
        try await kitchen.waitUntilWaiting()
        try await waitUntil("it is being announced") { PairedMachinesStage.links(stage.kitchen).count == 2 }
        try await recording.waitUntilAnnounced()
        let told: [UInt8] = recording.messages.first { $0.kind == 1 && $0.member == "AddService" }?.body ?? []
        let (words, letters) = (String(decoding: told, as: UTF8.self), UInt8(ascii: "a")...UInt8(ascii: "z"))
        for word in ["v=1", "id=", "n="] { #expect(words.contains(word)) }
        let count = zip(told, told.dropFirst()).count { letters.contains($0) && $1 == UInt8(ascii: "=") }
        #expect(count == 3, "nothing else is announced")
        try await Task.sleep(for: .seconds(1))
        let desk = try PairingPerson(stage.desk, [])
        #expect(try await desk.digits() == kitchen.digits())
        desk.terminal.type("y\n")
        kitchen.terminal.type("y\n")
        #expect(try await desk.process.result().status == 0)
        #expect(try await kitchen.process.result().status == 0)
        try await waitUntil("nothing is announced any longer") { PairedMachinesStage.links(stage.kitchen).isEmpty }
        withExtendedLifetime(avahi) {}
    }

    @Test("A machine that has gone but is announced still does not keep this one from waiting")
    func gone() async throws {
        let network = try await PrivateBus()
        let avahi = try await FakeAvahi(on: network)
        let recording = try await BusRecording(of: network)
        let stage = try await PairedMachinesStage(isPaired: false, systems: (network.address, network.address))
        let words = ["announce", LinkService.waiting, String(try FreePort.next())]
        let kitchen = try ChildProcess(
            Products.program("oncue-link"), words, environment: stage.kitchen.environment)
        try await recording.waitUntilAnnounced()

        // A search takes a second and a half, in which a busy machine may find nothing.
        try await waitUntil("it is found, and cannot be reached") {
            let desk = try PairingPerson(stage.desk, ["--port", String(try FreePort.next())])
            try await desk.waitUntilWaiting()
            return desk.terminal.screen.hasLine("but 127.0.0.1 cannot be reached")
        }
        withExtendedLifetime((avahi, kitchen)) {}
    }

    @Test("A paired machine with another address is found by its key, and its address is kept")
    func moved() async throws {
        let network = try await PrivateBus()
        let avahi = try await FakeAvahi(on: network)
        let stage = try await PairedMachinesStage(systems: (network.address, network.address))
        try await stage.begin(["a"], ["a"])
        _ = try PairedMachinesStage.files(stage.desk).change { (book: inout MachineBook) in
            let kitchen = book.machine(named: "kitchen")
            if let kitchen { book.place(kitchen.identifier, host: "127.0.0.1", port: stage.ports.desk) }
        }
        try await stage.kitchen.done("handoff", "listen", "on")
        try await stage.desk.done("play", "Tracks/a")
        // It takes a moment until it is announced.
        var result = try await stage.desk.oncue("handoff", "to", "kitchen")
        try await waitUntil("it is found; \(result.errors)") {
            if result.status != 0 { result = try await stage.desk.oncue("handoff", "to", "kitchen") }
            return result.status == 0
        }
        #expect(try await stage.playing() == ["kitchen"])
        #expect(try await stage.desk.json("handoff", "machines")["items"]?[0]?["port"] == .int(stage.ports.kitchen))
        withExtendedLifetime(avahi) {}
    }

    @Test("A paired machine at another address is served although that address cannot be kept")
    func unkept() async throws {
        let network = try await PrivateBus()
        let avahi = try await FakeAvahi(on: network)
        let recording = try await BusRecording(of: network)
        let stage = try await PairedMachinesStage(systems: (network.address, network.address))
        let port = stage.ports.kitchen
        _ = try PairedMachinesStage.files(stage.desk).change { (book: inout MachineBook) in
            let kitchen = book.machine(named: "kitchen")
            if let kitchen { book.place(kitchen.identifier, host: "127.0.0.1", port: stage.ports.desk) }
        }
        let peer = try ScriptedPeer(stage.kitchen, port: port)
        peer.answers { _ in .lines(["{\"answer\":{}}"]) }
        let announcer = try ChildProcess(
            Products.program("oncue-link"), ["announce", LinkService.listening, String(port)],
            environment: stage.kitchen.environment)
        try await recording.waitUntilAnnounced()

        // No file can grow, as on a full disk.
        let script = "trap '' XFSZ; ulimit -f 0; echo '{}' | exec \"$0\" to kitchen"
        // A search takes a second and a half, in which a busy machine may find nothing.
        let result = try await waitFor("it is found") {
            let result = try await ChildProcess.run(
                "/bin/sh", ["-c", script, Products.program("oncue-link")], environment: stage.desk.environment)
            return result.status == 0 ? result : nil
        }

        #expect(result.output.hasSuffix("{\"answer\":{}}\n"), "\(result.output)")
        #expect(result.errors.contains("kitchen is at 127.0.0.1 now"), "\(result.errors)")
        let kept = try PairedMachinesStage.files(stage.desk).book().machine(named: "kitchen")
        #expect(kept?.port == stage.ports.desk, "as it was")
        withExtendedLifetime((avahi, announcer, peer)) {}
    }

    @Test(
        "Over a link, with either daemon or the link killed at any moment: never two play, and nothing is lost",
        arguments: [false, true])
    func killed(playsOn: Bool) async throws {
        let stage = try await PairedMachinesStage()
        try await stage.begin(["a", "b", "c"], ["a", "b", "c"])
        try await stage.kitchen.done("handoff", "listen", "on")
        try await KilledHandoffs(desk: stage.desk, kitchen: stage.kitchen, killsLinks: true).run(playsOn: playsOn)
    }

    @Test("A no on one side pairs neither")
    func no() async throws {
        let stage = try await PairedMachinesStage(isPaired: false)
        let people = try await pairing(stage)
        people.desk.terminal.type("y\n")
        people.kitchen.terminal.type("n\n")
        #expect(try await people.kitchen.process.result().status == 1)
        #expect(try await people.desk.process.result().status == 1)
        try await people.desk.terminal.wait("the reason") { $0.hasLine("the other side said no; nothing was paired") }
        for machine in [stage.desk, stage.kitchen] {
            #expect(try await machine.json("handoff", "machines")["total"] == 0)
        }
    }

    @Test(
        "While a machine waits to be paired, three callers of an address are heard in a minute, and those of others still"
    )
    func tries() async throws {
        let stage = try await PairedMachinesStage(isPaired: false)
        let port = Int(try FreePort.next())
        let kitchen = try PairingPerson(stage.kitchen, ["--port", String(port)])
        try await kitchen.waitUntilWaiting()
        /// Whether a caller gets so far that it sees whom it has called.
        func isHeard(from address: String) async throws -> Bool {
            let words = ["s_client", "-connect", "127.0.0.1:\(port)", "-bind", address + ":0"]
            return try await ChildProcess.run("/usr/bin/openssl", words).output.contains("BEGIN CERTIFICATE")
        }

        let begin = ContinuousClock.now
        var heard: [Bool] = []
        for _ in 0..<8 { heard.append(try await isHeard(from: "127.0.0.1")) }
        let later = Int((ContinuousClock.now - begin) / .seconds(20))

        #expect(heard.prefix(3).allSatisfy { $0 } && heard.count { $0 } <= 3 + later, "\(heard)")
        #expect(try await isHeard(from: "127.0.0.2"))
    }

    @Test("A person who goes away has not said yes, and the other one is told")
    func away() async throws {
        let stage = try await PairedMachinesStage(isPaired: false)
        let people = try await pairing(stage)
        people.desk.process.send(SIGKILL)
        for link in PairedMachinesStage.links(stage.desk) { kill(link.identifier, SIGKILL) }
        people.kitchen.terminal.type("y\n")
        #expect(try await people.kitchen.process.result().status == 1)
        try await people.kitchen.terminal.wait("the reason") { $0.hasLine("nothing was paired") }
        #expect(try await stage.kitchen.json("handoff", "machines")["total"] == 0)
    }

    @Test("Nobody listens before it is switched on, nor after it is switched off")
    func listening() async throws {
        let stage = try await PairedMachinesStage()
        try await stage.begin(["a"], ["a"])
        try await stage.desk.done("play", "Tracks/a")
        let silent = try await stage.desk.oncue("handoff", "to", "kitchen")
        #expect(silent.status == 4 && silent.errors.contains("oncue handoff listen on"), "\(silent.errors)")
        #expect(PairedMachinesStage.connect(from: "127.0.0.1", to: stage.ports.kitchen) == nil)
        #expect(try await stage.desk.done("handoff") == "kitchen: cannot be reached\n")

        try await stage.kitchen.done("handoff", "listen", "on")
        try await stage.kitchen.done("handoff", "listen", "on")
        try await stage.desk.done("handoff", "to", "kitchen")
        #expect(try await stage.playing() == ["kitchen"])

        try await stage.kitchen.done("handoff", "listen", "off")
        #expect(PairedMachinesStage.connect(from: "127.0.0.1", to: stage.ports.kitchen) == nil)
        #expect(try await stage.desk.oncue("handoff", "from", "kitchen").status == 4)
        #expect(try await stage.playing() == ["kitchen"], "as before")
        try await waitUntil("no link is left") { PairedMachinesStage.links(stage.kitchen).isEmpty }
    }

    @Test("A machine that was forgotten is refused, and is told what to do")
    func forgotten() async throws {
        let stage = try await PairedMachinesStage()
        try await stage.begin(["a"], ["a"])
        try await stage.kitchen.done("handoff", "listen", "on")
        try await stage.desk.done("play", "Tracks/a")
        try await stage.kitchen.done("handoff", "forget", "desk")
        let refused = try await stage.desk.oncue("handoff", "to", "kitchen")
        #expect(refused.status == 4 && refused.errors.contains("pair them again"), "\(refused.errors)")
        #expect(try await stage.playing() == ["desk"])
        #expect(try await stage.kitchen.oncue("handoff", "forget", "desk").status == 3)
    }

    @Test("Another key at the same address is not the machine that was paired: nothing is sent to it")
    func wrongKey() async throws {
        let stage = try await PairedMachinesStage()
        try await stage.begin(["a"], ["a"])
        try await stage.desk.done("play", "Tracks/a")
        try await stage.kitchen.done("handoff", "forget", "--all")
        try await stage.kitchen.done("handoff", "listen", "on", "--port", String(stage.ports.kitchen))
        let refused = try await stage.desk.oncue("handoff", "to", "kitchen")
        #expect(refused.status == 4 && refused.errors.contains("another machine"), "\(refused.errors)")
        #expect(try await stage.playing() == ["desk"])
    }

    @Test("A name that is not paired goes by ssh")
    func ssh() async throws {
        let stage = try await PairedMachinesStage()
        let result = try await stage.desk.oncue("handoff", "to", "cellar")
        #expect(result.status == 4 && result.errors.contains("ssh"), "\(result.errors)")
    }

    @Test("Keys and paired machines are left out of backups, and only this user can read them")
    func backup() async throws {
        let stage = try await PairedMachinesStage()
        try await stage.begin(["a"], ["a"])
        try await stage.desk.done("backup", "all.oncue")
        let backup = try Machine.text(of: stage.desk.directory.file("work/all.oncue"))
        #expect(!backup.isEmpty && !backup.contains("identity.pem") && !backup.contains("PRIVATE KEY"))
        var status = stat()
        stat(PairedMachinesStage.key(stage.desk), &status)
        #expect(status.st_mode & 0o777 == 0o600)
    }
}

extension BusRecording {
    /// Waits until Avahi has taken what a machine announces.
    func waitUntilAnnounced() async throws {
        try await waitUntil("it is announced") {
            let messages = messages
            return messages.contains { call in
                call.kind == 1 && call.member == "Commit"
                    && messages.contains { $0.replySerial == call.serial && $0.destination == call.sender }
            }
        }
    }
}
