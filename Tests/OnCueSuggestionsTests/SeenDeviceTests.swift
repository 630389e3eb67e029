// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSuggestions
import Testing

/// What sources write of devices, in one form.
@Suite
struct SeenDeviceTests {
    @Test(
        "An address is the same however it is written",
        arguments: ["AA:BB:CC:DD:EE:0F", "aa:bb:cc:dd:ee:0f", "AA_BB_CC_DD_EE_0F", "aa-bb-cc-dd-ee-0f"])
    func address(text: String) {
        #expect(BluetoothAddress(text)?.text == "AA:BB:CC:DD:EE:0F")
    }

    @Test(
        "What is no address has none",
        arguments: [
            "", "AA:BB:CC:DD:EE", "AA:BB:CC:DD:EE:0F:", "AA:BB:CC:DD:EE:0G", "AABBCCDDEE0F11111", "AA:BB_CC:DD:EE:0F",
            "ÄÄ:BB:CC:DD:EE:0", "/org/bluez/hci0/dev_AA",
        ])
    func noAddress(text: String) {
        #expect(BluetoothAddress(text) == nil)
    }

    @Test("A name is one line that can be shown, and what says nothing has another name")
    func name() {
        #expect(SeenDevice.readableName(" Anna’s\n\u{1B}[2JPods ", else: "x") == "Anna’s [2JPods")
        #expect(SeenDevice.readableName("\u{202E}\t\u{2028}", else: "x") == "x")
        #expect(SeenDevice.readableName("", else: "x") == "x")
        let long = SeenDevice.readableName(String(repeating: "e\u{301}", count: 100_000), else: "x")
        #expect(long.unicodeScalars.count == SeenDevice.longestName)
    }
}
