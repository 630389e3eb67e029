// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import MachineLink
import OnCueSession
import OnCueTestSupport
import PairedMachines
import SQLite
import Testing

@Suite("Listening that paired machines share")
struct SharedHistoryTests {
    private static let everything = "plays,positions,likes"

    private func stage(
        shares: String = everything, systems: (desk: String, kitchen: String)? = nil, music: [String: Int] = [:]
    ) async throws -> PairedMachinesStage {
        let stage = try await PairedMachinesStage(systems: systems)
        for (name, seconds) in music {
            for machine in [stage.desk, stage.kitchen] { try machine.writeMusic(name + ".wav", seconds: seconds) }
        }
        // Before the services run, which take notice of changes a moment later.
        for machine in [stage.desk, stage.kitchen] {
            try await machine.done("config", "set", "playback.resume-length", "1")
        }
        try await stage.begin(["a", "b"], ["a"])
        try await stage.kitchen.done("handoff", "listen", "on")
        for machine in [stage.desk, stage.kitchen] where shares != "none" { try await share(machine, shares) }
        return stage
    }

    /// Switches it on, and waits until the service has taken notice.
    private func share(_ machine: Machine, _ words: String) async throws {
        try await machine.done("config", "set", "handoff.share", words)
        try await waitUntil("it is shared") {
            try await !machine.oncue("handoff", "sync").errors.contains("oncue: listening is not shared here")
        }
    }

    /// Listens to something until it is left at a position, and likes it.
    private func listen(_ machine: Machine, _ title: String, to position: Int) async throws {
        try await machine.done("play", "Tracks/\(title)")
        try await machine.done("seek", "\(position)")
        try await machine.done("stop")
        try await machine.done("favourite", "Tracks/\(title)")
    }

    /// Plays it, and waits until it goes on where it was left.
    private func expectResumes(_ machine: Machine, _ title: String, at seconds: Double) async throws {
        try await machine.done("play", "Tracks/\(title)")
        try await waitUntil("\(title) goes on where it was left") {
            try await machine.json("now")["position"]?.doubleValue ?? 0 >= seconds
        }
        try await machine.done("stop")
    }

    private func position(_ machine: Machine, _ title: String) async throws -> Double {
        try await machine.done("play", "Tracks/\(title)")
        let position = try await machine.json("now")["position"]?.doubleValue ?? 0
        try await machine.done("stop")
        return position
    }

    @Test("History, positions and likes of one machine are on the other, once, and go on there")
    func across() async throws {
        let stage = try await stage()
        try await listen(stage.desk, "a", to: 70)
        let sent = try await stage.desk.json("handoff", "sync", "kitchen")["items"]?[0]
        // On a slow machine, some of it has gone by itself already.
        #expect(sent?["reachable"] == true && sent?["came"] == 0, "\(sent?.text() ?? "")")
        let history = try await stage.kitchen.json("history", "--all")
        let kinds = history["items"]?.arrayValue?.compactMap { $0["kind"]?.stringValue } ?? []
        #expect(kinds.contains("started") && kinds.contains("stopped"), "\(kinds)")
        #expect(try await stage.kitchen.done("favourite", "--list").contains("a"))
        try await expectResumes(stage.kitchen, "a", at: 70)

        // What was just played there is in its journal a moment later.
        var again: JSONValue?
        try await waitUntil("nothing is left to be told; there was \(again?.text() ?? "nothing")") {
            again = try await stage.desk.json("handoff", "sync")["items"]?[0]
            return again?["came"] == 0 && again?["went"] == 0
        }
    }

    private func entries(_ machine: Machine) async throws -> [JSONValue] {
        try await machine.json("playlist", "show", "Evening/Calm")["items"]?.arrayValue ?? []
    }

    @Test("A playlist goes across and back with what is changed in it, and is deleted on both")
    func playlists() async throws {
        let stage = try await stage(shares: "playlists")
        try await stage.desk.done("playlist", "create", "Evening/Calm")
        try await stage.desk.done("playlist", "add", "Evening/Calm", "Tracks/a", "Tracks/b")
        try await stage.desk.done("handoff", "sync", "kitchen")
        let there = try await entries(stage.kitchen)
        #expect(there.map { $0["title"]?.stringValue } == ["a", "b"], "\(there)")
        #expect(there.map { $0["playable"]?.boolValue } == [true, false], "the kitchen does not have b")
        try await stage.kitchen.done("playlist", "remove", "Evening/Calm", "1")
        try await stage.desk.done("handoff", "sync", "kitchen")
        #expect(try await entries(stage.desk).map { $0["title"]?.stringValue } == ["b"])
        try await stage.desk.done("playlist", "delete", "Evening/Calm")
        // By itself, some seconds later.
        try await waitUntil("it is in the trash on both") {
            try await stage.kitchen.done("trash").contains("Calm")
        }
        #expect(try await stage.kitchen.json("playlist")["total"] == 0)
    }

    /// How often something counts as played and as skipped, on both machines.
    private func counts(_ stage: PairedMachinesStage, _ title: String) async throws -> [JSONValue?] {
        var counts: [JSONValue?] = []
        for machine in [stage.desk, stage.kitchen] {
            let item = try await machine.json("info", "Tracks/\(title)")
            counts += [item["playCount"], item["skipCount"]]
        }
        return counts
    }

    @Test("What moves from one machine to the other in its midst is one play on both, and no skip")
    func handedOver() async throws {
        let stage = try await stage(music: ["short": 20])
        try await stage.desk.done("play", "Tracks/short")
        try await stage.desk.waitForNow("it is heard") { ($0["position"]?.doubleValue ?? 0) > 1 }
        try await stage.desk.done("handoff", "to", "kitchen")
        try await waitUntil("it has been heard there") {
            try await stage.kitchen.json("history", "--all")["items"]?.arrayValue?
                .contains { $0["kind"] == "finished" } == true
        }
        try await stage.desk.done("handoff", "sync")
        // What each has written into its journal meanwhile goes with the next one.
        try await waitUntil("both have the same") {
            try await stage.desk.done("handoff", "sync")
            let here = try await stage.desk.json("history", "--all")["total"]
            return try await stage.kitchen.json("history", "--all")["total"] == here
        }
        #expect(try await counts(stage, "short") == [1, 0, 1, 0])
    }

    /// What is suggested because it was listened to, not because it is new.
    private func suggested(_ machine: Machine) async throws -> [String] {
        let items = try await machine.json("suggestions")["items"]?.arrayValue ?? []
        return items.filter { $0["cause"] != "nominated" }.compactMap { $0["title"]?.stringValue }
    }

    /// As if it had been played on each of the last days, at this hour.
    private func habit(of title: String, on machine: Machine) async throws {
        let item = try #require(try await machine.json("info", "Tracks/\(title)")["identifier"]?.stringValue)
        try await machine.done("quit")
        let connection = try Connection(path: machine.directory.file("data/oncue/suggestions.sqlite"))
        let (now, clock) = (Int64(time(nil)), MomentClock.system)
        try connection.execute("INSERT INTO names (name) VALUES ('\(item)')")
        for day in 1...10 {
            let time = now - Int64(day) * 86_400
            let (hour, weekday) = clock.local(time)
            try connection.execute(
                """
                INSERT INTO donations
                    (kind, item, time, hour, weekday, choice_time, choice_hour, choice_weekday, register)
                SELECT 'played', id, \(time), \(hour), \(weekday), \(time), \(hour), \(weekday),
                    lower(hex(randomblob(8))) FROM names WHERE name = '\(item)'
                """)
        }
    }

    @Test("What is listened to on one machine is suggested on the other, until it is forgotten where it was learnt")
    func learnt() async throws {
        let stage = try await stage(shares: "learnt")
        // Before, since a service that has started tells the other one by itself.
        #expect(try await !suggested(stage.kitchen).contains("a"))
        try await habit(of: "a", on: stage.desk)
        try await waitUntil("it is learnt") { try await suggested(stage.desk).contains("a") }
        try await stage.desk.done("handoff", "sync", "kitchen")
        try await waitUntil("it is learnt there") { try await suggested(stage.kitchen).contains("a") }

        // Also after the service there was started again.
        try await stage.kitchen.done("quit")
        try await waitUntil("it is known again") { try await suggested(stage.kitchen).contains("a") }

        try await stage.desk.done("forget", "Tracks/a", "--yes")
        try await stage.desk.done("handoff", "sync", "kitchen")
        try await waitUntil("it is forgotten there") { try await !suggested(stage.kitchen).contains("a") }
    }

    @Test("The name of each log begins with the number of its machine's key")
    func names() async throws {
        let stage = try await stage()
        try await listen(stage.desk, "a", to: 70)
        try await stage.desk.done("handoff", "sync")
        let connection = try Connection(
            path: stage.kitchen.directory.file("data/oncue/listening.sqlite"), mode: .readOnly)
        let logs = try connection.prepare("SELECT name, machine FROM logs WHERE machine IS NOT NULL")
            .all { ($0.text(0), $0.text(1)) }
        let desk = try PairedMachinesStage.files(stage.desk).identity(name: "OnCue", now: 1_700_000_000)
            .identifier.text
        #expect(!logs.isEmpty)
        for (name, machine) in logs { #expect(machine == desk && name.hasPrefix(desk.prefix(24)), "\(name)") }
    }

    @Test("What is erased after sharing was switched off goes from the other machine, and nothing else is told")
    func eraseLater() async throws {
        let stage = try await stage()
        try await listen(stage.desk, "a", to: 70)
        try await stage.desk.done("handoff", "sync")
        #expect(try await stage.kitchen.json("history", "--all")["total"] != 0)
        for machine in [stage.desk, stage.kitchen] { try await machine.done("config", "set", "handoff.share", "none") }
        try await stage.desk.done("history", "erase", "--all", "--yes")
        try await listen(stage.desk, "a", to: 80)
        try await waitUntil("it is erased there", within: .seconds(60)) {
            _ = try await stage.desk.oncue("handoff", "sync")
            return try await stage.kitchen.json("history", "--all")["total"] == 0
        }
        #expect(try await position(stage.kitchen, "a") < 60)
    }

    @Test("Nothing goes out before it is switched on, on both machines")
    func off() async throws {
        let stage = try await stage(shares: "none")
        try await listen(stage.desk, "a", to: 70)
        let here = try await stage.desk.oncue("handoff", "sync")
        #expect(here.status != 0 && here.errors.contains("oncue config set handoff.share"), "\(here.errors)")
        try await share(stage.desk, "plays")
        let there = try await stage.desk.oncue("handoff", "sync")
        #expect(there.errors.contains("kitchen: listening is not shared here"), "\(there.output) \(there.errors)")
        try await share(stage.kitchen, "likes")
        try await stage.desk.done("handoff", "sync")
        #expect(try await stage.kitchen.json("history")["total"] == 0)
        #expect(try await stage.kitchen.done("favourite", "--list").isEmpty)
        #expect(try await stage.desk.oncue("handoff", "sync", "cellar").status == 3)
    }

    @Test("Erasing on the machine where it was listened to erases it on the other; forgetting a machine may, too")
    func erase() async throws {
        let stage = try await stage()
        try await listen(stage.desk, "a", to: 70)
        try await stage.desk.done("handoff", "sync")
        #expect(try await stage.kitchen.json("history", "--all")["total"] != 0)
        try await stage.desk.done("history", "erase", "--all", "--yes")
        try await stage.desk.done("handoff", "sync")
        #expect(try await stage.kitchen.json("history", "--all")["total"] == 0)
        #expect(try await position(stage.kitchen, "a") < 60)

        try await stage.kitchen.done("history", "erase", "--all", "--yes")
        try await listen(stage.desk, "a", to: 80)
        try await stage.desk.done("handoff", "sync")
        #expect(try await stage.kitchen.json("history", "--all")["total"] != 0)
        try await stage.desk.done("erase", "--yes")
        _ = try await stage.desk.done("now")
        try await stage.desk.done("handoff", "sync")
        let left = try await stage.kitchen.json("history", "--all")
        #expect(left["total"] == 0, "\(left.text())")
        #expect(try await stage.kitchen.done("favourite", "--list").contains("a"), "likes are kept")
        try await stage.kitchen.done("handoff", "forget", "desk", "--erase")
        #expect(try await stage.kitchen.done("favourite", "--list").isEmpty)
    }

    @Test("What is not in the library there is kept, and shows up when it is")
    func later() async throws {
        let stage = try await stage()
        try await listen(stage.desk, "b", to: 90)
        try await stage.desk.done("handoff", "sync")
        #expect(try await stage.kitchen.json("history", "--all")["total"] == 0)
        try stage.kitchen.writeMusic("b.wav", seconds: 100 + Int(UInt8(ascii: "b")))
        try await stage.kitchen.done("library", "scan")
        try await stage.desk.done("handoff", "sync")
        #expect(try await stage.kitchen.json("history", "--all")["total"] != 0)
        try await expectResumes(stage.kitchen, "b", at: 90)
    }

    @Test("Changes are exchanged by themselves, and again if the other machine was away at first")
    func byItself() async throws {
        let stage = try await stage()
        try await listen(stage.desk, "a", to: 70)
        // Half a minute after an exchange, and a minute after the second try in vain.
        try await waitUntil("it has gone", within: .seconds(150)) {
            try await stage.kitchen.json("history", "--all")["total"] != 0
        }
        // It may have gone while it was still played; the rest goes now, and not behind the erasure.
        try await stage.desk.done("handoff", "sync")
        try await stage.kitchen.done("history", "erase", "--all", "--yes")
        try await stage.desk.done("handoff", "sync")

        try await stage.kitchen.done("handoff", "listen", "off")
        let nobody = try Listener(port: stage.ports.kitchen)
        try await listen(stage.desk, "a", to: 80)
        try await waitUntil("it is tried in vain", within: .seconds(150)) { nobody.hangUp() }
        nobody.end()
        #expect(try await stage.kitchen.json("history", "--all")["total"] == 0)
        try await stage.kitchen.done("handoff", "listen", "on")
        // The second try is after a quarter of a minute; on a busy machine that may come too early.
        try await waitUntil("it has gone at the second or third try", within: .seconds(150)) {
            try await stage.kitchen.json("history", "--all")["total"] != 0
        }
    }

    @Test("A machine that wakes up asks the others at once")
    func wakeUp() async throws {
        let bus = try await PrivateBus()
        let logind = try await Logind(on: bus)
        let stage = try await stage(systems: (desk: bus.address, kitchen: bus.address))
        try await stage.kitchen.done("handoff", "listen", "off")
        try await stage.desk.done("handoff", "listen", "on")
        // Nothing is left to be told or asked, and what was begun before, as on every start, is over.
        try await stage.kitchen.done("handoff", "sync")
        try await waitUntil("nobody asks any longer") { stage.kitchen.processes.allSatisfy { !$0.isTalking } }
        try await listen(stage.desk, "a", to: 70)
        #expect(try await stage.kitchen.json("history", "--all")["total"] == 0)
        try await logind.tell(isSleepNear: false)
        try await waitUntil("it has come", within: .seconds(30)) {
            try await stage.kitchen.json("history", "--all")["total"] != 0
        }
        withExtendedLifetime(logind) {}
    }

    @Test("A machine that appears in the network is asked at once")
    func appears() async throws {
        let network = try await PrivateBus()
        let stage = try await stage(systems: (desk: network.address, kitchen: network.address))
        // The kitchen has what there is, and then nobody can be reached.
        try await stage.desk.done("handoff", "sync")
        try await stage.kitchen.done("handoff", "listen", "off")
        try await listen(stage.desk, "a", to: 70)
        let nobody = try Listener(port: stage.ports.kitchen)
        for _ in 0..<2 { try await waitUntil("it is tried in vain", within: .seconds(150)) { nobody.hangUp() } }
        nobody.end()
        let begin = ContinuousClock.now
        let avahi = try await FakeAvahi(on: network)
        try await stage.kitchen.done("handoff", "listen", "on")
        try await waitUntil("it has gone", within: .seconds(60)) {
            try await stage.kitchen.json("history", "--all")["total"] != 0
        }
        #expect(ContinuousClock.now - begin < .seconds(40), "without it, it would be tried after a minute")
        withExtendedLifetime(avahi) {}
    }

    @Test("A service that is killed in the midst of exchanges loses nothing, and nothing counts twice")
    func killed() async throws {
        let stage = try await stage()
        var heard = 0
        for round in 0..<4 {
            try await stage.desk.done("played", "Tracks/a")
            try await listen(stage.desk, "a", to: 70 + round)
            heard = try await stage.desk.json("history", "--all")["total"]?.intValue ?? 0
            let sync = Task { try await stage.desk.oncue("handoff", "sync") }
            try await Task.sleep(for: .milliseconds(30 * (round + 1)))
            let victim = round.isMultiple(of: 2) ? stage.kitchen : stage.desk
            for process in victim.processes where process.name == "oncued" { kill(process.identifier, SIGKILL) }
            _ = try await sync.value
        }
        _ = try await stage.desk.json("now")
        var sync = try await stage.desk.oncue("handoff", "sync")
        for _ in 0..<3 where sync.status != 0 { sync = try await stage.desk.oncue("handoff", "sync") }
        #expect(sync.status == 0, "\(sync.output) \(sync.errors)")
        let here = try await stage.desk.json("history", "--all")["total"]?.intValue ?? 0
        #expect(here >= heard)
        #expect(try await stage.kitchen.json("history", "--all")["total"] == .int(here))
    }

    @Test("A paired machine that means ill: floods, other machines' logs, times that lie ahead, texts without end")
    func hostile() async throws {
        let stage = try await stage()
        let log = String(repeating: "ab", count: 16)
        func message(_ entries: String, after: Int = 0, through: Int) -> String {
            "{\"do\":\"journal\",\"version\":1,\"kinds\":[\"plays\",\"likes\"],\"have\":{},\"parts\":[{\"log\":\"\(log)\",\"kind\":\"plays\",\"after\":\(after),\"through\":\(through),\"entries\":[\(entries)]}]}"
        }
        func play(_ number: Int, title: String = "a", time: Int = 1_700_000_000) -> String {
            "{\"n\":\(number),\"t\":\(time),\"item\":{\"id\":\"track:x\",\"as\":{\"title\":\"\(title)\",\"duration\":197000000}},\"play\":\"heard\",\"at\":0,\"cause\":\"user\"}"
        }
        /// What is answered; where a busy machine has not answered soon, it is asked once more with patience.
        func answer(to frames: [String], _ isAnswered: (String) -> Bool) async throws -> String {
            let first = try await stage.talk(as: stage.desk, frames, patience: 4)
            return isAnswered(first) ? first : try await stage.talk(as: stage.desk, frames, patience: 30)
        }
        for broken in [
            "{\"do\":\"journal\"}", message("{}", through: 1), message(play(2), through: 1),
            message("{\"n\":1,\"t\":1,\"erased\":[[1,9007199254740993]]}", through: 1),
        ] {
            let refusal = "\"error\":\"InvalidValue\""
            let said = try await answer(to: [PairedMachinesStage.frame(broken)]) { $0.contains(refusal) }
            #expect(said.contains(refusal), "\(broken.prefix(80)): \(said)")
        }
        // It names another caller; only what oncue-link says counts.
        let caller = PairedMachinesStage.frame("{\"caller\":\"\(String(repeating: "1", count: 64))\"}")
        let isBoth = { (said: String) in said.contains("\"error\":\"InvalidValue\"") && said.contains("\"answer\"") }
        let both = try await answer(to: [caller, PairedMachinesStage.frame(message(play(1), through: 1))], isBoth)
        #expect(isBoth(both), "\(both)")
        #expect(try await stage.kitchen.json("history", "--all")["total"] == 1)
        let ahead = try await answer(
            to: [PairedMachinesStage.frame(message(play(2, time: 4_000_000_000), after: 1, through: 2))]
        ) { $0.contains("clocks") }
        #expect(ahead.contains("clocks"), "\(ahead)")
        let long = String(repeating: "x", count: 60_000)
        _ = try await stage.talk(
            as: stage.desk, [PairedMachinesStage.frame(message(play(2, title: long), after: 1, through: 2))],
            patience: 4)
        #expect(try await stage.kitchen.json("history", "--all")["total"] == 1, "it is not in the library")
        // Its own log, with as many messages as it likes.
        let flood = String(
            repeating: PairedMachinesStage.frame(message(play(1), through: 1)), count: 200)
        _ = try await stage.talk(as: stage.desk, [flood], patience: 10)
        #expect(try await stage.kitchen.json("history", "--all")["total"] == 1)
        #expect(try await stage.desk.json("handoff", "sync")["items"]?[0]?["reachable"] == true)
    }
}
