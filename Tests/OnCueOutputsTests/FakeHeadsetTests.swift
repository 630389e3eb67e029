// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueDesktop
import OnCueOutputs
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import SystemServices
import Testing

extension SoundServerTests {
    /// A headset that connects, as BlueZ and a real sound server tell it together.
    @MediaActor
    @Suite
    struct FakeHeadsetTests {
        private let bus: PrivateBus
        private let server: PulseServer
        private let headset: FakeHeadset

        init() async throws {
            bus = try await PrivateBus()
            headset = try await FakeHeadset(on: bus)
            server = try await PulseServer(formFactor: "internal", bluetooth: bus)
        }

        private func started(_ source: any TriggerSource) async throws -> ObservedSource {
            let observed = ObservedSource(source)
            source.start()
            try await observed.wait(for: .working)
            return observed
        }

        private func sources() async throws -> (bluetooth: ObservedSource, sound: ObservedSource) {
            try await (
                started(BluetoothTriggerSource(system: SystemBus(address: bus.address))),
                started(SoundTriggerSource(SoundServerWatch(server: server.address)))
            )
        }

        @Test("Both sources hear the same device, and when it goes")
        func comeAndGo() async throws {
            let (bluetooth, sound) = try await sources()
            let seen = SeenDevice(
                id: headset.address, name: "Pods", facts: DeviceFacts(bluetoothClass: 0x240418, services: [0x110B]))

            try await headset.connect()
            try await bluetooth.reports.wait { $0 == .heard(seen) }
            try await sound.reports.wait {
                $0 == .heard(SeenDevice(id: seen.id, name: "Pods", facts: DeviceFacts(form: .headphones)))
            }
            try await headset.disconnect()
            try await bluetooth.reports.wait { $0 == .unlinked(seen.id) }
            try await sound.reports.wait { $0 == .unheard(seen.id) }

            #expect(
                bluetooth.reports.events == [
                    .listed([]), .linked(seen), .heard(seen), .unheard(seen.id), .unlinked(seen.id),
                ])
            #expect(sound.reports.count == 3)
        }

        @Test("A car is a car for both")
        func car() async throws {
            let (bluetooth, sound) = try await sources()
            let address = "AA:BB:CC:DD:EE:C0"
            try await headset.add(.car, called: "My Car", address: address)

            try await headset.connect(isSounding: true, address)

            try await bluetooth.reports.wait {
                if case .heard(let device) = $0 { device.facts.verdict == .known(.car) } else { false }
            }
            try await sound.reports.wait {
                $0 == .heard(SeenDevice(id: address, name: "My Car", facts: DeviceFacts(form: .car)))
            }
        }

        @Test("A link without a profile is heard by nobody")
        func link() async throws {
            let (bluetooth, sound) = try await sources()

            try await headset.connect(isSounding: false)
            try await bluetooth.reports.wait(count: 2)
            try await headset.disconnect()
            try await bluetooth.reports.wait { [headset] in $0 == .unlinked(headset.address) }

            #expect(bluetooth.reports.count == 3)
            #expect(sound.reports.events == [.listed([])])
        }

        @Test("What a program plays there arrives at the headset")
        func sound() async throws {
            let (_, sound) = try await sources()
            try await headset.connect()
            try await sound.reports.wait(count: 2)
            let recorder = try await headset.record()

            let tone = try TemporaryDirectory()
            try ToneFile.tone(1000, seconds: 6).write(to: tone.file("tone.wav"))
            let player = try await ChildProcess.run(
                "paplay", ["-s", server.address, tone.file("tone.wav")], environment: ["LC_ALL": "C"])
            #expect(player.status == 0, "\(player.errors)")

            let heard = try await recorder.finish().sound()
            #expect(abs(heard.frequency - 1000) < 5)
            // What the headset reads too late is lost.
            #expect(heard.seconds > 2)
            #expect(try await headset.receivedBytes() > 10_000)
        }

        @Test("BlueZ that crashes takes its devices with it, and they can come again")
        func crash() async throws {
            let (bluetooth, sound) = try await sources()
            try await headset.connect()
            try await sound.reports.wait(count: 2)

            try await headset.end()
            try await bluetooth.reports.wait { $0 == .lost }
            try await sound.reports.wait { [headset] in $0 == .unheard(headset.address) }
            let again = try await FakeHeadset(on: bus)
            try await bluetooth.wait(for: .working)
            let (before, heard) = (bluetooth.reports.count, sound.reports.count)
            try await again.connect()

            try await bluetooth.reports.wait(from: before) { if case .heard = $0 { true } else { false } }
            try await sound.reports.wait(from: heard) { if case .heard = $0 { true } else { false } }
        }
    }
}
