// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import Glibc
import OnCueTestSupport
import Testing

@Suite("The example of a program with tasks, and the real daemon", .timeLimit(.minutes(2)))
struct IntentExampleTests {
    private let name = "org.example.PythonCoffee"
    private let folder = Products.source + "/Examples/python-intents"

    /// A machine on whose bus the program can be started, and with its declaration.
    private func machine(_ home: TemporaryDirectory) async throws -> (Machine, PrivateBus) {
        let (machine, bus) = try await Machine.starting(folder + "/coffee.py", named: name, in: home)
        let declaration = try Machine.text(of: folder + "/\(name).intents")
        try machine.directory.makeDirectory("data/oncue/intents")
        try machine.directory.write("data/oncue/intents/\(name).intents", declaration.utf8)
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
}
