// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueDesktop
import OnCueRuntime
import OnCueTestSupport
import SystemServices
import Testing

@MediaActor
@Suite("What the network costs")
struct NetworkCostTests {
    @Test("NetworkManager says whether a connection is metered; without one it is not")
    func metered() async throws {
        let bus = try await PrivateBus()
        let cost = NetworkCost(system: SystemBus(address: bus.address))
        #expect(await cost.state() == .free)
        let network = try await FakeNetwork(on: bus)
        for (value, state) in [(0, .free), (1, .metered), (2, .free), (3, .metered), (4, .free)]
            as [(UInt32, NetworkCost.State)]
        {
            try await network.setMetered(value)
            #expect(await cost.state() == state)
        }
    }
}
