// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import JSON
import OnCueRuntime
import OnCueTestSupport
import Testing

/// Programs that mean harm, or are broken, against the real daemon on a real bus.
@Suite("Hostile programs in the notification centre", .timeLimit(.minutes(10)))
struct HostileNotificationTests {
    private static let program = "org.example.Evil"
    private static let interface = "org.oncue.UserNotifications1"

    /// A daemon, the notification server of a desktop, and a program that may notify.
    private struct Stage {
        let machine: Machine
        let server: FakeNotificationServer
        let client: MessageBus

        init(_ desktop: FakeNotificationServer.Profile) async throws {
            machine = try await Machine()
            let bus = try #require(machine.bus)
            server = try await FakeNotificationServer(desktop, on: bus)
            client = try await bus.connect()
            _ = try await client.requestName(program)
            _ = try await machine.startDaemon()
            _ = try await call("SetProgram", [.string(program), .dictionary(["programName": .string("Evil")])])
            _ = try await machine.done("notifications", "settings", "Evil", "--alert", "on")
        }

        @discardableResult
        func call(_ member: String, _ arguments: [BusValue]) async throws -> [BusValue] {
            try await client.call(
                member, of: interface, at: StoryStage.path, on: StoryStage.service, arguments, timeout: .seconds(60))
        }

        @discardableResult
        func add(_ request: [String: BusValue]) async throws -> [BusValue] {
            try await call("Add", [.string(program), .dictionary(request)])
        }

        /// The error of a request.
        func refusal(_ request: [String: BusValue]) async -> BusError? {
            do {
                try await add(request)
                return nil
            } catch { return error as? BusError }
        }
    }

    @Test("Markup is text: it reaches a server that reads it escaped, and no other as anything else")
    func markup() async throws {
        for desktop in [FakeNotificationServer.Profile.gnome48, .dunst] {
            let stage = try await Stage(desktop)
            let title = "<b>Free</b> & <a href='file:///etc/passwd'>easy</a>"
            let body = "<img src='http://evil.example/?you'>\n&lt;script&gt; \u{202E}ti\u{202C}"

            try await stage.add(["identifier": .string("a"), "title": .string(title), "body": .string(body)])

            // A title has no markup, by the specification.
            let call = try await waitFor("it is shown") {
                try await stage.server.calls().last { $0[3].stringValue == title }
            }
            let isRead = desktop == .gnome48
            let escaped = "&lt;img src='http://evil.example/?you'&gt;\n&amp;lt;script&amp;gt; "
            #expect(
                call[4].stringValue?.hasPrefix(isRead ? escaped : "<img src='http://evil.example/?you'>\n&lt;s") == true
            )
            #expect(isRead == (call[4].stringValue?.contains("<") == false))
            let printed = try await stage.machine.done("notifications", "show", "1")
            #expect(printed.contains(title), "\(printed)")
        }
    }

    @Test("A body of 1 MB is refused with its limit, and nothing of it is kept")
    func largeBody() async throws {
        let stage = try await Stage(.gnome48)

        let refusal = await stage.refusal([
            "title": .string("Big"), "body": .string(String(repeating: "x", count: 1_000_000)),
        ])

        #expect(refusal?.name == "org.oncue.Error.InvalidValue")
        #expect(refusal?.message == "body may have at most 4096 bytes, not 1000000", "\(String(describing: refusal))")
        #expect(try await stage.machine.json("notifications")["total"] == 0)
        #expect(try await stage.server.calls().allSatisfy { $0[3].stringValue != "Big" })
        try await stage.add(["title": .string("Small")])
        try await stage.server.shows(["Small"])
    }

    @Test("Of 10,000 requests a program gets its thousand; the others are refused, and nobody else pays for it")
    func flood() async throws {
        let stage = try await Stage(.plasma)
        var (taken, refused, others): (Int, Int, [String]) = (0, 0, [])
        for batch in 0..<200 {
            let answers = await withTaskGroup(of: BusError?.self) { group in
                for index in 0..<50 {
                    group.addTask {
                        await stage.refusal([
                            "identifier": .string("\(batch * 50 + index)"), "title": .string("Flood"),
                            "trigger": .dictionary([
                                "kind": .string("interval"), "seconds": .int64(86_400), "repeats": .string("once"),
                            ]),
                        ])
                    }
                }
                return await group.reduce(into: [BusError?]()) { $0.append($1) }
            }
            for answer in answers {
                switch answer {
                case nil: taken += 1
                case let error? where error.name == "org.oncue.Error.Refused" && error.message.contains("1000"):
                    refused += 1
                case let error?: others.append("\(error)")
                }
            }
        }

        #expect(taken == 1_000 && refused == 9_000, "\(taken), \(refused), \(others.prefix(3))")
        #expect(try await stage.machine.json("notifications", "pending")["total"] == 1_000)
        let told = ContinuousClock.now
        try await stage.machine.done("notifications", "add", "Still here")
        _ = try await stage.server.one("Still here")
        #expect(.now - told < .seconds(30))
        try await stage.machine.done("notifications", "settings", "Evil", "--forget", "--yes")
        #expect(try await stage.machine.json("notifications", "pending")["total"] == 0)
    }

    /// What an extension does when it is asked.
    enum Trick: String, CaseIterable, CustomTestStringConvertible {
        /// It never answers.
        case hangs
        /// It fails.
        case fails
        /// It has no such interface.
        case missing
        /// It gives a title of 1 MB.
        case large
        /// It gives a number for a title.
        case wrongType
        /// It gives a moment that is over.
        case expired
        /// It gives keys that there are not, and takes the identifier of another.
        case unknown

        var testDescription: String { rawValue }
    }

    @Test("An extension that hangs or answers nonsense changes nothing", arguments: Trick.allCases)
    @MediaActor
    func extensions(_ trick: Trick) async throws {
        let stage = try await Stage(.gnome48)
        let completer = TrickyExtension { reply in
            switch trick {
            case .hangs: return true
            case .fails, .missing: reply.fail(BusError(name: "org.example.Error", message: "no"))
            case .large: reply.succeed([.dictionary(["title": .string(String(repeating: "x", count: 1_000_000))])])
            case .wrongType: reply.succeed([.dictionary(["title": .int64(7)])])
            case .expired: reply.succeed([.dictionary(["title": .string("Gone"), "expires": .int64(1)])])
            case .unknown:
                reply.succeed([.dictionary(["program": .string("org.oncue.OnCue"), "nonsense": .bool(true)])])
            }
            return false
        }
        let export = trick == .missing ? nil : try stage.client.export(completer, at: "/evil")
        defer { withExtendedLifetime(export) {} }
        _ = try await stage.call(
            "SetProgram",
            [
                .string(Self.program),
                .dictionary(["programName": .string("Evil"), "extension": .objectPath("/evil")]),
            ])
        let limit: Duration = trick == .hangs ? .seconds(6) : .seconds(2)
        var (titles, time): ([String], Duration) = ([], .seconds(60))

        // One of some is as soon as it should be, also on a machine that is busy with something else.
        repeat {
            let (title, start) = ("As it was \(titles.count)", ContinuousClock.now)
            try await stage.add([
                "identifier": .string("a\(titles.count)"), "title": .string(title), "mutable": .bool(true),
            ])
            _ = try await stage.server.one(title)
            time = min(time, ContinuousClock.now - start)
            titles.append(title)
        } while time >= limit && titles.count < 6

        #expect(time < limit && (trick != .hangs || time > .seconds(1.5)), "\(time)")
        try await stage.machine.done("notifications", "add", "Own")
        _ = try await stage.server.one("Own")
        let rows = try await stage.machine.json("notifications")["items"]?.arrayValue ?? []
        #expect(Set(rows.compactMap { $0["title"]?.stringValue }) == Set(titles + ["Own"]))
        #expect(rows.first { $0["title"] == "As it was 0" }?["program"]?.stringValue == Self.program)
    }
}

/// An extension for notifications that does what a test says.
@MediaActor
private final class TrickyExtension: ExportedInterface {
    nonisolated let introspectionXML = """
        <node><interface name="org.oncue.NotificationExtension1"><method name="Complete">
        <arg name="request" type="a{sv}" direction="in"/><arg name="changes" type="a{sv}" direction="out"/>
        </method></interface></node>
        """
    /// Returns whether the answer never comes.
    private let trick: @MediaActor (BusReply) -> Bool
    private var kept: [BusReply] = []

    init(_ trick: @escaping @MediaActor (BusReply) -> Bool) { self.trick = trick }

    func properties() -> [String: BusValue] { [:] }

    func call(_ call: BusMethodCall, reply: BusReply) {
        if trick(reply) { kept.append(reply) }
    }
}
