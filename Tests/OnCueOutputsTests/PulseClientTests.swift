// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Dispatch
import OnCueTestSupport
import PulseAudio
import Testing

extension SoundServerTests {
    /// The connection to a sound server.
    @Suite
    struct PulseClientTests {
        private let events = EventLog<PulseEvent>()

        private func connect(to server: PulseServer) async throws -> PulseClient {
            let client = PulseClient(name: "test", server: server.address) { [events] in events.append($0) }
            await client.connect()
            try await events.wait { $0 == .connected }
            return client
        }

        @Test("A connection gives the sinks with what the server says of them, and the default")
        func state() async throws {
            let server = try await PulseServer()
            _ = try await server.addSink(
                "fakecar",
                ["device.form_factor": "car", "device.bus": "bluetooth", "device.description": "My Car"])
            let client = try await connect(to: server)

            let state = try #require(await client.state())

            #expect(state.server.hasPrefix("pulseaudio "))
            #expect(state.sinks.map(\.name) == ["oncue_test", "fakecar"])
            // The server prefers Bluetooth.
            #expect(state.defaultSink == "fakecar")
            let car = state.sinks[1]
            #expect((car.description, car.formFactor, car.bus) == ("My Car", "car", "bluetooth"))
            #expect(!car.isHardware && car.ports.isEmpty && car.activePort == nil)
        }

        @Test("Changes are told, and a sink that goes away by its number")
        func changes() async throws {
            let server = try await PulseServer()
            let client = try await connect(to: server)
            let module = try await server.addSink("second")
            try await events.wait { $0 == .changed }
            let index = try #require(await client.state()).sinks[1].index

            try await server.removeSink(module)

            try await events.wait { $0 == .sinkRemoved(index) }
            #expect(await client.state()?.sinks.map(\.name) == ["oncue_test"])
        }

        @Test("A change right after the connection is told")
        func earlyChange() async throws {
            let server = try await PulseServer()
            // Nothing that the client has not sent before reaches the server until the sink is there.
            let client = PulseClient(name: "test", server: server.address) { [events] event in
                events.append(event)
                guard event == .connected else { return }
                let isAdded = DispatchSemaphore(value: 0)
                Task {
                    _ = try? await server.addSink("second")
                    isAdded.signal()
                }
                _ = isAdded.wait(timeout: .now() + 30)
            }
            await client.connect()

            try await events.wait { $0 == .added }
        }

        @Test("A server that dies is told once, and there is no state until it is connected to again")
        func dies() async throws {
            let server = try await PulseServer()
            let client = try await connect(to: server)

            server.kill()

            try await events.wait { $0 == .disconnected }
            #expect(await client.state() == nil)
            try await server.startAgain()
            let start = events.count
            await client.connect()
            try await events.wait(from: start) { $0 == .connected }
            #expect(await client.state()?.sinks.count == 1)
            #expect(events.events.filter { $0 == .disconnected }.count == 1)
        }

        @Test("Whoever asks while the server dies gets an answer")
        func asksDying() async throws {
            for _ in 0..<5 {
                let server = try await PulseServer()
                let client = try await connect(to: server)
                async let states = (client.state(), client.state(), client.state())
                server.kill()
                _ = await states
                await client.disconnect()
                #expect(await client.state() == nil)
            }
        }

        /// A server that dies while the memory is being set up makes libpulse loop forever.
        @Test("A connection shares no memory with the server")
        func memory() async throws {
            let server = try await PulseServer()
            let client = try await connect(to: server)
            #expect(await client.state() != nil)

            let files = try MappedFiles()

            #expect(files.contain("libpulse"))
            #expect(files.sharedWithSoundServer == [])
        }

        @Test("Without a server it is told that there is none")
        func nobody() async throws {
            let client = PulseClient(name: "test", server: "unix:/nonexistent/oncue") { [events] in events.append($0) }
            await client.connect()
            try await events.wait { $0 == .disconnected }
        }

        @Test("A stream is known with its process, its sink and whether it is silent")
        func streams() async throws {
            let server = try await PulseServer()
            let client = try await connect(to: server)
            let player = try ChildProcess(
                "pacat", ["-s", server.address, "--volume=32768", "/dev/zero"], environment: ["LC_ALL": "C"])

            var stream: PulseStream?
            while stream == nil {
                try await events.wait(from: 0) { $0 == .changed }
                stream = await client.state()?.streams.first
            }

            #expect(stream?.process == player.identifier)
            #expect(stream?.isMuted == false)
            #expect(abs((stream?.volume ?? 0) - 0.5) < 0.01)
            try await player.end()
        }
    }
}
