// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import JSON
import OnCueCore
import OnCueTestSupport
import Testing

/// Calls everything that the service has on the bus with values that nobody would send.
@Suite("Whatever is called on the bus", .timeLimit(.minutes(20)))
struct BusFuzzTests {
    /// In a round.
    private static let calls = 400
    private static let rounds = 6
    /// The most that a round may add to the memory, in bytes, when all is set up.
    private static let growthLimit = 6 << 20
    private static let floods = TestEffort.isLong ? 20 : 3
    /// The most that floods may add to the memory, in bytes.
    private static let floodLimit = 80 << 20
    /// What ends the daemon as it should.
    private static let last: Set<String> = ["Quit"]
    private static let objects = [
        (service: ServiceNames.busName, path: ServiceNames.objectPath),
        ("org.mpris.MediaPlayer2.oncue", "/org/mpris/MediaPlayer2"),
    ]

    /// A method, or the setting of a property.
    private struct Target: Sendable {
        var service: String
        var path: String
        var interface: String
        var member: String
        var arguments: [String]
        var property: BusInterface.Property?
    }

    @Test(
        "every call is answered, a refusal has a name and words, and the daemon lives on as small as it was",
        arguments: TestEffort.seeds(2))
    func everything(seed: Int) async throws {
        let machine = try await Machine()
        try machine.writeMusic("Band/Album/a.wav")
        try machine.writeMusic("Band/Album/b.wav")
        let daemon = try await machine.startDaemon()
        try await machine.done("library", "add", "music")
        try await machine.done("play", "music/Band/Album/a.wav")
        let bus = try await (try #require(machine.bus)).connect()
        let targets = try await Self.targets(on: bus)
        #expect(targets.count > 150, "everything that there is, as it was introspected")
        var values = RandomBusValues(seed: UInt64(seed))

        var unnamed: [String] = []
        for target in targets { unnamed += await Self.call(target, &values, on: bus) }
        // What is set up once may be large, but a leak grows in every round.
        var sizes = [try Self.memory(of: daemon.identifier)]
        repeat {
            for _ in 0..<Self.calls {
                guard let target = values.pick(targets) else { break }
                unnamed += await Self.call(target, &values, on: bus)
            }
            sizes.append(try Self.memory(of: daemon.identifier))
        } while sizes.count < Self.rounds && Self.growth(sizes) > Self.growthLimit

        for _ in 0..<Self.floods {
            guard let target = values.pick(targets) else { break }
            unnamed += try await Self.flood(target, &values, try #require(machine.bus))
            let start = ContinuousClock.now
            _ = try await bus.call(
                "Get", of: "org.freedesktop.DBus.Properties", at: "/org/mpris/MediaPlayer2",
                on: "org.mpris.MediaPlayer2.oncue",
                [.string("org.mpris.MediaPlayer2.Player"), .string("Position")])
            #expect(ContinuousClock.now - start < .seconds(10), "after a flood of \(target.interface).\(target.member)")
        }

        #expect(unnamed == [])
        #expect(try Self.memory(of: daemon.identifier) - (sizes.last ?? 0) < Self.floodLimit)
        #expect(Self.growth(sizes) <= Self.growthLimit, "bytes after each round: \(sizes)")
        #expect(try await machine.json("status")["processIdentifier"] == .int(Int(daemon.identifier)))
        try await machine.done("play", "music/Band/Album/b.wav")
        #expect(try await machine.json("now")["title"] == "b")
        try await machine.done("quit")
    }

    /// The growth in the last round.
    private static func growth(_ sizes: [Int]) -> Int {
        sizes.count > 2 ? sizes[sizes.count - 1] - sizes[sizes.count - 2] : .max
    }

    private static func targets(on bus: MessageBus) async throws -> [Target] {
        var targets: [Target] = []
        for (service, path) in objects {
            for interface in try await BusInterface.all(of: path, at: service, on: bus) {
                for method in interface.methods where !last.contains(method.name) {
                    targets.append(
                        Target(
                            service: service, path: path, interface: interface.name, member: method.name,
                            arguments: method.arguments))
                }
                for property in interface.properties where !interface.name.hasPrefix("org.freedesktop.") {
                    targets.append(
                        Target(
                            service: service, path: path, interface: interface.name, member: property.name,
                            arguments: [], property: property))
                }
            }
        }
        return targets
    }

    /// A call with its arguments.
    private struct Request: Sendable {
        var target: Target
        var interface: String
        var member: String
        var arguments: [BusValue]
    }

    private static func request(_ target: Target, _ values: inout RandomBusValues) -> Request {
        guard let property = target.property else {
            return Request(
                target: target, interface: target.interface, member: target.member,
                arguments: values.arguments(target.arguments))
        }
        let properties = "org.freedesktop.DBus.Properties"
        let name: [BusValue] = [.string(target.interface), .string(property.name)]
        guard values.chance(2) else {
            return Request(target: target, interface: properties, member: "Get", arguments: name)
        }
        let value = values.arguments([property.signature]).first ?? .bool(true)
        return Request(target: target, interface: properties, member: "Set", arguments: name + [.variant(value)])
    }

    /// - Returns: What is wrong with the answer.
    private static func call(_ target: Target, _ values: inout RandomBusValues, on bus: MessageBus) async -> [String] {
        switch await send(request(target, &values), on: bus) {
        case .success(let answer):
            values.hear(answer)
            return []
        case .failure(let fault): return [fault.message].filter { !$0.isEmpty }
        }
    }

    /// Why an answer is an error; without words for one that is as it should be.
    private struct Fault: Error {
        var message = ""
    }

    private static func send(_ request: Request, on bus: MessageBus) async -> Result<[BusValue], Fault> {
        let target = request.target
        do throws(BusError) {
            let answer = try await bus.call(
                request.member, of: request.interface, at: target.path, on: target.service, request.arguments,
                timeout: .seconds(30))
            return .success(answer)
        } catch {
            let isNamed = ["org.oncue.Error.", "org.freedesktop.DBus.Error.", "org.mpris."].contains {
                error.name.hasPrefix($0)
            }
            let isSilence =
                error.isUnanswered || [BusError.disconnected, BusError.serviceUnknown].contains(error.name)
            let isFault = error.name == "org.freedesktop.DBus.Error.Failed"
            guard !isNamed || isSilence || isFault || error.message.isEmpty else { return .failure(Fault()) }
            return .failure(Fault(message: "\(target.interface).\(target.member): \(error.name): \(error.message)"))
        }
    }

    /// Calls one thing again and again: 200 times at once with values, and 5,000 times without any and without
    /// waiting for answers.
    ///
    /// - Returns: What is wrong with the answers.
    private static func flood(
        _ target: Target, _ values: inout RandomBusValues, _ bus: PrivateBus
    ) async throws -> [String] {
        let caller = try await bus.connect()
        let silent = BusFlood.Call(target.interface, target.member, at: target.path, of: target.service)
        let flood = RunningFlood(bus.address, silent, count: 5_000, within: .seconds(5), wantsAnswers: false)
        let requests = (0..<200).map { _ in request(target, &values) }
        let faults = await withTaskGroup(of: String.self) { group in
            for request in requests {
                group.addTask {
                    guard case .failure(let fault) = await send(request, on: caller) else { return "" }
                    return fault.message
                }
            }
            return await group.reduce(into: [String]()) { $0.append($1) }
        }
        _ = try await flood.sent()
        return faults.filter { !$0.isEmpty }
    }

    /// What the process has in memory, without what it shares, in bytes.
    private static func memory(of process: Int32) throws -> Int {
        let text = try Machine.text(of: "/proc/\(process)/status")
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
        return (Int(line.split { !$0.isNumber }.first ?? "") ?? 0) << 10
    }
}
