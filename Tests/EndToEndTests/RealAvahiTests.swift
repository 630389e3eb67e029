// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import MachineLink
import OnCueTestSupport
import PairedMachines
import Testing

@Suite(
    "Machines in two networks with real Avahis",
    .enabled(if: TestEffort.isLong),
    .enabled(if: !TestEffort.isLong || TwoNetworks.isPossible, "it needs root, avahi-daemon and nsenter"),
    .timeLimit(.minutes(10)))
struct RealAvahiTests {
    /// Runs `oncue` on a machine, in a network.
    private func oncue(
        _ machine: Machine, in network: TwoNetworks.Host, _ words: String...
    ) async throws -> ChildProcess.Result {
        let all = network.enteringNetwork + [Products.program("oncue")] + words
        return try await ChildProcess.run(all[0], Array(all.dropFirst()), environment: machine.environment)
    }

    @Test("A machine is found by its key at an address that nobody has named, although another one has its name")
    func found() async throws {
        let networks = try await TwoNetworks()
        let stage = try await PairedMachinesStage(systems: (networks.desk.system, networks.kitchen.system))
        try await stage.begin(["a"], ["a"])
        _ = try PairedMachinesStage.files(stage.desk).change { (book: inout MachineBook) in
            if let kitchen = book.machine(named: "kitchen") {
                book.place(kitchen.identifier, host: "127.0.0.1", port: stage.ports.kitchen)
            }
        }
        // Both are called as this machine is.
        for (machine, network) in [(stage.desk, networks.desk), (stage.kitchen, networks.kitchen)] {
            #expect(try await oncue(machine, in: network, "handoff", "listen", "on").status == 0)
        }
        try await stage.desk.done("play", "Tracks/a")
        var result = try await oncue(stage.desk, in: networks.desk, "handoff", "to", "kitchen", "--json")
        for _ in 0..<20 where result.status != 0 {
            result = try await oncue(stage.desk, in: networks.desk, "handoff", "to", "kitchen", "--json")
        }
        #expect(result.status == 0 && result.output.contains("\"by\":\"pairing\""), "\(result.errors)")
        #expect(try await stage.playing() == ["kitchen"])
        #expect(try await stage.desk.json("handoff", "machines")["items"]?[0]?["host"] == "10.77.0.2")
        let back = try await oncue(stage.kitchen, in: networks.kitchen, "handoff", "to", "desk")
        #expect(back.status == 0, "\(back.errors)")
        #expect(try await stage.playing() == ["desk"])
        try await networks.end()
    }

    /// Prints what machines announce, as the desk hears it.
    private func ear(_ networks: TwoNetworks) async throws -> ChildProcess {
        let program = Products.source + "/Tests/Programs/hear-announcements.py"
        let words = networks.desk.entering + ["/usr/bin/python3", program, "10.77.0.1"]
        let ear = try ChildProcess(words[0], Array(words.dropFirst()))
        _ = try await ear.output.waitForLine { $0 == "ready" }
        return ear
    }

    /// Waits until two machines that have never heard of each other are paired.
    private func pair(_ stage: PairedMachinesStage, _ networks: TwoNetworks, _ ear: ChildProcess) async throws {
        let kitchen = try PairingPerson(stage.kitchen, [])
        try await kitchen.waitUntilWaiting()
        _ = try await ear.output.waitForLine { $0.hasPrefix("4500 TXT oncue-b._oncue-pair._tcp.local ") }
        let desk = try PairingPerson(stage.desk, [])
        let digits = (try await desk.digits(), try await kitchen.digits())
        #expect(digits.0 == digits.1 && !digits.0.isEmpty)
        for person in [desk, kitchen] { person.terminal.type("y\n") }
        for person in [desk, kitchen] { #expect(try await person.process.result().status == 0) }
        let found = try await stage.desk.json("handoff", "machines")["items"]?[0]
        #expect(found?["name"] == .string(networks.kitchen.name) && found?["host"] == "10.77.0.2")
        // It can no longer be found, so the next one waits.
        _ = try await ear.output.waitForLine { $0.hasPrefix("0 TXT oncue-b._oncue-pair._tcp.local ") }
        try await PairingPerson(stage.desk, []).waitUntilWaiting()
    }

    @Test("Two people who begin at the same moment see the same digits, and their machines are paired")
    func together() async throws {
        let networks = try await TwoNetworks()
        let stage = try await PairedMachinesStage(isPaired: false, in: networks)

        let people = [try PairingPerson(stage.desk, []), try PairingPerson(stage.kitchen, [])]

        let digits = (try await people[0].digits(), try await people[1].digits())
        #expect(digits.0 == digits.1 && !digits.0.isEmpty)
        for person in people { person.terminal.type("y\n") }
        for person in people { #expect(try await person.process.result().status == 0) }
        for (machine, other) in [(stage.desk, networks.kitchen), (stage.kitchen, networks.desk)] {
            #expect(try await machine.json("handoff", "machines")["items"]?[0]?["name"] == .string(other.name))
        }
        try await networks.end()
    }

    /// Expects that machines were announced, and nothing of what plays.
    private static func expectNothingSaid(of title: String, in heard: String) {
        #expect(!heard.contains(title) && !heard.contains("/music/"))
        var kinds: Set<Substring> = []
        for line in heard.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 2, words[1] == "TXT", words[2].contains("._oncue-") else { continue }
            kinds.insert(words[2].split(separator: ".")[1])
            let keys: [Substring] = words.dropFirst(3).map { text in text.prefix { $0 != "=" } }
            #expect(keys.sorted() == ["id", "n", "v"], "\(line)")
        }
        #expect(kinds == ["_oncue-pair", "_oncue-handoff"])
    }

    @Test("Two machines that nobody has named find each other, are paired and hand over; one leaves, and comes back")
    func strangers() async throws {
        let networks = try await TwoNetworks()
        let stage = try await PairedMachinesStage(isPaired: false, in: networks)
        let ear = try await ear(networks)
        try await stage.begin(["Unheard-of"], ["Unheard-of"])
        for machine in [stage.desk, stage.kitchen] { try await machine.done("handoff", "listen", "on") }
        let (desk, kitchen) = (networks.desk.name, networks.kitchen.name)
        try await pair(stage, networks, ear)

        try await stage.desk.done("play", "Tracks/Unheard-of")
        try await stage.desk.done("seek", "40")
        let before = try await PlaceHeard(stage.desk)
        let moved = try await stage.desk.json("handoff", "to", kitchen)
        #expect(moved["by"] == "pairing" && moved["playing"] == true, "\(moved.text())")
        #expect(try await stage.playing() == ["kitchen"])
        try await before.expect(at: stage.kitchen)
        try await stage.desk.done("handoff", "from", kitchen)
        #expect(try await stage.playing() == ["desk"])
        try await stage.kitchen.done("handoff", "from", desk)
        #expect(try await stage.playing() == ["kitchen"])
        #expect(try await stage.desk.done("handoff").hasPrefix("\(kitchen): Unheard-of, "))

        try await networks.unplugKitchen()
        #expect(try await stage.desk.done("handoff") == "\(kitchen): cannot be reached\n")
        #expect(try await stage.desk.oncue("handoff", "from", kitchen).status == 4)
        #expect(try await stage.playing() == ["kitchen"], "as before")

        try await networks.plugInKitchen(at: "10.77.0.9")
        try await waitUntil("it is shown again") {
            try await stage.desk.done("handoff").hasPrefix("\(kitchen): Unheard-of, ")
        }
        #expect(try await stage.desk.json("handoff", "machines")["items"]?[0]?["host"] == "10.77.0.9")
        try await stage.desk.done("handoff", "from", kitchen)
        #expect(try await stage.playing() == ["desk"])

        // As when the machine is switched off, but for its Avahi.
        for link in PairedMachinesStage.links(stage.kitchen) { kill(link.identifier, SIGKILL) }
        _ = try await ear.output.waitForLine { $0.hasPrefix("0 TXT oncue-b._oncue-handoff._tcp.local ") }
        #expect(try await stage.desk.done("handoff") == "\(kitchen): cannot be reached\n")
        try await stage.kitchen.done("handoff", "listen", "on")
        #expect(try await stage.desk.json("handoff")["items"]?[0]?["reachable"] == true)

        Self.expectNothingSaid(of: "Unheard", in: ear.output.text)
        try await networks.end()
    }
}
