// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GLib
import OnCueDesktop
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import SystemServices
import Testing

@MediaActor
@Suite("Networks, as NetworkManager tells them")
struct NetworkTriggerSourceTests {
    private nonisolated static let salt = [UInt8](0..<32)
    private nonisolated static let home = "5d0c7c4e-0000-4000-8000-000000000001"
    private nonisolated static let work = "5d0c7c4e-0000-4000-8000-000000000002"
    private let bus: PrivateBus

    init() async throws { bus = try await PrivateBus() }

    private func source(salt: [UInt8]? = Self.salt, patience: Duration = .seconds(10)) -> ObservedSource {
        ObservedSource(NetworkTriggerSource(system: SystemBus(address: bus.address), patience: patience) { salt })
    }

    private func started() async throws -> ObservedSource {
        let source = source()
        source.source.start()
        try await source.wait(for: .working)
        return source
    }

    private func hash(_ text: String) -> String { Checksum.hmacSHA256(Array(text.utf8), key: Self.salt) }

    private func marks(_ connection: String, _ wireless: String? = nil) -> Set<String> {
        Set(["uuid:" + connection, wireless].compactMap(\.self).map(hash))
    }

    @Test("It keeps what sources of triggers promise")
    func contract() async throws {
        var network: FakeNetwork?
        var number = 0
        let violations = await TriggerSourceContract.violations(
            of: .init(
                begin: { network = try await FakeNetwork(on: bus) },
                change: {
                    number += 1
                    try await network?.enter("connection \(number)")
                },
                end: { try await network?.service.end() }), isListing: false
        ) { source().source }

        #expect(violations == [])
    }

    @Test("A network is told by hashes of its connection and of its gateway with its name, and that it was left")
    func enterAndLeave() async throws {
        let network = try await FakeNetwork(on: bus)
        let source = try await started()

        try await network.enter(Self.home)
        try await source.reports.wait(count: 2)
        try await network.leave()
        try await source.reports.wait(count: 3)

        #expect(
            source.reports.events == [
                .network([]), .network(marks(Self.home, "gateway:192.168.1.1|ssid:Home")), .network([]),
            ])
        #expect(source.source.health == SourceHealth(.working, "not connected to a network"))
        source.source.stop()
    }

    @Test("A cable is known by its connection and its gateway, and a name need not be text")
    func cable() async throws {
        let network = try await FakeNetwork(on: bus)
        try await network.enter(Self.work, kind: "802-3-ethernet", wirelessName: [])
        let source = try await started()
        #expect(source.reports.events == [.network([hash("uuid:\(Self.work)|gateway:192.168.1.1")])])

        try await network.enter(Self.home, wirelessName: [0xFF, 0x00, 0x80])
        try await source.reports.wait(count: 2)

        let wireless = Checksum.hmacSHA256(
            Array("gateway:192.168.1.1|ssid:".utf8) + [0xFF, 0x00, 0x80], key: Self.salt)
        #expect(source.reports.events[1] == .network(marks(Self.home).union([wireless])))
        source.source.stop()
    }

    @Test("A connection counts when it can be used")
    func activating() async throws {
        let network = try await FakeNetwork(on: bus)
        let source = try await started()

        try await network.enter(Self.home, isActivated: false)
        // One that begins looks while it is so.
        let witness = try await started()
        #expect(witness.reports.events == [.network([])])
        witness.source.stop()
        try await network.activate()
        try await source.reports.wait(count: 2)

        #expect(source.reports.events.map { $0 == .network([]) } == [true, false])
        source.source.stop()
    }

    @Test("A tunnel changes nothing: the network is what carries it")
    func tunnel() async throws {
        let network = try await FakeNetwork(on: bus)
        try await network.enter(Self.home)
        let source = try await started()

        try await network.enter("5d0c7c4e-0000-4000-8000-00000000000f", kind: "wireguard", wirelessName: [])
        let witness = try await started()
        #expect(witness.reports.events == [.network(marks(Self.home, "gateway:192.168.1.1|ssid:Home"))])
        witness.source.stop()
        try await network.leave()
        try await source.reports.wait(count: 2)

        #expect(source.reports.events == [.network(marks(Self.home, "gateway:192.168.1.1|ssid:Home")), .network([])])
        source.source.stop()
    }

    @Test("Without a secret nothing is told")
    func noSecret() async throws {
        let network = try await FakeNetwork(on: bus)
        try await network.enter(Self.home)
        let source = source(salt: nil)

        source.source.start()
        try await source.wait(for: .failing)

        #expect(source.reports.events.isEmpty)
        source.source.stop()
    }

    @Test("A NetworkManager that hangs is told so, and found when it talks again")
    func hanging() async throws {
        let network = try await FakeNetwork(on: bus)
        network.service.hang()
        let source = source(patience: .milliseconds(500))
        source.source.start()
        try await source.wait(for: .failing)
        #expect(source.reports.events.isEmpty)

        network.service.goOn()

        var number = 0
        try await waitUntil("it is found") {
            number += 1
            try await network.enter(Self.home, gateway: "192.168.1.\(number)")
            return source.source.health.state == .working
        }
        source.source.stop()
    }

    @Test("The hash is that of RFC 4231, and nobody finds it without the key")
    func hash() {
        #expect(
            Checksum.hmacSHA256(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(Checksum.hmacSHA256([], key: [1]) != Checksum.hmacSHA256([], key: [2]))
    }
}

@Suite("A secret on the disk")
struct SecretFileTests {
    @Test("It is made once, for this user alone")
    func once() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("salt")

        let first = try #require(await SecretFile(path: file).load())

        #expect(first.count == 32)
        #expect(Set(first).count > 8)
        #expect(await SecretFile(path: file).load() == first)
        #expect(try await ChildProcess.run("stat", ["-c", "%a %s", file]).output == "600 32\n")
    }

    @Test("One that others could read, or that was cut off, is replaced; one that cannot be kept is none")
    func replaced() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("salt")
        let first = await SecretFile(path: file).load()
        _ = try await ChildProcess.run("chmod", ["644", file])

        let second = try #require(await SecretFile(path: file).load())
        #expect(second != first)
        try directory.write("salt", [1, 2, 3])
        #expect(await SecretFile(path: file).load()?.count == 32)
        #expect(await SecretFile(path: "/nonexistent/salt").load() == nil)
    }
}
