// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("The example of a program with tasks, and the real daemon", .timeLimit(.minutes(10)))
struct IntentExampleTests {
    private let name = "org.example.PythonCoffee"
    private let folder = Products.source + "/Examples/python-intents"

    /// A machine on whose bus the program can be started, and with its declaration.
    private func machine(
        _ home: TemporaryDirectory, _ changes: [String: String] = [:]
    ) async throws -> (Machine, PrivateBus) {
        let (machine, bus) = try await Machine.starting(folder + "/coffee.py", named: name, in: home, changes)
        let declaration = try Machine.text(of: folder + "/\(name).intents")
        try machine.directory.makeDirectory("data/oncue/intents")
        // To be started may take longer than it says.
        try machine.directory.write(
            "data/oncue/intents/\(name).intents",
            declaration.replacing("\"deadline\": 3000", with: "\"deadline\": 10000").utf8)
        return (machine, bus)
    }

    @Test("A task is understood, confirmed with a card, and done by its program, which is started for it")
    func performs() async throws {
        let home = try TemporaryDirectory()
        let (machine, bus) = try await machine(home)
        let daemon = try await machine.startDaemon()
        let task = name + ".order"
        let log = home.file("coffee.log")

        let checked = try await machine.oncue("shortcut", "check", folder + "/\(name).intents")
        #expect(checked.status == 0 && checked.errors.contains("Coffee can be asked for: order"), "\(checked)")
        #expect(try await machine.done("shortcut", "tasks").contains(task))

        let several = try await machine.oncue("shortcut", "do", task, "drink=flat", "--json")
        let asked = try #require(try? JSONValue(parsing: several.output))
        #expect(asked["state"] == "asks" && asked["parameter"] == "drink")
        #expect(asked["choices"]?[0]?["name"] == "flat-white" && asked["choices"]?[0]?["subtitle"] == "3.80 €")

        let unconfirmed = try await machine.oncue("shortcut", "do", task, "drink=espresso", "sugar=2", "--json")
        let card = try #require(try? JSONValue(parsing: unconfirmed.output))
        #expect(card["state"] == "confirms" && card["sentence"] == "Order a Espresso with 2 sugar?")
        #expect(card["lines"] == ["Coffee", "Espresso, 2 sugar", "2.20 €"])
        #expect((try? Machine.text(of: log)) ?? "" == "", "nothing is ordered before")

        let said = try await machine.oncue("shortcut", "do", task, "drink=espresso", "sugar=2", "--yes")
        #expect(said.errors.contains("Your Espresso is ready in 4 minutes."), "\(said)")
        #expect(try Machine.text(of: log) == "espresso 2\n")

        let wrong = try await machine.oncue("shortcut", "do", task, "drink=espresso", "sugar=9")
        #expect(wrong.status != 0 && wrong.errors.contains("sugar must be from 0 to 5"), "\(wrong.errors)")
        daemon.send(SIGTERM)
        _ = try await daemon.ending()
        try await bus.kill()
    }

    @Test("A donated task is offered, asks in a notification, also after kill -9, and is done by its answer, once")
    func donated() async throws {
        let home = try TemporaryDirectory()
        let (machine, bus) = try await machine(home)
        var daemon = try await machine.startDaemon()
        let log = home.file("coffee.log")

        let donation = try await ChildProcess.run(
            folder + "/coffee.py", ["--donate"], environment: machine.environment)
        #expect(donation.status == 0, "\(donation.errors)")
        let activities = try await machine.done("activities")
        #expect(activities.contains("Order a Flat white"), "\(activities)")
        let donations = try await machine.done("shortcut", "donations")
        #expect(donations.hasPrefix("Order a Flat white\n  Coffee, "), "\(donations)")
        #expect(donations.contains("identifier usual, group orders"), "\(donations)")
        #expect(try await machine.json("shortcut", "donations")["items"]?[0]?["type"]?.stringValue == name + ".order")
        #expect(try await machine.done("shortcut", "phrases").contains("My usual  "), "the phrase of the program")
        let spoken = try await machine.oncue("say", "my usual", "--json")
        let heard = try #require(try? JSONValue(parsing: spoken.output))
        #expect(heard["state"] == "asks" && heard["intent"]?.stringValue == name + ".order", "\(heard)")
        let suggestions = try await machine.json("suggestions")["items"]?.arrayValue ?? []
        let offered = try #require(suggestions.first { $0["title"] == "Order a Flat white" })
        let number = try #require(offered["number"]?.intValue)

        try await machine.done("accept", "\(number)")
        let question = try await machine.json("notifications")["items"]?[0]
        #expect(question?["title"] == "Order a Flat white?")
        let identifier = try #require(question?["identifier"]?.stringValue)
        #expect((try? Machine.text(of: log)) ?? "" == "", "nothing is ordered before the answer")
        daemon.send(SIGKILL)
        _ = try await daemon.ending()
        daemon = try await machine.startDaemon()
        try await machine.done("notifications", "answer", identifier, "yes")
        try await waitUntil("it is ordered") { (try? Machine.text(of: log)) == "flat-white 0\n" }
        try await waitUntil("the result is told") {
            try await machine.done("notifications").contains("Your Flat white is ready in 4 minutes.")
        }

        try await machine.done("activities", "delete", "--program", name, "--identifier", "orders", "--yes")
        #expect(try await !machine.done("activities").contains("Flat white"), "deleted by its group")
        daemon.send(SIGTERM)
        _ = try await daemon.ending()
        #expect(try Machine.text(of: log) == "flat-white 0\n", "and once")
        try await bus.kill()
    }

    @Test(
        "A day: a task that its program means for the car is offered when the car connects, asks with a card, is done by the program, which is started for it, and the result is told"
    )
    func day() async throws {
        let home = try TemporaryDirectory()
        let system = try await PrivateBus()
        let car = try await FakeHeadset(on: system, .car, called: "Passat")
        let sound = try await PulseServer(formFactor: "internal", bluetooth: system)
        let (machine, bus) = try await machine(
            home, ["DBUS_SYSTEM_BUS_ADDRESS": system.address, "PULSE_SERVER": sound.address])
        let server = try await StoryStage.startNotifications(on: bus)
        defer { withExtendedLifetime(server) {} }
        let screen = server.service
        let daemon = try await machine.startDaemon("--output", "auto")
        let log = home.file("coffee.log")
        func notices() async throws -> [[BusValue]] {
            try await screen.calls(of: "Notify", at: StoryStage.notificationsPath)
        }
        func notice(_ title: String, _ words: String = "") async throws -> (number: UInt32, [BusValue]) {
            func isMeant(_ notice: [BusValue]) -> Bool {
                notice[3].stringValue == title && notice[4].stringValue?.contains(words) != false
            }
            try await waitUntil("\(title) \(words) is shown") { try await notices().contains(where: isMeant) }
            let index = try #require(try await notices().lastIndex(where: isMeant))
            // Those that replace another one have its number.
            let shown = try await notices()
            let replaced = shown[index][1].intValue ?? 0
            let number = replaced > 0 ? replaced : shown[...index].count { $0[1].intValue == 0 }
            return (UInt32(number), shown[index])
        }
        func press(_ label: String, _ notice: (number: UInt32, [BusValue])) async throws {
            let actions = try #require(notice.1[5].stringsValue)
            let key = actions[try #require(actions.lastIndex(of: label)) - 1]
            try await screen.emit(
                "ActionInvoked", of: "org.freedesktop.Notifications", at: StoryStage.notificationsPath, "us",
                [.uint32(notice.number), .string(key)])
        }
        let donation = try await ChildProcess.run(
            folder + "/coffee.py", ["--donate", "car"], environment: machine.environment)
        #expect(donation.status == 0, "\(donation.errors)")
        let refused = try await ChildProcess.run(
            folder + "/coffee.py", ["--donate", "sometimes at"], environment: machine.environment)
        #expect(refused.errors.contains("occasion: \"at\" needs a name behind it"), "\(refused.errors)")

        try await car.connect()
        let offer = try await notice("Order a Flat white?", "Coffee means this for such a moment (car).")
        #expect((try? Machine.text(of: log)) ?? "" == "", "nothing is ordered yet")

        try await press("Do it", offer)
        let question = try await notice("Order a Flat white?", "3.80 €")
        #expect(question.1[4].stringValue?.contains("Coffee") == true, "\(question)")
        #expect((try? Machine.text(of: log)) ?? "" == "", "nor before the yes")

        try await press("Do it", question)
        _ = try await notice("Your Flat white is ready in 4 minutes.")
        #expect(try Machine.text(of: log) == "flat-white 0\n")
        daemon.send(SIGTERM)
        _ = try await daemon.ending()
        try await bus.kill()
    }

    @Test("A program in Swift does the same with the library, and its occasion counts")
    func swift() async throws {
        let home = try TemporaryDirectory()
        let name = "org.example.SwiftTea"
        let (machine, bus) = try await Machine.starting(Products.program("swift-intents"), named: name, in: home)
        let declaration = try Machine.text(of: Products.source + "/Examples/swift-intents/\(name).intents")
        try machine.directory.makeDirectory("data/oncue/intents")
        // To be started may take longer than usual.
        try machine.directory.write(
            "data/oncue/intents/\(name).intents",
            declaration.replacing("\"name\": \"Tea\",", with: "\"name\": \"Tea\", \"deadline\": 10000,").utf8)
        _ = try await machine.startDaemon()
        let task = name + ".order"

        let several = try await machine.oncue("shortcut", "do", task, "tea=mint", "--json")
        let asked = try #require(try? JSONValue(parsing: several.output))
        #expect(asked["state"] == "asks" && asked["choices"]?.arrayValue?.count == 2, "\(asked)")
        #expect(asked["choices"]?[0]?["title"] == "Dried mint" && asked["choices"]?[0]?["subtitle"] == "2.40 €")
        let card = try await machine.oncue("shortcut", "do", task, "tea=assam", "--json")
        let confirms = try #require(try? JSONValue(parsing: card.output))
        #expect(confirms["lines"] == ["Tea", "Assam", "2.40 €"], "\(confirms)")
        let done = try await machine.oncue("shortcut", "do", task, "tea=assam", "--yes")
        #expect(done.errors.contains("Your Assam is ready in 3 minutes."), "\(done)")

        // The one that the bus has started must go before another has its name.
        let client = try await bus.connect()
        if let started = try await client.processIdentifier(of: name) { kill(pid_t(started), SIGTERM) }
        try await waitUntil("the name is free") { try await client.owner(of: name) == nil }
        let program = try ChildProcess(
            Products.program("swift-intents"), ["00:00..23:59"], environment: machine.environment)
        try await waitUntil("its task is suggested") {
            try await machine.done("suggestions").contains("Tea means this for such a moment (00:00..23:59).")
        }
        program.send(SIGTERM)
        _ = try await program.ending()
        try await bus.kill()
    }
}
