// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import MPDAdapter

@Suite("The copy of the service's state for clients of MPD")
struct ServiceMirrorTests {
    @Test("An answer that an update has overtaken does not bring back what was playing before")
    @MediaActor
    func overtaken() async throws {
        let bus = try await PrivateBus()
        let service = try await FakeNowPlaying(bus)
        let directories = UserDirectories(environment: [:], userID: 1, homeFallback: "/nonexistent")
        let mirror = ServiceMirror(
            OnCueConnection(
                environment: ClientEnvironment(directories: directories, busLocation: .session(address: bus.address))))
        mirror.start()
        defer { mirror.stop() }

        for round in 1...50 {
            service.change(to: .playing)
            mirror.noteCommand()
            try await waitUntil("it plays") { try await mirror.nowPlaying().report.status == .playing }

            service.stopsAfterAnswer = true
            mirror.noteCommand()
            mirror.look()
            try await waitUntil("it has stopped, in round \(round)", within: .seconds(10)) {
                try await mirror.nowPlaying().report.status == .stopped
            }
        }
    }
}

/// The part of `org.oncue.NowPlaying1` that tells what is playing.
@MediaActor
private final class FakeNowPlaying: ExportedInterface {
    nonisolated let introspectionXML = """
        <node><interface name="org.oncue.NowPlaying1">
          <method name="GetNowPlaying"><arg type="a{sv}" direction="out"/></method>
          <signal name="NowPlayingChanged"><arg type="a{sv}"/></signal>
        </interface></node>
        """
    private let bus: MessageBus
    private var export: BusExport?
    private var report = NowPlayingReport(status: .stopped)
    /// Whether it stops right behind the next answer.
    var stopsAfterAnswer = false

    init(_ bus: PrivateBus) async throws {
        self.bus = try await bus.connect()
        export = try self.bus.export(self, at: ServiceNames.objectPath)
        _ = try await self.bus.requestName(ServiceNames.busName)
    }

    func change(to status: PlaybackStatus) {
        report.status = status
        export?.emit("NowPlayingChanged", [report.wire])
    }

    func properties() -> [String: BusValue] { [:] }

    func call(_ call: BusMethodCall, reply: BusReply) {
        reply.succeed([report.wire])
        guard stopsAfterAnswer else { return }
        stopsAfterAnswer = false
        change(to: .stopped)
    }
}
