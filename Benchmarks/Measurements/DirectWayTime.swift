// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// What the daemon's own socket saves: the same is done there and over the bus, by turns.
struct DirectWayTime: Measurement {
    let name = "ways"
    let summary = "the same calls, commands and songs at the daemon's own socket and over the bus, by turns"

    private enum Way: String, CaseIterable {
        case bus = "over the bus"
        case direct = "directly"
    }

    private struct Row {
        let name: String
        var times: [Way: Samples] = [.bus: Samples(), .direct: Samples()]

        init(_ name: String) { self.name = name }

        var figures: [Figure] { Way.allCases.map { Figure("\(name), \($0.rawValue)", times[$0] ?? Samples(), "ms") } }
    }

    func measure(_ bench: Bench) async throws -> [Figure] {
        let sound = try await SoundServer.start(in: bench.sandbox)
        defer { sound?.stop() }
        let host = try await Host(
            in: bench.sandbox, output: sound == nil ? "silent" : "pulsesink", ["PULSE_SERVER": sound?.address ?? "none"]
        )
        defer { host.remove() }
        let corpus = try bench.corpus()
        var daemon = try await host.start()
        _ = try await daemon.add(corpus.folder, expecting: corpus.count)
        daemon.stop()
        daemon = try await host.start()
        defer { daemon.stop() }
        try await daemon.waitForQuiet()
        var rows = try calls(bench, host, daemon, corpus)
        rows += try commands(bench, host)
        if let sound { rows += try await sounds(bench, host, sound.ear) }
        rows += try await songs(bench, host)
        return rows.flatMap(\.figures)
    }

    // MARK: Calls

    private static func call(_ member: String, of interface: String, _ arguments: [WireCall.Argument] = []) -> WireCall
    {
        WireCall(member, of: interface, at: ServiceNames.objectPath, on: ServiceNames.busName, arguments)
    }

    private static func children(_ place: String, _ offset: Int = 0) -> WireCall {
        call(
            "GetChildren", of: ServiceNames.playableContent,
            [.string(place), .number(UInt32(offset)), .number(50), .noOptions])
    }

    private func calls(_ bench: Bench, _ host: Host, _ daemon: Daemon, _ corpus: MusicCorpus) throws -> [Row] {
        let names = (0..<20).map { CorpusNames($0 * corpus.count / 21) }
        let folder = corpus.folder.split(separator: "/").last.map(String.init) ?? ""
        let topics: [(String, [WireCall])] = [
            ("Ping", [Self.call("Ping", of: "org.freedesktop.DBus.Peer")]),
            ("GetNowPlaying", [Self.call("GetNowPlaying", of: ServiceNames.nowPlaying)]),
            (
                "page of 50", (0..<20).map { Self.children(ContentSection.tracks.identifier.description, 47 * $0) }
            ),
            ("tracks of an album", names.map { Self.children("Albums/" + $0.album) }),
            ("folder", names.map { Self.children("Folders/\(folder)/\($0.artist)/\($0.album)") }),
            (
                "search, 50 of a common word",
                [
                    Self.call(
                        "Search", of: ServiceNames.playableContent,
                        [.string(CorpusNames.commonWord), .number(0), .number(50)])
                ]
            ),
        ]
        let clients: [(Way, WireClient)] = [
            (.bus, try WireClient(socket: host.bus.path)), (.direct, try WireClient(socket: host.directSocket)),
        ]
        return try topics.map { name, calls in
            var row = Row(name)
            var (uses, sleeps): ([Way: Duration], [Way: Int]) = ([:], [:])
            let rounds = bench.options.runs(40, quick: 5)
            for round in 0...rounds {
                for (way, client) in clients {
                    let before = try ProcessUse(daemon.process)
                    for index in 0..<20 {
                        let begin = ContinuousClock.now
                        try client.call(calls[index % calls.count])
                        if round > 0 { row.times[way]?.add(milliseconds: begin.duration(to: .now)) }
                    }
                    let after = try ProcessUse(daemon.process)
                    uses[way, default: .zero] += after.processorTime - before.processorTime
                    sleeps[way, default: 0] += after.wakeUps(since: before)
                }
            }
            for way in Way.allCases {
                let count = 20 * (rounds + 1)
                Output.say(
                    "\(name), \(way.rawValue): the daemon \((uses[way] ?? .zero) / count / .microseconds(1)) us and "
                        + "\(Double(sleeps[way] ?? 0) / Double(count)) sleeps a call")
            }
            return row
        }
    }

    // MARK: Commands

    private static func variables(_ way: Way) -> [String: String] { way == .bus ? ["ONCUE_BUS_ONLY": "1"] : [:] }

    private func commands(_ bench: Bench, _ host: Host) throws -> [Row] {
        let program = try Files.programBeside("oncue-now")
        return try [["now"], ["volume"], ["queue"]].map { words in
            var row = Row("oncue " + words.joined(separator: " "))
            for round in 0...bench.options.runs(60, quick: 5) {
                for way in Way.allCases {
                    let time = try host.program([program] + words, Self.variables(way)).run()
                    if round > 0 { row.times[way]?.add(milliseconds: time) }
                }
            }
            return row
        }
    }

    // MARK: Sounds

    private func sounds(_ bench: Bench, _ host: Host, _ ear: Ear) async throws -> [Row] {
        let folder = bench.sandbox.newPath("squares")
        try Files.makeFolder(folder)
        let file = folder + "/1.wav"
        try Files.write(SquareWave.file(level: 0.2, seconds: 20), to: file)
        let place = MediaLocation(filePath: Array(file.utf8)).uri
        let program = try Files.programBeside("oncue-now")
        var clients: [Way: OnCueConnection] = [:]
        for way in Way.allCases {
            clients[way] = OnCueConnection(
                environment: ClientEnvironment(
                    directories: UserDirectories(
                        environment: bench.sandbox.variables(home: host.home).merging(Self.variables(way)) { $1 },
                        userID: getuid(), homeFallback: host.home),
                    busLocation: .session(address: host.bus.address), daemonOverride: "/nonexistent"))
        }
        var (selected, played) = (Row("select to first sound"), Row("oncue play to first sound"))
        for round in 0...bench.options.runs(31, quick: 3) {
            for way in Way.allCases {
                guard let client = clients[way] else { continue }
                _ = try await client.nowPlaying()
                try await rest(client, ear)
                var time = try await self.time(ear) { _ = try await client.play(place, PlayOptions(waits: false)) }
                if round > 0 { selected.times[way]?.add(milliseconds: time) }
                try await rest(client, ear)
                var process: pid_t = 0
                time = try await self.time(ear) {
                    process = try host.program([program, "play", file], Self.variables(way)).start()
                }
                _ = host.wait(for: process)
                if round > 0 { played.times[way]?.add(milliseconds: time) }
            }
        }
        if let client = clients[.bus] { try await client.perform(.stop) }
        return [selected, played]
    }

    private func rest(_ client: OnCueConnection, _ ear: Ear) async throws {
        try await client.perform(.stop)
        try await ear.silence()
        try await Task.sleep(for: .milliseconds(150))
    }

    private func time(_ ear: Ear, _ ask: () async throws -> Void) async throws -> Duration {
        async let heard = ear.first(in: 0.001...1)
        await Task.yield()
        let begin = ContinuousClock.now
        try await ask()
        guard let time = await heard else { throw BenchError("no sound comes, but \(ear.loudest) at most") }
        return begin.duration(to: time)
    }

    // MARK: Songs

    private func songs(_ bench: Bench, _ host: Host) async throws -> [Row] {
        let program = try Files.programBeside("oncue-mpd")
        var processes: [pid_t] = []
        defer { for process in processes { bench.sandbox.processes.end(process) } }
        var sockets: [(Way, String)] = []
        for way in Way.allCases {
            // Where its socket is, the daemon's is not.
            let runtime = way == .bus ? bench.sandbox.newPath("run") : host.home + "/runtime"
            if way == .bus { try Files.makeFolder(runtime) }
            processes.append(
                try host.program(
                    [program, "listen"], Self.variables(way).merging(["XDG_RUNTIME_DIR": runtime]) { $1 }
                ).start())
            let socket = runtime + "/mpd/socket"
            let deadline = ContinuousClock.now + .seconds(20)
            while (try? MPDProtocol(socket: socket)) == nil {
                guard ContinuousClock.now < deadline else { throw BenchError("oncue-mpd does not answer") }
                try await Task.sleep(for: .milliseconds(20))
            }
            try MPDProtocol(socket: socket).ask("stats")
            sockets.append((way, socket))
        }
        var rows: [Row] = []
        var status = Row("MPD's protocol: status")
        var notice = Row("MPD's protocol: idle to notice")
        var paused = Row("MPD's protocol: setvol")
        var added = Row("MPD's protocol: add 10,000 songs")
        var connections: [(Way, MPDProtocol)] = []
        for (way, socket) in sockets { connections.append((way, try MPDProtocol(socket: socket))) }
        for round in 0...bench.options.runs(100, quick: 5) {
            for (way, connection) in connections {
                var begin = ContinuousClock.now
                try connection.ask("status")
                if round > 0 { status.times[way]?.add(milliseconds: begin.duration(to: .now)) }
                begin = ContinuousClock.now
                try connection.ask("setvol \(40 + round % 2)")
                if round > 0 { paused.times[way]?.add(milliseconds: begin.duration(to: .now)) }
                usleep(3_000)
            }
        }
        for round in 0...bench.options.runs(40, quick: 5) {
            for (way, socket) in sockets {
                let (waiting, acting) = (try MPDProtocol(socket: socket), try MPDProtocol(socket: socket))
                try waiting.ask("ping")
                try waiting.begin("idle options")
                try acting.ask("ping")
                usleep(2_000)
                let begin = ContinuousClock.now
                try acting.begin("repeat \(way == .bus ? 1 : 0)")
                try waiting.end()
                if round > 0 { notice.times[way]?.add(milliseconds: begin.duration(to: .now)) }
                try acting.end()
                usleep(5_000)
            }
        }
        for round in 0...bench.options.runs(7, quick: 2) {
            for (way, connection) in connections {
                try connection.ask("clear")
                usleep(100_000)
                let begin = ContinuousClock.now
                try connection.ask("findadd \"(modified-since '1970-01-02T00:00:00Z')\" window 0:10000")
                if round > 0 { added.times[way]?.add(milliseconds: begin.duration(to: .now)) }
                try connection.ask("clear")
                usleep(100_000)
            }
        }
        rows += [status, paused, notice, added]
        return rows
    }
}
