// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueOutputs
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import Testing

extension SoundServerTests {
    /// What can be heard, as a real server tells it.
    @MediaActor
    @Suite
    struct SoundTriggerSourceTests {
        private nonisolated static let pods = [
            "device.form_factor": "headphone", "device.bus": "bluetooth", "device.description": "Pods",
            "device.string": "aa:bb:cc:dd:ee:0f",
        ]

        @Test("It keeps what sources of triggers promise")
        func contract() async throws {
            let server = try await PulseServer()
            server.kill()
            var number = 0

            let violations = await TriggerSourceContract.violations(
                of: .init(
                    begin: { try await server.startAgain() },
                    change: {
                        number += 1
                        var properties = Self.pods
                        properties["device.string"] = "aa:bb:cc:dd:ee:0\(number)"
                        _ = try await server.addSink("pods\(number)", properties)
                    },
                    end: { server.kill() })
            ) { SoundTriggerSource(SoundServerWatch(server: server.address)) }

            #expect(violations == [])
        }

        @Test("Headphones and a car that come are heard, and not when they have gone")
        func comeAndGo() async throws {
            let server = try await PulseServer(formFactor: "internal")
            let source = ObservedSource(SoundTriggerSource(SoundServerWatch(server: server.address)))
            source.source.start()
            try await source.wait(for: .working)
            let pods = SeenDevice(id: "AA:BB:CC:DD:EE:0F", name: "Pods", facts: DeviceFacts(form: .headphones))

            let number = try await server.addSink("pods", Self.pods)
            try await source.reports.wait { $0 == .heard(pods) }
            #expect(source.source.health == SourceHealth(.working, "1 device connected"))
            _ = try await server.addSink("car", ["device.form_factor": "car", "device.description": "Car"])
            try await source.reports.wait {
                $0 == .heard(SeenDevice(id: "car", name: "Car", facts: DeviceFacts(form: .car)))
            }
            try await server.removeSink(number)
            try await source.reports.wait { $0 == .unheard(pods.id) }

            #expect(source.reports.count == 4)
            source.source.stop()
        }

        @Test("A device that comes is not kept waiting by changes that are gathered")
        func promptness() async throws {
            let server = try await PulseServer()
            let connection = SoundServerWatch(server: server.address, queryInterval: .seconds(600))
            let source = ObservedSource(SoundTriggerSource(connection))
            source.source.start()
            try await source.wait(for: .working)

            // The first is what begins the gathering.
            for name in ["one", "two", "three"] {
                _ = try await server.addSink(name, ["device.form_factor": "headset", "device.description": name])
            }

            try await source.reports.wait {
                $0 == .heard(SeenDevice(id: "three", name: "three", facts: DeviceFacts(form: .headset)))
            }
            source.source.stop()
        }

        @Test("Outputs and triggers have one connection in common, and whoever stops takes nothing from the other")
        func shared() async throws {
            let server = try await PulseServer()
            let connection = SoundServerWatch(server: server.address)
            let outputs = PulseOutputWatch(connection)
            let source = ObservedSource(SoundTriggerSource(connection))
            let told = EventLog<Bool>()
            outputs.onChange = { [told] in told.append($0.isServerThere) }
            source.source.start()
            try await source.wait(for: .working)
            outputs.start()
            try await told.wait { $0 }
            // `pactl` is one itself.
            let clients = try await server.control(["list", "short", "clients"]).split(separator: "\n")
            #expect(clients.count == 2)

            source.source.stop()
            let before = told.count
            _ = try await server.addSink("pods", Self.pods)
            try await told.wait(from: before) { _ in true }
            #expect(source.reports.count == 1)
            source.source.start()
            try await source.reports.wait(count: 2)

            #expect(source.reports.events[1] != .listed([]))
            outputs.stop()
            source.source.stop()
        }
    }
}
