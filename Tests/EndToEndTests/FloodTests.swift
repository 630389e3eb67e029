// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
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

    /// How long another program waits for the position, in milliseconds, the longest last.
    private static func latencies(_ bus: MessageBus, _ count: Int) async throws -> [Double] {
        var found: [Double] = []
        for _ in 0..<count {
            let start = ContinuousClock.now
            _ = try await bus.call(
                "Get", of: "org.freedesktop.DBus.Properties", at: "/org/mpris/MediaPlayer2", on: mpris + ".oncue",
                [.string(mpris + ".Player"), .string("Position")])
            found.append((ContinuousClock.now - start) / .milliseconds(1))
            try await Task.sleep(for: .milliseconds(5))
        }
        return found.sorted()
    }

    /// Longer than the latencies take to be measured.
    private static let floodTime: Duration = TestEffort.isLong ? .seconds(3) : .milliseconds(1_500)

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
        let quiet = try await Self.latencies(other, 200)
        let before = try Self.memory(of: daemon.identifier)

        var worst: [Double] = []
        for kind in Self.kinds {
            let floods = (0..<2).map { _ in
                Task.detached { () throws -> Int in
                    try BusFlood(address).send(
                        kind, count: 20_000, within: Self.floodTime, wantsAnswers: wantsAnswers)
                }
            }
            let times = try await Self.latencies(other, 100)
            var sent = 0
            for flood in floods { sent += try await flood.value }
            worst.append(times[98])
            let size = try Self.memory(of: daemon.identifier) >> 20
            let late = "p50 \(times[50]) p95 \(times[94]) p99 \(times[98]) ms"
            print("flood of \(sent) \(kind.member): \(late), RssAnon \(size) MB")
            #expect(times[50] < 10 * max(quiet[100], 2), "\(kind.member): \(times[50]) ms, quiet \(quiet[100]) ms")
            // Two of a hundred may be late on a machine that is busy with something else; `make bench` has the figure.
            #expect(times[94] < 10 * max(quiet[198], 5), "\(kind.member): \(times[94]) ms, quiet \(quiet[198]) ms")
            #expect(times[98] < 50 * max(quiet[198], 5), "\(kind.member): \(times[98]) ms, quiet \(quiet[198]) ms")
        }
        let newcomer = try await (try #require(machine.bus)).connect()
        let start = ContinuousClock.now
        _ = try await newcomer.call(
            "Subscribe", of: ServiceNames.playableContent, at: ServiceNames.objectPath, on: ServiceNames.busName,
            [.string("Albums")], timeout: .seconds(5))

        #expect(ContinuousClock.now - start < .seconds(2))
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
                _ = try await Task.detached {
                    try BusFlood(address).send(kind, count: 60, within: .seconds(5), wantsAnswers: true)
                }.value
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
