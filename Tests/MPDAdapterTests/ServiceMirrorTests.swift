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
        let mirror = Self.mirror(on: bus)
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

    @Test("The queue has the entry that plays, even if its change is announced later")
    @MediaActor
    func overtakenQueue() async throws {
        let bus = try await PrivateBus()
        let queue = FakeQueue()
        let service = try await FakeNowPlaying(bus, queue)
        let mirror = Self.mirror(on: bus)
        mirror.start()
        defer { mirror.stop() }
        _ = try await mirror.nowPlaying()
        #expect(try await mirror.currentQueue().entries.isEmpty)

        queue.entry = 7
        service.change(to: .playing, NowPlayingEntry(id: .init(7), title: "Open Water"))
        try await waitUntil("it plays") { try await mirror.nowPlaying().report.status == .playing }
        #expect(try await mirror.currentQueue().position(of: 7) == 0)
    }

    @MediaActor
    private static func mirror(on bus: PrivateBus) -> ServiceMirror {
        let directories = UserDirectories(environment: [:], userID: 1, homeFallback: "/nonexistent")
        return ServiceMirror(
            OnCueConnection(
                environment: ClientEnvironment(directories: directories, busLocation: .session(address: bus.address))))
    }
}

/// The part of `org.oncue.Playback1` that tells what is in the queue, and announces nothing.
@MediaActor
private final class FakeQueue: ExportedInterface {
    nonisolated let introspectionXML = """
        <node><interface name="org.oncue.Playback1">
          <method name="GetQueueIdentifiers">
            <arg type="u" direction="in"/><arg type="u" direction="in"/>
            <arg type="u" direction="out"/><arg type="t" direction="out"/><arg type="a{sv}" direction="out"/>
          </method>
          <method name="GetQueueChanges">
            <arg type="t" direction="in"/><arg type="u" direction="out"/><arg type="t" direction="out"/>
            <arg type="b" direction="out"/><arg type="a(ta(uu)a(uuu)a(uut))" direction="out"/>
          </method>
        </interface></node>
        """
    /// The number of the only entry; `nil` if there is none.
    var entry: UInt64?

    private var rows: [QueueIdentifiers.Row] { entry.map { [.init(.init($0), "song-\($0)")] } ?? [] }
    private var revision: UInt64 { entry ?? 1 }

    func properties() -> [String: BusValue] { [:] }

    func call(_ call: BusMethodCall, reply: BusReply) {
        if call.member == "GetQueueIdentifiers" {
            reply.succeed([.uint32(UInt32(rows.count)), .uint64(revision), FieldColumns(rows).wire])
        } else {
            reply.succeed([
                .uint32(UInt32(rows.count)), .uint64(revision), .bool(true), .array([], of: "(ta(uu)a(uuu)a(uut))"),
            ])
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
    private var exports: [BusExport] = []
    private var report = NowPlayingReport(status: .stopped)
    /// Whether it stops right behind the next answer.
    var stopsAfterAnswer = false

    /// - Parameter queue: The queue of the same service, if it has one.
    init(_ bus: PrivateBus, _ queue: FakeQueue? = nil) async throws {
        self.bus = try await bus.connect()
        exports = [try self.bus.export(self, at: ServiceNames.objectPath)]
        if let queue { exports.append(try self.bus.export(queue, at: ServiceNames.objectPath)) }
        _ = try await self.bus.requestName(ServiceNames.busName)
    }

    func change(to status: PlaybackStatus, _ entry: NowPlayingEntry? = nil) {
        (report.status, report.entry) = (status, entry)
        exports.first?.emit("NowPlayingChanged", [report.wire])
    }

    func properties() -> [String: BusValue] { [:] }

    func call(_ call: BusMethodCall, reply: BusReply) {
        reply.succeed([report.wire])
        guard stopsAfterAnswer else { return }
        stopsAfterAnswer = false
        change(to: .stopped)
    }
}
