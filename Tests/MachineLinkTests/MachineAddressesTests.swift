// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueRuntime
import Testing

@Suite("Addresses of this machine")
struct MachineAddressesTests {
    @Test("Those that hold for a single cable come last, so that the first one is of use to other machines")
    func order() {
        let addresses = ["169.254.7.1", "192.168.1.5", "10.0.0.2", "fe80::1%eth0", "2001:db8::5", "fd00::5"]

        #expect(
            MachineAddresses.ordered(addresses)
                == ["192.168.1.5", "10.0.0.2", "2001:db8::5", "fd00::5", "169.254.7.1", "fe80::1%eth0"])
        #expect(MachineAddresses.all() == MachineAddresses.ordered(MachineAddresses.all()))
    }
}
