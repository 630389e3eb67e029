// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import FoundationEssentials
import GLib
import JSON
import OnCueCore
import OnCueTestSupport
import Testing

/// Programs that call as fast as they can.
@Suite("Floods on the bus", .serialized, .timeLimit(.minutes(5)))
struct FloodTests {
    private static let mpris = "org.mpris.MediaPlayer2"
    /// The most that floods may add.
    private static let memoryLimit = 80 << 20

    private static func service(
        _ interface: String, _ member: String, _ texts: [String] = [], _ numbers: [UInt32] = [],
        hasOptions: Bool = false
    ) -> BusFlood.Call {
        BusFlood.Call(
            interface, member, at: ServiceNames.objectPath, of: ServiceNames.busName, texts, numbers,
            hasOptions: hasOptions)
    }

    private static let kinds: [BusFlood.Call] = [
        service(ServiceNames.service, "GetHealth"),
        service(ServiceNames.playableContent, "GetChildren", ["Albums"], [0, 1000], hasOptions: true),
        service(ServiceNames.suggestions, "GetSuggestions", [], [5]),
        service(ServiceNames.artwork, "GetArtwork", ["Albums"], [0]),
        service(ServiceNames.sound, "SetSound", hasOptions: true),
        BusFlood.Call(
            "org.freedesktop.DBus.Properties", "GetAll", at: "/org/mpris/MediaPlayer2", of: mpris + ".oncue",
            [mpris + ".Player"]),
        service("org.oncue.Nothing1", "Nothing"),
        service(ServiceNames.service, "Nothing"),
        BusFlood.Call(ServiceNames.service, "GetHealth", at: "/no/where", of: ServiceNames.busName),
        BusFlood.Call(
            "org.freedesktop.DBus.Properties", "Get", at: "/org/mpris/MediaPlayer2", of: mpris + ".oncue",
            [mpris + ".Player", "Nothing"]),
        // Fewer arguments than it has.
        service(ServiceNames.playableContent, "GetChildren", ["Albums"]),
        service("org.freedesktop.DBus.Introspectable", "Introspect"),
        service("org.freedesktop.DBus.Peer", "Ping"),
        BusFlood.Call(
            "org.oncue.Nothing1", "Nothing", at: ServiceNames.objectPath, of: ServiceNames.busName, ["signal"],
            isSignal: true),
    ]

    /// How long another program waits for the position, and for the bus itself, in milliseconds, the longest last.
    private struct Latencies {
        var position: [Double] = []
        var bus: [Double] = []

        mutating func measure(_ other: MessageBus) async throws {
            let start = ContinuousClock.now
            _ = try await other.call(
                "Get", of: "org.freedesktop.DBus.Properties", at: "/org/mpris/MediaPlayer2", on: mpris + ".oncue",
                [.string(mpris + ".Player"), .string("Position")])
            let answered = ContinuousClock.now
            _ = try await other.call(
                "GetId", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus")
            position.append((answered - start) / .milliseconds(1))
            bus.append((ContinuousClock.now - answered) / .milliseconds(1))
        }

        /// - Parameter part: Which part of the times are shorter, in percent.
        static func time(_ times: [Double], _ part: Int) -> Double { times[times.count * part / 100 - 1] }
    }

    private static func latencies(_ other: MessageBus, _ count: Int) async throws -> Latencies {
        var found = Latencies()
        for _ in 0..<count {
            try await found.measure(other)
            try await Task.sleep(for: .milliseconds(5))
        }
        found.position.sort()
        found.bus.sort()
        return found
    }

    /// The latencies that are measured during each flood, which ends with them.
    private static let latencyCount = TestEffort.isLong ? 300 : 50

    /// How often a flood is measured at most, if the daemon lacks a processor meanwhile.
    private static let attempts = 10

    /// What was measured during a flood.
    private struct Flood {
        /// The calls that it has sent.
        var sent = 0
        var times = Latencies()
        /// The part of the time for which a thread of the daemon could have gone on, had it had a processor: of the thread
        /// that lacked one the longest.
        var starvation = 0.0
    }

    private static func flood(
        _ kind: BusFlood.Call, wantsAnswers: Bool, at address: String, of daemon: ChildProcess, beside other: MessageBus
    ) async throws -> Flood {
        var found = Flood()
        let floods = (0..<2).map { _ in
            RunningFlood(address, kind, count: 1_000_000, within: .seconds(30), wantsAnswers: wantsAnswers)
        }
        let (start, before) = (ContinuousClock.now, try timesWithoutProcessor(of: daemon.identifier))
        found.times = try await latencies(other, latencyCount)
        let awaited = try timesWithoutProcessor(of: daemon.identifier).map { $0.value - (before[$0.key] ?? .zero) }
        found.starvation = (awaited.max() ?? .zero) / (ContinuousClock.now - start)
        for flood in floods { found.sent += try await flood.stop() }
        return found
    }

    /// How long each thread of a process has waited for a processor.
    private static func timesWithoutProcessor(of process: Int32) throws -> [String: Duration] {
        var times: [String: Duration] = [:]
        for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task") {
            // It may have ended meanwhile.
            let text = try? Machine.text(of: "/proc/\(process)/task/\(thread)/schedstat")
            let numbers = text?.split(separator: " ") ?? []
            if numbers.count > 1 { times[thread] = .nanoseconds(Int64(numbers[1]) ?? 0) }
        }
        return times
    }

    private static func memory(of process: Int32) throws -> Int {
        let text = try Machine.text(of: "/proc/\(process)/status")
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
        return (Int(line.split { !$0.isNumber }.first ?? "") ?? 0) << 10
    }

    /// A machine that plays, its daemon and the address of its bus.
    private static func playing() async throws -> (Machine, ChildProcess, String) {
        let machine = try await Machine()
        let daemon = try await machine.startDaemon()
        try await machine.done("library", "add", Products.media)
        try machine.writeMusic("a.wav", seconds: 600)
        try await machine.done("play", "music/a.wav")
        return (machine, daemon, try #require(machine.bus).address)
    }

    @Test("memory stays small, and others are answered meanwhile and at once afterwards", arguments: [false, true])
    func floods(wantsAnswers: Bool) async throws {
        let (machine, daemon, address) = try await Self.playing()
        let other = try await (try #require(machine.bus)).connect()
        let quiet = try await Self.latencies(other, 200).position
        let before = try Self.memory(of: daemon.identifier)

        var worst: [Double] = []
        var (kind, starvation) = (Self.kinds[0], 0.0)
        for next in Self.kinds {
            kind = next
            // Floods that read no answers keep the bus itself busy, and a call and its answer wait for it twice. Beside
            // other programs it takes longer; `make bench` has the figures of a quiet machine.
            // A description of 28 kB for each flood may be before it in the socket, and the bus reads 4 kB in a turn.
            let patience: Double = wantsAnswers && kind.member == "Introspect" ? 5 : 1
            let bounds = [
                (50, patience * max(20 * quiet[100], 50)), (95, patience * max(20 * quiet[198], 150)),
                (99, patience * max(50 * quiet[198], 300)),
            ]
            for attempt in 1...Self.attempts {
                let flood = try await Self.flood(
                    kind, wantsAnswers: wantsAnswers, at: address, of: daemon, beside: other)
                let size = try Self.memory(of: daemon.identifier) >> 20
                let found = bounds.map { part, bound in
                    let position = Latencies.time(flood.times.position, part)
                    let bus = Latencies.time(flood.times.bus, part)
                    return (part: part, position: position, bus: bus, isWithin: position < max(bound, 5 * bus))
                }
                let words = found.map { "p\($0.part) \($0.position), the bus \($0.bus) ms; " }.joined()
                let line = "flood of \(flood.sent) \(kind.member): \(words)RssAnon \(size) MB"
                print(line, "without a processor for \(Int(flood.starvation * 100)) %", separator: "; ")
                let isWithin = found.allSatisfy { $0.isWithin }
                // A daemon that has no processor is behind, and calls pile up in the bus.
                if !isWithin, flood.starvation > 0.3, attempt < Self.attempts { continue }
                #expect(isWithin, "\(line)")
                worst.append(Latencies.time(flood.times.position, 99))
                starvation = flood.starvation
                break
            }
        }
        for attempt in 1...Self.attempts {
            let newcomer = try await (try #require(machine.bus)).connect()
            let start = ContinuousClock.now
            _ = try await newcomer.call(
                "Subscribe", of: ServiceNames.playableContent, at: ServiceNames.objectPath, on: ServiceNames.busName,
                [.string("Albums")], timeout: .seconds(60))
            let time = ContinuousClock.now - start
            if time >= .seconds(2), starvation > 0.3, attempt < Self.attempts {
                starvation = try await Self.flood(
                    kind, wantsAnswers: wantsAnswers, at: address, of: daemon, beside: other
                ).starvation
                continue
            }
            #expect(time < .seconds(2), "a newcomer is answered at once")
            break
        }
        let growth = try Self.memory(of: daemon.identifier) - before
        #expect(growth < Self.memoryLimit, "\(growth >> 20) MB; floods: \(worst), quiet: \(quiet[198])")
        #expect(try await machine.json("now")["status"] == "playing")
    }

    @Test("programs that leave with calls under way cost nothing that stays")
    func leaving() async throws {
        let (machine, daemon, address) = try await Self.playing()
        let before = try Self.memory(of: daemon.identifier)

        for kind in Self.kinds.prefix(4) {
            for _ in 0..<100 {
                _ = try await RunningFlood(address, kind, count: 60, within: .seconds(5), wantsAnswers: true).sent()
            }
        }
        try await machine.done("status")

        let growth = try Self.memory(of: daemon.identifier) - before
        #expect(growth < Self.memoryLimit, "\(growth >> 20) MB")
    }

    @Test("calls beyond the limit are refused by name, and the next one is answered")
    func refusal() async throws {
        let (machine, _, _) = try await Self.playing()
        let bus = try await (try #require(machine.bus)).connect()

        let names = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    do throws(BusError) {
                        _ = try await bus.call(
                            "GetHealth", of: ServiceNames.service, at: ServiceNames.objectPath,
                            on: ServiceNames.busName)
                        return nil
                    } catch {
                        return error.name
                    }
                }
            }
            return await group.reduce(into: [String?]()) { $0.append($1) }
        }

        #expect(names.allSatisfy { $0 == nil || $0 == "org.oncue.Error.Busy" }, "\(Set(names.compactMap { $0 }))")
        #expect(names.count { $0 == nil } >= 64)
        try await machine.done("status")
    }
}
