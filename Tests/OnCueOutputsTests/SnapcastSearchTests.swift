// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCueOutputs

@MediaActor
@Suite("Snapcast servers that announce themselves in the network")
struct SnapcastSearchTests {
    private nonisolated static let status = #"""
        {"id":1,"result":{"server":{"groups":[{"id":"g","stream_id":"s","clients":[{"id":"c","connected":true}]}],
        "streams":[{"id":"s","uri":{"scheme":"tcp","host":"127.0.0.1:4953","query":{}}}]}}}
        """#.filter { $0 != "\n" }

    private let devices = FakeOutputWatch()
    private let server: LineServer
    private let address: ServiceAddress
    private let told = EventLog<[String]>()

    init() throws {
        server = try LineServer { _ in Array((Self.status + "\r\n").utf8) }
        address = try #require(ServiceAddress(host: "127.0.0.1", port: Int(server.port)))
    }

    private func watch(_ search: @escaping @MediaActor () async -> [ServiceAddress]) -> SnapcastOutputWatch {
        let watch = SnapcastOutputWatch(beside: devices, addresses: [], delay: .seconds(1))
        watch.search = search
        watch.onChange = { [told] in told.append($0.outputs.map(\.identifier)) }
        return watch
    }

    private var output: String { "snapcast:127.0.0.1:\(server.port)/s" }

    @Test(
        "One is an output when somebody asks for outputs, and the network is not asked at other times, nor again and again"
    )
    func found() async throws {
        var count = 0
        let watch = watch { [address] in
            count += 1
            return [address, address]
        }
        watch.start()
        devices.show("pods")
        #expect(count == 0 && server.callers == 0)

        for _ in 0..<3 { await watch.refresh() }

        #expect(count == 1 && server.callers == 1)
        #expect(told.events.last == ["pods", output])
        watch.stop()
    }

    @Test("A network that answers late keeps nobody waiting, and what it answers is told")
    func late() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let watch = watch { [address] in
            for await _ in gate { break }
            return [address]
        }
        watch.start()
        devices.show("pods")
        #expect(await ContinuousClock().measure { await watch.refresh() } < .seconds(5))
        #expect(told.events.last == ["pods"])

        opening.yield(())

        _ = try await told.wait { $0.count == 2 }
        watch.stop()
    }

    @Test("The server of a chosen output is known without the network, as after a restart")
    func remembered() async throws {
        let watch = watch { [] }
        watch.choose([ChosenOutput(identifier: output, title: "Snapcast")])
        watch.start()
        devices.show("pods")
        _ = try await told.wait { [output] in $0 == ["pods", output] }
        watch.choose([])
        await watch.refresh()
        #expect(told.events.last == ["pods"], "it was not found in the network")
        watch.stop()
    }

    @Test("Only outputs of Snapcast name a server", arguments: ["pods", "snapcast:", "snapcast:x/s", "snapcast:h:0/s"])
    func others(identifier: String) {
        #expect(AudioOutputs.snapcastAddress(identifier) == nil)
    }
}
