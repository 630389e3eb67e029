// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCuePlayers
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Calls that no well-behaved client makes")
struct FuzzTests {
    @Test(
        "Wrong types are answered with InvalidArgs by every method, and the service lives on",
        arguments: [1, 2, 3] as [UInt64])
    @MediaActor
    func wrongTypes(seed: UInt64) async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        var random = RandomCalls(seed: seed)

        for target in try await Self.targets(rig) {
            for _ in 0..<8 {
                let arguments = random.arguments(unlike: target.method.inputs)
                let error = await rig.failure { try await target.call(rig, arguments) }
                #expect(error?.name == BusError.invalidArguments, "seed \(seed): \(target.method.name) \(arguments)")
            }
        }

        try await Self.expectAlive(rig)
    }

    @Test(
        "Extreme values are carried out or refused by name, and the service lives on", arguments: [1, 2, 3] as [UInt64])
    @MediaActor
    func extremeValues(seed: UInt64) async throws {
        let rig = try await ServiceRig()
        var random = RandomCalls(seed: seed)
        let targets = try await Self.targets(rig)

        for _ in 0..<6 {
            try await rig.play()
            for target in targets.shuffled(using: &random.generator) {
                let arguments = target.method.inputs.map { random.extreme($0) }
                let error = await rig.failure { try await target.call(rig, arguments) }
                if let error {
                    let isNamed = error.name.hasPrefix(ServiceNames.errorPrefix) && !error.message.isEmpty
                    #expect(isNamed, "seed \(seed): \(target.method.name) \(arguments) gave \(error.name)")
                }
            }
            await rig.advance(by: .seconds(1))
        }

        try await Self.expectAlive(rig)
    }

    @Test("Every writable property takes or refuses extreme values", arguments: [1, 2, 3] as [UInt64])
    @MediaActor
    func extremeProperties(seed: UInt64) async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        var random = RandomCalls(seed: seed)

        for (name, type) in [("LoopStatus", "s"), ("Shuffle", "b"), ("Volume", "d"), ("Rate", "d")] {
            for _ in 0..<20 {
                let error = await rig.failure { try await rig.set(name, random.extreme(type)) }
                #expect(error == nil || error?.name == "org.oncue.Error.InvalidValue")
            }
        }

        let volume = try #require(try await rig.get("Volume").doubleValue)
        #expect((0...1).contains(volume))
        let rate = try #require(try await rig.get("Rate").doubleValue)
        #expect((0.5...3).contains(rate))
        try await Self.expectAlive(rig)
    }

    @Test("A text that is far too long is refused at once, everywhere")
    @MediaActor
    func longTexts() async throws {
        let rig = try await ServiceRig()
        let (name, document) = (String(repeating: "ä/", count: 30_000), String(repeating: "ä/", count: 300_000))

        for target in try await Self.targets(rig) where target.method.inputs.contains("s") {
            // That one takes a whole document.
            let text = target.method.name == "ImportOPML" ? document : name
            let arguments = target.method.inputs.map { $0 == "s" ? .string(text) : RandomCalls.plain($0) }
            let error = await rig.failure { try await target.call(rig, arguments) }
            #expect(error?.name == "org.oncue.Error.InvalidValue", "\(target.method.name)")
            #expect((error?.message.utf8.count ?? 0) < 200)
        }

        try await Self.expectAlive(rig)
    }

    @Test("The longest text that is taken is refused by name where it means nothing, without repeating it")
    @MediaActor
    func longestTexts() async throws {
        let rig = try await ServiceRig()
        let text = String(repeating: "ä/", count: 16_384 / 3)

        let searches = ["Search", "BeginSearch", "Check", "FindLocations"]
        for target in try await Self.targets(rig)
        where target.method.inputs.contains("s") && !searches.contains(target.method.name) {
            let arguments = target.method.inputs.map { $0 == "s" ? .string(text) : RandomCalls.plain($0) }
            let error = await rig.failure { try await target.call(rig, arguments) }
            #expect(error?.name.hasPrefix(ServiceNames.errorPrefix) == true, "\(target.method.name)")
            #expect((error?.message.utf8.count ?? 0) < 2000, "\(target.method.name) repeats the text")
        }
    }

    @Test("A client that goes away while its call is carried out leaves the service as it is")
    @MediaActor
    func vanishingClients() async throws {
        let rig = try await ServiceRig()

        for _ in 0..<10 {
            var client: MessageBus? = try await rig.bus.connect()
            let call = Task { @MediaActor [client] in
                try? await client?.call(
                    "Play", of: ServiceNames.playback, at: ServiceNames.objectPath, on: ServiceNames.busName,
                    [.string("album:blue"), .dictionary(["wait": .bool(true)])], timeout: .milliseconds(20))
            }
            client = nil
            _ = await call.value
        }
        await rig.advance()

        try await Self.expectAlive(rig)
    }

    // MARK: Parts

    @MediaActor
    private struct Target {
        var path: String
        var method: IntrospectionXML.Method

        func call(_ rig: ServiceRig, _ arguments: [BusValue]) async throws {
            try await rig.client.call(
                method.name, of: method.interface, at: path, on: ServiceNames.busName, arguments, timeout: .seconds(15))
        }
    }

    /// Every method of every interface of ours but those that end the service.
    @MediaActor
    private static func targets(_ rig: ServiceRig) async throws -> [Target] {
        var targets: [Target] = []
        for path in [ServiceNames.objectPath, MPRISObject.path] {
            for method in try await IntrospectionTests.served(rig, path).methods
            where !method.interface.hasPrefix("org.freedesktop") && method.name != "Quit" {
                targets.append(Target(path: path, method: method))
            }
        }
        #expect(targets.count > 30)
        return targets
    }

    @MediaActor
    private static func expectAlive(_ rig: ServiceRig) async throws {
        await rig.settle()
        rig.engine.defaultMedium = .init()
        try await rig.play()
        #expect(rig.controller.snapshot.status == .playing)
        #expect(try await rig.getAll().count == 15)
        #expect(!rig.server.isClosed)
    }
}

/// Random arguments with a seed.
private struct RandomCalls {
    var generator: SplitMix64

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    /// Arguments whose types are not those.
    mutating func arguments(unlike types: [String]) -> [BusValue] {
        let pool = ["s", "x", "t", "u", "i", "d", "b", "o", "v", "as", "a{sv}", "(ss)", "y"]
        while true {
            let others = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                pool.randomElement(using: &generator) ?? "s"
            }
            if others != types { return others.map { extreme($0) } }
        }
    }

    /// A value of a type, likely one that hurts.
    mutating func extreme(_ type: String) -> BusValue {
        switch type {
        case "s": return .string(pick(Self.texts))
        case "o":
            return .objectPath(
                pick(["/", "/org/oncue/OnCue/entry/1", "/org/mpris/MediaPlayer2/TrackList/NoTrack", "/a"]))
        case "x": return .int64(pick([.min, .min + 1, -1, 0, 1, 1_000_000, 179_999_999, .max - 1, .max]))
        case "t": return .uint64(pick([0, 1, 2, 3, .max / 2, .max]))
        case "u": return .uint32(pick([0, 1, 1000, 1001, .max - 1, .max]))
        case "i": return .int32(pick([.min, -1, 0, .max]))
        case "y": return .byte(255)
        case "d":
            return .double(pick([.nan, .infinity, -.infinity, -0.0, 1e308, -1e308, .leastNonzeroMagnitude, 0.5, 1]))
        case "b": return .bool(Bool.random(using: &generator))
        case "v": return .variant(.string(pick(Self.texts)))
        case "ao": return .array([extreme("o"), extreme("o")], of: "o")
        case "as": return .strings([pick(Self.texts)])
        case "at": return .array([extreme("t"), extreme("t")], of: "t")
        case "au": return .array([extreme("u"), extreme("u")], of: "u")
        case "(ss)": return .structure([.string(""), .string("x")])
        case "a{sv}":
            return .dictionary(["shuffle": extreme(pick(["b", "s", "x"])), "wait": .bool(false), "": .strings([])])
        case "aa{sv}":
            let keys = ["item", "program", "identifier", "kind", "time", "place", ""]
            let rows = (0..<3).map { _ -> BusValue in
                .dictionary(
                    Dictionary(uniqueKeysWithValues: keys.map { ($0, extreme(pick(["s", "x", "b", "as"]))) }))
            }
            return .array(rows, of: "a{sv}")
        default: return Self.plain(type)
        }
    }

    static func plain(_ type: String) -> BusValue {
        switch type {
        case "u": .uint32(0)
        case "i": .int32(0)
        case "t": .uint64(0)
        case "x": .int64(0)
        case "b": .bool(false)
        case "d": .double(0)
        case "o": .objectPath("/")
        case "as": .strings([])
        case "at", "au": .array([], of: String(type.dropFirst()))
        case "a{sv}": .dictionary([:])
        case "aa{sv}": .array([], of: "a{sv}")
        default: .string("")
        }
    }

    private static let texts = [
        "", "/", "//", "/0", "/0/0/0/0", "/1/0@0", "/99999999999999999999999", "/0@99999999999999999999999", "@", ":",
        "album:", "album:x", "root:", "section:albums", "track:b1", "file://", "file:///", "file:///%00",
        "file:///%ff%fe",
        "http://", "x://", "Albums/Blue", "Albums//Blue/", "../../etc/passwd", "None", "one", "\u{0}", "\u{FFFD}",
        "e\u{301}", "\u{202E}", "🎵", "' OR 1=1 --", "%s%n", String(repeating: "/0", count: 100), "\r\n",
    ]

    private mutating func pick<T>(_ values: [T]) -> T {
        values[Int.random(in: values.indices, using: &generator)]
    }
}
