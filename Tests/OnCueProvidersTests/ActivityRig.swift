// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueActivities
import OnCueBus
import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueTestSupport
import Synchronization

@testable import OnCueProviders

/// Our side of activities on a private bus, and a program before it that declares a type.
@MediaActor
final class ActivityRig {
    nonisolated static let program = "org.example.Concerts"
    nonisolated static let type = "org.example.Concerts.concert"

    let bus: PrivateBus
    let server: MessageBus
    private(set) var client: MessageBus
    let directory: TemporaryDirectory
    let store: MemoryActivityStore
    let played = EventLog<String>()
    /// Whether items play.
    let playing = Playing()
    let center: ActivityCenter
    let exports: ServiceExports
    let handler: FakeActivityHandler
    /// Seconds since 1970.
    let time = TestTime()

    final class TestTime: Sendable {
        private let seconds = Mutex<Int64>(1000)
        private let waiting = Mutex<[AsyncStream<Void>.Continuation]>([])

        var now: Int64 {
            get { seconds.withLock { $0 } }
            set {
                seconds.withLock { $0 = newValue }
                waiting.withLock { for waiter in $0 { waiter.yield() } }
            }
        }

        func wait(until moment: Int64) async throws(CancellationError) {
            let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
            waiting.withLock { $0.append(continuation) }
            if now >= moment { return }
            for await _ in changes where now >= moment { return }
            throw CancellationError()
        }
    }

    @MediaActor
    final class Playing: Sendable {
        /// The reason why no item plays.
        var failure: ContentError?
    }

    init(
        services: String? = nil, deadline: Int = 10_000, path: String? = FakeActivityHandler.path,
        store: MemoryActivityStore = MemoryActivityStore()
    ) async throws {
        self.store = store
        bus = try await PrivateBus(services: services)
        (server, client) = (try await bus.connect(), try await bus.connect())
        directory = try TemporaryDirectory()
        try directory.write(
            "activities/concerts.activities",
            """
            [Activity Program]
            Name=Concerts
            BusName=\(Self.program)
            \(path.map { "ObjectPath=" + $0 } ?? "")
            Types=\(Self.type);org.example.Concerts.venue
            Deadline=\(deadline)

            """.utf8)
        center = ActivityCenter(
            bus: server, store: store, folders: [directory.file("activities")],
            ways: ActivityCenter.Ways(
                play: { [played, playing] activity in
                    if let failure = playing.failure { throw failure }
                    played.append("play \(activity.item ?? "")")
                    return activity.title
                },
                open: { [played] in played.append("open \($0)") }),
            now: { [time] in time.now },
            wait: { [time] moment throws(CancellationError) in try await time.wait(until: moment) })
        await center.begin()
        exports = ServiceExports(on: server)
        try exports.add(activities: { [center] in center.session(of: $0) }, changes: center.changes)
        _ = try await server.requestName(ServiceNames.busName)
        handler = FakeActivityHandler()
        if services == nil { try await handler.begin(on: client) }
    }

    /// What a front end sees.
    var viewer: ActivitySession { center.session(of: ":none") }

    @discardableResult
    func call(
        _ member: String, _ arguments: [BusValue] = [], of interface: String = ServiceNames.activities
    ) async throws -> [BusValue] {
        try await client.call(
            member, of: interface, at: ServiceNames.objectPath, on: ServiceNames.busName, arguments,
            timeout: .seconds(10))
    }

    /// Creates an activity for a program.
    @discardableResult
    func create(_ values: [String: BusValue] = [:]) async throws -> String {
        let usual: [String: BusValue] = [
            "type": .string(Self.type), "identifier": .string("1"), "title": .string("Friday"),
            "eligibleFor": .strings(["search"]),
        ]
        return try await call("Create", [.dictionary(usual.merging(values) { $1 })]).first?.stringValue ?? ""
    }

    func name(_ identifier: String = "1") -> Activity.Name { Activity.Name(Self.program, identifier) }

    func error(_ body: () async throws -> Void) async -> ServiceError? {
        do {
            try await body()
            return nil
        } catch let error as BusError {
            return ServiceError(.init(busName: error.name) ?? .failed, error.message)
        } catch {
            return ServiceError(error)
        }
    }

    /// The program leaves the bus as a crash would.
    func crash() async throws {
        let name = client.uniqueName
        handler.end()
        client = try await bus.connect()
        try await waitUntil("the program has left") { try await self.server.owner(of: name) == nil }
    }
}

/// A program that takes its activities up again.
@MediaActor
final class FakeActivityHandler: ExportedInterface {
    enum Manner {
        case good
        /// Keeps every caller waiting.
        case silent
        /// Keeps those waiting who ask for its state.
        case mute
        /// Answers with an error.
        case failing
        /// Answers with values that cannot be used.
        case wrongTypes
    }

    nonisolated static let path = "/org/example/Concerts"

    nonisolated let introspectionXML = Introspection.activityHandler
    var manner = Manner.good
    var state: [String: BusValue] = ["userInfo": .dictionary(["scroll": .int64(9)])]
    let calls = EventLog<String>()
    private(set) var continued: [String: BusValue] = [:]
    private var waiting: [BusReply] = []
    private var export: BusExport?

    func begin(on bus: MessageBus, as name: String = ActivityRig.program) async throws {
        export = try bus.export(self, at: Self.path)
        _ = try await bus.requestName(name)
    }

    func end() { export = nil }

    func properties() -> [String: BusValue] { [:] }

    func call(_ call: BusMethodCall, reply: BusReply) {
        calls.append(call.member)
        switch manner {
        case .silent: waiting.append(reply)
        case .failing: reply.fail(BusError(name: "org.example.Error", message: "the concert is over"))
        case .wrongTypes:
            reply.succeed(call.member == "GetState" ? [.dictionary(["title": .int64(1)])] : [])
        case .mute where call.member == "GetState": waiting.append(reply)
        case .good, .mute:
            if call.member == "GetState" { return reply.succeed([.dictionary(state)]) }
            continued = call.arguments.first?.dictionaryValue ?? [:]
            reply.succeed()
        }
    }
}
