// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueDesk
import OnCueIntents
import OnCueInterface
import OnCueNotifications
import OnCueProviders
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Programs that do not do their tasks as they should", .timeLimit(.minutes(10)))
@MediaActor
struct HostileHandlerTests {
    private nonisolated static let handler = "org.oncue.IntentHandler1"

    private nonisolated static func path(_ name: String) -> String { "/" + name.replacing(".", with: "/") }

    /// Two programs on the bus of a desk.
    private struct Stage {
        let rig: ServiceRig
        let folder: TemporaryDirectory
        let hostile: MockedService
        let honest: MockedService
        let link: IntentLink
        let desk: IntentDesk

        /// - Parameters:
        ///   - methods: What the hostile one answers, as Python.
        ///   - deadline: In milliseconds.
        @MediaActor
        init(_ methods: [String: String], deadline: Int = 10_000) async throws {
            rig = try await ServiceRig()
            folder = try TemporaryDirectory()
            for (name, title) in [("org.example.Hostile", "Hostile"), ("org.example.Honest", "Honest")] {
                let file = """
                    {"program": "\(name)", "name": "\(title)", "deadline": \(deadline), "intents": [
                      {"name": "do", "title": "Do it", "parameters": [{"name": "size", "title": "Size", "type": "text"}],
                       "responses": [{"code": "ok", "success": true, "text": "It is done: ${note}", "properties": ["note"]}]},
                      {"name": "order", "title": "Order", "category": "order"}]}
                    """
                try folder.write("\(name).intents", file.utf8)
            }
            hostile = try await Self.program("org.example.Hostile", methods, on: rig.bus)
            honest = try await Self.program("org.example.Honest", ["Handle": "ret = {'code': 'ok'}"], on: rig.bus)
            link = IntentLink(bus: rig.server, folders: [folder.path])
            await link.begin()
            desk = IntentDesk(try #require(rig.desks).doors, programs: link, shortcuts: MemoryShortcuts())
        }

        private static func program(
            _ name: String, _ methods: [String: String], on bus: PrivateBus
        ) async throws -> MockedService {
            let path = HostileHandlerTests.path(name)
            let program = try await MockedService(name, [name, path, HostileHandlerTests.handler], on: bus)
            for (method, code) in methods {
                try await program.addMethod(
                    method, of: HostileHandlerTests.handler, at: path, takes: "sa{sv}", gives: "a{sv}", code: code)
            }
            return program
        }

        func ask(_ task: String = "do", _ program: String = "Hostile", yes: Bool = false) async throws -> IntentOutcome
        {
            try await desk.perform(IntentRequest("org.example.\(program).\(task)", [:], isConfirmed: yes))
        }
    }

    @Test("One that hangs is a failure within its deadline, and meanwhile everything else answers as fast as ever")
    func hanging() async throws {
        let stage = try await Stage(["Handle": "import time; time.sleep(30); ret = {'code': 'ok'}"], deadline: 3_000)
        let start = ContinuousClock.now
        async let hanging = stage.ask()
        async let waiting = stage.ask()

        let honest = try await stage.ask("do", "Honest")
        let own = try await stage.desk.perform(IntentRequest("volume", ["level": .number(40)]))
        let meanwhile = ContinuousClock.now - start
        let (failed, other) = try await (hanging, waiting)

        #expect(honest.state == .done && own.state == .done)
        #expect(meanwhile < .seconds(3), "\(meanwhile), before the first one is given up")
        // The second one may come before the program hangs, or after it.
        for outcome in [failed, other] {
            #expect(outcome.state == .failed)
            #expect(
                outcome.sentence.hasPrefix("Hostile did not answer; it is not known whether")
                    || outcome.sentence.hasPrefix("Hostile cannot do \"Do it\": it did not answer within"),
                "\(outcome.sentence)")
        }
        #expect([failed, other].contains { $0.sentence.hasPrefix("Hostile did not answer") })
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test("The card of one that pretends to be another begins with its own name, and is bounded")
    func card() async throws {
        let lines = "['Your bank', 'Pay\\n\\u202Enow' + 'x' * 5000] + ['more'] * 1000"
        let stage = try await Stage([
            "Confirm": "ret = dbus.Dictionary({'lines': \(lines), 'picture': 'javascript:alert(1)'}, signature='sv')",
            "Handle": "ret = dbus.Dictionary({'code': 'ok', 'lines': \(lines), 'properties': "
                + "dbus.Dictionary({'note': 'a\\nb\\u202E', 'other': 'c'}, signature='sv')}, signature='sv')",
        ])

        let confirms = try await stage.ask("order")
        let done = try await stage.ask()

        #expect(confirms.state == .confirms && confirms.sentence == "Order?")
        #expect(done.state == .done && done.sentence == "It is done: ab", "\(done.sentence)")
        #expect(done.properties.keys.sorted() == ["note"])
        for card in [confirms, done] {
            #expect(card.lines.prefix(2) == ["Hostile", "Your bank"] && card.lines.count <= 13, "\(card.lines.count)")
            #expect(card.lines.allSatisfy { $0.utf8.count <= 200 && !$0.contains("\n") && !$0.contains("\u{202E}") })
            #expect(card.picture == nil)
        }
    }

    @Test(
        "An answer that its declaration does not have, or that is too large, is a failure with a sentence",
        arguments: [
            ("Handle", "ret = dbus.Dictionary({'code': 'perfect'}, signature='sv')", "does not have"),
            ("Handle", "ret = dbus.Dictionary({'code': 7}, signature='sv')", "does not have"),
            ("Handle", "ret = dbus.Dictionary({'lines': ['x' * 100000]}, signature='sv')", "Hostile"),
            (
                "Handle", "raise dbus.exceptions.DBusException('no\\n' * 1000, name='org.example.Error')",
                "Hostile cannot do"
            ),
            ("Resolve", "ret = dbus.Dictionary({'parameter': 'password'}, signature='sv')", "none of its parameters"),
            (
                "Resolve",
                "ret = dbus.Dictionary({'values': dbus.Dictionary({'size': 'x' * 60000}, signature='sv')}, "
                    + "signature='sv')", "cannot be used"
            ),
        ])
    func answers(method: String, code: String, reason: String) async throws {
        let stage = try await Stage([method: code])

        let failed = try await stage.ask()

        #expect(failed.state == .failed && failed.sentence.contains(reason), "\(failed.sentence)")
        #expect(failed.sentence.utf8.count < 1_000 && !failed.sentence.contains("\n"))
    }

    @Test("One that asks for ever is given up after some rounds of notifications, and the user is told")
    func asking() async throws {
        let stage = try await Stage([
            "Resolve": "ret = dbus.Dictionary({'parameter': 'size', 'prompt': 'Which size?'}, signature='sv')"
        ])
        let center = NotificationCoordinator(store: MemoryUserNotificationStore(), clock: .system(boot: "1"))
        var own = NotificationClient("org.oncue.OnCue", title: "OnCue")
        (own.alert, own.categories) = (.allowed, IntentAsker.categories)
        center.introduce(own)
        let screen = FakeNotificationScreen()
        center.add(screen)
        center.begin()
        await center.ready()
        let asker = IntentAsker(center: center) { try await stage.desk.perform($0) }
        let request = IntentRequest("org.example.Hostile.do", [:])

        var rounds = 0.0
        var outcome = try await asker.carryOut(request, rounds: rounds)
        while outcome.state == .asks, rounds < 20 {
            rounds += 1
            outcome = try await asker.carryOut(request, rounds: rounds)
        }

        #expect(outcome.state == .failed && outcome.sentence == "Do it asks for too much")
        #expect(rounds == 6)
    }
}
