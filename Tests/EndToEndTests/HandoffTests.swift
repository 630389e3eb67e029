// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueCore
import OnCueTestSupport
import Testing

/// Two machines with homes and buses of their own; a program named `ssh` leads from one to the other.
struct TwoMachines {
    let desk: Machine
    let kitchen: Machine

    init() async throws {
        let kitchen = try await Machine()
        let folder = try TemporaryDirectory()
        let variables = kitchen.environment.filter { $0.key != "PATH" }.map { "\($0)='\($1)'" }.sorted()
        try folder.write(
            "ssh",
            """
            #!/bin/sh
            echo "Welcome to the kitchen"
            echo "$@" >>'\(folder.file("calls"))'
            exec env -i PATH=/usr/bin:/bin \(variables.joined(separator: " ")) '\(Products.program("oncue"))' handoff serve

            """.utf8)
        chmod(folder.file("ssh"), 0o700)
        ssh = folder
        desk = try await Machine(beside: kitchen, ["PATH": folder.path + ":/usr/bin:/bin"])
        self.kitchen = kitchen
    }

    private let ssh: TemporaryDirectory

    /// The words of each call of `ssh`.
    func calls() throws -> [String] {
        guard access(ssh.file("calls"), F_OK) == 0 else { return [] }
        return try Machine.text(of: ssh.file("calls")).split(separator: "\n").map(String.init)
    }

    /// Who plays.
    func playing() async throws -> [String] {
        var names: [String] = []
        for (name, machine) in [("desk", desk), ("kitchen", kitchen)]
        where try await machine.json("now")["status"] == "playing" { names.append(name) }
        return names
    }
}

/// Where something was heard, for what goes on elsewhere from there.
struct PlaceHeard {
    private let seconds: Double
    private let moment: ContinuousClock.Instant

    init(_ machine: Machine) async throws {
        moment = .now
        seconds = try await machine.json("now")["position"]?.doubleValue ?? -1
    }

    /// Expects a position to be no more than a tenth of a second off, but for the time that has passed.
    func expect(_ position: Double?, sourceLocation: SourceLocation = #_sourceLocation) {
        let passed = (ContinuousClock.now - moment) / .seconds(1)
        #expect(
            (seconds - 0.1...seconds + passed + 0.1).contains(position ?? -1),
            "\(position ?? -1) s; it was at \(seconds) s, \(passed) s ago", sourceLocation: sourceLocation)
    }

    func expect(at machine: Machine, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        expect(try await machine.json("now")["position"]?.doubleValue, sourceLocation: sourceLocation)
    }
}

@Suite("Handing over to another machine by ssh")
struct HandoffTests {
    private func machines(_ here: [String], _ there: [String]) async throws -> TwoMachines {
        let machines = try await TwoMachines()
        for (machine, names) in [(machines.desk, here), (machines.kitchen, there)] {
            // Each of its own length, so that they can be told apart.
            for name in names { try machine.writeMusic(name + ".wav", seconds: 100 + Int(name.utf8.first ?? 0)) }
            _ = try await machine.startDaemon()
            try await machine.done("library", "add", "music")
            try await machine.done("library", "scan")
        }
        return machines
    }

    @Test("Said to a machine that the user has named for ssh, and to no other, it goes there, and comes back")
    func said() async throws {
        let two = try await machines(["a", "b"], ["a", "b"])
        let nowhere = try await two.desk.oncue(["say", "hand this off to the kitchen"])
        #expect(nowhere.status == 3 && nowhere.errors.contains("no other machine is known"), "\(nowhere.errors)")
        try two.desk.directory.makeDirectory("home/.ssh")
        try two.desk.directory.write("home/.ssh/config", "Host kitchen\n  User ann\nHost *.example\n".utf8)
        try await two.desk.done("play", "Tracks")
        let unknown = try await two.desk.oncue(["say", "hand this off to evil"])
        #expect(unknown.status == 2 && unknown.errors.contains("kitchen"), "\(unknown.errors)")
        #expect(!(try two.calls().contains { $0.contains("evil") }))

        let moved = try await two.desk.oncue(["say", "hand this off to the kitchen"])
        #expect(moved.status == 0 && moved.errors.contains("plays a"), "\(moved)")
        #expect(try await two.playing() == ["kitchen"])

        let back = try await two.desk.oncue(["say", "--language", "de", "hol die Musik von kitchen"])
        #expect(back.status == 0, "\(back.errors)")
        #expect(try await two.playing() == ["desk"])
    }

    @Test("A queue goes on there at its position, what is not there is shown and skipped, and both can undo it")
    func to() async throws {
        let two = try await machines(["a", "b", "c"], ["a", "c"])
        try await two.desk.done("play", "Tracks")
        try await two.desk.done("seek", "40")
        try await two.desk.done("repeat", "all")
        try await two.desk.done("sleep", "20m")
        let before = try await PlaceHeard(two.desk)

        let moved = try await two.desk.json("handoff", "to", "ann@kitchen")

        #expect(moved["playing"] == true && moved["found"] == 2 && moved["missing"] == ["b"])
        before.expect(moved["position"]?.doubleValue)
        #expect(try await two.playing() == ["kitchen"])
        let there = try await two.kitchen.json("now")
        #expect(there["title"] == "a" && there["repeat"] == "all" && there["sleep"] != .null)
        #expect(there["next"]?["title"] == "c", "what is not there is skipped")
        before.expect(there["position"]?.doubleValue)
        let queue = try await two.kitchen.json("queue")["items"]?.arrayValue ?? []
        #expect(queue.map { $0["unavailable"] } == [false, true, false])
        #expect(try two.calls().allSatisfy { $0.hasSuffix("-- ann@kitchen oncue handoff serve") })

        try await two.kitchen.done("undo")
        #expect(try await two.kitchen.json("queue")["total"] == 0)
        try await two.desk.done("undo")
        #expect(try await two.playing() == ["desk"])
    }

    @Test("What plays there is continued here, and what played here comes back with undo")
    func from() async throws {
        let two = try await machines(["a", "b"], ["a", "b"])
        try await two.desk.done("play", "Tracks/b")
        try await two.kitchen.done("play", "Tracks/a")
        try await two.kitchen.done("seek", "30")
        let before = try await PlaceHeard(two.kitchen)

        try await two.desk.done("handoff", "from", "kitchen")

        #expect(try await two.playing() == ["desk"])
        let here = try await two.desk.json("now")
        #expect(here["title"] == "a")
        before.expect(here["position"]?.doubleValue)
        try await two.desk.done("undo")
        #expect(try await two.desk.json("now")["title"] == "b")
    }

    @Test("It goes on within a tenth of a second of where it stopped, and rests where it rested")
    func position() async throws {
        func position(_ machine: Machine) async throws -> Double {
            try await machine.json("now")["position"]?.doubleValue ?? -1
        }
        let two = try await machines(["a"], ["a"])
        try await two.desk.done("play", "Tracks/a")
        try await two.desk.done("seek", "40")
        var errors: (to: [Double], from: [Double]) = ([], [])
        for _ in 0..<3 {
            let given = try await two.desk.json("handoff", "to", "kitchen")
            errors.to.append(abs((given["position"]?.doubleValue ?? 0) - (try await position(two.desk))))
            let taken = try await two.desk.json("handoff", "from", "kitchen")
            errors.from.append(abs((taken["position"]?.doubleValue ?? 0) - (try await position(two.kitchen))))
        }
        // A machine that stands still while it pauses is off by that, once.
        for errors in [errors.to, errors.from] { #expect(errors.sorted()[1] < 0.1, "\(errors)") }

        #expect(try await two.playing() == ["desk"])
        try await two.desk.done("seek", "70")
        try await two.desk.done("pause")
        try await two.desk.waitForNow("it rests") { $0["status"] == "paused" }
        try await two.desk.done("handoff", "to", "kitchen")
        let (there, here) = (try await position(two.kitchen), try await position(two.desk))
        #expect(try await two.playing() == [] && abs(there - here) < 0.1 && abs(here - 70) < 10, "\(there), \(here)")
    }

    @Test("Nothing there to continue it with leaves it playing here")
    func nothingThere() async throws {
        let two = try await machines(["a"], ["z"])
        try await two.kitchen.done("play", "Tracks/z")
        try await two.desk.done("play", "Tracks/a")

        let result = try await two.desk.oncue("handoff", "to", "kitchen")

        #expect(result.status == 3 && result.errors.contains("kitchen: nothing of this queue"), "\(result.errors)")
        #expect(try await two.playing() == ["desk", "kitchen"], "as before")
    }

    @Test("A file that is there and cannot be played leaves both as they were")
    func broken() async throws {
        let two = try await machines(["a"], ["a", "z"])
        try await two.kitchen.done("play", "Tracks/z")
        try await two.desk.done("play", "Tracks/a")
        unlink(two.kitchen.directory.file("work/music/a.wav"))
        mkdir(two.kitchen.directory.file("work/music/a.wav"), 0o700)

        let result = try await two.desk.oncue("handoff", "to", "kitchen")

        #expect(result.status != 0 && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        #expect(try await two.playing() == ["desk", "kitchen"])
        #expect(try await two.kitchen.json("now")["title"] == "z")
    }

    @Test("The machine itself is no other machine, and plays on")
    func itself() async throws {
        let folder = try TemporaryDirectory()
        try folder.write("ssh", "#!/bin/sh\nexec '\(Products.program("oncue"))' handoff serve\n".utf8)
        chmod(folder.file("ssh"), 0o700)
        let machine = try await Machine(["PATH": folder.path + ":/usr/bin:/bin"])
        _ = try await machine.startDaemon()
        try await machine.done("play", try machine.writeMusic("a.wav")[0])

        let result = try await machine.oncue("handoff", "to", "here")

        #expect(result.status == 1 && result.errors.contains("this queue is from here"), "\(result.errors)")
        #expect(try await machine.json("now")["status"] == "playing")
    }

    @Test("A machine without OnCue, or without ssh, is told as such")
    func unreachable() async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        for (status, words) in [(255, "ssh cannot reach kitchen"), (127, "has no oncue"), (0, "did not answer")] {
            let folder = try TemporaryDirectory()
            try folder.write("ssh", "#!/bin/sh\necho Hello\nexit \(status)\n".utf8)
            chmod(folder.file("ssh"), 0o700)
            let result = try await ChildProcess.run(
                Products.program("oncue"), ["handoff", "to", "kitchen"],
                environment: machine.environment.merging(["PATH": folder.path + ":/usr/bin:/bin"]) { $1 })
            #expect(result.status == 4 && result.errors.contains(words), "\(result.errors)")
        }
    }

    @Test(
        "To and fro, with either daemon killed at any moment: never two play, and nothing is lost",
        arguments: [false, true])
    func killed(playsOn: Bool) async throws {
        let two = try await machines(["a", "b", "c"], ["a", "b", "c"])
        try await KilledHandoffs(desk: two.desk, kitchen: two.kitchen, killsLinks: false).run(playsOn: playsOn)
    }
}

/// Handoffs between two machines with music, while something is killed.
struct KilledHandoffs {
    let desk: Machine
    let kitchen: Machine
    /// Whether what leads from one machine to the other is killed, too.
    let killsLinks: Bool

    private static let rounds = TestEffort.isLong ? 100 : 6

    private func playing() async throws -> [String] {
        var names: [String] = []
        for (name, machine) in [("desk", desk), ("kitchen", kitchen)]
        where try await machine.json("now")["status"] == "playing" { names.append(name) }
        return names
    }

    func run(playsOn: Bool) async throws {
        for machine in [desk, kitchen] {
            try await machine.done("config", "set", "playback.resume-playing", "\(playsOn)")
        }
        try await desk.done("play", "Tracks")
        try await desk.done("seek", "20")
        var lengths = try await lengths()
        var random = SplitMix64(seed: 7)
        var (position, moved, early, late, waits) = (20.0, 0, 0, 0, 0)
        // Until something was killed while it was under way, too.
        for number in 0..<2 * Self.rounds where number < Self.rounds || early == 0 {
            let isThere = try await playing() == ["kitchen"]
            let (source, target) = isThere ? (kitchen, desk) : (desk, kitchen)
            let (from, to) = isThere ? ("kitchen", "desk") : ("desk", "kitchen")
            // Its own queue, which must not get lost either.
            try await target.done("play", "music/c.wav")
            try await target.done("pause")
            try await target.waitForNow("its own queue rests") { $0["title"] == "c" && $0["status"] == "paused" }
            let victim = Bool.random(using: &random) ? desk : kitchen
            let isLink = killsLinks && Int.random(in: 0..<3, using: &random) == 0
            // Who plays changes in the last quarter.
            let (isLate, length) = (number % 3 == 2, isThere ? lengths.from : lengths.to)
            let moments = isLate ? length * 0.75..<length : 0..<length * 1.2
            let pause = Int(Double.random(in: moments, using: &random) * 1000)
            let daemons = victim.processes.filter { $0.name == "oncued" }
            let handoff = try desk.startOncue(Self.words(isThere).map { Array($0.utf8) })
            try await Task.sleep(for: .milliseconds(pause))
            if !handoff.hasEnded {
                (early, late) = (early + 1, late + (isLate ? 1 : 0))
            } else if isThere {
                // It takes less time than it was measured to take beside other programs.
                lengths.from = min(lengths.from, Double(pause) / 1000)
            } else {
                lengths.to = min(lengths.to, Double(pause) / 1000)
            }
            if isLink {
                // That of the caller: the listener is at the other machine.
                for link in PairedMachinesStage.links(desk) { kill(link.identifier, SIGKILL) }
            } else {
                for daemon in daemons { kill(daemon.identifier, SIGKILL) }
            }
            let result = try await handoff.result()
            if result.status == 0 { moved += 1 }

            var playing = try await resting("\(number): killed after \(pause) ms")
            if playsOn, !result.errors.contains("oncue resume") {
                // One that was killed begins by itself, as soon as it is there again.
                for _ in 0..<20 where playing.isEmpty { playing = try await resting("\(number): begun again") }
                #expect(
                    playing.count == 1,
                    "\(number): one plays, \(isLink ? "a link" : victim === source ? from : to) was killed, \(result)")
            }
            // A source that was killed before it was asked is paused, and moved as that.
            if result.status == 0, isLink || victim !== target, result.errors.contains(" plays ") {
                #expect(playing == [to], "\(number): it said so")
            }
            // Where it is not known which one plays, that is said with what to do.
            if result.status != 0, isLink || victim !== source, !result.errors.contains("oncue resume") {
                #expect(playing == [from], "\(number): nothing was moved, \(result.errors)")
            }
            let isUnmoved = result.status != 0 && playing != [to] && !result.errors.contains("oncue resume")
            if isUnmoved, isLink || victim !== target, !isLink || waits == 0 {
                // What nobody could tell to take back what it has prepared, does so after a minute.
                try await waitUntil("\(number): the target has its own queue again", within: .seconds(150)) {
                    try await titles(target) == ["c"]
                }
                if isLink { waits += 1 }
            } else if playing != [to] {
                let titles = try await titles(target)
                #expect(titles == ["c"] || titles == ["a", "b", "c"], "\(number): \(titles)")
            }
            if number % 5 == 0, playing == [to], isLink || victim !== target {
                try await target.done("undo")
                let former = try await titles(target)
                #expect(former == ["c"], "\(number): undo brings back what was there, and not \(former)")
                try await source.done("resume")
            }
            // A daemon that was killed while it played is silent, whatever is done; it is paused where it was.
            if playing.isEmpty {
                var rest: [Double] = []
                for machine in [desk, kitchen] {
                    rest.append(try await machine.json("now")["position"]?.doubleValue ?? 0)
                }
                #expect((rest.max() ?? 0) > position - 6, "\(number): \(rest) after \(position), \(result.errors)")
                #expect(try await source.json("queue")["total"] == 3, "\(number)")
                try await source.done("resume")
            }
            for machine in [desk, kitchen] {
                let now = try await machine.json("now")
                if now["status"] == "playing" { position = now["position"]?.doubleValue ?? 0 }
            }
        }
        #expect(moved > 0, "nothing was moved at all")
        #expect(early > 0, "nothing was killed while something was under way")
        #expect(late > 0 || !TestEffort.isLong, "nothing was killed in the last steps")
    }

    private static func words(_ isThere: Bool) -> [String] { ["handoff", isThere ? "from" : "to", "kitchen"] }

    /// How long a handoff takes that nobody disturbs, in seconds; the first ones may start what is not running yet.
    private func lengths() async throws -> (to: Double, from: Double) {
        var lengths: [Double] = []
        for isThere in [false, true, false, true] {
            let begin = ContinuousClock.now
            let result = try await desk.startOncue(Self.words(isThere).map { Array($0.utf8) }).result()
            #expect(result.status == 0, "\(result.errors)")
            lengths.append((ContinuousClock.now - begin) / .seconds(1))
        }
        return (lengths[2], lengths[3])
    }

    /// Who plays, as soon as that rests: questions start daemons that were killed, which may play on. Never both do.
    private func resting(_ what: String) async throws -> [String] {
        var (names, count) = (try await playing(), 1)
        for _ in 0..<40 where count < 3 {
            #expect(names.count <= 1, "\(what)")
            let next = try await playing()
            (names, count) = (next, next == names ? count + 1 : 1)
        }
        #expect(names.count <= 1, "\(what)")
        return names
    }

    private func titles(_ machine: Machine) async throws -> [String] {
        let items = try await machine.json("queue")["items"]?.arrayValue ?? []
        return items.compactMap { $0["title"]?.stringValue }
    }
}
