// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSuggestions
import Testing

@Suite("Kinds of devices")
struct DeviceFactsTests {
    @Test(
        "The kind follows from the class of Bluetooth",
        arguments: [
            (0x24_0404, DeviceFacts.Verdict.known(.headphones)), (0x24_0418, .known(.headphones)),
            (0x24_0420, .known(.car)), (0x24_0414, .known(.other)), (0x24_041C, .known(.other)),
            (0x24_0428, .known(.other)), (0x5A_020C, .known(.other)), (0, .known(.other)),
        ] as [(UInt32, DeviceFacts.Verdict)])
    func byClass(value: UInt32, verdict: DeviceFacts.Verdict) {
        #expect(DeviceFacts(bluetoothClass: value).verdict == verdict)
    }

    @Test("Hands-free sets with music may be cars, which only the person can tell; without music they are neither")
    func handsFree() {
        #expect(DeviceFacts(bluetoothClass: 0x24_0408, services: [0x110B, 0x111E]).verdict == .ambiguous)
        #expect(DeviceFacts(bluetoothClass: 0x24_0408, services: [0x111E]).verdict == .known(.other))
        #expect(DeviceFacts(form: .handsfree).verdict == .ambiguous)
    }

    @Test("What the sound server says goes before the class")
    func form() {
        #expect(DeviceFacts(bluetoothClass: 0x24_0408, services: [0x110B], form: .car).verdict == .known(.car))
        #expect(DeviceFacts(bluetoothClass: 0x24_0414, form: .headset).verdict == .known(.headphones))
        #expect(DeviceFacts(form: .other).verdict == .known(.other))
    }

    @Test("Devices of LE Audio have no class")
    func lowEnergy() {
        #expect(DeviceFacts(services: [0x184E]).verdict == .known(.headphones))
        #expect(DeviceFacts(services: [0x110A]).verdict == .known(.other))
    }

    @Test("A phone is nothing to listen with, whatever services it has; without a class LE Audio is headphones")
    func phones() {
        #expect(DeviceFacts(bluetoothClass: 0x5A_020C, services: [0x110A, 0x111F]).verdict == .known(.other))
        #expect(DeviceFacts(bluetoothClass: 0x5A_020C, services: [0x110B, 0x184E]).verdict == .known(.other))
        #expect(DeviceFacts(services: [0x184E]).verdict == .known(.headphones))
    }
}
